<%- for line in header -%>
--<% if !line.is_empty() %> <$ line $><% endif %>
<% endfor %>
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
<%- if let Some(library) = library %>

library <$ library $>;
<%- endif %>
<%- if let Some(support) = support %>
use <$ support $>.all;
<%- endif %>

entity <$ name $> is
<%- if !generics.is_empty() %>
  generic (
<%- for line in generics %>
    <$ line $>
<%- endfor %>
  );
<%- endif %>
<%- if !ports.is_empty() %>
  port (
<%- for line in ports %>
    <$ line $>
<%- endfor %>
  );
<%- endif %>
<%- for line in port_attributes %>
  <$ line $>
<%- endfor %>
end entity <$ name $>;

architecture rtl of <$ name $> is
<%- for section in declarations %>
<%- if !loop.first %>
<% endif %>
<%- for line in section %>
  <$ line $>
<%- endfor %>
<%- endfor %>
begin
<%- for section in statements %>
<%- if !loop.first %>
<% endif %>
<%- for line in section %>
  <$ line $>
<%- endfor %>
<%- endfor %>
end architecture rtl;
