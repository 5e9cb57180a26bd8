    // <$ board.clock.board_hz $> Hz / <$ dividers.halves() $>
    wire entering;
    wire aligned;
    wire steady;
    wire divided;
    IBUFG entry (
        .I(board_clock),
        .O(entering)
    );
    CLKDLL #(
        .CLKDV_DIVIDE(<$ dividers.halves() $>)
    ) dll (
        .CLKIN(entering),
        .CLKFB(steady),
        .RST(1'b0),
        .CLK0(aligned),
        .CLKDV(divided),
        .LOCKED(locked)
    );
    BUFG whole (
        .I(aligned),
        .O(steady)
    );
    BUFG slow (
        .I(divided),
        .O(clock)
    );
