//! Both printed languages, run, against values computed bit by bit: every operator at several
//! widths, and the clocked elements against a model in plain Rust.

use super::bench::{Step, simulate};
use super::bits::{Bits, Random, add, less, mul, not, number, shift, zip};
use super::designs::{binary, input, output, register, store};
use super::tools::tools;
use movewright::netlist::{BinaryOp, Direction, Module, NodeId, UnaryOp, Value};

/// The module under test: every operator, alone and inside others. Its outputs are in the order of
/// [`expected`].
pub fn operators(width: u32) -> Module {
    let mut m = Module::new(format!("operators_{width}"), "Every operator.");
    let a = input(&mut m, "a", width);
    let b = input(&mut m, "b", width);
    let c = input(&mut m, "c", 1);
    let near = input(&mut m, "amount_3", 3);
    let far = input(&mut m, "amount_40", 40);
    let mut results: Vec<NodeId> = Vec::new();
    results.push(m.unary(UnaryOp::Not, a));
    for op in [UnaryOp::ReduceAnd, UnaryOp::ReduceOr, UnaryOp::ReduceXor] {
        results.push(m.unary(op, a));
    }
    for op in [
        BinaryOp::And,
        BinaryOp::Or,
        BinaryOp::Xor,
        BinaryOp::Add,
        BinaryOp::Sub,
        BinaryOp::Mul,
        BinaryOp::Equal,
        BinaryOp::NotEqual,
        BinaryOp::Less,
        BinaryOp::LessSigned,
    ] {
        results.push(binary(&mut m, op, a, b));
    }
    for op in [BinaryOp::ShiftLeft, BinaryOp::ShiftRight] {
        let three = m.constant(Value::new(2, 3));
        for amount in [near, far, c, b, three] {
            results.push(binary(&mut m, op, a, amount));
        }
    }
    results.push(m.mux(c, a, b).unwrap());
    // Inside others: the same values again, in one word, through conditions, conversions and
    // repetitions.
    let sum = binary(&mut m, BinaryOp::Add, a, b);
    let sum = binary(&mut m, BinaryOp::Sub, sum, a);
    let product = binary(&mut m, BinaryOp::Mul, sum, a);
    results.push(product);
    let smaller = binary(&mut m, BinaryOp::Less, sum, a);
    let smaller = m.unary(UnaryOp::Not, smaller);
    let negative = binary(&mut m, BinaryOp::LessSigned, a, b);
    let mixed = binary(&mut m, BinaryOp::Xor, smaller, negative);
    let mixed = binary(&mut m, BinaryOp::Or, mixed, c);
    let repeated = m.concat(&[mixed, c, c, c, a, a, near]);
    let flipped = m.unary(UnaryOp::Not, repeated);
    results.push(flipped);
    let equal = binary(&mut m, BinaryOp::Equal, repeated, flipped);
    let inverse = m.unary(UnaryOp::Not, c);
    let same = binary(&mut m, BinaryOp::Equal, inverse, smaller);
    let chosen = m.mux(same, a, b).unwrap();
    let chosen = m.mux(equal, b, chosen).unwrap();
    let chosen = m.mux(mixed, sum, chosen).unwrap();
    let last = binary(&mut m, BinaryOp::And, chosen, a);
    results.push(last);
    let spread = m.concat(&vec![c; width as usize]);
    results.push(spread);
    results.push(binary(&mut m, BinaryOp::And, spread, a));
    let different = binary(&mut m, BinaryOp::NotEqual, spread, b);
    results.push(m.concat(&[different, c, smaller]));
    if width > 1 {
        results.push(m.slice(product, width / 2, width).unwrap());
        results.push(m.slice(a, width - 1, 1).unwrap());
        let one = m.constant(Value::new(width, 1));
        results.push(binary(&mut m, BinaryOp::Sub, one, a));
        results.push(binary(&mut m, BinaryOp::Less, a, one));
        let most = m.constant(Value::ones(width));
        results.push(binary(&mut m, BinaryOp::LessSigned, most, a));
        results.push(binary(&mut m, BinaryOp::Mul, a, most));
    }
    for (place, node) in results.into_iter().enumerate() {
        output(&mut m, &format!("y{place}"), node);
    }
    m
}

