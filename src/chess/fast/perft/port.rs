//! The command port, and pairs in a ring that hand each other work.

use super::super::FastError;
use super::super::node::Board;
use super::PerftOptions;
use super::pair::Pair;
use crate::describe::{Builder, Bundle, Connections, Outputs, Project, RegisterBuilder, Wire, concat, mux};
use crate::netlist::RamStyle;
use crate::parts::decode::word;
use crate::parts::tally::tally;

/// Cycles after the last move until every sum is right, beside those of the counter.
const SETTLING: u32 = 16;

/// What the machine is doing.
#[derive(Clone, Copy)]
enum State {
    /// It waits for a command.
    Idle,
    /// The position is turned to the side to move, a square a cycle.
    Turn,
    /// The pairs walk.
    Walk,
    /// The last counts are on their way.
    Settle,
    /// A command has been understood, and what it says is done.
    Read,
    /// The answer waits to be taken.
    Answer,
}

/// The top: commands as of the classic machine, see `docs/command_port.md`.
///
/// # Errors
/// A mistake in the description.
pub fn port(project: &mut Project, top: &str, options: &PerftOptions, pair: &Pair) -> Result<(), FastError> {
    let b = Builder::new(
        top,
        format!(
            "Counts the leaves of game trees.\n{} of {} threads each walk through inner nodes and count the moves of the last.",
            if options.pairs == 1 { "One pair".into() } else { format!("{} pairs", options.pairs) },
            pair.threads
        ),
    );
    let command_valid = b.input("command_valid", 1).comment("a command waits");
    let command = b.input("command", 4).comment("which: see the documentation of the port");
    let data = b.input("command_data", 10).comment("its operand");
    let response_ready = b.input("response_ready", 1).comment("the answer is taken");
    let zero = |width| b.constant(width, 0);
    let number = |width, value: u32| b.constant(width, value.into());

    let state = b
        .register("state", 3)
        .resets_to(0)
        .comment("0 idle, 1 turn, 2 walk, 3 settle, 4 a command is there, 5 answer");
    let is = |of: State| state.is(of as u64);
    let to = |of: State| number(3, of as u32);
    let (idle, turning, walking) = (is(State::Idle), is(State::Turn), is(State::Walk));
    let (settling, reading, answering) = (is(State::Settle), is(State::Read), is(State::Answer));
    // A command is understood on its way into registers, whatever the port says while it is idle.
    let understood = |name: &str, says: &Wire| {
        let register = b.register(name, says.width());
        register.next_when(&idle, says);
        register.output()
    };
    let asks = |number: u64| command.is(number);
    let counter = |number: u64| asks(8) & data.slice(0, 2).is(number);
    let operand = understood("operand", &data);
    let depth = data.slice(0, 7);
    let count = asks(6) & !number(7, pair.deepest).lt(&depth);
    let known = [1, 2, 7, 8].into_iter().fold(count.clone(), |known, number| known | asks(number));
    let error = understood("unknown_or_too_deep", &!known);
    let load_square = (&reading & understood("asks_load_square", &asks(1))).named("load_square");
    let load_state = (&reading & understood("asks_load_state", &asks(2))).named("load_state");
    let starts = (&reading & understood("asks_count", &(&count & depth.any()))).named("starts");

    // The position as it is loaded; then it is read square by square as the side to move sees it.
    let squares = b
        .memory("squares", 4, 64)
        .style(RamStyle::Distributed)
        .comment("colour and kind of the piece on each square");
    squares.write(&load_square, &operand.slice(0, 6), &operand.slice(6, 4));
    let game = b.register("game", 9).resets_to(0).comment("black to move, castling rights, en passant");
    game.next_when(&load_state, &operand.slice(0, 9));
    let black = game.bit(0);
    let square = b.register("square", 6).resets_to(0).comment("the square that is turned");
    let turned = b.register("turned", 1).resets_to(0).comment("all squares are");
    let turns = (&turning & !&*turned).named("turns");
    turned.next(&((&turns & square.all()) | (&*turned & &turning)));
    // For a cycle, from a register, because the way to all that waits for it is long.
    let stands = b.register("root_stands", 1).resets_to(0);
    stands.next(&(turned.later("turned_before") & &turning & !&*stands));
    square.next(&(&*square + &number(6, 1)).when(&turns));
    let piece = squares.read_now("piece", &(&*square ^ &concat(&[black.repeat(3), zero(3)])));
    let kind = piece.slice(0, 3);
    let own = kind.any() & !(piece.bit(3) ^ &black);
    let shifted = |name: &str, bit: &Wire| {
        // Each plane has a register of its own that says so: the way to all is long.
        let turns = turns.later(&format!("{name}_turns")).keep();
        let bit = bit.later(&format!("{name}_bit"));
        let register = b.register(name, 64);
        register.next_when(&turns, &concat(&[bit, register.slice(1, 63)]));
        register.output()
    };
    let rights = game.slice(1, 4);
    let castling = mux(&black, &concat(&[rights.slice(0, 2), rights.slice(2, 2)]), &rights);
    let root = Board {
        own: shifted("root_own", &own),
        kind_0: shifted("root_kind_0", &kind.bit(0)),
        kind_1: shifted("root_kind_1", &kind.bit(1)),
        kind_2: shifted("root_kind_2", &kind.bit(2)),
        castling,
        en_passant: concat(&[game.bit(5), game.slice(6, 3).when(&game.bit(5))]),
    };
    let height = operand.slice(0, pair.height_bits);
    let Ring { idle: all_idle, leaves, made } = ring(&b, options.pairs, pair, &stands, &root, &height);
    // From a register too; a walk that begins is not over.
    let done = (&walking & (&all_idle & !&*stands).later("pairs_rest")).named("walked");
    let settle = b.register("settle", 8).comment("cycles until the sums are right");
    let settled = settle.none() & &settling;
    settle.next(&mux(&settling, &(&*settle - &number(8, 1)), &number(8, pair.counting + SETTLING)));
    // In registers, because the way to all the sums is long; nothing is found while the position is turned.
    let clears = starts.later("clears");
    let runs = (&turning | &walking | &settling).later("runs");
    let nodes = tally(&b, "nodes", &leaves, &clears);
    let moves = tally(&b, "moves", &made, &clears);
    let cycles = tally(&b, "cycles", &runs, &clears);

    // What the answer is comes from registers, because the way to all of its own is long; it is written until the sums are right.
    let told = |what: &str, asked: &Wire, value: &Wire| {
        value.when(&understood(&format!("asks_{what}"), asked)).named(&format!("told_{what}"))
    };
    let told = [
        told("nodes", &(counter(0) | (asks(6) & depth.any())), &nodes),
        told("moves", &counter(2), &moves),
        told("cycles", &(asks(8) & data.bit(0)), &cycles),
        told("piece", &asks(7), &squares.read_now("asked_piece", &operand.slice(0, 6))).extend(64),
        told("one", &(asks(6) & depth.none()), &number(1, 1)).extend(64),
    ];
    let told = told.into_iter().fold(zero(64), |others, value| others | value);
    let opens = (&idle | &(&settling & &!&settled)).later("answer_opens").keep();
    let answer = b.register("answer", 64);
    answer.next_when(&opens, &told);
    let steps = [
        (&idle & &command_valid, State::Read),
        (reading.clone(), State::Answer),
        (starts.clone(), State::Turn),
        (stands.output(), State::Walk),
        (done, State::Settle),
        (settled, State::Answer),
        (&answering & &response_ready, State::Idle),
    ];
    let stays = state.output();
    state.next(&steps.into_iter().fold(stays, |other, (when, then)| mux(&when, &to(then), &other)));

    b.output("command_ready", &idle);
    b.output("response_valid", &answering);
    b.output("response_data", &answer);
    b.output("response_error", &error);
    project.add(b)?;
    Ok(())
}

