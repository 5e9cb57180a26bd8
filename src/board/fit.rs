//! The test that a machine fits a device, by counts, before placement.

use serde::Serialize;

use super::{Board, BuildError};
use crate::cores::{CoreInfo, Settings, SettingsError, cores};
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

/// The room of a board for a core whose defaults are too large for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Room {
    /// For the core with these parameters, names and values: the largest that were placed.
    With(Vec<(String, String)>),
    /// No settings of the core fit.
    None,
}

impl Board {
    /// The settings of a core on this board, and the parameters among them that are the board's
    /// choice. A parameter that is not given gets the largest value that fits.
    ///
    /// # Errors
    /// A parameter the core does not have, or a value out of its range.
    pub fn settings(
        &self,
        core: &CoreInfo,
        given: &[(String, String)],
    ) -> Result<(Settings, Vec<(String, String)>), SettingsError> {
        let chosen: Vec<(String, String)> = match self.room(core) {
            Some(Room::With(parameters)) => {
                let is_free = |(name, _): &&(String, String)| given.iter().all(|(known, _)| known != name);
                parameters.iter().filter(is_free).cloned().collect()
            }
            Some(Room::None) | None => Vec::new(),
        };
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

    /// Refuses a core that the board has no room for.
    ///
    /// # Errors
    /// [`BuildError::NoRoom`].
    pub fn has_room(&self, core: &CoreInfo) -> Result<(), BuildError> {
        if self.room(core) != Some(&Room::None) {
            return Ok(());
        }
        let mends: Vec<String> = smaller(core).chain([LARGER_BOARD.to_string()]).collect();
        Err(BuildError::NoRoom {
            core: core.name,
            board: self.name.clone(),
            part: self.device.part.clone(),
            mend: mends.join(", or "),
        })
    }
}

/// Compares what a machine takes with what the board's device has.
///
/// # Errors
/// [`BuildError::DoesNotFit`], with the parameters of the core that would make it smaller.
pub fn check_fit(
    board: &Board,
    core: &CoreInfo,
    settings: &Settings,
    taken: &Resources,
) -> Result<(), BuildError> {
    let capacity = board.device.capacity;
    let needs = [
        ("lookup tables", taken.luts(), capacity.luts),
        ("flip-flops", taken.ff, capacity.ffs),
        ("block memories", taken.bram, capacity.brams),
    ];
    let Some((what, needed, available)) = needs.into_iter().find(|(_, needed, available)| needed > available)
    else {
        return Ok(());
    };
    Err(too_small(board, core, settings, (what, needed, available)))
}

/// The resource that is short: its name, the number needed, and the number available.
pub(super) fn too_small(
    board: &Board,
    core: &CoreInfo,
    settings: &Settings,
    (what, needed, available): (&str, u64, u64),
) -> BuildError {
    BuildError::DoesNotFit {
        core: core.name.into(),
        board: board.name.clone(),
        part: board.device.part.clone(),
        what: what.into(),
        needed,
        available,
        mend: mend(board, core, settings),
    }
}

/// The remedy that always helps.
const LARGER_BOARD: &str = "choose a larger board (`movewright boards`)";

/// The remedy: the board's own settings of the core, or the parameters that are not at their
/// smallest, and the cores with fewer squares.
fn mend(board: &Board, core: &CoreInfo, settings: &Settings) -> String {
    let known = match board.room(core) {
        Some(Room::With(parameters)) => {
            let words: Vec<String> =
                parameters.iter().map(|(name, value)| format!("{name}={value}")).collect();
            Some(format!("leave --set out: {} fits", words.join(" ")))
        }
        Some(Room::None) | None => shrink(core, settings),
    };
    let mends = known.into_iter().chain(smaller(core)).chain([LARGER_BOARD.to_string()]);
    mends.collect::<Vec<_>>().join(", or ")
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
