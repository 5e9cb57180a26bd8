<%- for line in header -%>
// <$ line $>
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

<%- for line in section %>
<% if !line.is_empty() %>    <$ line $><% endif %>
<%- endfor %>
<%- endfor %>
endmodule

`default_nettype wire
