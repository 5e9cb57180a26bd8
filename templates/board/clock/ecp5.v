    // The first output feeds back, the second is the clock: <$ board.clock.board_hz $> Hz / <$ dividers.input $> * <$ dividers.multiply $> / <$ dividers.output $>.
    wire feedback;
    EHXPLLL #(
        .CLKI_DIV(<$ dividers.input $>),
        .CLKFB_DIV(1),
        .FEEDBK_PATH("CLKOP"),
        .CLKOP_ENABLE("ENABLED"),
        .CLKOP_DIV(<$ dividers.multiply $>),
        .CLKOP_CPHASE(<$ dividers.multiply - 1 $>),
        .CLKOS_ENABLE("ENABLED"),
        .CLKOS_DIV(<$ dividers.output $>),
        .CLKOS_CPHASE(<$ dividers.output - 1 $>)
    ) pll (
        .CLKI(board_clock),
        .CLKFB(feedback),
        .CLKOP(feedback),
        .CLKOS(clock),
        .RST(1'b0),
        .STDBY(1'b0),
        .PHASESEL0(1'b0),
        .PHASESEL1(1'b0),
        .PHASEDIR(1'b0),
        .PHASESTEP(1'b0),
        .PHASELOADREG(1'b0),
        .PLLWAKESYNC(1'b0),
        .ENCLKOP(1'b0),
        .ENCLKOS(1'b0),
        .LOCK(locked)
    );
