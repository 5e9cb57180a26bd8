//! The fingerprint of the machine that a figure was measured on.

use sha2::{Digest, Sha256};

use super::File;

/// 16 digits in base 16 that distinguish one emitted machine from another, from its Verilog files
/// without the words of comments. The lines of comments count, because Yosys names cells after
/// lines, and maps a machine a little differently when lines move.
pub fn fingerprint(files: &[File]) -> String {
    let mut hash = Sha256::new();
    for file in files.iter().filter(|file| file.name.ends_with(".v")) {
        for line in file.text.lines() {
            hash.update(line.split("//").next().unwrap_or_default().trim_end());
            hash.update("\n");
        }
    }
    hex::encode(&hash.finalize()[..8])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> String {
        fingerprint(&[File { name: "a.v".into(), text: text.into() }])
    }

    #[test]
    fn what_is_said_of_a_machine_does_not_make_it_another() {
        let one = of("// a register\nreg a;\nassign b = a; // copied\n");
        assert_eq!(one, of("// it\nreg a; // too\nassign b = a;\n"));
        assert_ne!(one, of("// a register\nreg a;\nassign b = ~a;\n"));
        assert_ne!(one, of("reg a;\nassign b = a;\n"));
        assert_eq!(one.len(), 16);
    }
}
