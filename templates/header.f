<%- for line in doc -%>
<$ line $>
<% endfor %>
Core:      <$ core $>
<%- for line in settings %>
<% if loop.first %>Settings:  <% else %>           <% endif %><$ line $>
<%- endfor %>
Generator: <$ generator $>
