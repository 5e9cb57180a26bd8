//! The values of a design's ports, cycle by cycle, and the test that another simulator shows the
//! same.

use std::fmt;
use std::path::Path;

use super::ports::fitted;
use super::{Interface, Ports, PortsError};
use crate::netlist::Value;

/// The values of a design's ports just before a clock edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// In the order of [`Interface::inputs`].
    pub inputs: Vec<Value>,
    /// In the order of [`Interface::outputs`].
    pub outputs: Vec<Value>,
}

/// A run of a design, from its start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript {
    /// The ports.
    pub interface: Interface,
    /// Every cycle, from the first.
    pub cycles: Vec<Cycle>,
}

impl Transcript {
    /// Gives the same inputs to a design that has just started. Returns them with the outputs found
    /// there.
    ///
    /// # Errors
    /// The design has other ports, or the simulator stopped.
    pub fn replay(&self, ports: impl Ports) -> Result<Self, PortsError> {
        let mut recorder = Recorder::new(ports, self.interface.clone())?;
        for cycle in &self.cycles {
            for (port, value) in self.interface.inputs.iter().zip(&cycle.inputs) {
                recorder.poke_value(&port.name, value)?;
            }
            recorder.step()?;
        }
        Ok(recorder.transcript)
    }

    /// The first output, in time and then in the order of the ports, that differs in another run;
    /// or the cycle from which on only one of them goes on.
    pub fn first_difference(&self, other: &Self) -> Option<Difference> {
        for (number, (cycle, found)) in self.cycles.iter().zip(&other.cycles).enumerate() {
            let values = cycle.outputs.iter().zip(&found.outputs);
            for (port, (expected, found)) in self.interface.outputs.iter().zip(values) {
                if expected != found {
                    return Some(Difference::Value {
                        cycle: number,
                        port: port.name.clone(),
                        expected: expected.clone(),
                        found: found.clone(),
                    });
                }
            }
        }
        let (expected, found) = (self.cycles.len(), other.cycles.len());
        (expected != found).then_some(Difference::Length { expected, found })
    }
}

/// The first difference of two runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// An output has another value.
    Value {
        /// The cycle, the first being 0.
        cycle: usize,
        /// The output.
        port: String,
        /// The value in the first run.
        expected: Value,
        /// The value in the other run.
        found: Value,
    },
    /// One ends before the other.
    Length {
        /// Cycles of the first.
        expected: usize,
        /// Cycles of the other.
        found: usize,
    },
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value { cycle, port, expected, found } => {
                write!(f, "cycle {cycle}, output `{port}`: {found} where {expected} is right")
            }
            Self::Length { expected, found } => write!(f, "{found} cycles where {expected} are right"),
        }
    }
}

/// A running design that keeps a transcript of everything done with it.
pub struct Recorder<P> {
    ports: P,
    inputs: Vec<Value>,
    transcript: Transcript,
}

impl<P: Ports> Recorder<P> {
    /// Records from the first cycle on. The design must not have been stepped yet. All its inputs
    /// become zero.
    ///
    /// # Errors
    /// The design has other ports, or the simulator stopped.
    pub fn new(mut ports: P, interface: Interface) -> Result<Self, PortsError> {
        let inputs: Vec<Value> = interface.inputs.iter().map(|port| Value::zero(port.width)).collect();
        for (port, value) in interface.inputs.iter().zip(&inputs) {
            ports.poke_value(&port.name, value)?;
        }
        Ok(Self { ports, inputs, transcript: Transcript { interface, cycles: Vec::new() } })
    }

    /// The record so far.
    pub fn transcript(&self) -> &Transcript {
        &self.transcript
    }

    /// The record at the end.
    pub fn into_transcript(self) -> Transcript {
        self.transcript
    }
}

impl<P: Ports> Ports for Recorder<P> {
    fn poke_value(&mut self, port: &str, value: &Value) -> Result<(), PortsError> {
        let inputs = self.transcript.interface.inputs.iter().zip(&mut self.inputs);
        let kept = inputs.into_iter().find(|(shape, _)| shape.name == port);
        let Some((kept, fitted)) = kept.and_then(|(shape, kept)| Some((kept, fitted(shape.width, value)?)))
        else {
            // The simulator knows best how to say what is wrong.
            return self.ports.poke_value(port, value);
        };
        if *kept != fitted {
            self.ports.poke_value(port, value)?;
            *kept = fitted;
        }
        Ok(())
    }

    fn peek_value(&mut self, port: &str) -> Result<Value, PortsError> {
        self.ports.peek_value(port)
    }

    fn step(&mut self) -> Result<(), PortsError> {
        let Self { ports, inputs, transcript } = self;
        let outputs = transcript.interface.outputs.iter().map(|port| ports.peek_value(&port.name));
        let outputs = outputs.collect::<Result<_, _>>()?;
        transcript.cycles.push(Cycle { inputs: inputs.clone(), outputs });
        ports.step()
    }

    fn trace(&mut self, path: &Path) -> Result<(), PortsError> {
        self.ports.trace(path)
    }

    fn finish_trace(&mut self) -> Result<(), PortsError> {
        self.ports.finish_trace()
    }
}
