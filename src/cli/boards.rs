//! `movewright boards`: the boards that a core can be built for.

use anyhow::Result;
use serde::Serialize;

use super::Outcome;
use super::options::Format;
use super::results::Results;
use crate::board::{self, Capacity, CircuitBoard};

/// List the boards that a core can be built for
#[derive(Debug, clap::Args)]
#[command(after_help = "\
To add your own board, write one file (docs/boards.md), and give it to
`movewright build CORE --board FILE.toml`.

Examples:
  movewright boards
  movewright boards --format json")]
pub struct Args {
    /// The format of the list
    #[arg(long, value_enum, default_value_t = Format::Pretty)]
    format: Format,
}

#[derive(Serialize)]
struct Listed<'a> {
    name: &'a str,
    about: &'a str,
    part: &'a str,
    tools: &'static str,
    bitstream: bool,
    clock_hz: u32,
    core_hz: u32,
    baud: u32,
    #[serde(flatten)]
    capacity: Capacity,
    sources: &'a [String],
}

pub fn run(args: &Args, results: &mut Results) -> Result<Outcome> {
    let boards: Vec<CircuitBoard> = board::names().map(board::find).collect::<Result<_, _>>()?;
    match args.format {
        Format::Json => results.json(&boards.iter().map(listed).collect::<Vec<_>>())?,
        Format::Pretty => {
            for board in &boards {
                results.text(pretty(board))?;
            }
        }
    }
    Ok(Outcome::Success)
}

fn listed(board: &CircuitBoard) -> Listed<'_> {
    Listed {
        name: &board.name,
        about: &board.about,
        part: &board.device.part,
        tools: board.device.family.name(),
        bitstream: board.device.family.is_open(),
        clock_hz: board.clock.board_hz,
        core_hz: board.clock.core_hz,
        baud: board.uart.baud,
        capacity: board.device.capacity,
        sources: &board.sources,
    }
}

fn pretty(board: &CircuitBoard) -> String {
    let CircuitBoard { name, about, device, clock, uart, .. } = board;
    let Capacity { luts, ffs, brams } = device.capacity;
    let makes = if device.family.is_open() { "bitstream" } else { "project" };
    let mhz = |hz: u32| f64::from(hz) / 1e6;
    format!(
        "{name}: {about}\n  {} by {} to the {makes}; {luts} LUT, {ffs} FF, {brams} BRAM; clock {} MHz, core {} MHz, {} baud\n",
        device.part,
        device.family.name(),
        mhz(clock.board_hz),
        mhz(clock.core_hz),
        uart.baud,
    )
}
