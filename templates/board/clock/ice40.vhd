  -- <$ board.clock.board_hz $> Hz / <$ dividers.input $> * <$ dividers.multiply $> / <$ dividers.output $>
  pll: component SB_PLL40_PAD
    generic map (
      FEEDBACK_PATH => "SIMPLE",
      DIVR => "<$ self::bits(dividers.input - 1, 4) $>",
      DIVF => "<$ self::bits(dividers.multiply - 1, 7) $>",
      DIVQ => "<$ self::bits(dividers.output.ilog2(), 3) $>",
      FILTER_RANGE => "<$ self::bits(self::filter_range(dividers), 3) $>"
    )
    port map (
      PACKAGEPIN => board_clock,
      PLLOUTGLOBAL => clock,
      RESETB => '1',
      BYPASS => '0',
      LOCK => locked
    );
