use std::collections::BTreeSet;

use super::Control;
use crate::describe::differential::differential;

/// rust-hdl's simulation against that of the module the control is lowered to, on random stimulus.
#[test]
fn the_control_is_lowered_right() {
    let mut states = BTreeSet::new();
    differential(
        Control::default(),
        "search_control",
        10_000,
        |cell, draw| {
            states.insert(format!("{:?}", cell.state.q.val()));
            cell.command_valid.next = draw.value();
            cell.command.next = draw.value();
            cell.response_ready.next = draw.value();
            cell.depth_fits.next = draw.value();
            cell.wants_pass.next = draw.value();
            cell.may_pass.next = draw.value();
            cell.at_root.next = draw.value();
            cell.last.next = draw.value();
            cell.over.next = draw.value();
            cell.killer_known.next = draw.value();
            cell.is_killer.next = draw.value();
            cell.held_pass.next = draw.value();
            cell.move_ready.next = draw.value();
            cell.no_more.next = draw.value();
            cell.list_fits.next = draw.value();
            cell.listed_ready.next = draw.value();
            cell.evaluating.next = draw.value();
            cell.value_valid.next = draw.value();
            cell.value_cuts.next = draw.value();
            cell.value_refutes.next = draw.value();
            cell.value_bare.next = draw.value();
            cell.replies.next = draw.value();
            cell.deepens.next = draw.value();
            cell.stop.next = (0..4).all(|_| draw.value());
            cell.settling.next = draw.value();
            cell.window_closed.next = draw.value();
            cell.top_killing.next = draw.value();
            cell.top_listed.next = draw.value();
            cell.top_killed.next = draw.value();
            cell.unclaimed.next = draw.value();
            cell.may_claim.next = draw.value();
            cell.all_done.next = draw.value();
            cell.reset.next = (0..6).all(|_| draw.value());
        },
        Some(|cell, level| cell.clock.next = level.into()),
    );
    assert_eq!(states.len(), 20, "every state is visited: {states:?}");
}
