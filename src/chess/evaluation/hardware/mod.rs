//! The evaluation as logic: a position in every clock cycle.
//!
//! Only the side to move is described twice: the other's sets are turned upside down first, so both
//! sides are one description. What a node carries comes in beside the position, see
//! [`super::Carried`].

mod lanes;
mod machine;
mod mix;
mod pawns;
mod side;
mod tally;
mod terms;

pub use self::lanes::EvaluateLanes;
pub use self::machine::{EvaluatorOptions, Found, Given, evaluator, exercise};

#[cfg(test)]
mod tests;

use self::mix::{Scale, mixed};
use self::side::Side;
pub(super) use self::tally::digits;
use self::tally::{Tally, Whose};
use self::terms::View;
use super::{Term, Weights};
use crate::chess::PieceKind::{King, Pawn};
use crate::chess::fast::masks::Planes;
use crate::describe::{Builder, Wire};
use crate::parts::decode::{one_hot, word};

/// What a node carries, for the side to move.
pub struct Carried {
    /// Its sum over pieces and squares for the middle game: 16 bits, two's complement.
    pub mg: Wire,
    /// The same for the end game.
    pub eg: Wire,
    /// The phase: 7 bits, 0 to 64.
    pub phase: Wire,
    /// The points it is ahead: 8 bits, two's complement.
    pub points: Wire,
}

impl Carried {
    /// The input ports of a module.
    pub fn inputs(b: &Builder) -> Self {
        let input = |name: &str, width, comment: &str| b.input(name, width).comment(comment);
        Self {
            mg: input("squares_mg", 16, "sum over pieces and squares, own minus enemy: middle game"),
            eg: input("squares_eg", 16, "the same for the end game"),
            phase: input("phase", 7, "64 with all pieces on the board, 0 with pawns and kings only"),
            points: input("points", 8, "knights and bishops 3, rooks 5, queens 9: own minus enemy"),
        }
    }
}

/// The value of a position and the numbers it comes from, all for the side to move.
pub struct Value {
    /// 16 bits, two's complement.
    pub value: Wire,
    /// The sum of all terms for the middle game, likewise.
    pub mg: Wire,
    /// The same for the end game, before it is scaled.
    pub eg: Wire,
    /// The sixteenths of it that count: 5 bits.
    pub scale: Wire,
    /// The side to move, and the other.
    sides: [Side; 2],
}

impl Value {
    /// The side to move is in check: 1 bit.
    pub fn in_check(&self) -> Wire {
        let [own, enemy] = &self.sides;
        (own.of(King) & &enemy.attacked).any()
    }

    /// A piece attacks an enemy piece, or a pawn stands before the last rank: 1 bit.
    pub fn may_take(&self) -> Wire {
        let [own, enemy] = &self.sides;
        (&own.attacked & &enemy.pieces).any() | own.of(Pawn).row(6).any()
    }

    /// The side to move attacks the square of this number (6 bits): 1 bit.
    pub fn attacks(&self, square: &Wire) -> Wire {
        let file = word(&one_hot(&square.slice(0, 3), 8));
        let ranks = one_hot(&square.slice(3, 3), 8).into_iter().enumerate();
        let attacked = &self.sides[0].attacked;
        word(&ranks.map(|(rank, here)| here & (attacked.row(rank) & &file).any()).collect::<Vec<_>>()).any()
    }

    /// The files on which a pawn attacks the square that an enemy pawn may have passed: 8 bits.
    pub fn may_pass(&self) -> Wire {
        self.sides[0].by(Pawn).row(5).clone()
    }

    /// There is no pawn: 1 bit.
    pub fn without_pawns(&self) -> Wire {
        !self.sides[0].of(Pawn).any() & !self.sides[1].of(Pawn).any()
    }
}

/// The evaluation of a position. Combinational.
pub fn evaluated(planes: &Planes, carried: &Carried, weights: &Weights) -> Value {
    let sides = Side::both(planes);
    let scale = Scale::new(&sides, carried);
    let mut tally = Tally::new(carried.mg.builder(), weights);
    let flipped = sides.each_ref().map(Side::flipped);
    let views = [
        View { us: &sides[0], them: &sides[1], empty: &planes.empty, whose: Whose::Own, name: "own" },
        View {
            us: &flipped[1],
            them: &flipped[0],
            empty: &planes.empty.flipped(),
            whose: Whose::Enemy,
            name: "enemy",
        },
    ];
    for view in &views {
        pawns::tally(view, &mut tally);
    }
    for view in &views {
        terms::tally(view, &mut tally);
    }
    tally.always(Term::Tempo, 0);
    let [mg, eg] = tally.total([&carried.mg, &carried.eg]);
    let (scaled, scale) = scale.applied(&eg);
    Value { value: mixed(&mg, &scaled, &carried.phase), mg, eg, scale, sides }
}

/// The description for the reader of the HDL.
const DOC: &str = "What a position is worth to the side to move.\nTerms from the attack maps of both sides are counted, and the counts are weighed.";

/// The logic of the evaluation as one combinational module.
pub fn logic(name: &str, weights: &Weights) -> Builder {
    let b = Builder::new(name, DOC);
    let planes = Planes::inputs(&b);
    let carried = Carried::inputs(&b);
    let found = evaluated(&planes, &carried, weights);
    b.output("value", &found.value).comment("for the side to move");
    b.output("mg", &found.mg).comment("the sum of all terms, middle game");
    b.output("eg", &found.eg).comment("the sum of all terms, end game, before it is scaled");
    b.output("scale", &found.scale).comment("the sixteenths of the end game that count");
    b
}
