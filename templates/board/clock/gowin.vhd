  -- <$ board.clock.board_hz $> Hz / <$ dividers.input $> * <$ dividers.multiply $>; the oscillator is <$ dividers.output $> times as fast.
  pll: component rPLL
    generic map (
      DEVICE => "<$ gowin_device $>",
      FCLKIN => "<$ self::mhz(board.clock.board_hz) $>",
      IDIV_SEL => <$ dividers.input - 1 $>,
      FBDIV_SEL => <$ dividers.multiply - 1 $>,
      ODIV_SEL => <$ dividers.output $>,
      DYN_IDIV_SEL => "false",
      DYN_FBDIV_SEL => "false",
      DYN_ODIV_SEL => "false",
      CLKFB_SEL => "internal"
    )
    port map (
      CLKIN => board_clock,
      CLKFB => '0',
      RESET => '0',
      RESET_P => '0',
      FBDSEL => "000000",
      IDSEL => "000000",
      ODSEL => "000000",
      PSDA => "0000",
      DUTYDA => "0000",
      FDLY => "0000",
      CLKOUT => clock,
      LOCK => locked
    );
