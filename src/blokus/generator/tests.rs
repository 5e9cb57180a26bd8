use super::*;
use crate::blokus::game::decode;
use crate::blokus::reference::{PERFT, POSITIONS, placements, random_positions, records};
use crate::blokus::{Blokus, Move, Player, Position};
use crate::game::{Game, Machine, MachineError, Walk, Word};
use crate::simulate::lanes::{LANES, Lanes};
use crate::simulate::{Net, Simulation};

fn machine() -> BlokusMachine<Simulation> {
    let mut simulation = Simulation::new(&design(&Options::default()).unwrap()).unwrap();
    simulation.compile();
    BlokusMachine::new(simulation, "built-in simulator", 64).unwrap()
}

fn moves(machine: &mut BlokusMachine<Simulation>) -> Vec<Move> {
    machine.rest().unwrap().iter().map(|generated| generated.mv).collect()
}

fn reference_positions() -> Vec<Position> {
    let positions = records(POSITIONS, '|').map(|(record, _)| record.parse::<Position>().unwrap());
    positions.flat_map(|position| Player::BOTH.map(|player| position.with_to_move(player))).collect()
}

/// A machine in each of 64 lanes, each through the moves of a position of its own.
struct Batch {
    lanes: Lanes,
    inputs: [Net; 3],
    response: [Net; 2],
}

impl Batch {
    fn new() -> Self {
        let mut lanes = Lanes::new(&design(&Options::default()).unwrap()).unwrap();
        lanes.compile();
        let find = |name: &str| lanes.find(name).unwrap();
        let inputs = ["command_valid", "command", "command_data"].map(find);
        let response = ["response_valid", "response_data"].map(find);
        let (ready, reset) = (find("response_ready"), find("reset"));
        lanes.poke_all(ready, 1).unwrap();
        lanes.poke_all(reset, 1).unwrap();
        lanes.step();
        lanes.poke_all(reset, 0).unwrap();
        Self { lanes, inputs, response }
    }

    /// A command a lane; each lane's answer. They differ in length, so all wait for the last.
    fn command(&mut self, given: &[Word]) -> Vec<u64> {
        for (lane, word) in (0..LANES).zip(given) {
            for (net, value) in self.inputs.into_iter().zip([1, word.code.into(), word.data]) {
                self.lanes.poke(net, lane, value).unwrap();
            }
        }
        self.lanes.step();
        self.lanes.poke_all(self.inputs[0], 0).unwrap();
        let mut answers = vec![None; given.len()];
        for _ in 0..10_000 {
            let valid = self.lanes.peek_bit(self.response[0], 0);
            for lane in (0..given.len()).filter(|lane| valid >> lane & 1 == 1) {
                answers[lane] = Some(self.lanes.peek(self.response[1], lane as u32));
            }
            self.lanes.step();
            if let Some(answers) = answers.iter().copied().collect() {
                return answers;
            }
        }
        panic!("no answer in some lane");
    }

    fn moves(&mut self, positions: &[Position]) -> Vec<Vec<Move>> {
        let loads: Vec<Vec<Word>> = positions.iter().map(|position| Blokus::load(position, true)).collect();
        for step in 0..loads[0].len() {
            let given: Vec<Word> = loads.iter().map(|commands| commands[step]).collect();
            self.command(&given);
        }
        let mut found = vec![Vec::new(); positions.len()];
        loop {
            let answers = self.command(&vec![Walk::Next.with(0); positions.len()]);
            let next: Vec<Option<Move>> = answers.iter().map(|&word| decode(word).unwrap()).collect();
            if next.iter().all(Option::is_none) {
                return found;
            }
            found.iter_mut().zip(next).for_each(|(found, next)| found.extend(next));
        }
    }
}

/// All reference positions for both sides, and random ones: moves and their order are those of the
/// software; the sets are those of the slow generator.
#[test]
fn the_machine_generates_what_the_rules_allow() {
    let mut positions = reference_positions();
    positions.extend(random_positions(2000));
    let mut batch = Batch::new();
    for group in positions.chunks(LANES as usize) {
        for (position, found) in group.iter().zip(batch.moves(group)) {
            assert_eq!(found, position.moves(), "{position}");
            let mut codes: Vec<String> = found.iter().map(ToString::to_string).collect();
            codes.sort_unstable();
            let mut expected: Vec<String> = match position.is_over() {
                true => Vec::new(),
                false => placements(position, position.to_move()).into_iter().collect(),
            };
            if expected.is_empty() && !position.is_over() {
                expected.push("0000".into());
            }
            assert_eq!(codes, expected, "{position}");
        }
    }
}

