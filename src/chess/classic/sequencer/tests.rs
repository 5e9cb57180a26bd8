//! rust-hdl's simulation of the control against that of its lowered module, on random stimulus.

use std::collections::BTreeSet;

use super::Sequencer;
use crate::describe::differential::{Draw, differential};

/// Random values for these inputs.
macro_rules! draw {
    ($cell:ident, $draw:ident, $($input:ident),+ $(,)?) => { $($cell.$input.next = $draw.value();)+ };
}

/// True once in 64 times on average, so that long ways are walked.
fn seldom(draw: &mut Draw) -> bool {
    (0..6).all(|_| draw.value())
}

#[test]
fn sequencer() {
    let mut states = BTreeSet::new();
    differential(
        Sequencer::default(),
        "sequencer",
        30_000,
        |cell, draw| {
            states.insert(format!("{:?}", cell.state.q.val()));
            draw!(
                cell,
                draw,
                command_valid,
                command,
                response_ready,
                below,
                above,
                depth_fits,
                depth_zero,
                at_root,
                leaf,
                legality,
                victim_empty,
                aggressor_none,
                several,
                castle_found,
                misfit,
                on_line,
                promotable,
                en_passant,
                last_promotion,
                attacked,
                checking,
                move_castle,
                move_last,
                move_last_promotion,
                move_phase,
                victim_none,
            );
            cell.reset.next = seldom(draw);
            cell.victim_king.next = seldom(draw);
            // The mode stays for a while.
            if seldom(draw) {
                cell.checks_first.next = draw.value();
            }
        },
        Some(|cell, level| cell.clock.next = level.into()),
    );
    assert_eq!(states.len(), 18, "every state is visited: {states:?}");
}
