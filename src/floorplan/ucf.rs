//! The floorplan for Xilinx ISE: user constraints of the Virtex of 2002.
//!
//! Each region is an `AREA_GROUP` with a `RANGE` of CLBs; the block memories have a `LOC` of their
//! own beside the control. No `RLOC_ORIGIN` is written: it anchors macros whose cells have an
//! `RLOC` each, and the emitted HDL has none.

use std::fmt::Write as _;

use super::{Kind, Plan, Rectangle, scoped};

/// Rows of CLBs beside one block memory.
const ROWS_A_MEMORY: u32 = 4;

/// The constraints. `scope` is the path of instances from the top of the device to the core, with
/// slashes between them, or empty if the core is the top.
pub fn write(plan: &Plan, scope: &str) -> String {
    let name = |path: &str| scoped(scope, "/", path);
    let mut text = plan.header();
    for region in &plan.regions {
        let Rectangle { left, low, right, high } = region.rectangle;
        let group = &region.name;
        let _ = writeln!(text, "\nAREA_GROUP \"{group}\" RANGE = CLB_R{low}C{left}:CLB_R{high}C{right};");
        for part in &region.parts {
            let _ = writeln!(text, "INST \"{}/*\" AREA_GROUP = \"{group}\";", name(part));
        }
        if region.kind != Kind::Control {
            continue;
        }
        let control = &plan.floorplan.control;
        for register in &control.registers {
            // XST names the flip-flops of a word `word_0`, `word_1` and so on.
            let bits = if register.width == 1 { "" } else { "_*" };
            let _ = writeln!(text, "INST \"{}{bits}\" AREA_GROUP = \"{group}\";", name(&register.path));
        }
        // The left memories are column 0, the right ones column 1.
        let columns = plan.device.columns();
        let middle = columns.first().zip(columns.last()).map_or(0, |(first, last)| (first + last) / 2);
        let column = u32::from((left + right) / 2 > middle);
        let [first, last] = [low, high].map(|row| (row - 1) / ROWS_A_MEMORY);
        for memory in &control.memories {
            let (path, memory) =
                memory.rsplit_once('.').map_or(("", memory.as_str()), |(path, name)| (path, name));
            let path = if path.is_empty() { scope.to_string() } else { name(path) };
            let slash = if path.is_empty() { "" } else { "/" };
            let place = format!("RAMB4_R{first}C{column}:RAMB4_R{last}C{column}");
            let _ = writeln!(text, "INST \"{path}{slash}Mram_{memory}*\" LOC = {place};");
        }
    }
    text
}
