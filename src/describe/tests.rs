//! Mistakes in a description: all of them are reported, each with its place in the caller's source,
//! never in the library's.

use crate::bundle;
use crate::describe::{
    Builder, Bundle, PipelineOptions, Project, Timed, Waits, Wire, concat, delay, mux, pipeline,
};
use crate::netlist::{Attribute, NetlistErrors};
use crate::simulate::{Ports, Simulation};

bundle! {
    /// A bundle of one field.
    struct Pair {
        /// a field
        word: 4,
    }
}

/// The errors about a module `top`, line by line.
fn told(describe: impl FnOnce(&mut Project, &Builder)) -> Vec<String> {
    let mut project = Project::new("test");
    let b = Builder::new("top", "");
    describe(&mut project, &b);
    let error = project.add(b).err().expect("a mistake is told");
    error.to_string().lines().map(str::to_owned).collect()
}

/// A module `part` for an instance, with more ports than an error lists.
fn part(project: &mut Project) -> crate::describe::ModuleHandle {
    let b = Builder::new("part", "");
    let words: Vec<Wire> = (0..9).map(|n| b.input(&format!("word_{n}"), 4)).collect();
    b.output("result", &concat(&words));
    project.add(b).unwrap()
}

type Mistake = (&'static str, fn(&mut Project, &Builder));

/// One mistake for every method that can report one, and its message.
const MISTAKES: &[Mistake] = &[
    ("top.constant: 99 does not fit 4 bits", |_, b| drop(b.constant(4, 99))),
    ("top.LIMIT: 16 does not fit 4 bits", |_, b| drop(b.named_constant("LIMIT", 4, 16))),
    ("top.is: 2 does not fit 1 bit", |_, b| drop(b.input("a", 1).is(2))),
    ("top.a: 0 bits; a signal has 1 to 65536", |_, b| drop(b.input("a", 0))),
    ("top.a: 65537 bits; a signal has", |_, b| drop(b.input("a", 65_537))),
    ("top.add: 4 bits where 3 are needed", |_, b| drop(b.input("a", 3) + b.input("c", 4))),
    ("top.mux: 4 bits where 3 are needed", |_, b| {
        let (bit, a, c) = (b.input("bit", 1), b.input("a", 3), b.input("c", 4));
        mux(&bit, &a, &c);
    }),
    ("top.a: no bits 2 to 5 in 4 bits", |_, b| drop(b.input("a", 4).slice(2, 4))),
    ("top.slice: no bits 4 to 4 in 4 bits", |_, b| drop((!b.input("a", 4)).bit(4))),
    ("top.a: a slice of no bits; take at least one", |_, b| drop(b.input("a", 4).slice(2, 0))),
    ("top.extend: 4 bits cannot be widened to 3", |_, b| drop(b.input("a", 4).extend(3))),
    ("top.repeat: 4 bits cannot be repeated 99999 times", |_, b| drop(b.input("a", 4).repeat(99_999))),
    ("top.mux: 4 bits where 1 are needed", |_, b| drop(b.input("a", 4).when(&b.input("c", 4)))),
    ("top.count: 16 does not fit 4 bits", |_, b| {
        let count = b.register("count", 4).resets_to(16);
        count.next(&b.input("a", 4));
    }),
    ("top.count: 5 bits where 4 are needed", |_, b| b.register("count", 4).next(&b.input("a", 5))),
    ("top.count enable: 2 bits where 1 are", |_, b| {
        b.register("count", 4).next_when(&b.input("a", 2), &b.input("c", 4));
    }),
    ("top.count: declared here and never driven", |_, b| drop(b.register("count", 4))),
    ("top.count: driven by an earlier driver and again by this one", |_, b| {
        let count = b.register("count", 4);
        count.next(&count);
        count.next(&count);
    }),
    ("top.words write address: 2 bits where 3 are needed", |_, b| {
        let words = b.memory("words", 4, 8);
        words.write(&b.input("w", 1), &b.input("at", 2), &b.input("data", 4));
    }),
    ("top.words[1]: 16 does not fit 4 bits", |_, b| drop(b.memory("words", 4, 8).contents(&[1, 16]))),
    ("top.drive: the target is an expression", |_, b| b.drive(&!b.input("a", 1), &b.bit(true))),
    ("top.or: an operand belongs to the module `other`", |_, b| {
        drop(b.input("a", 1) | Builder::new("other", "").input("c", 1));
    }),
    ("top.attribute: an expression has no net to put it on", |_, b| drop((!b.input("a", 1)).keep())),
    ("top.out: an operand belongs to the module `other`", |_, b| {
        b.output("out", &Builder::new("other", "").input("c", 1));
    }),
    ("top.part: `part` has no input port `wrod_3` to connect", |project, b| {
        let part = part(project);
        let connections = b.instance("part", &part).input("wrod_3", &b.constant(4, 0));
        connections.outputs();
    }),
    ("top.part.word_1: 5 bits where 4 are needed", |project, b| {
        let part = part(project);
        b.instance("part", &part).inputs([("word_1", b.constant(5, 0))]).outputs();
    }),
    ("top.part.word_1: connected a second time", |project, b| {
        let (part, zero) = (part(project), b.constant(4, 0));
        b.instance("part", &part).input("word_1", &zero).input("word_1", &zero).outputs();
    }),
    ("top.part.result: the target is an expression", |project, b| {
        let part = part(project);
        b.instance("part", &part).drives("result", &b.constant(36, 0)).outputs();
    }),
    ("top.part: `part` has no connected output port `resutl`", |project, b| {
        let part = part(project);
        b.instance("part", &part).outputs().get("resutl");
    }),
    ("top.part: `part` has no connected output port `my_word`", |project, b| {
        let part = part(project);
        Pair::from_outputs(&b.instance("part", &part).outputs(), "my_");
    }),
    ("top.a: no bits 0 to 3 in 3 bits", |_, b| drop(Pair::unpacked(&b.input("a", 3)))),
    ("top.mux: 2 bits where 1 are needed", |_, b| {
        let pair = Pair::input(b, "");
        Pair::select(&b.input("which", 2), &pair, &pair);
    }),
    ("top.held_word enable: 2 bits where 1 are needed", |_, b| {
        Pair::input(b, "").registered(b, "held_", &b.input("enable", 2));
    }),
    ("top.sum: a value of 1 cycles meets one of 2", |_, b| {
        let (a, c) = (Timed::new(&b.input("a", 1), 1), Timed::new(&b.input("c", 1), 2));
        Timed::outputs(b, &[("a_out", &a, ""), ("sum", &c, "")]);
    }),
];

#[test]
fn every_mistake_is_told_with_its_own_place() {
    for (expected, describe) in MISTAKES {
        let told = told(describe);
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].starts_with(expected), "{told:?}");
        assert!(told[0].contains(concat!(" (", file!(), ":")), "{told:?}");
    }
}

