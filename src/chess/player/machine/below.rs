//! The position after a move: its value, or the node that it becomes.

use super::now::Now;
use super::selective::{Margin, REDUCTION, reduction_of};
use super::squares::{negative, value};
use super::turn::Child;
use crate::chess::player::rules::Rules;
use crate::describe::{Wire, mux};
use crate::search::Window;

/// The position after a move; 1 bit each, if not said otherwise.
#[derive(Clone)]
pub struct Below {
    /// Its value, 16 bits: that of a draw, or its evaluation.
    pub worth: Wire,
    /// Nothing is searched there: it has this value, or the move is left out.
    pub known: Wire,
    /// The move is left out.
    pub left_out: Wire,
    /// The value reaches beta.
    pub reaches: Wire,
    /// Plies left.
    pub depth: Wire,
    /// Plies that were taken off because the move came late.
    pub reduction: Wire,
    /// Alpha, 16 bits.
    pub first: Wire,
    /// Beta, 16 bits.
    pub beta: Wire,
    /// The value that closes the node above: 16 bits.
    pub floor: Wire,
    /// Quiet moves are left out.
    pub narrow: Wire,
    /// The node begins with a null move.
    pub may_pass: Wire,
}

impl Below {
    /// From the node, its window, and the position after its move. All but comparisons of the
    /// position's value is known before that value. Combinational.
    pub fn new(now: &Now, window: &Window, child: &Child, rules: &Rules) -> Self {
        let b = now.depth.builder();
        let (depth, reduction) = depth(now, child, rules);
        let (depth, reduction) = (depth.named("depth_below"), reduction.named("reduction_below"));
        let floor = negative(&window.beta).named("floor_below");
        // Of a null move, no more is asked than whether it cuts.
        let beta = mux(&now.null, &(&floor + &value(b, 1)), &window.beta_below()).named("beta_below");

        let calm = !&child.in_check;
        let drawn = (&child.too_little | (child.carry.is_fifty() & &calm)).named("drawn");
        let drawn = match &child.trail {
            Some(trail) => drawn | &trail.repeats,
            None => drawn,
        };
        let worth = child.value.when(&!&drawn).named("worth");
        let reaches = (!worth.lt_signed(&beta)).named("reaches_beta");
        let far = Margin::new(rules.reverse_futility, &depth, &beta);
        let enough = &far.asked & !worth.lt_signed(&(&beta + &far.margin));
        let nothing = depth.none() & reduction.none() & !&child.busy;
        let left_out = match rules.puts_off {
            true => &child.loses & &now.takes_only & !&child.pass.in_check & !(&drawn | &now.null),
            false => b.bit(false),
        };
        let left_out = left_out.named("left_out");
        let known = &drawn | &left_out | (&calm & (enough | nothing));

        let stands = (depth.none() & &calm).named("stands_pat");
        let short = Margin::new(rules.futility, &depth, &floor);
        let hopeless = &short.asked & !(&floor - &short.margin).lt_signed(&worth);
        let narrow = (hopeless & &calm & depth.any()).named("narrow_below");
        let first = mux(&(&stands & floor.lt_signed(&worth)), &worth, &floor);
        let deep = depth.slice(1, depth.width() - 1).any();
        let may_pass = match rules.null {
            0 => b.bit(false),
            _ => deep & calm & &reaches & &child.has_piece & !&now.null,
        };
        Self { worth, known, left_out, reaches, depth, reduction, first, beta, floor, narrow, may_pass }
    }
}

/// The plies left after the move, and those that are taken off because it comes late.
fn depth(now: &Now, child: &Child, rules: &Rules) -> (Wire, Wire) {
    let (pass, depth) = (&child.pass, &now.depth);
    let b = depth.builder();
    let plies = |plies: u32| b.constant(depth.width(), plies.into());
    let less = |by: u32| {
        let enough = !depth.lt(&plies(by));
        (depth - &plies(by)).when(&enough)
    };
    let takes = pass.found.captured.any() | &pass.passes;
    let late = match rules.reductions {
        true => reduction_of(rules, depth, &now.number),
        false => b.constant(REDUCTION, 0),
    };
    let quiet = !(takes | &pass.promotes | &pass.in_check | &child.in_check | &now.null);
    let late = late.when(&quiet);
    let checked = if rules.checks { depth.clone() } else { less(1) };
    let moved = mux(&child.in_check, &checked, &(&less(1) - &late.extend(depth.width())));
    let null = less(1 + rules.null.unsigned_abs());
    (mux(&now.null, &null, &moved), late)
}
