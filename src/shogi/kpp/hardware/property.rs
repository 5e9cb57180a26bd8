//! What is proven of the unit.

use super::top::{KppOptions, unit_name};
use crate::describe::Builder;
use crate::netlist::{Design, Direction};
use crate::prove::properties::{inputs_of, project_watching, watched};
use crate::prove::{Method, Property, PropertyError};

const NAME: &str = "requests are kept";

/// The signal that counts reads under way.
const COUNTED: &str = "flights_taken";

/// The property of a unit, whatever its control, its adders and its memory do: a word that is asked
/// for is asked for until the memory takes it, and no more reads are under way than there is room
/// for.
///
/// # Errors
/// The design has no such unit.
pub fn keeps_its_requests(design: &Design, options: &KppOptions) -> Result<Property, PropertyError> {
    let name = unit_name(options);
    let missing =
        || PropertyError::Missing { property: NAME, missing: format!("there is no module `{name}`") };
    let unit = design.find(&name).map(|id| design.module(id)).ok_or_else(missing)?;
    if let Some(port) = ["mem_request", "mem_ready"].into_iter().find(|port| {
        [Direction::Input, Direction::Output].iter().all(|way| unit.find_port(*way, port).is_none())
    }) {
        return Err(PropertyError::Missing {
            property: NAME,
            missing: format!("the unit has no port `{port}`"),
        });
    }
    let (mut project, core) = project_watching(design, NAME, unit, &[COUNTED])?;
    let b = Builder::new("monitor", "");
    let inputs = inputs_of(&b, unit);
    let ready = inputs.iter().find(|(name, _)| *name == "mem_ready").map_or(b.bit(false), |(_, w)| w.clone());
    let outputs = b.instance("core", &core).inputs(inputs).outputs();
    let request = outputs.get("mem_request");
    let waits = (&request & !&ready).later_cleared("request_waits");
    let under_way = outputs.get(&watched(COUNTED));
    let most = b.constant(under_way.width(), options.outstanding.into());
    b.output("holds", &((!&waits | &request) & !under_way.gt(&most)));
    project.add(b)?;
    Ok(Property {
        name: NAME,
        claim: "a word is asked for until it is taken, and there is room for all reads under way",
        monitor: project.unchecked(),
        method: Method::Induction(3),
        free: Vec::new(),
        watched: None,
    })
}
