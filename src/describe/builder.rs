//! A module under construction.

use std::cell::{Ref, RefCell};
use std::panic::Location;
use std::rc::Rc;

use super::Wire;
use crate::netlist::{
    Assign, Attribute, Direction, Module, NetlistError, NodeId, SignalId, Value, WidthMismatch,
};

/// A module under construction; clones share it.
///
/// The first mistake (a width that does not fit, a signal driven twice) is kept with its place in the Rust source and
/// returned by [`super::Project::add`]; until then building goes on with zeros, so that descriptions need no `?` on
/// every operator.
#[derive(Clone)]
pub struct Builder {
    state: Rc<RefCell<State>>,
}

/// An output port that was just made.
pub struct OutputPort<'b> {
    builder: &'b Builder,
    signal: SignalId,
}

impl OutputPort<'_> {
    /// Says what it is, in the HDL too.
    pub fn comment(self, text: &str) {
        self.builder.edit(|module| module.signal_mut(self.signal).comment = Some(text.into()));
    }
}

struct State {
    module: Module,
    error: Option<NetlistError>,
    /// Registers and forward wires that still wait for a driver, with the place that declared them.
    open: Vec<(SignalId, String)>,
}

/// ` (file:line)` of the caller, as the netlist's errors append it.
pub(super) fn place(location: &Location<'_>) -> String {
    format!(" ({}:{})", location.file(), location.line())
}

impl Builder {
    /// An empty module. The first line of `doc` says what it is.
    pub fn new(name: impl Into<String>, doc: impl Into<String>) -> Self {
        let state = State { module: Module::new(name, doc), error: None, open: Vec::new() };
        Self { state: Rc::new(RefCell::new(state)) }
    }

    /// An input port of `width` bits.
    pub fn input(&self, name: &str, width: u32) -> Wire {
        let signal = self.edit(|module| module.add_port(Direction::Input, name, width));
        self.read(signal)
    }

