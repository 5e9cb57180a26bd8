//! The lines that a person writes.

use std::io::{BufRead, Read};

use anyhow::{Context, Result, bail};

/// Characters of a line, at most.
const LONGEST_LINE: u64 = 1000;

/// The next line, without blanks around it; `None` at the end of the input. `example` is a move.
pub fn read_line(input: &mut impl BufRead, example: &str) -> Result<Option<String>> {
    let mut line = Vec::new();
    let mut bounded = Read::take(&mut *input, LONGEST_LINE + 1);
    let read = bounded.read_until(b'\n', &mut line).context("cannot read a move from standard input")?;
    if read as u64 > LONGEST_LINE {
        bail!(
            "standard input has a line of more than {LONGEST_LINE} characters; write a move, such as {example}"
        );
    }
    Ok((read > 0).then(|| String::from_utf8_lossy(&line).trim().to_string()))
}
