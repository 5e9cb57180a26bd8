//! A module under construction.

use std::cell::{Ref, RefCell};
use std::collections::HashSet;
use std::rc::Rc;

use super::Wire;
use crate::netlist::{
    Assign, Attribute, Declared, Direction, MAX_WIDTH, Module, NetlistError, NetlistErrors, NodeId, SignalId,
    Value, WidthMismatch,
};

/// A module under construction; clones share it.
///
/// Mistakes (a width that does not fit, a signal driven twice) are kept with their places in the
/// Rust source. [`super::Project::add`] returns all of them. Until then, building goes on with
/// zeros, so descriptions need no `?` on every operator.
///
/// ```
/// use movewright::describe::{Builder, Project};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let b = Builder::new("majority", "Whether at least two of three bits are set.");
/// let [x, y, z] = ["x", "y", "z"].map(|name| b.input(name, 1));
/// b.output("most", &((&x & &y) | (&x & &z) | (&y & &z))).comment("two or three of them");
/// let mut project = Project::new("majority");
/// project.add(b)?;
/// let design = project.finish()?;
/// # assert_eq!(design.modules().len(), 1);
/// # Ok(())
/// # }
/// ```
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
    /// Adds a description, also in the HDL.
    pub fn comment(self, text: &str) {
        self.builder.edit(|module| module.signal_mut(self.signal).comment = Some(text.into()));
    }
}

struct State {
    module: Module,
    errors: Vec<NetlistError>,
    /// Registers and forward wires that still wait for a driver.
    open: Vec<SignalId>,
    /// The place that everything in it is put down to, where it is described for somebody else.
    behalf: Option<Declared>,
}

impl Builder {
    /// An empty module. The first line of `doc` describes it.
    #[track_caller]
    pub fn new(name: impl Into<String>, doc: impl Into<String>) -> Self {
        let mut module = Module::new(name, doc);
        module.declared = Declared::here();
        let state = State { module, errors: Vec::new(), open: Vec::new(), behalf: None };
        Self { state: Rc::new(RefCell::new(state)) }
    }

    /// Attributes everything in it to this place: that of the caller for whom this module is
    /// described.
    pub(super) fn on_behalf_of(self, place: Declared) -> Self {
        self.edit(|module| module.declared = place);
        self.state.borrow_mut().behalf = Some(place);
        self
    }

    /// The place that something here is put down to.
    pub(super) fn place(&self, caller: Declared) -> Declared {
        self.state.borrow().behalf.unwrap_or(caller)
    }

    /// An input port of `width` bits.
    #[track_caller]
    pub fn input(&self, name: &str, width: u32) -> Wire {
        self.input_at(name, width, Declared::here())
    }

    pub(super) fn input_at(&self, name: &str, width: u32, place: Declared) -> Wire {
        let signal = self.add_port(Direction::Input, name, width, place);
        self.read(signal)
    }

