//! The pin names of packages, so that a misspelt pin is found before a tool is run.

/// The names of a package's pins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pins {
    /// A grid of balls: rows of letters from A on (without I, O, Q, S, X and Z; AA follows Y),
    /// columns from 1.
    Balls {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: u32,
    },
    /// Pins around the sides, numbered from 1, with this in front.
    Around {
        /// The text before each number.
        prefix: &'static str,
        /// The number of pins.
        count: u32,
    },
}

/// The packages known, in the spelling of their tools, in lower case.
const PACKAGES: [(&str, Pins); 14] = [
    ("cabga256", Pins::Balls { rows: 16, columns: 16 }),
    ("cabga381", Pins::Balls { rows: 20, columns: 20 }),
    ("cabga554", Pins::Balls { rows: 26, columns: 26 }),
    ("cb132", Pins::Balls { rows: 14, columns: 14 }),
    ("cpg236", Pins::Balls { rows: 19, columns: 19 }),
    ("csfbga285", Pins::Balls { rows: 18, columns: 18 }),
    ("csg324", Pins::Balls { rows: 18, columns: 18 }),
    ("ct256", Pins::Balls { rows: 16, columns: 16 }),
    ("f484", Pins::Balls { rows: 22, columns: 22 }),
    ("f780", Pins::Balls { rows: 28, columns: 28 }),
    ("hq240", Pins::Around { prefix: "P", count: 240 }),
    ("qn88", Pins::Around { prefix: "", count: 88 }),
    ("sg48", Pins::Around { prefix: "", count: 48 }),
    ("tq144", Pins::Around { prefix: "", count: 144 }),
];

/// The letters of rows.
const LETTERS: &[u8] = b"ABCDEFGHJKLMNPRTUVWY";

/// The pins of a package, where it is known.
pub(super) fn pins(package: &str) -> Option<Pins> {
    let wanted = package.to_ascii_lowercase();
    PACKAGES.iter().find(|(name, _)| *name == wanted).map(|(_, pins)| *pins)
}

/// The problem with the name of a pin, if it has one. For an unknown package only the shape of the
/// name is checked: letters of a row and a number, or a number with or without a `P`.
pub(super) fn problem(package: &str, pin: &str) -> Option<String> {
    match pins(package) {
        Some(pins) => (!pins.contains(pin))
            .then(|| format!("`{pin}` is no pin of package {package}; its pins are {}", pins.described())),
        None => {
            let plain = pin.strip_prefix('P').is_some_and(is_number) || is_number(pin);
            (!plain && ball(pin).is_none())
                .then(|| format!("`{pin}` is no name of a pin; write one such as G2, AA12, 35 or P35"))
        }
    }
}

impl Pins {
    fn contains(self, pin: &str) -> bool {
        match self {
            Self::Balls { rows, columns } => {
                ball(pin).is_some_and(|(row, column)| row < rows && (1..=columns).contains(&column))
            }
            Self::Around { prefix, count } => {
                let number = pin.strip_prefix(prefix).filter(|number| is_number(number));
                number.and_then(|number| number.parse().ok()).is_some_and(|pin: u32| pin <= count)
            }
        }
    }

    fn described(self) -> String {
        match self {
            Self::Balls { rows, columns } => format!("A1 to {}{columns}", row_name(rows.saturating_sub(1))),
            Self::Around { prefix, count } => format!("{prefix}1 to {prefix}{count}"),
        }
    }
}

/// Up to four digits, the first not 0.
fn is_number(text: &str) -> bool {
    (1..=4).contains(&text.len()) && !text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The row, from 0, and the column of a ball.
fn ball(name: &str) -> Option<(usize, u32)> {
    let digits = name.find(|c: char| c.is_ascii_digit())?;
    let (row, column) = name.split_at(digits);
    let letter = |byte: u8| LETTERS.iter().position(|&known| known == byte);
    let row = match *row.as_bytes() {
        [only] => letter(only)?,
        [first, second] => (letter(first)? + 1) * LETTERS.len() + letter(second)?,
        _ => return None,
    };
    is_number(column).then(|| column.parse().ok()).flatten().map(|column| (row, column))
}

/// The letters of a row, from 0.
fn row_name(row: usize) -> String {
    let letter = |index: usize| char::from(LETTERS[index % LETTERS.len()]);
    match row.checked_sub(LETTERS.len()) {
        None => letter(row).to_string(),
        Some(above) => format!("{}{}", letter(above / LETTERS.len()), letter(above)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pins_are_those_of_the_package() {
        for (package, pin) in [
            ("CABGA381", "G2"),
            ("CABGA381", "Y20"),
            ("f780", "AH28"),
            ("F780", "Y2"),
            ("csg324", "V18"),
            ("sg48", "48"),
            ("QN88", "4"),
            ("hq240", "P1"),
            ("vq100", "P35"),
            ("bg560", "AN33"),
        ] {
            assert_eq!(problem(package, pin), None);
        }
        for (package, pin, says) in [
            ("CABGA381", "Z2", "A1 to Y20"),
            ("CABGA381", "G21", "A1 to Y20"),
            ("CABGA381", "g2", "A1 to Y20"),
            ("CABGA381", "G02", "A1 to Y20"),
            ("CABGA381", "AA1", "A1 to Y20"),
            ("f780", "AJ1", "A1 to AH28"),
            ("sg48", "49", "1 to 48"),
            ("sg48", "P4", "1 to 48"),
            ("sg48", "0", "1 to 48"),
            ("hq240", "240", "P1 to P240"),
            ("vq100", "35P", "no name of a pin"),
            ("vq100", "", "no name of a pin"),
        ] {
            let problem = problem(package, pin).unwrap();
            assert!(problem.contains(says), "{package} {pin}: {problem}");
        }
    }
}
