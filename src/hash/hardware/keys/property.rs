//! The proof that a move made and taken back gives the key before it.

use super::KEYS_LATENCY;
use crate::describe::{Builder, Outputs, Wire};
use crate::hash::hardware::chain::Chain;
use crate::netlist::{Design, Direction};
use crate::prove::properties::{aged, input, inputs_of, project_watching, top_with, watched};
use crate::prove::{Method, Property, PropertyError};

const BACK: &str = "moves taken back";

/// The parts of a unit that the property speaks of.
#[derive(Clone, Copy, Debug)]
pub struct KeyPorts {
    /// The modules with constants, which are left out.
    pub memories: &'static [&'static str],
    /// The signals with constants from them. The signal `<name>_address` has the address of each.
    pub constants: &'static [&'static str],
    /// The outputs beside the key, which are the same when a move is taken back.
    pub kept: &'static [&'static str],
}

impl KeyPorts {
    /// Those of the unit of chess.
    pub const CHESS: Self = Self {
        memories: &["hash_keys_pieces", "hash_keys_files"],
        constants: &["leaving", "arriving", "taken", "file_before", "file_after"],
        kept: &["castling_after", "en_passant_after"],
    };

    /// Those of the unit of shogi.
    pub const SHOGI: Self = Self {
        memories: &["hash_keys_pieces", "hash_keys_hands"],
        constants: &["leaving", "arriving", "taken", "in_hand"],
        kept: &["held_after"],
    };
}

/// The property of a unit of keys: a move that is made, and given again with the key after it,
/// gives the key before it. It holds for every move and every key, and in any state, so whatever
/// was given before.
///
/// One unit makes the moves; a second one is given the same moves and the keys of the first,
/// [`KEYS_LATENCY`] cycles later. The constants may be any, as long as both units read the same at
/// the same address; that the addresses are the same is a part of the property.
///
/// # Errors
/// The top is no such unit.
pub fn moves_are_taken_back(design: &Design, ports: KeyPorts) -> Result<Property, PropertyError> {
    let outputs = [&["key_after"], ports.kept].concat();
    let top = top_with(design, BACK, &[(Direction::Input, &["key"]), (Direction::Output, &outputs)])?;
    let addresses: Vec<String> = ports.constants.iter().map(|name| format!("{name}_address")).collect();
    let signals: Vec<&str> =
        ports.constants.iter().copied().chain(addresses.iter().map(String::as_str)).collect();
    let (mut project, core) = project_watching(design, BACK, top, &signals)?;
    let b = Builder::new("monitor", "");
    let given = inputs_of(&b, top);
    let key = input(&b, &given, "key");
    let made = b.instance("makes", &core).inputs(given.clone()).outputs();
    let again = given.iter().map(|(name, wire)| match *name {
        "key" => (*name, made.get("key_after")),
        name => (name, late(wire, &format!("{name}_again"), KEYS_LATENCY)),
    });
    let back = b.instance("takes_back", &core).inputs(again).outputs();

    let same = |names: &[&str]| all_same(&b, &made, &back, names);
    let read_alike: Vec<String> = ports.constants.iter().map(|name| watched(name)).collect();
    let assumed = same(&read_alike.iter().map(String::as_str).collect::<Vec<_>>());
    // A constant counts for the keys of the cycles after it.
    let assumed = (1..KEYS_LATENCY).fold((assumed.later("alike_1"), b.bit(true)), |(late, all), cycle| {
        (late.later(&format!("alike_{}", cycle + 1)), &all & &late)
    });
    let asked: Vec<String> = addresses.iter().map(|name| watched(name)).collect();
    let kept: Vec<&str> = asked.iter().map(String::as_str).chain(ports.kept.iter().copied()).collect();
    let returns = back.get("key_after").eq(&late(&key, "key_given", 2 * KEYS_LATENCY));
    let holds = same(&kept) & (!&(assumed.1 & assumed.0) | returns);
    let old = aged(&b, FLUSH);
    b.output("holds", &(holds | !&old));
    project.add(b)?;
    Ok(Property {
        name: BACK,
        claim: "a move that is made and taken back gives the key before it, whatever the move, the key and what came before",
        monitor: project.unchecked(),
        method: Method::Cycles(FLUSH + 2),
        free: ports.memories.to_vec(),
        watched: None,
    })
}

/// Cycles until nothing counts of the states in which both units begin.
const FLUSH: u32 = 2 * KEYS_LATENCY;

fn late(wire: &Wire, name: &str, cycles: u32) -> Wire {
    Chain::new(wire, name, 0, cycles).at(cycles)
}

/// Whether the second unit's outputs are those that the first one had when it made the move.
fn all_same(b: &Builder, made: &Outputs, back: &Outputs, names: &[&str]) -> Wire {
    names.iter().fold(b.bit(true), |all, name| {
        let earlier = late(&made.get(name), &format!("{name}_earlier"), KEYS_LATENCY);
        all & back.get(name).eq(&earlier)
    })
}
