architecture stand_in of EHXPLLL is
begin
  CLKOP <= CLKI;
  CLKOS <= CLKI;
  LOCK <= '1';
end architecture stand_in;
