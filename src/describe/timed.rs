//! The time of a value: a wire that knows its latency, so that values of different age do not meet
//! unnoticed.

use std::ops;

use super::{Builder, Outputs, Pipelined, Project, Waits, Wire, concat, delay};
use crate::netlist::{Declared, NetlistError};

/// A wire, and how many cycles after the inputs it belongs to its value is there.
///
/// Operators and [`Timed::join`] take values of one latency; others are a mistake in the
/// description, which the [`Builder`] keeps, until [`Timed::at`] delays the earlier one.
///
/// ```
/// use movewright::describe::{Builder, Project, Timed, Waits};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut project = Project::new("example");
/// let b = Builder::new("changed", "Whether a level differs from what it was 3 cycles before.");
/// let now = Timed::new(&b.input("level", 1), 3);
/// let before = Timed::new(now.wire(), 0).at(&mut project, "before", 3, Waits::REGISTERS)?;
/// Timed::outputs(&b, &[("differs", &(&now ^ &before), "one is set and not the other")]);
/// project.add(b)?;
/// # project.finish()?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Timed {
    wire: Wire,
    latency: u32,
}

impl Timed {
    /// A wire whose value is there `latency` cycles after the inputs it belongs to.
    pub fn new(wire: &Wire, latency: u32) -> Self {
        Self { wire: wire.clone(), latency }
    }

    /// The wire.
    pub fn wire(&self) -> &Wire {
        &self.wire
    }

    /// Cycles from the inputs to this value.
    pub fn latency(&self) -> u32 {
        self.latency
    }

    /// The same value a cycle later, from a register called `name`.
    #[track_caller]
    pub fn later(&self, name: &str) -> Self {
        Self::new(&self.wire.later(name), self.latency + 1)
    }

    /// A value worked out from this one alone, in the same cycle.
    pub fn map(&self, function: impl FnOnce(&Wire) -> Wire) -> Self {
        Self::new(&function(&self.wire), self.latency)
    }

    /// A value worked out from two values of one latency, in the same cycle.
    #[track_caller]
    pub fn join(&self, other: &Self, function: impl FnOnce(&Wire, &Wire) -> Wire) -> Self {
        self.meets(other, "join");
        Self::new(&function(&self.wire, &other.wire), self.latency)
    }

    /// The same value at a later time, delayed as [`delay()`] does.
    ///
    /// # Errors
    /// A mistake in the description. A time before this value is there is one too, which the
    /// builder keeps.
    #[track_caller]
    pub fn at(
        &self,
        project: &mut Project,
        name: &str,
        latency: u32,
        waits: Waits,
    ) -> Result<Self, NetlistError> {
        let cycles = self.cycles_to(name, latency);
        Ok(Self::new(&delay(project, &self.wire, cycles, name, waits)?, latency))
    }

    /// The same value at a later time, through one register called `name` for all of it that is
    /// under way. The module's `reset` clears the register. It is for bits that say whether
    /// something is there.
    #[track_caller]
    pub fn at_or_cleared(&self, name: &str, latency: u32) -> Self {
        let (b, width) = (self.wire.builder(), self.wire.width());
        let cycles = self.cycles_to(name, latency);
        if cycles == 0 {
            return Self::new(&self.wire, latency);
        }
        let way = b.register(name, width * cycles).resets_to(0).comment("what is on its way");
        way.next(&match cycles {
            1 => self.wire.clone(),
            _ => concat(&[way.slice(0, width * (cycles - 1)), self.wire.clone()]),
        });
        Self::new(&way.slice(width * (cycles - 1), width), latency)
    }

    /// Output ports that show values of one latency, each with a comment. Returns the latency; 0 if
    /// there are no values.
    #[track_caller]
    pub fn outputs(b: &Builder, values: &[(&str, &Timed, &str)]) -> u32 {
        let Some(((first, earliest, comment), others)) = values.split_first() else { return 0 };
        b.output(first, &earliest.wire).comment(comment);
        for (name, value, comment) in others {
            earliest.meets(value, name);
            b.output(name, &value.wire).comment(comment);
        }
        earliest.latency
    }

    /// Cycles from this value to a later time.
    #[track_caller]
    fn cycles_to(&self, name: &str, latency: u32) -> u32 {
        if latency < self.latency {
            let problem = format!(
                "it is there after {} cycles and cannot be after {latency}; delay what it meets instead",
                self.latency
            );
            self.fail(name, problem);
        }
        latency.saturating_sub(self.latency)
    }

    #[track_caller]
    fn meets(&self, other: &Self, what: &str) {
        if self.latency != other.latency {
            let (early, late) = (self.latency.min(other.latency), self.latency.max(other.latency));
            let problem = format!(
                "a value of {early} cycles meets one of {late}; delay the earlier one with `at`, to {late}"
            );
            self.fail(what, problem);
        }
    }

    #[track_caller]
    fn fail(&self, thing: &str, problem: String) {
        self.wire.builder().rule(thing, problem, Declared::here());
    }
}

/// The outputs of a pipeline, each with its latency.
pub struct TimedOutputs {
    outputs: Outputs,
    latency: u32,
}

impl TimedOutputs {
    /// The value of an output port.
    #[track_caller]
    pub fn get(&self, port: &str) -> Timed {
        Timed::new(&self.outputs.get(port), self.latency)
    }

    /// Cycles from the inputs that began it all to the outputs.
    pub fn latency(&self) -> u32 {
        self.latency
    }

    /// The values of all output ports, for bundles of them, with [`TimedOutputs::latency`].
    pub fn wires(&self) -> &Outputs {
        &self.outputs
    }
}

