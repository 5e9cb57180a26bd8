//! A run of a machine that takes a position in every clock cycle: the positions of a game tree,
//! level by level.

use crate::game::Game;
use crate::simulate::{Ports, PortsError};

/// The first positions of the game tree, level by level: at least so many, unless the tree ends.
pub(super) fn tree<G: Game>(position: &G::Position, least: usize) -> Vec<G::Position> {
    let mut tree = vec![position.clone()];
    let mut next = 0;
    while tree.len() < least && next < tree.len() {
        let moves = G::moves(&tree[next]).unwrap_or_default();
        let after: Vec<G::Position> = moves.into_iter().map(|mv| G::after(&tree[next], mv)).collect();
        tree.extend(after);
        next += 1;
    }
    tree
}

/// Gives the positions after a reset, one a cycle, and reads the outputs until the last has come:
/// what there is of each cycle.
pub(super) fn drive<'a, P: Ports, I: 'a, T>(
    ports: &mut P,
    latency: u32,
    positions: impl ExactSizeIterator<Item = &'a I>,
    give: impl Fn(&mut P, &I) -> Result<(), PortsError>,
    read: impl Fn(&mut P) -> Result<Option<T>, PortsError>,
) -> Result<Vec<Option<T>>, PortsError> {
    ports.poke("valid", 0)?;
    ports.poke("reset", 1)?;
    ports.step()?;
    ports.poke("reset", 0)?;
    let cycles = positions.len() + latency as usize;
    let coming = positions.map(Some).chain(std::iter::repeat(None)).take(cycles);
    let mut read_out = Vec::with_capacity(cycles);
    for position in coming {
        ports.poke("valid", position.is_some().into())?;
        position.map_or(Ok(()), |position| give(ports, position))?;
        read_out.push(read(ports)?);
        ports.step()?;
    }
    Ok(read_out)
}
