//! Machines behind a simulated serial line, bit by bit: they answer as they do at their command
//! port.

use movewright::chess::classic::{ClassicMachine, Options, design};
use movewright::chess::{Chess, Position};
use movewright::game::Machine;
use movewright::host::frame::{message, word};
use movewright::host::{HostMachine, Line, SimulatedLine};
use movewright::link::LinkError;
use movewright::link::uart::{UartOptions, wrap};
use movewright::netlist::Direction;
use movewright::parts::board::Board;
use movewright::simulate::Simulation;

/// Eight clock cycles a bit, and a pause of four bytes.
const QUICK: UartOptions = UartOptions { clock_hz: 8_000_000, baud: 1_000_000, pause_bits: 40 };

fn small() -> Options {
    Options { name: "king-and-rook".into(), board: Board { files: 4, ranks: 4 }, ..Options::default() }
}

fn line(options: &Options) -> SimulatedLine<Simulation> {
    let wrapped = wrap(&design(options).unwrap(), &QUICK).unwrap();
    SimulatedLine::new(Simulation::new(&wrapped).unwrap(), 8000).unwrap()
}

/// Moves with their cycles, down and up, and a walk, as text.
fn play(machine: &mut dyn Machine<Chess>, fen: &str, depth: u32) -> Vec<String> {
    let mut seen = Vec::new();
    machine.load(&Position::from_fen(fen).unwrap()).unwrap();
    while let Some(found) = machine.next().unwrap() {
        seen.push(format!("{found:?}"));
    }
    machine.load(&Position::from_fen(fen).unwrap()).unwrap();
    seen.push(format!("{:?}", machine.next().unwrap()));
    machine.down().unwrap();
    seen.push(format!("{:?}", machine.next().unwrap()));
    machine.up().unwrap();
    seen.push(format!("{:?}", machine.next().unwrap()));
    machine.load(&Position::from_fen(fen).unwrap()).unwrap();
    seen.push(format!("{:?}", machine.perft(depth, true).unwrap()));
    seen
}

#[test]
fn a_small_machine_answers_as_at_its_port() {
    let options = small();
    let simulation = Simulation::new(&design(&options).unwrap()).unwrap();
    let mut direct = ClassicMachine::new(simulation, "built-in simulator", options.stack_depth).unwrap();
    let mut host =
        HostMachine::<Chess, _>::connect(line(&options), QUICK.pause_bits, options.stack_depth).unwrap();
    for fen in ["8/8/8/8/3k4/8/8/K2R4 b - - 0 1", "8/8/8/8/3k4/8/8/K1R5 w - - 0 1"] {
        assert_eq!(play(&mut host, fen, 3), play(&mut direct, fen, 3), "{fen}");
    }
}

#[test]
fn the_chess_machine_answers_as_at_its_port() {
    let options = Options::default();
    let simulation = Simulation::new(&design(&options).unwrap()).unwrap();
    let mut direct = ClassicMachine::new(simulation, "built-in simulator", options.stack_depth).unwrap();
    let mut host =
        HostMachine::<Chess, _>::connect(line(&options), QUICK.pause_bits, options.stack_depth).unwrap();
    let fen = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
    assert_eq!(play(&mut host, fen, 2), play(&mut direct, fen, 2));
}

#[test]
fn the_top_has_a_line_and_lights_and_the_core_inside() {
    let wrapped = wrap(&design(&small()).unwrap(), &UartOptions::default()).unwrap();
    let top = wrapped.module(wrapped.top().unwrap());
    assert_eq!(top.name, "king_and_rook_uart");
    let names =
        |direction| top.ports_of(direction).map(|id| top.signal(id).name.as_str()).collect::<Vec<_>>();
    assert_eq!(names(Direction::Input), ["clock", "reset", "serial_in"]);
    assert_eq!(names(Direction::Output), ["serial_out", "led_alive", "led_busy", "led_error"]);
    let core = top.instances.iter().find(|instance| instance.name == "core").unwrap();
    assert_eq!(wrapped.module(core.module).name, "king_and_rook");
}

#[test]
fn what_cannot_be_linked_is_refused_with_the_mend() {
    let core = design(&small()).unwrap();
    let refused = |options: UartOptions| wrap(&core, &options).unwrap_err().to_string();
    assert_eq!(
        refused(UartOptions { clock_hz: 1_000_000, ..UartOptions::default() }),
        "115200 baud from 1000000 Hz: 9 clock cycles a bit are 36 per mille off, at most 20 will do; take 111111 baud, or a \
         clock of 1036800 Hz"
    );
    assert!(refused(UartOptions { baud: 0, ..UartOptions::default() }).contains("763 to 6250000 baud"));
    assert!(refused(UartOptions { pause_bits: 2, ..UartOptions::default() }).contains("choose 20 to 38657"));
    // A core without a command port.
    let again = wrap(&wrap(&core, &QUICK).unwrap(), &QUICK).unwrap_err();
    assert!(matches!(again, LinkError::Port { .. }), "{again}");
    assert!(again.to_string().contains("it has no input `command_valid`"), "{again}");
}

#[test]
fn a_walk_that_takes_longer_than_a_message_is_waited_for_and_a_new_session_ends_one() {
    let options = small();
    let mut host =
        HostMachine::<Chess, _>::connect(line(&options), QUICK.pause_bits, options.stack_depth).unwrap();
    let position = Position::from_fen("8/8/8/8/3k4/8/8/K1R5 w - - 0 1").unwrap();
    host.load(&position).unwrap();
    let count = host.perft(7, false).unwrap();
    assert!(count.cycles > 50_000, "{count:?}");

    // Begin a walk of days and leave it.
    let mut line = line(&options);
    let mut first =
        HostMachine::<Chess, _>::connect(&mut line, QUICK.pause_bits, options.stack_depth).unwrap();
    first.load(&position).unwrap();
    line.send(&message(2, &[word(6, 40)])).unwrap();
    assert_eq!(line.receive(1000).unwrap(), None);
    let mut host =
        HostMachine::<Chess, _>::connect(&mut line, QUICK.pause_bits, options.stack_depth).unwrap();
    host.load(&position).unwrap();
    assert_eq!(host.perft(7, false).unwrap(), count);
}
