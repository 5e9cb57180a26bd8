//! Small designs to prove.

use crate::describe::{Builder, Project, concat, mux};
use crate::netlist::{Argument, Assign, BinaryOp, Design, Direction, Module, Register, Value};

/// A module with a parameter, the number that it adds.
fn stepper() -> Module {
    let mut module = Module::new("stepper", "Adds its parameter.");
    let step = module.add_parameter("STEP", Value::new(5, 1));
    let a = module.add_port(Direction::Input, "a", 5);
    let y = module.add_port(Direction::Output, "y", 5);
    let (a, step) = (module.read(a), module.parameter(step));
    let node = module.binary(BinaryOp::Add, a, step).unwrap();
    module.assigns.push(Assign { signal: y, node });
    module
}

/// Every operator at several widths, registers with every option, a memory of each kind, and an
/// instance with each of two parameter values.
pub fn design() -> Design {
    let mut project = Project::new("mixture");
    let stepper = project.add_module(stepper()).unwrap();
    let b = Builder::new("mixture", "A little of everything.");
    let enable = b.input("enable", 1);
    let sign = b.input("sign", 1);
    for width in [1, 5, 70] {
        let (x, y) = (b.input(&format!("x_{width}"), width), b.input(&format!("y_{width}"), width));
        let amount = b.input(&format!("amount_{width}"), 7);
        for (name, value) in [
            ("sum", &x + &y),
            ("difference", &x - &y),
            ("both", &x & &y),
            ("either", &x | &y),
            ("one", &x ^ &y),
            ("neither", !&(&x | &y)),
            ("same", x.eq(&y)),
            ("other", x.ne(&y)),
            ("less", x.lt(&y)),
            ("less_signed", x.lt_signed(&y)),
            ("left", x.shift_left(&amount)),
            ("right", x.shift_right(&amount)),
            ("reduced", concat(&[(&x ^ &y).all(), (&x + &y).any(), (&x | &y).odd_parity()])),
            ("chosen", mux(&sign, &x, &y)),
            ("joined", concat(&[y.clone(), x.bit(0), x.clone()])),
        ] {
            b.output(&format!("{name}_{width}"), &value);
        }
    }
    let (x, y) = (b.input("x", 12), b.input("y", 9));
    b.output("product", &x.times(&y));
    b.output("wide_constant", &(&x.extend(40) + &b.constant(40, 0xab_cdef_0123)));

    let plain = b.register("plain", 12).starts_at(0x5a5);
    plain.next(&x);
    let held = b.register("held", 9);
    held.next_when(&enable, &y);
    let counted = b.register("counted", 9).resets_to(3);
    counted.next_when(&enable, &(&counted.output() + &y));
    for (name, register) in
        [("plain_out", plain.output()), ("held_out", held.output()), ("counted_out", counted.output())]
    {
        b.output(name, &register);
    }
    let table = b.memory("lookup", 9, 16).contents(&[7, 0x1ff, 3]);
    table.write(&enable, &x.slice(0, 4), &y);
    b.output("now_out", &table.read_now("lookup_now", &x.slice(4, 4)));
    b.output("next_out", &table.read_next("lookup_next", &x.slice(8, 4)));

    // Nothing writes it.
    let squares =
        b.memory("squares", 9, 16).contents(&[0, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121, 144, 169, 196]);
    b.output("square_out", &squares.read_next("square", &x.slice(2, 4)));

    for (name, input) in [("near", x.slice(0, 5)), ("far", x.slice(5, 5))] {
        let outputs = b.instance(name, &stepper).input("a", &input).outputs();
        b.output(&format!("{name}_stepped"), &outputs.get("y"));
    }
    project.add(b).unwrap();
    let mut design = project.unchecked();
    let mut top = design.module(design.top().unwrap()).clone();
    shown_register(&mut top);
    top.instances[1].parameters = vec![("STEP".into(), Argument::Value(Value::new(5, 19)))];
    let stepper = design.modules()[0].clone();
    design = Design::new("mixture");
    design.add(stepper).unwrap();
    design.add(top).unwrap();
    design.validate().unwrap();
    design
}

/// Adds an output that is a register itself, which steps from its last value.
fn shown_register(module: &mut Module) {
    let [clock, x] = ["clock", "x_5"].map(|name| module.find_signal(name).unwrap());
    let output = module.add_port(Direction::Output, "walked", 5);
    let (before, x) = (module.read(output), module.read(x));
    let next = module.binary(BinaryOp::Xor, before, x).unwrap();
    let initial = Value::new(5, 9);
    module.registers.push(Register { output, clock, next, enable: None, reset: None, initial });
}

/// A memory that two ports write.
pub fn two_writes() -> Design {
    let mut project = Project::new("two-writes");
    let b = Builder::new("two_writes", "");
    let words = b.memory("words", 8, 8);
    for port in 0..2 {
        let input = |name: &str, width: u32| b.input(&format!("{name}_{port}"), width);
        words.write(&input("enable", 1), &input("address", 3), &input("data", 8));
    }
    b.output("word", &words.read_now("word_now", &b.input("address", 3)));
    project.add(b).unwrap();
    project.finish().unwrap()
}
