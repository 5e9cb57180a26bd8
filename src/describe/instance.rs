//! Uses of one module in another.

use std::collections::BTreeMap;

use super::{Builder, ModuleHandle, Wire};
use crate::netlist::{Declared, Direction, Instance, NetlistError, Place, nearest};

/// Connections of an instance being described.
#[must_use = "there is no instance until `outputs` makes it"]
pub struct Connections {
    builder: Builder,
    of: ModuleHandle,
    instance: Instance,
    renamed: BTreeMap<String, String>,
    targets: BTreeMap<String, Wire>,
    open: Vec<String>,
}

/// The output ports of an instance, by name.
pub struct Outputs {
    builder: Builder,
    instance: String,
    wires: BTreeMap<String, Wire>,
}

impl Builder {
    /// Uses `of` under the name `name`. An unconnected port called `clock` or `reset` takes this
    /// module's.
    #[track_caller]
    pub fn instance(&self, name: &str, of: &ModuleHandle) -> Connections {
        let instance = Instance {
            name: name.into(),
            module: of.id(),
            parameters: Vec::new(),
            inputs: Vec::new(),
            outputs: Vec::new(),
            comment: None,
            place: None,
            declared: self.place(Declared::here()),
        };
        Connections {
            builder: self.clone(),
            of: of.clone(),
            instance,
            renamed: BTreeMap::new(),
            targets: BTreeMap::new(),
            open: Vec::new(),
        }
    }
}

impl Connections {
    /// The width of a port of this direction; a mistake if there is none.
    fn known(&self, direction: Direction, port: &str, place: Declared) -> Option<u32> {
        let width = self.of.width_of(direction, port);
        if width.is_none() {
            let kind = match direction {
                Direction::Input => "input port",
                Direction::Output => "output port",
            };
            self.builder.fail(NetlistError::NoSuchPort {
                module: self.builder.name(),
                instance: self.instance.name.clone(),
                of: self.of.name().into(),
                kind,
                port: port.into(),
                place: self.builder.place(place).to_string(),
                known: nearest(port, self.of.names_of(direction)),
            });
        }
        width
    }

    /// Connects an input port.
    #[track_caller]
    pub fn input(mut self, port: &str, value: &Wire) -> Self {
        let place = Declared::here();
        if let Some(width) = self.known(Direction::Input, port, place) {
            let thing = format!("{}.{port}", self.instance.name);
            self.builder.expect_width(&thing, width, value.width(), place);
            if self.instance.inputs.iter().any(|(known, _)| known == port) {
                self.builder.rule(&thing, "connected a second time; connect it once", place);
            } else {
                self.instance.inputs.push((port.into(), self.builder.own(&thing, value, place)));
            }
        }
        self
    }

    /// Connects several input ports.
    #[track_caller]
    pub fn inputs<S: AsRef<str>>(mut self, values: impl IntoIterator<Item = (S, Wire)>) -> Self {
        for (port, value) in values {
            self = self.input(port.as_ref(), &value);
        }
        self
    }

    /// Names the signal that an output port drives. Without it, the name is `<instance>_<port>`.
    #[track_caller]
    pub fn output(mut self, port: &str, signal: &str) -> Self {
        if self.known(Direction::Output, port, Declared::here()).is_some() {
            self.renamed.insert(port.into(), signal.into());
        }
        self
    }

    /// Lets an output port drive a wire made with [`Builder::forward`].
    #[track_caller]
    pub fn drives(mut self, port: &str, target: &Wire) -> Self {
        let place = Declared::here();
        if let Some(width) = self.known(Direction::Output, port, place) {
            let thing = format!("{}.{port}", self.instance.name);
            self.builder.expect_width(&thing, target.width(), width, place);
            if let Some(signal) = self.builder.target(&thing, target, place) {
                self.builder.close(signal, place);
                self.targets.insert(port.into(), target.clone());
            }
        }
        self
    }

    /// Leaves an output port open.
    #[track_caller]
    pub fn leave_open(mut self, port: &str) -> Self {
        if self.known(Direction::Output, port, Declared::here()).is_some() {
            self.open.push(port.into());
        }
        self
    }

    /// Says where on a device the instance stands, in the design's own geometry.
    pub fn placed(mut self, place: Place) -> Self {
        self.instance.place = Some(place);
        self
    }

    /// Adds a note for the reader of the HDL.
    pub fn comment(mut self, text: &str) -> Self {
        self.instance.comment = Some(text.into());
        self
    }

    /// Makes the instance. Then its outputs can be read.
    pub fn outputs(mut self) -> Outputs {
        let declared = self.instance.declared;
        for port in ["clock", "reset"] {
            let missing = self.of.width_of(Direction::Input, port).is_some()
                && !self.instance.inputs.iter().any(|(name, _)| name == port);
            if missing {
                let signal = self.builder.control_port(port, declared);
                self.instance.inputs.push((port.into(), self.builder.read(signal).node()));
            }
        }
        let names: Vec<String> = self.of.names_of(Direction::Output).map(str::to_owned).collect();
        let mut wires = BTreeMap::new();
        for port in names {
            if self.open.contains(&port) {
                continue;
            }
            let width = self.of.width_of(Direction::Output, &port).unwrap_or(1);
            let wire = match self.targets.get(&port) {
                Some(target) => target.clone(),
                None => {
                    let signal_name = self
                        .renamed
                        .get(&port)
                        .cloned()
                        .unwrap_or_else(|| format!("{}_{port}", self.instance.name));
                    let signal = self.builder.add_signal(&signal_name, width, declared);
                    self.builder.read(signal)
                }
            };
            if let Some(signal) = wire.signal() {
                self.instance.outputs.push((port.clone(), signal));
            }
            wires.insert(port, wire);
        }
        let outputs = Outputs { builder: self.builder.clone(), instance: self.instance.name.clone(), wires };
        self.builder.edit(|module| module.instances.push(self.instance));
        outputs
    }
}

impl Outputs {
    /// The wire an output port drives.
    #[track_caller]
    pub fn get(&self, port: &str) -> Wire {
        self.get_at(port, Declared::here())
    }

    pub(super) fn get_at(&self, port: &str, place: Declared) -> Wire {
        self.wires.get(port).cloned().unwrap_or_else(|| {
            self.builder.fail(NetlistError::NoSuchPort {
                module: self.builder.name(),
                instance: self.instance.clone(),
                of: self.instance.clone(),
                kind: "connected output port",
                port: port.into(),
                place: self.builder.place(place).to_string(),
                known: nearest(port, self.wires.keys().map(String::as_str)),
            });
            self.builder.bit(false)
        })
    }
}
