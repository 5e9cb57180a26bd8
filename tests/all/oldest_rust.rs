//! The Rust that Cargo.toml asks for is enough. Without that compiler at hand: clippy's
//! `incompatible_msrv` watches over the standard library, and this over the language and the crates
//! that are locked.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use syn::visit::{self, Visit};

const OURS: &str = env!("CARGO_PKG_RUST_VERSION");

/// A version as it counts: 1.89 is 1.89.0.
fn version(text: &str) -> [u32; 3] {
    let mut numbers = text.split('.').map(|number| number.parse().unwrap());
    std::array::from_fn(|_| numbers.next().unwrap_or(0))
}

/// What `cargo metadata` says of the packages that this machine builds. Those of other systems need
/// not be here.
fn packages() -> Vec<Value> {
    let rustc = Command::new("rustc").arg("-vV").output().unwrap();
    let rustc = String::from_utf8(rustc.stdout).unwrap();
    let host = rustc.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    let mut command = Command::new(env!("CARGO"));
    command.args(["metadata", "--locked", "--offline", "--format-version", "1"]);
    command.args(["--filter-platform", host]);
    let output = command.current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    serde_json::from_value(metadata["packages"].take()).unwrap()
}

#[test]
fn no_locked_crate_asks_for_a_newer_rust() {
    let packages = packages();
    assert!(packages.len() > 100, "{}", packages.len());
    for package in &packages {
        if let Some(oldest) = package["rust_version"].as_str() {
            assert!(version(oldest) <= version(OURS), "{} asks for Rust {oldest}", package["id"]);
        }
    }
    // The published one is what compilers warn of.
    let svg = packages.iter().find(|package| package["name"] == "svg").unwrap();
    assert_eq!(svg["source"], Value::Null, "{svg}");
}

/// What the language has since then: `if let` in guards of match arms and `cfg_select!`, both from
/// 1.95 on.
#[derive(Default)]
struct Newer {
    found: Vec<&'static str>,
    in_guard: bool,
}

impl<'a> Visit<'a> for Newer {
    fn visit_arm(&mut self, arm: &'a syn::Arm) {
        visit::visit_pat(self, &arm.pat);
        if let Some((_, guard)) = &arm.guard {
            let outside = std::mem::replace(&mut self.in_guard, true);
            self.visit_expr(guard);
            self.in_guard = outside;
        }
        self.visit_expr(&arm.body);
    }

    fn visit_block(&mut self, block: &'a syn::Block) {
        let outside = std::mem::replace(&mut self.in_guard, false);
        visit::visit_block(self, block);
        self.in_guard = outside;
    }

    fn visit_expr_let(&mut self, expression: &'a syn::ExprLet) {
        if self.in_guard {
            self.found.push("`if let` in a guard");
        }
        visit::visit_expr_let(self, expression);
    }

    fn visit_macro(&mut self, called: &'a syn::Macro) {
        if called.path.segments.last().is_some_and(|name| name.ident == "cfg_select") {
            self.found.push("`cfg_select!`");
        }
        visit::visit_macro(self, called);
    }
}

fn newer(source: &str) -> Result<Vec<&'static str>, syn::Error> {
    let mut newer = Newer::default();
    newer.visit_file(&syn::parse_file(source)?);
    Ok(newer.found)
}

/// All sources below a folder.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in folder.read_dir().unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn no_source_needs_a_newer_language() {
    assert!(version(OURS) < version("1.95"), "what is looked for here is older than Rust {OURS}");
    let mut files = Vec::new();
    for folder in ["src", "tests", "examples"] {
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut files);
    }
    assert!(files.len() > 200, "{}", files.len());
    for file in files {
        let found = newer(&std::fs::read_to_string(&file).unwrap());
        let found = found.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        assert_eq!(found, Vec::<&str>::new(), "{}", file.display());
    }
}

#[test]
fn newer_language_is_seen() {
    let guarded = "fn f(x: Option<u8>) -> u8 { match x { y if let Some(1) = y => 1, _ => 0 } }";
    let chained = "fn f(x: Option<u8>) -> u8 { match x { y if true && let Some(1) = y => 1, _ => 0 } }";
    for source in [guarded, chained] {
        assert_eq!(newer(source).unwrap(), ["`if let` in a guard"]);
    }
    assert_eq!(newer("fn f() -> u8 { cfg_select! { unix => 1, _ => 0 } }").unwrap(), ["`cfg_select!`"]);
    let older = "fn f(x: Option<u8>) -> u8 { match x { Some(1) if x.is_some() => 1, y => { \
                 if let Some(z) = y && z > 3 { z } else { 0 } } } }";
    assert_eq!(newer(older).unwrap(), Vec::<&str>::new());
}
