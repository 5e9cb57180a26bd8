//! What is proven of a table in another memory, whatever that memory is.

use super::answer::ANSWERS;
use super::issue::SLOTS;
use super::operation::Operation;
use super::top::ADDRESS;
use crate::describe::{Builder, Outputs, Wire, concat};
use crate::hash::Layout;
use crate::netlist::Design;
use crate::parts::up_down::up_down;
use crate::prove::properties::{aged, input, inputs_of, module_of, on_its_way, project_watching, watched};
use crate::prove::{Method, Property, PropertyError};

const TAGS: &str = "answers have their tags";
const UNDER_WAY: &str = "reads and clusters under way";
const CLEARED: &str = "clearing below count";

/// Registers of the module that asks: of reads, of stores read, and of stores decided.
const COUNTERS: [&str; 7] = [
    "flights_taken",
    "slots_taken",
    "slots_first",
    "slots_next",
    "writes_taken",
    "writes_first",
    "writes_next",
];

/// The inputs, of which these are replaced.
fn replaced<'a>(inputs: &[(&'a str, Wire)], others: &[(&str, &Wire)]) -> Vec<(&'a str, Wire)> {
    let one = |(name, wire): &(&'a str, Wire)| {
        let other = others.iter().find(|(other, _)| other == name);
        (*name, other.map_or_else(|| wire.clone(), |(_, other)| (*other).clone()))
    };
    inputs.iter().map(one).collect()
}

/// The property of the module `unit` that answers: there is an answer 3 cycles after the memory has
/// answered the read of a look-up, and at no other time, and it has the tag of that look-up. There
/// is no hit without an answer. It holds in any state.
///
/// # Errors
/// The design has no such module.
pub(crate) fn answers_have_their_tags(
    design: &Design,
    unit: &str,
    layout: Layout,
    tag: u32,
) -> Result<Property, PropertyError> {
    let module = module_of(design, TAGS, unit)?;
    let (mut project, core) = project_watching(design, TAGS, module, &[])?;
    let b = Builder::new("monitor", "");
    let inputs = inputs_of(&b, module);
    let outputs = b.instance("core", &core).inputs(inputs.clone()).outputs();
    let flight = input(&b, &inputs, "flight");
    let bits = Operation::bits(layout, tag);
    let called = if flight.width() == bits { flight.slice(1, tag) } else { b.constant(tag, 0) };
    let called = (1..=ANSWERS).fold(called, |wire, cycle| wire.later(&format!("called_{cycle}")));
    let asked = input(&b, &inputs, "valid") & !&flight.bit(0);
    // A reset forgets the look-ups under way.
    let expected = on_its_way(&b, &asked, ANSWERS).pop().unwrap_or(asked);
    let answer = outputs.get("answer");
    let right = answer.eq(&expected)
        & (!&answer | outputs.get("answer_tag").eq(&called))
        & (!&outputs.get("answer_hit") | &answer);
    let old = aged(&b, ANSWERS);
    b.output("holds", &(right | !&old));
    project.add(b)?;
    Ok(Property {
        name: TAGS,
        claim: "each look-up whose read is answered has one answer 3 cycles later, with its tag, and nothing else has one",
        monitor: project.unchecked(),
        method: Method::Cycles(ANSWERS + 2),
        free: Vec::new(),
        watched: None,
    })
}

