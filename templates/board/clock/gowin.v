    // <$ board.clock.board_hz $> Hz / <$ dividers.input $> * <$ dividers.multiply $>; the oscillator is <$ dividers.output $> times as fast.
    rPLL #(
        .DEVICE("<$ gowin_device $>"),
        .FCLKIN("<$ self::mhz(board.clock.board_hz) $>"),
        .IDIV_SEL(<$ dividers.input - 1 $>),
        .FBDIV_SEL(<$ dividers.multiply - 1 $>),
        .ODIV_SEL(<$ dividers.output $>),
        .DYN_IDIV_SEL("false"),
        .DYN_FBDIV_SEL("false"),
        .DYN_ODIV_SEL("false"),
        .CLKFB_SEL("internal")
    ) pll (
        .CLKIN(board_clock),
        .CLKFB(1'b0),
        .RESET(1'b0),
        .RESET_P(1'b0),
        .FBDSEL(6'b000000),
        .IDSEL(6'b000000),
        .ODSEL(6'b000000),
        .PSDA(4'b0000),
        .DUTYDA(4'b0000),
        .FDLY(4'b0000),
        .CLKOUT(clock),
        .LOCK(locked)
    );
