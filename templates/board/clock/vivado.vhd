  -- <$ board.clock.board_hz $> Hz / <$ dividers.input $> * <$ dividers.multiply $> / <$ dividers.output $>
  pll: component PLLE2_BASE
    generic map (
      CLKIN1_PERIOD => <$ self::nanoseconds(board.clock.board_hz) $>,
      DIVCLK_DIVIDE => <$ dividers.input $>,
      CLKFBOUT_MULT => <$ dividers.multiply $>,
      CLKOUT0_DIVIDE => <$ dividers.output $>
    )
    port map (
      CLKIN1 => board_clock,
      CLKFBIN => feedback,
      CLKFBOUT => feedback,
      CLKOUT0 => made,
      RST => '0',
      PWRDWN => '0',
      LOCKED => locked
    );
  clock_buffer: component BUFG
    port map (
      I => made,
      O => clock
    );
