//! Text that is read: files, and standard input for a file called `-`.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};

/// More bytes than any text has that is read here.
const LONGEST: u64 = 64 << 20;

/// The name of a file in errors.
pub fn name(file: &Path) -> String {
    if is_standard(file) { "standard input".into() } else { file.display().to_string() }
}

/// The text of a file, or of standard input, which is called `-`. A byte order mark is left out,
/// and lines end with a line feed.
///
/// # Errors
/// It cannot be read, is longer than any text, is no UTF-8, or has a control character; by line and
/// character.
pub fn text(file: &Path) -> Result<String> {
    read(file).and_then(|bytes| decode(bytes, LONGEST)).with_context(|| format!("cannot read {}", name(file)))
}

/// The bytes of a file that is no text.
///
/// # Errors
/// It cannot be read, or is longer than any that is read here.
pub fn bytes(file: &Path) -> Result<Vec<u8>> {
    let short = |bytes: Vec<u8>| {
        ensure!(bytes.len() as u64 <= LONGEST, "it is longer than {} MB", LONGEST >> 20);
        Ok(bytes)
    };
    read(file).and_then(short).with_context(|| format!("cannot read {}", name(file)))
}

/// Whether a file is standard input.
pub fn is_standard(file: &Path) -> bool {
    file == Path::new("-")
}

fn read(file: &Path) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // One more than the limit, so that a longer text shows.
    let longest = LONGEST + 1;
    if is_standard(file) {
        io::stdin().lock().take(longest).read_to_end(&mut bytes)?;
    } else {
        File::open(file)?.take(longest).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

fn decode(bytes: Vec<u8>, longest: u64) -> Result<String> {
    ensure!(bytes.len() as u64 <= longest, "it is longer than {} MB; give a file of text", longest >> 20);
    let wide = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
    ensure!(!wide, "it is UTF-16; save it as UTF-8");
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let valid = error.utf8_error().valid_up_to();
            bail!("{} is no UTF-8 text; give a file of text", place(&error.as_bytes()[..valid]))
        }
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text).replace("\r\n", "\n");
    let control = |letter: char| letter.is_control() && !matches!(letter, '\n' | '\t');
    if let Some((at, letter)) = text.char_indices().find(|&(_, letter)| control(letter)) {
        let what =
            if letter == '\r' { "a carriage return without a line feed" } else { "a control character" };
        let code = u32::from(letter);
        bail!("{} is U+{code:04X}, {what}; give a file of text", place(&text.as_bytes()[..at]));
    }
    Ok(text)
}

/// The place after a text that begins in this way, in lines and characters, both from 1.
fn place(before: &[u8]) -> String {
    let before = String::from_utf8_lossy(before);
    let before = before.trim_start_matches('\u{feff}');
    let line = before.matches('\n').count() + 1;
    let character = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    format!("line {line}, character {character},")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(bytes: &[u8]) -> Result<String, String> {
        decode(bytes.to_vec(), LONGEST).map_err(|error| error.to_string())
    }

    #[test]
    fn marks_and_line_ends_are_those_of_any_system() {
        assert_eq!(decoded(b"\xef\xbb\xbfone\r\n\ttwo\n"), Ok("one\n\ttwo\n".into()));
        assert_eq!(decoded(b"\xef\xbb\xbf"), Ok(String::new()));
        assert_eq!(decoded("é\u{2654}".as_bytes()), Ok("é♔".into()));
        let long = "x".repeat(1 << 20);
        assert_eq!(decoded(long.as_bytes()), Ok(long));
    }

    #[test]
    fn what_is_no_text_is_refused_by_line_and_character() {
        let wrong = |bytes: &[u8]| decoded(bytes).unwrap_err();
        let place = "line 2, character 3, is";
        assert_eq!(
            wrong(b"\xef\xbb\xbfa\r\nbc\0d"),
            format!("{place} U+0000, a control character; give a file of text")
        );
        assert_eq!(
            wrong("é\nçc\u{1b}[0m".as_bytes()),
            format!("{place} U+001B, a control character; give a file of text")
        );
        assert_eq!(
            wrong(b"a\nbc\rd\r\n"),
            format!("{place} U+000D, a carriage return without a line feed; give a file of text")
        );
        assert_eq!(
            wrong("é\nçc".as_bytes().iter().chain(b"\xff").copied().collect::<Vec<_>>().as_slice()),
            format!("{place} no UTF-8 text; give a file of text")
        );
        assert_eq!(wrong(b"\xff\xfea\0"), "it is UTF-16; save it as UTF-8");
        let long = decode(vec![b'x'; (2 << 20) + 1], 2 << 20).unwrap_err();
        assert_eq!(long.to_string(), "it is longer than 2 MB; give a file of text");
    }
}
