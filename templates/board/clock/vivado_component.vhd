  component PLLE2_BASE is
<% filter indent(2, true) %><% include "board/clock/vivado_ports.vhd" %><% endfilter %>
  end component PLLE2_BASE;
  component BUFG is
    port (
      I : in std_logic;
      O : out std_logic
    );
  end component BUFG;

  signal made : std_logic;
  signal feedback : std_logic;
