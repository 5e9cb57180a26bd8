//! The control state machine in each cycle: one part for each state, and the parts that hold in
//! every cycle.

mod array;
mod commands;
mod discover;
mod every_cycle;
mod find;
mod moves;
mod tests_of_moves;

use super::{Sequencer, State};
use crate::describe::kernel;

kernel! {
    Sequencer: Quiet, Silent, Undecided;
    match state: State {
        Idle,
        Look, Victim, Aggressor,
        Make, CastleTest, Rook,
        Test, CheckTest, Judge,
        Undo, UndoRook,
        Discoverer, Lift, DiscovererVictim, DiscovererMake,
        Leave, Respond
    };
    Tested, Exhausted, TakenBack, NodeBegun, Reset, Kept, NextFind, Find
}
