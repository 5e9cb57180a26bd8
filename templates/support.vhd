<%- for line in header -%>
--<% if !line.is_empty() %> <$ line $><% endif %>
<% endfor %>
library ieee;
use ieee.std_logic_1164.all;

package <$ name $> is
<%- for attribute in attributes %>
  attribute <$ attribute.name $> : <$ attribute.vhdl_type $>;
<%- endfor %>

  -- A condition as a bit: '1' where it holds.
  function to_std(condition : boolean) return std_logic;
end package <$ name $>;

package body <$ name $> is
  function to_std(condition : boolean) return std_logic is
  begin
    if condition then
      return '1';
    end if;
    return '0';
  end function to_std;
end package body <$ name $>;
