//! The printed text, without any tool.

use super::*;
use crate::netlist::{
    Argument, Assign, Attribute, BinaryOp, Direction, Instance, Memory, Module, NodeId, ReadPort, Register,
    Reset, Value, WritePort,
};

fn input(m: &mut Module, name: &str, width: u32) -> NodeId {
    let signal = m.add_port(Direction::Input, name, width);
    m.read(signal)
}

fn output(m: &mut Module, name: &str, node: NodeId) {
    let signal = m.add_port(Direction::Output, name, m.width(node));
    m.assigns.push(Assign { signal, node });
}

fn binary(m: &mut Module, op: BinaryOp, a: NodeId, b: NodeId) -> NodeId {
    m.binary(op, a, b).unwrap()
}

fn alone(module: Module) -> Design {
    let mut design = Design::new("core");
    design.add(module).unwrap();
    design
}

fn text(design: &Design, language: Language, file: &str) -> String {
    let files = emit_signed(design, language, Dialect::Generic, "Movewright").unwrap();
    files.into_iter().find(|emitted| emitted.name == file).unwrap().text
}

/// A counter with a limit: named constants, comments, a register, a chain of choices.
fn counter() -> Module {
    let mut m = Module::new("counter", "Counts to a limit.\n\nStays there until it is cleared.");
    let clock = m.add_port(Direction::Input, "clock", 1);
    let clear = input(&mut m, "clear", 1);
    let load = input(&mut m, "load", 1);
    let data = input(&mut m, "data", 4);
    let count = m.add_port(Direction::Output, "count", 4);
    m.signal_mut(count).comment = Some("how far it is".into());
    let now = m.read(count);
    let limit = m.named_constant("limit", Value::new(4, 11));
    let done = binary(&mut m, BinaryOp::Equal, now, limit);
    output(&mut m, "done", done);
    let one = m.constant(Value::new(4, 1));
    let more = binary(&mut m, BinaryOp::Add, now, one);
    let kept = m.mux(done, now, more).unwrap();
    let next = m.mux(load, data, kept).unwrap();
    m.registers.push(Register {
        output: count,
        clock,
        next,
        enable: None,
        reset: Some(Reset { when: clear, value: Value::new(4, 0) }),
        initial: Value::new(4, 3),
    });
    m
}

#[test]
fn counter_in_both_languages() {
    let design = alone(counter());
    insta::assert_snapshot!("counter_verilog", text(&design, Language::Verilog, "counter.v"));
    insta::assert_snapshot!("counter_vhdl", text(&design, Language::Vhdl, "counter.vhd"));
}

#[test]
fn file_lists_end_the_files_and_the_support_package_begins_them() {
    let mut m = Module::new("m", "");
    let a = input(&mut m, "a", 2);
    let b = input(&mut m, "b", 2);
    let less = binary(&mut m, BinaryOp::Less, a, b);
    let both = m.concat(&[less, a]);
    output(&mut m, "y", both);
    let design = alone(m);
    let names = |language| -> Vec<String> {
        emit(&design, language, Dialect::Generic).unwrap().into_iter().map(|file| file.name).collect()
    };
    assert_eq!(names(Language::Verilog), ["m.v", "core.f"]);
    assert_eq!(names(Language::Vhdl), ["movewright_pkg.vhd", "m.vhd", "core_vhdl.f"]);
    let list = text(&design, Language::Vhdl, "core_vhdl.f");
    assert_eq!(list, "movewright_pkg.vhd\nm.vhd\n");
    assert!(text(&design, Language::Vhdl, "m.vhd").contains("y <= to_std(unsigned(a) < unsigned(b)) & a;"));
}

#[test]
fn wires_have_the_same_names_in_both_languages() {
    let mut m = Module::new("m", "");
    let a = input(&mut m, "a", 4);
    let b = input(&mut m, "b", 4);
    let sum = binary(&mut m, BinaryOp::Add, a, b);
    let carry = m.slice(sum, 3, 1).unwrap();
    output(&mut m, "top", carry);
    let design = alone(m);
    let verilog = text(&design, Language::Verilog, "m.v");
    assert!(verilog.contains("wire [3:0] top_sum;"), "{verilog}");
    assert!(verilog.contains("wire unused_bits = &{top_sum[2:0]};"), "{verilog}");
    assert!(
        text(&design, Language::Vhdl, "m.vhd").contains("signal top_sum : std_logic_vector(3 downto 0);")
    );
}