#[test]
fn a_move_that_is_there_takes_two_cycles_and_the_first_seven() {
    let mut machine = machine();
    machine.load(&"45g2 9at5".parse().unwrap()).unwrap();
    let cycles: Vec<u64> = machine.rest().unwrap().iter().map(|generated| generated.cycles).collect();
    assert_eq!((cycles.len(), cycles[0]), (533, 7));
    let slow = cycles[1..].iter().filter(|&&cycles| cycles != 2).count();
    assert_eq!(slow, 0, "moves that were waited for");
}

/// Down every 40th move to a node, through some of it, and up again: the node goes on where it was
/// left.
#[test]
fn nodes_go_on_where_they_were_left() {
    let mut machine = machine();
    for position in random_positions(40) {
        machine.load(&position).unwrap();
        let expected = position.moves();
        for (number, &mv) in expected.iter().enumerate() {
            assert_eq!(machine.next().unwrap().map(|generated| generated.mv), Some(mv), "{position}");
            if number % 40 < 2 {
                machine.down().unwrap();
                let below = position.play(mv).unwrap().moves();
                for &mv in below.iter().take(3) {
                    assert_eq!(machine.next().unwrap().map(|generated| generated.mv), Some(mv), "{position}");
                }
                machine.up().unwrap();
            }
        }
        assert_eq!(machine.next().unwrap(), None);
        assert_eq!(machine.next().unwrap(), None);
    }
}

#[test]
fn the_walker_counts_the_tree() {
    let mut machine = machine();
    for depth in 0..=2 {
        assert_eq!(machine.perft(depth, false).unwrap().nodes, [1, 414, 171_396][depth as usize]);
    }
    // The node is as it was.
    assert_eq!(moves(&mut machine).len(), 414);
    let mut compared = 0;
    for line in PERFT.lines().filter(|line| !line.starts_with('#')) {
        if let Some((_, record)) = line.split_once(": ") {
            machine.load(&record.parse().unwrap()).unwrap();
        } else if let Some((depth, nodes)) =
            line.trim().strip_prefix("perft(").and_then(|rest| rest.split_once(") = "))
        {
            let nodes: u64 = nodes.parse().unwrap();
            if nodes < 100_000 {
                let counted = machine.perft(depth.parse().unwrap(), false).unwrap();
                assert_eq!(counted.nodes, nodes, "{line}");
                compared += 1;
            }
        }
    }
    assert!(compared >= 16, "{compared}");
}

/// Random games by commands alone, with the moves of every position on the way; back up to the root
/// at the end.
#[test]
fn whole_games_go_down_and_up() {
    let mut machine = machine();
    for first in Player::BOTH {
        let mut position = Position::start(first);
        machine.load(&position).unwrap();
        let mut plies = 0_usize;
        let pick = |position: &Position, plies: usize| {
            let moves = position.moves();
            moves.get(plies * 7919 % moves.len().max(1)).copied()
        };
        while let Some(mv) = pick(&position, plies) {
            while machine.next().unwrap().unwrap().mv != mv {}
            machine.down().unwrap();
            position = position.play(mv).unwrap();
            plies += 1;
        }
        assert!(position.is_over() && plies > 15, "{position}");
        assert_eq!(machine.next().unwrap(), None);
        assert_eq!(machine.perft(1, false).unwrap().nodes, 0);
        for _ in 0..plies {
            machine.up().unwrap();
        }
        assert!(matches!(machine.up(), Err(MachineError::Walk { .. })));
        // The root's first move is held again, and the others follow.
        let moves_of_root = Position::start(first).moves();
        assert_eq!(moves(&mut machine), moves_of_root[1..]);
    }
}

#[test]
fn what_cannot_be_is_refused() {
    let mut machine = machine();
    assert!(matches!(machine.up(), Err(MachineError::Walk { .. })));
    assert!(matches!(machine.down(), Err(MachineError::Walk { .. })));
    assert!(matches!(machine.perft(65, false), Err(MachineError::Depth { .. })));
    machine.next().unwrap();
    assert!(machine.perft(1, false).unwrap_err().to_string().contains("refused Perft 1"));
    let error = design(&Options { stack_depth: 7, ..Options::default() }).unwrap_err().to_string();
    assert_eq!(error, "blokus: a stack of 7 plies; choose 8, 16, 32 or 64");
}
