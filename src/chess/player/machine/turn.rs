//! A turn of a thread as combinational logic: the node's next move, the position after it, its
//! value, and what follows for the search.

use super::key::Key;
use super::killers::{Killers, Marks};
use super::node::{Node, Place, Shared, State, Thread};
use super::now::Now;
use super::options::Options;
use super::squares::{Carry, Squares};
use super::table::{Entry, Noted};
use super::trail::{Trail, Trailed};
use super::verdict::Verdict;
use crate::chess::PieceKind::{Bishop, Knight};
use crate::chess::evaluation::hardware::evaluated;
use crate::chess::fast::node::{Board, Left};
use crate::chess::fast::stream::{First, Passed, pass};
use crate::describe::{Builder, Bundle, Wire, concat};
use crate::parts::decode::{one_hot, word};

/// What a turn reads.
pub struct Given {
    /// The node.
    pub node: Node,
    /// What turns have changed there.
    pub state: State,
    /// Killers of the nodes below, if the search has any.
    pub killers: Option<Killers>,
    /// What the table says of the node in its first turn, if there is one.
    pub answer: Option<Entry>,
    /// What the node keeps for the table.
    pub noted: Option<Noted>,
    /// The thread.
    pub thread: Thread,
    /// What is known of the others.
    pub shared: Shared,
}

/// The ports of a node, and those of the moves left.
pub const CARRIED: &str = "carried_";
pub const TRAIL: &str = "trail_";
pub const MARKS: &str = "marks_";
pub const KILLERS: &str = "killers_";
pub const KEYED: &str = "key_";
pub const ANSWER: &str = "answer_";
pub const NOTED: &str = "noted_";
pub const NODE: &str = "node_";
pub const STATE: &str = "state_";
pub const LEFT: &str = "left_";
pub const THREAD: &str = "thread_";
pub const SHARED: &str = "shared_";
pub const CHILD: &str = "child_";
pub const AFTER: &str = "after_";

impl Given {
    fn input(b: &Builder, options: &Options) -> Self {
        let board = Board::input(b, "");
        let carry = Carry::input(b, CARRIED);
        let has = options.has();
        let trail = has.trail.then(|| Trail::input(b, TRAIL));
        let marks = has.marks.then(|| Marks::input(b, MARKS));
        let key = has.key.then(|| Key::input(b, KEYED));
        let node = Node { board, carry, trail, marks, key, place: Place::input(b, NODE) };
        Self {
            node,
            state: State::input(b, STATE),
            killers: has.marks.then(|| Killers::input(b, KILLERS)),
            answer: has.key.then(|| Entry::input(b, ANSWER)),
            noted: has.key.then(|| Noted::input(b, NOTED)),
            thread: Thread::input(b, THREAD),
            shared: Shared::input(b, SHARED),
        }
    }

    /// The input ports of an instance.
    pub fn ports(&self) -> Vec<(String, Wire)> {
        let Self { node, state, killers, answer, noted, thread, shared } = self;
        let mut ports = node.board.connections("");
        ports.extend(node.carry.connections(CARRIED));
        ports.extend(node.place.connections(NODE));
        ports.extend(node.trail.iter().flat_map(|trail| trail.connections(TRAIL)));
        ports.extend(node.marks.iter().flat_map(|marks| marks.connections(MARKS)));
        ports.extend(node.key.iter().flat_map(|key| key.connections(KEYED)));
        ports.extend(state.connections(STATE));
        ports.extend(killers.iter().flat_map(|killers| killers.connections(KILLERS)));
        ports.extend(answer.iter().flat_map(|answer| answer.connections(ANSWER)));
        ports.extend(noted.iter().flat_map(|noted| noted.connections(NOTED)));
        ports.extend(thread.connections(THREAD));
        ports.extend(shared.connections(SHARED));
        ports
    }
}

/// The position after the move, and what decides about it.
pub struct Child {
    /// The move, and the moves left.
    pub pass: Passed,
    /// What the position carries.
    pub carry: Carry,
    /// The value for its side to move: 16 bits.
    pub value: Wire,
    /// Its side to move is in check: 1 bit.
    pub in_check: Wire,
    /// It has captures or promotions, perhaps: 1 bit.
    pub busy: Wire,
    /// The move takes a guarded piece that is worth less than the one that takes it: 1 bit.
    pub loses: Wire,
    /// Its side to move has a piece beside king and pawns: 1 bit.
    pub has_piece: Wire,
    /// Neither side can mate: 1 bit.
    pub too_little: Wire,
    /// The last moves, if repetitions are looked for.
    pub trail: Option<Trailed>,
    /// Its key, if the machine has a table.
    pub key: Option<Key>,
    /// What the node keeps for the table, before the move is judged.
    pub noted: Option<Noted>,
}

