-- Stands in for the clock circuit in lint and simulation: passes the clock of the board on as it is.

library ieee;
use ieee.std_logic_1164.all;

entity PLLE2_BASE is
  generic (
    CLKIN1_PERIOD : real;
    DIVCLK_DIVIDE : integer;
    CLKFBOUT_MULT : integer;
    CLKOUT0_DIVIDE : integer
  );
  port (
    CLKIN1 : in std_logic;
    CLKFBIN : in std_logic;
    CLKFBOUT : out std_logic;
    CLKOUT0 : out std_logic;
    RST : in std_logic;
    PWRDWN : in std_logic;
    LOCKED : out std_logic
  );
end entity PLLE2_BASE;

architecture stand_in of PLLE2_BASE is
begin
  CLKFBOUT <= CLKIN1;
  CLKOUT0 <= CLKIN1;
  LOCKED <= '1';
end architecture stand_in;

library ieee;
use ieee.std_logic_1164.all;

entity BUFG is
  port (
    I : in std_logic;
    O : out std_logic
  );
end entity BUFG;

architecture stand_in of BUFG is
begin
  O <= I;
end architecture stand_in;
