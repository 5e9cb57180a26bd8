//! Combinational logic cut into stages: the distance between two squares of a chess board, a new
//! pair in every clock cycle.

use movewright::describe::{Builder, PipelineOptions, Project, Timed, mux, pipeline};
use movewright::netlist::Design;
use movewright::simulate::Simulation;

/// The machine, with at most `levels` lookup tables between two registers, and its latency in clock
/// cycles. The distance is in moves of a king: the larger one of files and ranks.
fn distance(levels: u32) -> Result<(Design, u32), Box<dyn std::error::Error>> {
    let b = Builder::new("distance", "The distance of two squares in moves of a king.");
    let [from, to] = ["one", "other"].map(|name| b.input(name, 6).comment("a square, 0 to 63"));
    let along = |low: u32, name: &str| {
        let (one, other) = (from.slice(low, 3), to.slice(low, 3));
        mux(&one.lt(&other), &(&other - &one), &(&one - &other)).named(name)
    };
    let (files, ranks) = (along(0, "files"), along(3, "ranks"));
    b.output("moves", &mux(&files.lt(&ranks), &ranks, &files)).comment("0 to 7");
    let mut project = Project::new("distance");
    let cut = pipeline(&mut project, b, &PipelineOptions::new(levels))?;
    let top = Builder::new("distance_top", "The pipeline of distances.");
    top.clock();
    let [from, to] = ["one", "other"].map(|name| top.input(name, 6));
    let inputs = [("one", Timed::new(&from, 0)), ("other", Timed::new(&to, 0))];
    let outputs = cut.instance(&top, "pipe", inputs);
    let latency = Timed::outputs(&top, &[("moves", &outputs.get("moves"), "0 to 7")]);
    project.add(top)?;
    Ok((project.finish()?, latency))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for levels in [1, 2, 4] {
        let (design, latency) = distance(levels)?;
        let mut simulation = Simulation::new(&design)?;
        let [from, to, moves] = ["one", "other", "moves"].map(|port| simulation.find(port));
        let (from, to, moves) = (from?, to?, moves?);
        // From a1 to every square, one a clock.
        let mut found = Vec::new();
        for cycle in 0..64 + latency {
            simulation.poke(from, 0)?;
            simulation.poke(to, u64::from(cycle % 64))?;
            if cycle >= latency {
                found.push(simulation.peek(moves));
            }
            simulation.step();
        }
        assert!(found.iter().zip(0_u64..).all(|(moves, square)| *moves == (square % 8).max(square / 8)));
        println!("{levels} lookup tables between registers: {latency} cycles");
    }
    Ok(())
}

#[test]
fn the_example_runs() {
    main().unwrap();
}
