//! The pipeline.

use super::logic::{logic, planes_of_bytes};
use crate::describe::{Builder, EveryCycle, EveryCycleOptions, every_cycle_from};
use crate::stream::FastError;

/// A machine that takes a board of bytes in every clock cycle, and gives the pieces that check the
/// king of the side to move, those that block a check, and those that are pinned, a fixed number of
/// cycles later.
///
/// # Errors
/// No registers are asked for (`levels` 0), nothing is called like one of the cuts, or a defect in
/// the description.
pub fn check(options: &EveryCycleOptions) -> Result<EveryCycle, FastError> {
    let (mut project, pipe) = options.begin(logic)?;
    let latency = pipe.latency;
    let top = Builder::new(
        options.top(),
        format!(
            "Finds the pieces that check a king of shogi, in every clock cycle those of another board.\nThey come {latency} cycles after the board."
        ),
    );
    let outputs = [
        ("checkers", "enemy pieces that attack the king of the side to move"),
        ("blockers", "pieces alone between that king and an enemy slider of that line"),
        ("pinned", "own pieces among the blockers"),
    ];
    let ready = ("found_valid", "there are pieces found");
    let latency =
        every_cycle_from(&mut project, top, &pipe, ("a board is there", planes_of_bytes), ready, &outputs)?;
    Ok(EveryCycle { design: project.finish()?, latency })
}
