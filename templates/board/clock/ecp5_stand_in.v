module EHXPLLL #(
    parameter CLKI_DIV = 1,
    parameter CLKFB_DIV = 1,
    parameter FEEDBK_PATH = "",
    parameter CLKOP_ENABLE = "",
    parameter CLKOP_DIV = 1,
    parameter CLKOP_CPHASE = 1,
    parameter CLKOS_ENABLE = "",
    parameter CLKOS_DIV = 1,
    parameter CLKOS_CPHASE = 1
) (
    input wire CLKI,
    input wire CLKFB,
    output wire CLKOP,
    output wire CLKOS,
    input wire RST,
    input wire STDBY,
    input wire PHASESEL0,
    input wire PHASESEL1,
    input wire PHASEDIR,
    input wire PHASESTEP,
    input wire PHASELOADREG,
    input wire PLLWAKESYNC,
    input wire ENCLKOP,
    input wire ENCLKOS,
    output wire LOCK
);
    assign CLKOP = CLKI;
    assign CLKOS = CLKI;
    assign LOCK = 1'b1;
endmodule