fn expected(a: &[bool], b: &[bool], c: bool, near: &[bool], far: &[bool]) -> Vec<Bits> {
    let width = a.len();
    let difference = |a: &[bool], b: &[bool]| add(a, &not(b), true);
    let (equal, unsigned, signed) = (a == b, less(a, b, false), less(a, b, true));
    let mut results = vec![
        not(a),
        vec![a.iter().all(|bit| *bit)],
        vec![a.contains(&true)],
        vec![a.iter().filter(|bit| **bit).count() % 2 == 1],
        zip(a, b, |a, b| a && b),
        zip(a, b, |a, b| a || b),
        zip(a, b, |a, b| a != b),
        add(a, b, false),
        difference(a, b),
        mul(a, b),
        vec![equal],
        vec![!equal],
        vec![unsigned],
        vec![signed],
    ];
    if width <= 64 {
        // The arithmetic above against the machine's own.
        let mask = (1u128 << width) - 1;
        let sign = |n: u128| (n << (128 - width)) as i128;
        let (x, y) = (number(a), number(b));
        let machine = [
            (x + y) & mask,
            x.wrapping_sub(y) & mask,
            x * y,
            u128::from(x == y),
            u128::from(x != y),
            u128::from(x < y),
            u128::from(sign(x) < sign(y)),
        ];
        let ours: Vec<u128> = results[7..14].iter().map(|bits| number(bits)).collect();
        assert_eq!(ours, machine);
    }
    for left in [true, false] {
        for amount in [near, far, &[c], b, &[true, true]] {
            results.push(shift(a, amount, left));
        }
    }
    results.push(if c { a.to_vec() } else { b.to_vec() });
    // (a + b) - a is b again.
    let product = mul(b, a);
    results.push(product.clone());
    let not_smaller = !less(b, a, false);
    let mixed = (not_smaller != signed) || c;
    let repeated: Bits = near.iter().chain(a).chain(a).copied().chain([c, c, c, mixed]).collect();
    results.push(not(&repeated));
    let chosen = if mixed || c == not_smaller { b } else { a };
    results.push(zip(chosen, a, |a, b| a && b));
    let spread = vec![c; width];
    results.push(spread.clone());
    results.push(zip(&spread, a, |a, b| a && b));
    results.push(vec![not_smaller, c, spread != b]);
    if width > 1 {
        let mut one = vec![false; width];
        one[0] = true;
        let most = vec![true; width];
        results.push(product[width / 2..width / 2 + width].to_vec());
        results.push(vec![a[width - 1]]);
        results.push(difference(&one, a));
        results.push(vec![less(a, &one, false)]);
        results.push(vec![less(&most, a, true)]);
        results.push(mul(a, &most));
    }
    results
}

#[test]
fn operators_compute_what_the_netlist_says() {
    if !tools("operators_compute_what_the_netlist_says", &["iverilog", "ghdl"]) {
        return;
    }
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for width in [1usize, 5, 64, 65, 130] {
        let mut one = vec![false; width];
        one[0] = true;
        let mut top = vec![false; width];
        top[width - 1] = true;
        let corners = [vec![false; width], one, top.clone(), not(&top), vec![true; width]];
        let mut pairs: Vec<(Bits, Bits)> =
            corners.iter().flat_map(|a| corners.iter().map(|b| (a.clone(), b.clone()))).collect();
        pairs.extend((0..15).map(|_| (random.bits(width), random.bits(width))));
        let steps: Vec<Step> = pairs
            .into_iter()
            .map(|(a, b)| {
                let (c, near) = (random.bits(1), random.bits(3));
                // Mostly small, so that something is left after the shift.
                let mut far = random.bits(40);
                let sparse = random.bits(40);
                far.iter_mut()
                    .zip(&sparse)
                    .skip(6)
                    .for_each(|(bit, keep)| *bit &= *keep && sparse[0] && sparse[1]);
                let outputs = expected(&a, &b, c[0], &near, &far);
                Step { inputs: vec![a, b, c, near, far], outputs }
            })
            .collect();
        simulate(operators(width as u32), &steps);
    }
}

