//! Games on pins: those of the right machine, and of machines that are not.

use std::path::Path;

use super::ice40::{circuit, flat};
use super::netlist::Netlist;
use super::play::on_chip;
use super::{BitstreamError, Difference, Game, ecp5, gowin, needs_netlist, tools};
use crate::board::{CircuitBoard, Family, find};
use crate::cores::{self, CoreInfo, Settings};
use crate::netlist::Value;
use crate::simulate::{Interface, PortShape, Ports, PortsError, Simulation};

/// A machine with the pins of a board, whose button is low when pressed.
struct OnBoard {
    machine: Simulation,
    /// The button does something.
    wired: bool,
    /// Cycles after which the line stays low.
    ends: u64,
    cycles: u64,
}

impl Ports for OnBoard {
    fn poke_value(&mut self, port: &str, value: &Value) -> Result<(), PortsError> {
        match port {
            "board_reset" if self.wired => Ports::poke(&mut self.machine, "reset", 1 - value.low_word()),
            "board_reset" => Ok(()),
            port => Ports::poke_value(&mut self.machine, port, value),
        }
    }

    fn peek_value(&mut self, port: &str) -> Result<Value, PortsError> {
        match self.cycles < self.ends {
            true => Ports::peek_value(&mut self.machine, port),
            false => Ok(Value::new(1, 0)),
        }
    }

    fn step(&mut self) -> Result<(), PortsError> {
        self.cycles += 1;
        Ports::step(&mut self.machine)
    }

    fn trace(&mut self, path: &Path) -> Result<(), PortsError> {
        Ports::trace(&mut self.machine, path)
    }

    fn finish_trace(&mut self) -> Result<(), PortsError> {
        Ports::finish_trace(&mut self.machine)
    }
}

/// A board with a quick line.
fn board() -> CircuitBoard {
    find("icebreaker").unwrap().with_baud(1_500_000).unwrap()
}

fn small() -> (&'static CoreInfo, Settings) {
    let core = cores::find("chess-small").unwrap();
    (core, Settings::parse(core, &[("stack_depth", "8")]).unwrap())
}

/// What comes of a machine with these settings where that of [`small`] should be.
fn played(settings: &[(&str, &str)], change: impl FnOnce(&mut OnBoard)) -> Result<super::Played, Difference> {
    let (board, (core, right)) = (board(), small());
    let given = Settings::parse(core, settings).unwrap();
    let design = cores::on_a_line(core, &given, &board.uart_options()).unwrap();
    let mut machine = Simulation::new(&design).unwrap();
    machine.compile();
    let mut chip = OnBoard { machine, wired: true, ends: u64::MAX, cycles: 0 };
    change(&mut chip);
    let game = Game { board: &board, core, settings: &right, depth: 2 };
    on_chip(chip, game, |_| ()).unwrap()
}

const RIGHT: &[(&str, &str)] = &[("stack_depth", "8")];

#[test]
fn the_right_machine_answers_as_the_simulator() {
    let played = played(RIGHT, |_| ()).unwrap();
    assert!(played.answers > 40 && played.leaves > 10, "{played:?}");
}

#[test]
fn another_machine_is_told_by_its_first_wrong_answer() {
    let told = played(&[("stack_depth", "8"), ("order", "plain")], |_| ()).unwrap_err();
    let Difference::Answer { begun: "after power-up", right, expected, found, .. } = &told else {
        panic!("{told}")
    };
    assert!(*right > 0 && expected != found, "{told}");
    let text = told.to_string();
    assert!(text.starts_with(&format!("after power-up, after {right} right answers, to ")), "{text}");
    assert!(text.ends_with(&format!("where the built-in simulator has {expected}")), "{text}");
}

#[test]
fn a_line_that_is_dead_or_dies_is_told_and_no_wait_is_endless() {
    let told = played(RIGHT, |chip| chip.ends = 0).unwrap_err();
    assert!(matches!(told, Difference::Session { begun: "after power-up", .. }), "{told}");
    let told = played(RIGHT, |chip| chip.ends = 30_000).unwrap_err();
    let Difference::Answer { found, .. } = &told else { panic!("{told}") };
    assert!(found.contains("no answer from the machine after 6 tries"), "{told}");
}

#[test]
fn a_button_that_does_nothing_is_told() {
    let told = played(RIGHT, |chip| {
        // As a bitstream comes up by itself.
        chip.machine.find("reset").map(|_| ()).unwrap();
        Ports::poke(&mut chip.machine, "reset", 0).unwrap();
        chip.wired = false;
    });
    assert_eq!(told, Err(Difference::Reset));
}

#[test]
fn families_without_a_way_back_say_what_can_be_done() {
    for family in Family::ALL {
        match tools(family) {
            Ok(tools) => assert_eq!(tools.len(), if needs_netlist(family) { 2 } else { 3 }, "{tools:?}"),
            Err(error @ BitstreamError::NoWayBack { .. }) => {
                let told = error.to_string();
                assert!(told.starts_with("no open tool turns a bitstream of "), "{told}");
            }
            Err(error) => panic!("{error}"),
        }
    }
}

/// As `icebox_vlog` writes, behind what Python says of it.
const SAID: &str = "\
icebox_vlog:1: SyntaxWarning: invalid escape sequence

module chip (input board_clock, output serial_out, input serial_in, output led_alive);

wire n1, board_clock, n2;
wire serial_out, serial_in;
reg n3 = 0, led_alive = 0;

