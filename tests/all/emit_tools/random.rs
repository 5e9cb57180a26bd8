//! Random expressions over every node and operator at many widths, run in both languages and
//! compared with their value computed bit by bit.

use super::bench::{Step, simulate};
use super::bits::{Bits, Random, add, less, mul, not, shift, zip};
use super::designs::{input, output};
use super::tools::tools;
use movewright::netlist::{BinaryOp, Module, Node, NodeId, UnaryOp, Value};

const WIDTHS: [u32; 9] = [1, 1, 2, 5, 8, 31, 33, 65, 130];
const BINARY: [BinaryOp; 12] = [
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
    BinaryOp::ShiftLeft,
    BinaryOp::ShiftRight,
];

fn pick<T: Copy>(random: &mut Random, from: &[T]) -> T {
    from[(random.word() >> 20) as usize % from.len()]
}

/// Any node so far of this width, or a literal; sometimes a named one.
fn operand(m: &mut Module, random: &mut Random, pool: &[NodeId], width: u32) -> NodeId {
    let fitting: Vec<NodeId> = pool.iter().copied().filter(|&id| m.width(id) == width).collect();
    let literal = random.word() >> 30;
    if !fitting.is_empty() && !literal.is_multiple_of(8) {
        // Late ones more often, so that expressions grow deep.
        let late = fitting.len().saturating_sub(4);
        return pick(random, if literal.is_multiple_of(2) { &fitting[late..] } else { &fitting });
    }
    let value = match literal >> 4 & 3 {
        0 => Value::new(width, literal >> 8 & 3),
        1 => Value::ones(width),
        _ => Value::from_bits(random.bits(width as usize)),
    };
    match literal >> 6 & 3 {
        0 => m.named_constant(format!("constant_{}", m.nodes().count()), value),
        _ => m.constant(value),
    }
}

fn random_module(number: usize, random: &mut Random) -> Module {
    let mut m = Module::new(format!("random_{number}"), "Random expressions.");
    let mut pool: Vec<NodeId> =
        WIDTHS.iter().enumerate().map(|(i, &width)| input(&mut m, &format!("i{i}"), width)).collect();
    for _ in 0..70 {
        let width = pick(random, &WIDTHS);
        let a = operand(&mut m, random, &pool, width);
        let node = match (random.word() >> 24) % 8 {
            0 => {
                let op = [UnaryOp::Not, UnaryOp::ReduceAnd, UnaryOp::ReduceOr, UnaryOp::ReduceXor];
                m.unary(pick(random, &op), a)
            }
            1..=3 => {
                let op = pick(random, &BINARY);
                let other = match op {
                    BinaryOp::Mul | BinaryOp::ShiftLeft | BinaryOp::ShiftRight => pick(random, &WIDTHS),
                    _ => width,
                };
                let b = operand(&mut m, random, &pool, other);
                if op == BinaryOp::Mul && m.constant_value(a).is_some() && m.constant_value(b).is_some() {
                    continue;
                }
                m.binary(op, a, b).unwrap()
            }
            4 | 5 => {
                let select = operand(&mut m, random, &pool, 1);
                let b = operand(&mut m, random, &pool, width);
                m.mux(select, a, b).unwrap()
            }
            6 => {
                let low = (random.word() >> 30) as u32 % width;
                let count = 1 + (random.word() >> 30) as u32 % (width - low);
                m.slice(a, low, count).unwrap()
            }
            _ => {
                let other = pick(random, &WIDTHS);
                let b = operand(&mut m, random, &pool, other);
                let parts = [vec![a, b], vec![a, a, b], vec![b, a, b]];
                m.concat(&parts[(random.word() >> 30) as usize % 3])
            }
        };
        if m.width(node) <= 200 {
            pool.push(node);
        }
    }
    for (place, node) in pool.iter().rev().take(25).enumerate() {
        output(&mut m, &format!("y{place}"), *node);
    }
    m
}

/// The value of every node, from those of the inputs in order.
fn evaluate(m: &Module, inputs: &[Bits]) -> Vec<Bits> {
    let literal = |value: &Value| -> Bits { value.bits().collect() };
    let mut values: Vec<Bits> = Vec::new();
    for (_, node) in m.nodes() {
        let at = |id: &NodeId| values[id.index()].clone();
        values.push(match node {
            Node::Constant { value, .. } => literal(value),
            Node::Signal(signal) => inputs[signal.index()].clone(),
            Node::Parameter(_) => unreachable!("no parameters here"),
            Node::Unary(op, a) => match op {
                UnaryOp::Not => not(&at(a)),
                UnaryOp::ReduceAnd => vec![!at(a).contains(&false)],
                UnaryOp::ReduceOr => vec![at(a).contains(&true)],
                UnaryOp::ReduceXor => vec![at(a).iter().fold(false, |parity, bit| parity != *bit)],
            },
            Node::Binary(op, a, b) => {
                let (a, b) = (at(a), at(b));
                match op {
                    BinaryOp::And => zip(&a, &b, |a, b| a && b),
                    BinaryOp::Or => zip(&a, &b, |a, b| a || b),
                    BinaryOp::Xor => zip(&a, &b, |a, b| a != b),
                    BinaryOp::Add => add(&a, &b, false),
                    BinaryOp::Sub => add(&a, &not(&b), true),
                    BinaryOp::Mul => mul(&a, &b),
                    BinaryOp::Equal => vec![a == b],
                    BinaryOp::NotEqual => vec![a != b],
                    BinaryOp::Less => vec![less(&a, &b, false)],
                    BinaryOp::LessSigned => vec![less(&a, &b, true)],
                    BinaryOp::ShiftLeft => shift(&a, &b, true),
                    BinaryOp::ShiftRight => shift(&a, &b, false),
                }
            }
            Node::Mux { select, then, otherwise } => at(if at(select)[0] { then } else { otherwise }),
            Node::Slice { from, low, width } => at(from)[*low as usize..(low + width) as usize].to_vec(),
            Node::Concat(parts) => parts.iter().rev().flat_map(at).collect(),
        });
    }
    values
}

#[test]
fn random_expressions_compute_what_the_netlist_says() {
    if !tools("random_expressions_compute_what_the_netlist_says", &["iverilog", "ghdl"]) {
        return;
    }
    let rounds = std::env::var("MOVEWRIGHT_RANDOM_MODULES").ok().and_then(|n| n.parse().ok()).unwrap_or(12);
    let mut random = Random(0x5eed_5eed_5eed_5eed);
    for number in 0..rounds {
        let m = random_module(number, &mut random);
        let steps = (0..12)
            .map(|_| {
                let mut inputs: Vec<Bits> = WIDTHS.iter().map(|&width| random.bits(width as usize)).collect();
                // Small numbers now and then: they compare, shift and carry otherwise.
                for bits in inputs.iter_mut().filter(|_| random.word() >> 33 & 1 == 1) {
                    bits.iter_mut().skip(3).for_each(|bit| *bit = false);
                }
                let values = evaluate(&m, &inputs);
                let outputs = m.assigns.iter().map(|assign| values[assign.node.index()].clone()).collect();
                Step { inputs, outputs }
            })
            .collect::<Vec<_>>();
        simulate(m, &steps);
    }
}
