//! A reader for a table of a board's file: it takes each key once, refuses the keys left over, and
//! gives every complaint its line.

use std::borrow::Cow;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::BoardError;

/// The file, for its lines.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub file: &'a str,
    pub text: &'a str,
}

impl Source<'_> {
    /// An error at this place of the file.
    pub fn error(self, span: Range<usize>, problem: impl Into<String>) -> BoardError {
        let before = self.text.get(..span.start).unwrap_or(self.text);
        BoardError::File {
            file: self.file.into(),
            line: before.matches('\n').count() + 1,
            problem: problem.into(),
        }
    }
}

/// A value, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct At<T> {
    pub value: T,
    pub span: Range<usize>,
}

/// A table whose keys are taken one by one.
pub(super) struct Table<'a> {
    source: Source<'a>,
    /// Its name, nothing for the whole file.
    name: &'a str,
    span: Range<usize>,
    entries: Vec<(Spanned<Cow<'a, str>>, Spanned<DeValue<'a>>)>,
    asked: Vec<&'static str>,
}

impl<'a> Table<'a> {
    /// The whole file.
    pub fn of_file(source: Source<'a>) -> Result<Self, BoardError> {
        let whole = DeTable::parse(source.text).map_err(|error| {
            let span = error.span().unwrap_or(0..0);
            source.error(span, format!("{}; see docs/boards.md for a board's file", error.message().trim()))
        })?;
        let span = whole.span().start..whole.span().start;
        Ok(Self::new(source, "", span, whole.into_inner()))
    }

    fn new(source: Source<'a>, name: &'a str, span: Range<usize>, table: DeTable<'a>) -> Self {
        Self { source, name, span, entries: table.into_iter().collect(), asked: Vec::new() }
    }

    /// Its place in the text.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// An error where it begins.
    pub fn error(&self, problem: String) -> BoardError {
        self.source.error(self.span(), problem)
    }

    /// An error where a value stands.
    pub fn error_at<T>(&self, at: &At<T>, problem: String) -> BoardError {
        self.source.error(at.span.clone(), problem)
    }

