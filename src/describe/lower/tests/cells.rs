//! Cells like those of the machines.

use rust_hdl::prelude::*;
use smart_default::SmartDefault;

use crate::describe::differential::differential;

/// Two candidates; the better one passes, the first when equal.
#[derive(LogicBlock, Default)]
struct Arbiter {
    a_priority: Signal<In, Bits<3>>,
    a_square: Signal<In, Bits<6>>,
    b_priority: Signal<In, Bits<3>>,
    b_square: Signal<In, Bits<6>>,
    priority: Signal<Out, Bits<3>>,
    square: Signal<Out, Bits<6>>,
    second_wins: Signal<Local, Bit>,
}

impl Logic for Arbiter {
    #[hdl_gen]
    fn update(&mut self) {
        self.second_wins.next = self.b_priority.val() > self.a_priority.val();
        self.priority.next = self.a_priority.val();
        self.square.next = self.a_square.val();
        if self.second_wins.val() {
            self.priority.next = self.b_priority.val();
            self.square.next = self.b_square.val();
        }
    }
}

#[test]
fn arbiter() {
    let module = differential(
        Arbiter::default(),
        "arbiter",
        4000,
        |cell, draw| {
            cell.a_priority.next = draw.value();
            cell.a_square.next = draw.value();
            cell.b_priority.next = draw.value();
            cell.b_square.next = draw.value();
        },
        None,
    );
    // The local signal keeps its name and is the select of both multiplexers.
    assert!(module.find_signal("second_wins").is_some());
    assert_eq!(module.assigns.len(), 3);
}

/// The lines from a square to its neighbours.
#[derive(LogicBlock, Default)]
struct Transmitter {
    white: Signal<In, Bit>,
    turn: Signal<In, Bit>,
    piece: Signal<In, Bits<3>>,
    masked: Signal<In, Bit>,
    north_in: Signal<In, Bits<2>>,
    east_in: Signal<In, Bits<2>>,
    ray_in: [Signal<In, Bits<2>>; 4],
    north_out: Signal<Out, Bits<2>>,
    east_out: Signal<Out, Bits<2>>,
    ray_out: [Signal<Out, Bits<2>>; 4],
    knight_out: Signal<Out, Bits<1>>,
    king_out: Signal<Out, Bit>,
    empty: Signal<Local, Bit>,
    mine: Signal<Local, Bit>,
}

impl Logic for Transmitter {
    #[hdl_gen]
    fn update(&mut self) {
        self.empty.next = self.piece.val() == 0;
        self.mine.next = !self.empty.val() && self.white.val() == self.turn.val() && !self.masked.val();
        self.knight_out.next = (self.mine.val() && self.piece.val() == 2).into();
        self.king_out.next = self.mine.val() & (self.piece.val() == 6);
        self.north_out.next = 0.into();
        self.east_out.next = 0.into();
        if self.mine.val() {
            if self.piece.val() == 4 || self.piece.val() == 5 {
                self.north_out.next = 1.into();
                self.east_out.next = 1.into();
            } else if self.piece.val() == 3 {
                self.north_out.next = 2.into();
            } else {
                self.east_out.next = 2.into();
            }
        } else if self.empty.val() {
            self.north_out.next = self.north_in.val();
            self.east_out.next = self.east_in.val();
        }
        for i in 0..4 {
            if self.empty.val() {
                self.ray_out[i].next = self.ray_in[(i + 2) % 4].val();
            } else {
                self.ray_out[i].next = bit_cast::<2, 1>(self.mine.val().into());
            }
        }
    }
}

#[test]
fn transmitter() {
    differential(
        Transmitter::default(),
        "transmitter",
        4000,
        |cell, draw| {
            cell.white.next = draw.value();
            cell.turn.next = draw.value();
            cell.piece.next = draw.value();
            cell.masked.next = draw.value();
            cell.north_in.next = draw.value();
            cell.east_in.next = draw.value();
            for ray in &mut cell.ray_in {
                ray.next = draw.value();
            }
        },
        None,
    );
}

/// How good a victim a square is, by what attacks it.
#[derive(LogicBlock)]
struct Receiver {
    piece: Signal<In, Bits<3>>,
    rays: [Signal<In, Bit>; 8],
    priority: Signal<Out, Bits<3>>,
    attacked: Signal<Out, Bits<8>>,
    any: Signal<Out, Bit>,
    square: Signal<Out, Bits<6>>,
    rank: Constant<Bits<3>>,
    file: Constant<Bits<3>>,
    seen: Signal<Local, Bits<8>>,
}

