//! Bundles: structs of wires that are muxed, registered and connected as one thing.

use super::docs::comment;
use super::wire::mux_at;
use super::{Builder, Wire, concat};
use crate::netlist::Declared;

/// A struct of wires, declared with [`crate::bundle!`]. Its field names are the names in the HDL
/// and in traces.
pub trait Bundle: Sized {
    /// Field names and widths in bits, in order.
    const FIELDS: &'static [(&'static str, u32)];

    /// The documentation of each field, in the order of [`Bundle::FIELDS`].
    const DOCS: &'static [&'static str];

    /// The wires, in the order of [`Bundle::FIELDS`].
    fn wires(&self) -> Vec<&Wire>;

    /// From one wire a field, in the order of [`Bundle::FIELDS`].
    fn from_wires(wires: impl FnMut(&'static str, u32) -> Wire) -> Self;

    /// The width of all fields together, in bits.
    fn width() -> u32 {
        Self::FIELDS.iter().map(|(_, width)| width).sum()
    }

    /// All fields side by side, the first in the lowest bits.
    #[track_caller]
    fn packed(&self) -> Wire {
        let parts: Vec<Wire> = self.wires().into_iter().rev().cloned().collect();
        concat(&parts)
    }

    /// The fields of a word made by [`Bundle::packed`].
    #[track_caller]
    fn unpacked(word: &Wire) -> Self {
        let (mut low, place) = (0, Declared::here());
        Self::from_wires(|_, width| {
            low += width;
            word.slice_at(low - width, width, place)
        })
    }

    /// Input ports, one for each field, with names that begin with `prefix`. The documentation of
    /// the fields becomes their comments.
    #[track_caller]
    fn input(builder: &Builder, prefix: &str) -> Self {
        let (mut docs, place) = (Self::DOCS.iter(), Declared::here());
        Self::from_wires(|name, width| {
            let port = builder.input_at(&format!("{prefix}{name}"), width, place);
            docs.next().map_or(port.clone(), |doc| port.comment(&comment(doc)))
        })
    }

    /// Output ports, one a field, each name behind `prefix`, with such comments too.
    #[track_caller]
    fn output(&self, builder: &Builder, prefix: &str) {
        for (((name, _), doc), wire) in Self::FIELDS.iter().zip(Self::DOCS).zip(self.wires()) {
            builder.output(&format!("{prefix}{name}"), wire).comment(&comment(doc));
        }
    }

    /// Fields from the output ports of an instance, each name behind `prefix`.
    #[track_caller]
    fn from_outputs(outputs: &super::Outputs, prefix: &str) -> Self {
        let place = Declared::here();
        Self::from_wires(|name, _| outputs.get_at(&format!("{prefix}{name}"), place))
    }

    /// Connections for the input ports of an instance, each name behind `prefix`.
    fn connections(&self, prefix: &str) -> Vec<(String, Wire)> {
        Self::FIELDS
            .iter()
            .zip(self.wires())
            .map(|((name, _), wire)| (format!("{prefix}{name}"), wire.clone()))
            .collect()
    }

    /// Each field through a function of its name and wire.
    fn map(&self, change: impl FnMut(&'static str, &Wire) -> Wire) -> Self;

    /// Field by field with another bundle of the same kind.
    fn zip(&self, other: &Self, join: impl FnMut(&Wire, &Wire) -> Wire) -> Self;

    /// `then` where the 1-bit `select` is set, else `otherwise`, field by field.
    #[track_caller]
    fn select(select: &Wire, then: &Self, otherwise: &Self) -> Self {
        let place = Declared::here();
        then.zip(otherwise, |a, b| mux_at(select, a, b, place))
    }

    /// Each field given the name `prefix` + field name.
    #[track_caller]
    fn named(&self, prefix: &str) -> Self {
        let place = Declared::here();
        self.map(|name, wire| wire.named_at(&format!("{prefix}{name}"), place))
    }

    /// A register for each field, which takes this value at edges at which the 1-bit `enable` is
    /// set. Returns its outputs.
    #[track_caller]
    fn registered(&self, builder: &Builder, prefix: &str, enable: &Wire) -> Self {
        let place = Declared::here();
        self.map(|name, wire| {
            let register = builder.register_at(&format!("{prefix}{name}"), wire.width(), place);
            register.finish(wire, Some(enable), place);
            register.output()
        })
    }
}

/// Declares a [`Bundle`]: a struct of wires with their widths in bits. The documentation of a field
/// becomes the comment of its port.
///
/// ```
/// use movewright::bundle;
/// use movewright::describe::{Builder, Bundle, Project};
///
/// bundle! {
///     /// A candidate for a move.
///     pub struct Candidate {
///         /// How good it is.
///         worth: 3,
///         /// Where it goes.
///         square: 6,
///     }
/// }
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let b = Builder::new("kept", "The candidate of the cycle before.");
/// b.clock();
/// let candidate = Candidate::from_wires(|name, width| b.input(name, width));
/// candidate.registered(&b, "held_", &b.bit(true)).output(&b, "last_");
/// let mut project = Project::new("kept");
/// project.add(b)?;
/// # project.finish()?;
/// # Ok(())
/// # }
/// ```
#[macro_export]
macro_rules! bundle {
    ($(#[$meta:meta])* $vis:vis struct $name:ident { $($(#[doc = $doc:literal])+ $field:ident : $width:expr),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone)]
        $vis struct $name { $($(#[doc = $doc])+ pub $field: $crate::describe::Wire),+ }

        impl $crate::describe::Bundle for $name {
            const FIELDS: &'static [(&'static str, u32)] = &[$((stringify!($field), $width)),+];
            const DOCS: &'static [&'static str] = &[$(concat!($($doc),+)),+];
            fn wires(&self) -> Vec<&$crate::describe::Wire> {
                vec![$(&self.$field),+]
            }
            fn from_wires(mut wires: impl FnMut(&'static str, u32) -> $crate::describe::Wire) -> Self {
                Self { $($field: wires(stringify!($field), $width)),+ }
            }
            fn map(&self, mut change: impl FnMut(&'static str, &$crate::describe::Wire) -> $crate::describe::Wire) -> Self {
                Self { $($field: change(stringify!($field), &self.$field)),+ }
            }
            fn zip(&self, other: &Self, mut join: impl FnMut(&$crate::describe::Wire, &$crate::describe::Wire) -> $crate::describe::Wire) -> Self {
                Self { $($field: join(&self.$field, &other.$field)),+ }
            }
        }
    };
}