    /// An output port that shows `value`.
    #[track_caller]
    pub fn output(&self, name: &str, value: &Wire) -> OutputPort<'_> {
        let place = Declared::here();
        let node = self.own(name, value, place);
        let signal = self.add_port(Direction::Output, name, value.width(), place);
        self.edit(|module| module.assigns.push(Assign { signal, node }));
        OutputPort { builder: self, signal }
    }

    /// The module's clock: the input port `clock`, made at the first call.
    #[track_caller]
    pub fn clock(&self) -> SignalId {
        self.control_port("clock", Declared::here())
    }

    /// The module's synchronous reset, active high: the input port `reset`, made at the first call.
    #[track_caller]
    pub fn reset(&self) -> Wire {
        let signal = self.control_port("reset", Declared::here());
        self.read(signal)
    }

    pub(super) fn control_port(&self, name: &str, place: Declared) -> SignalId {
        let found = self.inspect().find_port(Direction::Input, name);
        found.unwrap_or_else(|| self.add_port(Direction::Input, name, 1, place))
    }

    fn add_port(&self, direction: Direction, name: &str, width: u32, place: Declared) -> SignalId {
        let (width, declared) = (self.sized(name, width, place), self.place(place));
        self.edit(|module| {
            let signal = module.add_port(direction, name, width);
            module.signal_mut(signal).declared = declared;
            signal
        })
    }

    /// A new signal that something is to drive.
    pub(super) fn add_signal(&self, name: &str, width: u32, place: Declared) -> SignalId {
        let (width, declared) = (self.sized(name, width, place), self.place(place));
        self.edit(|module| {
            let signal = module.add_signal(name, width);
            module.signal_mut(signal).declared = declared;
            signal
        })
    }

    /// A literal of `width` bits. A value that they do not hold is a mistake.
    #[track_caller]
    pub fn constant(&self, width: u32, value: u64) -> Wire {
        self.constant_at("constant", width, value, Declared::here())
    }

    pub(super) fn constant_at(&self, thing: &str, width: u32, value: u64, place: Declared) -> Wire {
        self.value(self.literal(thing, width, value, place))
    }

    /// A number in this many bits, which have to hold it.
    pub(super) fn literal(&self, thing: &str, width: u32, value: u64, place: Declared) -> Value {
        let width = self.sized(thing, width, place);
        if width < u64::BITS && value >> width != 0 {
            let problem = format!(
                "{value} does not fit {width} bit{}; give it more, or mask the value",
                if width == 1 { "" } else { "s" }
            );
            self.rule(thing, problem, place);
        }
        Value::new(width, value)
    }

    /// A width that a signal may have.
    fn sized(&self, thing: &str, width: u32, place: Declared) -> u32 {
        if !(1..=MAX_WIDTH).contains(&width) {
            self.rule(thing, format!("{width} bits; a signal has 1 to {MAX_WIDTH}"), place);
        }
        width.clamp(1, MAX_WIDTH)
    }

    /// A literal.
    pub fn value(&self, value: Value) -> Wire {
        let node = self.edit(|module| module.constant(value));
        self.wire_of(node)
    }

    /// A literal with a name of its own: a local constant in the HDL, or a parameter if modules
    /// that differ only in it are shared.
    #[track_caller]
    pub fn named_constant(&self, name: &str, width: u32, value: u64) -> Wire {
        let value = self.literal(name, width, value, Declared::here());
        let node = self.edit(|module| module.named_constant(name, value));
        self.wire_of(node)
    }

    /// A 1-bit literal.
    pub fn bit(&self, value: bool) -> Wire {
        self.constant(1, u64::from(value))
    }

    /// A named signal to be driven later with [`Builder::drive`]: for feedback and meshes.
    #[track_caller]
    pub fn forward(&self, name: &str, width: u32) -> Wire {
        let signal = self.add_signal(name, width, Declared::here());
        self.open(signal);
        self.read(signal)
    }

    /// Drives a signal made with [`Builder::forward`].
    #[track_caller]
    pub fn drive(&self, target: &Wire, value: &Wire) {
        let place = Declared::here();
        let Some(signal) = self.target("drive", target, place) else { return };
        let name = self.signal_name(signal);
        let node = self.own(&name, value, place);
        self.expect_width(&name, target.width(), value.width(), place);
        self.close(signal, place);
        self.edit(|module| module.assigns.push(Assign { signal, node }));
    }

    /// The signal of this module to drive, or a mistake.
    pub(super) fn target(&self, thing: &str, target: &Wire, place: Declared) -> Option<SignalId> {
        self.own(thing, target, place);
        let signal = target.signal().filter(|_| self.same_module(target.builder()));
        if signal.is_none() && self.same_module(target.builder()) {
            self.rule(thing, "the target is an expression; drive a wire made with `forward`", place);
        }
        signal
    }

    /// A note for the reader of the HDL beside a named signal.
    pub fn comment(&self, wire: &Wire, text: &str) {
        if let Some(signal) = wire.signal() {
            self.edit(|module| module.signal_mut(signal).comment = Some(text.into()));
        }
    }

    /// A hint to the tools on a named signal. An expression has no net for a hint.
    #[track_caller]
    pub fn attribute(&self, wire: &Wire, attribute: Attribute) {
        match wire.signal() {
            Some(signal) => self.edit(|module| module.signal_mut(signal).attributes.push(attribute)),
            None => {
                let problem =
                    "an expression has no net to put it on; give the value a name first, with `named`";
                self.rule("attribute", problem, Declared::here());
            }
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

    /// Keeps a mistake.
    pub(super) fn fail(&self, error: NetlistError) {
        self.state.borrow_mut().errors.push(error);
    }

    /// Keeps a mistake that breaks a rule without a kind of its own.
    pub(super) fn rule(&self, thing: &str, problem: impl Into<String>, place: Declared) {
        self.fail(NetlistError::Rule {
            module: self.name(),
            thing: thing.into(),
            problem: problem.into(),
            place: self.place(place).to_string(),
        });
    }

    /// The expression of a value that belongs here; for any other value, zeros and a mistake.
    pub(super) fn own(&self, thing: &str, value: &Wire, place: Declared) -> NodeId {
        if self.same_module(value.builder()) {
            return value.node();
        }
        let other = value.builder().name();
        let problem = format!("an operand belongs to the module `{other}`; pass it in through a port");
        self.rule(thing, problem, place);
        self.edit(|module| module.constant(Value::zero(value.width())))
    }

    pub(super) fn expect_width(&self, thing: &str, expected: u32, found: u32, place: Declared) {
        if expected != found {
            let (module, thing, place) = (self.name(), thing.into(), self.place(place).to_string());
            self.fail(NetlistError::Width { module, thing, expected, found, place });
        }
    }

    /// The node, or after a width error zeros of the expected width.
    pub(super) fn checked(
        &self,
        thing: &str,
        fallback: u32,
        place: Declared,
        result: Result<NodeId, WidthMismatch>,
    ) -> Wire {
        match result {
            Ok(node) => self.wire_of(node),
            Err(mismatch) => {
                self.expect_width(thing, mismatch.expected, mismatch.found, place);
                self.value(Value::zero(fallback))
            }
        }
    }

    /// Declares that a driver is still to come.
    pub(super) fn open(&self, signal: SignalId) {
        self.state.borrow_mut().open.push(signal);
    }

    /// Marks a signal as driven; a second driver is an error.
    pub(super) fn close(&self, signal: SignalId, place: Declared) {
        let mut state = self.state.borrow_mut();
        let before = state.open.len();
        state.open.retain(|waiting| *waiting != signal);
        let closed = state.open.len() < before;
        drop(state);
        if !closed {
            let declared = self.inspect().signal(signal).declared;
            self.fail(NetlistError::DoublyDriven {
                module: self.name(),
                signal: self.signal_name(signal),
                first: "an earlier driver".into(),
                second: format!("this one{}", self.place(place)),
                place: declared.to_string(),
            });
        }
    }

    /// The finished module, or all mistakes made in it, each once, even if it was made several
    /// times at one place.
    pub(super) fn into_module(self) -> Result<Module, NetlistError> {
        let state = self.state.borrow();
        let module = &state.module;
        let undriven = state.open.iter().map(|&signal| NetlistError::Rule {
            module: module.name.clone(),
            thing: module.signal(signal).name.clone(),
            problem: "declared here and never driven; give it its next value".into(),
            place: module.signal(signal).declared.to_string(),
        });
        let mut told = HashSet::new();
        let mistakes = state.errors.iter().cloned().chain(undriven);
        let mut mistakes: Vec<NetlistError> =
            mistakes.filter(|error| told.insert(error.to_string())).collect();
        match mistakes.len() {
            0 => Ok(module.clone()),
            1 => Err(mistakes.remove(0)),
            _ => Err(NetlistError::Several(NetlistErrors(mistakes))),
        }
    }
}
