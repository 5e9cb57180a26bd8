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
