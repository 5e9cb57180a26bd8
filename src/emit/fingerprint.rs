//! Which machine a figure was measured on.

use sha2::{Digest, Sha256};

use super::File;

/// 16 digits in base 16 that tell one emitted machine from another: of Verilog files, without comments and empty lines.
pub fn fingerprint(files: &[File]) -> String {
    let mut hash = Sha256::new();
    for file in files.iter().filter(|file| file.name.ends_with(".v")) {
        let statements = file.text.lines().map(|line| line.split("//").next().unwrap_or_default().trim_end());
        for line in statements.filter(|line| !line.is_empty()) {
            hash.update(line);
            hash.update("\n");
        }
    }
    let mut digits = hex::encode(hash.finalize());
    digits.truncate(16);
    digits
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> String {
        fingerprint(&[File { name: "a.v".into(), text: text.into() }])
    }

    #[test]
    fn what_is_said_of_a_machine_does_not_make_it_another() {
        let one = of("// a register\nreg a;\n\nassign b = a; // copied\n");
        assert_eq!(one, of("reg a;\nassign b = a;\n"));
        assert_ne!(one, of("reg a;\nassign b = ~a;\n"));
        assert_ne!(one, of("reg a;assign b = a;\n"));
        assert_eq!(one.len(), 16);
    }
}
