//! What a position of shogi is worth, by the core `kpp` on a memory in simulation.

use std::path::PathBuf;

use anyhow::Result;
use clap::ValueEnum;

use super::Args;
use crate::cli::options::Format;
use crate::cli::results::{Record, Results};
use crate::cli::{Outcome, Usage};
use crate::cores::{self, KPP};
use crate::game::Root;
use crate::readable::thousands;
use crate::shogi::kpp::hardware::{self, Chip, Counts, KppOptions, Pace, Place, Run, Stored};
use crate::shogi::kpp::{FvBin, Numbering, Seeded, Sums, Weights, whole};
use crate::shogi::{Position, Shogi};
use crate::simulate::Simulation;

/// The weights of the core `kpp`, and the memory that they are in.
#[derive(Clone, Debug, clap::Args)]
pub struct TableArgs {
    /// For --core kpp: Bonanza's file fv.bin, for numbering=classic
    #[arg(long, value_name = "FILE", conflicts_with = "table_seed")]
    table: Option<PathBuf>,
    /// For --core kpp: the seed that weights are made from [default: 0]
    #[arg(long, value_name = "SEED")]
    table_seed: Option<u64>,
    /// For --core kpp: the memory [default: ddr3]
    #[arg(long, value_enum)]
    memory: Option<Memory>,
    /// For --core kpp: sum what the last of the moves changes, behind a sum of the position before
    /// it
    #[arg(long)]
    difference: bool,
}

/// A memory in simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Memory {
    /// DDR3-800 of 16 bits behind a controller, four of its clock cycles in one of the core.
    Ddr3,
    /// SDR SDRAM of 16 bits behind a controller, at the clock of the core.
    Sdr,
    /// A word in every clock cycle, each after 4, as block memory on chip.
    OnChip,
}

impl Memory {
    fn pace(self) -> Pace {
        match self {
            Self::Ddr3 => Pace::Chip(Chip::DDR3),
            Self::Sdr => Pace::Chip(Chip::SDR),
            Self::OnChip => Pace::steady(4),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Ddr3 => "ddr3",
            Self::Sdr => "sdr",
            Self::OnChip => "on-chip",
        }
    }
}

impl TableArgs {
    /// Refuses them where they have no effect.
    pub fn are_left_out(&self) -> Result<()> {
        let given = [
            ("--table", self.table.is_some()),
            ("--table-seed", self.table_seed.is_some()),
            ("--memory", self.memory.is_some()),
            ("--difference", self.difference),
        ];
        match given.iter().find(|(_, given)| *given) {
            Some((name, _)) => Err(Usage(format!("{name} is about a core; give --core kpp too")).into()),
            None => Ok(()),
        }
    }
}

pub fn run(args: &Args, results: &mut Results) -> Result<Outcome> {
    let settings = args.set.settings(&KPP)?;
    let (numbering, options) = cores::kpp_options(&KPP, &settings)?;
    if options.place == Place::OnChip {
        let why = "a position needs the whole table, which no chip holds; leave memory=on_chip out";
        return Err(Usage(why.into()).into());
    }
    let root = args.position.root(&KPP)?;
    let position = root.of::<Shogi>().ok_or_else(|| Usage("it is no position of shogi".into()))?;
    let before = if args.table.difference { Some(before(args, numbering)?) } else { None };
    let positions = (before.as_ref().and_then(Root::of::<Shogi>), position);
    let memory = args.table.memory.unwrap_or(Memory::Ddr3);
    let answer = match &args.table.table {
        Some(path) => {
            if numbering != Numbering::Classic {
                let why = "--table: a file has Bonanza's own numbering; add --set numbering=classic";
                return Err(Usage(why.into()).into());
            }
            let file = FvBin::read(path);
            let file = file.map_err(|problem| Usage(format!("--table {}: {problem}", path.display())))?;
            evaluated(&&file, &options, positions, memory)?
        }
        None => {
            let seed = args.table.table_seed.unwrap_or(0);
            evaluated(&Seeded { numbering, seed }, &options, positions, memory)?
        }
    };
    match args.format {
        Format::Json => results.json(&answer.record())?,
        Format::Pretty => results.text(answer.pretty())?,
    }
    Ok(if answer.differs() { Outcome::Difference } else { Outcome::Success })
}

