  component EHXPLLL is
<% filter indent(2, true) %><% include "board/clock/ecp5_ports.vhd" %><% endfilter %>
  end component EHXPLLL;

  signal feedback : std_logic;
