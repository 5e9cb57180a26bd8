//! What is proven of the units.

use super::index::{KEY, PRODUCT};
use super::{ANSWER_LATENCY, INDEX_LATENCY};
use crate::describe::{Builder, Project, Wire, concat};
use crate::netlist::{Design, Direction, Module};
use crate::prove::properties::{inputs_of, on_its_way, project_watching, project_with, top_with, watched};
use crate::prove::{Method, Property, PropertyError};

/// Signals of the index unit: what is multiplied, and the products.
const WATCHED: [&str; 9] = [
    "pairs_low",
    "pairs_high",
    "low_low_above",
    "low_high_above",
    "low_high_below",
    "high_low_above",
    "high_low_below",
    "high_high_above",
    "high_high_below",
];

/// A product (32 bits) is at most 65535 times this piece (16 bits).
pub(super) fn bounded(product: &Wire, piece: &Wire) -> Wire {
    let zeros = piece.builder().constant(16, 0);
    let most = &concat(&[piece.clone(), zeros]) - &piece.extend(32);
    !product.gt(&most)
}

/// The property of the index unit with the port `pairs`: for every key and every number of pairs,
/// the index is below twice that number.
///
/// It is proven for any multipliers that keep [`a bound`](pieces_below_count): a product of 16 bits
/// by `b` is at most `65535 x b`. That makes all the rest of the unit linear.
///
/// # Errors
/// The top is no such unit.
pub fn below_count(design: &Design) -> Result<Property, PropertyError> {
    let top = index_top(design)?;
    let (mut project, core) = project_watching(design, BELOW, top, &WATCHED)?;
    let b = Builder::new("monitor", "");
    let inputs = inputs_of(&b, top);
    let pairs = pairs_of(&b, &inputs, 32);
    let outputs = b.instance("core", &core).inputs(inputs).outputs();
    let [low, high, carry, lh_above, lh_below, hl_above, hl_below, hh_above, hh_below] =
        WATCHED.map(|name| outputs.get(&watched(name)));

    // The products are of the pieces two cycles ago.
    let [low, high] = [(low, "low"), (high, "high")]
        .map(|(piece, name)| piece.later(&format!("{name}_before")).later(&format!("{name}_long_before")));
    let carry_bounded = carry.lt(&low) | (carry.none() & low.none());
    let all = carry_bounded
        & bounded(&concat(&[lh_above, lh_below]), &high)
        & bounded(&concat(&[hl_above, hl_below]), &low)
        & bounded(&concat(&[hh_above, hh_below]), &high);
    let assumed = (1..INDEX_LATENCY - 2).fold(all, |before, cycle| before.later(&format!("assumed_{cycle}")));
    let asked = (1..=INDEX_LATENCY).fold(pairs, |before, cycle| before.later(&format!("asked_{cycle}")));
    let count = concat(&[asked.clone(), b.bit(false)]);
    b.output("holds", &(!&assumed | asked.none() | outputs.get("index").lt(&count)));
    project.add(b)?;
    Ok(below(project, INDEX_LATENCY))
}

/// The top, which has to be an index unit with the port `pairs`.
pub(super) fn index_top(design: &Design) -> Result<&Module, PropertyError> {
    top_with(design, BELOW, &[(Direction::Input, &["key", "pairs"]), (Direction::Output, &["index"])])
}

/// Of a monitor's inputs the number of pairs, in so many bits.
pub(super) fn pairs_of(b: &Builder, inputs: &[(&str, Wire)], bits: u32) -> Wire {
    let pairs = inputs.iter().find(|(name, _)| *name == "pairs");
    pairs.map_or(b.constant(bits, 0), |(_, pairs)| pairs.extend(bits))
}

/// That an index is below the count, for any multipliers with the bound: what this monitor says of
/// a unit whose index comes so many cycles after its key.
pub(super) fn below(monitor: Project, latency: u32) -> Property {
    Property {
        name: BELOW,
        claim: "for every key and every even number of clusters, the index is below that number",
        monitor: monitor.unchecked(),
        method: Method::Induction(latency + 2),
        free: vec![PRODUCT],
        watched: None,
    }
}

