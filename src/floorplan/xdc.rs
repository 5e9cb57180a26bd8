//! The floorplan for Vivado: a pblock for each region, in Xilinx design constraints.

use std::fmt::Write as _;

use super::{Kind, MemoryLines, Plan, Rectangle, scoped};

/// Rows of CLBs beside one block memory of 36 kbit.
const ROWS_A_MEMORY: u32 = 5;

/// The constraints. `scope` is the path of instances from the top of the device to the core, with
/// slashes between them, or empty if the core is the top.
pub fn write(plan: &Plan, scope: &str) -> String {
    let name = |path: &str| scoped(scope, "/", path);
    let mut text = plan.header();
    for region in &plan.regions {
        let Rectangle { left, low, right, high } = region.rectangle;
        let block = &region.name;
        // Two slices stand side by side in a CLB.
        let slices = format!("SLICE_X{}Y{low}:SLICE_X{}Y{high}", 2 * left, 2 * right + 1);
        let _ =
            writeln!(text, "\ncreate_pblock {block}\nresize_pblock [get_pblocks {block}] -add {{{slices}}}");
        let mut add = |cells: String| {
            let _ = writeln!(text, "add_cells_to_pblock [get_pblocks {block}] [get_cells {cells}]");
        };
        region.parts.iter().for_each(|part| add(format!("{{{}}}", name(part))));
        if region.kind != Kind::Control {
            continue;
        }
        let control = &plan.floorplan.control;
        for register in &control.registers {
            let bits = if register.width == 1 { "" } else { "[*]" };
            // A register that nothing reads is gone by then.
            add(format!("-quiet {{{}_reg{bits}}}", name(&register.path)));
        }
        control.memories.iter().for_each(|memory| add(format!("-quiet {{{}_reg*}}", name(memory))));
        if let (MemoryLines::Columns(lines), columns) = (plan.device.memories, plan.device.columns()) {
            let position = |column| columns.iter().position(|&known| known == column).unwrap_or(0) as u32;
            let beside = |line: &u32| (position(left)..=position(right) + 1).contains(line);
            let [first, last] = [low / ROWS_A_MEMORY, high / ROWS_A_MEMORY];
            for (column, _) in lines.iter().enumerate().filter(|(_, line)| beside(line)) {
                let memories = format!("RAMB36_X{column}Y{first}:RAMB36_X{column}Y{last}");
                let _ = writeln!(text, "resize_pblock [get_pblocks {block}] -add {{{memories}}}");
            }
        }
    }
    text
}
