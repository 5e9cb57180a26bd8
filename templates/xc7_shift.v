// nextpnr finds no place for a shift register in a lookup table with a flip-flop behind it: such a
// one becomes a chain of flip-flops. All have a constant address, which says their length less one.
// Flip-flops that nobody reads are cleaned away.
module SRL16E #(
    parameter [15:0] INIT = 16'h0,
    parameter [0:0] IS_CLK_INVERTED = 1'b0
) (
    output wire Q,
    input wire A0, A1, A2, A3, CE, CLK, D
);
    parameter _TECHMAP_CONSTMSK_A0_ = 0, _TECHMAP_CONSTVAL_A0_ = 0;
    parameter _TECHMAP_CONSTMSK_A1_ = 0, _TECHMAP_CONSTVAL_A1_ = 0;
    parameter _TECHMAP_CONSTMSK_A2_ = 0, _TECHMAP_CONSTVAL_A2_ = 0;
    parameter _TECHMAP_CONSTMSK_A3_ = 0, _TECHMAP_CONSTVAL_A3_ = 0;
    localparam integer LAST = {
        _TECHMAP_CONSTVAL_A3_[0], _TECHMAP_CONSTVAL_A2_[0],
        _TECHMAP_CONSTVAL_A1_[0], _TECHMAP_CONSTVAL_A0_[0]
    };
    wire _TECHMAP_FAIL_ = !(
        _TECHMAP_CONSTMSK_A0_ && _TECHMAP_CONSTMSK_A1_ &&
        _TECHMAP_CONSTMSK_A2_ && _TECHMAP_CONSTMSK_A3_
    );
    wire [LAST + 1 : 0] stage;
    assign stage[0] = D;
    assign Q = stage[LAST + 1];
    genvar i;
    generate
        for (i = 0; i <= LAST; i = i + 1) begin : gen_stage
            FDRE #(.INIT(INIT[i]), .IS_C_INVERTED(IS_CLK_INVERTED)) flip_flop (
                .C(CLK), .CE(CE), .R(1'b0), .D(stage[i]), .Q(stage[i + 1])
            );
        end
    endgenerate
endmodule

module SRLC32E #(
    parameter [31:0] INIT = 32'h0,
    parameter [0:0] IS_CLK_INVERTED = 1'b0
) (
    output wire Q, Q31,
    input wire [4:0] A,
    input wire CE, CLK, D
);
    parameter [4:0] _TECHMAP_CONSTMSK_A_ = 0;
    parameter [4:0] _TECHMAP_CONSTVAL_A_ = 0;
    localparam integer LAST = _TECHMAP_CONSTVAL_A_;
    wire _TECHMAP_FAIL_ = !(&_TECHMAP_CONSTMSK_A_);
    wire [32:0] stage;
    assign stage[0] = D;
    assign Q = stage[LAST + 1];
    assign Q31 = stage[32];
    genvar i;
    generate
        for (i = 0; i < 32; i = i + 1) begin : gen_stage
            FDRE #(.INIT(INIT[i]), .IS_C_INVERTED(IS_CLK_INVERTED)) flip_flop (
                .C(CLK), .CE(CE), .R(1'b0), .D(stage[i]), .Q(stage[i + 1])
            );
        end
    endgenerate
endmodule
