//! The root that several cores share, as one of them sees it: which of its moves this core
//! searches, and what the others have found.
//!
//! Every core goes through all moves of the root in the same order, and numbers them. It searches
//! the moves that it claims, and skips the moves that another core has. [`super::shared`] has the
//! other side.

use super::kept::Kept;
use super::tree::Tree;
use crate::describe::{Builder, Bundle, Connections, Outputs, RegisterBuilder, Wire, concat, mux};
use crate::search::{Opening, SharedRoot};

/// Bits of the number of a root move: there are 13,729 placements on the board.
pub const NUMBER: u32 = 14;

/// Names of the counted events, as ports.
pub const EVENTS: [&str; 4] = ["node", "leaf", "sorted_leaf", "searching"];

/// The inputs of a core from the others, and the values that it shows them.
pub struct Root {
    /// The core's turn to claim, and to report.
    turn: Wire,
    /// The root moves that came here.
    passed: RegisterBuilder,
    all_done: Wire,
    /// The root moves that are claimed, and the best value of all cores.
    pub shared: SharedRoot,
    /// The move of that value.
    best: Wire,
    /// The best of this core's own moves: its value, and its number.
    own_value: RegisterBuilder,
    own_number: RegisterBuilder,
}

impl Root {
    /// Ports and registers of a core. Values are `width` bits wide.
    pub fn new(b: &Builder, width: u32) -> Self {
        let turn = b.input("turn", 1).comment("this core may claim a move of the root");
        let claimed = b.input("claimed", NUMBER).comment("moves of the root that a core has");
        let passed = b.register("root_moves", NUMBER).comment("moves of the first node that came by");
        let all_done = b.input("all_done", 1).comment("all cores are through with the root");
        let value = b.input("shared_value", width).comment("the greatest value of a root move so far");
        let beta =
            b.input("shared_beta", width).comment("the smallest value that is too good for the opponent");
        Self {
            turn,
            passed,
            all_done,
            shared: SharedRoot { claimed, value, beta },
            best: b.input("shared_best", Kept::width() + 1).comment("the move of that value"),
            own_value: b.register("best_value", width).comment("of the moves that this core searched"),
            own_number: b.register("best_number", NUMBER),
        }
    }

    /// The inputs of a control without other cores: everything is its own.
    pub fn alone(b: &Builder, control: Connections) -> Connections {
        ["claims", "yields", "done"].into_iter().fold(
            control
                .input("unclaimed", &b.bit(true))
                .input("may_claim", &b.bit(true))
                .input("all_done", &b.bit(true)),
            Connections::leave_open,
        )
    }

    /// The inputs of the control.
    pub fn connect(&self, control: Connections) -> Connections {
        control
            .input("unclaimed", &self.shared.unclaimed(&self.passed))
            .input("may_claim", &self.turn)
            .input("all_done", &self.all_done)
    }

    /// The best move of all cores, whether it is a pass, and its value.
    pub fn found(&self) -> [Wire; 3] {
        [self.best.slice(0, Kept::width()), self.best.bit(Kept::width()), self.shared.value.clone()]
    }

    /// Keeps count of the root's moves from its opening on, and the value and number of the best.
    pub fn keep(
        &self,
        Opening { opens: start, window }: &Opening,
        on: &Outputs,
        better: &Wire,
        value: &Wire,
    ) {
        let passes = on.get("claims") | on.get("yields");
        SharedRoot::counted(&self.passed, start, &passes).keep_in(&self.passed);
        self.own_value.next_when(&(start | better), &mux(start, &window.alpha, value));
        self.own_number.next_when(better, &self.passed);
    }

    /// The ports by which a core tells the others.
    pub fn report(&self, b: &Builder, on: &Outputs, tree: &Tree, events: &[Wire; 4]) {
        b.output("starts", &on.get("start_search")).comment("a search begins");
        b.output("deepens", &on.get("deepen")).comment("a deeper search begins");
        b.output("claims", &on.get("claims")).comment("this core claims a move of the root");
        b.output("done", &on.get("done")).comment("this core is through with the root");
        b.output("own_value", &self.own_value).comment("the best value of its own moves");
        b.output("own_number", &self.own_number).comment("the number of the move of that value");
        b.output("own_best", &concat(&[tree.best_pass.output(), tree.best.output()])).comment("that move");
        for (name, event) in EVENTS.into_iter().zip(events) {
            b.output(name, event);
        }
    }
}
