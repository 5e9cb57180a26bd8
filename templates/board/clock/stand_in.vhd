-- Stands in for the clock circuit in lint and simulation: passes the clock of the board on as it is.

library ieee;
use ieee.std_logic_1164.all;

