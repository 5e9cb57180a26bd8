//! Uses of one module in another.

use std::collections::BTreeMap;
use std::panic::Location;

use super::builder::place;
use super::{Builder, ModuleHandle, Wire};
use crate::netlist::{Direction, Instance, NetlistError, Place};

/// Connections of an instance being described.
pub struct Connections {
    builder: Builder,
    of: ModuleHandle,
    instance: Instance,
    location: String,
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
    /// Uses `of` under the name `name`. A port called `clock` or `reset` that is left alone takes this module's.
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
        };
        Connections {
            builder: self.clone(),
            of: of.clone(),
            instance,
            location: place(Location::caller()),
            renamed: BTreeMap::new(),
            targets: BTreeMap::new(),
            open: Vec::new(),
        }
    }
}

impl Connections {
    fn known(&self, direction: Direction, port: &str, kind: &'static str) -> Option<u32> {
        let width = self.of.width_of(direction, port);
        if width.is_none() {
            self.builder.fail(NetlistError::NoSuchPort {
                module: self.builder.name(),
                instance: self.instance.name.clone(),
                of: self.of.name().into(),
                kind,
                port: port.into(),
                place: self.location.clone(),
                known: self.of.names_of(direction).collect::<Vec<_>>().join(", "),
            });
        }
        width
    }

    /// Connects an input port.
    #[track_caller]
    pub fn input(mut self, port: &str, value: &Wire) -> Self {
        if let Some(width) = self.known(Direction::Input, port, "input port") {
            let thing = format!("{}.{port}", self.instance.name);
            self.builder.expect_width(&thing, width, value.width(), &place(Location::caller()));
            self.instance.inputs.push((port.into(), value.node()));
        }
        self
    }

    /// Connects several input ports.
    #[track_caller]
    pub fn inputs<'a>(self, values: impl IntoIterator<Item = (&'a str, Wire)>) -> Self {
        values.into_iter().fold(self, |connections, (port, value)| connections.input(port, &value))
    }

    /// Names the signal an output port drives; without it the name is `<instance>_<port>`.
    pub fn output(mut self, port: &str, signal: &str) -> Self {
        if self.known(Direction::Output, port, "output port").is_some() {
            self.renamed.insert(port.into(), signal.into());
        }
        self
    }

    /// Lets an output port drive a wire made with [`Builder::forward`].
    #[track_caller]
    pub fn drives(mut self, port: &str, target: &Wire) -> Self {
        if let Some(width) = self.known(Direction::Output, port, "output port") {
            let location = place(Location::caller());
            self.builder.expect_width(
                &format!("{}.{port}", self.instance.name),
                target.width(),
                width,
                &location,
            );
            if let Some(signal) = target.signal() {
                self.builder.close(signal, &location);
                self.targets.insert(port.into(), target.clone());
            }
        }
        self
    }

    /// Leaves an output port open.
    pub fn leave_open(mut self, port: &str) -> Self {
        if self.known(Direction::Output, port, "output port").is_some() {
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

    /// Makes the instance; its outputs can then be read.
    pub fn outputs(mut self) -> Outputs {
        for (port, node) in [("clock", None), ("reset", Some(()))] {
            let missing = self.of.width_of(Direction::Input, port).is_some()
                && !self.instance.inputs.iter().any(|(name, _)| name == port);
            if missing {
                let wire = match node {
                    None => self.builder.read(self.builder.clock()),
                    Some(()) => self.builder.reset(),
                };
                self.instance.inputs.push((port.into(), wire.node()));
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
                    let signal = self.builder.edit(|module| module.add_signal(signal_name, width));
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
        self.wires.get(port).cloned().unwrap_or_else(|| {
            self.builder.fail(NetlistError::NoSuchPort {
                module: self.builder.name(),
                instance: self.instance.clone(),
                of: "the instance".into(),
                kind: "connected output port",
                port: port.into(),
                place: place(Location::caller()),
                known: self.wires.keys().cloned().collect::<Vec<_>>().join(", "),
            });
            self.builder.bit(false)
        })
    }
}