/// What the pairs together say.
struct Ring {
    /// Nobody has anything to do.
    idle: Wire,
    /// Leaves found in a cycle: 16 bits.
    leaves: Wire,
    /// Moves made in a cycle: 16 bits.
    made: Wire,
}

/// Where an item waits for a pair.
struct Waiting {
    height: RegisterBuilder,
    fields: Vec<RegisterBuilder>,
}

impl Waiting {
    fn new(b: &Builder, place: usize, height_bits: u32) -> Self {
        let field = |(name, width): &(&str, u32)| b.register(&format!("work_{name}_{place}"), *width);
        Self {
            height: b.register(&format!("work_height_{place}"), height_bits),
            fields: Board::FIELDS.iter().map(field).collect(),
        }
    }

    fn board(&self) -> Board {
        let mut fields = self.fields.iter();
        Board::from_wires(|_, width| match fields.next() {
            Some(field) => field.output(),
            // There is a register for every field.
            None => self.height.builder().constant(width, 0),
        })
    }

    fn take(&self, when: &Wire, height: &Wire, board: &Board) {
        self.height.next_when(when, height);
        self.fields.iter().zip(board.wires()).for_each(|(field, wire)| field.next_when(when, wire));
    }
}

/// What a pair hands to the next one, and whether it has little work itself.
struct Handed {
    hungry: Wire,
    held: Wire,
    valid: Wire,
    height: Wire,
    board: Board,
}