#[test]
fn vectors_are_joined_with_a_bit_for_all() {
    let mut m = Module::new("masks", "");
    let [word, other] = ["word", "other"].map(|name| input(&mut m, name, 3));
    let [here, there] = ["here", "there"].map(|name| input(&mut m, name, 1));
    let mut repeated = |bit| m.concat(&[bit; 3]);
    let (all_here, all_there) = (repeated(here), repeated(there));
    let masked = binary(&mut m, BinaryOp::And, word, all_here);
    let also = binary(&mut m, BinaryOp::And, all_there, other);
    let either = binary(&mut m, BinaryOp::Or, masked, also);
    output(&mut m, "either", either);
    // Neither is a vector unless it is said, and of a literal it is not known which.
    let both = binary(&mut m, BinaryOp::Xor, all_here, all_there);
    output(&mut m, "both", both);
    let five = m.constant(Value::new(3, 5));
    let some = binary(&mut m, BinaryOp::And, all_here, five);
    output(&mut m, "some", some);
    let printed = text(&alone(m), Language::Vhdl, "masks.vhd");
    for line in [
        "either <= (word and here) or (there and other);",
        "both <= std_logic_vector'(2 downto 0 => here) xor std_logic_vector'(2 downto 0 => there);",
        "some <= std_logic_vector'(2 downto 0 => here) and \"101\";",
    ] {
        assert!(printed.contains(line), "no `{line}` in\n{printed}");
    }
}

#[test]
fn dialects_spell_attributes() {
    let mut m = Module::new("m", "");
    let a = input(&mut m, "a", 1);
    let kept = m.add_signal("kept", 1);
    m.signal_mut(kept).attributes = vec![Attribute::Keep, Attribute::MaxFanout(8)];
    m.assigns.push(Assign { signal: kept, node: a });
    let kept = m.read(kept);
    output(&mut m, "y", kept);
    let design = alone(m);
    let mut spelled = String::new();
    for dialect in [Dialect::Generic, Dialect::Xilinx, Dialect::Intel, Dialect::Lattice, Dialect::Gowin] {
        for language in [Language::Verilog, Language::Vhdl] {
            for file in emit(&design, language, dialect).unwrap() {
                let lines =
                    file.text.lines().filter(|line| line.contains("(*") || line.contains("attribute "));
                lines.for_each(|line| spelled += &format!("{dialect:?}: {}\n", line.trim()));
            }
        }
    }
    insta::assert_snapshot!(spelled);
}

#[test]
fn errors_name_thing_and_place() {
    let message =
        |design: &Design| emit(design, Language::Verilog, Dialect::Generic).unwrap_err().to_string();
    assert_eq!(message(&Design::new("core")), "core: there is no module to print; add one");
    let mut twice = alone(Module::new("m", ""));
    twice.add(Module::new("M", "")).unwrap();
    assert_eq!(message(&twice), "core: the name `M` is given twice; rename one");
    let escaping = alone(Module::new("../m", ""));
    assert!(message(&escaping).contains("`../m` is no name"));
    let mut m = Module::new("m", "");
    let clocks = [0, 1].map(|i| m.add_port(Direction::Input, format!("clock_{i}"), 1));
    let bit = m.constant(Value::new(1, 1));
    let data = m.add_port(Direction::Output, "data", 1);
    m.memories.push(Memory {
        name: "words".into(),
        width: 1,
        depth: 2,
        initial: Vec::new(),
        style: None,
        comment: None,
        writes: clocks.map(|clock| WritePort { clock, enable: bit, address: bit, data: bit }).to_vec(),
        reads: vec![ReadPort { address: bit, data, clock: None }],
        declared: Default::default(),
    });
    assert!(message(&alone(m)).starts_with("m.words: its write ports have different clocks"));
    let mut open = Design::new("core");
    let counter = open.add(counter()).unwrap();
    let mut m = Module::new("top", "");
    m.instances.push(Instance {
        name: "first".into(),
        module: counter,
        parameters: Vec::new(),
        inputs: Vec::new(),
        outputs: Vec::new(),
        comment: None,
        place: None,
        declared: Default::default(),
    });
    open.add(m).unwrap();
    assert!(message(&open).starts_with("top.first: input `clock` is not connected"));
}

#[test]
fn nodes_and_signals_of_another_module_are_errors() {
    let mut other = Module::new("other", "");
    for place in 0..9 {
        input(&mut other, &format!("a{place}"), 1);
    }
    let (signal, node) = other.nodes().map(|(id, _)| (other.ports[8].signal, id)).last().unwrap();
    for assign in [Assign { signal, node }, Assign { signal: other.ports[0].signal, node }] {
        let mut m = Module::new("m", "");
        input(&mut m, "a", 1);
        m.assigns.push(assign);
        let error = emit(&alone(m), Language::Vhdl, Dialect::Generic).unwrap_err();
        assert!(matches!(error, EmitError::Inconsistent { .. }));
    }
}

#[test]
fn no_depth_of_expressions_exhausts_the_stack() {
    let mut m = Module::new("deep", "");
    let a = input(&mut m, "a", 8);
    let select = input(&mut m, "select_bit", 1);
    let mut value = a;
    for step in 0..30_000u64 {
        let constant = m.constant(Value::new(8, step % 255 + 1));
        let op = [BinaryOp::Add, BinaryOp::Xor, BinaryOp::And][step as usize % 3];
        value = binary(&mut m, op, value, constant);
    }
    output(&mut m, "y", value);
    let mut chain = a;
    for step in 0..30_000u64 {
        let constant = m.constant(Value::new(8, step % 256));
        let equal = binary(&mut m, BinaryOp::Equal, a, constant);
        let held = binary(&mut m, BinaryOp::And, equal, select);
        chain = m.mux(held, constant, chain).unwrap();
    }
    output(&mut m, "z", chain);
    let design = alone(m);
    for language in [Language::Verilog, Language::Vhdl] {
        emit(&design, language, Dialect::Generic).unwrap();
    }
}

