//! Standard output, which carries only results, and its end when nobody reads it any more.

use std::io::{self, ErrorKind, Write};

use anyhow::Result;
use serde::{Serialize, Serializer};
use serde_json::Value;
use thiserror::Error;

/// The destination of a command's results.
pub struct Results(Box<dyn Write>);

/// The program that read the results has ended.
#[derive(Debug, Error)]
#[error("nobody reads the results any more")]
struct ReaderGone;

impl Results {
    /// Writes results here.
    pub fn new(out: impl Write + 'static) -> Self {
        Self(Box::new(out))
    }

    /// Writes text as it is.
    pub fn text(&mut self, text: impl AsRef<str>) -> Result<()> {
        self.bytes(text.as_ref().as_bytes())
    }

    /// Writes a line.
    pub fn line(&mut self, line: impl AsRef<str>) -> Result<()> {
        self.text(format!("{}\n", line.as_ref()))
    }

    /// Writes one JSON value in one line.
    pub fn json(&mut self, value: &impl Serialize) -> Result<()> {
        self.line(serde_json::to_string(value)?)
    }

    /// Writes bytes, at once.
    pub fn bytes(&mut self, bytes: &[u8]) -> Result<()> {
        self.0.write_all(bytes).and_then(|()| self.0.flush()).map_err(|error| {
            if error.kind() == ErrorKind::BrokenPipe {
                io::Error::new(ErrorKind::BrokenPipe, ReaderGone)
            } else {
                io::Error::new(error.kind(), format!("cannot write the results: {error}"))
            }
        })?;
        Ok(())
    }
}

/// A JSON object whose fields stay in the order in which they were added.
#[derive(Debug, Default)]
pub struct Record(Vec<(&'static str, Field)>);

/// A value of a field.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Field {
    Value(Value),
    Record(Record),
    Records(Vec<Record>),
}

impl Record {
    /// An object without fields.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a field.
    pub fn add(&mut self, name: &'static str, value: impl Into<Value>) -> &mut Self {
        self.0.push((name, Field::Value(value.into())));
        self
    }

    /// Adds a field, if it has a value.
    pub fn add_some(&mut self, name: &'static str, value: Option<impl Into<Value>>) -> &mut Self {
        if let Some(value) = value {
            self.add(name, value);
        }
        self
    }

    /// Adds an object.
    pub fn add_record(&mut self, name: &'static str, record: Self) -> &mut Self {
        self.0.push((name, Field::Record(record)));
        self
    }

    /// Adds a list of objects.
    pub fn add_records(&mut self, name: &'static str, records: impl Iterator<Item = Self>) -> &mut Self {
        self.0.push((name, Field::Records(records.collect())));
        self
    }

    /// Adds fields.
    pub fn extend(&mut self, fields: &[(&'static str, Value)]) -> &mut Self {
        self.0.extend(fields.iter().map(|(name, value)| (*name, Field::Value(value.clone()))));
        self
    }
}

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, field)| (name, field)))
    }
}

/// Whether a command ended because nobody reads its results any more. A broken pipe to a tool is
/// another matter.
pub fn reader_gone(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .and_then(io::Error::get_ref)
        .is_some_and(|inner| inner.is::<ReaderGone>())
}

#[cfg(test)]
pub mod tests {
    use std::cell::RefCell;
    use std::rc::Rc;

    use super::*;

    /// Results kept in memory, and a handle to read them.
    pub fn captured() -> (Results, Captured) {
        let captured = Captured::default();
        (Results::new(captured.clone()), captured)
    }

    /// Text that was written as results.
    #[derive(Clone, Default)]
    pub struct Captured(Rc<RefCell<Vec<u8>>>);

    impl Captured {
        /// All that was written.
        pub fn text(&self) -> String {
            String::from_utf8(self.0.borrow().clone()).unwrap()
        }

        /// The values written, as JSON, one a line.
        pub fn json(&self) -> Vec<serde_json::Value> {
            self.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
        }
    }

    impl Write for Captured {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    struct Fails(ErrorKind);

    impl Write for Fails {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn only_a_broken_pipe_ends_quietly() {
        let written = |kind| Results::new(Fails(kind)).line("text").unwrap_err();
        assert!(reader_gone(&written(ErrorKind::BrokenPipe)));
        assert!(!reader_gone(&written(ErrorKind::StorageFull)));
        assert!(!reader_gone(&io::Error::from(ErrorKind::BrokenPipe).into()));
    }
}
