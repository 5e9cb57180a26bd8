//! The entries of a board's file, and the checks that they can be true.

use super::fit::Countable;
use super::parts::{FAMILY_PARTS, device_options};
use super::table::{At, Source, Table};
use super::{
    BoardError, Capacity, CircuitBoard, Clock, Device, Dividers, Family, Led, Pin, Pull, Room, TooLarge,
    Uart, package, standard,
};
use crate::cores::{CoreInfo, Settings, cores_of_boards};
use crate::parts::uart::{FEWEST_TICKS, MOST_TICKS};

/// The clocks a machine may have, in Hz: the range of the parameter `clock_hz`.
const CLOCKS: std::ops::RangeInclusive<u32> = 1_000_000..=1_000_000_000;

/// The greatest deviation of a baud rate.
const BAUD_PERCENT: f64 = 2.0;

impl CircuitBoard {
    /// Reads the file of a board; `file` is its name for errors.
    ///
    /// # Errors
    /// The problem, with its line and the remedy.
    pub fn parse(file: &str, text: &str) -> Result<Self, BoardError> {
        let source = Source { file, text };
        let mut whole = Table::of_file(source)?;
        let name = whole.needed_word("name", "my-board")?;
        let about = whole.needed_text("about", "what it is, in a few words")?.value;
        let sources = whole.needed_texts("sources", "the document the pins are from")?;
        let loader =
            whole.texts("loader", "openFPGALoader\", \"-b\", \"ulx3s\", \"{image}")?.unwrap_or_default();
        let device = device(&mut whole)?;
        let mut reader = Reader { source, device: &device, taken: Vec::new() };
        let clock = reader.clock(&mut whole)?;
        let reset = whole.table("reset")?.map(|table| reader.whole_pin(table)).transpose()?;
        let uart = reader.uart(&mut whole, &clock)?;
        let leds = reader.leds(&mut whole)?;
        let rooms = rooms(&mut whole)?;
        whole.done()?;
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if !name.value.starts_with(|c: char| c.is_ascii_lowercase())
            || name.value.ends_with('-')
            || name.value.contains("--")
            || !name.value.chars().all(plain)
        {
            let problem =
                "`name` is of lower case letters, digits and single - between them, such as my-board-2";
            return Err(source.error(name.span, problem));
        }
        Ok(Self { name: name.value, about, sources, device, clock, reset, uart, leds, loader, rooms })
    }

    /// The same board with another baud rate.
    ///
    /// # Errors
    /// The core's clock does not divide to it.
    pub fn with_baud(mut self, baud: u32) -> Result<Self, String> {
        check_baud(self.clock.core_hz, baud)?;
        self.uart.baud = baud;
        Ok(self)
    }
}

fn device(whole: &mut Table) -> Result<Device, BoardError> {
    let mut table =
        whole.needed_table("device", "[device] with part, package, speed, tools, luts, ffs and brams")?;
    let families = Family::ALL.map(|family| (family.name(), family));
    let no_tools = "one of ecp5, ice40, gowin, vivado, quartus, ise";
    let part = table.needed_word("part", "LFE5U-85F-6BG381C")?;
    let package = table.needed_word("package", "CABGA381")?.value;
    let speed = table.word("speed")?.map(|speed| speed.value).unwrap_or_default();
    let family = table.choice("tools", &families)?;
    let missing = || whole_error(&table, no_tools);
    let family = family.ok_or_else(missing)?;
    let capacity = Capacity {
        luts: table.needed_number("luts", "83_640")?.value.into(),
        ffs: table.needed_number("ffs", "83_640")?.value.into(),
        brams: table.needed_number("brams", "208")?.value.into(),
    };
    let bare = table.switch("bare")?;
    let complaint = |problem: String| table.error_at(&part, problem);
    if device_options(family, &part.value).is_none() {
        let known = FAMILY_PARTS.iter().find(|(known, _)| *known == family).map_or("", |(_, parts)| parts);
        let (part, tools) = (&part.value, family.name());
        return Err(complaint(format!("`part`: `{part}` is nothing {tools} builds for; write {known}")));
    }
    if family == Family::Ecp5 && !["6", "7", "8"].contains(&speed.as_str()) {
        return Err(complaint("`speed` of [device] is 6, 7 or 8 on ecp5; write speed = \"6\"".into()));
    }
    table.done()?;
    Ok(Device { part: part.value, package, speed, family, capacity, bare })
}

/// The room for each core that is named.
fn rooms(whole: &mut Table) -> Result<Vec<(&'static str, Room)>, BoardError> {
    let Some(mut table) = whole.table("cores")? else { return Ok(Vec::new()) };
    let mut rooms = Vec::new();
    for core in cores_of_boards() {
        let Some(found) = table.text_or_texts(core.name, "stack_depth=16")? else { continue };
        let mut room = Room::default();
        for text in &found.value {
            add(&mut room, core, text).map_err(|problem| table.error_at(&found, problem))?;
        }
        rooms.push((core.name, room));
    }
    table.done()?;
    Ok(rooms)
}

