//! Traces, read back by an independent library.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::random::{self, Random};
use crate::netlist::{Design, Direction};
use crate::simulate::{SimulateError, Simulation};

/// A file name of our own in the system's directory for such.
fn scratch(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("movewright-{}-{name}", std::process::id()))
}

/// Runs a design, traces it from the cycle `first` on, and returns what every net showed in each
/// cycle traced.
fn run(design: &Design, path: &Path, first: usize, cycles: usize) -> HashMap<String, Vec<String>> {
    let mut simulation = Simulation::new(design).unwrap();
    let mut random = Random(11);
    let paths: Vec<String> = simulation
        .flat
        .hierarchy
        .scopes
        .iter()
        .flat_map(|scope| scope.signals.iter().map(|(name, _)| format!("{}{name}", scope.prefix)))
        .collect();
    let mut shown: HashMap<String, Vec<String>> = HashMap::new();
    (0..first).for_each(|_| simulation.step());
    simulation.trace(path).unwrap();
    for cycle in 0..cycles {
        let top = design.module(design.top().unwrap());
        for port in top.ports_of(Direction::Input).map(|signal| top.signal(signal)) {
            if port.name != "clk" {
                let net = simulation.find(&port.name).unwrap();
                simulation.poke_value(net, &random.value(port.width)).unwrap();
            }
        }
        for path in &paths {
            let net = simulation.find(path).unwrap();
            shown.entry(path.clone()).or_default().push(simulation.peek_value(net).to_binary());
        }
        if cycle + 1 < cycles {
            simulation.step();
        }
    }
    simulation.finish().unwrap();
    shown
}

fn reads_back(name: &str) {
    for seed in 0..12 {
        let design = random::design(seed);
        let path = scratch(&format!("{seed}-{name}"));
        let first = if seed % 3 == 2 { 4 } else { 0 };
        let shown = run(&design, &path, first, 9);
        let mut wave = wellen::simple::read(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        let top = design.module(design.top().unwrap()).name.clone();
        let mut clocked = false;
        for (path, expected) in shown {
            let mut scopes = vec![top.clone()];
            scopes.extend(path.split('.').map(String::from));
            let signal_name = scopes.pop().unwrap();
            let variable = wave.hierarchy().lookup_var(&scopes, &signal_name).unwrap();
            let signal = wave.hierarchy()[variable].signal_ref();
            assert_eq!(wave.hierarchy()[variable].length(), Some(expected[0].len() as u32));
            wave.load_signals(&[signal]);
            let times = wave.time_table().to_vec();
            let changes: Vec<(u64, String)> = wave
                .get_signal(signal)
                .unwrap()
                .iter_changes()
                .map(|(index, value)| (times[index as usize], value.to_bit_string().unwrap()))
                .collect();
            let at = |time: u64| &changes.iter().rev().find(|(when, _)| *when <= time).unwrap().1;
            if signal_name == "clk" && at((first as u64 + 1) * 10) == "1" {
                clocked = true;
                assert!(
                    (first as u64 + 1..9).all(|cycle| at(cycle * 10) == "1" && at(cycle * 10 + 5) == "0")
                );
                continue;
            }
            for (cycle, value) in expected.iter().enumerate() {
                assert_eq!(at((first + cycle) as u64 * 10), value, "seed {seed}, cycle {cycle}, {path}");
            }
        }
        assert!(clocked || design.modules().iter().all(|module| module.registers.is_empty()), "seed {seed}");
    }
}

#[test]
fn vcd_reads_back() {
    reads_back("trace.vcd");
}

#[test]
fn fst_reads_back() {
    reads_back("trace.fst");
}

#[test]
fn traces_that_cannot_be_written_say_so() {
    let mut simulation = Simulation::new(&random::design(1)).unwrap();
    let kind = simulation.trace(&scratch("trace.txt")).unwrap_err();
    assert!(matches!(kind, SimulateError::TraceKind { .. }), "{kind}");
    for name in ["no-such-directory/x.vcd", "no-such-directory/x.fst"] {
        let error = simulation.trace(&scratch(name)).unwrap_err();
        assert!(matches!(error, SimulateError::Trace { .. }), "{error}");
    }
}
