//! Names as kernels spell them (`cells[i + 1]$inp[j]$next`), turned into names as the probe finds
//! them (`cells$3$inp$0`).

use super::cell::spoken;
use super::error::LowerProblem;

/// The loop variables in scope, outermost first, with their present values.
pub type Loops = [(String, i128)];

/// The probe's name of a signal, all indices replaced by their values.
///
/// # Errors
/// An index that is not a number known here.
pub fn resolve(name: &str, loops: &Loops) -> Result<String, LowerProblem> {
    let mut path = String::new();
    let name = name.replace('.', "$");
    let mut rest = name.strip_suffix("$next").unwrap_or(&name);
    while let Some(open) = rest.find('[') {
        path.push_str(&rest[..open]);
        let inside = &rest[open + 1..];
        let close = closing(inside).ok_or_else(|| problem(inside, "its bracket is not closed"))?;
        let index = index(&inside[..close], loops)?;
        path.push_str(&format!("${index}"));
        rest = &inside[close + 1..];
    }
    path.push_str(rest);
    Ok(path)
}

/// The place of the bracket that closes one opened before `text`.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (place, c) in text.char_indices() {
        match c {
            '[' => depth += 1,
            ']' if depth == 0 => return Some(place),
            ']' => depth -= 1,
            _ => {}
        }
    }
    None
}

fn problem(index: &str, why: impl Into<String>) -> LowerProblem {
    LowerProblem::ArrayIndex { index: spoken(index), why: why.into() }
}

/// The value of an index expression.
fn index(text: &str, loops: &Loops) -> Result<i128, LowerProblem> {
    let mut parser = Parser { text, rest: text, loops };
    let value = parser.sum()?;
    if !parser.rest.is_empty() {
        return Err(problem(text, format!("`{}` is not arithmetic on numbers", parser.rest)));
    }
    if value < 0 {
        return Err(problem(text, format!("it is {value}")));
    }
    Ok(value)
}

/// Recursive descent over sums, products and parentheses.
struct Parser<'a> {
    text: &'a str,
    rest: &'a str,
    loops: &'a Loops,
}

impl Parser<'_> {
    fn take(&mut self, operators: &[char]) -> Option<char> {
        let first = self.rest.chars().next().filter(|c| operators.contains(c))?;
        self.rest = &self.rest[1..];
        Some(first)
    }

    fn checked(&self, value: Option<i128>) -> Result<i128, LowerProblem> {
        value.ok_or_else(|| problem(self.text, "it overflows or divides by zero"))
    }

    fn sum(&mut self) -> Result<i128, LowerProblem> {
        let mut value = self.product()?;
        while let Some(operator) = self.take(&['+', '-']) {
            let right = self.product()?;
            let result = if operator == '+' { value.checked_add(right) } else { value.checked_sub(right) };
            value = self.checked(result)?;
        }
        Ok(value)
    }

    fn product(&mut self) -> Result<i128, LowerProblem> {
        let mut value = self.atom()?;
        while let Some(operator) = self.take(&['*', '/', '%']) {
            let right = self.atom()?;
            let result = match operator {
                '*' => value.checked_mul(right),
                '/' => value.checked_div(right),
                _ => value.checked_rem(right),
            };
            value = self.checked(result)?;
        }
        Ok(value)
    }

    fn atom(&mut self) -> Result<i128, LowerProblem> {
        if self.take(&['(']).is_some() {
            let value = self.sum()?;
            return match self.take(&[')']) {
                Some(_) => Ok(value),
                None => Err(problem(self.text, "a parenthesis is not closed, or a method is called")),
            };
        }
        let end =
            self.rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            return super::number::pattern(word)
                .ok_or_else(|| problem(self.text, format!("`{word}` is no number")));
        }
        let variable = self.loops.iter().rev().find(|(name, _)| name == word);
        variable
            .map(|&(_, value)| value)
            .ok_or_else(|| problem(self.text, format!("`{}` is not a loop variable", spoken(word))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn loops() -> Vec<(String, i128)> {
        vec![("i".into(), 2), ("j".into(), 5)]
    }

    #[test]
    fn indices_anywhere_in_a_name() {
        for (name, expected) in [
            ("state$d$next", "state$d"),
            ("cells[i]$inp[j]$next", "cells$2$inp$5"),
            ("a[(i+1)%8]", "a$3"),
            ("a[i*4+j][7-j]", "a$13$2"),
            ("a[(j-i)/2].x", "a$1$x"),
            ("a[3usize]", "a$3"),
        ] {
            assert_eq!(resolve(name, &loops()).as_deref(), Ok(expected), "{name}");
        }
    }

    #[test]
    fn indices_that_are_no_numbers() {
        for name in
            ["a[idx$val()$index()]", "a[N]", "a[i-3]", "a[i/0]", "a[i", "a[iasusize]", "a[i+]", "a[(i]"]
        {
            assert!(matches!(resolve(name, &loops()), Err(LowerProblem::ArrayIndex { .. })), "{name}");
        }
    }
}
