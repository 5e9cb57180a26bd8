//! A machine that takes a position in every clock cycle, and gives the number of its legal moves.
//!
//! Every move on the board is a bit on the square where it arrives, by direction; an optional
//! promotion is another. Drops are the empty squares that a kind may be dropped on.

use super::drops::pawn_drops;
use super::limits::{Limits, limits};
use super::movers::Arrivals;
use super::perft::Prepared;
use super::planes::Planes;
use super::stream::Board;
use crate::describe::{Builder, Bundle, EveryCycle, EveryCycleOptions, Wire, concat, every_cycle};
use crate::parts::population::Population;
use crate::parts::rows::Rows;
use crate::stream::FastError;

/// The description for the reader of the HDL.
const DOC: &str = "How many legal moves a position of shogi has.\nEvery move is a bit where it arrives, by direction, and another where a promotion is optional.\nDrops are the squares that a kind may be put on. The bits are counted.";

/// The logic of the counter as one combinational module. In: `own` (81 bits), the pieces of the
/// side to move, which moves north, and `kind_0` to `kind_3` (81 each), the bits of each square's
/// piece: 1 pawn, 2 lance, 3 knight, 4 silver general, 5 gold general or a small piece that is
/// promoted, 6 bishop, 7 rook, 8 king, 14 horse, 15 dragon; `hand` (7), the kinds in hand, pawn to
/// rook. Out: `count` (10), at most 593. The side that is not to move is not in check.
pub fn logic(name: &str) -> Builder {
    let b = Builder::new(name, DOC);
    let planes = Planes::inputs(&b);
    let hand = b.input("hand", 7).comment("kinds that the side to move has in hand: bit 0 pawn, 6 rook");
    let limits = limits(&planes);
    let arrivals = Arrivals::new(&planes, &limits);
    let counted = Counted::new(&planes, &limits, &arrivals, &hand);
    b.output("count", &counted.count).comment("legal moves");
    b
}

/// The same for a position as a node stores it: `own`, and `kind_0` to `kind_3` with whole codes of
/// pieces, as in [`Board`]; `hand` (21), the counts of the kinds. Besides the count, it gives the
/// facts from which the moves at that node are found.
pub fn logic_of_node(name: &str) -> Builder {
    let b = Builder::new(name, DOC);
    let board = Board::from_wires(|name, width| match name {
        "enemy_hand" => b.constant(width, 0),
        _ => b.input(name, width),
    });
    let planes = Planes::whole(&board.own, &board.kinds());
    let held = board.held();
    let limits = limits(&planes);
    let arrivals = Arrivals::new(&planes, &limits);
    let counted = Counted::new(&planes, &limits, &arrivals, &held);
    b.output("count", &counted.count).comment("legal moves");
    Prepared::new(&planes, &limits, &arrivals, &counted, &held).output(&b, "may_");
    b
}

/// The count of a position, and sets that it is made from.
pub struct Counted {
    /// Legal moves: 10 bits.
    pub count: Wire,
    /// Squares the king goes to.
    pub king: Rows,
    /// Squares on which a pawn may be dropped.
    pub pawn_drops: Rows,
}

impl Counted {
    /// The count for a hand with these kinds: bit 0 pawn, 6 rook. Combinational.
    fn new(planes: &Planes, limits: &Limits, arrivals: &Arrivals, hand: &Wire) -> Self {
        let mut population = Population::new(hand.builder(), "moves");
        for row in 0..9 {
            let words: Vec<&Wire> =
                arrivals.all.iter().chain(&arrivals.optional).map(|set| set.row(row)).collect();
            population.gated(0, &words, limits.gate.row(row));
        }
        let king = (&limits.king.neighbours() & !&limits.barred).named("king_step");
        // No two squares around a king have the same row and column modulo three.
        let folded = [0, 1, 2].map(|row| king.row(row) | king.row(row + 3) | king.row(row + 6));
        for row in folded {
            population.add(0, &(row.slice(0, 3) | row.slice(3, 3) | row.slice(6, 3)));
        }
        let pawn_drops = count_drops(&mut population, planes, limits, hand);
        Self { count: population.total(10), king, pawn_drops }
    }
}

/// Drops by kind: those of silver generals and better have every empty square, those of lances and
/// knights all but the last row or two. Returns the squares of pawns' drops.
fn count_drops(population: &mut Population, planes: &Planes, limits: &Limits, hand: &Wire) -> Rows {
    let held = |kind: u32| hand.bit(kind);
    let pawns = pawn_drops(planes, limits);
    let anywhere = number_of(&[3, 4, 5, 6].map(held));
    let total = |rows: std::ops::Range<usize>, name: &str| {
        let mut squares = Population::new(hand.builder(), name);
        limits.drop_gate.words()[rows].iter().for_each(|word| squares.add(0, word));
        squares.total(7).named(name)
    };
    let (near, eighth, last) = (total(0..7, "near"), total(7..8, "eighth"), total(8..9, "last"));
    let lances = (&near + &eighth).named("but_last");
    let all = (&lances + &last).named("everywhere");
    let mut weighted = |word: &Wire, shift: usize, enable: &Wire| {
        for bit in 0..word.width() {
            population.add(bit as usize + shift, &(word.bit(bit) & enable));
        }
    };
    for shift in 0..3 {
        weighted(&all, shift, &anywhere.bit(shift as u32));
    }
    weighted(&lances, 0, &held(1));
    weighted(&near, 0, &held(2));
    let mut squares = Population::new(hand.builder(), "pawn_squares");
    pawns.words().iter().for_each(|word| squares.add(0, word));
    weighted(&squares.total(7).named("pawn_drops"), 0, &held(0));
    pawns
}

/// How many of four bits are set: 3 bits.
fn number_of(bits: &[Wire; 4]) -> Wire {
    let [a, b, c, d] = bits;
    let (low, high) = (a ^ b, a & b);
    let (low_2, high_2) = (c ^ d, c & d);
    let carry = &low & &low_2;
    let one = &(&high ^ &high_2) ^ &carry;
    // Three of the pairs cannot be whole together.
    concat(&[&high & &high_2, one, low ^ low_2]).named("kinds_anywhere")
}

/// A machine that takes a position in every clock cycle, and gives the number of its legal moves a
/// fixed number of cycles later.
///
/// # Errors
/// No registers are asked for (`levels` 0), nothing is called like one of the cuts, or a defect in
/// the description.
pub fn count(options: &EveryCycleOptions) -> Result<EveryCycle, FastError> {
    let (mut project, pipe) = options.begin(logic)?;
    let latency = pipe.latency;
    let top = Builder::new(
        options.top(),
        format!(
            "Counts the legal moves of a position of shogi in every clock cycle.\nThe count comes {latency} cycles after the position."
        ),
    );
    let (ready, count) = (("count_valid", "there is a count"), ("count", "legal moves of the position"));
    let latency = every_cycle(&mut project, top, &pipe, "a position is there", ready, &[count])?;
    Ok(EveryCycle { design: project.finish()?, latency })
}
