// Feeds the ports of <$ interface.top $> from registers of a second clock: few pins are needed, and of the core's own
// clock only the paths from register to register are left.
(* blackbox *)
module <$ interface.top $> (
    input wire <$ clock $>
<%- for port in interface.inputs %>,
    input wire [<$ port.width - 1 $>:0] <$ port.name $>
<%- endfor %>
<%- for port in interface.outputs %>,
    output wire [<$ port.width - 1 $>:0] <$ port.name $>
<%- endfor %>
);
endmodule

module movewright_harness (
    input wire clock,
    input wire harness_clock,
    input wire serial_in,
    output reg serial_out
);
    reg [<$ inputs $>:0] driven;
    reg [<$ outputs $>:0] seen;
    wire [<$ outputs $>:0] answers;

    assign answers[<$ outputs $>] = 1'b0;
    always @(posedge harness_clock) begin
        driven <= {driven, serial_in};
        seen <= answers;
        serial_out <= ^seen;
    end

    <$ interface.top $> core (
        .<$ clock $>(clock)
<%- for (port, low) in self::places(interface.inputs) %>,
        .<$ port.name $>(driven[<$ low $>+:<$ port.width $>])
<%- endfor %>
<%- for (port, low) in self::places(interface.outputs) %>,
        .<$ port.name $>(answers[<$ low $>+:<$ port.width $>])
<%- endfor %>
    );
endmodule