/// Adds a rule of a board file: `none`, settings that fit, or a lower bound on what the core
/// `takes` with some settings or with none.
fn add(room: &mut Room, core: &CoreInfo, text: &str) -> Result<(), String> {
    if text == "none" {
        room.too_large.push(TooLarge { settings: Vec::new(), takes: None });
        return Ok(());
    }
    let (words, takes) =
        text.split_once("takes ").map_or((text, None), |(words, takes)| (words, Some(takes)));
    let pair = |word: &str| {
        let (name, value) = word.split_once('=').ok_or_else(|| {
            format!(
                "`{word}` is no setting; write settings that fit such as \"stack_depth=8\", \"none\" if nothing fits, or \
                 \"stack_depth=64 takes 6_000 lookup tables\" for what is too large"
            )
        })?;
        Ok((name.to_string(), value.to_string()))
    };
    let pairs: Vec<(String, String)> = words.split_whitespace().map(pair).collect::<Result<_, String>>()?;
    Settings::parse(core, &pairs).map_err(|error| error.to_string())?;
    match takes {
        Some(takes) => {
            let takes = Some(amount(takes)?);
            room.too_large.push(TooLarge { settings: pairs, takes });
        }
        None if room.fits.is_none() => room.fits = Some(pairs),
        None => return Err("the settings that fit are there already; write the largest alone".into()),
    }
    Ok(())
}

/// Reads a number and a resource: `6_000 lookup tables`.
fn amount(text: &str) -> Result<(u64, Countable), String> {
    let amount = text.split_once(' ').and_then(|(number, what)| {
        let number = number.replace('_', "").parse().ok()?;
        let countable = Countable::ALL.into_iter().find(|countable| countable.name() == what.trim())?;
        Some((number, countable))
    });
    amount.ok_or_else(|| {
        let countables = Countable::ALL.map(Countable::name).join(", ");
        format!("`{text}` is no amount; write a number and one of {countables}, such as 6_000 lookup tables")
    })
}

fn whole_error(table: &Table, wanted: &str) -> BoardError {
    table.error(format!("`tools` of [device] is missing; write tools = \"...\" with {wanted}"))
}

/// Reads pins, each of them once.
struct Reader<'a> {
    source: Source<'a>,
    device: &'a Device,
    /// Pins that have a use, with what for.
    taken: Vec<(String, String)>,
}

