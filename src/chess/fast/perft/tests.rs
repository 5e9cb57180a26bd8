use super::*;
use crate::chess::classic::ClassicMachine;
use crate::chess::epd::PerftStatement;
use crate::chess::machine::Machine;
use crate::chess::reference::suite;
use crate::simulate::Simulation;

fn machine(pairs: u32) -> ClassicMachine<Simulation> {
    let options =
        PerftOptions { name: "chess-perft".into(), levels: 2, threads: None, stack_depth: 8, pairs };
    let simulation = Simulation::new(&perft(&options).unwrap()).unwrap();
    ClassicMachine::new(simulation, "built-in simulator", options.stack_depth + 2).unwrap()
}

#[test]
fn the_suites_are_counted() {
    let mut machine = machine(1);
    for line in suite() {
        machine.load(&line.position).unwrap();
        for &PerftStatement { depth, nodes } in line.counts.iter().filter(|count| count.depth <= 3) {
            let found = machine.perft(depth, false).unwrap();
            println!("{depth} {found:?}");
            assert_eq!(found.nodes, nodes, "{} to depth {depth}", line.position.to_fen());
        }
    }
}
