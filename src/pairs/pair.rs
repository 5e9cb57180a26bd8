//! Threads that walk through items, and the machine of passes they share, which counts the
//! positions they reach.
//!
//! A thread's turn has these steps, in the order of the cycles. [`Turn`] reads the place of the
//! thread. The passes work on its node. [`Recall`] reads the request again, three cycles ahead of
//! its answer. [`Outcome`] draws the consequences of the answer. [`Intake`] finds a place for the
//! position made, or for one from outside. [`go_on`] writes the new place of the thread. Beside the
//! turns stand the queues of [`Items`] and of their places, and the count.

mod beginning;
mod count;
mod ending;
mod intake;
mod items;
mod outcome;
mod outside;
mod recall;
mod sizes;
mod steps;
mod turn;

use self::beginning::Beginning;
use self::count::counted;
use self::ending::go_on;
use self::intake::Intake;
use self::items::{Items, Modules};
use self::outcome::Outcome;
use self::outside::Outside;
use self::recall::Recall;
use self::sizes::Sizes;
use self::steps::Steps;
use self::turn::Turn;
use super::Paired;
use super::options::PerftOptions;
use super::passes::{passes, pipes};
use crate::describe::{Builder, Bundle, ModuleHandle, Project};
use crate::parts::fifo::fifo;
use crate::stream::FastError;

/// The module, and the facts that its surroundings need.
pub struct Pair {
    /// The module.
    pub module: ModuleHandle,
    /// Its threads.
    pub threads: u32,
    /// Bits of a height.
    pub height_bits: u32,
    /// The most half moves below a position.
    pub deepest: u32,
    /// Cycles from a position to its count.
    pub counting: u32,
}

/// A pair. Items come in with `work`, and leave with `spare` if they are wanted. The counted moves
/// come out in every cycle.
///
/// # Errors
/// Fewer threads than the pipeline needs, no registers, or a defect in the description.
pub fn pair<G: Paired>(project: &mut Project, top: &str, options: &PerftOptions) -> Result<Pair, FastError> {
    let pipes = pipes::<G>(project, top, options.levels, options.pairs > 1)?;
    let sizes = Sizes::new(&pipes, options)?;
    let widths = sizes.widths;
    // No node is read that is being written: a thread's nodes were written cycles before its turn,
    // and an item was before the queue shows its place.
    let passes = passes::<G>(project, top, &pipes, sizes.nodes)?;
    let modules = Modules {
        places: fifo(project, &format!("{top}_free"), widths.node, sizes.items.next_power_of_two())?,
        work: fifo(project, &format!("{top}_work"), sizes.work_width(), sizes.items.next_power_of_two())?,
    };

    let threads = sizes.threads;
    let b = Builder::new(
        format!("{top}_pair"),
        format!(
            "{threads} threads that walk through game trees, and a counter of the last plies.\nEach works on an item: a position and the half moves to walk below it."
        ),
    );
    let outside = Outside::<G::Board>::inputs(&b, widths.ply);
    let places = sizes.stacks..sizes.stacks + sizes.items;
    let turn = Turn::new(&b, &sizes, Beginning::new(&b, threads, widths.node, places));
    let recall = Recall::new(&b, &sizes, &turn, &outside.work_valid);
    let outcome = Outcome::new(&b, &sizes, &turn, &recall);
    let intake = Intake::new(&b, &sizes, &outside, &turn, &recall, &outcome);
    let steps = Steps { turn, recall, outcome, intake };
    let (coming_item, outputs) = steps.think::<G>(&b, &passes, &sizes, &outside);
    let child = G::Board::from_outputs(&outputs, "made_");
    let Steps { turn, recall, outcome, intake } = &steps;
    let ended = go_on(turn, outcome, &intake.goes_below);
    let items = Items::keep(project, &b, &modules, &sizes, &steps, &ended, &coming_item)?;
    let counts = (&outcome.moved & &recall.parent).later_cleared("counts");
    let counted = counted(&b, sizes.shared, &counts, outputs.get("count"), sizes.counting);
    // No position is counted in a walk of one half move, so the two never meet.
    let leaves = &counted | (&outcome.moved & &recall.leaf).later("leaf_found").extend(G::COUNT_BITS);

    b.output("work_held", &intake.looked_at).comment("the item that waits is looked at, and has to stay");
    b.output("work_taken", &intake.loads).comment("it has come in");
    b.output("hungry", &recall.few).comment("few items wait");
    b.output("idle", &items.idle()).comment("no item is held");
    b.output("spare_valid", &intake.spares).comment("an item is handed over in this cycle");
    b.output("spare_height", &outcome.height).comment("half moves to be walked below it");
    child.output(&b, "spare_");
    b.output("leaves", &leaves.later("leaves_found")).comment("leaves found in this cycle");
    b.output("made", &outcome.moved.later("move_made")).comment("an inner node's move was made");
    Ok(Pair {
        module: project.add(b)?,
        threads,
        height_bits: widths.ply,
        deepest: options.deepest(),
        counting: sizes.counting,
    })
}
