//! The parts of a selective search that the machine has: it leaves out moves and plies that hardly
//! change a value, and looks longer at checks.

use super::squares::value;
use crate::chess::player::rules::{Futility, MATES, Rules};
use crate::describe::{Wire, mux};

/// Bits of the number of a node's move, which stops at the last one.
pub const COUNT: u32 = 4;

/// The largest number, and the largest depth, that reductions tell apart.
const MOST: u32 = (1 << COUNT) - 1;

/// Bits of a square.
pub const SQUARE: u32 = 6;

/// Bits of a reduction.
pub const REDUCTION: u32 = 2;

/// The rules of a search, selective or not. Those of quiescence, the table, the order of moves and
/// scouts are not asked; of losing captures, only whether quiescence leaves them out. With a table, the last good squares come first in any case.
pub fn rules(selective: bool, table: bool) -> Rules {
    let mut rules = if selective { Rules::default() } else { Rules::plain() };
    rules.killers |= table;
    rules
}

/// The plies that are taken off the quiet move of this number, from 1, at a node of this depth.
pub fn reduction(rules: &Rules, depth: u32, number: u32) -> u32 {
    rules.reduction(depth.min(MOST) as i32, number.min(MOST) as usize, false) as u32
}

/// The margin of an evaluation at a bound, for a node of this depth; `None` where it is not asked.
/// Near mates only quiescence asks.
pub fn margin(at: Option<i32>, depth: u32, bound: i32) -> Option<i32> {
    at.filter(|_| depth == 0 || bound.abs() < MATES)
}

/// The plies that are taken off the move of a number (`COUNT` bits) at a node of a depth, in
/// `REDUCTION` bits. Combinational, about 30 LUT4.
pub fn reduction_of(rules: &Rules, depth: &Wire, number: &Wire) -> Wire {
    let b = depth.builder();
    let deep = depth.slice(COUNT, depth.width() - COUNT).any();
    let low = depth.slice(0, COUNT) | deep.repeat(COUNT);
    let none = b.constant(REDUCTION, 0);
    (2..=MOST).fold(none.clone(), |all, depth| {
        let plies = |number| reduction(rules, depth, number);
        let steps = (1..=MOST).filter(|&number| plies(number) > plies(number - 1));
        let taken = steps.fold(none.clone(), |taken, first| {
            let before = number.lt(&b.constant(COUNT, first.into()));
            mux(&before, &taken, &b.constant(REDUCTION, plies(first).into()))
        });
        &all | &taken.when(&low.is(depth.into()))
    })
}

/// A margin for each depth at which an evaluation is asked, as [`margin`] says.
pub struct Margin {
    /// Whether it is asked: 1 bit.
    pub asked: Wire,
    /// The margin: 16 bits.
    pub margin: Wire,
}

impl Margin {
    /// For a node of a depth and a bound (16 bits). Combinational: two comparisons.
    pub fn new(rule: Futility, depth: &Wire, bound: &Wire) -> Self {
        let b = depth.builder();
        let near = bound.lt_signed(&value(b, MATES)) & value(b, -MATES).lt_signed(bound);
        let depths = (0..1 << depth.width()).map_while(|plies| Some((plies, rule.at(plies)?)));
        let (mut asked, mut margin) = (b.bit(false), value(b, 0));
        for (plies, worth) in depths {
            let here = depth.is(plies as u64);
            margin = mux(&here, &value(b, worth), &margin);
            asked = asked | if plies == 0 { here } else { here & &near };
        }
        Self { asked, margin }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::describe::{Builder, Project};
    use crate::simulate::{Ports, Simulation};

    /// The logic is the rule, for all depths and numbers.
    #[test]
    fn reductions_are_those_of_the_rules() {
        let rules = rules(true, false);
        let b = Builder::new("reduction", "The plies that are taken off a move.");
        let (depth, number) = (b.input("depth", 6), b.input("number", COUNT));
        b.output("plies", &reduction_of(&rules, &depth, &number));
        let mut project = Project::new("reduction");
        project.add(b).unwrap();
        let mut simulation = Simulation::new(&project.finish().unwrap()).unwrap();
        for depth in 0..64 {
            for number in 0..=MOST {
                Ports::poke(&mut simulation, "depth", depth.into()).unwrap();
                Ports::poke(&mut simulation, "number", number.into()).unwrap();
                let plies = reduction(&rules, depth, number);
                assert_eq!(Ports::peek(&mut simulation, "plies").unwrap(), u64::from(plies));
                assert!(plies < depth.max(1), "a ply less would be taken off {depth}");
            }
        }
    }
}
