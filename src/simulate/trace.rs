//! Waveforms: every named signal of every scope, as VCD or FST.
//!
//! A clock cycle takes ten time units of one nanosecond. The state after `n` edges stands from time
//! `10 n` on, where the clock rises. The clock falls at `10 n + 5`. Nets that are always equal
//! share one variable.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use fst_writer::{
    FstBodyWriter, FstFileType, FstHeaderWriter, FstInfo, FstScopeType, FstSignalId, FstSignalType,
    FstVarDirection, FstVarType, FstWriteError, open_fst,
};
use vcd::{IdCode, TimescaleUnit, VarType};

use super::SimulateError;
use super::hierarchy::Hierarchy;
use super::program::Slot;
use super::run::Machine;
use crate::netlist::{NodeId, Value};

/// Time units of a clock cycle.
const CYCLE: u64 = 10;
/// Bytes of value changes an FST keeps in memory before a block is written.
const FST_BLOCK: usize = 64 << 20;

/// The slots of a traced node; `None` for the clock.
pub(super) type Traced = HashMap<NodeId, Option<Vec<Slot>>>;

/// A trace under way.
pub(super) struct Trace {
    path: String,
    sink: Sink,
    /// Runs the logic that nothing but the trace looks at.
    machine: Machine,
    variables: Vec<Variable>,
    clock: Option<Id>,
    /// The first failure, which is reported at the end.
    failure: Option<String>,
}

struct Variable {
    id: Id,
    slots: Vec<Slot>,
    width: u32,
    /// The value written last.
    shown: Option<Vec<u64>>,
}

enum Sink {
    Vcd(vcd::Writer<BufWriter<File>>),
    Fst(Box<FstBodyWriter<BufWriter<File>>>),
    /// Already finished.
    Closed,
}

/// A variable's number in its file.
#[derive(Clone, Copy)]
enum Id {
    Vcd(IdCode),
    Fst(FstSignalId),
}

impl Trace {
    /// Creates the file and writes the names.
    pub fn start(
        path: &Path,
        hierarchy: &Hierarchy,
        nets: &[NodeId],
        traced: &Traced,
        machine: Machine,
    ) -> Result<Self, SimulateError> {
        let name = path.display().to_string();
        let failed = |problem: String| SimulateError::Trace { path: name.clone(), problem };
        let mut ids = HashMap::new();
        let mut header = match path.extension().and_then(|extension| extension.to_str()) {
            Some("vcd") => Header::vcd(path).map_err(|error| failed(error.to_string()))?,
            Some("fst") => Header::fst(path).map_err(failed)?,
            _ => return Err(SimulateError::TraceKind { path: name }),
        };
        let mut variables = Vec::new();
        let mut clock = None;
        // Scopes are entered and left in the order of the hierarchy, without recursion.
        let mut stack = vec![(0, false)];
        while let Some((index, done)) = stack.pop() {
            let Some(scope) = hierarchy.scopes.get(index) else { continue };
            if done {
                header.leave().map_err(failed)?;
                continue;
            }
            header.enter(&scope.name).map_err(failed)?;
            for ((signal, width), net) in scope.signals.iter().zip(scope.first_net as usize..) {
                let Some(&node) = nets.get(net) else { continue };
                let known = ids.get(&node).copied();
                let id = header.variable(signal, *width, known).map_err(failed)?;
                if known.is_none() {
                    ids.insert(node, id);
                    match traced.get(&node) {
                        Some(Some(slots)) => {
                            variables.push(Variable { id, slots: slots.clone(), width: *width, shown: None });
                        }
                        _ => clock = Some(id),
                    }
                }
            }
            stack.push((index, true));
            stack.extend(scope.children.iter().rev().map(|&child| (child, false)));
        }
        let sink = header.finish().map_err(failed)?;
        Ok(Self { path: name, sink, machine, variables, clock, failure: None })
    }

    /// Writes the state after `cycle` edges, when the logic has settled. [`Trace::finish`] reports
    /// failures.
    pub fn sample(&mut self, cycle: u64, slots: &mut [u64], memory: &[u64]) {
        if self.failure.is_none() {
            self.failure = self.write_cycle(cycle, slots, memory).err();
        }
    }

    fn write_cycle(&mut self, cycle: u64, slots: &mut [u64], memory: &[u64]) -> Result<(), String> {
        self.machine.run(slots, memory);
        self.sink.time(cycle * CYCLE)?;
        if let Some(clock) = self.clock {
            self.sink.change(clock, &Value::new(1, u64::from(cycle > 0)))?;
        }
        for variable in &mut self.variables {
            let words = || variable.slots.iter().map(|&slot| slots[slot as usize]);
            let changed = variable.shown.as_ref().is_none_or(|shown| !words().eq(shown.iter().copied()));
            if changed {
                let words: Vec<u64> = words().collect();
                self.sink.change(variable.id, &Value::from_words(variable.width, &words))?;
                variable.shown = Some(words);
            }
        }
        if let (Some(clock), 1..) = (self.clock, cycle) {
            self.sink.time(cycle * CYCLE + CYCLE / 2)?;
            self.sink.change(clock, &Value::zero(1))?;
        }
        Ok(())
    }

