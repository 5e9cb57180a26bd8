// nextpnr packs no RAM64X1S: the first port of a RAM64X1D is the same, and its second stays open.
module RAM64X1S #(
    parameter [63:0] INIT = 64'h0,
    parameter [0:0] IS_WCLK_INVERTED = 1'b0
) (
    output wire O,
    input wire A0, A1, A2, A3, A4, A5,
    input wire D,
    input wire WCLK,
    input wire WE
);
    RAM64X1D #(.INIT(INIT), .IS_WCLK_INVERTED(IS_WCLK_INVERTED)) _TECHMAP_REPLACE_ (
        .SPO(O), .DPO(), .D(D), .WCLK(WCLK), .WE(WE),
        .A0(A0), .A1(A1), .A2(A2), .A3(A3), .A4(A4), .A5(A5),
        .DPRA0(A0), .DPRA1(A1), .DPRA2(A2), .DPRA3(A3), .DPRA4(A4), .DPRA5(A5)
    );
endmodule
