//! The docs of a block's fields, as comments of the module's ports.

use std::collections::BTreeMap;

use rust_hdl::prelude::Block;

use super::cell::Role;
use super::kernel::net_name;
use super::{LowerError, lower_cell};
use crate::describe::docs::comment;
use crate::netlist::{Declared, Module};

/// The same as [`lower`](super::lower) for a block's default. It also puts the first sentence of
/// the docs of each field beside the ports of that field. `source` is the file in which the block's
/// struct is declared, from `include_str!`.
///
/// # Errors
/// See [`lower`](super::lower).
#[track_caller]
pub fn lower_commented<B: Block + Default>(
    name: &str,
    doc: &str,
    source: &str,
) -> Result<Module, LowerError> {
    let (cell, mut module) = lower_cell(&B::default(), name, doc, Declared::here())?;
    let comments = field_comments(source, struct_name::<B>());
    for item in cell.items.iter().filter(|item| matches!(item.role, Role::Input | Role::Output)) {
        let field = item.path.split('$').next().unwrap_or_default();
        if let Some(port) = module.find_signal(&net_name(&item.path, item.role)) {
            module.signal_mut(port).comment = comments.get(field).cloned();
        }
    }
    Ok(module)
}

/// The name of a type, without its path and parameters.
fn struct_name<B>() -> &'static str {
    let path = std::any::type_name::<B>();
    let path = path.split('<').next().unwrap_or(path);
    path.rsplit("::").next().unwrap_or(path)
}

/// The comments of the fields of a struct in a Rust source as `cargo fmt` leaves it.
fn field_comments(source: &str, name: &str) -> BTreeMap<String, String> {
    let begins = [format!("pub struct {name} {{"), format!("pub struct {name}<")];
    let lines = source.lines().skip_while(|line| !begins.iter().any(|begin| line.starts_with(begin)));
    let mut comments = BTreeMap::new();
    let mut doc = String::new();
    for line in lines.skip(1).take_while(|line| *line != "}").map(str::trim) {
        if let Some(text) = line.strip_prefix("///") {
            doc += text;
            continue;
        }
        let field = line.strip_prefix("pub ").unwrap_or(line).split_once(": ").map(|(field, _)| field);
        match field {
            // What a clock is needs no words.
            Some(field) if !doc.is_empty() && field != "clock" => {
                comments.insert(field.to_string(), comment(&doc));
            }
            _ => {}
        }
        doc.clear();
    }
    comments
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "\
pub struct Other {
    /// Not this.
    pub ray: Signal<In, Bit>,
}
#[derive(LogicBlock)]
pub struct Cell {
    /// Rays from
    /// the four `sides`, see [`Side`]. Not more.
    pub ray: [Signal<In, Bit>; 4],
    pub silent: Signal<In, Bit>,
    /// MVV/LVA is on.
    order: DFF<Bit>,
}
";

    #[test]
    fn the_first_sentence_of_a_field_is_its_comment() {
        let comments = field_comments(SOURCE, "Cell");
        let expected = [("order", "MVV/LVA is on"), ("ray", "rays from the four sides, see Side")];
        assert_eq!(comments, expected.map(|(field, text)| (field.into(), text.into())).into());
        assert!(field_comments(SOURCE, "Cel").is_empty());
        assert_eq!(struct_name::<Option<u8>>(), "Option");
    }
}