    /// An output port that shows `value`.
    pub fn output(&self, name: &str, value: &Wire) -> OutputPort<'_> {
        let signal = self.edit(|module| {
            let signal = module.add_port(Direction::Output, name, value.width());
            module.assigns.push(Assign { signal, node: value.node() });
            signal
        });
        OutputPort { builder: self, signal }
    }

    /// The module's clock: the input port `clock`, made at the first call.
    pub fn clock(&self) -> SignalId {
        self.control_port("clock")
    }

    /// The module's synchronous reset, active high: the input port `reset`, made at the first call.
    pub fn reset(&self) -> Wire {
        let signal = self.control_port("reset");
        self.read(signal)
    }

    fn control_port(&self, name: &str) -> SignalId {
        let found = self.inspect().find_port(Direction::Input, name);
        found.unwrap_or_else(|| self.edit(|module| module.add_port(Direction::Input, name, 1)))
    }

    /// A literal of `width` bits.
    pub fn constant(&self, width: u32, value: u64) -> Wire {
        self.value(Value::new(width, value))
    }

    /// A literal.
    pub fn value(&self, value: Value) -> Wire {
        let node = self.edit(|module| module.constant(value));
        self.wire_of(node)
    }

    /// A literal with a name of its own: a local constant in the HDL, or a parameter where modules that differ only in
    /// it are shared.
    pub fn named_constant(&self, name: &str, width: u32, value: u64) -> Wire {
        let node = self.edit(|module| module.named_constant(name, Value::new(width, value)));
        self.wire_of(node)
    }

    /// A 1-bit literal.
    pub fn bit(&self, value: bool) -> Wire {
        self.constant(1, u64::from(value))
    }

    /// A named signal to be driven later with [`Builder::drive`]: for feedback and meshes.
    #[track_caller]
    pub fn forward(&self, name: &str, width: u32) -> Wire {
        let signal = self.edit(|module| module.add_signal(name, width));
        self.state.borrow_mut().open.push((signal, place(Location::caller())));
        self.read(signal)
    }

    /// Drives a signal made with [`Builder::forward`].
    #[track_caller]
    pub fn drive(&self, target: &Wire, value: &Wire) {
        let location = place(Location::caller());
        let Some(signal) = target.signal() else {
            self.fail(NetlistError::Rule {
                module: self.name(),
                thing: "drive".into(),
                problem: "the target is an expression; drive a wire made with `forward`".into(),
                place: location,
            });
            return;
        };
        self.expect_width(&self.signal_name(signal), target.width(), value.width(), &location);
        self.close(signal, &location);
        self.edit(|module| module.assigns.push(Assign { signal, node: value.node() }));
    }

    /// A note for the reader of the HDL beside a named signal.
    pub fn comment(&self, wire: &Wire, text: &str) {
        if let Some(signal) = wire.signal() {
            self.edit(|module| module.signal_mut(signal).comment = Some(text.into()));
        }
    }

    /// A hint to the tools on a named signal.
    pub fn attribute(&self, wire: &Wire, attribute: Attribute) {
        if let Some(signal) = wire.signal() {
            self.edit(|module| module.signal_mut(signal).attributes.push(attribute));
        }
    }

    /// The module's name.
    pub fn name(&self) -> String {
        self.inspect().name.clone()
    }

    pub(super) fn inspect(&self) -> Ref<'_, Module> {
        Ref::map(self.state.borrow(), |state| &state.module)
    }

    pub(super) fn edit<T>(&self, change: impl FnOnce(&mut Module) -> T) -> T {
        change(&mut self.state.borrow_mut().module)
    }

    pub(super) fn read(&self, signal: SignalId) -> Wire {
        let node = self.edit(|module| module.read(signal));
        self.wire_of(node)
    }

    pub(super) fn wire_of(&self, node: NodeId) -> Wire {
        let width = self.inspect().width(node);
        Wire::new(self.clone(), node, width)
    }

    pub(super) fn signal_name(&self, signal: SignalId) -> String {
        self.inspect().signal(signal).name.clone()
    }

    pub(super) fn same_module(&self, other: &Builder) -> bool {
        Rc::ptr_eq(&self.state, &other.state)
    }

    /// Keeps the first error.
    pub(super) fn fail(&self, error: NetlistError) {
        self.state.borrow_mut().error.get_or_insert(error);
    }

    pub(super) fn expect_width(&self, thing: &str, expected: u32, found: u32, location: &str) {
        if expected != found {
            let (module, thing, place) = (self.name(), thing.into(), location.into());
            self.fail(NetlistError::Width { module, thing, expected, found, place });
        }
    }

    /// The node, or after a width error zeros of the expected width.
    pub(super) fn checked(
        &self,
        thing: &str,
        fallback: u32,
        location: &str,
        result: Result<NodeId, WidthMismatch>,
    ) -> Wire {
        match result {
            Ok(node) => self.wire_of(node),
            Err(mismatch) => {
                self.expect_width(thing, mismatch.expected, mismatch.found, location);
                self.constant(fallback, 0)
            }
        }
    }

    /// Declares that a driver is still to come.
    pub(super) fn open(&self, signal: SignalId, location: String) {
        self.state.borrow_mut().open.push((signal, location));
    }

    /// The driver has come; a second one is an error.
    pub(super) fn close(&self, signal: SignalId, location: &str) {
        let mut state = self.state.borrow_mut();
        let before = state.open.len();
        state.open.retain(|(waiting, _)| *waiting != signal);
        let closed = state.open.len() < before;
        drop(state);
        if !closed {
            self.fail(NetlistError::DoublyDriven {
                module: self.name(),
                signal: self.signal_name(signal),
                first: "an earlier driver".into(),
                second: format!("this one{location}"),
            });
        }
    }

    /// The finished module, or the first mistake made in it.
    pub(super) fn into_module(self) -> Result<Module, NetlistError> {
        let state = self.state.borrow();
        if let Some(error) = &state.error {
            return Err(error.clone());
        }
        if let Some((signal, location)) = state.open.first() {
            return Err(NetlistError::Rule {
                module: state.module.name.clone(),
                thing: state.module.signal(*signal).name.clone(),
                problem: "declared here and never driven; give it its next value".into(),
                place: location.clone(),
            });
        }
        Ok(state.module.clone())
    }
}