impl Pipelined {
    /// An instance of the pipeline. Its inputs have one latency. Its outputs come
    /// [`Pipelined::latency`] after them.
    #[track_caller]
    pub fn instance<'a>(
        &self,
        b: &Builder,
        name: &str,
        inputs: impl IntoIterator<Item = (&'a str, Timed)>,
    ) -> TimedOutputs {
        let mut connections = b.instance(name, &self.module);
        let mut first: Option<Timed> = None;
        for (port, value) in inputs {
            first.get_or_insert_with(|| value.clone()).meets(&value, &format!("{name}.{port}"));
            connections = connections.input(port, &value.wire);
        }
        let start = first.map_or(0, |value| value.latency);
        TimedOutputs { outputs: connections.outputs(), latency: start + self.latency }
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident, $op:tt, $what:literal) => {
        impl ops::$trait<&Timed> for &Timed {
            type Output = Timed;
            #[track_caller]
            fn $method(self, other: &Timed) -> Timed {
                self.meets(other, $what);
                Timed::new(&(&self.wire $op &other.wire), self.latency)
            }
        }
    };
}

operator!(BitAnd, bitand, &, "and");
operator!(BitOr, bitor, |, "or");
operator!(BitXor, bitxor, ^, "xor");
operator!(Add, add, +, "add");
operator!(Sub, sub, -, "sub");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::describe::{PipelineOptions, pipeline};
    use crate::simulate::Simulation;

    /// The mistake that is kept.
    fn mistake(describe: impl FnOnce(&mut Project, &Builder)) -> String {
        let mut project = Project::new("test");
        let b = Builder::new("top", "");
        describe(&mut project, &b);
        project.add(b).err().unwrap().to_string()
    }

    #[test]
    fn values_of_different_age_do_not_meet() {
        let told = mistake(|_, b| {
            let (a, c) = (Timed::new(&b.input("a", 4), 16), Timed::new(&b.input("c", 4), 0));
            Timed::outputs(b, &[("out", &(&a + &c), "their sum")]);
        });
        assert!(told.contains("top.add: a value of 0 cycles meets one of 16"), "{told}");
        assert!(told.contains("with `at`, to 16") && told.contains("timed.rs"), "{told}");
        let told = mistake(|project, b| {
            let a = Timed::new(&b.input("a", 4), 5);
            a.at(project, "a", 3, Waits::REGISTERS).unwrap();
        });
        assert!(told.contains("after 5 cycles and cannot be after 3"), "{told}");
        let told = mistake(|_, b| {
            let (a, c) = (Timed::new(&b.input("a", 4), 1), Timed::new(&b.input("c", 4), 2));
            Timed::outputs(b, &[("one", &a, "one"), ("other", &c, "the other")]);
        });
        assert!(told.contains("top.other: a value of 1 cycles meets one of 2"), "{told}");
    }

    #[test]
    fn inputs_of_a_pipeline_are_of_one_age() {
        let told = mistake(|project, b| {
            let adder = Builder::new("adder", "");
            adder.output("out", &(adder.input("a", 4) & adder.input("c", 4)));
            let pipe = pipeline(project, adder, &PipelineOptions::new(2)).unwrap();
            let (a, c) = (Timed::new(&b.input("a", 4), 1), Timed::new(&b.input("c", 4), 0));
            let outputs = pipe.instance(b, "pipe", [("a", a), ("c", c)]);
            Timed::outputs(b, &[("out", &outputs.get("out"), "what comes out")]);
        });
        assert!(told.contains("top.pipe.c: a value of 0 cycles meets one of 1"), "{told}");
    }

    /// A value and its complement worked out in a pipeline meet again; another bit says that they
    /// are there.
    #[test]
    fn what_is_aligned_meets() {
        let mut project = Project::new("test");
        let adder = Builder::new("adder", "");
        let word = adder.input("word", 9);
        adder.output("complement", &!&(&word + &word));
        let pipe = pipeline(&mut project, adder, &PipelineOptions::new(1)).unwrap();
        let b = Builder::new("top", "");
        let word = Timed::new(&b.input("word", 9), 2);
        let valid = Timed::new(&b.input("valid", 1), 0);
        let outputs = pipe.instance(&b, "pipe", [("word", word.clone())]);
        let complement = outputs.get("complement");
        assert_eq!(complement.latency(), 2 + pipe.latency);
        let word = word.at(&mut project, "word", complement.latency(), Waits::REGISTERS).unwrap();
        let sum = (&word.map(|word| word + word) + &complement).join(&word, |sum, word| sum ^ word);
        let valid = valid.at_or_cleared("way", sum.latency());
        let latency = Timed::outputs(&b, &[("sum", &sum, "their sum"), ("there", &valid, "it is there")]);
        assert_eq!(latency, 2 + pipe.latency);
        project.add(b).unwrap();

        let mut simulation = Simulation::new(&project.finish().unwrap()).unwrap();
        let [word, valid, reset, sum, there] =
            ["word", "valid", "reset", "sum", "there"].map(|name| simulation.find(name).unwrap());
        for cycle in 0..60 {
            simulation.poke(word, (5 * cycle) & 511).unwrap();
            simulation.poke(valid, (cycle % 3) & 1).unwrap();
            simulation.poke(reset, u64::from(cycle == 40)).unwrap();
            if let Some(before) = cycle.checked_sub(pipe.latency.into()) {
                assert_eq!(simulation.peek(sum), !(5 * before) & 511, "{cycle}");
            }
            let cleared = (41..41 + u64::from(latency)).contains(&cycle);
            let expected = cycle.checked_sub(latency.into()).map_or(0, |before| (before % 3) & 1);
            assert_eq!(simulation.peek(there), if cleared { 0 } else { expected }, "{cycle}");
            simulation.step();
        }
    }
}