/// The property of the module `unit` that asks the memory, where the memory answers no more reads
/// than are under way, and clusters that wait are below a limit: never more reads than
/// `outstanding` are under way, and what the memory is asked for is below that limit. The limit may
/// be any.
///
/// The proof is an induction on what the module knows: its counters are those of the monitor, and
/// the slots between the first and the next have clusters below the limit.
///
/// # Errors
/// The design has no such module.
pub(crate) fn reads_under_way(
    design: &Design,
    unit: &str,
    layout: Layout,
    tag: u32,
    outstanding: u32,
) -> Result<Property, PropertyError> {
    let slots = (0..SLOTS).flat_map(|slot| ["taken", "cluster"].map(|part| format!("slot_{slot}_{part}")));
    let slots: Vec<String> = slots.collect();
    let signals: Vec<&str> = COUNTERS.into_iter().chain(slots.iter().map(String::as_str)).collect();
    let module = module_of(design, UNDER_WAY, unit)?;
    let (mut project, core) = project_watching(design, UNDER_WAY, module, &signals)?;
    let b = Builder::new("monitor", "");
    let inputs = inputs_of(&b, module);
    let limit = b.register("limit", ADDRESS).starts_at(0);
    let limited = b.register("limited", 1).starts_at(0);
    limit.next_when(&!&*limited, &b.input("limit_given", ADDRESS));
    limited.next(&b.bit(true));

    let bits = outstanding.trailing_zeros() + 1;
    let reads = b.register("reads", bits).resets_to(0);
    let stores = b.register("stores", SLOTS.trailing_zeros() + 1).resets_to(0);
    let answered = input(&b, &inputs, "answered") & reads.any();
    let decided = input(&b, &inputs, "decided") & stores.any();
    let head = input(&b, &inputs, "head");
    let cluster = head.slice(Operation::bits(layout, tag), ADDRESS);
    let head_valid = input(&b, &inputs, "head_valid") & cluster.lt(&limit);
    let given = [("answered", &answered), ("decided", &decided), ("head_valid", &head_valid)];
    let outputs = b.instance("core", &core).inputs(replaced(&inputs, &given)).outputs();
    let pop = outputs.get("pop");
    up_down(&reads, &pop, &answered);
    up_down(&stores, &(&pop & &head.bit(0)), &decided);

    let most = b.constant(bits, outstanding.into());
    let few = !reads.gt(&most);
    let told = outputs.get(&watched("flights_taken")).eq(&reads);
    let below = !&outputs.get("request") | outputs.get("cluster").lt(&limit);
    b.output("holds", &(few & told & below & slots_hold(&b, &outputs, &stores, &limit)));
    project.add(b)?;
    Ok(Property {
        name: UNDER_WAY,
        claim: "never are more reads under way than may be, and no cluster is asked for that no operation has",
        monitor: project.unchecked(),
        method: Method::Induction(3),
        free: Vec::new(),
        watched: None,
    })
}

/// Whether the slots of stores are taken from the first to the next, with clusters below the limit,
/// and the decisions are of the first of them.
fn slots_hold(b: &Builder, outputs: &Outputs, undecided: &Wire, limit: &Wire) -> Wire {
    let seen = |name: &str| outputs.get(&watched(name));
    let [count, first, next] = ["taken", "first", "next"].map(|part| seen(&format!("slots_{part}")));
    let [decided, decided_first, decided_next] =
        ["taken", "first", "next"].map(|part| seen(&format!("writes_{part}")));
    let place = first.width();
    let of_slot = |slot: u32| {
        let from_first = &b.constant(place, slot.into()) - &first;
        let within = from_first.extend(count.width()).lt(&count);
        let taken = seen(&format!("slot_{slot}_taken"));
        taken.eq(&within) & (!&taken | seen(&format!("slot_{slot}_cluster")).lt(limit))
    };
    let slots = (0..SLOTS).fold(b.bit(true), |all, slot| all & of_slot(slot));
    slots
        & (&first + &count.slice(0, place)).eq(&next)
        & (&decided_first + &decided.slice(0, place)).eq(&decided_next)
        & first.eq(&decided_first)
        & (&decided.extend(count.width() + 1) + &undecided.extend(count.width() + 1))
            .eq(&count.extend(count.width() + 1))
        & !count.gt(&b.constant(count.width(), SLOTS.into()))
}

/// The property of the table, `unit`: while it is cleared, the memory is asked for no cluster
/// beyond the count, whatever its other modules do, if `pairs` is above 0 and stays as it is.
///
/// # Errors
/// The design has no such module.
pub(crate) fn clearing_below_count(
    design: &Design,
    unit: &str,
    free: Vec<&'static str>,
) -> Result<Property, PropertyError> {
    let module = module_of(design, CLEARED, unit)?;
    let (mut project, core) = project_watching(design, CLEARED, module, &[])?;
    let b = Builder::new("monitor", "");
    let inputs = inputs_of(&b, module);
    let pairs = input(&b, &inputs, "pairs");
    let (begun, kept) = (b.register("begun", 1).starts_at(0), b.register("kept", 1).starts_at(1));
    begun.next(&b.bit(true));
    let stays = &*kept & pairs.any() & (!&*begun | pairs.eq(&pairs.later("pairs_before")));
    kept.next(&stays);
    let outputs = b.instance("core", &core).inputs(inputs).outputs();
    let count = concat(&[pairs, b.bit(false)]);
    let below = outputs.get("mem_cluster").lt(&count);
    b.output("holds", &(!&stays | outputs.get("ready") | (below & outputs.get("mem_request"))));
    project.add(b)?;
    Ok(Property {
        name: CLEARED,
        claim: "while the table is cleared, the memory is asked for no cluster beyond the count",
        monitor: project.unchecked(),
        method: Method::Induction(3),
        free,
        watched: None,
    })
}
