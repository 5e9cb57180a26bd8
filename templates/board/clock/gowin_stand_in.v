module rPLL #(
    parameter DEVICE = "",
    parameter FCLKIN = "",
    parameter IDIV_SEL = 1,
    parameter FBDIV_SEL = 1,
    parameter ODIV_SEL = 1,
    parameter DYN_IDIV_SEL = "",
    parameter DYN_FBDIV_SEL = "",
    parameter DYN_ODIV_SEL = "",
    parameter CLKFB_SEL = ""
) (
    input wire CLKIN,
    input wire CLKFB,
    input wire RESET,
    input wire RESET_P,
    input wire [5:0] FBDSEL,
    input wire [5:0] IDSEL,
    input wire [5:0] ODSEL,
    input wire [3:0] PSDA,
    input wire [3:0] DUTYDA,
    input wire [3:0] FDLY,
    output wire CLKOUT,
    output wire LOCK
);
    assign CLKOUT = CLKIN;
    assign LOCK = 1'b1;
endmodule
