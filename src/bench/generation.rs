//! The time it takes to write a core in both languages, and the length of its text.

use std::time::Instant;

use serde::Serialize;

use super::BenchError;
use crate::cores::{self, CoreInfo, Settings};
use crate::emit::{Dialect, Language, emit};

/// A core as text.
#[derive(Clone, Debug, Serialize)]
pub struct Generation {
    /// The core, with its default settings.
    pub core: &'static str,
    /// Seconds from the description to the text in both languages; the best of three turns.
    pub seconds: f64,
    /// Its files of Verilog, without the list of them.
    pub files: usize,
    /// Their lines.
    pub verilog_lines: usize,
    /// The lines of VHDL.
    pub vhdl_lines: usize,
}

const TURNS: usize = 3;

/// Writes a core, not to files.
///
/// # Errors
/// The core cannot be built or emitted.
pub fn measure_generation(core: &'static CoreInfo) -> Result<Generation, BenchError> {
    let settings = Settings::parse::<&str, &str>(core, &[])?;
    let (mut seconds, mut lengths) = (f64::INFINITY, [(0, 0); 2]);
    for _ in 0..TURNS {
        let begin = Instant::now();
        let design = cores::design(core, &settings)?;
        for (language, length) in [Language::Verilog, Language::Vhdl].into_iter().zip(&mut lengths) {
            let written = emit(&design, language, Dialect::Generic)?;
            let sources = written.iter().filter(|file| !file.name.ends_with(".f"));
            *length =
                sources.fold((0, 0), |(files, lines), file| (files + 1, lines + file.text.lines().count()));
        }
        seconds = seconds.min(begin.elapsed().as_secs_f64());
    }
    let [(files, verilog_lines), (_, vhdl_lines)] = lengths;
    let seconds = (seconds * 1000.0).round() / 1000.0;
    Ok(Generation { core: core.name, seconds, files, verilog_lines, vhdl_lines })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_core_is_written_soon() {
        for core in cores::cores() {
            let written = measure_generation(core).unwrap();
            let lines = written.verilog_lines.min(written.vhdl_lines);
            assert!(written.files > 0 && lines >= 100, "{written:?}");
            // A tenth of that, in a build for use on a quiet machine; here other tests run beside
            // it.
            assert!(written.seconds < 15.0, "{written:?}");
        }
    }
}
