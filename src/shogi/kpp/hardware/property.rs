//! What is proven of the unit.

use super::top::{KppOptions, unit_name};
use crate::describe::Builder;
use crate::netlist::Design;
use crate::prove::properties::{inputs_of, module_of, project_watching, watched};
use crate::prove::{Method, Property, PropertyError};

const NAME: &str = "reads have room";

/// The signal that counts reads under way.
const COUNTED: &str = "flights_taken";

/// The property of a unit, whatever its commands and its memory do: no more reads are under way
/// than there is room for their words.
///
/// # Errors
/// The design has no such unit.
pub fn has_room_for_reads(design: &Design, options: &KppOptions) -> Result<Property, PropertyError> {
    let name = unit_name(options);
    let unit = module_of(design, NAME, &name)?;
    let (mut project, core) = project_watching(design, NAME, unit, &[COUNTED])?;
    let b = Builder::new("monitor", "");
    let inputs = inputs_of(&b, unit);
    let outputs = b.instance("core", &core).inputs(inputs).outputs();
    let under_way = outputs.get(&watched(COUNTED));
    let most = b.constant(under_way.width(), options.outstanding.into());
    b.output("holds", &!under_way.gt(&most));
    project.add(b)?;
    Ok(Property {
        name: NAME,
        claim: "there is room for the words of all reads under way",
        monitor: project.unchecked(),
        method: Method::Induction(2),
        free: Vec::new(),
        watched: None,
    })
}
