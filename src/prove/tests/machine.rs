//! The properties of the chess machine, on it and on machines that are wrong.

use super::*;
use crate::chess::classic::{Options, design};
use crate::netlist::{Module, Value};
use crate::parts::arbiter::Order;
use crate::parts::board::CHESS;
use crate::prove::properties::{arbiter_tree, command_port, make_then_undo, one_square_a_line};

pub(super) fn proven(property: Property) -> Vec<Finding> {
    let folder = tempfile::tempdir().unwrap();
    property::prove(&[property], folder.path()).unwrap_or_else(|error| panic!("{error}"))
}

/// The machine, one of its modules changed.
fn changed(module: &str, change: impl Fn(&mut Module)) -> Design {
    changed_in(&design(&Options::default()).unwrap(), module, change)
}

/// A design, one of its modules changed.
pub(super) fn changed_in(right: &Design, module: &str, change: impl Fn(&mut Module)) -> Design {
    let mut wrong = Design::new("wrong");
    for known in right.modules() {
        let mut known = known.clone();
        if known.name == module {
            change(&mut known);
        }
        wrong.add(known).unwrap();
    }
    wrong
}

pub(super) fn refuted(property: Property) {
    let name = property.name;
    let found = proven(property);
    assert!(
        matches!(found.as_slice(), [Finding::Property { property, .. }] if *property == name),
        "{found:?}"
    );
}

#[test]
fn both_arbiter_trees_choose_right() {
    if !tools("both_arbiter_trees_choose_right", &[YOSYS]) {
        return;
    }
    for order in [Order::Priority, Order::Plain] {
        assert_eq!(proven(arbiter_tree(order, CHESS).unwrap()), []);
    }
    // An arbiter that prefers the second of two equals, or any second, is another machine.
    let mut wrong = arbiter_tree(Order::Priority, CHESS).unwrap();
    let other = arbiter_tree(Order::Plain, CHESS).unwrap().monitor;
    let mut monitor = Design::new("wrong");
    monitor.add(other.modules()[0].clone()).unwrap();
    monitor.add(wrong.monitor.modules()[1].clone()).unwrap();
    wrong.monitor = monitor;
    refuted(wrong);
}

#[test]
fn a_square_selected_beside_another_is_found() {
    if !tools("a_square_selected_beside_another_is_found", &[YOSYS]) {
        return;
    }
    let wrong = changed("board", |module| {
        let always = module.constant(Value::new(2, 3));
        let instances = module.instances.iter_mut();
        let square = instances
            .into_iter()
            .find(|instance| instance.inputs.iter().any(|(port, _)| port == "origin"))
            .unwrap();
        let inputs = square.inputs.iter_mut().filter(|(port, _)| port == "origin");
        inputs.for_each(|(_, node)| *node = always);
    });
    refuted(one_square_a_line(&wrong).unwrap());
}

#[test]
fn an_undo_that_writes_elsewhere_is_found() {
    if !tools("an_undo_that_writes_elsewhere_is_found", &[YOSYS]) {
        return;
    }
    // What is meant for the destination goes to the origin, and the other way round.
    let wrong = changed("board", |module| {
        let [one, other] =
            ["destination_piece", "origin_piece"].map(|name| module.find_signal(name).unwrap());
        module.signal_mut(one).name = "origin_piece".into();
        module.signal_mut(other).name = "destination_piece".into();
    });
    refuted(make_then_undo(&wrong).unwrap());
}

#[test]
fn an_answer_that_changes_is_found() {
    if !tools("an_answer_that_changes_is_found", &[YOSYS]) {
        return;
    }
    let wrong = changed("chess_classic", |module| {
        let read = module.find_signal("read_piece").unwrap();
        let register = module.registers.iter_mut().find(|register| register.output == read).unwrap();
        register.enable = None;
    });
    refuted(command_port(&wrong, &[crate::prove::properties::ARRAY]).unwrap());
}
