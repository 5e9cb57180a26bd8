//! The sums of what was read, and the value.

use super::shape::{Shape, WEIGHT_BITS};
use super::walk::MATERIAL_BITS;
use crate::describe::{Builder, ModuleHandle, Project, Wire, concat, mux};
use crate::netlist::NetlistError;

/// Bits of a sum and of a value.
pub const SUM_BITS: u32 = 32;

/// The names of the sums, in the order of the bits of `parts`.
pub(super) const SUMS: [&str; 3] = ["kings", "black", "white"];

/// Clock cycles from a control step at the inputs to its answer, for words of so many weights.
pub(super) fn latency(lanes: u32) -> u32 {
    1 + lanes.ilog2() + 5
}

/// The same number in more bits, two's complement.
pub(super) fn widened(wire: &Wire, width: u32) -> Wire {
    match width - wire.width() {
        0 => wire.clone(),
        more => concat(&[wire.bit(wire.width() - 1).repeat(more), wire.clone()]),
    }
}

/// What goes with a word through the adders.
struct Beside {
    add: Wire,
    sums: Wire,
    subtracts: Wire,
    control: Wire,
    restart: Wire,
    answers: Wire,
    material: Wire,
    turn: Wire,
}

impl Beside {
    fn later(&self, stage: u32) -> Self {
        let cleared = |wire: &Wire, name: &str| wire.later_cleared(&format!("{name}_{stage}"));
        let later = |wire: &Wire, name: &str| wire.later(&format!("{name}_{stage}"));
        Self {
            add: cleared(&self.add, "adds"),
            sums: later(&self.sums, "sums"),
            subtracts: later(&self.subtracts, "subtracts"),
            control: cleared(&self.control, "control"),
            restart: later(&self.restart, "restart"),
            answers: later(&self.answers, "answers"),
            material: later(&self.material, "material"),
            turn: later(&self.turn, "turn"),
        }
    }
}

/// The module that adds up. A word, or a control step, comes in a cycle with `add` or `control`.
pub(super) fn sum(
    project: &mut Project,
    name: &str,
    shape: Shape,
    scale_bits: u32,
) -> Result<ModuleHandle, NetlistError> {
    let lanes = shape.lanes();
    let b = Builder::new(
        name,
        format!(
            "Adds up the weights that were read.\nAn answer comes {} cycles behind its control step.",
            latency(lanes)
        ),
    );
    let beside = Beside {
        add: b.input("add", 1).comment("a word has been read"),
        sums: b.input("sums", 3).comment("the sum that it goes to: over both kings, black's, white's"),
        subtracts: b.input("subtracts", 1).comment("it is subtracted"),
        control: b.input("control", 1).comment("a control step"),
        restart: b.input("restart", 3).comment("the sums that are 0 from here on"),
        answers: b.input("answers", 1).comment("an answer is given"),
        material: b.input("material", MATERIAL_BITS).comment("with this material"),
        turn: b.input("turn", 1).comment("for white"),
    };
    let mask = b.input("mask", lanes).comment("the weights that are added");
    let read = b.input("word", shape.word_bits()).comment("the word");
    let weights: Vec<Wire> = (0..lanes)
        .map(|lane| {
            read.slice(lane * WEIGHT_BITS, WEIGHT_BITS).when(&mask.bit(lane)).later(&format!("weight_{lane}"))
        })
        .collect();
    let counts = mask.later("counted").bits();
    let [sum, count] = [(weights, "sum", true), (counts, "count", false)]
        .map(|(wires, name, signed)| tree(wires, name, signed));
    let beside = (1..=1 + lanes.ilog2()).fold(beside, |beside, stage| beside.later(stage));
    totals(&b, &sum, &count, &beside, scale_bits);
    project.add(b)
}

/// The sum of all wires, a level of adders a cycle.
fn tree(wires: Vec<Wire>, name: &str, signed: bool) -> Wire {
    let mut level = wires;
    let mut number = 0;
    while level.len() > 1 {
        number += 1;
        level = level
            .chunks(2)
            .enumerate()
            .map(|(place, pair)| {
                let width = pair[0].width() + 1;
                let wide = |wire: &Wire| if signed { widened(wire, width) } else { wire.extend(width) };
                let named = format!("{name}_{number}_{place}");
                pair[1..].iter().fold(wide(&pair[0]), |all, one| &all + &wide(one)).later(&named)
            })
            .collect();
    }
    level.swap_remove(0)
}

