//! The steps of a turn, around the passes that work on its node.

use super::intake::Intake;
use super::outcome::Outcome;
use super::outside::Outside;
use super::recall::Recall;
use super::sizes::Sizes;
use super::turn::Turn;
use crate::describe::{Builder, Bundle, ModuleHandle, Outputs, Wire, concat, mux};
use crate::pairs::Paired;

/// The steps of a turn.
pub struct Steps {
    /// The state of the thread.
    pub turn: Turn,
    /// The request, when it is answered.
    pub recall: Recall,
    /// The consequences of the answer.
    pub outcome: Outcome,
    /// The destinations of positions.
    pub intake: Intake,
}

impl Steps {
    /// Places the passes, which think the node over. Gives the item that may come of it, for the
    /// queue, and what the passes say.
    pub fn think<G: Paired>(
        &self,
        b: &Builder,
        passes: &ModuleHandle,
        sizes: &Sizes,
        outside: &Outside<G::Board>,
    ) -> (Wire, Outputs) {
        let Self { turn, recall, outcome, intake } = self;
        let mut instance = b.instance("passes", passes);
        let mut coming_item =
            vec![mux(&intake.taking, &outside.work_height, &outcome.height), intake.free_head.clone()];
        if sizes.shared {
            // The root is taken as if what arrives on other files than its own had been tried.
            let share = b.input("share", G::FILES).comment("files of the root whose moves are this pair's");
            let work_shared =
                b.input("work_shared", 1).comment("the item is the root, of which all pairs have a copy");
            let others =
                (turn.work_head.bit(sizes.work_width() - 1).repeat(G::FILES) & !share).named("others_files");
            let taken = (turn.takes.repeat(G::FILES) & !others).named("taken_files");
            let fresh = (taken | turn.untouched.repeat(G::FILES)).later("fresh_files");
            instance = instance.input("fresh_files", &fresh);
            coming_item.insert(0, &*intake.taking & &work_shared);
        }
        let load = outside.work_board.connections("load_");
        let below = sizes.node_of(&outcome.thread, &outcome.ply);
        let outputs = instance
            .input("node", &turn.node.later("node_at"))
            .input("fresh", &(&turn.takes | &turn.untouched).later("fresh"))
            .input("node_write", &(&intake.keeps_here | &intake.loads))
            .input("node_address", &mux(&intake.free_there, &intake.free_head, &below))
            .input("left_write", &(&recall.was.active & &turn.beginning.awake))
            .input("left_address", &recall.at)
            .input("load", &intake.may_take)
            .inputs(load.iter().map(|(name, wire)| (name.as_str(), wire.clone())))
            .drives("found", &outcome.found)
            .drives("last", &outcome.last);
        let outputs = outputs.outputs();
        (concat(&coming_item), outputs)
    }
}
