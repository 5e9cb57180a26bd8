//! Loops, and designs that only look like loops.

use super::{Draft, check, design, findings, wire};
use crate::netlist::*;
use std::time::{Duration, Instant};

#[test]
fn a_loop_in_one_module_is_found() {
    let mut m = Draft::new("top");
    let a = m.input("a", 4);
    let (x, read_x) = m.signal("x", 4);
    let (y, read_y) = m.signal("y", 4);
    let both = m.binary(BinaryOp::And, a, read_y);
    m.assign(x, both);
    let not = m.0.unary(UnaryOp::Not, read_x);
    m.assign(y, not);
    m.output("q", read_x);
    check([m], &["top: combinational loop through x[0] -> y[0] -> x[0]; break it with a register"]);
}

#[test]
fn a_register_breaks_a_loop() {
    let mut m = Draft::new("top");
    let clock = m.clock();
    let (x, read_x) = m.signal("x", 4);
    let (y, read_y) = m.signal("y", 4);
    m.assign(x, read_y);
    let not = m.0.unary(UnaryOp::Not, read_x);
    m.register(y, clock, not);
    m.output("q", read_x);
    check([m], &[]);
}

#[test]
fn operators_loop_only_where_bits_do() {
    let ripple = |from: u32, to: u32, op: BinaryOp| {
        // Bit `to` of x reads bit `from` of `x op a`.
        let mut m = Draft::new("top");
        let a = m.input("a", 4);
        let (x, read) = m.signal("x", 4);
        let result = m.binary(op, read, a);
        let (r, read_r) = m.signal("r_unused", m.0.width(result));
        m.assign(r, result);
        let bit = m.bit(read_r, from);
        let zero = m.0.constant(Value::zero(1));
        let parts: Vec<NodeId> = (0..4).rev().map(|i| if i == to { bit } else { zero }).collect();
        let joined = m.0.concat(&parts);
        m.assign(x, joined);
        m.output("q", read);
        findings(&design([m])).contains("combinational loop")
    };
    for (from, to) in (0..4).flat_map(|from| (0..4).map(move |to| (from, to))) {
        for op in [BinaryOp::And, BinaryOp::Or, BinaryOp::Xor] {
            assert_eq!(ripple(from, to, op), from == to, "{op:?} {from} {to}");
        }
        for op in [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::ShiftLeft] {
            assert_eq!(ripple(from, to, op), from >= to, "{op:?} {from} {to}");
        }
        assert_eq!(ripple(from, to, BinaryOp::ShiftRight), from <= to, "{from} {to}");
    }
    assert!(ripple(0, 3, BinaryOp::Less) && ripple(0, 2, BinaryOp::Equal));
}

#[test]
fn a_fill_by_constant_shifts_is_no_loop() {
    let fill = |op: BinaryOp, by: NodeId, mut m: Draft| {
        let seed = m.input("seed", 8);
        let (ray, read) = m.signal("ray", 8);
        let moved = m.binary(op, read, by);
        let or = m.binary(BinaryOp::Or, seed, moved);
        m.assign(ray, or);
        m.output("q", read);
        findings(&design([m]))
    };
    for op in [BinaryOp::ShiftLeft, BinaryOp::ShiftRight] {
        let mut m = Draft::new("top");
        let one = m.0.constant(Value::new(3, 1));
        assert_eq!(fill(op, one, m), "");
        let mut m = Draft::new("top");
        let by = m.input("by", 3);
        assert!(fill(op, by, m).contains("loop through ray["));
    }
}

#[test]
fn a_mux_select_and_an_address_loop() {
    let mut m = Draft::new("top");
    let (a, b) = (m.input("a", 1), m.input("b", 1));
    let (x, read) = m.signal("x", 1);
    let mux = m.0.mux(read, a, b).unwrap();
    m.assign(x, mux);
    m.output("q", read);
    let (word, read_word) = m.signal("word", 2);
    m.output("word_out", read_word);
    m.memory("rom", 2, 4).reads.push(ReadPort { address: read_word, data: word, clock: None });
    check(
        [m],
        &[
            "top: combinational loop through x[0] -> x[0]; break it with a register",
            "top: combinational loop through word[0] -> word[0]; break it with a register",
        ],
    );
}

