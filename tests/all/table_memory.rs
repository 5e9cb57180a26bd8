//! The table of `hash-memory` before memories in Python, beside a twin in Python, under cocotb.

use std::path::Path;
use std::process::Command;

use movewright::cores::{self, Settings};
use movewright::emit::{Dialect, Language, emit};
use movewright::flow::{IVERILOG, Tool};

use crate::bus::python;

/// Random operations on a quick memory and on a slow one: answers, tags and bytes are the twin's.
fn is_the_twin_over(link: &str) {
    let python = python();
    let tools = [Tool::find(IVERILOG).map(drop).map_err(|error| error.to_string()), python.clone().map(drop)];
    if !crate::required::all_found(&format!("table over {link}"), tools) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let core = cores::find("hash-memory").unwrap();
    let settings = Settings::parse(core, &[("memory", link)]).unwrap();
    let design = cores::design(core, &settings).unwrap();
    for file in emit(&design, Language::Verilog, Dialect::Generic).unwrap() {
        std::fs::write(folder.path().join(file.name), file.text).unwrap();
    }
    let top = &design.module(design.top().unwrap()).name;
    let output = Command::new(python.unwrap())
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("sim/cocotb/run.py"))
        .args(["table_test", link, top])
        .arg(folder.path())
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("2 tests, 0 failed"), "{said}");
}

#[test]
fn a_table_on_its_port_is_the_python_twin() {
    is_the_twin_over("port");
}

#[test]
fn a_table_on_wishbone_is_the_python_twin() {
    is_the_twin_over("wishbone");
}

/// The memory is that of cocotbext-axi.
#[test]
fn a_table_on_axi4_is_the_python_twin() {
    is_the_twin_over("axi4");
}
