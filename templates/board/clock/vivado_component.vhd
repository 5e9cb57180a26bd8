  component PLLE2_BASE is
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
  end component PLLE2_BASE;
  component BUFG is
    port (
      I : in std_logic;
      O : out std_logic
    );
  end component BUFG;

  signal made : std_logic;
  signal feedback : std_logic;