impl Child {
    fn new(given: &Given, left: &Left, now: &Now, options: &Options) -> Self {
        let weights = &options.weights;
        let marks = given.node.marks.as_ref();
        let noted = given.noted.as_ref().zip(given.answer.as_ref());
        let noted = noted.map(|(noted, answer)| noted.now(given, answer));
        let first = First { known: noted.as_ref().map(Noted::square), killers: marks.map(Marks::squares) };
        let mut pass = pass(&given.node.board, &now.left(left), &now.takes_only, &first);
        pass.found.origin = pass.found.origin.named(ORIGIN);
        pass.found.destination = pass.found.destination.named(DESTINATION);
        pass.passes = pass.passes.named(PASSES);
        pass.child.en_passant = pass.child.en_passant.named(STEPPED);
        let carry = given.node.carry.after(&pass, &Squares::new(weights));
        let trail = given.node.trail.as_ref().map(|trail| trail.after(&given.node, &pass));
        let evaluation = evaluated(&pass.child.planes_called("next_"), &carry.carried(), weights);
        let passed = &pass.child.en_passant;
        let file = word(&one_hot(&passed.slice(0, 3), 8));
        let passes = (&evaluation.may_pass() & &file).any() & passed.bit(3);
        let key = given.node.key.as_ref().map(|key| key.after(&pass, &passes));
        // The other side sees the board upside down.
        let destination = &pass.found.destination;
        let landing = concat(&[!destination.slice(3, 3), destination.slice(0, 3)]);
        Self {
            value: evaluation.value.named(NEXT_VALUE),
            in_check: evaluation.in_check().named("next_in_check"),
            busy: (evaluation.may_take() | passes).named("next_busy"),
            loses: (takes_dearer(&pass) & evaluation.attacks(&landing)).named("move_loses"),
            has_piece: has_piece(&pass.child).named("next_has_piece"),
            too_little: (evaluation.without_pawns() & carry.is_little()).named("next_too_little"),
            trail,
            key,
            noted,
            carry,
            pass,
        }
    }
}

/// Levels of a stage up to which it pays to have registers behind [`LATE`]. Longer stages have time
/// for what reads these signals, and each register more makes a turn longer.
pub const SHORT: u32 = 8;

/// Signals of a move and of its value with a register behind them. Keys and sums of weights read
/// those of the move, and have time; so they are kept off the way to the position. The value ends a
/// long sum, and the decisions that need it begin in the next stage.
pub const LATE: [&str; 5] = [ORIGIN, DESTINATION, PASSES, STEPPED, NEXT_VALUE];

const ORIGIN: &str = "origin_number";
const DESTINATION: &str = "destination_number";
const PASSES: &str = "takes_in_passing";
const STEPPED: &str = "next_en_passant";
const NEXT_VALUE: &str = "next_value";

/// A piece takes one that is worth less; knights and bishops are worth the same.
fn takes_dearer(pass: &Passed) -> Wire {
    let (taken, taker) = (&pass.found.captured, &pass.found.stands);
    let minor = taken.is(Knight as u64) & taker.is(Bishop as u64);
    taken.any() & taken.lt(taker) & !minor & !&pass.promotes
}

/// The codes of pieces beside king and pawns differ in their two upper bits.
fn has_piece(board: &Board) -> Wire {
    (&board.own & (&board.kind_1 ^ &board.kind_2)).any()
}

/// The logic of a turn, as one combinational module of about 20,000 LUT4.
pub fn logic(name: &str, options: &Options) -> Builder {
    let b = Builder::new(
        name,
        "A thread's turn: the next legal move of its node, the position after it and its value.\nThe value is judged, or the position is the next node, or the node is left.",
    );
    let given = Given::input(&b, options);
    let left = Left::input(&b, LEFT);
    let now = Now::new(&given);
    let child = Child::new(&given, &left, &now, options);
    let verdict = Verdict::new(&given, now, &child, options);
    verdict.output(&b, &given, &child, options.stack_depth);
    b
}