impl Receiver {
    fn at(rank: u64, file: u64) -> Self {
        Self {
            piece: Default::default(),
            rays: Default::default(),
            priority: Default::default(),
            attacked: Default::default(),
            any: Default::default(),
            square: Default::default(),
            rank: Constant::new(rank.into()),
            file: Constant::new(file.into()),
            seen: Default::default(),
        }
    }
}

impl Logic for Receiver {
    #[hdl_gen]
    fn update(&mut self) {
        self.seen.next = 0.into();
        for i in 0..8 {
            self.seen.next = self.seen.val().replace_bit(i, self.rays[i].val());
        }
        self.attacked.next = self.seen.val();
        self.any.next = self.seen.val().any();
        self.square.next = bit_cast::<6, 3>(self.rank.val()) << 3 | bit_cast::<6, 3>(self.file.val());
        self.priority.next = 0.into();
        if self.seen.val().any() {
            match self.piece.val().index() {
                0 => self.priority.next = 1.into(),
                0b101 => self.priority.next = 7.into(),
                0x4 => {
                    self.priority.next = 6.into();
                    if self.seen.val().all() {
                        self.priority.next = 5.into();
                    }
                }
                _ => self.priority.next = self.piece.val() + self.seen.val().xor(),
            }
        }
    }
}

#[test]
fn receiver() {
    let module = differential(
        Receiver::at(3, 5),
        "receiver",
        4000,
        |cell, draw| {
            cell.piece.next = draw.value();
            for ray in &mut cell.rays {
                ray.next = draw.value();
            }
        },
        None,
    );
    // Fields shifted into place become a concatenation of the named constants.
    let square = module.find_signal("square").unwrap();
    let node = module.assigns.iter().find(|assign| assign.signal == square).unwrap().node;
    assert_eq!(module.node(node).operands().len(), 2, "{:?}", module.node(node));
}

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum State {
    Idle,
    FindVictim,
    Finish,
}

/// A control state machine with a counter and an initial value.
#[derive(LogicBlock, SmartDefault)]
struct Control {
    clock: Signal<In, Clock>,
    start: Signal<In, Bit>,
    found: Signal<In, Bits<8>>,
    busy: Signal<Out, Bit>,
    count: Signal<Out, Bits<4>>,
    code: Signal<Out, Bits<8>>,
    state: DFF<State>,
    counter: DFF<Bits<4>>,
    #[default(DFFWithInit::new(0xa5.into()))]
    seed: DFFWithInit<Bits<8>>,
    history: [DFF<Bits<8>>; 3],
    #[default(Constant::new(9.into()))]
    last: Constant<Bits<4>>,
}

impl Logic for Control {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state, counter, seed);
        for i in 0..3 {
            self.history[i].clock.next = self.clock.val();
        }
        self.history[0].d.next = self.found.val();
        for i in 1..3 {
            self.history[i].d.next = self.history[i - 1].q.val();
        }
        self.busy.next = self.state.q.val() != State::Idle;
        self.count.next = self.counter.q.val();
        self.code.next = self.history[2].q.val() ^ self.seed.q.val();
        match self.state.q.val() {
            State::Idle => {
                if self.start.val() {
                    self.state.d.next = State::FindVictim;
                    self.counter.d.next = 0.into();
                }
            }
            State::FindVictim => {
                self.counter.d.next = self.counter.q.val() + 1;
                self.seed.d.next = self.seed.q.val() + self.found.val();
                if self.counter.q.val() == self.last.val() {
                    self.state.d.next = State::Finish;
                }
            }
            State::Finish => self.state.d.next = State::Idle,
        }
    }
}

#[test]
fn control() {
    let module = differential(
        Control::default(),
        "control",
        3000,
        |cell, draw| {
            cell.start.next = draw.value();
            cell.found.next = draw.value();
        },
        Some(|cell, level| cell.clock.next = level.into()),
    );
    let names: Vec<&str> = module.signals.iter().map(|signal| signal.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "clock",
            "start",
            "found",
            "busy",
            "count",
            "code",
            "state",
            "counter",
            "seed",
            "history_0",
            "history_1",
            "history_2"
        ]
    );
    assert_eq!(module.registers.len(), 6);
    let constants: std::collections::BTreeSet<&str> = module
        .nodes()
        .filter_map(|(_, node)| match node {
            crate::netlist::Node::Constant { name, .. } => name.as_deref(),
            _ => None,
        })
        .collect();
    let constants: Vec<&str> = constants.into_iter().collect();
    assert_eq!(constants, ["LAST", "STATE_FIND_VICTIM", "STATE_FINISH", "STATE_IDLE"]);
}
