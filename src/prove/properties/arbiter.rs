//! The arbiter tree of a board returns a maximum, and the square of a candidate that has it.

use crate::describe::{Builder, Bundle, Project, Wire};
use crate::parts::arbiter::{Candidate, Order, arbiter, best, candidate, tree_order};
use crate::parts::board::Board;
use crate::parts::decode::word;
use crate::prove::PropertyError;
use crate::prove::property::{Method, Property};

/// The property of the tree that stands over a whole board, for any priorities of its squares.
///
/// # Errors
/// The arbiter does not lower, or the description is wrong: defects of the parts.
pub fn arbiter_tree(order: Order, board: Board) -> Result<Property, PropertyError> {
    let mut project = Project::new("arbiter tree");
    let arbiter = project.add_module(arbiter(order)?)?;
    let b = Builder::new("monitor", "");
    // Every square with its number in the machine, and its priority.
    let number = |square: u32| {
        let (file, rank) = board.coordinates(square);
        rank * 8 + file
    };
    let squares: Vec<(u32, Wire)> = tree_order(board)
        .into_iter()
        .map(|square| (number(square), b.input(&format!("prio_{square}"), 3)))
        .collect();
    let candidates = squares.iter().map(|(square, priority)| candidate(&b, *square, coded(priority)));
    let winner = best(&b, &arbiter, candidates.collect());
    let winner =
        winner.ok_or(PropertyError::Missing { property: NAME, missing: "a board has squares".into() })?;

    let none = b.bit(false);
    let any_of = |wires: Vec<Wire>| wires.iter().fold(none.clone(), |any, wire| &any | wire);
    // The priority of the square that the tree returns.
    let returned = squares
        .iter()
        .map(|(square, priority)| priority.when(&winner.square.is(u64::from(*square))))
        .fold(b.constant(3, 0), |found, priority| &found | &priority);
    let better = match order {
        Order::Priority => any_of(squares.iter().map(|(_, priority)| priority.gt(&returned)).collect()),
        // Only a king has to win.
        Order::Plain => {
            let king = any_of(squares.iter().map(|(_, priority)| priority.all()).collect());
            &king & &!&returned.all()
        }
    };
    let (some, several) =
        squares.iter().fold((none.clone(), none.clone()), |(some, several), (_, priority)| {
            let here = priority.any();
            (&some | &here, &several | &(&some & &here))
        });
    let right = &(&returned.any() & &!&better) & &winner.prio.eq(&coded(&returned));
    let nothing = &!&some & &winner.prio.none();
    b.output("holds", &(&(&right | &nothing) & &winner.several.eq(&several)));
    project.add(b)?;
    let claim = match order {
        Order::Priority => {
            "the arbiter tree returns the greatest of its inputs, the square of one that has it, and whether there are others"
        }
        Order::Plain => {
            "the arbiter tree returns a candidate, a king where there is one, its square, and whether there are others"
        }
    };
    let monitor = project.unchecked();
    Ok(Property { name: NAME, claim, monitor, method: Method::AllStates, free: Vec::new(), watched: None })
}

const NAME: &str = "arbiter tree";

/// A 3-bit priority as candidates carry it: as it is, or as a thermometer code where they have a bit for each step.
fn coded(priority: &Wire) -> Wire {
    let carried = Candidate::FIELDS.iter().find(|(name, _)| *name == "prio").map_or(3, |(_, width)| *width);
    if carried == priority.width() {
        return priority.clone();
    }
    let step = |step: u32| priority.gt(&priority.builder().constant(3, u64::from(step)));
    word(&(0..carried).map(step).collect::<Vec<_>>())
}
