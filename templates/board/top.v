<%- for line in header -%>
//<% if !line.is_empty() %> <$ line $><% endif %>
<% endfor %>
`default_nettype none

module <$ top $> (
<%- for port in ports %>
    <$ port.direction $>put wire <$ port.name $><% if !loop.last %>,<% endif %> // <$ port.what $>
<%- endfor %>
);
    wire clock; // <$ board.clock.core_hz $> Hz
<%- match board.clock.dividers %>
<%- when Some with (dividers) %>
    wire locked; // the clock is steady

<%- match board.device.family %>
<%- when Family::Ecp5 %>
<% include "board/clock/ecp5.v" %>
<%- when Family::Ice40 %>
<% include "board/clock/ice40.v" %>
<%- when Family::Gowin %>
<% include "board/clock/gowin.v" %>
<%- when Family::Vivado %>
<% include "board/clock/vivado.v" %>
<%- when Family::Quartus %>
<% include "board/clock/quartus.v" %>
<%- when Family::Ise %>
<% include "board/clock/ise.v" %>
<%- endmatch %>
<%- when None %>
    assign clock = board_clock;
<%- endmatch %>

    // The reset begins at once and ends with the fourth clock edge after its cause is gone.
<%- if let Some(cause) = cause %>
    wire stop = <$ cause.verilog $>;
<%- endif %>
    reg [3:0] running = 4'b0000;
    wire reset = ~running[3];

<%- if cause.is_some() %>
    always @(posedge clock or posedge stop) begin
        if (stop) running <= 4'b0000;
        else running <= {running[2:0], 1'b1};
    end
<%- else %>
    always @(posedge clock) running <= {running[2:0], 1'b1};
<%- endif %>
<% for led in leds %>
<%- if led.on_board %>
    wire <$ led.name $>_lit;
    assign <$ led.name $> = <% if led.active_low %>~<% endif %><$ led.name $>_lit;
<%- else %>
    wire <$ led.name $>_unused; // the board has no LED for it
<%- endif %>
<%- endfor %>

    <$ core $> core (
        .clock(clock),
        .reset(reset),
        .serial_in(serial_in),
<%- for led in leds %>
        .<$ led.name $>(<$ led.name $>_<% if led.on_board %>lit<% else %>unused<% endif %>),
<%- endfor %>
        .serial_out(serial_out)
    );
endmodule

`default_nettype wire
