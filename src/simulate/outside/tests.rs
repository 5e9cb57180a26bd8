//! Failures between this side of the pipe and the other; `tests/all/cosimulation.rs` has the
//! successes.

use std::path::Path;

use super::*;
use crate::netlist::{Assign, Design, Direction, Module, Value};
use crate::simulate::{Interface, Ports, PortsError};

/// `q = d` in 70 bits.
fn wire() -> Design {
    let mut module = Module::new("wire_of_70", "");
    let d = module.add_port(Direction::Input, "d", 70);
    let q = module.add_port(Direction::Output, "q", 70);
    let node = module.read(d);
    module.assigns.push(Assign { signal: q, node });
    let mut design = Design::new("wire");
    design.add(module).unwrap();
    design
}

/// A program that is no simulator, in the place of one.
fn impostor(program: &str) -> Verilated {
    Verilated::start(Interface::of(&wire()).unwrap(), Path::new(program)).unwrap()
}

fn told<T: std::fmt::Debug>(result: Result<T, PortsError>) -> String {
    result.unwrap_err().to_string()
}

#[test]
fn a_simulator_that_ends_is_an_error_and_no_hang() {
    let mut dead = impostor("false");
    let error = told(dead.peek("q"));
    assert!(error.starts_with("verilator: the simulator stopped (exit status: 1)"), "{error}");
    assert!(told(dead.step_until("q", u64::MAX)).contains("stopped"));
}

#[test]
fn a_simulator_that_talks_nonsense_is_an_error() {
    // It answers every line with the line itself.
    let mut parrot = impostor("cat");
    assert_eq!(told(parrot.peek("q")), "verilator: `peek q` is no value of `q`");
    assert_eq!(told(parrot.step_until("q", 3)), "verilator: `until q 3` is no number of cycles");
    assert_eq!(told(parrot.finish_trace()), "verilator: finish");
}

#[test]
fn ports_and_values_are_checked_before_they_are_sent() {
    let mut parrot = impostor("cat");
    assert_eq!(told(parrot.poke("q", 1)), "verilator: no such port of wire_of_70 as `q`; choose d");
    assert_eq!(told(parrot.peek("clock")), "verilator: no such port of wire_of_70 as `clock`; choose d, q");
    let error = told(parrot.poke_value("d", &Value::ones(71)));
    assert!(error.ends_with("does not fit `d` of 70 bits"), "{error}");
    assert!(parrot.poke_value("d", &Value::new(128, 5)).is_ok());
    for name in ["waves.fst", "waves", "two\nlines.vcd"] {
        let error = told(parrot.trace(Path::new(name)));
        assert!(error.contains("name it so, or use the built-in simulator"), "{error}");
    }
}

#[test]
fn a_simulator_that_cannot_be_started_says_so() {
    let interface = Interface::of(&wire()).unwrap();
    let error = Verilated::start(interface, Path::new("/nowhere/simulator")).unwrap_err().to_string();
    assert!(error.starts_with("cannot start /nowhere/simulator: "), "{error}");
}
