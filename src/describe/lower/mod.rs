//! From a rust-hdl block to a module of the netlist.
//!
//! A block's kernel (its `update` under `#[hdl_gen]`) is executed symbolically. For each signal it
//! assigns, the branches become multiplexers in the order of the source. The arms of a `match`
//! become choices that exclude each other. Widths come from the signals. The meaning is Rust's, as
//! in rust-hdl's own simulation: a number takes the width of the other operand, sums wrap at that
//! width, and precedence is that of the Rust source.
//!
//! | rust-hdl | netlist |
//! |---|---|
//! | `In`, `Out` signals | ports of the same name; `rays[3]` is `rays_3`, `bus.data` is `bus_data` |
//! | `Local` signals that are read | named nets |
//! | `DFF`, `DFFWithInit` | registers, with outputs named after the field |
//! | `Constant` fields, enum variants | named constants: `LIMIT`, `STATE_IDLE` |
//! | `for` | unrolled |
//!
//! A kernel does not record two things, which rust-hdl drops silently: guards of match arms, and
//! `.index()` inside arithmetic outside an index. They are refused where the kernel shows traces of
//! them. For the rest, test each block against its rust-hdl simulation.

mod cell;
mod choice;
mod comments;
mod error;
mod expression;
mod kernel;
mod number;
#[cfg(test)]
pub(crate) mod observe;
mod operand;
mod path;
mod spoken;
mod statement;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use rust_hdl::core::ast::{Verilog, VerilogStatement};
use rust_hdl::prelude::Block;

use cell::{Cell, Item, Role, spoken};
pub use comments::lower_commented;
pub use error::{LowerError, LowerProblem};
use kernel::Kernel;

use crate::netlist::{Assign, Declared, Module, Node, NodeId, Register, SignalId};

/// The module called `name` that behaves as the block's `update` does. `doc` becomes its header
/// comment.
///
/// The block is taken as it was built: the initial values of its flip-flops are their present
/// values, so lower it before simulating it.
///
/// ```
/// use movewright::describe::lower;
/// use movewright::rust_hdl::prelude::*;
/// use movewright::rust_hdl::prelude::{Bits, In, Logic, LogicBlock, Out, Signal, hdl_gen};
///
/// #[derive(LogicBlock, Default)]
/// struct Next {
///     pub number: Signal<In, Bits<4>>,
///     pub next: Signal<Out, Bits<4>>,
/// }
///
/// impl Logic for Next {
///     #[hdl_gen]
///     fn update(&mut self) {
///         self.next.next = self.number.val() + 1;
///     }
/// }
///
/// let module = lower(&Next::default(), "next", "The next number.").unwrap();
/// assert_eq!(module.ports.len(), 2);
/// ```
///
/// # Errors
/// Everything for which the netlist has no counterpart: sub-blocks other than flip-flops, latches,
/// names of Rust constants, gated clocks and so on. Each error names the block, the statement and
/// the code to write instead.
#[track_caller]
pub fn lower<B: Block>(block: &B, name: &str, doc: &str) -> Result<Module, LowerError> {
    lower_cell(block, name, doc, Declared::here()).map(|(_, module)| module)
}

/// A block's parts, and its module.
fn lower_cell(
    block: &dyn Block,
    name: &str,
    doc: &str,
    called: Declared,
) -> Result<(Cell, Module), LowerError> {
    let fail =
        |place, problem| LowerError { block: name.to_owned(), place, called, problem: Box::new(problem) };
    let cell = Cell::of(block).map_err(|problem| fail(None, problem))?;
    check_names(&cell).map_err(|problem| fail(None, problem))?;
    let statements = match block.hdl() {
        Verilog::Combinatorial(statements) => Ok(statements),
        Verilog::Empty => Err("empty"),
        Verilog::Custom(_) => Err("Verilog text"),
        Verilog::Blackbox(_) => Err("a black box"),
        Verilog::Wrapper(_) => Err("a wrapper around Verilog text"),
    }
    .map_err(|found| fail(None, LowerProblem::NoKernel { found }))?;
    let module = Module::new(name, doc);
    let first = execute(&cell, module.clone(), None, &statements).map_err(|(place, p)| fail(place, p))?;
    let last = Some(first.into_last());
    let second = execute(&cell, module, last, &statements).map_err(|(place, p)| fail(place, p))?;
    let mut module = connect(&cell, second).map_err(|problem| fail(None, problem))?;
    module.declare_all(called);
    Ok((cell, module))
}

