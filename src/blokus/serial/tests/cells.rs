//! The cells against rust-hdl's own simulation, on random stimulus.

use rust_hdl::prelude::Bits;

use crate::blokus::serial::reader::ProtocolReader;
use crate::blokus::serial::runner::GameRunner;
use crate::blokus::serial::writer::CodeWriter;
use crate::describe::differential::{Draw, differential};

/// True once in eight times on average.
fn seldom(draw: &mut Draw) -> bool {
    (0..3).all(|_| draw.value())
}

#[test]
fn reader() {
    let (mut complete, mut hello, mut ended) = (0, 0, 0);
    differential(
        ProtocolReader::default(),
        "protocol_reader",
        5_000,
        |cell, draw| {
            complete += u32::from(cell.complete.val());
            hello += u32::from(cell.hello.val());
            ended += u32::from(cell.ended.val());
            cell.reset.next = seldom(draw) && seldom(draw) && seldom(draw);
            // Bursts of characters, and pauses between.
            let (number, bursts): (Bits<4>, Bits<4>) = (draw.value(), draw.value());
            cell.valid.next = bursts.index() > 3;
            cell.fault.next = seldom(draw) && seldom(draw) && seldom(draw);
            cell.active.next = seldom(draw);
            cell.heart.next = draw.value();
            cell.busy.next = seldom(draw) && seldom(draw);
            let character = b"0000022334459Aa1"[number.index()];
            cell.octet.next = match seldom(draw) && seldom(draw) {
                true => draw.value(),
                false => u64::from(character).into(),
            };
            cell.pause.next = 1.into();
        },
        Some(|cell, level| cell.clock.next = level.into()),
    );
    assert!(complete > 5 && hello > 5 && ended > 1, "{complete} {hello} {ended}");
}

#[test]
fn runner() {
    let (mut sent, mut kept, mut restored) = (0, 0, 0);
    differential(
        GameRunner::default(),
        "game_runner",
        5_000,
        |cell, draw| {
            sent += u32::from(cell.send.val());
            kept += u32::from(cell.keeps.val());
            restored += u32::from(cell.look_at_own.val());
            cell.reset.next = seldom(draw) && seldom(draw) && seldom(draw);
            cell.hello.next = seldom(draw) && seldom(draw) && seldom(draw);
            cell.ended.next = seldom(draw) && seldom(draw) && seldom(draw);
            cell.complete.next = draw.value();
            cell.wrong.next = seldom(draw);
            cell.begins.next = draw.value();
            cell.on_a.next = draw.value();
            cell.tells.next = draw.value();
            cell.two.next = draw.value();
            cell.pass.next = draw.value();
            cell.same.next = draw.value();
            cell.there.next = !seldom(draw);
            cell.wanted.next = draw.value();
            cell.command_ready.next = draw.value();
            cell.response_valid.next = draw.value();
            cell.response_error.next = seldom(draw);
            cell.writer_ready.next = draw.value();
        },
        Some(|cell, level| cell.clock.next = level.into()),
    );
    assert!(sent > 5 && kept > 5 && restored > 5, "{sent} {kept} {restored}");
}

#[test]
fn writer() {
    differential(
        CodeWriter::default(),
        "code_writer",
        4_000,
        |cell, draw| {
            cell.reset.next = seldom(draw) && seldom(draw) && seldom(draw);
            cell.send.next = seldom(draw);
            cell.greets.next = draw.value();
            cell.code.next = draw.value();
            cell.team.next = draw.value();
            cell.line_ready.next = draw.value();
        },
        Some(|cell, level| cell.clock.next = level.into()),
    );
}