/// The sums, and the answers.
fn totals(b: &Builder, sum: &Wire, count: &Wire, beside: &Beside, scale_bits: u32) {
    let wide = widened(sum, SUM_BITS).named("word_sum");
    let signed = mux(&beside.subtracts, &(&b.constant(SUM_BITS, 0) - &wide), &wide).named("word_adds");
    let totals: Vec<Wire> = (0..)
        .zip(SUMS)
        .map(|(place, name)| {
            let total = b.register(&format!("total_{name}"), SUM_BITS).resets_to(0);
            let restarts = &beside.control & beside.restart.bit(place);
            let adds = &beside.add & beside.sums.bit(place);
            let next = (&*total + &signed).when(&!&restarts);
            total.next_when(&(&restarts | &adds), &next);
            total.output()
        })
        .collect();
    let reads = b.register("total_reads", SUM_BITS).resets_to(0).comment("weights since the last answer");
    let answers = (&beside.control & &beside.answers).named("answers_here");
    let more = &*reads + &count.extend(SUM_BITS);
    reads.next_when(&(&answers | &beside.add), &more.when(&!&answers));
    answer(b, &answers, &totals, &reads, beside, scale_bits);
}

fn answer(b: &Builder, answers: &Wire, totals: &[Wire], reads: &Wire, beside: &Beside, scale_bits: u32) {
    let stages = 5;
    let valid =
        (1..=stages).fold(answers.clone(), |bit, stage| bit.later_cleared(&format!("answer_{stage}")));
    let turns = (1..stages).fold(beside.turn.clone(), |bit, stage| bit.later(&format!("turn_of_{stage}")));
    let [kings, black, white] = [0, 1, 2].map(|place: usize| totals[place].clone());
    let kept = |wire: &Wire, name: &str| {
        let register = b.register(name, wire.width());
        register.next_when(answers, wire);
        register.output()
    };
    // What is kept stays until the next answer, which comes some cycles later at the earliest.
    let held = [(&kings, "kings"), (&black, "black"), (&white, "white"), (reads, "reads")]
        .map(|(wire, name)| kept(wire, &format!("answer_{name}_1")));
    let material = beside.material.later("material_of_1").later("material_of_2");
    let pairs = (&held[1] - &held[2]).later("pairs_2");
    let raw = (&pairs + &held[0].later("kings_2")).later("raw_3");
    let material = widened(&material, SUM_BITS - scale_bits).later("material_of_3");
    let scaled = match scale_bits {
        0 => material,
        low => concat(&[material, b.constant(low, 0)]),
    };
    let total = (&raw + &scaled).later("total_4");
    // The division cuts towards zero.
    let negative = total.bit(SUM_BITS - 1);
    let value = match scale_bits {
        0 => total.clone(),
        low => {
            let below = negative.repeat(low).extend(SUM_BITS);
            let raised = &total + &below;
            widened(&raised.slice(low, SUM_BITS - low), SUM_BITS)
        }
    };
    let value = mux(&turns, &(&b.constant(SUM_BITS, 0) - &value), &value).later("value_5");
    b.output("answer", &valid).comment("there is an answer");
    b.output("answer_value", &value).comment("the value for the side to move, two's complement");
    let behind = |wire: &Wire, name: &str| {
        (2..=stages).fold(wire.clone(), |wire, stage| wire.later(&format!("answer_{name}_{stage}")))
    };
    for (wire, name, comment) in [
        (&held[0], "kings", "the sum over both kings"),
        (&held[1], "black", "the sum over black's pairs"),
        (&held[2], "white", "the sum over white's pairs"),
        (&held[3], "reads", "weights that were read since the answer before"),
    ] {
        b.output(&format!("answer_{name}"), &behind(wire, name)).comment(comment);
    }
}