type Placed = (Option<String>, LowerProblem);

/// Ports and registers declared, then every statement run.
fn execute<'a>(
    cell: &'a Cell,
    module: Module,
    last: Option<BTreeMap<String, usize>>,
    statements: &[VerilogStatement],
) -> Result<Kernel<'a>, Placed> {
    let mut kernel = Kernel::new(cell, module, last);
    for role in [Role::Input, Role::Output, Role::State] {
        for item in cell.items.iter().filter(|item| item.role == role) {
            kernel.net(item);
        }
    }
    match kernel.run(statements) {
        Ok(()) => Ok(kernel),
        Err(problem) => Err((kernel.place, problem)),
    }
}

/// The assignments of the kernel, as drivers of the module's nets.
fn connect(cell: &Cell, mut kernel: Kernel) -> Result<Module, LowerProblem> {
    for item in &cell.items {
        if let Role::Output | Role::Local = item.role {
            let node = assigned(&kernel, &item.path)?;
            if let Some(&signal) = kernel.nets().get(&item.path) {
                kernel.module.assigns.push(Assign { signal, node });
            }
        }
    }
    for flip_flop in &cell.flip_flops {
        let field = |name: &str| format!("{}${name}", flip_flop.path);
        let next = assigned(&kernel, &field("d"))?;
        let clock = clock_net(&kernel.module, assigned(&kernel, &field("clock"))?)
            .ok_or_else(|| LowerProblem::GatedClock { signal: spoken(&field("clock")) })?;
        let Some(output) = cell.find(&field("q")).map(|item| kernel.net(item)) else { continue };
        let initial = flip_flop.initial.clone();
        kernel.module.registers.push(Register { output, clock, next, enable: None, reset: None, initial });
    }
    Ok(kernel.module)
}

fn clock_net(module: &Module, node: NodeId) -> Option<SignalId> {
    match module.node(node) {
        Node::Signal(signal) => Some(*signal),
        _ => None,
    }
}

/// The value of a signal at the end of the update, which must be assigned on every path.
fn assigned(kernel: &Kernel, path: &str) -> Result<NodeId, LowerProblem> {
    match kernel.assignments.get(path) {
        None => Err(LowerProblem::NeverAssigned { signal: spoken(path) }),
        Some(assigned) if assigned.complete() => Ok(assigned.value),
        Some(_) => Err(LowerProblem::Latch { signal: spoken(path) }),
    }
}

/// Each field must have a unique name in the netlist, regardless of the case of its letters,
/// because VHDL ignores case.
fn check_names(cell: &Cell) -> Result<(), LowerProblem> {
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    let is_net = |item: &&Item| !matches!(item.role, Role::Next | Role::Clock);
    let fields =
        cell.items.iter().filter(is_net).map(|item| (kernel::net_name(&item.path, item.role), &item.path));
    for (name, path) in fields {
        let first = names.insert(name.to_lowercase(), spoken(path));
        if let Some(first) = first {
            return Err(LowerProblem::Clash { first, second: spoken(path), name });
        }
    }
    for (name, variants) in &cell.enums {
        for variant in variants {
            let Some((constant, _)) = cell.variant(&format!("{name}${variant}")) else { continue };
            let second = format!("{name}::{variant}");
            if let Some(first) = names.insert(constant.to_lowercase(), second.clone()) {
                return Err(LowerProblem::Clash { first, second, name: constant });
            }
        }
    }
    Ok(())
}
