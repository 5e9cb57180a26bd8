//! Numbers of the kernel: rust-hdl hides the value of its literals, but prints it.

use rust_hdl::prelude::VerilogLiteral;

use crate::netlist::Value;

/// The literal as a number; `None` beyond 127 bits.
pub fn integer(literal: &VerilogLiteral) -> Option<i128> {
    let (negative, digits) = digits(literal);
    let magnitude = i128::from_str_radix(&digits, 16).ok()?;
    Some(if negative { -magnitude } else { magnitude })
}

/// The literal in `width` bits, for values (constants, initial values) of any width; these are
/// never negative.
pub fn value(literal: &VerilogLiteral, width: u32) -> Value {
    let (_, digits) = digits(literal);
    let bits = digits.chars().rev().flat_map(|digit| {
        let digit = digit.to_digit(16).unwrap_or(0);
        (0..4).map(move |bit| digit >> bit & 1 == 1)
    });
    Value::from_bits(bits.chain(std::iter::repeat(false)).take(width as usize))
}

/// The sign and the hexadecimal digits after the `'h` of a literal.
fn digits(literal: &VerilogLiteral) -> (bool, String) {
    let text = format!("{literal:x}");
    let number = text.rsplit('h').next().unwrap_or_default();
    (number.starts_with('-'), number.trim_start_matches('-').to_owned())
}

/// A Rust integer or bool literal as it stands in a pattern: `12`, `0b101`, `0xff_u64`, `true`.
pub fn pattern(text: &str) -> Option<i128> {
    match text {
        "true" => return Some(1),
        "false" => return Some(0),
        _ => {}
    }
    let plain: String = text.chars().filter(|&c| c != '_' && c != ' ').collect();
    let (radix, rest) = match plain.get(..2) {
        Some("0x") => (16, &plain[2..]),
        Some("0b") => (2, &plain[2..]),
        Some("0o") => (8, &plain[2..]),
        _ => (10, plain.as_str()),
    };
    let end = rest.find(['u', 'i']).unwrap_or(rest.len());
    i128::from_str_radix(&rest[..end], radix).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rust_hdl::prelude::*;

    #[test]
    fn literals_of_all_kinds() {
        assert_eq!(integer(&VerilogLiteral::from(0_i32)), Some(0));
        assert_eq!(integer(&VerilogLiteral::from(-5_i32)), Some(-5));
        assert_eq!(integer(&VerilogLiteral::from(true)), Some(1));
        assert_eq!(integer(&VerilogLiteral::from(u64::MAX)), Some(i128::from(u64::MAX)));
        assert_eq!(integer(&VerilogLiteral::from(u128::MAX)), None);
        let wide: Bits<100> = bit_cast::<100, 64>(bits(0x1234_5678_9abc_def0)) << 36;
        assert_eq!(
            value(&wide.into(), 100),
            Value::from_words(100, &[0x1234_5678_9abc_def0 << 36, 0x1234_5678_9abc_def0 >> 28])
        );
        assert_eq!(value(&VerilogLiteral::from(2_usize), 2), Value::new(2, 2));
    }

    #[test]
    fn patterns() {
        for (text, expected) in [
            ("5", Some(5)),
            ("0b1_01", Some(5)),
            ("0xfF", Some(255)),
            ("7u64", Some(7)),
            ("0x1f_usize", Some(31)),
            ("true", Some(1)),
            ("State$Idle", None),
            ("default", None),
        ] {
            assert_eq!(pattern(text), expected, "{text}");
        }
    }
}
