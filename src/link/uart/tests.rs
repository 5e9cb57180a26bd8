//! The cells of the link against rust-hdl's own simulation, on random stimulus.

use super::reader::MessageReader;
use super::runner::MessageRunner;
use super::writer::AnswerWriter;
use crate::describe::differential::{Draw, differential};

/// True once in eight times on average.
fn seldom(draw: &mut Draw) -> bool {
    (0..3).all(|_| draw.value())
}

#[test]
fn reader() {
    differential(
        MessageReader::default(),
        "message_reader",
        4_000,
        |cell, draw| {
            cell.reset.next = seldom(draw) && seldom(draw) && seldom(draw);
            cell.valid.next = draw.value();
            cell.fault.next = seldom(draw) && seldom(draw);
            cell.active.next = seldom(draw);
            cell.octet.next = match seldom(draw) {
                true => draw.value(),
                false => {
                    if draw.value() {
                        0xa5.into()
                    } else {
                        2.into()
                    }
                }
            };
            cell.pause.next = 4.into();
            cell.next_check.next = if draw.value() { 0.into() } else { draw.value() };
        },
        Some(|cell, level| cell.clock.next = level.into()),
    );
}

#[test]
fn runner() {
    differential(
        MessageRunner::default(),
        "message_runner",
        4_000,
        |cell, draw| {
            cell.reset.next = seldom(draw) && seldom(draw) && seldom(draw);
            cell.begins.next = draw.value();
            cell.good.next = seldom(draw);
            cell.bad.next = seldom(draw);
            cell.problem.next = draw.value();
            cell.sequence_number.next = match draw.value() {
                true => cell.last_sequence.q.val() + 1,
                false => draw.value(),
            };
            cell.last_place.next = draw.value();
            cell.command_ready.next = draw.value();
            cell.response_valid.next = draw.value();
            cell.response_error.next = seldom(draw);
            cell.writer_ready.next = draw.value();
        },
        Some(|cell, level| cell.clock.next = level.into()),
    );
}

#[test]
fn writer() {
    differential(
        AnswerWriter::default(),
        "answer_writer",
        4_000,
        |cell, draw| {
            cell.reset.next = seldom(draw) && seldom(draw) && seldom(draw);
            cell.send.next = seldom(draw);
            cell.sequence_number.next = draw.value();
            cell.status.next = draw.value();
            cell.count.next = draw.value();
            cell.cycles.next = draw.value();
            cell.data.next = draw.value();
            cell.next_check.next = draw.value();
            cell.line_ready.next = draw.value();
        },
        Some(|cell, level| cell.clock.next = level.into()),
    );
}
