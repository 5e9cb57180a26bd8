//! Several search cores that share the root, after the "Multi" system of Tamaki and Shimizu, 2014.
//!
//! All cores get every command, and are in step except during a search. In a search, each core
//! searches the root moves that it claims. The queue of root moves is a counter. Every core numbers
//! the moves alike, and the core that claims gets the number at which the counter stands. Cores
//! take turns, one cycle each, so no two claim at once. At its turn a core also reports its best
//! move. The greatest of all reported values stays; of equal values, the first move.
//! [`crate::search::SharedRoot`] says why the result is that of one core.

use super::counters::{Asked, counters};
use super::kept::Kept;
use super::root::{EVENTS, NUMBER};
use crate::blokus::evaluation::Evaluation;
use crate::describe::{Builder, Bundle, ModuleHandle, Outputs, RegisterBuilder, Wire, concat};
use crate::parts::command_port;
use crate::parts::decode::word;
use crate::parts::pick::choose;
use crate::search::{BestOfAll, Report, SharedRoot, Window};

/// Bits of a number of cores.
const COUNT: u32 = 3;

/// The best that was reported in a search.
struct Best {
    value: RegisterBuilder,
    number: RegisterBuilder,
    /// The beta that is left of the window of a node below the root.
    beta: RegisterBuilder,
    mv: RegisterBuilder,
}

impl Best {
    /// Values are `width` bits wide.
    fn new(b: &Builder, width: u32) -> Self {
        Self {
            value: b.register("shared_value", width).comment("the greatest value of a root move so far"),
            number: b.register("shared_number", NUMBER).comment("the first move that has it"),
            beta: b
                .register("shared_beta", width)
                .comment("the smallest value that is too good for the opponent"),
            mv: b.register("shared_best", Kept::width() + 1),
        }
    }

    /// Takes what the core whose turn it is reports, if that is better.
    fn keep(&self, begins: &Wire, report: &Report, evaluation: &Evaluation) {
        let Self { value, number, beta, mv } = self;
        let [best_value, best_number, best_beta, best] = [value, number, beta, mv].map(|one| one.output());
        let best = BestOfAll { value: best_value, number: best_number, beta: best_beta, mv: best };
        let whole = Window::whole(begins.builder(), value.width(), evaluation.infinite());
        let changed = best.stepped(begins, &whole, report);
        changed.value.keep_in(value);
        changed.number.keep_in(number);
        changed.beta.keep_in(beta);
        changed.mv.keep_in(mv);
    }
}

/// The top module around this many cores, one at least. A turn comes every `players`
/// cycles: a claim and a report wait for less than that. The answer comes at most that long after
/// the last core is done. Area besides the cores: see docs/blokus.md.
pub fn share(top: String, core: &ModuleHandle, players: u32, evaluation: &Evaluation) -> Builder {
    let b = Builder::new(
        top,
        "Alpha-beta on Blokus Duo by several cores, which share the moves of the root.\n\
         Commands go in and answers come out by valid and ready; docs/blokus.md has the words.",
    );
    b.clock();
    b.reset();
    let port = command_port::Inputs::of(&b);
    let command_port::Inputs { valid, command, data, .. } = &port;
    let turn = b.register("turn", players).resets_to(1).comment("the core that may claim, one-hot");
    turn.next(&concat(&[turn.slice(0, players - 1), turn.bit(players - 1)]));
    let claimed = b.register("claimed", NUMBER).comment("moves of the root that a core has");
    let waiting = b.register("waiting", COUNT).resets_to(0).comment("turns in a row of cores that are done");
    let best = Best::new(&b, evaluation.width);
    let all_done = waiting.is(players.into());

    let core = |number: u32| {
        let connections = (port.connect(b.instance(&format!("core_{number}"), core)))
            .input("command_data", data)
            .input("turn", &turn.bit(number))
            .input("claimed", &claimed)
            .input("all_done", &all_done)
            .input("shared_value", &best.value)
            .input("shared_beta", &best.beta)
            .input("shared_best", &best.mv);
        // The others are in step when there is something to say.
        let said: &[&str] = if number == 0 { &[] } else { &SAID };
        said.iter().fold(connections, |connections, port| connections.leave_open(port)).outputs()
    };
    let first = core(0);
    let others: Vec<Outputs> = (1..players).map(core).collect();
    let all = |port: &str| -> Vec<Wire> {
        std::iter::once(&first).chain(&others).map(|core| core.get(port)).collect()
    };
    let at_turn = |port: &str| choose(&turn, &all(port)).named(&format!("{port}_at_turn"));

    let start = first.get("starts");
    let begins = (&start | &first.get("deepens")).named("begins");
    let claims = word(&all("claims")).any();
    SharedRoot::counted(&claimed, &begins, &claims).keep_in(&claimed);
    let done = at_turn("done");
    waiting.next(&(&*waiting + &b.constant(COUNT, 1)).when(&done));
    let [value, number, mv] = ["own_value", "own_number", "own_best"].map(at_turn);
    best.keep(&begins, &Report { value, number, mv }, evaluation);

    let searching = first.get("searching");
    // Before the first claim all do the same, and one is counted.
    let apart = claimed.any().named("apart");
    let events = EVENTS.map(|name| {
        if name == "searching" {
            return (searching.clone(), b.bit(true));
        }
        let these = all(name)
            .into_iter()
            .zip(0..)
            .map(|(event, number)| if number == 0 { event } else { event & &apart }.extend(COUNT));
        let sum = these.reduce(|sum, event| sum + event);
        let number = b.register(&format!("{name}_number"), COUNT);
        number.next(&sum.unwrap_or_else(|| b.constant(COUNT, 0)));
        (searching.clone(), number.output())
    });
    let asked = Asked::new(&b, &(valid & &first.get("command_ready")), command, data);
    let counted = counters(&b, &asked, &start, &events);
    command_port::output_handshake(&b, &first.get("command_ready"), &first.get("response_valid"));
    let data = asked.answer(&counted, &first.get("response_data"));
    command_port::output_answer(&b, &data, &first.get("response_error"));
    b
}

/// The signals that all cores give alike.
const SAID: [&str; 7] =
    ["command_ready", "response_valid", "response_data", "response_error", "starts", "deepens", "searching"];

#[cfg(test)]
mod tests;
