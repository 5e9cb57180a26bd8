  generic (
    CLKI_DIV : integer;
    CLKFB_DIV : integer;
    FEEDBK_PATH : string;
    CLKOP_ENABLE : string;
    CLKOP_DIV : integer;
    CLKOP_CPHASE : integer;
    CLKOS_ENABLE : string;
    CLKOS_DIV : integer;
    CLKOS_CPHASE : integer
  );
  port (
    CLKI : in std_logic;
    CLKFB : in std_logic;
    CLKOP : out std_logic;
    CLKOS : out std_logic;
    RST : in std_logic;
    STDBY : in std_logic;
    PHASESEL0 : in std_logic;
    PHASESEL1 : in std_logic;
    PHASEDIR : in std_logic;
    PHASESTEP : in std_logic;
    PHASELOADREG : in std_logic;
    PLLWAKESYNC : in std_logic;
    ENCLKOP : in std_logic;
    ENCLKOS : in std_logic;
    LOCK : out std_logic
  );
