  component altpll is
<% filter indent(2, true) %><% include "board/clock/quartus_ports.vhd" %><% endfilter %>
  end component altpll;

  signal made : std_logic_vector(4 downto 0);
  signal incoming : std_logic_vector(1 downto 0);
