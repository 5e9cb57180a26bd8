//! The unit: its ports, the queue of steps, and the reads under way.

use super::address::{self, address};
use super::on_chip;
use super::shape::Shape;
use super::sum::sum;
use super::walk::{MATERIAL_BITS, Rules, walk};
use crate::describe::{Builder, ModuleHandle, Outputs, Project, Wire, concat, mux};
use crate::game::Refusal;
use crate::netlist::{Design, RamStyle};
use crate::parts::ring::ring;
use crate::parts::up_down::up_down;

/// Steps that wait, at most: the walk stops at half of them, and what is on its way then fits.
const QUEUE: u32 = 16;

/// Bits of a control step: parts that restart, the answer, its material and its turn.
const CONTROL_BITS: u32 = 3 + 1 + MATERIAL_BITS + 1;

/// Where the table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Behind a port for words.
    Port,
    /// In block memory of the unit, with a port that loads it.
    OnChip,
}

/// The options of a unit.
#[derive(Clone, Debug)]
pub struct KppOptions {
    /// The name of the top module.
    pub name: String,
    /// The table.
    pub shape: Shape,
    /// What the numbering asks for.
    pub rules: Rules,
    /// Entries of a list, at most: 2 to 64.
    pub entries: u32,
    /// Reads under way, at most: a power of two from 2 to 64.
    pub outstanding: u32,
    /// A weight is this power of two times as fine as the value: 0 to 8.
    pub scale_bits: u32,
    /// Where the table is.
    pub place: Place,
}

/// The unit. Its ports, its rules and its figures are in `docs/kpp.md`.
///
/// # Errors
/// An option is out of its range, or the description breaks a rule of the netlist: a defect of it.
pub fn kpp(options: &KppOptions) -> Result<Design, Refusal> {
    let KppOptions { name, shape, entries, outstanding, scale_bits, .. } = options;
    if !(2..=64).contains(outstanding) || !outstanding.is_power_of_two() {
        return Err(format!("{outstanding} reads under way; there may be 2, 4, 8, 16, 32 or 64").into());
    }
    if !(2..=64).contains(entries) {
        return Err(format!("{entries} entries; there may be 2 to 64").into());
    }
    if *scale_bits > 8 {
        return Err(format!("a scale of {scale_bits} bits; it may have 0 to 8").into());
    }
    let mut project = Project::new(name);
    for (name, value) in [
        ("codes", shape.codes()),
        ("kings", shape.kings()),
        ("word_bits", shape.word_bits()),
        ("entries", *entries),
        ("outstanding", *outstanding),
        ("scale_bits", *scale_bits),
    ] {
        project.setting(name, value);
    }
    let unit = unit(&mut project, &unit_name(options), options)?;
    if options.place == Place::OnChip {
        on_chip::top(&mut project, name, &unit, *shape)?;
    }
    Ok(project.finish()?)
}

/// The name of the module with the memory port.
pub(super) fn unit_name(options: &KppOptions) -> String {
    match options.place {
        Place::Port => options.name.clone(),
        Place::OnChip => format!("{}_unit", options.name),
    }
}

fn unit(project: &mut Project, name: &str, options: &KppOptions) -> Result<ModuleHandle, Refusal> {
    let KppOptions { shape, rules, entries, outstanding, scale_bits, .. } = options;
    let walk = walk(project, &format!("{name}_walk"), (*shape, *rules, *entries))?;
    let address = address(project, &format!("{name}_address"), *shape, rules.bases())?;
    let sum = sum(project, &format!("{name}_sum"), *shape, *scale_bits)?;
    let b = Builder::new(
        name,
        "Sums weights of two pieces and a king, and of a piece and both kings, from a memory.",
    );
    let go = b.forward("walk_goes", 1);
    let walked = commands(&b, &walk, &go);
    let (pushes, step) = steps(&b, *shape, &walked, &address);

    let ready = b.input("mem_ready", 1).comment("what is asked of the memory is taken");
    let takes = b.forward("takes_step", 1);
    let waiting = ring(&b, "steps", QUEUE, &pushes, &takes);
    let level = b.register("steps_level", QUEUE.ilog2() + 1).resets_to(0);
    up_down(&level, &pushes, &takes);
    let roomy = level.slice(QUEUE.ilog2() - 1, 2).none();
    b.drive(&go, &roomy.later_cleared("queue_has_room"));
    let queue = b.memory("step_queue", step.width(), QUEUE).style(RamStyle::Distributed);
    queue.write(&pushes, &waiting.end, &step);
    let head = queue.read_now("step_first", &waiting.first);
    let flight_bits = head.width() - shape.address_bits();
    let (flight, word) = (head.slice(0, flight_bits), head.slice(flight_bits, shape.address_bits()));

    let pops = b.forward("pops_flight", 1);
    let flights = ring(&b, "flights", *outstanding, &takes, &pops);
    let may = (&waiting.some & !&flights.full).named("may_leave");
    let asks = &may & !&head.bit(0);
    b.drive(&takes, &(&may & &(head.bit(0) | &ready)));
    b.output("mem_request", &asks).comment("the memory is asked for a word");
    b.output("mem_word", &word).comment("its number");

    let answered = b.input("mem_answer", 1).comment("the oldest read that is under way is answered");
    let read = b.input("mem_read", shape.word_bits()).comment("its word");
    let uses = b.forward("uses_word", 1);
    let came = ring(&b, "words", *outstanding, &answered, &uses);
    let words = b.memory("word_queue", shape.word_bits(), *outstanding).style(RamStyle::Distributed);
    words.write(&answered, &came.end, &read);
    let flying = b.memory("flight_queue", flight_bits, *outstanding).style(RamStyle::Distributed);
    flying.write(&takes, &flights.end, &flight);
    let oldest = flying.read_now("flight_first", &flights.first);
    let control = &flights.some & oldest.bit(0);
    b.drive(&uses, &(&flights.some & !&oldest.bit(0) & &came.some));
    b.drive(&pops, &(&control | &uses));
    let lanes = shape.lanes();
    let parts = oldest.slice(1, 3).later("flight_parts");
    let sign = oldest.bit(4).later("flight_sign");
    let above = oldest.slice(5, flight_bits - 5).later("flight_above");
    let done = b
        .instance("adding", &sum)
        .input("control", &control.later_cleared("control_comes"))
        .input("add", &uses.later_cleared("word_comes"))
        .input("word", &words.read_now("word_first", &came.first).later("word_read"))
        .input("mask", &above.slice(0, lanes))
        .input("subtracts", &sign)
        .input("sums", &parts)
        .input("restart", &parts)
        .input("answers", &sign)
        .input("material", &above.slice(0, MATERIAL_BITS))
        .input("turn", &above.bit(MATERIAL_BITS))
        .outputs();
    answers(&b, &done);
    Ok(project.add(b)?)
}

