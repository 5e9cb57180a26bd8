//! The configuration of an ECP5 as text: that which nextpnr wrote, and that which `ecpunpack` reads
//! from the bitstream.

use std::collections::BTreeMap;

/// What is compared of a configuration: the wires, tables and settings of tiles with logic, and the
/// contents of block memories.
#[derive(Debug, Default)]
struct Configuration<'a> {
    /// The source of each wire, by tile and wire.
    arcs: Values<'a>,
    /// Words of bits, by tile and name, unless all their bits are set: so is a table that is
    /// unused.
    words: Values<'a>,
    /// Settings, by tile and name.
    settings: Values<'a>,
    /// Lines of block memories.
    memories: BTreeMap<&'a str, Vec<&'a str>>,
}

/// The beginnings of headers.
const TILE: &str = ".tile ";
const MEMORY: &str = ".bram_init ";

/// Tiles with slices of logic. Those of pins have several names for one setting.
const LOGIC: &str = ":PLC2";

/// The wires at the outputs of slices: from where they come by default is not written.
const OUTPUTS: [&str; 8] = ["F0", "F1", "F2", "F3", "F4", "F5", "F6", "F7"];

impl<'a> Configuration<'a> {
    fn of(text: &'a str) -> Self {
        let mut found = Self::default();
        let mut header = "";
        for line in text.lines().map(str::trim) {
            match line {
                "" => header = "",
                _ if line.starts_with('.') => header = line,
                _ => found.take(header, line),
            }
        }
        found
    }

    fn take(&mut self, header: &'a str, line: &'a str) {
        if let Some(memory) = header.strip_prefix(MEMORY) {
            self.memories.entry(memory).or_default().push(line);
            return;
        }
        let Some(tile) = header.strip_prefix(TILE).filter(|tile| tile.ends_with(LOGIC)) else { return };
        let mut words = line.split_whitespace();
        let (Some(kind), Some(name), Some(value)) = (words.next(), words.next(), words.next()) else {
            return;
        };
        match kind {
            "arc:" if !OUTPUTS.contains(&name) => self.arcs.insert([tile, name], value),
            "word:" if value.contains('0') => self.words.insert([tile, name], value),
            "enum:" => self.settings.insert([tile, name], value),
            _ => None,
        };
    }
}

/// The first place at which the configuration that was read is not that which was written; `None`
/// if there is none. Settings are compared that both have: each leaves out those that it takes for
/// the usual ones.
pub(in crate::board::bitstream) fn difference(written: &str, read: &str) -> Option<String> {
    let [written, read] = [written, read].map(Configuration::of);
    let memories = || {
        let mut names = written.memories.keys().chain(read.memories.keys());
        let other = names.find(|name| written.memories.get(*name) != read.memories.get(*name))?;
        Some(format!("block memory {other} has other contents than nextpnr wrote"))
    };
    first("table", &written.words, &read.words, true)
        .or_else(|| first("wire", &written.arcs, &read.arcs, true))
        .or_else(|| first("setting", &written.settings, &read.settings, false))
        .or_else(memories)
}

/// Values by tile and name.
type Values<'a> = BTreeMap<[&'a str; 2], &'a str>;

/// The first value that is another; if `all`, one that is missing is another too.
fn first(what: &str, written: &Values, read: &Values, all: bool) -> Option<String> {
    let other = |place: &&[&str; 2]| match (written.get(*place), read.get(*place)) {
        (Some(expected), Some(found)) => expected != found,
        _ => all,
    };
    let place = written.keys().chain(read.keys()).find(other)?;
    let said = |of: &Values| of.get(place).map_or("nothing".to_string(), ToString::to_string);
    let ([tile, name], expected, found) = (place, said(written), said(read));
    Some(format!("{what} {name} of tile {tile} is {found}, where nextpnr wrote {expected}"))
}
