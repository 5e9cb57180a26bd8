  component SB_PLL40_PAD is
<% filter indent(2, true) %><% include "board/clock/ice40_ports.vhd" %><% endfilter %>
  end component SB_PLL40_PAD;