    /// Completes the file with the end of this cycle, which was the last one sampled.
    pub fn finish(mut self, cycle: u64) -> Result<(), SimulateError> {
        let result = match self.failure.take() {
            Some(failure) => Err(failure),
            None => self.sink.time((cycle + 1) * CYCLE).and_then(|()| self.sink.finish()),
        };
        result.map_err(|problem| SimulateError::Trace { path: self.path, problem })
    }
}

/// Either kind of file while its names are written.
enum Header {
    Vcd(vcd::Writer<BufWriter<File>>),
    Fst(Box<FstHeaderWriter<BufWriter<File>>>),
}

fn version() -> String {
    format!("movewright {}", env!("CARGO_PKG_VERSION"))
}

impl Header {
    fn vcd(path: &Path) -> io::Result<Self> {
        let mut writer = vcd::Writer::new(BufWriter::new(File::create(path)?));
        writer.version(&version())?;
        writer.timescale(1, TimescaleUnit::NS)?;
        Ok(Header::Vcd(writer))
    }

    fn fst(path: &Path) -> Result<Self, String> {
        let info = FstInfo {
            start_time: 0,
            timescale_exponent: -9,
            version: version(),
            date: String::new(),
            file_type: FstFileType::Verilog,
        };
        Ok(Header::Fst(Box::new(open_fst(path, &info).map_err(tell)?)))
    }

    fn enter(&mut self, name: &str) -> Result<(), String> {
        match self {
            Header::Vcd(writer) => writer.add_module(name).map_err(|error| error.to_string()),
            Header::Fst(writer) => writer.scope(name, "", FstScopeType::Module).map_err(tell),
        }
    }

    fn leave(&mut self) -> Result<(), String> {
        match self {
            Header::Vcd(writer) => writer.upscope().map_err(|error| error.to_string()),
            Header::Fst(writer) => writer.up_scope().map_err(tell),
        }
    }

    /// A variable of its own, or another name for one.
    fn variable(&mut self, name: &str, width: u32, same_as: Option<Id>) -> Result<Id, String> {
        match (self, same_as) {
            (Header::Vcd(writer), Some(Id::Vcd(id))) => {
                writer.var_def(VarType::Wire, width, id, name, None).map_err(|error| error.to_string())?;
                Ok(Id::Vcd(id))
            }
            (Header::Vcd(writer), _) => {
                writer.add_wire(width, name).map(Id::Vcd).map_err(|error| error.to_string())
            }
            (Header::Fst(writer), same_as) => {
                let alias = match same_as {
                    Some(Id::Fst(id)) => Some(id),
                    _ => None,
                };
                let kind = FstSignalType::bit_vec(width);
                let direction = FstVarDirection::Implicit;
                writer.var(name, kind, FstVarType::Wire, direction, alias).map(Id::Fst).map_err(tell)
            }
        }
    }

    fn finish(self) -> Result<Sink, String> {
        match self {
            Header::Vcd(mut writer) => {
                writer.enddefinitions().map_err(|error| error.to_string())?;
                Ok(Sink::Vcd(writer))
            }
            Header::Fst(writer) => Ok(Sink::Fst(Box::new(writer.finish().map_err(tell)?))),
        }
    }
}

impl Sink {
    fn time(&mut self, time: u64) -> Result<(), String> {
        match self {
            Sink::Vcd(writer) => writer.timestamp(time).map_err(|error| error.to_string()),
            Sink::Fst(writer) => {
                if writer.size() > FST_BLOCK {
                    writer.flush().map_err(tell)?;
                }
                writer.time_change(time).map_err(tell)
            }
            Sink::Closed => Ok(()),
        }
    }

    fn change(&mut self, id: Id, value: &Value) -> Result<(), String> {
        match (self, id) {
            (Sink::Vcd(writer), Id::Vcd(id)) => {
                let result = if value.width() == 1 {
                    writer.change_scalar(id, value.bit(0))
                } else {
                    let bits = (0..value.width()).rev().map(|bit| vcd::Value::from(value.bit(bit)));
                    writer.change_vector(id, bits)
                };
                result.map_err(|error| error.to_string())
            }
            (Sink::Fst(writer), Id::Fst(id)) => {
                writer.signal_change(id, value.to_binary().as_bytes()).map_err(tell)
            }
            _ => Ok(()),
        }
    }

    fn finish(&mut self) -> Result<(), String> {
        match std::mem::replace(self, Sink::Closed) {
            Sink::Vcd(mut writer) => writer.flush().map_err(|error| error.to_string()),
            Sink::Fst(writer) => {
                let mut file = writer.finish().map_err(tell)?;
                file.flush().map_err(|error| error.to_string())
            }
            Sink::Closed => Ok(()),
        }
    }
}

/// The error and its cause.
fn tell(error: FstWriteError) -> String {
    match std::error::Error::source(&error) {
        Some(source) => format!("{error}: {source}"),
        None => error.to_string(),
    }
}
