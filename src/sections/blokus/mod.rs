//! The sections that the Blokus Duo cores add to their pages: a node of the generator or a search
//! of the player, cycle by cycle.

mod record;
mod tell;
#[cfg(test)]
mod tests;

use askama::Template;

use self::record::Run;
use self::tell::CommandName;
use super::waves::Port;
use super::{Asked, Fact, Own, Rate, Section, SectionError, thumbnail, waves};
use crate::blokus::cover::COVERS;
use crate::blokus::search::Found;
use crate::blokus::{Blokus, Move, Position};
use crate::netlist::Design;
use crate::readable::thousands;

/// The greatest number of moves of a position that is searched two plies deep; others are searched
/// one ply deep.
const FEW: usize = 40;

/// Stepping through the cycles, and the board in one.
const SCRIPT: &str = concat!(
    include_str!("../../../templates/report_steps.js"),
    include_str!("../../../templates/report_blokus.js")
);

#[derive(Template)]
#[template(path = "report_blokus.html")]
struct Replay<'a> {
    about: String,
    drawn: String,
    answers: &'a [(usize, String)],
    last: usize,
    data: String,
}

/// The section of the move generator: a node whose moves are generated one by one, and the rate of
/// its walker.
///
/// # Errors
/// The core cannot be simulated, or a signal the replay shows is not there.
pub(crate) fn generator(asked: &Asked, design: &Design, stack_depth: u32) -> Result<Own, SectionError> {
    let position = asked.position::<Blokus>()?;
    let (run, moves, walk) = record::node(design, stack_depth, position)?;
    let cycles: u64 = moves.iter().map(|generated| generated.cycles).sum();
    let each = (walk.nodes > 0).then(|| walk.cycles as f64 / walk.nodes as f64);
    let rate = Rate {
        units: ["leaf", "leaves"],
        cycles: each,
        told: format!(
            "Cycles a leaf are those of the walker in hardware, simulated: {} leaves in {} cycles from the position of the \
             replay, to depth {}.",
            thousands(walk.nodes),
            thousands(walk.cycles),
            record::WALK
        ),
    };
    let corners = position.corners(position.to_move()).count();
    let facts = vec![
        Fact::new(COVERS, "ways to cover a corner, tested at once"),
        Fact::new(
            corners,
            if corners == 1 { "usable corner in the node shown" } else { "usable corners in the node shown" },
        ),
        Fact::new(thousands(moves.len() as u64), "moves in it"),
        Fact::new(thousands(cycles), "clock cycles to give them one by one"),
        Fact::new(
            each.map_or_else(|| "none".into(), |each| format!("{each:.2}")),
            "cycles a leaf of the walker",
        ),
    ];
    let about = format!(
        "The built-in simulator gives the {} moves of the position below one by one, {} to move.",
        moves.len(),
        position.to_move()
    );
    let title = "A node, cycle by cycle";
    let runs = sections(&run, position, about, title, tell::generator_command)?;
    Ok(Own { facts, picture: picture(&run), structure: Vec::new(), rate, runs })
}

/// The section of the player: a search by `core`, whose netlist is `design`. It is the page's core,
/// or the one inside it that has a command port.
///
/// # Errors
/// See [`generator`].
pub(crate) fn searcher(
    asked: &Asked,
    core: &str,
    players: u32,
    design: &Design,
) -> Result<Own, SectionError> {
    let position = asked.position::<Blokus>()?;
    let moves = position.moves().len();
    let depth = if moves <= FEW { 2 } else { 1 };
    let (run, searched) = record::search(design, position, depth)?;
    let Found { best, score, nodes, leaves, .. } = searched.found;
    let best = best.map_or_else(|| "none".into(), |best| best.to_string());
    let each = (leaves > 0).then(|| searched.cycles as f64 / leaves as f64);
    let plies = if depth == 1 { "one ply" } else { "two plies" };
    let rate = Rate {
        units: ["leaf", "leaves"],
        cycles: each,
        told: format!(
            "Cycles a leaf are those of the search above, simulated: {} leaves in {} cycles, {plies} deep.",
            thousands(leaves),
            thousands(searched.cycles)
        ),
    };
    let facts = vec![
        Fact::new(moves, "moves in the position searched"),
        Fact::new(&best, "is the best of them"),
        Fact::new(score, "is its score"),
        Fact::new(thousands(nodes), if nodes == 1 { "node searched" } else { "nodes searched" }),
        Fact::new(thousands(leaves), "leaves"),
        Fact::new(thousands(searched.cycles), "clock cycles"),
    ];
    let within =
        if core == asked.core { "" } else { ", which is driven at the command port behind its serial line" };
    let cores =
        if players > 1 { format!(" Of its {players} cores the first is shown.") } else { String::new() };
    let listed = if depth == 1 {
        ""
    } else {
        " The list has the cycles in which the board takes a move and a node below begins."
    };
    let about = format!(
        "The built-in simulator searches the position below {plies} deep, {} to move, with {}{within}. It finds {best}, worth \
         {score} to who moves.{cores}{listed}",
        position.to_move(),
        core
    );
    let runs = sections(&run, position, about, "A search, cycle by cycle", tell::player_command)?;
    Ok(Own { facts, picture: picture(&run), structure: Vec::new(), rate, runs })
}

/// The board at the cycle that the replay opens at, with the move held or the one that comes.
fn picture(run: &Run) -> String {
    let Some(cycle) = run.opening() else { return String::new() };
    let placed = match cycle.held {
        Some(Move::Place(placement)) => Some(placement),
        _ => cycle.next,
    };
    let cells = placed.iter().flat_map(|placement| placement.cells());
    let coming: Vec<(usize, usize)> = cells.map(|cell| (cell.x.into(), cell.y.into())).collect();
    thumbnail::blokus(cycle.cells.each_ref().map(|rows| rows.as_slice()), &coming)
}

/// The replay and the waveforms that go with it.
fn sections(
    run: &Run,
    position: &Position,
    about: String,
    title: &str,
    command: CommandName,
) -> Result<Vec<Section>, SectionError> {
    let body = Replay {
        about,
        drawn: position.to_string(),
        answers: &run.answers,
        last: run.cycles.len().saturating_sub(1),
        data: tell::data(run, command)?,
    };
    let replay = Section { id: "replay", title: title.into(), body: body.render()?, script: Some(SCRIPT) };
    let port: Vec<Port> = run.cycles.iter().map(|cycle| cycle.port).collect();
    Ok(vec![replay, waves::section(&port, run.answers.iter().cloned(), command)?])
}
