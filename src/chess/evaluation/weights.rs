//! The weights of the evaluation, as data: a file with a pair of numbers for every feature.

use std::ops::{Add, AddAssign, Index, Mul, Neg};
use std::path::Path;
use std::{fmt, fs, io};

use thiserror::Error;

use super::term::Term;

/// A number for the middle game and one for the end game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pair {
    /// With all pieces on the board.
    pub mg: i32,
    /// With few pieces left.
    pub eg: i32,
}

impl Add for Pair {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self { mg: self.mg + other.mg, eg: self.eg + other.eg }
    }
}

impl AddAssign for Pair {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Neg for Pair {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self { mg: -self.mg, eg: -self.eg }
    }
}

impl Mul<i32> for Pair {
    type Output = Self;

    #[inline]
    fn mul(self, times: i32) -> Self {
        Self { mg: self.mg * times, eg: self.eg * times }
    }
}

/// The number of features, and so of weights.
pub const FEATURES: usize = 495;

/// The largest weight, and the negative of the smallest: twelve bits with the sign.
pub const LARGEST: i32 = 2_047;

/// The weights of all features.
#[derive(Clone, PartialEq, Eq)]
pub struct Weights(Box<[Pair; FEATURES]>);

/// The weights that are built in.
const DEFAULT: &str = include_str!("weights.txt");

/// Those without the terms that bring little for the logic they take.
const MEDIUM: &str = include_str!("weights_medium.txt");

/// Those of the terms that bring much for the logic they take.
const LEAN: &str = include_str!("weights_lean.txt");

impl Weights {
    /// The names of the weights that are built in, the default first: every term; all but those
    /// that bring little for the logic they take; and those that bring much for it.
    pub const NAMES: [&str; 3] = ["full", "medium", "lean"];

    /// The weights of a name that is built in.
    ///
    /// # Errors
    /// There are none of this name.
    pub fn named(name: &str) -> Result<Self, WeightsError> {
        match name {
            "full" => Self::parse(DEFAULT),
            "medium" => Self::parse(MEDIUM),
            "lean" => Self::parse(LEAN),
            _ => Err(WeightsError::Name { name: name.escape_debug().to_string() }),
        }
    }

    /// These weights, in the order of the features.
    ///
    /// # Errors
    /// One of them is beyond [`LARGEST`].
    pub fn new(pairs: [Pair; FEATURES]) -> Result<Self, WeightsError> {
        let wrong = |pair: &Pair| [pair.mg, pair.eg].into_iter().find(|value| value.abs() > LARGEST);
        match pairs.iter().enumerate().find_map(|(index, pair)| Some((index, wrong(pair)?))) {
            Some((index, value)) => Err(WeightsError::Size { index, value }),
            None => Ok(Self(Box::new(pairs))),
        }
    }

    /// Reads a file of weights: a line `index mg eg` for every feature, in any order. Empty lines,
    /// and what follows a `#`, mean nothing.
    ///
    /// # Errors
    /// A line is not of this form, or a feature has no weight or two.
    pub fn parse(text: &str) -> Result<Self, WeightsError> {
        let mut pairs = [None; FEATURES];
        for (line, text) in (1..).zip(text.lines()) {
            let shown = text.split('#').next().unwrap_or_default().trim();
            if shown.is_empty() {
                continue;
            }
            let at = |problem| WeightsError::Line { line, text: shown.escape_debug().to_string(), problem };
            let (index, pair) = entry(shown).map_err(at)?;
            if pairs[index].replace(pair).is_some() {
                return Err(at(LineProblem::Twice(index)));
            }
        }
        let missing = |index: usize| WeightsError::Missing { index, term: Term::of(index) };
        let mut all = [Pair::default(); FEATURES];
        for (index, (place, pair)) in all.iter_mut().zip(pairs).enumerate() {
            *place = pair.ok_or_else(|| missing(index))?;
        }
        Self::new(all)
    }

