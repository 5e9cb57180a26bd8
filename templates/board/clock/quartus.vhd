  -- <$ board.clock.board_hz $> Hz * <$ dividers.multiply $> / <$ dividers.input * dividers.output $>
  pll: component altpll
    generic map (
      intended_device_family => "Cyclone IV E",
      lpm_type => "altpll",
      operation_mode => "NORMAL",
      compensate_clock => "CLK0",
      inclk0_input_frequency => <$ self::picoseconds(board.clock.board_hz) $>,
      clk0_multiply_by => <$ dividers.multiply $>,
      clk0_divide_by => <$ dividers.input * dividers.output $>,
      clk0_duty_cycle => 50,
      clk0_phase_shift => "0",
      width_clock => 5
    )
    port map (
      inclk => incoming,
      clk => made,
      locked => locked
    );

  incoming <= '0' & board_clock;
  clock <= made(0);
