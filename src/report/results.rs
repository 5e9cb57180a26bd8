//! The measured figures of the core on devices, beside published figures.

use askama::Template;

use super::measured::Clock;
use super::{Measured, Rate, ReportError, Request, Section};
use crate::bench::{PUBLISHED, Published};
use crate::readable::thousands;
use crate::synth::{self, Resources};

/// Results of machines that stand beside the published ones, which generate moves. A table of
/// positions is nothing to compare with them.
const COMPARED: [&str; 4] = ["move", "leaf", "node", "position"];

#[derive(Template)]
#[template(path = "report_results.html")]
struct Results<'a> {
    core: &'static str,
    rows: Vec<Row>,
    published: Vec<Row>,
    tools: Vec<String>,
    sources: Vec<String>,
    units: [&'static str; 2],
    told: &'a str,
    /// The fingerprint of the netlist, where the results are those kept with the program.
    kept: Option<&'a str>,
}

/// A row of the table. For an empty cell, the page says that the figure was not published or
/// measured.
#[derive(Default)]
struct Row {
    machine: String,
    device: String,
    luts: String,
    as_memory: String,
    ff: String,
    bram: String,
    mhz: String,
    cycles: String,
    rate: String,
    /// The number of seeds and the floorplan, or other facts about the row.
    note: String,
}

/// The tables.
///
/// # Errors
/// The template cannot be rendered: a defect of it.
pub(super) fn section(request: &Request, measured: &[Measured], rate: &Rate) -> Result<Section, ReportError> {
    let compares =
        |machine: &&Published| machine.game == request.core.game.name() && COMPARED.contains(&rate.units[0]);
    let known: Vec<&Published> = PUBLISHED.iter().filter(compares).collect();
    let moves = rate.units == ["move", "moves"];
    let published = known.iter().map(|machine| Row {
        machine: format!("{} {}", machine.machine, machine.year),
        device: machine.device.into(),
        luts: machine.luts.map_or_else(String::new, thousands),
        as_memory: String::new(),
        ff: machine.ff.map_or_else(String::new, thousands),
        bram: machine.bram.map_or_else(String::new, thousands),
        mhz: one_digit(machine.mhz),
        // The figures of other machines are in moves.
        cycles: one_digit(machine.cycles_per_move().filter(|_| moves)),
        rate: one_digit(machine.million_moves_per_second.filter(|_| moves)),
        note: match machine.million_moves_per_second {
            Some(rate) if !moves => format!("{rate:.1} M moves/s; {}", machine.note),
            _ => machine.note.into(),
        },
    });
    let mut tools: Vec<String> = measured.iter().flat_map(|one| one.tools.iter().cloned()).collect();
    tools.sort();
    tools.dedup();
    let body = Results {
        core: request.core.name,
        rows: measured.iter().map(|one| row(request, one, rate)).collect(),
        published: published.collect(),
        tools,
        sources: known.iter().map(|machine| machine.source.to_string()).collect(),
        units: rate.units,
        told: &rate.told,
        kept: measured.first().filter(|_| request.measured.is_empty()).and_then(|one| one.netlist.as_deref()),
    };
    Ok(Section { id: "results", title: "Area and clock".into(), body: body.render()?, script: None })
}

fn row(request: &Request, measured: &Measured, rate: &Rate) -> Row {
    let Resources { lut_as_ram, ff, bram, lut6, .. } = measured.resources;
    let mhz = measured.clock.map(|clock| clock.mhz.median);
    let differs = |(name, value): (&String, &String)| {
        let here = request.settings.get(name).map(|setting| setting.to_string());
        (here.as_ref() != Some(value)).then(|| format!("{name}={value}"))
    };
    let differing: Vec<String> = measured.settings.iter().filter_map(differs).collect();
    // Other settings may take otherwise.
    let cycles = rate.cycles.filter(|_| differing.is_empty());
    let seeds = measured.clock.map_or_else(String::new, |Clock { seeds, mhz }| match seeds {
        1 => "one seed of the placer".into(),
        _ => format!("median of {seeds} seeds, {:.1} to {:.1}", mhz.min, mhz.max),
    });
    let planned = measured.floorplan.as_ref().map_or_else(String::new, |shape| format!("floorplan {shape}"));
    Row {
        machine: [&["this page's core".to_string()], differing.as_slice()].concat().join(", "),
        device: measured.device.clone(),
        luts: thousands(measured.resources.luts()) + if lut6.is_some() { " of 6 inputs" } else { "" },
        as_memory: thousands(lut_as_ram),
        ff: thousands(ff),
        bram: thousands(bram),
        mhz: mhz.map_or_else(|| unplaced(&measured.target).into(), |mhz| format!("{mhz:.1}")),
        cycles: cycles.map_or_else(String::new, |cycles| format!("{cycles:.2}")),
        rate: one_digit(mhz.zip(cycles).map(|(mhz, cycles)| mhz / cycles)),
        note: [seeds, planned].into_iter().filter(|said| !said.is_empty()).collect::<Vec<_>>().join("; "),
    }
}

/// The text in place of the clock for a machine that was not placed on this family.
fn unplaced(target: &str) -> &'static str {
    match synth::find(target) {
        Some(target) if target.placer.is_none() => "no open placer",
        _ => "not placed",
    }
}

fn one_digit(number: Option<f64>) -> String {
    number.map_or_else(String::new, |number| format!("{number:.1}"))
}
