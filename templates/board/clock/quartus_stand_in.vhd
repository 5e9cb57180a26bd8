-- Stands in for the clock circuit in lint and simulation: passes the clock of the board on as it is.

library ieee;
use ieee.std_logic_1164.all;

entity altpll is
  generic (
    intended_device_family : string;
    lpm_type : string;
    operation_mode : string;
    compensate_clock : string;
    inclk0_input_frequency : integer;
    clk0_multiply_by : integer;
    clk0_divide_by : integer;
    clk0_duty_cycle : integer;
    clk0_phase_shift : string;
    width_clock : integer
  );
  port (
    inclk : in std_logic_vector(1 downto 0);
    clk : out std_logic_vector(4 downto 0);
    locked : out std_logic
  );
end entity altpll;

architecture stand_in of altpll is
begin
  clk <= (others => inclk(0));
  locked <= '1';
end architecture stand_in;
