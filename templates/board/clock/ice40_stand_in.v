module SB_PLL40_PAD #(
    parameter FEEDBACK_PATH = "",
    parameter [3:0] DIVR = 0,
    parameter [6:0] DIVF = 0,
    parameter [2:0] DIVQ = 0,
    parameter [2:0] FILTER_RANGE = 0
) (
    input wire PACKAGEPIN,
    output wire PLLOUTGLOBAL,
    input wire RESETB,
    input wire BYPASS,
    output wire LOCK
);
    assign PLLOUTGLOBAL = PACKAGEPIN;
    assign LOCK = 1'b1;
endmodule
