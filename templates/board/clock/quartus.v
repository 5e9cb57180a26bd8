    // <$ board.clock.board_hz $> Hz * <$ dividers.multiply $> / <$ dividers.input * dividers.output $>
    wire [4:0] made;
    altpll #(
        .intended_device_family("Cyclone IV E"),
        .lpm_type("altpll"),
        .operation_mode("NORMAL"),
        .compensate_clock("CLK0"),
        .inclk0_input_frequency(<$ self::picoseconds(board.clock.board_hz) $>),
        .clk0_multiply_by(<$ dividers.multiply $>),
        .clk0_divide_by(<$ dividers.input * dividers.output $>),
        .clk0_duty_cycle(50),
        .clk0_phase_shift("0"),
        .width_clock(5)
    ) pll (
        .inclk({1'b0, board_clock}),
        .clk(made),
        .locked(locked)
    );
    assign clock = made[0];
    wire unused_made = &{1'b0, made[4:1]};
