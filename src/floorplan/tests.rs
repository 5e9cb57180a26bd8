//! Floorplans of the classic machine on every device, with invented sizes; `tests/all/floorplan.rs`
//! has the counts of the tools.

use std::collections::BTreeSet;

use super::*;
use crate::chess::CHESS;
use crate::chess::classic::{Options, design};
use crate::describe::{Builder, Project};
use crate::parts::board::Board;

/// The geometry of a board, and sizes near those of the classic machine.
fn machine(board: Board) -> (Floorplan, Counts) {
    let design = design(&Options { board, ..Options::default() }).unwrap();
    let floorplan = Floorplan::of(&design).unwrap();
    let size = |path: &str| {
        let luts = if path.contains("square") {
            110
        } else if path.contains("arbiter") {
            19
        } else {
            250
        };
        Resources { lut4: Some(luts), ff: 10, ..Resources::default() }
    };
    let mut counts: Counts = floorplan.parts().map(|path| (path.to_string(), size(path))).collect();
    counts.insert(String::new(), Resources { lut4: Some(900), ff: 320, bram: 1, ..Resources::default() });
    (floorplan, counts)
}

const SMALL: Board = Board { files: 4, ranks: 4 };

#[test]
fn the_geometry_is_that_of_the_board() {
    let (floorplan, _) = machine(CHESS);
    let area = |path: &str| floorplan.blocks.iter().find(|block| block.path == path).unwrap().area;
    assert_eq!((floorplan.columns, floorplan.rows), (8, 8));
    assert_eq!(floorplan.blocks.len(), 64 + 63);
    assert_eq!(area("board.square_a1"), Area::block(0, 0));
    assert_eq!(area("board.square_h8"), Area::block(7, 7));
    assert_eq!(area("board.arbiter_l1_n0"), Area { left: 0, bottom: 0, right: 1, top: 0 });
    assert_eq!(area("board.arbiter_l6_n0"), Area { left: 0, bottom: 0, right: 7, top: 7 });
    assert_eq!(floorplan.control.instances, ["sequencer"]);
    assert_eq!(floorplan.control.memories, ["stack"]);
    assert!(
        floorplan
            .control
            .registers
            .iter()
            .any(|register| register.path == "current_move" && register.width == 32)
    );
    assert_eq!(floorplan.part_of("board.square_e4.masks.0.0"), Some("board.square_e4"));
    assert_eq!(floorplan.part_of("board.square_e45"), None);
    assert_eq!(floorplan.part_of("sequencer.state"), Some("sequencer"));
}

#[test]
fn regions_are_on_the_device_and_not_over_full() {
    for device in &DEVICES {
        for board in [CHESS, SMALL] {
            let (floorplan, counts) = machine(board);
            let fits = board == SMALL || !device.name.starts_with("iCE40");
            for shape in Shape::ALL {
                let plan = Plan::new(floorplan.clone(), device, &counts, shape);
                let context = format!("{} {shape:?}", device.name);
                if !fits {
                    let error = plan.unwrap_err().to_string();
                    assert!(error.contains("does not fit") && error.contains("8 by 8 blocks"), "{error}");
                    continue;
                }
                let plan = plan.unwrap_or_else(|error| panic!("{context}: {error}"));
                assert_fits(&plan, &context);
                let all: u64 = counts.values().map(|part| part.luts()).sum();
                assert!(room(device, plan.machine) >= all, "{context}: {:?}", plan.machine);
                let names: BTreeSet<&String> = plan.regions.iter().map(|region| &region.name).collect();
                assert_eq!(names.len(), plan.regions.len(), "{context}");
            }
        }
    }
}

/// The lookup tables of a rectangle.
fn room(device: &Device, Rectangle { left, low, right, high }: Rectangle) -> u64 {
    let columns = device.columns().iter().filter(|column| (left..=right).contains(column)).count();
    let rows = device.rows().iter().filter(|row| (low..=high).contains(row)).count();
    (columns * rows) as u64 * u64::from(device.luts)
}

