//! The cells of a square: rust-hdl's simulation against that of their lowered modules, on random
//! stimulus.

use super::receiver::Receiver;
use super::sight::Sight;
use super::transmitter::Transmitter;
use crate::describe::differential::differential;

/// Random values for these inputs.
macro_rules! draw {
    ($cell:ident, $draw:ident, $($input:ident),+ $(,)?) => { $($cell.$input.next = $draw.value();)+ };
}

#[test]
fn transmitter() {
    differential(
        Transmitter::default(),
        "transmitter",
        20_000,
        |cell, draw| {
            draw!(
                cell,
                draw,
                kind,
                black,
                own,
                transmit_pieces,
                transmit_pawns,
                pointed,
                super_pieces,
                advance_up,
                advance_down,
                take_up,
                take_down,
                point_alone,
                point_lifted,
                double_step,
                castle_pass,
                slide_from_north,
                slide_from_north_east,
                slide_from_east,
                slide_from_south_east,
                slide_from_south,
                slide_from_south_west,
                slide_from_west,
                slide_from_north_west,
                pawn_from_south,
                pawn_from_north,
                king_from_west,
                king_from_east,
            );
        },
        None,
    );
}

#[test]
fn receiver() {
    differential(
        Receiver::default(),
        "receiver",
        20_000,
        |cell, draw| {
            draw!(
                cell,
                draw,
                kind,
                own,
                masked,
                watched,
                find_aggressor,
                attack,
                allow_straight,
                allow_diagonal,
                allow_knight,
                allow_king,
                allow_pawn,
                sighted,
                straight,
                diagonal,
                kings,
                knights,
                advances,
                takes,
            );
        },
        None,
    );
}

#[test]
fn sight() {
    differential(
        Sight::default(),
        "sight",
        10_000,
        |cell, draw| {
            draw!(
                cell,
                draw,
                keep_sight,
                find_pivot,
                spare_pivots,
                find_discoverer,
                straight_hit,
                diagonal_hit,
                knight_hit,
                take_hit,
            );
        },
        Some(|cell, level| cell.clock.next = level.into()),
    );
}
