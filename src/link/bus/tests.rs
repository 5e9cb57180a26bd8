//! The cells of the buses against rust-hdl's own simulation, on random stimulus.

use super::axi::AxiChannels;
use super::port::CommandWindow;
use crate::describe::differential::differential;

#[test]
fn command_window() {
    differential(
        CommandWindow::default(),
        "command_window",
        4_000,
        |cell, draw| {
            cell.reset.next = (0..6).all(|_| draw.value());
            cell.request.next = draw.value::<bool>() || draw.value::<bool>();
            cell.write.next = draw.value::<bool>() && draw.value::<bool>();
            cell.written.next = draw.value();
            cell.address.next = draw.value();
            cell.patience.next = 6.into();
            cell.command_ready.next = draw.value();
            cell.response_valid.next = draw.value::<bool>() && draw.value::<bool>();
            cell.response_error.next = draw.value();
            cell.response_data.next = draw.value();
        },
        Some(|cell, level| cell.clock.next = level.into()),
    );
}

#[test]
fn axi_channels() {
    differential(
        AxiChannels::default(),
        "axi_channels",
        4_000,
        |cell, draw| {
            cell.reset.next = (0..6).all(|_| draw.value());
            cell.arvalid.next = draw.value();
            cell.araddr.next = draw.value();
            cell.rready.next = draw.value();
            cell.awvalid.next = draw.value();
            cell.awaddr.next = draw.value();
            cell.wvalid.next = draw.value();
            cell.nonzero.next = draw.value();
            cell.bready.next = draw.value();
            cell.done.next = draw.value();
            cell.error.next = draw.value();
        },
        Some(|cell, level| cell.clock.next = level.into()),
    );
}
