//! Which names are legal in Verilog-2005, SystemVerilog-2017 and VHDL-2008 at once, and how to make
//! one legal.

use super::reserved::reserved;

/// The most characters a name may have.
pub const MAX_NAME_LENGTH: usize = 100;

/// The reason why the name is not legal in every target language, as the end of a sentence that
/// begins with the name; `None` if it is legal.
///
/// A legal name begins with a letter, has only ASCII letters, digits and single underscores, does
/// not end with an underscore, is no reserved word in any case of its letters, and is at most
/// [`MAX_NAME_LENGTH`] characters long.
pub fn name_problem(name: &str) -> Option<String> {
    let first = name.chars().next();
    let odd = name.chars().find(|c| !c.is_ascii_alphanumeric() && *c != '_');
    let length = name.chars().count();
    match (first, odd) {
        (None, _) => Some("is empty".into()),
        (_, Some(odd)) => {
            Some(format!("has `{}`, where only letters, digits and _ may be", odd.escape_debug()))
        }
        (Some(first), _) if !first.is_ascii_alphabetic() => {
            Some(format!("begins with `{first}`, where VHDL needs a letter"))
        }
        _ if name.contains("__") => Some("has a double underscore, which VHDL forbids".into()),
        _ if name.ends_with('_') => Some("ends with an underscore, which VHDL forbids".into()),
        _ if length > MAX_NAME_LENGTH => {
            Some(format!("has {length} characters; at most {MAX_NAME_LENGTH} may be"))
        }
        _ => reserved(name).map(|why| format!("is {why}")),
    }
}

/// The legal name nearest to `name` that is not taken. It is `name` itself if that is legal and
/// free. Otherwise its illegal characters become underscores. If that gives no free name, it is
/// numbered `_1`, `_2`, ...
///
/// `taken` gets candidates in lower case, because VHDL ignores case. It must leave some name free.
pub fn mangle(name: &str, taken: impl Fn(&str) -> bool) -> String {
    let free = |candidate: &str| name_problem(candidate).is_none() && !taken(&candidate.to_ascii_lowercase());
    let base = respell(name);
    if free(&base) {
        return base;
    }
    let mut number = 0u64;
    loop {
        number += 1;
        let suffix = format!("_{number}");
        let candidate = format!("{}{suffix}", cut(&base, MAX_NAME_LENGTH - suffix.len()));
        if free(&candidate) {
            return candidate;
        }
    }
}

/// The greatest number of existing names that an error for a missing one lists.
const TOLD: usize = 8;

/// The existing names, for an error about a missing one: all of them, or of many the three most
/// like it.
pub(crate) fn nearest<'a>(wanted: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    let mut names: Vec<&str> = names.into_iter().collect();
    let others = match names.len() {
        0 => return "none".into(),
        few if few <= TOLD => return names.join(", "),
        many => many - 3,
    };
    let likeness = |name: &str| strsim::jaro_winkler(wanted, name);
    names.sort_by(|a, b| likeness(b).total_cmp(&likeness(a)));
    names.truncate(3);
    format!("{} and {others} others", names.join(", "))
}

/// The name in legal letters. It may still be reserved.
fn respell(name: &str) -> String {
    let words: Vec<&str> =
        name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let mut joined = words.join("_");
    match joined.chars().next() {
        None => joined.push_str("unnamed"),
        Some(first) if first.is_ascii_digit() => joined.insert(0, 'n'),
        Some(_) => {}
    }
    cut(&joined, MAX_NAME_LENGTH).to_string()
}

/// At most `length` characters of an ASCII name, without an underscore at the end.
fn cut(name: &str, length: usize) -> &str {
    name.get(..length).unwrap_or(name).trim_end_matches('_')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashSet;

    #[test]
    fn problems_are_told() {
        for (name, part) in [
            ("", "empty"),
            ("4x4", "begins with `4`"),
            ("_x", "begins with `_`"),
            ("a$b", "has `$`"),
            ("läufer", "has `ä`"),
            ("a__b", "double underscore"),
            ("a_", "ends with"),
            ("Signal", "reserved word of VHDL"),
            ("NAND", "reserved word of Verilog"),
            ("STD_Logic", "standard libraries"),
            ("movewright_pkg", "support package"),
            (&"x".repeat(101), "101 characters"),
        ] {
            let problem = name_problem(name).unwrap_or_else(|| panic!("{name} passed"));
            assert!(problem.contains(part), "{name}: {problem}");
        }
        assert_eq!(name_problem("Square_e4"), None);
        assert_eq!(name_problem(&"x".repeat(100)), None);
    }

    #[test]
    fn mangled_names_stay_near() {
        for (name, legal) in [
            ("square.e4", "square_e4"),
            ("chess-classic", "chess_classic"),
            ("4x4 board", "n4x4_board"),
            ("in", "in_1"),
            ("__x__", "x"),
            ("$", "unnamed"),
            ("ray", "ray_2"),
        ] {
            assert_eq!(mangle(name, |name| ["ray", "ray_1"].contains(&name)), legal);
        }
        let cramped = mangle(&"y".repeat(300), |name| name == "y".repeat(100));
        assert_eq!(cramped, format!("{}_1", "y".repeat(98)));
    }

    proptest! {
        #[test]
        fn mangled_names_are_legal_and_unique(names in prop::collection::vec("\\PC{0,8}|[iI][nN]|[a-zA-Z_0-9]{0,120}", 0..40)) {
            let mut taken = HashSet::new();
            for name in names {
                let legal = mangle(&name, |name| taken.contains(name));
                prop_assert_eq!(name_problem(&legal), None);
                prop_assert_eq!(&mangle(&legal, |name| taken.contains(name)), &legal);
                prop_assert!(taken.insert(legal.to_ascii_lowercase()));
            }
        }

        #[test]
        fn legal_names_stay(name in "[a-zA-Z][a-zA-Z0-9]{0,20}(_[a-zA-Z0-9]{1,20}){0,3}") {
            prop_assume!(name_problem(&name).is_none());
            prop_assert_eq!(mangle(&name, |_| false), name);
        }
    }
}