#[test]
fn all_mistakes_are_told_by_line_and_column() {
    let line = line!() + 2;
    let told = told(|_, b| {
        b.output("sum", &(b.input("a", 3) + b.input("c", 4)));
        b.output("less", &b.input("d", 3).lt(&b.input("e", 4)));
    });
    let at = |more: u32, column: u32| format!("({}:{}:{column})", file!(), line + more);
    assert_eq!(
        told,
        [
            format!("top.add: 4 bits where 3 are needed {}; slice, extend or widen one side", at(0, 26)),
            format!("top.lt: 4 bits where 3 are needed {}; slice, extend or widen one side", at(1, 43)),
        ]
    );
}

/// A loop makes a mistake once, however often it runs.
#[test]
fn a_mistake_in_a_loop_is_told_once() {
    let told = told(|_, b| {
        for _ in 0..64 {
            b.constant(2, 4);
        }
    });
    assert_eq!(told.len(), 1, "{told:?}");
}

/// Of 200 signals that nothing reads, 20 are listed, with their places, in lines that `unwrap`
/// shows as they are.
#[test]
fn of_many_findings_the_number_of_the_others_is_told() {
    let mut project = Project::new("test");
    let b = Builder::new("top", "");
    for n in 0..200 {
        b.input(&format!("word_{n}"), 4);
    }
    b.output("shown", &b.bit(true));
    project.add(b).unwrap();
    let errors: NetlistErrors = project.finish().unwrap_err();
    assert_eq!(errors.0.len(), 200);
    let told = errors.to_string();
    let lines: Vec<&str> = told.lines().collect();
    assert!(lines[0].starts_with(concat!("top.word_0: never read (", file!(), ":")), "{told}");
    assert_eq!((lines.len(), lines[20]), (21, "and 180 more"));
    assert_eq!(format!("{errors:?}"), format!("\n{told}"));
}

