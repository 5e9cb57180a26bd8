//! The cells of a square: rust-hdl's simulation against that of the module each is lowered to, on random stimulus.

use super::receiver::Receiver;
use super::sight::{QueenTransmitter, Sight};
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
                transmit,
                pawns_only,
                pointed,
                point_super,
                point_alone,
                point_lifted,
                capture,
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
                acting_black,
                masked,
                last_rank,
                watched,
                find_aggressor,
                attack,
                pawns_only,
                capture,
                fit,
                allowed,
                sighted,
                straight,
                diagonal,
                kings,
                knights,
                pawn_below,
                pawn_above,
                pawns_below,
                pawns_above,
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
                acting_black,
                look,
                find_pivot,
                spare_pivots,
                find_discoverer,
                straight_hit,
                diagonal_hit,
                knight_hit,
                pawn_hit,
                pawns_below,
                pawns_above,
                queens_straight,
                queens_diagonal,
            );
        },
        Some(|cell, level| cell.clock.next = level.into()),
    );
}

#[test]
fn queen_transmitter() {
    differential(
        QueenTransmitter::default(),
        "queen_transmitter",
        4_000,
        |cell, draw| {
            draw!(
                cell,
                draw,
                queen,
                passing,
                from_north,
                from_north_east,
                from_east,
                from_south_east,
                from_south,
                from_south_west,
                from_west,
                from_north_west,
            );
        },
        None,
    );
}
