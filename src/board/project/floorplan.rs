//! The floorplan of a machine on a board, in the form that the board's tools take.

use super::Project;
use super::fusesoc::SCRIPT;
use crate::board::steps::Then;
use crate::board::{BuildError, Family};
use crate::cores;
use crate::emit::File;
use crate::floorplan::{Device, Plan, Shape, device, nextpnr, qsf, ucf, xdc};
use crate::synth::{self, SynthError};

/// The way from the top level to the core: through the machine with its serial line.
const SCOPE: [&str; 2] = ["core", "core"];

impl Project<'_> {
    /// Adds the floorplan: constraints of the vendor's tools, or a script that a nextpnr built with
    /// Python runs before it places.
    ///
    /// # Errors
    /// The core has no geometry, no grid is known of the device, the machine does not fit it, or
    /// Yosys is missing or fails.
    pub fn add_floorplan(&mut self) -> Result<(), BuildError> {
        let family = self.board.device.family;
        // LogicLock regions must not overlap.
        let shape = if family == Family::Quartus { Shape::Tight } else { Shape::DEFAULT };
        let target = family.target();
        let target = synth::find(target).ok_or(SynthError::NoPlacer { target })?;
        let core = cores::design(self.core, self.settings)?;
        let plan = synth::plan_on(&core, target, self.grid()?, shape)?;
        self.follow(&plan)
    }

    /// Adds a floorplan that was made for [`Project::grid`].
    ///
    /// # Errors
    /// The board's tools cannot take a floorplan.
    pub fn follow(&mut self, plan: &Plan) -> Result<(), BuildError> {
        let floorplan = |ending: &str| format!("{}_floorplan.{ending}", self.top);
        let of_plan = |error| BuildError::from(SynthError::from(error));
        match self.board.device.family {
            Family::Vivado => {
                let text = xdc::write(plan, &SCOPE.join("/"));
                self.files.push(File { name: floorplan("xdc"), text });
            }
            Family::Quartus => {
                let text = qsf::write(plan, &SCOPE.join("|")).map_err(of_plan)?;
                let name = floorplan("qsf");
                self.append("qsf", &format!("\nsource {name}\n"));
                self.files.push(File { name, text });
            }
            // ISE takes one file of constraints.
            Family::Ise => self.append("ucf", &format!("\n{}", ucf::write(plan, &SCOPE.join("/")))),
            Family::Ecp5 | Family::Ice40 | Family::Gowin => {
                let text = nextpnr::write(plan, &SCOPE.join(".")).map_err(of_plan)?;
                let name = format!("{}{SCRIPT}", self.top);
                for step in self.steps.iter_mut().filter(|step| step.then == Then::CheckTiming) {
                    step.arguments.extend(["--pre-place".into(), name.clone()]);
                    step.scripted = true;
                }
                self.files.push(File { name, text });
                self.replace(super::family::build_script(self.board, &self.top, &self.steps)?);
            }
        }
        self.replace(super::fusesoc::core_file(self)?);
        Ok(())
    }

    /// The grid of the board's device.
    ///
    /// # Errors
    /// None is known.
    pub fn grid(&self) -> Result<&'static Device, BuildError> {
        let part = self.board.device.part.to_ascii_lowercase();
        let grid = match self.board.device.family {
            Family::Ice40 if part.starts_with("ice40up5k") => device("iCE40UP5K"),
            Family::Ice40 if part.starts_with("ice40hx8k") => device("iCE40HX8K"),
            Family::Ecp5 if part.starts_with("lfe5u-85f") => device("LFE5U-85F"),
            Family::Gowin if part.starts_with("gw2ar-lv18") => device("GW2AR-18"),
            Family::Vivado if part.starts_with("xc7a35t") => device("XC7A35T"),
            Family::Quartus if part.starts_with("ep4ce115") => device("EP4CE115"),
            Family::Ise if part.starts_with("xcv800") => device("XCV800"),
            _ => device(&self.board.device.part),
        };
        grid.map_err(|error| SynthError::from(error).into())
    }

    /// More text for a file of the project.
    fn append(&mut self, ending: &str, text: &str) {
        let name = format!("{}.{ending}", self.top);
        for file in self.files.iter_mut().filter(|file| file.name == name) {
            file.text.push_str(text);
        }
    }
}
