//! The stages one after another, and the values that go around some of them.

use std::collections::HashMap;

use super::buses::{Buses, Line};
use super::reads::Reads;
use super::stage::stage;
use super::{PipelineError, PipelineOptions, Pipelined};
use crate::describe::delay::{Storage, delay};
use crate::describe::{Builder, Project, Wire, concat};
use crate::netlist::Direction;

/// Puts the stages into a project and chains them.
pub(super) fn chain(
    project: &mut Project,
    reads: &Reads,
    options: &PipelineOptions,
    levels: u32,
) -> Result<Pipelined, PipelineError> {
    let (module, buses) = (reads.module, Buses::new(reads, options.waits));
    let width = |mismatch| PipelineError::Width { module: module.name.clone(), mismatch };
    let latency = reads.last + 1;
    let b = Builder::new(
        module.name.clone(),
        format!(
            "{}\n{} stages, a result in every clock cycle, {latency} cycles later.",
            module.doc, reads.last
        ),
    )
    .on_behalf_of(module.declared);
    let mut chain =
        Chain { b, reads, buses: &buses, options, lines: HashMap::new(), registers: 0, memory: 0 };
    chain.b.clock();
    chain.inputs(project)?;
    let mut outputs = None;
    for number in 1..=reads.last {
        let built = stage(reads, &buses, options.copies, number).map_err(width)?;
        let mut stage = built.module;
        stage.declare_all(module.declared);
        let handle = project.add_module(stage)?;
        let mut instance = chain.b.instance(&format!("stage_{number}"), &handle);
        for (bus, port) in buses.registers(number).iter().zip(&built.inputs) {
            let wire = chain.arriving(number, bus.family, bus.bits.iter().map(|(_, from)| *from));
            chain.registers += wire.width();
            instance = instance.input(port, &wire);
        }
        let found = instance.outputs();
        for (line, port) in buses.leaving(number).zip(&built.outputs) {
            chain.send(project, line, &found.get(port))?;
        }
        chain.registers += built.copied;
        outputs = Some(found);
    }
    for (signal, _) in reads.outputs() {
        let Some(found) = &outputs else { continue };
        let record = module.signal(signal);
        let register = chain.b.register(&format!("{}_at_end", record.name), record.width);
        register.next(&found.get(&record.name));
        chain.registers += record.width;
        chain.b.output(&record.name, &register).comment(record.comment.as_deref().unwrap_or_default());
    }
    let (registers, memory) = (chain.registers, chain.memory);
    let module = project.add(chain.b)?;
    Ok(Pipelined { module, latency, levels, registers, memory })
}

struct Chain<'a> {
    b: Builder,
    reads: &'a Reads<'a>,
    buses: &'a Buses,
    options: &'a PipelineOptions,
    /// The values that arrive at a stage, by the stage they come from, that stage, and the family.
    lines: HashMap<(u32, u32, usize), Wire>,
    registers: u32,
    memory: u32,
}

impl Chain<'_> {
    /// The input ports, and the lines that leave them.
    fn inputs(&mut self, project: &mut Project) -> Result<(), PipelineError> {
        let module = self.reads.module;
        let mut ports = HashMap::new();
        for signal in module.ports_of(Direction::Input) {
            let record = module.signal(signal);
            let wire = self.b.input(&record.name, record.width);
            ports.insert(record.name.clone(), wire.comment(record.comment.as_deref().unwrap_or_default()));
        }
        for line in self.buses.leaving(0) {
            let mut parts: Vec<Wire> = Vec::new();
            for run in line.bits.chunk_by(|a, b| a.0 == b.0 && a.1 + 1 == b.1) {
                let (id, low) = run[0];
                if let Some(port) =
                    self.reads.name(id).and_then(|signal| ports.get(&module.signal(signal).name))
                {
                    parts.push(port.slice(low, run.len() as u32));
                }
            }
            parts.reverse();
            self.send(project, line, &concat(&parts))?;
        }
        Ok(())
    }

    /// A value that leaves a stage waits until it is read.
    fn send(&mut self, project: &mut Project, line: &Line, wire: &Wire) -> Result<(), PipelineError> {
        let waits = line.to - line.from - 1;
        let name = format!("{}_{}_to_{}", self.buses.name(line.family, line.bits.iter()), line.from, line.to);
        let storage = Storage::of(wire.width(), waits, self.options.waits);
        if waits > 0 {
            let (registers, memory) = storage.bits(wire.width(), waits);
            self.registers += registers;
            self.memory += memory;
        }
        let later = delay(project, wire, waits, &name, self.options.waits)?;
        self.lines.insert((line.from, line.to, line.family), later);
        Ok(())
    }

    /// The bits of a bus of a stage, gathered from the lines that bring them. `from` gives the
    /// stage of each bit.
    fn arriving(&self, to: u32, family: usize, from: impl Iterator<Item = u32>) -> Wire {
        let from: Vec<u32> = from.collect();
        let mut taken: HashMap<u32, u32> = HashMap::new();
        let mut parts: Vec<Wire> = Vec::new();
        for run in from.chunk_by(|a, b| a == b) {
            let (low, width) = (taken.entry(run[0]).or_insert(0), run.len() as u32);
            if let Some(line) = self.lines.get(&(run[0], to, family)) {
                parts.push(line.slice(*low, width));
            }
            *low += width;
        }
        parts.reverse();
        concat(&parts)
    }
}