impl Reader<'_> {
    fn clock(&mut self, whole: &mut Table) -> Result<Clock, BoardError> {
        let mut table = whole.needed_table("clock", "[clock] with pin and hz")?;
        let At { value: board_hz, span } = table.needed_number("hz", "25_000_000")?;
        let core_hz = table.number("core_hz")?;
        let pin = self.pin(&mut table, "pin", "clock")?;
        table.done()?;
        let core = core_hz.clone().unwrap_or(At { value: board_hz, span });
        if !CLOCKS.contains(&core.value) {
            let key = if core_hz.is_some() { "core_hz" } else { "hz" };
            let problem = format!(
                "`{key}` of [clock] is {} Hz, and a machine runs at 1 MHz to 1 GHz; write {key} = 25_000_000 for 25 MHz",
                core.value
            );
            return Err(self.source.error(core.span, problem));
        }
        let Some(At { value: core_hz, span }) = core_hz.filter(|core| core.value != board_hz) else {
            return Ok(Clock { pin, board_hz, core_hz: board_hz, dividers: None });
        };
        let family = self.device.family;
        let dividers = Dividers::find(family, board_hz.into(), core_hz.into()).map_err(|nearest| {
            let mend = match nearest {
                Some(hz) => format!("the nearest it makes is {hz}"),
                None => "leave `core_hz` out, and the core runs at the board's".into(),
            };
            let (tools, problem) = (family.name(), "cannot be made of");
            self.source
                .error(span, format!("`core_hz`: {core_hz} Hz {problem} {board_hz} Hz on {tools}; {mend}"))
        })?;
        Ok(Clock { pin, board_hz, core_hz, dividers: Some(dividers) })
    }

    fn uart(&mut self, whole: &mut Table, clock: &Clock) -> Result<Uart, BoardError> {
        let mut table = whole.needed_table("uart", "[uart] with rx, tx and baud")?;
        let baud = table.needed_number("baud", "115_200")?;
        let standard = self.standard(&mut table)?;
        let rx = self.named(&mut table, "rx", "uart rx")?;
        let tx = self.named(&mut table, "tx", "uart tx")?;
        table.done()?;
        check_baud(clock.core_hz, baud.value).map_err(|problem| self.source.error(baud.span, problem))?;
        let pin = |name, pull| Pin { name, standard: standard.clone(), active_low: false, pull };
        // An open line reads as idle.
        Ok(Uart { rx: pin(rx, Some(Pull::Up)), tx: pin(tx, None), baud: baud.value })
    }

    fn leds(&mut self, whole: &mut Table) -> Result<Vec<(Led, Pin)>, BoardError> {
        let Some(mut table) = whole.table("leds")? else { return Ok(Vec::new()) };
        let standard = self.standard(&mut table)?;
        let active_low = active_low(&mut table)?;
        let mut leds = Vec::new();
        for led in Led::ALL {
            if let Some(name) = self.optional(&mut table, led.name(), led.name())? {
                let pin = Pin { name: Some(name), standard: standard.clone(), active_low, pull: None };
                leds.push((led, pin));
            }
        }
        table.done()?;
        Ok(leds)
    }

    /// A section of one pin.
    fn whole_pin(&mut self, mut table: Table) -> Result<Pin, BoardError> {
        let pin = self.pin(&mut table, "pin", "reset")?;
        table.done()?;
        Ok(pin)
    }

    fn pin(&mut self, table: &mut Table, key: &'static str, what: &str) -> Result<Pin, BoardError> {
        let name = self.named(table, key, what)?;
        let standard = self.standard(table)?;
        let pull = table.choice("pull", standard::pulls(self.device.family))?;
        let active_low = what != "clock" && active_low(table)?;
        Ok(Pin { name, standard, active_low, pull })
    }

    /// The I/O standard, one that the family's tools know. Only a bare device may leave it to the
    /// tools; the tools of iCE40 take none.
    fn standard(&self, table: &mut Table) -> Result<Option<String>, BoardError> {
        let known = standard::standards(self.device.family);
        let Some(usual) = known.first() else {
            let Some(found) = table.text("standard")? else { return Ok(None) };
            let tools = self.device.family.name();
            return Err(table.error_at(&found, format!("{tools} takes no `standard`; leave it out")));
        };
        let words: Vec<(&str, &str)> = known.iter().map(|&name| (name, name)).collect();
        match table.choice("standard", &words)? {
            None if !self.device.bare => Err(table.missing("standard", &format!("standard = \"{usual}\""))),
            chosen => Ok(chosen.map(str::to_string)),
        }
    }

    /// A pin that only a bare device can do without.
    fn named(
        &mut self,
        table: &mut Table,
        key: &'static str,
        what: &str,
    ) -> Result<Option<String>, BoardError> {
        if self.device.bare {
            return self.optional(table, key, what);
        }
        let example = if matches!(self.device.family, Family::Ice40 | Family::Gowin) { "35" } else { "G2" };
        let pin = table.needed_word(key, example)?;
        self.checked(pin, what).map(Some)
    }

    fn optional(
        &mut self,
        table: &mut Table,
        key: &'static str,
        what: &str,
    ) -> Result<Option<String>, BoardError> {
        table.text(key)?.map(|pin| self.checked(pin, what)).transpose()
    }

    fn checked(&mut self, pin: At<String>, what: &str) -> Result<String, BoardError> {
        let At { value, span } = pin;
        if let Some(problem) = package::problem(&self.device.package, &value) {
            return Err(self.source.error(span, format!("{what}: {problem}")));
        }
        if let Some((_, other)) = self.taken.iter().find(|(taken, _)| *taken == value) {
            let problem = format!("{what}: pin {value} is {other} already; give each its own");
            return Err(self.source.error(span, problem));
        }
        self.taken.push((value.clone(), what.into()));
        Ok(value)
    }
}

fn active_low(table: &mut Table) -> Result<bool, BoardError> {
    Ok(table.choice("active", &[("high", false), ("low", true)])?.unwrap_or(false))
}

/// Whether a whole number of clock cycles gives this baud rate within 2 %.
fn check_baud(clock_hz: u32, baud: u32) -> Result<(), String> {
    let cycles = (u64::from(clock_hz) + u64::from(baud) / 2) / u64::from(baud.max(1));
    if cycles < u64::from(FEWEST_TICKS) {
        let most = clock_hz / FEWEST_TICKS;
        return Err(format!(
            "`baud`: {baud} of a clock of {clock_hz} Hz leaves fewer than {FEWEST_TICKS} cycles a bit; choose at most {most}"
        ));
    }
    if cycles > u64::from(MOST_TICKS) {
        let least = clock_hz.div_ceil(MOST_TICKS);
        return Err(format!(
            "`baud`: {baud} of a clock of {clock_hz} Hz takes more than {MOST_TICKS} cycles a bit; choose at least {least}"
        ));
    }
    let made = f64::from(clock_hz) / cycles as f64;
    let off = (made / f64::from(baud) - 1.0).abs() * 100.0;
    if off > BAUD_PERCENT {
        return Err(format!(
            "`baud`: {cycles} cycles of {clock_hz} Hz make {made:.0}, {off:.1} % off {baud}, and {BAUD_PERCENT} % are \
             allowed; choose a rate that divides the clock"
        ));
    }
    Ok(())
}
