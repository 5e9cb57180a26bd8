architecture stand_in of SB_PLL40_PAD is
begin
  PLLOUTGLOBAL <= PACKAGEPIN;
  LOCK <= '1';
end architecture stand_in;