/// Errors about the whole design have places too.
#[test]
fn findings_of_the_design_have_places() {
    let finding = |describe: fn(&mut Project, &Builder)| {
        let mut project = Project::new("test");
        let b = Builder::new("top", "");
        describe(&mut project, &b);
        b.output("shown", &b.bit(true));
        project.add(b).unwrap();
        project.finish().unwrap_err().to_string()
    };
    let here = concat!(" (", file!(), ":");
    let told = finding(|_, b| {
        let memory = b.memory("words", 4, 3);
        b.output("word", &memory.read_now("read", &b.input("at", 2)));
    });
    assert!(told.contains("top.words: 3 words; make the depth a power of two, at least 2 ("), "{told}");
    assert!(told.contains(here), "{told}");
    let told = finding(|_, b| {
        b.output("always", &b.input("other", 1));
    });
    assert!(told.contains(here) && told.contains("the name `always`"), "{told}");
    let told = finding(|_, b| {
        let (one, other) = (b.forward("one", 1), b.forward("other", 1));
        b.drive(&one, &!&other);
        b.drive(&other, &one);
        b.output("ring", &one);
    });
    assert!(told.contains("combinational loop through") && told.contains(here), "{told}");
    let told = finding(|project, b| {
        let part = part(project);
        b.output("result", &b.instance("part", &part).outputs().get("result"));
    });
    assert!(told.contains("input `word_0` of `part` is not connected") && told.contains(here), "{told}");
}

/// A long list of ports is cut to those most like the wanted one.
#[test]
fn near_names_are_told() {
    let told = told(|project, b| {
        let part = part(project);
        b.instance("part", &part).input("wrod_3", &b.constant(4, 0)).outputs();
    });
    assert!(told[0].ends_with("and 6 others") && told[0].contains("word_3"), "{told:?}");

    let mut project = Project::new("test");
    let b = Builder::new("top", "");
    b.output("result", &b.input("operand", 1));
    project.add(b).unwrap();
    let mut simulation = Simulation::new(&project.finish().unwrap()).unwrap();
    let told = Ports::poke(&mut simulation, "oprand", 1).unwrap_err();
    assert!(told.to_string().contains("no signal `oprand`; the nearest are `operand`"), "{told}");
    let told = Ports::peek(&mut simulation, "ressult").unwrap_err();
    assert!(told.to_string().contains("the nearest are `result`"), "{told}");
    assert_eq!(format!("{told:?}"), told.to_string());
}

/// Signals that a library's function makes for the caller are attributed to the caller.
#[test]
fn what_is_made_on_behalf_is_the_caller_s() {
    let told = told(|project, b| {
        delay(project, &b.input("a", 4), 3, "a", Waits::REGISTERS).unwrap();
        let (wide, narrow) = (b.input("wide", 4), b.input("narrow", 3));
        Timed::new(&wide, 0).at(project, "wide", 2, Waits::REGISTERS).unwrap();
        b.attribute(&wide, Attribute::Keep);
        narrow.times(&wide).slice(7, 1);
    });
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].starts_with("top.slice: no bits 7 to 7 in 7 bits"), "{told:?}");
}

/// If something cannot be cut into stages, the error has the place of the obstacle.
#[test]
fn a_pipeline_tells_what_is_in_its_way() {
    let refused = |levels: u32, describe: fn(&Builder)| {
        let logic = Builder::new("logic", "");
        describe(&logic);
        let error = pipeline(&mut Project::new("test"), logic, &PipelineOptions::new(levels)).err().unwrap();
        assert_eq!(format!("{error:?}"), error.to_string());
        error.to_string()
    };
    let here = concat!(" (", file!(), ":");
    let told = refused(2, |b| {
        let held = b.input("a", 1).later("held");
        b.output("out", &held);
    });
    assert!(told.contains(&format!("`held`{here}")), "{told}");
    let told = refused(2, |b| {
        let ring = b.forward("ring", 1);
        b.drive(&ring, &!&ring);
        b.output("out", &ring);
    });
    assert!(told.contains(&format!("`ring`{here}")), "{told}");
    let told = refused(0, |b| {
        b.output("out", &b.input("a", 1));
    });
    assert!(told.starts_with(&format!("`logic`{here}")), "{told}");
    let told = refused(2, |b| {
        b.output("out", &(b.input("a", 3) & b.input("c", 4)));
    });
    assert!(told.starts_with("logic.and: 4 bits where 3 are needed") && told.contains(here), "{told}");
}
