//! The emitted text of whole machines: whatever changes it shows here first.

use movewright::assert_netlist_snapshot;
use movewright::blokus::{generator, search, serial};
use movewright::chess::classic::{Options, design};
use movewright::cores::{self, Settings};
use movewright::describe::{Builder, Project, concat, mux};
use movewright::link::bus::{BusOptions, axi4_lite, wishbone};
use movewright::link::uart;
use movewright::netlist::Design;

#[test]
fn chess_classic() {
    assert_netlist_snapshot!(design(&Options::default()).unwrap());
}

#[test]
fn chess_classic_without_checks_first() {
    assert_netlist_snapshot!(design(&Options { checks_first: false, ..Options::default() }).unwrap());
}

/// A machine as the command emits it by default.
fn by_default(core: &str) -> Design {
    let core = cores::find(core).unwrap();
    cores::design(core, &Settings::parse::<&str, &str>(core, &[]).unwrap()).unwrap()
}

/// Of the fast machines only ports, instances and digests: they are hundreds of small modules,
/// stages and delays.
const NO_MODULE: usize = 0;

#[test]
fn chess_count() {
    assert_netlist_snapshot!(by_default("chess-count"), NO_MODULE);
}

#[test]
fn chess_stream() {
    assert_netlist_snapshot!(by_default("chess-stream"), NO_MODULE);
}

#[test]
fn chess_perft() {
    assert_netlist_snapshot!(by_default("chess-perft"), NO_MODULE);
}

#[test]
fn chess_evaluate() {
    assert_netlist_snapshot!(by_default("chess-evaluate"), NO_MODULE);
}

#[test]
fn chess_player() {
    assert_netlist_snapshot!(by_default("chess-player"), NO_MODULE);
}

#[test]
fn shogi_count() {
    assert_netlist_snapshot!(by_default("shogi-count"), NO_MODULE);
}

#[test]
fn shogi_stream() {
    assert_netlist_snapshot!(by_default("shogi-stream"), NO_MODULE);
}

#[test]
fn shogi_perft() {
    assert_netlist_snapshot!(by_default("shogi-perft"), NO_MODULE);
}

#[test]
fn shogi_check() {
    assert_netlist_snapshot!(by_default("shogi-check"), NO_MODULE);
}

#[test]
fn kpp() {
    assert_netlist_snapshot!(by_default("kpp"), NO_MODULE);
}

#[test]
fn hash() {
    assert_netlist_snapshot!(by_default("hash"), NO_MODULE);
}

#[test]
fn hash_index() {
    assert_netlist_snapshot!(by_default("hash-index"));
}

#[test]
fn hash_memory() {
    assert_netlist_snapshot!(by_default("hash-memory"), NO_MODULE);
}

#[test]
fn hash_keys() {
    assert_netlist_snapshot!(by_default("hash-keys"));
}

#[test]
fn blokus() {
    assert_netlist_snapshot!(generator::design(&generator::Options::default()).unwrap());
}

#[test]
fn blokus_player() {
    assert_netlist_snapshot!(search::design(&search::Options::default()).unwrap());
}

#[test]
fn blokus_serial() {
    assert_netlist_snapshot!(serial::design(&serial::Options::default()).unwrap());
}

/// A core that answers every command with its own word, and refuses the last: the least that can be
/// linked to a host.
fn echo() -> Design {
    let b = Builder::new("echo", "Answers every command with its own word.");
    b.clock();
    b.reset();
    let [valid, ready] = ["command_valid", "response_ready"].map(|port| b.input(port, 1));
    let command = concat(&[b.input("command", 4), b.input("command_data", 10)]);
    let pending = b.register("pending", 1).resets_to(0);
    pending.next(&mux(&pending, &!&ready, &valid));
    let kept = b.register("kept", 14);
    kept.next_when(&(&valid & !&*pending), &command);
    b.output("command_ready", &!&*pending);
    b.output("response_valid", &pending);
    b.output("response_data", &kept.extend(64));
    b.output("response_error", &kept.slice(10, 4).all());
    let mut project = Project::new("echo");
    project.add(b).unwrap();
    project.finish().unwrap()
}

#[test]
fn uart_link() {
    assert_netlist_snapshot!(uart::wrap(&echo(), &uart::UartOptions::default()).unwrap());
}

#[test]
fn wishbone_link() {
    assert_netlist_snapshot!(wishbone::wrap(&echo(), &BusOptions::default()).unwrap());
}

#[test]
fn axi4_lite_link() {
    assert_netlist_snapshot!(axi4_lite::wrap(&echo(), &BusOptions::default()).unwrap());
}
