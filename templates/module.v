<%- for line in header -%>
//<% if !line.is_empty() %> <$ line $><% endif %>
<% endfor %>
`default_nettype none

module <$ name $>
<%- if !parameters.is_empty() %> #(
<%- for line in parameters %>
    <$ line $>
<%- endfor %>
)
<%- endif %>
<%- if !ports.is_empty() %> (
<%- for line in ports %>
    <$ line $>
<%- endfor %>
)
<%- endif %>;
<%- for section in sections %>
<%- if !loop.first %>
<% endif %>
<%- for line in section %>
    <$ line $>
<%- endfor %>
<%- endfor %>
endmodule

`default_nettype wire
