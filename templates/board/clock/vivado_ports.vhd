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