/// The position before the last move, for a difference.
fn before(args: &Args, numbering: Numbering) -> Result<Root> {
    if numbering == Numbering::Classic {
        let why = "--difference: in Bonanza's own numbering a position is summed from nothing; leave \
                   numbering=classic out";
        return Err(Usage(why.into()).into());
    }
    let why = "--difference is about a move; give --moves too, such as --moves 7g7f";
    args.position.root_before(&KPP)?.ok_or_else(|| Usage(why.into()).into())
}

/// An evaluation in simulation and in software: from nothing, or by the difference from the
/// position before it.
fn evaluated<'a, W: Weights + Copy>(
    weights: &W,
    options: &KppOptions,
    (before, position): (Option<&'a Position>, &'a Position),
    memory: Memory,
) -> Result<Answer<'a>> {
    let design = hardware::kpp(options).map_err(|problem| Usage(problem.to_string()))?;
    let mut simulation = Simulation::new(&design)?;
    let (table, pace) = (Stored(*weights), memory.pace());
    let mut run = Run::new(&mut simulation, options, &table, &pace)?;
    let mut found = run.sum(&hardware::whole_of(weights.numbering(), before.unwrap_or(position)))?;
    let mut counts = run.counts();
    if let Some(before) = before {
        found = run.sum(&hardware::difference(before, position))?;
        counts = run.counts().since(counts);
    }
    let bound = pace.bound(options.shape.word_bits(), counts.words);
    let scale = 1 << options.scale_bits;
    Ok(Answer { before, position, found, counts, bound, memory, sums: whole(weights, position), scale })
}

/// All that is shown.
struct Answer<'a> {
    /// Of a difference: the position before the move.
    before: Option<&'a Position>,
    position: &'a Position,
    found: hardware::Answer,
    counts: Counts,
    bound: f64,
    memory: Memory,
    sums: Sums,
    scale: i32,
}

impl Answer<'_> {
    /// The software's answer. How many weights the core reads for a difference its twin says, which
    /// the run has compared.
    fn expected(&self) -> hardware::Answer {
        let Sums { kkp, black, white, reads, .. } = self.sums;
        let value = self.sums.value_of(self.position.side, self.scale);
        let reads = if self.before.is_some() { self.found.reads } else { reads };
        hardware::Answer { value, sums: [kkp, black, white], reads }
    }

    fn differs(&self) -> bool {
        self.found != self.expected()
    }

    fn record(&self) -> Record {
        let [kkp, black, white] = self.found.sums;
        let mut record = Record::new();
        record
            .add("position", self.position.to_string())
            .add("side", self.position.side.name())
            .add("value", self.found.value)
            .add("kkp", kkp)
            .add("black", black)
            .add("white", white)
            .add("material", self.sums.material)
            .add("core", KPP.name)
            .add("memory", self.memory.name())
            .add("reads", self.found.reads)
            .add("words", self.counts.words)
            .add("cycles", self.counts.cycles)
            .add("bound", (self.bound * 10.0).round() / 10.0)
            .add("software_value", self.expected().value)
            .add("equal", !self.differs());
        if let Some(before) = self.before {
            record.add("before", before.to_string());
        }
        record
    }

    fn pretty(&self) -> String {
        let [kkp, black, white] = self.found.sums;
        let mut text = format!("{}\n\n", self.position);
        for (name, value) in [
            ("both kings", kkp),
            ("black's pairs", black),
            ("white's pairs", white),
            ("material", self.sums.material),
        ] {
            text += &format!("{name:14} {value:8}\n");
        }
        let Counts { words, cycles, .. } = self.counts;
        if let Some(before) = self.before {
            text += &format!("\nby difference from {before}\n");
        }
        text += &format!(
            "\nvalue {} for {}, in software {}\n",
            self.found.value,
            self.position.side.name(),
            if self.differs() { "DIFFERENT" } else { "equal" }
        );
        text += &format!(
            "{} weights in {} words, {} clock cycles with {}; the words alone take {}\n",
            thousands(self.found.reads.into()),
            thousands(words),
            thousands(cycles),
            self.memory.name(),
            thousands(self.bound.round() as u64),
        );
        text
    }
}
