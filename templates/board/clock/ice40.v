    // <$ board.clock.board_hz $> Hz / <$ dividers.input $> * <$ dividers.multiply $> / <$ dividers.output $>
    SB_PLL40_PAD #(
        .FEEDBACK_PATH("SIMPLE"),
        .DIVR(4'd<$ dividers.input - 1 $>),
        .DIVF(7'd<$ dividers.multiply - 1 $>),
        .DIVQ(3'd<$ dividers.output.ilog2() $>),
        .FILTER_RANGE(3'd<$ self::filter_range(dividers) $>)
    ) pll (
        .PACKAGEPIN(board_clock),
        .PLLOUTGLOBAL(clock),
        .RESETB(1'b1),
        .BYPASS(1'b0),
        .LOCK(locked)
    );