/// The control with the command port of the unit.
fn commands(b: &Builder, walk: &ModuleHandle, go: &Wire) -> Outputs {
    use crate::netlist::Direction::Input;
    let outside = walk.names_of(Input).filter(|name| !["clock", "reset", "go"].contains(name));
    let inputs: Vec<(String, Wire)> = outside
        .map(|name| (name.to_string(), b.input(name, walk.width_of(Input, name).unwrap_or(1))))
        .collect();
    for (name, wire) in &inputs {
        b.comment(wire, command_comment(name));
    }
    let walked = b.instance("walk", walk).input("go", go).inputs(inputs).outputs();
    b.output("ready", &walked.get("ready")).comment("a command is taken in this cycle");
    walked
}

fn command_comment(name: &str) -> &'static str {
    match name {
        "command" => "there is a command",
        "operation" => "0 put an entry, 1 take an entry out, 2 whole sums, 3 clear",
        "black" => "the entry, as black sees it",
        "white" => "the entry, as white sees it",
        "with_kings" => "the entry in the sum over both kings, as its side sees it",
        "of_white" => "the entry is white's",
        "parts" => "the parts that are summed: bit 0 over both kings, 1 black's pairs, 2 white's pairs",
        "answers" => "an answer is given behind the command",
        "king_black" => "the square of black's king",
        "king_white" => "the square of white's king, as white sees it",
        "material" => "black's material less white's; for an answer",
        _ => "for an answer: its value is white's",
    }
}

/// The steps as they come into the queue: whether one comes, and its bits.
fn steps(b: &Builder, shape: Shape, walked: &Outputs, address: &ModuleHandle) -> (Wire, Wire) {
    let place = (shape.lanes() > 1).then(|| ("row_place", walked.get("row_place")));
    let addressed = b
        .instance("addressing", address)
        .inputs(place)
        .input("king_black", &walked.get("king_black_held"))
        .input("king_white", &walked.get("king_white_held"))
        .input("part", &walked.get("part"))
        .input("row_group", &walked.get("row_group"))
        .input("column", &walked.get("column"))
        .outputs();
    let lanes = shape.lanes();
    let bits = CONTROL_BITS.max(4 + lanes);
    let control = walked.get("control");
    let read = concat(&[walked.get("mask"), walked.get("subtracts"), walked.get("sums")]).extend(bits);
    let told = concat(&[
        walked.get("answer_turn"),
        walked.get("answer_material"),
        walked.get("gives_answer"),
        walked.get("restart"),
    ])
    .extend(bits);
    let valid = (&control | &walked.get("reads")).named("step_comes");
    let step = concat(&[mux(&control, &told, &read), control]);
    let waits = |wire: Wire, name: &str, cleared: bool| {
        (1..=address::LATENCY).fold(wire, |wire, stage| {
            let name = format!("{name}_{stage}");
            if cleared { wire.later_cleared(&name) } else { wire.later(&name) }
        })
    };
    let step = waits(step, "step", false);
    (waits(valid, "comes", true), concat(&[addressed.get("address"), step]))
}

/// The answers of the unit.
fn answers(b: &Builder, done: &Outputs) {
    for (name, comment) in [
        ("answer", "there is an answer"),
        ("answer_value", "the value for the side to move, two's complement"),
        ("answer_kings", "the sum over both kings"),
        ("answer_black", "the sum over black's pairs"),
        ("answer_white", "the sum over white's pairs"),
        ("answer_reads", "weights that were read since the answer before"),
    ] {
        b.output(name, &done.get(name)).comment(comment);
    }
}
