<%- for line in header -%>
--<% if !line.is_empty() %> <$ line $><% endif %>
<% endfor %>
library ieee;
use ieee.std_logic_1164.all;

entity <$ top $> is
  port (
<%- for port in ports %>
    <$ port.name $> : <$ port.direction $> std_logic<% if !loop.last %>;<% endif %> -- <$ port.what $>
<%- endfor %>
  );
end entity <$ top $>;

architecture rtl of <$ top $> is
<%- if let Some(dividers) = board.clock.dividers %>
<%- match board.device.family %>
<%- when Family::Ecp5 %>
<% include "board/clock/ecp5_component.vhd" %>
<%- when Family::Ice40 %>
<% include "board/clock/ice40_component.vhd" %>
<%- when Family::Gowin %>
<% include "board/clock/gowin_component.vhd" %>
<%- when Family::Vivado %>
<% include "board/clock/vivado_component.vhd" %>
<%- when Family::Quartus %>
<% include "board/clock/quartus_component.vhd" %>
<%- when Family::Ise %>
<%- endmatch %>

  signal locked : std_logic; -- the clock is steady
<%- endif %>
  signal clock : std_logic; -- <$ board.clock.core_hz $> Hz
<%- if cause.is_some() %>
  signal stop : std_logic;
<%- endif %>
  signal running : std_logic_vector(3 downto 0) := (others => '0');
  signal reset : std_logic;
<%- for led in leds %>
<%- if led.on_board %>
  signal <$ led.name $>_lit : std_logic;
<%- endif %>
<%- endfor %>
begin
<%- match board.clock.dividers %>
<%- when Some with (dividers) %>
<%- match board.device.family %>
<%- when Family::Ecp5 %>
<% include "board/clock/ecp5.vhd" %>
<%- when Family::Ice40 %>
<% include "board/clock/ice40.vhd" %>
<%- when Family::Gowin %>
<% include "board/clock/gowin.vhd" %>
<%- when Family::Vivado %>
<% include "board/clock/vivado.vhd" %>
<%- when Family::Quartus %>
<% include "board/clock/quartus.vhd" %>
<%- when Family::Ise %>
<%- endmatch %>
<%- when None %>
  clock <= board_clock;
<%- endmatch %>

  -- The reset begins at once and ends with the fourth clock edge after its cause is gone.
<%- if let Some(cause) = cause %>
  stop <= <$ cause.vhdl $>;
<%- endif %>
  reset <= not running(3);

  run: process (clock<% if cause.is_some() %>, stop<% endif %>) is
  begin
<%- if cause.is_some() %>
    if stop = '1' then
      running <= (others => '0');
    elsif rising_edge(clock) then
<%- else %>
    if rising_edge(clock) then
<%- endif %>
      running <= running(2 downto 0) & '1';
    end if;
  end process run;
<% for led in leds %>
<%- if led.on_board %>
  <$ led.name $> <= <% if led.active_low %>not <% endif %><$ led.name $>_lit;
<%- endif %>
<%- endfor %>

  core: entity work.<$ core $>
    port map (
      clock => clock,
      reset => reset,
      serial_in => serial_in,
<%- for led in leds %>
      <$ led.name $> => <% if led.on_board %><$ led.name $>_lit<% else %>open<% endif %>,
<%- endfor %>
      serial_out => serial_out
    );
end architecture rtl;
