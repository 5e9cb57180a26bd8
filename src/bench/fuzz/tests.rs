//! The tests that need no outside simulator; `tests/all/fuzz.rs` has the others.

use super::*;

#[test]
fn a_seed_names_a_design_and_a_run() {
    for seed in 0..20 {
        let (one, other) = (Case::random(seed).unwrap(), Case::random(seed).unwrap());
        assert_eq!(one.design.to_text(), other.design.to_text());
        assert_eq!(one.transcript, other.transcript);
        assert_eq!(one.transcript.cycles.len(), CYCLES);
    }
    assert_ne!(Case::random(1).unwrap().transcript, Case::random(2).unwrap().transcript);
}

#[test]
fn designs_stand_side_by_side() {
    let cases: Vec<Case> = (0..40).map(|seed| Case::random(seed).unwrap()).collect();
    let batch = Batch::new(&cases).unwrap();
    for files in [&batch.verilog, &batch.vhdl] {
        let mut names: Vec<String> = files.iter().map(|file| file.name.to_lowercase()).collect();
        names.sort();
        let all = names.len();
        names.dedup();
        assert_eq!(names.len(), all);
    }
}
