//! A tree of arbiters that finds the best of eight candidates, as the chess machine finds a move.

use movewright::describe::{Builder, Bundle, Project};
use movewright::emit::{Dialect, Language, emit};
use movewright::netlist::Design;
use movewright::parts::arbiter::{self, Order, best, candidate, thermometer};
use movewright::simulate::Simulation;

/// The machine: eight priorities of three bits in, the place of the best of them out, in the same
/// cycle. Of equal ones the first wins. Priority 0 is no candidate.
fn tree() -> Result<Design, Box<dyn std::error::Error>> {
    let mut project = Project::new("arbiter-tree");
    let arbiter = project.add_module(arbiter::arbiter::<3>(Order::Priority, "the best")?)?;
    let b = Builder::new("arbiter_tree", "The place of the best of eight priorities.");
    let leaf = |at| {
        let priority = b.input(&format!("priority_{at}"), 3).comment("0: no candidate");
        candidate(b.constant(3, at), thermometer(&priority))
    };
    let winner = best(&b, &arbiter, (0..8).map(leaf).collect()).ok_or("no candidates")?;
    winner.output(&b, "best_");
    project.add(b)?;
    Ok(project.finish()?)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let design = tree()?;
    let mut simulation = Simulation::new(&design)?;
    for (at, priority) in [0, 3, 5, 2, 5, 1, 0, 4].into_iter().enumerate() {
        simulation.poke(simulation.find(&format!("priority_{at}"))?, priority)?;
    }
    let (square, several) = (simulation.find("best_square")?, simulation.find("best_several")?);
    assert_eq!((simulation.peek(square), simulation.peek(several)), (2, 1), "the first of two fives");
    for file in emit(&design, Language::Vhdl, Dialect::Generic)? {
        println!("{}: {} lines", file.name, file.text.lines().count());
    }
    Ok(())
}

#[test]
fn the_example_runs() {
    main().unwrap();
}
