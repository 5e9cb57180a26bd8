//! The test that a machine fits a device, by counts, before placement.

#[cfg(test)]
mod tests;

use std::fmt;

use serde::Serialize;

use super::{BuildError, CircuitBoard};
use crate::cores::{CoreInfo, ParameterInfo, Setting, Settings, SettingsError, cores, program};
use crate::synth::Resources;

/// The resources of a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Capacity {
    /// Lookup tables, of however many inputs the family's have.
    pub luts: u64,
    /// Flip-flops.
    pub ffs: u64,
    /// Block memories.
    pub brams: u64,
}

/// Parameters of a core with their values, as written after `--set`.
pub type Pairs = Vec<(String, String)>;

/// The room of a board for a core whose defaults are too large for it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Room {
    /// The largest settings that were placed, if any; all others keep their defaults.
    pub fits: Option<Pairs>,
    /// The settings that are too large whatever else is set, smallest first.
    pub too_large: Vec<TooLarge>,
}

/// Settings that are too large; every larger value is too large as well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// The settings. Empty if the core is too large at its smallest.
    pub settings: Pairs,
    /// The resources of the core with these settings and all others at their smallest, if counted.
    pub takes: Option<(u64, Countable)>,
}

/// A resource of which a device has many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Countable {
    /// Pairs of a lookup table and a flip-flop, as in iCE40.
    Cells,
    /// Lookup tables.
    Tables,
    /// Flip-flops.
    FlipFlops,
    /// Block memories.
    Memories,
}

impl Countable {
    pub(super) const ALL: [Self; 4] = [Self::Cells, Self::Tables, Self::FlipFlops, Self::Memories];

    /// The plural name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Cells => "logic cells",
            Self::Tables => "lookup tables",
            Self::FlipFlops => "flip-flops",
            Self::Memories => "block memories",
        }
    }

    fn of(self, capacity: Capacity) -> u64 {
        match self {
            Self::Cells | Self::Tables => capacity.luts,
            Self::FlipFlops => capacity.ffs,
            Self::Memories => capacity.brams,
        }
    }
}

/// A resource of which a machine needs too much.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortage {
    /// The name of the resource.
    pub what: String,
    /// The number needed.
    pub needed: u64,
    /// The number available.
    pub available: u64,
    /// True if the count is a lower bound.
    pub at_least: bool,
}

impl fmt::Display for Shortage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, needed, available, at_least } = self;
        let least = if *at_least { " at least" } else { "" };
        if needed > available {
            write!(f, "it takes {needed} {what}{least}, and the device has {available}")
        } else {
            write!(f, "it takes {needed} of {available} {what}{least}, and the placer finds no place for all")
        }
    }
}

impl CircuitBoard {
    /// The settings of a core on this board, and the parameters among them that are the board's
    /// choice. A parameter that is not given gets the largest value known to fit.
    ///
    /// # Errors
    /// A parameter the core does not have, or a value out of its range.
    pub fn settings(
        &self,
        core: &CoreInfo,
        given: &[(String, String)],
    ) -> Result<(Settings, Pairs), SettingsError> {
        let fits = self.room(core).and_then(|room| room.fits.as_ref());
        let is_free = |(name, _): &&(String, String)| given.iter().all(|(known, _)| known != name);
        let chosen = fits.into_iter().flatten().filter(is_free);
        let chosen: Pairs = chosen.filter(|(name, _)| has_effect(core, given, name)).cloned().collect();
        let all: Vec<&(String, String)> = given.iter().chain(&chosen).collect();
        let pairs: Vec<(&str, &str)> =
            all.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        Ok((Settings::parse(core, &pairs)?, chosen))
    }

    /// The entry of the board's file about the room for a core; `None` if its defaults fit or
    /// nobody knows.
    fn room(&self, core: &CoreInfo) -> Option<&Room> {
        self.rooms.iter().find(|(name, _)| *name == core.name).map(|(_, room)| room)
    }

    /// Refuses settings of a core that the board's file says are too large for it.
    ///
    /// # Errors
    /// [`BuildError::DoesNotFit`], with the settings that fit.
    pub fn has_room(&self, core: &CoreInfo, settings: &Settings) -> Result<(), BuildError> {
        let Some(room) = self.room(core) else { return Ok(()) };
        let mut refusing = room.too_large.iter().filter(|too_large| too_large.is_within(core, settings));
        let Some(TooLarge { takes, .. }) = refusing.next_back() else { return Ok(()) };
        let shortage = takes.map(|(needed, countable)| Shortage {
            what: countable.name().into(),
            needed,
            available: countable.of(self.device.capacity),
            at_least: true,
        });
        Err(does_not_fit(self, core, settings, shortage))
    }
}

/// True if a parameter has an effect beside the given ones.
fn has_effect(core: &CoreInfo, given: &[(String, String)], name: &str) -> bool {
    let parameter = |name: &str| core.parameters.iter().find(|known| known.name == name);
    let Some((other, needed)) = parameter(name).and_then(|known| known.only_with) else { return true };
    let value = given.iter().find(|(known, _)| known == other).map(|(_, value)| value.clone());
    value.or_else(|| Some(parameter(other)?.default.to_string())).is_some_and(|value| value == needed)
}

