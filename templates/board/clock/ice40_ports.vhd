  generic (
    FEEDBACK_PATH : string;
    DIVR : std_logic_vector(3 downto 0);
    DIVF : std_logic_vector(6 downto 0);
    DIVQ : std_logic_vector(2 downto 0);
    FILTER_RANGE : std_logic_vector(2 downto 0)
  );
  port (
    PACKAGEPIN : in std_logic;
    PLLOUTGLOBAL : out std_logic;
    RESETB : in std_logic;
    BYPASS : in std_logic;
    LOCK : out std_logic
  );
