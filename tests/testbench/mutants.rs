//! One bit of the design is changed in the text, in many places: the test bench has to notice.

use std::fs;

use movewright::cores::cores;

use crate::{Bench, scratch, tool, verdict};

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
const CHANGES: [(&str, &str); 8] = [
    (" & ", " | "),
    (" | ", " & "),
    (" ^ ", " | "),
    (" == ", " != "),
    (" != ", " == "),
    (" + ", " - "),
    ("~", ""),
    ("1'b1", "1'b0"),
];

/// Every place of a module's body where one thing can be changed: its line, where in it, and the change.
fn places(text: &str) -> Vec<(usize, usize, (&'static str, &'static str))> {
    let mut all = Vec::new();
    let body = text.lines().enumerate().skip_while(|(_, line)| !line.starts_with(");"));
    for (number, line) in body {
        // A loop that fills a memory is no logic; and the words of a delay line may be gone through either way, for the same delay.
        if line.contains("for (") || line.contains("assign next_turn =") {
            continue;
        }
        let code = line.split("//").next().unwrap_or("");
        for change in CHANGES {
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

/// Of all mutants tried while this was written some were never noticed, because they mean the same: the change is in logic
/// whose other inputs never let it matter. So not all have to be found.
const FLOOR_PERCENT: usize = 85;

#[test]
fn a_bit_that_is_wrong_is_noticed() {
    if !tool("a_bit_that_is_wrong_is_noticed", "iverilog") {
        return;
    }
    let wanted = std::env::var("MOVEWRIGHT_MUTANTS").ok().and_then(|n| n.parse().ok()).unwrap_or(20);
    // All but the least of blokus-serial is the modules of blokus-player.
    for core in cores().iter().filter(|core| core.name != "blokus-serial") {
        let bench = Bench::of_core(core, &scratch(&format!("{}-mutants", core.name)));
        let modules: Vec<(String, String)> = bench
            .list(&bench.verilog)
            .into_iter()
            .filter(|name| *name != format!("{}.v", bench.name))
            .map(|name| (name.clone(), fs::read_to_string(bench.folder.join(name)).unwrap()))
            .filter(|(_, text)| !places(text).is_empty())
            .collect();
        let mut random = Random(0x5eed);
        let mut survivors = Vec::new();
        // A module after the other, so that each has its turn.
        for (name, text) in modules.iter().cycle().take(wanted) {
            let places = places(text);
            let place = places[random.below(places.len())];
            let file = bench.folder.join(name);
            fs::write(&file, mutated(text, place)).unwrap();
            bench.build_icarus();
            let shown = bench.icarus();
            fs::write(&file, text).unwrap();
            if verdict(&shown).starts_with("PASS") {
                let line = text.lines().nth(place.0).unwrap_or_default();
                survivors.push(format!("{name}:{}: {} -> {:?}", place.0 + 1, line.trim(), place.2));
            }
        }
        let killed = wanted - survivors.len();
        eprintln!("{}: {killed} of {wanted} mutants noticed; not:\n{}", core.name, survivors.join("\n"));
        assert!(killed * 100 >= wanted * FLOOR_PERCENT, "{killed} of {wanted}: {survivors:#?}");
    }
}
