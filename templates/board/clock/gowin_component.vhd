  component rPLL is
<% filter indent(2, true) %><% include "board/clock/gowin_ports.vhd" %><% endfilter %>
  end component rPLL;
