//! The arbiter tree of a design's array returns a maximum, and the square of a candidate that has
//! it.

use super::ARRAY;
use crate::describe::{Builder, Wire, concat};
use crate::netlist::{Assign, Design, Direction};
use crate::parts::arbiter::Order;
use crate::prove::properties::{inputs_of, project_with};
use crate::prove::{Method, Property, PropertyError};

/// The module of a square.
const SQUARE: &str = "square";

/// The beginning of an instance's name, before its file and rank.
const NAMED: &str = "square_";

/// The change to the array for the proof: its squares' priorities, side by side in the order of
/// their instances.
const PRIORITIES: &str = "priorities_of_squares";

/// Bits of a priority: a step a bit.
const STEPS: u32 = 7;

/// Two properties of a design's array, for all inputs and states: a square's priority is a
/// thermometer code; and for any such priorities of the squares, the tree returns the right result.
///
/// # Errors
/// The design has no array of squares with priorities, or no tree over it.
pub fn arbiter_tree(design: &Design, order: Order) -> Result<[Property; 2], PropertyError> {
    let claim = match order {
        Order::Priority => {
            "the arbiter tree returns the greatest of its inputs, the square of one that has it, and whether there are others"
        }
        Order::Plain => {
            "the arbiter tree returns a candidate, a king where there is one, its square, and whether there are others"
        }
    };
    Ok([
        monitor(
            design,
            "priority code",
            "a square's priority is a thermometer code",
            Vec::new(),
            |_, _, coded| coded.clone(),
        )?,
        monitor(design, NAME, claim, vec![SQUARE], |squares, best, coded| {
            !coded | returns_right(squares, best, order)
        })?,
    ])
}

const NAME: &str = "arbiter tree";

/// The result of the tree.
struct Best {
    prio: Wire,
    square: Wire,
    several: Wire,
}

/// A monitor of the array. `holds` gets the squares, each with its number in the machine and its
/// priority; the tree's result; and whether all priorities are thermometer codes.
fn monitor(
    design: &Design,
    name: &'static str,
    claim: &'static str,
    free: Vec<&'static str>,
    holds: impl FnOnce(&[(u64, Wire)], &Best, &Wire) -> Wire,
) -> Result<Property, PropertyError> {
    let missing = |missing: &str| PropertyError::Missing { property: name, missing: missing.into() };
    let mut numbers = Vec::new();
    let (mut project, array) = project_with(design, name, ARRAY, |_, mut module| {
        let of_squares: Vec<_> = (module.instances.iter())
            .filter_map(|instance| {
                let number = number(instance.name.strip_prefix(NAMED)?)?;
                let (_, signal) = instance.outputs.iter().find(|(port, _)| port == "prio")?;
                Some((number, *signal))
            })
            .collect();
        let fits = |(_, signal): &(u64, _)| module.signal(*signal).width == STEPS;
        if of_squares.is_empty() || !of_squares.iter().all(fits) {
            return Err(missing("the array has no squares with a priority of seven steps"));
        }
        let priorities: Vec<_> = of_squares.iter().rev().map(|(_, signal)| module.read(*signal)).collect();
        let node = module.concat(&priorities);
        let signal = module.add_port(Direction::Output, PRIORITIES, STEPS * priorities.len() as u32);
        module.assigns.push(Assign { signal, node });
        numbers = of_squares.into_iter().map(|(number, _)| number).collect();
        Ok(module)
    })?;
    let module = project.module(&array);
    if let Some(port) = ["best_prio", "best_square", "best_several"]
        .iter()
        .find(|port| module.find_port(Direction::Output, port).is_none())
    {
        return Err(missing(&format!("the array has no output `{port}`")));
    }
    let b = Builder::new("monitor", "");
    let inputs = inputs_of(&b, module);
    let outputs = b.instance("array", &array).inputs(inputs).outputs();
    let all = outputs.get(PRIORITIES);
    let priorities = (0..).step_by(STEPS as usize).map(|low| all.slice(low, STEPS));
    let squares: Vec<(u64, Wire)> = numbers.into_iter().zip(priorities).collect();
    let best = Best {
        prio: outputs.get("best_prio"),
        square: outputs.get("best_square"),
        several: outputs.get("best_several"),
    };
    // No step is reached without the one below it.
    let gap = |priority: &Wire| (priority.slice(1, STEPS - 1) & !priority.slice(0, STEPS - 1)).any();
    let gaps: Vec<Wire> = squares.iter().map(|(_, priority)| gap(priority)).collect();
    b.output("holds", &holds(&squares, &best, &concat(&gaps).none()));
    project.add(b)?;
    Ok(Property { name, claim, monitor: project.unchecked(), method: Method::AllStates, free, watched: None })
}

/// The number in the machine of a square called by its file and rank: a1 = 0, b1 = 1, a2 = 8.
fn number(name: &str) -> Option<u64> {
    match *name.as_bytes() {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some(u64::from(rank - b'1') * 8 + u64::from(file - b'a')),
        _ => None,
    }
}

/// Whether the tree's result is right: it is the square and priority of a candidate, no candidate
/// is better, and `several` says whether there are others; or there is no candidate, and the result
/// says so. Thermometer codes compare as numbers do.
fn returns_right(squares: &[(u64, Wire)], best: &Best, order: Order) -> Wire {
    let any_of = |wires: Vec<Wire>| concat(&wires).any();
    let returned = squares
        .iter()
        .map(|(square, priority)| priority.when(&best.square.is(*square)))
        .fold(best.prio.builder().constant(STEPS, 0), |found, priority| found | priority);
    let better = match order {
        Order::Priority => any_of(squares.iter().map(|(_, priority)| priority.gt(&returned)).collect()),
        // Only a king has to win.
        Order::Plain => {
            any_of(squares.iter().map(|(_, priority)| priority.all()).collect()) & !returned.all()
        }
    };
    let none = best.prio.builder().bit(false);
    let (some, several) = squares.iter().fold((none.clone(), none), |(some, several), (_, priority)| {
        let here = priority.any();
        (&some | &here, several | (&some & &here))
    });
    let right = returned.any() & !better & best.prio.eq(&returned);
    let nothing = !some & best.prio.none();
    (right | nothing) & best.several.eq(&several)
}