/// An item a cycle after it was handed over.
struct Arriving {
    valid: Wire,
    height: Wire,
    board: Board,
}

impl Handed {
    fn arriving(&self, place: usize) -> Arriving {
        let name = |field: &str| format!("arriving_{field}_{place}");
        Arriving {
            valid: self.valid.later_cleared(&format!("arrives_{place}")),
            height: self.height.later(&name("height")),
            board: self.board.map(|field, wire| wire.later(&name(field))),
        }
    }

    fn driven_by(&self, instance: Connections) -> Outputs {
        let instance = instance
            .drives("hungry", &self.hungry)
            .drives("work_held", &self.held)
            .drives("spare_valid", &self.valid)
            .drives("spare_height", &self.height);
        let fields = Board::FIELDS.iter().zip(self.board.wires());
        fields
            .fold(instance, |instance, ((field, _), wire)| instance.drives(&format!("spare_{field}"), wire))
            .outputs()
    }

    fn left_open(instance: Connections) -> Outputs {
        let ports = ["hungry", "work_held", "spare_valid", "spare_height"].map(str::to_owned).into_iter();
        let fields = Board::FIELDS.iter().map(|(field, _)| format!("spare_{field}"));
        ports.chain(fields).fold(instance, |instance, port| instance.leave_open(&port)).outputs()
    }
}

