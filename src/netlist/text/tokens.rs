//! One line of the text form, cut into tokens and read from left to right.

use crate::netlist::{NetlistError, Value};

/// The widest signal, parameter or expression the text form takes, in bits.
pub(super) use crate::netlist::MAX_WIDTH;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A plain word: a keyword or a name.
    Word(String),
    /// A text in quotes: a name or prose.
    Quoted(String),
    /// An operator's line, as in `%3`.
    Line(usize),
    Number(u32),
    Value(Value),
    /// `=`, `:`, `#` or `$`.
    Symbol(char),
}

/// A line and how far it is read.
pub(super) struct Line {
    number: usize,
    tokens: Vec<Token>,
    next: usize,
}

impl Line {
    /// The tokens of a line, which counts from 1.
    pub(super) fn new(number: usize, text: &str) -> Result<Self, NetlistError> {
        let mut line = Self { number, tokens: Vec::new(), next: 0 };
        let mut rest = text.trim_start();
        while let Some(first) = rest.chars().next() {
            let (token, after) = token(first, rest).map_err(|problem| line.error(problem))?;
            line.tokens.push(token);
            rest = after.trim_start();
        }
        Ok(line)
    }

    pub(super) fn number(&self) -> usize {
        self.number
    }

    /// An error on this line.
    pub(super) fn error(&self, problem: impl Into<String>) -> NetlistError {
        NetlistError::Text { line: self.number, problem: problem.into() }
    }

    /// The error of a line that goes on with something else than it should.
    pub(super) fn unexpected(&self, wanted: &str) -> NetlistError {
        let found = match self.tokens.get(self.next) {
            None => "the line ends".to_string(),
            Some(Token::Word(word)) => format!("`{word}` stands"),
            Some(Token::Quoted(text)) => format!("{text:?} stands"),
            Some(Token::Line(number)) => format!("`%{number}` stands"),
            Some(Token::Number(number)) => format!("`{number}` stands"),
            Some(Token::Value(value)) => format!("`{value}` stands"),
            Some(Token::Symbol(symbol)) => format!("`{symbol}` stands"),
        };
        self.error(format!("{found} where {wanted} should; write {wanted} there"))
    }

    pub(super) fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next)
    }

    pub(super) fn take(&mut self) -> Option<Token> {
        let token = self.tokens.get(self.next).cloned();
        self.next += usize::from(token.is_some());
        token
    }

    /// Reads the word if it comes next.
    pub(super) fn accept(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), Some(Token::Word(next)) if next == word);
        self.next += usize::from(found);
        found
    }

    /// Reads the symbol if it comes next.
    pub(super) fn accept_symbol(&mut self, symbol: char) -> bool {
        let found = self.peek() == Some(&Token::Symbol(symbol));
        self.next += usize::from(found);
        found
    }

    pub(super) fn expect(&mut self, word: &str) -> Result<(), NetlistError> {
        if self.accept(word) { Ok(()) } else { Err(self.unexpected(&format!("`{word}`"))) }
    }

    pub(super) fn expect_symbol(&mut self, symbol: char) -> Result<(), NetlistError> {
        if self.accept_symbol(symbol) { Ok(()) } else { Err(self.unexpected(&format!("`{symbol}`"))) }
    }

    /// A name, plain or quoted.
    pub(super) fn name(&mut self) -> Result<String, NetlistError> {
        match self.peek().cloned() {
            Some(Token::Word(name) | Token::Quoted(name)) => {
                self.next += 1;
                Ok(name)
            }
            _ => Err(self.unexpected("a name")),
        }
    }

    /// Prose in quotes.
    pub(super) fn prose(&mut self) -> Result<String, NetlistError> {
        match self.peek().cloned() {
            Some(Token::Quoted(text)) => {
                self.next += 1;
                Ok(text)
            }
            _ => Err(self.unexpected("a text in quotes")),
        }
    }

    /// A number of at most `most`.
    pub(super) fn up_to(&mut self, least: u32, most: u32) -> Result<u32, NetlistError> {
        match self.peek() {
            Some(&Token::Number(number)) if (least..=most).contains(&number) => {
                self.next += 1;
                Ok(number)
            }
            Some(Token::Number(number)) => {
                Err(self.error(format!("`{number}` is out of range; use a number from {least} to {most}")))
            }
            _ => Err(self.unexpected("a number")),
        }
    }

    /// A width in bits.
    pub(super) fn width(&mut self) -> Result<u32, NetlistError> {
        self.up_to(1, MAX_WIDTH)
    }

    /// A literal of this width.
    pub(super) fn value(&mut self, width: Option<u32>) -> Result<Value, NetlistError> {
        match self.peek().cloned() {
            Some(Token::Value(value)) => {
                if let Some(width) = width.filter(|&width| width != value.width()) {
                    return Err(self.error(format!(
                        "`{value}` has {} bits where {width} are needed; write a literal of {width} bits",
                        value.width()
                    )));
                }
                self.next += 1;
                Ok(value)
            }
            _ => Err(self.unexpected("a literal such as 4'h1")),
        }
    }

    /// Nothing may be left.
    pub(super) fn end(&self) -> Result<(), NetlistError> {
        if self.next == self.tokens.len() { Ok(()) } else { Err(self.unexpected("the end of the line")) }
    }
}

