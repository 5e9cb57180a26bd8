//! One bit of the design is changed in the text, in many places: the test bench has to notice.

use std::fs;

use movewright::cores::{CoreInfo, cores, find};
use movewright::emit::Language;
use movewright::flow::{GHDL, IVERILOG};

use super::{copied, inputs, tool, verdict};
use crate::passed::unless_passed;

/// A small generator of numbers (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % end as u64) as usize
    }
}

/// What is changed, and into what.
type Change = (&'static str, &'static str);

const VERILOG: [Change; 8] = [
    (" & ", " | "),
    (" | ", " & "),
    (" ^ ", " | "),
    (" == ", " != "),
    (" != ", " == "),
    (" + ", " - "),
    ("~", ""),
    ("1'b1", "1'b0"),
];

/// Without changes of logical operators, which may not stand beside each other unless they are
/// alike.
const VHDL: [Change; 6] =
    [(" = ", " /= "), (" /= ", " = "), (" + ", " - "), ("not ", ""), ("'1'", "'0'"), ("'0'", "'1'")];

/// Every place of a module's body where one thing can be changed: its line, where in it, and the
/// change.
fn places(text: &str, language: Language) -> Vec<(usize, usize, Change)> {
    let (begins, comment, changes): (_, _, &[Change]) = match language {
        Language::Verilog => (");", "//", &VERILOG),
        Language::Vhdl => ("begin", "--", &VHDL),
    };
    let mut all = Vec::new();
    let mut in_loop = false;
    let body = text.lines().enumerate().skip_while(|(_, line)| !line.starts_with(begins));
    for (number, line) in body {
        // A loop that fills a memory is no logic, and one that counts the wrong way never ends. The
        // words of a delay line may be gone through either way, for the same delay.
        in_loop |= line.contains("for (");
        let is_logic = !in_loop && !line.contains("assign next_turn =");
        in_loop &= !line.ends_with(';');
        if !is_logic {
            continue;
        }
        let code = line.split(comment).next().unwrap_or("");
        for &change in changes {
            all.extend(code.match_indices(change.0).map(|(column, _)| (number, column, change)));
        }
    }
    all
}

fn mutated(text: &str, (number, column, (from, to)): (usize, usize, (&str, &str))) -> String {
    let mut lines: Vec<String> = text.lines().map(String::from).collect();
    lines[number].replace_range(column..column + from.len(), to);
    lines.join("\n") + "\n"
}

/// Of all mutants tried while this was written some were never noticed, because they mean the same:
/// the change is in logic whose other inputs never let it matter. So not all have to be found.
const FLOOR_PERCENT: usize = 85;

/// Changes so many bits of a core's text, one after the other, and runs its bench each time.
/// Returns how many changes it notices.
fn noticed(core: &'static CoreInfo, language: Language, wanted: usize) -> usize {
    let bench = copied(core, &format!("mutants-{language:?}"));
    let list = match language {
        Language::Verilog => &bench.verilog,
        Language::Vhdl => &bench.vhdl,
    };
    let modules: Vec<(String, String)> = bench
        .list(list)
        .into_iter()
        .filter(|name| !name.starts_with(&bench.name) && !name.starts_with("movewright_pkg"))
        .map(|name| (name.clone(), fs::read_to_string(bench.folder.join(name)).unwrap()))
        .filter(|(_, text)| !places(text, language).is_empty())
        .collect();
    let mut random = Random(0x5eed);
    let mut survivors = Vec::new();
    // A module after the other, so that each has its turn.
    for (name, text) in modules.iter().cycle().take(wanted) {
        let places = places(text, language);
        let place = places[random.below(places.len())];
        let file = bench.folder.join(name);
        fs::write(&file, mutated(text, place)).unwrap();
        let shown = match language {
            Language::Verilog => {
                bench.build_icarus();
                bench.icarus()
            }
            Language::Vhdl => {
                bench.build_ghdl();
                bench.ghdl().0
            }
        };
        fs::write(&file, text).unwrap();
        if verdict(&shown).starts_with("PASS") {
            let line = text.lines().nth(place.0).unwrap_or_default();
            survivors.push(format!("{name}:{}: {} -> {:?}", place.0 + 1, line.trim(), place.2));
        }
    }
    let killed = wanted - survivors.len();
    eprintln!("{}: {killed} of {wanted} mutants noticed; not:\n{}", core.name, survivors.join("\n"));
    killed
}

/// So many changes of each core.
fn benches_notice(cores: &[&'static CoreInfo], language: Language, wanted: usize) {
    let killed: usize = cores.iter().map(|core| noticed(core, language, wanted)).sum();
    let all = cores.len() * wanted;
    assert!(killed * 100 >= all * FLOOR_PERCENT, "{killed} of {all} mutants noticed");
}

/// The cores whose modules differ: all but the least of blokus-serial is those of blokus-player.
fn different() -> Vec<&'static CoreInfo> {
    cores().filter(|core| core.name != "blokus-serial").collect()
}

#[test]
fn a_bit_that_is_wrong_is_noticed() {
    if tool("a_bit_that_is_wrong_is_noticed", "iverilog") {
        unless_passed("a_bit_that_is_wrong_is_noticed", inputs(&[IVERILOG], different()), || {
            benches_notice(&different(), Language::Verilog, 6);
        });
    }
}

#[test]
#[ignore = "takes minutes; a part of `make bench`"]
fn many_bits_that_are_wrong_are_noticed() {
    benches_notice(&different(), Language::Verilog, 40);
}

/// Of the smallest core: GHDL takes a hundred times as long as others for the large ones.
#[test]
fn a_bit_that_is_wrong_in_vhdl_is_noticed() {
    let (test, core) = ("a_bit_that_is_wrong_in_vhdl_is_noticed", find("chess-small").unwrap());
    if tool(test, "ghdl") {
        unless_passed(test, inputs(&[GHDL], [core]), || benches_notice(&[core], Language::Vhdl, 20));
    }
}