/// The property of the unit's multipliers that [`below_count`] builds on: a product of any number
/// of 16 bits by `b` is at most `65535 x b`.
///
/// # Errors
/// The design has no such multiplier.
pub fn pieces_below_count(design: &Design) -> Result<Property, PropertyError> {
    let missing =
        || PropertyError::Missing { property: PIECES, missing: format!("there is no module `{PRODUCT}`") };
    let module = design.find(PRODUCT).map(|id| design.module(id)).ok_or_else(missing)?;
    let (mut project, core) = project_with(design, PIECES, PRODUCT, |_, module| Ok(module))?;
    let b = Builder::new("monitor", "");
    let inputs = inputs_of(&b, module);
    let factor = inputs
        .iter()
        .find(|(name, _)| *name == "b")
        .map_or(b.constant(16, 0), |(_, w)| w.later("factor_before").later("factor"));
    let outputs = b.instance("core", &core).inputs(inputs).outputs();
    b.output("holds", &bounded(&concat(&[outputs.get("high"), outputs.get("low")]), &factor));
    project.add(b)?;
    Ok(Property {
        name: PIECES,
        claim: "a product of 16 bits by a number is at most 65535 times the number",
        monitor: project.unchecked(),
        method: Method::Induction(3),
        free: Vec::new(),
        watched: None,
    })
}

/// The property of a table: in each unit of its own, with its number of clusters, every key has an
/// index below that number.
///
/// # Errors
/// The design has no module of this name.
pub fn known_below_count(design: &Design, unit: &str, clusters: u32) -> Result<Property, PropertyError> {
    let missing =
        || PropertyError::Missing { property: KNOWN, missing: format!("there is no module `{unit}`") };
    let module = design.find(unit).map(|id| design.module(id)).ok_or_else(missing)?;
    let (mut project, core) = project_with(design, KNOWN, unit, |_, module| Ok(module))?;
    let b = Builder::new("monitor", "");
    let outputs = b.instance("core", &core).inputs(inputs_of(&b, module)).outputs();
    let index = outputs.get("index").extend(KEY);
    b.output("holds", &index.lt(&b.constant(KEY, clusters.into())));
    project.add(b)?;
    Ok(Property {
        name: KNOWN,
        claim: "for every key, the index is below the number of clusters",
        monitor: project.unchecked(),
        method: Method::Induction(INDEX_LATENCY + 2),
        free: Vec::new(),
        watched: None,
    })
}

/// The property of a table's top, whatever its modules do: an answer comes 25 cycles after each
/// probe that was taken, and at no other time, and there is no hit without an answer. A reset
/// forgets the probes under way.
///
/// # Errors
/// The top has no such ports.
pub fn answers_in_time(design: &Design, free: Vec<&'static str>) -> Result<Property, PropertyError> {
    let outputs = ["ready", "answer", "answer_hit"];
    let top = top_with(design, ANSWERS, &[(Direction::Input, &["probe"]), (Direction::Output, &outputs)])?;
    let (mut project, core) = project_with(design, ANSWERS, &top.name, |_, module| Ok(module))?;
    let b = Builder::new("monitor", "");
    let inputs = inputs_of(&b, top);
    let probe = inputs.iter().find(|(name, _)| *name == "probe").map_or(b.bit(false), |(_, w)| w.clone());
    let outputs = b.instance("core", &core).inputs(inputs).outputs();
    let taken = &probe & &outputs.get("ready");
    let expected = on_its_way(&b, &taken, ANSWER_LATENCY).pop().unwrap_or(taken);
    let answer = outputs.get("answer");
    b.output("holds", &(answer.eq(&expected) & (!&outputs.get("answer_hit") | &answer)));
    project.add(b)?;
    Ok(Property {
        name: ANSWERS,
        claim: "each probe that is taken is answered 25 cycles later, and nothing else is",
        monitor: project.unchecked(),
        method: Method::Induction(ANSWER_LATENCY + 1),
        free,
        watched: None,
    })
}

const ANSWERS: &str = "answers in time";
pub(super) const BELOW: &str = "index below count";
const KNOWN: &str = "index below clusters";
const PIECES: &str = "products below count";