// Warning: unmatched port 'serial_in'

SB_PLL40_PAD #(
  .DIVR(4'b0010),
  .DIVF(7'b1000111),
  .DIVQ(3'b101),
) PLL_12_31 (
  .PACKAGEPIN(n1),
  .PLLOUTGLOBAL(n2),
);
endmodule
";

#[test]
fn ports_are_declared_once_and_the_clock_circuit_is_at_its_pin() {
    let port = |name: &str| PortShape { name: name.into(), width: 1 };
    let interface = Interface {
        top: "chip".into(),
        clock: Some("board_clock".into()),
        inputs: vec![port("serial_in")],
        outputs: vec![port("serial_out"), port("led_alive")],
    };
    let (text, unused) = flat(SAID, &interface).unwrap();
    let header =
        "module chip (input board_clock, output serial_out, input serial_in, output reg led_alive = 0);";
    assert!(text.starts_with(header), "{text}");
    assert!(text.contains("\nwire n1, n2;\n\nreg n3 = 0;\n"), "{text}");
    assert!(text.contains(".PACKAGEPIN(board_clock),"), "{text}");
    assert_eq!(unused, ["serial_in"]);
    assert_eq!(circuit(&text), Some([2, 71, 5]));
    assert_eq!(circuit("module chip ();"), None);
    assert!(flat("\n", &interface).is_err());
}

/// A configuration of an ECP5 with one tile of logic, one of pins, and a block memory.
const CONFIGURATION: &str = "\
.device LFE5U-25F

.tile R2C3:PLC2
arc: A0 H02E0501
arc: F0 F0_SLICE
word: SLICEA.K0.INIT 0011001111110000
word: SLICEA.K1.INIT 1111111111111111
enum: SLICEA.MODE LOGIC
enum: SLICEA.REG0.REGSET SET

.tile MIB_R0C3:PIOT0
enum: PIOA.BASE_TYPE INPUT_LVCMOS33

.bram_init 1
000 001
";

#[test]
fn another_configuration_is_told_by_its_first_difference() {
    let difference = |from: &str, to: &str| ecp5::difference(CONFIGURATION, &CONFIGURATION.replace(from, to));
    // What is the same, or left out as the usual.
    for (from, to) in [
        ("arc: F0 F0_SLICE\n", ""),
        ("word: SLICEA.K1.INIT 1111111111111111\n", ""),
        ("enum: SLICEA.MODE LOGIC\n", ""),
        ("INPUT_LVCMOS33", "INPUT_LVTTL33"),
    ] {
        assert_eq!(difference(from, to), None, "{from}");
    }
    let of = "of tile R2C3:PLC2 is";
    for (from, to, told) in [
        (
            "INIT 0011",
            "INIT 1011",
            format!("table SLICEA.K0.INIT {of} 1011001111110000, where nextpnr wrote 0011001111110000"),
        ),
        (
            "word: SLICEA.K0.INIT 0011001111110000\n",
            "",
            format!("table SLICEA.K0.INIT {of} nothing, where nextpnr wrote 0011001111110000"),
        ),
        ("H02E0501", "H02E0701", format!("wire A0 {of} H02E0701, where nextpnr wrote H02E0501")),
        ("arc: A0", "arc: B0 V1\narc: A0", format!("wire B0 {of} V1, where nextpnr wrote nothing")),
        (
            "REGSET SET",
            "REGSET RESET",
            format!("setting SLICEA.REG0.REGSET {of} RESET, where nextpnr wrote SET"),
        ),
        ("000 001", "000 002", "block memory 1 has other contents than nextpnr wrote".into()),
    ] {
        assert_eq!(difference(from, to), Some(told));
    }
}

#[test]
fn another_table_of_a_gowin_device_is_told() {
    let netlist = r#"{"modules": {"top": {"ports": {}, "cells": {
        "one": {"type": "LUT2", "parameters": {"INIT": "0110"}, "attributes": {"NEXTPNR_BEL": "X4Y13/LUT0"},
                "connections": {"F": [3], "I0": [1], "I1": [2]}},
        "through": {"type": "LUT4", "parameters": {"INIT": "1111111111111111"},
                    "attributes": {"NEXTPNR_BEL": "X4Y13/LUT1"}, "connections": {"F": [4]}},
        "memory": {"type": "LUT4", "parameters": {"INIT": "0000000000000110"},
                   "attributes": {"NEXTPNR_BEL": "X5Y13/LUT1"}, "connections": {"I0": [1]}}}}}}"#;
    let netlist = Netlist::parse(netlist).unwrap();
    let difference = |logic: &str| gowin::difference(&netlist, logic);
    assert_eq!(difference("LUT4 R14C5_LUT4_0 (\ndefparam R14C5_LUT4_0.INIT = 16'h6666;\n"), None);
    let told = "table R14C5_LUT4_0 is 0x6667, where nextpnr has 0x6666";
    assert_eq!(difference("defparam R14C5_LUT4_0.INIT = 16'h6667;\n").as_deref(), Some(told));
    let told = "table R14C5_LUT4_0 is nothing, where nextpnr has 0x6666";
    assert_eq!(difference("").as_deref(), Some(told));
    let more = "defparam R14C5_LUT4_0.INIT = 16'h6666;\ndefparam R1C1_LUT4_0.INIT = 16'h0001;\n";
    let told = "table R1C1_LUT4_0 is 0x0001, where nextpnr has nothing";
    assert_eq!(difference(more).as_deref(), Some(told));
}