impl TooLarge {
    /// True if the settings are at least as large as these.
    fn is_within(&self, core: &CoreInfo, settings: &Settings) -> bool {
        let Ok(limits) = Settings::parse(core, &self.settings) else { return false };
        let reached = |(name, _): &(String, String)| {
            let parameter = core.parameters.iter().find(|known| known.name == name);
            let values = settings.get(name).zip(limits.get(name));
            parameter.zip(values).is_some_and(|(parameter, (set, limit))| reaches(parameter, set, limit))
        };
        self.settings.iter().all(reached)
    }
}

/// True if a machine with this value is at least as large as with the other.
fn reaches(parameter: &ParameterInfo, value: &Setting, limit: &Setting) -> bool {
    match (value, limit, &parameter.smallest) {
        (Setting::Number(value), Setting::Number(limit), Some(Setting::Number(smallest))) => {
            value.abs_diff(*smallest) >= limit.abs_diff(*smallest)
        }
        (_, limit, smallest) => value == limit || smallest.as_ref() == Some(limit),
    }
}

/// Compares what a machine takes with what the board's device has.
///
/// # Errors
/// [`BuildError::DoesNotFit`], with the parameters of the core that would make it smaller.
pub fn check_fit(
    board: &CircuitBoard,
    core: &CoreInfo,
    settings: &Settings,
    taken: &Resources,
) -> Result<(), BuildError> {
    let needs = [
        (Countable::Tables, taken.luts()),
        (Countable::FlipFlops, taken.ff),
        (Countable::Memories, taken.bram),
    ];
    let needs = needs.map(|(countable, needed)| (countable, needed, countable.of(board.device.capacity)));
    let Some((countable, needed, available)) =
        needs.into_iter().find(|(_, needed, available)| needed > available)
    else {
        return Ok(());
    };
    let shortage = Shortage { what: countable.name().into(), needed, available, at_least: false };
    Err(too_small(board, core, settings, shortage))
}

/// The error for a machine that needs more than the device has.
pub(super) fn too_small(
    board: &CircuitBoard,
    core: &CoreInfo,
    settings: &Settings,
    shortage: Shortage,
) -> BuildError {
    does_not_fit(board, core, settings, Some(shortage))
}

fn does_not_fit(
    board: &CircuitBoard,
    core: &CoreInfo,
    settings: &Settings,
    shortage: Option<Shortage>,
) -> BuildError {
    BuildError::DoesNotFit {
        core: core.name,
        board: board.name.clone(),
        part: board.device.part.clone(),
        shortage,
        mend: mend(board, core, settings),
    }
}

/// The remedy that always helps.
fn larger_board() -> String {
    format!("choose a larger board (`{} boards`)", program())
}

/// The remedy: the largest settings that fit, or the parameters that are not at their smallest, and
/// the cores with fewer squares.
fn mend(board: &CircuitBoard, core: &CoreInfo, settings: &Settings) -> String {
    let known = match board.room(core) {
        Some(Room { fits: Some(fits), .. }) if fits.iter().any(|pair| !is_set(settings, pair)) => {
            let words: Vec<String> =
                fits.iter().map(|(name, value)| format!("--set {name}={value}")).collect();
            Some(format!("choose {}, the largest known to fit", words.join(" ")))
        }
        // No setting helps.
        Some(Room { too_large, .. }) if too_large.iter().any(|too_large| too_large.settings.is_empty()) => {
            None
        }
        Some(_) | None => shrink(core, settings),
    };
    let mends = known.into_iter().chain(smaller(core)).chain([larger_board()]);
    mends.collect::<Vec<_>>().join(", or ")
}

fn is_set(settings: &Settings, (name, value): &(String, String)) -> bool {
    settings.get(name).is_some_and(|set| set.to_string() == *value)
}

/// The parameters that are not at their smallest.
fn shrink(core: &CoreInfo, settings: &Settings) -> Option<String> {
    let words = core.parameters.iter().filter_map(|known| {
        let smallest =
            known.smallest.as_ref().filter(|smallest| settings.get(known.name) != Some(*smallest))?;
        Some(format!("--set {}={smallest}", known.name))
    });
    let words: Vec<String> = words.collect();
    (!words.is_empty()).then(|| format!("make it smaller with {}", words.join(" ")))
}

/// The cores of fewer squares, if there are any.
fn smaller(core: &CoreInfo) -> impl Iterator<Item = String> {
    let squares = |core: &CoreInfo| core.game.squares();
    let own = squares(core);
    let is_smaller = |other: &&CoreInfo| squares(other).is_some_and(|few| Some(few) < own);
    let names: Vec<&str> = cores().filter(is_smaller).map(|other| other.name).collect();
    (!names.is_empty()).then(|| format!("build {}", names.join(" or "))).into_iter()
}