#[test]
fn signals_that_depend_on_each_other_bit_by_bit_are_printed_once() {
    let mut m = Module::new("m", "");
    let a = input(&mut m, "a", 1);
    let x = m.add_signal("x", 2);
    let y = m.add_signal("y", 2);
    let (read_x, read_y) = (m.read(x), m.read(y));
    let y_low = m.slice(read_y, 0, 1).unwrap();
    let x_low = m.slice(read_x, 0, 1).unwrap();
    let node = m.concat(&[y_low, a]);
    m.assigns.push(Assign { signal: x, node });
    let node = m.concat(&[x_low, x_low]);
    m.assigns.push(Assign { signal: y, node });
    output(&mut m, "z", read_y);
    let printed = text(&alone(m), Language::Verilog, "m.v");
    assert_eq!(printed.matches("assign x =").count(), 1, "{printed}");
    assert_eq!(printed.matches("assign y =").count(), 1, "{printed}");
}

/// A board of 64 squares with 45 ports each and 63 arbiters.
fn board() -> Design {
    let mut design = Design::new("board");
    let mut square = Module::new("square", "A square.");
    square.add_parameter("rank", Value::new(3, 0));
    let clock = square.add_port(Direction::Input, "clock", 1);
    let inputs: Vec<NodeId> = (0..22).map(|i| input(&mut square, &format!("from_{i}"), 1 + i % 3)).collect();
    for (place, node) in inputs.into_iter().enumerate() {
        let value = square.add_port(Direction::Output, format!("to_{place}"), square.width(node));
        square.registers.push(Register {
            output: value,
            clock,
            next: node,
            enable: None,
            reset: None,
            initial: Value::zero(square.width(node)),
        });
    }
    let square = design.add(square).unwrap();
    let mut arbiter = Module::new("arbiter", "The better of two.");
    let (a, b) = (input(&mut arbiter, "a", 9), input(&mut arbiter, "b", 9));
    let less = binary(&mut arbiter, BinaryOp::Less, a, b);
    let best = arbiter.mux(less, b, a).unwrap();
    output(&mut arbiter, "best", best);
    let arbiter = design.add(arbiter).unwrap();

    let mut m = Module::new("board", "64 squares and their arbiters.");
    let clock = m.add_port(Direction::Input, "clock", 1);
    let clock = m.read(clock);
    let wires: Vec<Vec<_>> = (0..64)
        .map(|at| (0..22).map(|i| m.add_signal(format!("square_{at}_to_{i}"), 1 + i % 3)).collect())
        .collect();
    for at in 0..64usize {
        let mut inputs = vec![("clock".to_string(), clock)];
        for i in 0..22usize {
            let from = m.read(wires[(at + i + 1) % 64][i]);
            inputs.push((format!("from_{i}"), from));
        }
        m.instances.push(Instance {
            name: format!("square_{at}"),
            module: square,
            parameters: vec![("rank".into(), Argument::Value(Value::new(3, at as u64 / 8)))],
            inputs,
            outputs: (0..22).map(|i| (format!("to_{i}"), wires[at][i])).collect(),
            comment: None,
            place: None,
            declared: Default::default(),
        });
    }
    let mut level: Vec<NodeId> = (0..64)
        .map(|at| {
            let parts: Vec<NodeId> = [2, 5, 8].iter().map(|&i| m.read(wires[at][i])).collect();
            m.concat(&parts)
        })
        .collect();
    let mut number = 0;
    while level.len() > 1 {
        level = level
            .chunks(2)
            .map(|pair| {
                let best = m.add_signal(format!("arbiter_{number}_best"), 9);
                m.instances.push(Instance {
                    name: format!("arbiter_{number}"),
                    module: arbiter,
                    parameters: Vec::new(),
                    inputs: vec![("a".into(), pair[0]), ("b".into(), pair[1])],
                    outputs: vec![("best".into(), best)],
                    comment: None,
                    place: None,
                    declared: Default::default(),
                });
                number += 1;
                m.read(best)
            })
            .collect();
    }
    output(&mut m, "best", level[0]);
    design.add(m).unwrap();
    design
}

#[test]
fn a_board_stays_short_and_its_text_the_same() {
    let design = board();
    for language in [Language::Verilog, Language::Vhdl] {
        let files = emit(&design, language, Dialect::Generic).unwrap();
        let lines: usize = files.iter().map(|file| file.text.lines().count()).sum();
        assert!(lines < 2_200, "{language:?}: {lines} lines");
        let long = files.iter().flat_map(|file| file.text.lines()).find(|line| line.len() > layout::COLUMNS);
        assert_eq!(long, None);
        assert_eq!(files, emit(&board(), language, Dialect::Generic).unwrap());
    }
    insta::assert_snapshot!(snapshot::snapshot_text(&design, 40).unwrap());
}