    fn take(&mut self, key: &'static str) -> Option<Spanned<DeValue<'a>>> {
        self.asked.push(key);
        let place = self.entries.iter().position(|(name, _)| name.get_ref() == key)?;
        Some(self.entries.remove(place).1)
    }

    /// `[table]` and `key` as a reader of the file knows them.
    fn called(&self, key: &str) -> String {
        if self.name.is_empty() { format!("`{key}`") } else { format!("`{key}` of [{}]", self.name) }
    }

    fn wrong(&self, key: &str, value: &Spanned<DeValue<'a>>, wanted: &str) -> BoardError {
        let found = value.get_ref().type_str();
        self.source.error(value.span(), format!("{} is of type {found}; write {wanted}", self.called(key)))
    }

    /// An error for a key that has to be there; `example` is the line to write.
    pub fn missing(&self, key: &str, example: &str) -> BoardError {
        self.source.error(self.span(), format!("{} is missing; write {example}", self.called(key)))
    }

    /// A table within this one.
    pub fn table(&mut self, key: &'static str) -> Result<Option<Table<'a>>, BoardError> {
        let Some(value) = self.take(key) else { return Ok(None) };
        let span = value.span();
        if !value.get_ref().is_table() {
            return Err(self.wrong(key, &value, &format!("a section [{key}]")));
        }
        let DeValue::Table(table) = value.into_inner() else { return Ok(None) };
        Ok(Some(Table::new(self.source, key, span, table)))
    }

    /// A table that has to be there; `example` shows one.
    pub fn needed_table(&mut self, key: &'static str, example: &str) -> Result<Table<'a>, BoardError> {
        let missing = self.source.error(self.span(), format!("section [{key}] is missing; write {example}"));
        self.table(key)?.ok_or(missing)
    }

    /// A text that may be left out.
    pub fn text(&mut self, key: &'static str) -> Result<Option<At<String>>, BoardError> {
        let Some(value) = self.take(key) else { return Ok(None) };
        let Some(text) = value.get_ref().as_str() else {
            return Err(self.wrong(key, &value, &format!("{key} = \"...\"")));
        };
        if !is_line(text) {
            let problem = format!("{} has to be one line of plain text", self.called(key));
            return Err(self.source.error(value.span(), problem));
        }
        Ok(Some(At { value: text.to_string(), span: value.span() }))
    }

    /// A text that has to be there.
    pub fn needed_text(&mut self, key: &'static str, example: &str) -> Result<At<String>, BoardError> {
        let missing = self.missing(key, &format!("{key} = \"{example}\""));
        self.text(key)?.ok_or(missing)
    }

    /// A text without blanks, such as a name of a part or an option; it may be missing.
    pub fn word(&mut self, key: &'static str) -> Result<Option<At<String>>, BoardError> {
        let Some(found) = self.text(key)? else { return Ok(None) };
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_/.".contains(c);
        // A tool takes what begins with two dashes, or a dash and a letter, for an option; a speed
        // grade may be -4.
        let unsigned =
            found.value.strip_prefix('-').filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        let begins = unsigned.unwrap_or(&found.value).starts_with(|c: char| c.is_ascii_alphanumeric());
        if begins && found.value.chars().all(plain) {
            return Ok(Some(found));
        }
        let problem = format!(
            "{} may have letters, digits, - _ / and . only, and begins with a letter or a digit",
            self.called(key)
        );
        Err(self.source.error(found.span, problem))
    }

    /// A text without blanks that has to be there.
    pub fn needed_word(&mut self, key: &'static str, example: &str) -> Result<At<String>, BoardError> {
        let missing = self.missing(key, &format!("{key} = \"{example}\""));
        self.word(key)?.ok_or(missing)
    }

    /// One of several words.
    pub fn choice<T: Copy>(
        &mut self,
        key: &'static str,
        words: &[(&'static str, T)],
    ) -> Result<Option<T>, BoardError> {
        let Some(found) = self.text(key)? else { return Ok(None) };
        let known = words.iter().find(|(word, _)| *word == found.value).map(|(_, value)| *value);
        let names: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        known.map(Some).ok_or_else(|| {
            let problem = format!(
                "{} cannot be `{}`{}; choose {}",
                self.called(key),
                found.value,
                meant(&found.value, &names),
                names.join(", ")
            );
            self.source.error(found.span, problem)
        })
    }

    /// A number from 1 to 2^32 - 1 that may be left out.
    pub fn number(&mut self, key: &'static str) -> Result<Option<At<u32>>, BoardError> {
        let Some(value) = self.take(key) else { return Ok(None) };
        let Some(digits) = value.get_ref().as_integer() else {
            return Err(self.wrong(key, &value, &format!("{key} = 25_000_000")));
        };
        let number = u32::from_str_radix(digits.as_str(), digits.radix()).ok().filter(|&number| number > 0);
        let number = number.ok_or_else(|| {
            let problem = format!("{} has to be from 1 to {}", self.called(key), u32::MAX);
            self.source.error(value.span(), problem)
        })?;
        Ok(Some(At { value: number, span: value.span() }))
    }

    /// A number that has to be there.
    pub fn needed_number(&mut self, key: &'static str, example: &str) -> Result<At<u32>, BoardError> {
        let missing = self.missing(key, &format!("{key} = {example}"));
        self.number(key)?.ok_or(missing)
    }

    /// `true` or `false`; `false` if it is missing.
    pub fn switch(&mut self, key: &'static str) -> Result<bool, BoardError> {
        let Some(value) = self.take(key) else { return Ok(false) };
        value.get_ref().as_bool().ok_or_else(|| self.wrong(key, &value, &format!("{key} = true")))
    }

    /// Several texts, at least one, each a plain line; they may be missing.
    pub fn texts(&mut self, key: &'static str, example: &str) -> Result<Option<Vec<String>>, BoardError> {
        let Some(value) = self.take(key) else { return Ok(None) };
        let texts = value.get_ref().as_array().and_then(|array| {
            let text = |item: &Spanned<DeValue<'a>>| {
                item.get_ref().as_str().filter(|text| is_line(text)).map(str::to_string)
            };
            array.iter().map(text).collect::<Option<Vec<_>>>()
        });
        let wanted = || format!("{key} = [\"{example}\"], each one line of plain text");
        texts.filter(|texts| !texts.is_empty()).map(Some).ok_or_else(|| self.wrong(key, &value, &wanted()))
    }

    /// One text, several, or none.
    pub fn text_or_texts(
        &mut self,
        key: &'static str,
        example: &str,
    ) -> Result<Option<At<Vec<String>>>, BoardError> {
        let Some((_, value)) = self.entries.iter().find(|(name, _)| name.get_ref() == key) else {
            self.asked.push(key);
            return Ok(None);
        };
        let span = value.span();
        let texts = match value.get_ref().as_array() {
            Some(_) => self.texts(key, example)?,
            None => self.text(key)?.map(|text| vec![text.value]),
        };
        Ok(texts.map(|value| At { value, span }))
    }

    /// Several texts that have to be there.
    pub fn needed_texts(&mut self, key: &'static str, example: &str) -> Result<Vec<String>, BoardError> {
        let missing = self.missing(key, &format!("{key} = [\"{example}\"]"));
        self.texts(key, example)?.ok_or(missing)
    }

    /// Refuses what nobody asked for.
    pub fn done(self) -> Result<(), BoardError> {
        let Some((key, _)) = self.entries.iter().min_by_key(|(key, _)| key.span().start) else {
            return Ok(());
        };
        let problem = format!(
            "{} is not known{}; {} {}",
            self.called(key.get_ref()),
            meant(key.get_ref(), &self.asked),
            if self.name.is_empty() { "a board has" } else { "there is" },
            self.asked.join(", ")
        );
        Err(self.source.error(key.span(), problem))
    }
}

/// Whether a text is one line that is safe in a comment, between quotes and on a terminal. It may
/// have letters of any language, and the signs of ASCII that no language here takes for a quote, an
/// escape or a variable.
fn is_line(text: &str) -> bool {
    let plain = |c: char| c.is_alphanumeric() || ((' '..='~').contains(&c) && !"\"\\`$".contains(c));
    !text.trim().is_empty() && text.chars().all(plain)
}

/// The words that a misspelt word may stand for, as a question.
pub(super) fn meant(word: &str, known: &[&str]) -> String {
    let near = |name: &&&str| strsim::jaro_winkler(word, name);
    let best = known.iter().max_by(|a, b| near(a).total_cmp(&near(b)));
    best.filter(|name| near(name) > 0.7).map_or(String::new(), |name| format!("; did you mean `{name}`?"))
}
