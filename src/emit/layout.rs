//! The layout of text for people: lines of at most 110 columns, tables with aligned columns, and
//! comments that both languages accept.

/// The longest line aimed at. A single name longer than this still stays whole.
pub(super) const COLUMNS: usize = 110;

/// The largest number of lines of an instance that stands after another instance of its module
/// without a blank line in between.
pub(super) const SHORT: usize = 5;

/// Breaks a statement that is too long, before an operator or after a comma, as near the outside of
/// its parentheses as the line allows. Continuation lines are indented by `hang` blanks. `indent`
/// is the number of blanks that the frame will put in front of every line.
pub(super) fn wrap(text: &str, indent: usize, hang: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest = text.to_string();
    while rest.len() + indent > COLUMNS {
        let Some(at) = break_point(&rest, COLUMNS - indent, hang) else { break };
        let tail = format!("{}{}", " ".repeat(hang), rest[at..].trim_start());
        rest.truncate(at);
        lines.push(rest.trim_end().to_string());
        rest = tail;
    }
    lines.push(rest);
    lines
}

/// The place to break within `limit` bytes: the blank of least parenthesis depth; of these, one
/// after a comma rather than before an operator; of equal ones, the last. Blanks in the first half
/// of the line are used only if there is none in the second.
fn break_point(text: &str, limit: usize, hang: usize) -> Option<usize> {
    let mut depth = 0i32;
    let mut best: Option<((bool, i32, u8), usize)> = None;
    let bytes = text.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'(' | b'{' | b'[' => depth += 1,
            b')' | b'}' | b']' => depth -= 1,
            b' ' if at > hang && (at <= limit || best.is_none()) => {
                if let Some(binding) = binding(text, at) {
                    let candidate = (at < limit / 2, depth, binding);
                    if best.is_none_or(|(least, _)| candidate <= least) {
                        best = Some((candidate, at));
                    }
                }
            }
            _ => {}
        }
        if at > limit && best.is_some() {
            break;
        }
    }
    best.map(|(_, at)| at)
}

/// The strength with which a blank joins its neighbours: least after a comma or semicolon, most
/// before a comparison; `None` where no line may end, as inside `3 downto 0`.
fn binding(text: &str, at: usize) -> Option<u8> {
    if text[..at].ends_with([',', ';']) {
        return Some(0);
    }
    match text[at + 1..].split(' ').next().unwrap_or("") {
        "when" | "?" | ":" => Some(1),
        "&" | "|" | "^" | "and" | "or" | "xor" => Some(2),
        "+" | "-" | "*" | "<<" | ">>" => Some(3),
        "==" | "!=" => Some(4),
        _ => None,
    }
}

/// Joins items into lines as full as fit in [`COLUMNS`] after `indent`. `separator` ends every item
/// except the last.
pub(super) fn fill(items: &[String], separator: &str, indent: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (place, item) in items.iter().enumerate() {
        let end = if place + 1 == items.len() { "" } else { separator };
        match lines.last_mut() {
            Some(line) if line.len() + 1 + item.len() + end.len() + indent <= COLUMNS => {
                line.push(' ');
                line.push_str(item);
                line.push_str(end);
            }
            _ => lines.push(format!("{item}{end}")),
        }
    }
    lines
}

/// Lines of a declaration table: cells padded so that columns align, and the comment, if any, after
/// `mark`.
pub(super) fn table(rows: &[(Vec<String>, Option<String>)], mark: &str) -> Vec<String> {
    let columns = rows.iter().map(|(cells, _)| cells.len()).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|(cells, _)| cells.get(column)).map(String::len).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    rows.iter()
        .map(|(cells, comment)| {
            let mut line = String::new();
            for (cell, width) in cells.iter().zip(&widths) {
                if *width > 0 {
                    line.push_str(&format!("{cell:width$} "));
                }
            }
            match comment {
                Some(comment) => format!("{} {mark} {comment}", line.trim_end_matches('\n')),
                None => line.trim_end().to_string(),
            }
            .trim_end()
            .to_string()
        })
        .collect()
}

/// One line of comment that every tool accepts: printable ASCII, and no word in front that a tool
/// takes for a command.
pub(super) fn comment(text: &str) -> String {
    const COMMANDS: [&str; 9] =
        ["verilator", "synopsys", "synthesis", "pragma", "psl", "altera", "xilinx", "cadence", "exemplar"];
    let plain: String = text.split_whitespace().collect::<Vec<_>>().join(" ").chars().map(ascii).collect();
    let first = plain.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or("").to_ascii_lowercase();
    let command = COMMANDS.contains(&first.as_str());
    let plain = plain.trim_end_matches('\\').trim_end();
    if command { format!("note: {plain}") } else { plain.to_string() }
}

/// A comment of several lines, each made safe, without a blank line first or last.
pub(super) fn comment_lines(text: &str) -> Vec<String> {
    text.trim().lines().map(comment).collect()
}

/// The nearest ASCII character: VHDL sources are not UTF-8.
fn ascii(c: char) -> char {
    match c {
        ' '..='~' => c,
        '\u{2018}' | '\u{2019}' => '\'',
        '\u{201c}' | '\u{201d}' => '"',
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        '\u{d7}' => 'x',
        'à'..='å' => 'a',
        'ç' => 'c',
        'è'..='ë' => 'e',
        'ì'..='ï' => 'i',
        'ñ' => 'n',
        'ò'..='ö' | 'ø' => 'o',
        'ù'..='ü' => 'u',
        'À'..='Å' => 'A',
        'È'..='Ë' => 'E',
        'Ò'..='Ö' | 'Ø' => 'O',
        'Ù'..='Ü' => 'U',
        _ => '?',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_statements_break_outside_parentheses() {
        let term = "(some_rather_long_name & another_long_name)";
        let lines = wrap(&format!("assign y = {term} | {term} | {term};"), 4, 4);
        assert_eq!(lines, [format!("assign y = {term} | {term}"), format!("    | {term};")].as_slice());
    }

    #[test]
    fn what_cannot_break_stays_whole() {
        let name = "x".repeat(150);
        assert_eq!(wrap(&name, 4, 4), [name]);
    }

    #[test]
    fn comments_carry_nothing_a_tool_would_obey() {
        assert_eq!(comment("Boulé\u{2019}s\nsquare\u{1}"), "Boule's square?");
        assert_eq!(comment("verilator lint_off WIDTH"), "note: verilator lint_off WIDTH");
        assert_eq!(comment("ends in \\"), "ends in");
    }
}