/// The first token of a text that starts with `first`, and the text after it.
fn token(first: char, text: &str) -> Result<(Token, &str), String> {
    match first {
        '=' | ':' | '#' | '$' => Ok((Token::Symbol(first), &text[1..])),
        '"' => quoted(&text[1..]),
        '%' => {
            let (digits, rest) = split(&text[1..], |c| c.is_ascii_digit());
            let number =
                digits.parse().map_err(|_| "`%` needs the number of an operator's line, as in `%3`")?;
            Ok((Token::Line(number), rest))
        }
        '0'..='9' => {
            let (digits, rest) = split(text, |c| c.is_ascii_digit());
            let number: u32 = digits
                .parse()
                .map_err(|_| format!("the number {digits} is too large; use one below 2^32"))?;
            match rest.strip_prefix("'h") {
                None => Ok((Token::Number(number), rest)),
                Some(rest) => {
                    let (digits, rest) = split(rest, |c| c.is_ascii_alphanumeric());
                    Ok((Token::Value(literal(number, digits)?), rest))
                }
            }
        }
        'a'..='z' | 'A'..='Z' | '_' => {
            let (word, rest) = split(text, |c| c.is_ascii_alphanumeric() || c == '_');
            Ok((Token::Word(word.to_string()), rest))
        }
        other => Err(format!("the character {other:?} has no meaning here; put names in double quotes")),
    }
}

fn split(text: &str, belongs: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(|c| !belongs(c)).unwrap_or(text.len()))
}

/// A literal from all its digits in base sixteen, so the text is as long as the value.
fn literal(width: u32, digits: &str) -> Result<Value, String> {
    if !(1..=MAX_WIDTH).contains(&width) {
        return Err(format!("a literal of {width} bits; use a width from 1 to {MAX_WIDTH}"));
    }
    let needed = width.div_ceil(4) as usize;
    if digits.len() != needed {
        return Err(format!("a literal of {width} bits has {} digits; write {needed}", digits.len()));
    }
    let mut words = vec![0; width.div_ceil(64) as usize];
    for (place, digit) in digits.chars().rev().enumerate() {
        let nibble = digit.to_digit(16).ok_or_else(|| format!("`{digit}` is not a digit of base sixteen"))?;
        words[place / 16] |= u64::from(nibble) << (place % 16 * 4);
    }
    let value = Value::from_words(width, &words);
    if value.words() == words {
        Ok(value)
    } else {
        Err(format!(
            "the digits {digits} do not fit in {width} bits; clear the bits above or widen the literal"
        ))
    }
}

/// The rest of a quoted text, after its first quote.
fn quoted(text: &str) -> Result<(Token, &str), String> {
    let mut content = String::new();
    let mut rest = text.chars();
    loop {
        match rest.next() {
            Some('"') => return Ok((Token::Quoted(content), rest.as_str())),
            Some('\\') => match rest.next() {
                Some('n') => content.push('\n'),
                Some('t') => content.push('\t'),
                Some(c @ ('"' | '\\')) => content.push(c),
                Some('u') => {
                    let code = rest.as_str().strip_prefix('{').and_then(|text| text.split_once('}'));
                    let (digits, after) = code.ok_or("`\\u` needs a code in braces, as in `\\u{7f}`")?;
                    let code = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
                    content.push(code.ok_or_else(|| format!("`\\u{{{digits}}}` is not a character"))?);
                    rest = after.chars();
                }
                _ => return Err("`\\` must be followed by `\\`, `\"`, `n`, `t` or `u{..}`".into()),
            },
            Some(c) => content.push(c),
            None => return Err("a quoted text does not end; close it with `\"`".into()),
        }
    }
}