#[test]
fn memories_read_and_write_as_documented() {
    if !tools("memories_read_and_write_as_documented", &["iverilog", "ghdl"]) {
        return;
    }
    let mut random = Random(0x0123_4567_89ab_cdef);
    for (depth, width) in [(2usize, 1usize), (8, 5), (16, 70)] {
        let address_width = depth.trailing_zeros() as usize;
        let word =
            |n: usize| -> Bits { (0..width).map(|i| i < 64 && (n as u64 * 77 + 5) >> i & 1 == 1).collect() };
        let fixed: Vec<Bits> = (0..depth).map(word).collect();
        let given = depth.min(3) - 1;
        let mut words: Vec<Bits> =
            (0..depth).map(|n| if n < given { word(n) } else { vec![false; width] }).collect();
        let (mut later, mut held) = (vec![false; width], vec![false; width]);
        let steps: Vec<Step> = (0..120)
            .map(|_| {
                let mut writes = Vec::new();
                for _ in 0..2 {
                    writes.push((random.bits(1), random.bits(address_width), random.bits(width)));
                }
                let (address, read_enable) = (random.bits(address_width), random.bits(1));
                let at = |bits: &Bits| number(bits) as usize;
                let here = at(&address);
                let outputs = vec![words[here].clone(), later.clone(), held.clone(), fixed[here].clone()];
                later = words[here].clone();
                if read_enable[0] {
                    held = words[depth - 1 - here].clone();
                }
                for (enable, address, data) in &writes {
                    if enable[0] {
                        words[at(address)] = data.clone();
                    }
                }
                let mut inputs: Vec<Bits> = writes.into_iter().flat_map(|(e, a, d)| [e, a, d]).collect();
                inputs.extend([address, read_enable]);
                Step { inputs, outputs }
            })
            .collect();
        simulate(store(depth as u32, width as u32), &steps);
    }
}

/// Registers with and without reset and enable, one with nested choices.
fn registers() -> Module {
    let mut m = Module::new("registers", "Every kind of register.");
    let clock = m.add_port(Direction::Input, "clock", 1);
    let reset = input(&mut m, "reset", 1);
    let enable = input(&mut m, "enable", 1);
    let a = input(&mut m, "a", 1);
    let b = input(&mut m, "b", 1);
    let data = input(&mut m, "data", 9);
    let plain = m.add_port(Direction::Output, "plain", 9);
    register(&mut m, clock, plain, data, None, None);
    let enabled = m.add_port(Direction::Output, "enabled", 9);
    register(&mut m, clock, enabled, data, Some(enable), None);
    let both = m.add_port(Direction::Output, "both", 9);
    register(&mut m, clock, both, data, Some(enable), Some((reset, 300)));
    let nested = m.add_port(Direction::Output, "nested", 9);
    let now = m.read(nested);
    let one = m.constant(Value::new(9, 1));
    let more = binary(&mut m, BinaryOp::Add, now, one);
    let inner = m.mux(a, now, more).unwrap();
    let outer = m.mux(b, inner, data).unwrap();
    let first = m.mux(enable, now, outer).unwrap();
    register(&mut m, clock, nested, first, None, Some((reset, 7)));
    let bit = m.add_port(Direction::Output, "bit_now", 1);
    let now = m.read(bit);
    let flipped = m.unary(UnaryOp::Not, now);
    let compared = binary(&mut m, BinaryOp::Less, data, more);
    let mixed = binary(&mut m, BinaryOp::And, flipped, compared);
    register(&mut m, clock, bit, mixed, Some(a), None);
    m
}

#[test]
fn registers_follow_reset_enable_and_choice() {
    if !tools("registers_follow_reset_enable_and_choice", &["iverilog", "ghdl"]) {
        return;
    }
    let mut random = Random(0xfeed_beef_dead_f00d);
    let (mut plain, mut enabled, mut both, mut nested, mut bit) = (1u64, 1u64, 1u64, 1u64, 1u64);
    let bits = |value: u64, width: usize| -> Bits { (0..width).map(|i| value >> i & 1 == 1).collect() };
    let steps: Vec<Step> = (0..200)
        .map(|_| {
            let word = random.word();
            let (reset, enable, a, b) =
                (word >> 20 & 7 == 0, word >> 24 & 1 == 1, word >> 25 & 1 == 1, word >> 26 & 1 == 1);
            let data = word >> 30 & 511;
            let outputs =
                vec![bits(plain, 9), bits(enabled, 9), bits(both, 9), bits(nested, 9), bits(bit, 1)];
            let more = (nested + 1) & 511;
            if a {
                bit = u64::from(bit == 0 && data < more);
            }
            plain = data;
            if enable {
                enabled = data;
            }
            both = match (reset, enable) {
                (true, _) => 300,
                (false, true) => data,
                (false, false) => both,
            };
            nested = match (reset, enable, b, a) {
                (true, ..) => 7,
                (_, true, ..) | (_, _, true, true) => nested,
                (_, _, true, false) => more,
                _ => data,
            };
            let inputs = vec![vec![reset], vec![enable], vec![a], vec![b], bits(data, 9)];
            Step { inputs, outputs }
        })
        .collect();
    simulate(registers(), &steps);
}