#[test]
fn a_loop_through_three_modules_is_found() {
    // top closes what passes straight through leaf within middle.
    let mut middle = Draft::new("middle");
    let a = middle.input("down", 2);
    let (upper, read) = middle.signal("upper", 1);
    let low = middle.bit(a, 0);
    let high = middle.bit(a, 1);
    middle.instance("u_leaf", ModuleId(0), &[("a", high)], &[("q", upper)]);
    let up = middle.0.concat(&[low, read]);
    middle.output("up", up);
    let build = |bit: u32| {
        let mut top = Draft::new("top");
        let other = top.input("other", 1);
        let (up, read) = top.signal("up", 2);
        let back = top.bit(read, bit);
        let down = top.0.concat(&[back, other]);
        top.instance("u_middle", ModuleId(1), &[("down", down)], &[("up", up)]);
        top.output("q", read);
        top
    };
    // up[0] is down[1] through the leaf, up[1] is down[0].
    let middle_again = Draft(middle.0.clone());
    check([wire("leaf"), middle, build(1)], &[]);
    check(
        [wire("leaf"), middle_again, build(0)],
        &["top: combinational loop through up[0] -> u_middle.down[1] -> up[0]; break it with a register"],
    );
}

/// A cell through which a ray passes in each of `directions`, one bit each, packed in one vector.
fn ray_cell(directions: u32) -> Draft {
    let mut m = Draft::new("square");
    let rays = m.input("rays_in", directions);
    let block = m.input("blocked", 1);
    let open = m.0.unary(UnaryOp::Not, block);
    let open = m.0.concat(&vec![open; directions as usize]);
    let rays = m.binary(BinaryOp::And, rays, open);
    m.output("rays_out", rays);
    m
}

/// 8x8 cells; ray `d` of a cell comes from its neighbour in direction `d`, so that word by word all
/// is one loop.
fn mesh(directions: &[(i32, i32)], torus: bool) -> Design {
    let mut top = Draft::new("mesh");
    let blocks = top.input("blocks", 64);
    let cells: Vec<(SignalId, NodeId)> =
        (0..64).map(|square| top.signal(&format!("rays_{square}"), directions.len() as u32)).collect();
    for square in 0..64 {
        let mut rays = Vec::new();
        for (d, (file, rank)) in directions.iter().enumerate() {
            let (mut file, mut rank) = (square % 8 + file, square / 8 + rank);
            if torus {
                (file, rank) = (file.rem_euclid(8), rank.rem_euclid(8));
            }
            let inside = (0..8).contains(&file) && (0..8).contains(&rank);
            rays.push(if inside {
                top.bit(cells[(rank * 8 + file) as usize].1, d as u32)
            } else {
                top.0.constant(Value::ones(1))
            });
        }
        rays.reverse();
        let rays = top.0.concat(&rays);
        let block = top.bit(blocks, square as u32);
        let inputs = [("rays_in", rays), ("blocked", block)];
        top.instance(
            &format!("cell_{square}"),
            ModuleId(0),
            &inputs,
            &[("rays_out", cells[square as usize].0)],
        );
    }
    let all: Vec<NodeId> = cells.iter().map(|(_, read)| *read).collect();
    let all = top.0.concat(&all);
    top.output("rays", all);
    design([ray_cell(directions.len() as u32), top])
}

const KING: [(i32, i32); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

#[test]
fn a_mesh_of_packed_rays_is_no_loop() {
    assert_eq!(findings(&mesh(&KING, false)), "");
}

#[test]
fn a_mesh_on_a_torus_loops() {
    let found = findings(&mesh(&[(0, 1)], true));
    assert_eq!(found.lines().count(), 8, "one a file: {found}");
    assert!(
        found.starts_with("mesh: combinational loop through rays_0[0] -> cell_56.rays_in[0] -> rays_56[0]")
    );
}

#[test]
fn a_large_array_is_checked_quickly() {
    // 56 ray bits a square are 64 x 57 inputs.
    let many: Vec<(i32, i32)> = KING.iter().copied().cycle().take(56).collect();
    let array = mesh(&many, false);
    let start = Instant::now();
    assert_eq!(findings(&array), "");
    assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
}

#[test]
fn long_chains_do_not_overflow_the_stack() {
    let mut m = Draft::new("top");
    let mut last = m.input("first", 1);
    for index in 0..50_000 {
        let (signal, read) = m.signal(&format!("s{index}"), 1);
        let not = m.0.unary(UnaryOp::Not, last);
        m.assign(signal, not);
        last = read;
    }
    m.output("q", last);
    check([m], &[]);
}