    /// Reads a file of weights, of the form of [`Weights::parse`].
    ///
    /// # Errors
    /// It cannot be read, or is no file of weights.
    pub fn read(path: &Path) -> Result<Self, WeightsFileError> {
        let file = || path.display().to_string();
        let text =
            fs::read_to_string(path).map_err(|error| WeightsFileError::Read { file: file(), error })?;
        Self::parse(&text).map_err(|error| WeightsFileError::Text { file: file(), error })
    }

    /// All pairs, by feature.
    pub fn pairs(&self) -> &[Pair; FEATURES] {
        &self.0
    }
}

/// A feature and its weight.
fn entry(text: &str) -> Result<(usize, Pair), LineProblem> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [index, mg, eg] = words[..] else { return Err(LineProblem::Words(words.len())) };
    let index = index.parse().ok().filter(|index| *index < FEATURES);
    let number = |word: &str| {
        let value = word.parse().ok().filter(|value: &i32| (-LARGEST..=LARGEST).contains(value));
        value.ok_or_else(|| LineProblem::Number(word.escape_debug().to_string()))
    };
    Ok((index.ok_or(LineProblem::Index)?, Pair { mg: number(mg)?, eg: number(eg)? }))
}

impl Default for Weights {
    /// The weights that are built in, `src/chess/evaluation/weights.txt`.
    fn default() -> Self {
        Self::parse(DEFAULT).unwrap_or_else(|_| Self(Box::new([Pair::default(); FEATURES])))
    }
}

impl Index<usize> for Weights {
    type Output = Pair;

    #[inline]
    fn index(&self, feature: usize) -> &Pair {
        &self.0[feature]
    }
}

impl fmt::Debug for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Weights({FEATURES} pairs)")
    }
}

impl fmt::Display for Weights {
    /// The file that [`Weights::parse`] reads, with a heading for every term.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "# index mg eg")?;
        for term in Term::ALL {
            writeln!(f, "# {term}")?;
            for index in term.features() {
                writeln!(f, "{index} {} {}", self[index].mg, self[index].eg)?;
            }
        }
        Ok(())
    }
}

/// The reasons why a file gives no weights.
#[derive(Debug, Error)]
pub enum WeightsFileError {
    /// It cannot be read.
    #[error("{file}: {error}; give a file with a line `FEATURE MG EG` for every feature")]
    Read {
        /// The file.
        file: String,
        /// The system's reason.
        #[source]
        error: io::Error,
    },
    /// Its text is wrong.
    #[error("{file}: {error}")]
    Text {
        /// The file.
        file: String,
        /// The problem.
        #[source]
        error: WeightsError,
    },
}

/// The reasons why a text is no file of weights.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum WeightsError {
    /// A line is wrong.
    #[error("line {line} of the weights, `{text}`: {problem}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// Its text without the comment.
        text: String,
        /// What is wrong, and the mend.
        problem: LineProblem,
    },
    /// A feature has no weight.
    #[error("feature {index} ({term}) has no weight; add a line `{index} MG EG`")]
    Missing {
        /// The feature.
        index: usize,
        /// The term it belongs to.
        term: Term,
    },
    /// No weights of this name.
    #[error("no weights are called `{name}`; choose {}", Weights::NAMES.join(", "))]
    Name {
        /// The name.
        name: String,
    },
    /// A weight does not fit.
    #[error("the weight {value} of feature {index} is too large; keep weights from -{LARGEST} to {LARGEST}")]
    Size {
        /// The feature.
        index: usize,
        /// The weight.
        value: i32,
    },
}

/// The problems of a line of weights.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum LineProblem {
    /// More or fewer words than three.
    #[error("{0} words; write three: the feature, its weight in the middle game, in the end game")]
    Words(usize),
    /// No such feature.
    #[error("the first word is no feature; features are 0 to {last}", last = FEATURES - 1)]
    Index,
    /// No weight.
    #[error("`{0}` is no weight; write a whole number from -{LARGEST} to {LARGEST}")]
    Number(String),
    /// A second weight.
    #[error("feature {0} has a weight already; leave one of the two lines")]
    Twice(usize),
}
