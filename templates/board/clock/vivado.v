    // <$ board.clock.board_hz $> Hz / <$ dividers.input $> * <$ dividers.multiply $> / <$ dividers.output $>
    wire made;
    wire feedback;
    PLLE2_BASE #(
        .CLKIN1_PERIOD(<$ self::nanoseconds(board.clock.board_hz) $>),
        .DIVCLK_DIVIDE(<$ dividers.input $>),
        .CLKFBOUT_MULT(<$ dividers.multiply $>),
        .CLKOUT0_DIVIDE(<$ dividers.output $>)
    ) pll (
        .CLKIN1(board_clock),
        .CLKFBIN(feedback),
        .CLKFBOUT(feedback),
        .CLKOUT0(made),
        .RST(1'b0),
        .PWRDWN(1'b0),
        .LOCKED(locked)
    );
    BUFG clock_buffer (
        .I(made),
        .O(clock)
    );
