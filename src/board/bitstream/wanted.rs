//! What a board's file wants of a bitstream: its pins, and its clock.

use std::collections::BTreeMap;

use crate::board::top::ports;
use crate::board::{Dividers, Project};

/// The ports that are in use: each with its pin, where that is known, and its direction, `input` or
/// `output`.
pub(super) type Pins = BTreeMap<String, (Option<String>, String)>;

/// Whether exactly the pins of the board's file are in use, each in its direction.
pub(super) fn has_pins(found: &Pins, project: &Project) -> Result<(), String> {
    let board = ports(project.board());
    for port in &board {
        let wanted = port.pin.name.as_deref().unwrap_or("?");
        match found.get(&port.name) {
            None => return Err(format!("pin {wanted}, `{}`, is connected to nothing there", port.name)),
            Some((Some(pin), _)) if pin != wanted => {
                return Err(format!("`{}` is at pin {pin} there, and not at {wanted}", port.name));
            }
            Some((_, direction)) if *direction != format!("{}put", port.direction) => {
                return Err(format!("pin {wanted}, `{}`, has the other direction there", port.name));
            }
            Some(_) => {}
        }
    }
    match found.keys().find(|name| board.iter().all(|port| port.name != **name)) {
        Some(name) => Err(format!("it uses the pin at {name}, which the board's file does not name")),
        None => Ok(()),
    }
}

/// Whether the clock's circuit has the dividers of the board, in the numbers of its family; `None`
/// where there is no circuit.
pub(super) fn has_clock(
    found: Option<[u32; 3]>,
    project: &Project,
    numbers: impl Fn(&Dividers) -> [u32; 3],
) -> Result<(), String> {
    let clock = &project.board().clock;
    match found == clock.dividers.as_ref().map(numbers) {
        true => Ok(()),
        false => Err(format!("its clock is not made {} Hz as this board's is", clock.core_hz)),
    }
}
