//! The value from both sums: the scale of the end game, and the phase between the two.

use super::Carried;
use super::side::Side;
use crate::chess::CHESS;
use crate::chess::PieceKind::{Bishop, Pawn};
use crate::chess::evaluation::{DARK, FULL_PHASE};
use crate::chess::fast::masks::one_and_two;
use crate::describe::{Wire, concat, mux};
use crate::parts::rows::Rows;

/// Sixteenths in which the end game is scaled: a draw is likely, bishops alone on squares of
/// opposite colours, such bishops beside other pieces, and as it is.
#[derive(Clone)]
pub(super) struct Scale {
    drawish: [Wire; 2],
    opposite: Wire,
    alone: Wire,
}

impl Scale {
    /// The conditions. Combinational, about 200 LUT4.
    pub fn new([own, enemy]: &[Side; 2], carried: &Carried) -> Self {
        let without_pawns = [own, enemy].map(|side| !side.of(Pawn).any());
        // Both limits as unsigned numbers: the points with their sign bit inverted.
        let b = carried.points.builder();
        let raised = concat(&[!carried.points.bit(7), carried.points.slice(0, 7)]);
        let little = [raised.lt(&b.constant(8, 128 + 4)), raised.gt(&b.constant(8, 128 - 4))];
        let [own_draws, enemy_draws] = [0, 1].map(|side| &without_pawns[side] & &little[side]);
        let dark = Rows::of(CHESS, &b.constant(64, DARK));
        let bishops = [own, enemy].map(|side| side.of(Bishop));
        let [one_own, one_enemy] = bishops.map(|set| {
            let (any, several) = one_and_two(set.word());
            any & !several
        });
        let [dark_own, dark_enemy] = bishops.map(|set| (set & &dark).any());
        let opposite = (&one_own & &one_enemy) & (dark_own ^ dark_enemy);
        Self {
            drawish: [own_draws.named("own_draws"), enemy_draws.named("enemy_draws")],
            opposite: opposite.named("opposite_bishops"),
            alone: carried.phase.is(6).named("bishops_alone"),
        }
    }

    /// The end game's sum, scaled, and the scale in sixteenths (5 bits).
    pub fn applied(&self, eg: &Wire) -> (Wire, Wire) {
        let width = eg.width();
        let drawish = mux(&sign(eg), &self.drawish[1], &self.drawish[0]).named("drawish");
        let wide = signed(eg, width + 4);
        let eights = shifted_left(&wide, 3);
        let thirteen = &(&eights + &shifted_left(&wide, 2)).named("eg_twelve") + &wide;
        let thirteen = thirteen.slice(4, width).named("eg_thirteen");
        let bishops = mux(&self.alone, &halved(eg, 1), &thirteen);
        let scaled = mux(&self.opposite, &bishops, eg);
        let scaled = mux(&drawish, &halved(eg, 3), &scaled).named("eg_scaled");
        let constant = |value| eg.builder().constant(5, value);
        let scale = mux(&self.opposite, &mux(&self.alone, &constant(8), &constant(13)), &constant(16));
        (scaled, mux(&drawish, &constant(2), &scale).named("sixteenths"))
    }
}

/// The sums weighed by the phase (7 bits, at most [`FULL_PHASE`]). About 150 LUT4.
pub(super) fn mixed(mg: &Wire, eg: &Wire, phase: &Wire) -> Wire {
    const LOG: u32 = (FULL_PHASE as u32).trailing_zeros();
    let width = mg.width();
    let wide = width + LOG + 1;
    let difference = (&signed(mg, width + 1) - &signed(eg, width + 1)).named("difference");
    let difference = signed(&difference, wide);
    let part = |bit: u32| shifted_left(&difference, bit).when(&phase.bit(bit));
    let two = |low: u32| (&part(low) + &part(low + 1)).named(&format!("weighed_{low}"));
    let all = &(&two(0) + &two(2)).named("weighed_low") + &(&two(4) + &shifted_left(&signed(eg, wide), LOG));
    let between = all.slice(LOG, width).named("between");
    mux(&phase.bit(LOG), mg, &between)
}

fn sign(number: &Wire) -> Wire {
    number.bit(number.width() - 1)
}

/// A number in two's complement, wider.
fn signed(number: &Wire, width: u32) -> Wire {
    match width.checked_sub(number.width()) {
        None | Some(0) => number.clone(),
        Some(more) => concat(&[sign(number).repeat(more), number.clone()]),
    }
}

/// Divided by a power of two, downwards.
fn halved(number: &Wire, by: u32) -> Wire {
    let width = number.width();
    signed(&number.slice(by, width - by), width)
}

/// In the same width.
fn shifted_left(number: &Wire, by: u32) -> Wire {
    match by {
        0 => number.clone(),
        _ => concat(&[number.slice(0, number.width() - by), number.builder().constant(by, 0)]),
    }
}
