<%- for line in header -%>
-- <$ line $>
<% endfor %>
library ieee;
use ieee.std_logic_1164.all;

package movewright_pkg is
<%- for attribute in attributes %>
  attribute <$ attribute.name $> : <$ attribute.vhdl_type $>;
<%- endfor %>

  -- A condition as a bit: '1' where it holds.
  function to_std(condition : boolean) return std_logic;
end package movewright_pkg;

package body movewright_pkg is
  function to_std(condition : boolean) return std_logic is
  begin
    if condition then
      return '1';
    end if;
    return '0';
  end function to_std;
end package body movewright_pkg;
