  generic (
    DEVICE : string;
    FCLKIN : string;
    IDIV_SEL : integer;
    FBDIV_SEL : integer;
    ODIV_SEL : integer;
    DYN_IDIV_SEL : string;
    DYN_FBDIV_SEL : string;
    DYN_ODIV_SEL : string;
    CLKFB_SEL : string
  );
  port (
    CLKIN : in std_logic;
    CLKFB : in std_logic;
    RESET : in std_logic;
    RESET_P : in std_logic;
    FBDSEL : in std_logic_vector(5 downto 0);
    IDSEL : in std_logic_vector(5 downto 0);
    ODSEL : in std_logic_vector(5 downto 0);
    PSDA : in std_logic_vector(3 downto 0);
    DUTYDA : in std_logic_vector(3 downto 0);
    FDLY : in std_logic_vector(3 downto 0);
    CLKOUT : out std_logic;
    LOCK : out std_logic
  );
