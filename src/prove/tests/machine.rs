//! The properties of the chess machine, on it and on faulty ones.

use super::*;
use crate::chess::CHESS;
use crate::chess::classic::properties::{
    ARRAY, arbiter_tree, lines_exclude_each_other, make_then_undo, one_square_a_line,
};
use crate::chess::classic::{Options, design};
use crate::netlist::{Direction, Module, Value};
use crate::parts::arbiter::Order;
use crate::parts::board::Board;
use crate::prove::properties::command_port;

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

#[test]
fn both_arbiter_trees_choose_right() {
    let small = Board { files: 4, ranks: 4 };
    let mut all = Vec::new();
    for (order, board) in [(Order::Priority, CHESS), (Order::Plain, CHESS), (Order::Priority, small)] {
        let design = design(&Options { order, board, ..Options::default() }).unwrap();
        all.extend(arbiter_tree(&design, order).unwrap().map(|property| (property, true)));
    }
    // A machine whose arbiters take the first candidate does not give the greatest; one is not
    // where it should be; and one of its squares has a code of its own.
    let plain = design(&Options { order: Order::Plain, ..Options::default() }).unwrap();
    let [_, tree] = arbiter_tree(&plain, Order::Priority).unwrap();
    all.push((tree, false));
    let [_, tree] = arbiter_tree(&changed("board", exchanged), Order::Priority).unwrap();
    all.push((tree, false));
    let coded = changed("receiver", |module| {
        let prio = module.find_port(Direction::Output, "prio").unwrap();
        let always = module.constant(Value::new(7, 0b100_0000));
        let assign = module.assigns.iter_mut().find(|assign| assign.signal == prio).unwrap();
        assign.node = always;
    });
    let [code, _] = arbiter_tree(&coded, Order::Priority).unwrap();
    all.push((code, false));
    verdicts("both_arbiter_trees_choose_right", all);
}

/// The squares' numbers of the first two candidates, exchanged.
fn exchanged(module: &mut Module) {
    let arbiter = module.instances.iter_mut().find(|instance| instance.name == "arbiter_l1_n0").unwrap();
    let at = |port: &str| arbiter.inputs.iter().position(|(name, _)| name == port).unwrap();
    let (first, second) = (at("first_square"), at("second_square"));
    let number = arbiter.inputs[first].1;
    arbiter.inputs[first].1 = arbiter.inputs[second].1;
    arbiter.inputs[second].1 = number;
}

#[test]
fn a_square_selected_beside_another_is_found() {
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
    let squares = one_square_a_line(&wrong).unwrap();
    // Two squares are pointed at when the machine is idle.
    let wrong = changed("chess_classic", |module| {
        let always = module.constant(Value::new(1, 1));
        let inputs = module.instances.iter_mut().flat_map(|instance| &mut instance.inputs);
        inputs.filter(|(port, _)| port == "point_victim").for_each(|(_, node)| *node = always);
    });
    let lines = lines_exclude_each_other(&wrong).unwrap();
    verdicts("a_square_selected_beside_another_is_found", vec![(squares, false), (lines, false)]);
}

#[test]
fn an_undo_that_writes_elsewhere_is_found() {
    // What is meant for the destination goes to the origin, and the other way round.
    let wrong = changed("board", |module| {
        let [one, other] =
            ["destination_piece", "origin_piece"].map(|name| module.find_signal(name).unwrap());
        module.signal_mut(one).name = "origin_piece".into();
        module.signal_mut(other).name = "destination_piece".into();
    });
    let undone = make_then_undo(&wrong, CHESS).unwrap();
    verdicts("an_undo_that_writes_elsewhere_is_found", vec![(undone, false)]);
}

#[test]
fn an_answer_that_changes_is_found() {
    let wrong = changed("chess_classic", |module| {
        let read = module.find_signal("read_piece").unwrap();
        let register = module.registers.iter_mut().find(|register| register.output == read).unwrap();
        register.enable = None;
    });
    let answered = command_port(&wrong, &[ARRAY]).unwrap();
    verdicts("an_answer_that_changes_is_found", vec![(answered, false)]);
}
