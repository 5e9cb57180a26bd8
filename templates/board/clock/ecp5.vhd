  -- The first output feeds back, the second is the clock: <$ board.clock.board_hz $> Hz / <$ dividers.input $> * <$ dividers.multiply $> / <$ dividers.output $>.
  pll: component EHXPLLL
    generic map (
      CLKI_DIV => <$ dividers.input $>,
      CLKFB_DIV => 1,
      FEEDBK_PATH => "CLKOP",
      CLKOP_ENABLE => "ENABLED",
      CLKOP_DIV => <$ dividers.multiply $>,
      CLKOP_CPHASE => <$ dividers.multiply - 1 $>,
      CLKOS_ENABLE => "ENABLED",
      CLKOS_DIV => <$ dividers.output $>,
      CLKOS_CPHASE => <$ dividers.output - 1 $>
    )
    port map (
      CLKI => board_clock,
      CLKFB => feedback,
      CLKOP => feedback,
      CLKOS => clock,
      RST => '0',
      STDBY => '0',
      PHASESEL0 => '0',
      PHASESEL1 => '0',
      PHASEDIR => '0',
      PHASESTEP => '0',
      PHASELOADREG => '0',
      PLLWAKESYNC => '0',
      ENCLKOP => '0',
      ENCLKOS => '0',
      LOCK => locked
    );