/// The pairs, each with a place where an item waits that comes from the pair before it, or for the first pair from outside.
fn ring(b: &Builder, pairs: u32, pair: &Pair, start: &Wire, root: &Board, height: &Wire) -> Ring {
    let name = |what: &str, place: u32| format!("{what}_{place}");
    let forward = |what: &str, width| -> Vec<Wire> {
        (0..pairs).map(|place| b.forward(&name(what, place), width)).collect()
    };
    let [taken, idle] = ["work_taken", "pair_idle"].map(|what| forward(what, 1));
    let [leaves, made] = [("leaves", 8), ("made", 1)].map(|(what, width)| forward(what, width));
    let handed: Vec<Handed> = (0..if pairs > 1 { pairs } else { 0 })
        .map(|place| Handed {
            hungry: b.forward(&name("hungry", place), 1),
            held: b.forward(&name("work_held", place), 1),
            valid: b.forward(&name("spare_valid", place), 1),
            height: b.forward(&name("spare_height", place), pair.height_bits),
            board: Board::from_wires(|field, width| b.forward(&format!("spare_{field}_{place}"), width)),
        })
        .collect();
    let before = |place: u32| ((place + pairs - 1) % pairs) as usize;
    let waits: Vec<_> = (0..pairs)
        .map(|place| {
            b.register(&name("work_waits", place), 1).resets_to(0).comment("an item waits for this pair")
        })
        .collect();
    // With several pairs the item waits in registers; the root of a single one stays where it was turned.
    let waiting: Vec<Waiting> =
        (0..handed.len()).map(|place| Waiting::new(b, place, pair.height_bits)).collect();
    // The way between pairs is long: an item that one hands to the next goes through registers.
    let arriving: Vec<Arriving> =
        handed.iter().enumerate().map(|(place, pair)| pair.arriving(place)).collect();
    // What pairs want does so both ways. That one pair wanted work a cycle ago
    // decides alike whether its item goes on and whether it may be taken; then it is held, so never both happen.
    let any_hungry = (!handed.is_empty()).then(|| {
        let register = b.register("any_hungry", 1).comment("a pair has little work");
        register.next(&word(&handed.iter().map(|pair| pair.hungry.clone()).collect::<Vec<_>>()).any());
        register.output()
    });
    let hungry: Vec<Wire> = (handed.iter().enumerate())
        .map(|(place, pair)| pair.hungry.later(&format!("was_hungry_{place}")))
        .collect();
    let wanted: Vec<_> =
        (0..handed.len()).map(|place| b.register(&format!("spare_wanted_{place}"), 1).resets_to(0)).collect();
    // An item goes on around the ring from a pair that needs none, as long as another does.
    let goes_on: Vec<Wire> = (0..handed.len())
        .filter_map(|place| {
            let next = (place + 1) % handed.len();
            let any = any_hungry.as_ref()?;
            let free = !&*waits[next] & !&*wanted[place] & !&arriving[place].valid;
            let goes = &*waits[place] & any & !&hungry[place] & free & !&handed[place].held;
            Some(goes.named(&format!("goes_on_{place}")))
        })
        .collect();
    for place in 0..pairs {
        let (here, previous) = (place as usize, before(place));
        let mut comes = if place == 0 { start.clone() } else { b.bit(false) };
        let mut leaves_here = taken[here].clone();
        let mut valid = waits[here].output();
        let mut spare_wanted = b.bit(false);
        let (mut item_height, mut item) = (height.clone(), root.clone());
        if let (Some(any_hungry), Some(from)) = (&any_hungry, arriving.get(previous)) {
            let (passed_on, handed_over) = (&goes_on[previous], &from.valid);
            if place > 0 {
                (item_height, item) = (from.height.clone(), from.board.clone());
            } else {
                item_height = mux(handed_over, &from.height, height);
                item = Board::select(handed_over, &from.board, root);
            }
            let passing = &waiting[previous];
            item_height = mux(passed_on, &passing.height, &item_height);
            item = Board::select(passed_on, &passing.board(), &item);
            comes = comes | handed_over | passed_on;
            waiting[here].take(&comes, &item_height, &item);
            (item_height, item) = (waiting[here].height.output(), waiting[here].board());
            leaves_here = leaves_here | &goes_on[here];
            let needed = &hungry[here] | !any_hungry;
            valid = valid & needed;
            // Not after a cycle that hands something over, or while it arrives: the place is free when the next does.
            let next = ((place + 1) % pairs) as usize;
            let wants = any_hungry & !&*waits[next] & !&*waits[here];
            wanted[here].next(&(&wants & !&handed[here].valid & !&arriving[here].valid));
            spare_wanted = wanted[here].output();
        }
        waits[here].next(&(&comes | (&*waits[here] & !&leaves_here)));
        let instance = b
            .instance(&name("pair", place), &pair.module)
            .input("work_valid", &valid)
            .input("work_height", &item_height)
            .inputs(item.connections("work_").iter().map(|(name, wire)| (name.as_str(), wire.clone())))
            .input("spare_wanted", &spare_wanted)
            .drives("work_taken", &taken[here])
            .drives("idle", &idle[here])
            .drives("leaves", &leaves[here])
            .drives("made", &made[here]);
        match handed.get(here) {
            Some(own) => own.driven_by(instance),
            None => Handed::left_open(instance),
        };
    }
    let all = |wires: Vec<Wire>| word(&wires).all();
    let none_waits =
        waits.iter().map(|waits| !&**waits).chain(arriving.iter().map(|item| !&item.valid)).collect();
    let sum = |wires: &[Wire]| {
        let mut sums: Vec<Wire> = wires.iter().map(|wire| wire.extend(16)).collect();
        while sums.len() > 1 {
            let pair = sums.split_off(sums.len() - 2);
            sums.insert(0, &pair[0] + &pair[1]);
        }
        sums.pop().unwrap_or_else(|| b.constant(16, 0))
    };
    Ring {
        idle: (all(idle.clone()) & all(none_waits)).named("all_idle"),
        leaves: sum(&leaves).later("leaves_found"),
        made: sum(&made).later("moves_made"),
    }
}
