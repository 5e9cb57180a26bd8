module PLLE2_BASE #(
    parameter CLKIN1_PERIOD = 1.0,
    parameter DIVCLK_DIVIDE = 1,
    parameter CLKFBOUT_MULT = 1,
    parameter CLKOUT0_DIVIDE = 1
) (
    input wire CLKIN1,
    input wire CLKFBIN,
    output wire CLKFBOUT,
    output wire CLKOUT0,
    input wire RST,
    input wire PWRDWN,
    output wire LOCKED
);
    assign CLKFBOUT = CLKIN1;
    assign CLKOUT0 = CLKIN1;
    assign LOCKED = 1'b1;
endmodule
