//! Whether a machine fits a device, counted before anything is placed.

use serde::Serialize;

use super::{Board, BuildError};
use crate::cores::{CoreInfo, Settings, cores};
use crate::synth::Resources;

/// What a device has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Capacity {
    /// Lookup tables, of however many inputs the family's have.
    pub luts: u64,
    /// Flip-flops.
    pub ffs: u64,
    /// Block memories.
    pub brams: u64,
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

/// What is not there in sufficient number: its name, how many are needed, how many there are.
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
        mend: mend(core, settings),
    }
}

/// The parameters that are not at their smallest, and the cores of fewer squares.
fn mend(core: &CoreInfo, settings: &Settings) -> String {
    let shrink = core.parameters.iter().filter_map(|known| {
        let smallest =
            known.smallest.as_ref().filter(|smallest| settings.get(known.name) != Some(*smallest))?;
        Some(format!("--set {}={smallest}", known.name))
    });
    let shrink: Vec<String> = shrink.collect();
    let squares = |core: &CoreInfo| core.player().ok().map(|player| player.board.squares());
    let is_smaller = |other: &&CoreInfo| squares(other).is_some_and(|few| Some(few) < squares(core));
    let smaller: Vec<&str> = cores().iter().filter(is_smaller).map(|other| other.name).collect();
    let mut mends = Vec::new();
    if !shrink.is_empty() {
        mends.push(format!("make it smaller with {}", shrink.join(" ")));
    }
    if !smaller.is_empty() {
        mends.push(format!("build {}", smaller.join(" or ")));
    }
    mends.push("choose a larger board (`movewright boards`)".into());
    mends.join(", or ")
}