/// Every region is on the device, and has room for all that has to be in it.
fn assert_fits(plan: &Plan, context: &str) {
    let (columns, rows) = (plan.device.columns(), plan.device.rows());
    for rectangle in plan.regions.iter().map(|region| region.rectangle).chain([plan.machine]) {
        let Rectangle { left, low, right, high } = rectangle;
        for column in [left, right] {
            assert!(columns.contains(&column), "{context}: {rectangle:?}");
        }
        for row in [low, high] {
            assert!(rows.contains(&row), "{context}: {rectangle:?}");
        }
        assert!(plan.machine.contains(rectangle), "{context}: {rectangle:?} outside of {:?}", plan.machine);
    }
    for region in &plan.regions {
        let (used, room) = plan.load(region);
        assert!(used <= room, "{context}: {} of {room} in {}", used, region.name);
    }
}

/// Neighbours on the board are neighbours on the device, a1 in the lower left corner.
#[test]
fn the_board_lies_on_the_device_as_it_is() {
    let (floorplan, counts) = machine(CHESS);
    for device in DEVICES.iter().filter(|device| !device.name.starts_with("iCE40")) {
        let plan = Plan::new(floorplan.clone(), device, &counts, Shape::Tight).unwrap();
        let place = |path: &str| {
            let region =
                plan.regions.iter().find(|region| region.parts.iter().any(|part| part == path)).unwrap();
            let index = |all: Vec<u32>, one| all.iter().position(|&known| known == one).unwrap();
            let Rectangle { left, low, .. } = region.rectangle;
            (index(device.columns(), left), index(device.rows(), low))
        };
        let (a1, b1, a2, h8) =
            ["a1", "b1", "a2", "h8"].map(|name| place(&format!("board.square_{name}"))).into();
        assert!(b1.0 > a1.0 && b1.1 == a1.1, "{}", device.name);
        assert!(a2.1 > a1.1 && a2.0 == a1.0, "{}", device.name);
        assert!(h8.0 > b1.0 && h8.1 > a2.1, "{}", device.name);
    }
}

#[test]
fn the_control_is_beside_the_block_memories() {
    let (floorplan, counts) = machine(CHESS);
    for device in DEVICES.iter().filter(|device| !device.name.starts_with("iCE40")) {
        let plan = Plan::new(floorplan.clone(), device, &counts, Shape::Loose).unwrap();
        let control = plan.regions.last().unwrap();
        assert_eq!(control.kind, Kind::Control);
        let Rectangle { left, low, right, high } = control.rectangle;
        let (lines, all, [one, other]) = match device.memories {
            MemoryLines::Columns(lines) => (lines, device.columns(), [left, right]),
            MemoryLines::Rows(lines) => (lines, device.rows(), [low, high]),
        };
        let index = |tile| all.iter().position(|&known| known == tile).unwrap() as u32;
        let (first, last) = (index(one).min(index(other)), index(one).max(index(other)));
        assert!(lines.iter().any(|line| (first..=last + 1).contains(line)), "{}: {control:?}", device.name);
    }
}

#[test]
fn regions_of_logic_lock_do_not_cross() {
    let (floorplan, counts) = machine(CHESS);
    let plan = |shape| Plan::new(floorplan.clone(), device("EP4CE115").unwrap(), &counts, shape).unwrap();
    let text = qsf::write(&plan(Shape::Tight), "machine").unwrap();
    assert_eq!(text.matches("LL_MEMBER_OF block").count(), 64 + 63);
    assert_eq!(
        text.matches("LL_PARENT").count(),
        text.matches("LL_ENABLED").count() - 1,
        "all but the whole board"
    );
    assert!(text.contains("-to \"machine|board|square_a1\" -section_id block_0_0"), "{text}");
    let error = qsf::write(&plan(Shape::Loose), "").unwrap_err().to_string();
    assert!(error.contains("overlap") && error.contains("Shape::Tight"), "{error}");
}

#[test]
fn what_has_no_geometry_says_so() {
    let mut project = Project::new("counter");
    let b = Builder::new("counter", "Counts.");
    let count = b.register("count", 4);
    count.next(&(&*count + &b.constant(4, 1)));
    b.output("number", &count.output());
    project.add(b).unwrap();
    let error = Floorplan::of(&project.finish().unwrap()).unwrap_err();
    assert!(error.to_string().starts_with("counter has no geometry"), "{error}");
    assert!(device("XC2064").unwrap_err().to_string().contains("XCV800, XC7A35T"));
    let (floorplan, mut counts) = machine(SMALL);
    counts.remove("board.square_a1");
    let error = Plan::new(floorplan, &DEVICES[0], &counts, Shape::Tight).unwrap_err();
    assert!(error.to_string().contains("board.square_a1"), "{error}");
}
