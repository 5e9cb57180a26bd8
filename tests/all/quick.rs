//! Settings of cores whose defaults take long to simulate.

/// Arguments for the command line: a quick line and shallow searches, where a game at the defaults
/// takes millions of cycles; few terms and registers of an evaluation; a table of few clusters.
pub fn quick(core: &str) -> &'static [&'static str] {
    match core {
        "blokus-serial" => &[
            "--set",
            "depth=1",
            "--set",
            "clock_hz=1000000",
            "--set",
            "baud=125000",
            "--set",
            "pause_bits=20",
        ],
        "chess-evaluate" => &["--set", "weights=lean", "--set", "levels=5"],
        "chess-player" => {
            &["--set", "weights=lean", "--set", "levels=6", "--set", "stack_depth=4", "--set", "entries=256"]
        }
        // Of the default, Yosys takes 18 s for the words of each of two memories.
        "hash" => &["--set", "clusters=1024"],
        "kpp" => &["--set", "word_bits=32", "--set", "outstanding=4"],
        "shogi-check" | "shogi-count" => &["--set", "levels=6"],
        "shogi-perft" => &["--set", "levels=10", "--set", "stack_depth=4"],
        "shogi-stream" => &["--set", "levels=10", "--set", "stack_depth=4", "--set", "threads=41"],
        _ => &[],
    }
}
