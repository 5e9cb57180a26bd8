//! The parameters of a core, and a choice of their values.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use thiserror::Error;

use super::CoreInfo;

/// Something that can be chosen about a core.
#[derive(Debug)]
pub struct ParameterInfo {
    /// Its name, before the `=`.
    pub name: &'static str,
    /// Its effect.
    pub about: &'static str,
    /// The values it may have.
    pub range: Range,
    /// The value it has when nothing is said.
    pub default: Setting,
    /// The value that takes the least hardware, where that depends on it.
    pub smallest: Option<Setting>,
    /// The parameter and its value without which this one has no effect, if there is one.
    pub only_with: Option<(&'static str, &'static str)>,
}

/// The values a parameter may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    /// `on` or `off`.
    Switch,
    /// A power of two.
    PowerOfTwo {
        /// The smallest.
        low: u32,
        /// The largest.
        high: u32,
    },
    /// A whole number.
    Number {
        /// The smallest.
        low: u32,
        /// The largest.
        high: u32,
    },
    /// One of these words.
    Choice(&'static [&'static str]),
    /// One of these words, or a file: a path with a `/` or a `.` in it.
    ChoiceOrFile(&'static [&'static str]),
    /// Two letters or digits.
    Pair,
    /// Names with commas between them, or `none`.
    Names,
}

/// The text for no name at all.
const NONE: &str = "none";

impl Range {
    /// The value of this text, if it is one of the range.
    pub fn parse(self, text: &str) -> Option<Setting> {
        match self {
            Self::Switch => match text {
                "on" => Some(Setting::Switch(true)),
                "off" => Some(Setting::Switch(false)),
                _ => None,
            },
            Self::PowerOfTwo { low, high } => {
                let number: u32 = text.parse().ok()?;
                ((low..=high).contains(&number) && number.is_power_of_two())
                    .then_some(Setting::Number(number))
            }
            Self::Number { low, high } => {
                let number = text.parse().ok().filter(|number| (low..=high).contains(number))?;
                Some(Setting::Number(number))
            }
            Self::Pair => match *text.as_bytes() {
                [a, b] if a.is_ascii_alphanumeric() && b.is_ascii_alphanumeric() => {
                    Some(Setting::Pair([a, b]))
                }
                _ => None,
            },
            Self::Names if text == NONE => Some(Setting::Names(Vec::new())),
            Self::Names => {
                let is_name = |name: &str| {
                    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
                    !name.is_empty() && name.chars().all(word)
                };
                let names: Vec<&str> = text.split(',').collect();
                let valid = names.iter().all(|name| is_name(name));
                valid.then(|| Setting::Names(names.into_iter().map(Into::into).collect()))
            }
            Self::Choice(words) => words.iter().find(|word| **word == text).map(|word| Setting::Word(word)),
            Self::ChoiceOrFile(words) => {
                let is_path = text.contains(['/', '.']);
                Self::Choice(words).parse(text).or_else(|| is_path.then(|| Setting::File(text.into())))
            }
        }
    }
}

impl fmt::Display for Range {
    /// All values, with `|` between them; for numbers, the smallest and the largest.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Switch => f.write_str("on|off"),
            Self::PowerOfTwo { low, high } => {
                let powers = std::iter::successors(Some(*low), |power| power.checked_mul(2));
                let powers: Vec<String> =
                    powers.take_while(|power| power <= high).map(|p| p.to_string()).collect();
                f.write_str(&powers.join("|"))
            }
            Self::Number { low, high } => write!(f, "{low}..{high}"),
            Self::Pair => f.write_str("00..zz"),
            Self::Names => write!(f, "{NONE}|NAME,NAME"),
            Self::Choice(words) => f.write_str(&words.join("|")),
            Self::ChoiceOrFile(words) => write!(f, "{}|FILE", words.join("|")),
        }
    }
}

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// On or off.
    Switch(bool),
    /// A number.
    Number(u32),
    /// One of the words of a [`Range::Choice`] or a [`Range::ChoiceOrFile`].
    Word(&'static str),
    /// The path of a file.
    File(String),
    /// The two characters of a [`Range::Pair`].
    Pair([u8; 2]),
    /// The names of a [`Range::Names`].
    Names(Vec<String>),
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Switch(on) => f.write_str(if *on { "on" } else { "off" }),
            Self::Number(number) => number.fmt(f),
            Self::Word(word) => f.write_str(word),
            Self::File(path) => f.write_str(path),
            Self::Names(names) if names.is_empty() => f.write_str(NONE),
            Self::Names(names) => f.write_str(&names.join(",")),
            Self::Pair(pair) => pair.iter().try_for_each(|&character| f.write_char(char::from(character))),
        }
    }
}

/// A value for every parameter of a core; for a parameter that is not given, its default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings(Vec<(&'static str, Setting)>);

impl Settings {
    /// The core's defaults, with these values in their place.
    ///
    /// # Errors
    /// A parameter the core does not have, one named twice, a value out of its range, or one
    /// without an effect beside the others.
    pub fn parse<N: AsRef<str>, V: AsRef<str>>(
        core: &CoreInfo,
        given: &[(N, V)],
    ) -> Result<Self, SettingsError> {
        let mut settings: Vec<_> =
            core.parameters.iter().map(|known| (known.name, known.default.clone())).collect();
        for (index, (name, value)) in given.iter().enumerate() {
            let (name, value) = (name.as_ref(), value.as_ref());
            let unknown = || SettingsError::unknown(core, name);
            let place = core.parameters.iter().position(|known| known.name == name).ok_or_else(unknown)?;
            if given[..index].iter().any(|(earlier, _)| earlier.as_ref() == name) {
                return Err(SettingsError::Twice { parameter: name.into() });
            }
            let range = core.parameters[place].range;
            settings[place].1 = range.parse(value).ok_or_else(|| SettingsError::OutOfRange {
                parameter: name.into(),
                value: value.into(),
                range,
            })?;
        }
        let settings = Self(settings);
        let given_one = |known: &&ParameterInfo| given.iter().any(|(name, _)| name.as_ref() == known.name);
        let idle = core.parameters.iter().filter(given_one).find_map(|known| settings.idle(known));
        idle.map_or(Ok(settings), Err)
    }

    /// The reason why the value of this parameter makes no difference, if it makes none.
    fn idle(&self, parameter: &ParameterInfo) -> Option<SettingsError> {
        let (other, needed) = parameter.only_with?;
        let value = self.get(other)?.to_string();
        (value != needed).then_some(SettingsError::NoEffect {
            parameter: parameter.name,
            other,
            value,
            needed,
        })
    }

    /// The settings of another core: those of the same name, its defaults for the rest.
    pub fn of(&self, core: &CoreInfo) -> Self {
        let same =
            |known: &ParameterInfo| (known.name, self.get(known.name).unwrap_or(&known.default).clone());
        Self(core.parameters.iter().map(same).collect())
    }

    /// The same with this value of a parameter, if the core has it.
    pub fn with(&self, name: &str, setting: Setting) -> Self {
        let changed = |(known, value): (&'static str, &Setting)| {
            (known, if known == name { &setting } else { value }.clone())
        };
        Self(self.iter().map(changed).collect())
    }

    /// Names and values, in the order of the core's parameters.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &Setting)> {
        self.0.iter().map(|(name, setting)| (*name, setting))
    }

    /// Values in text form, by their names.
    pub fn texts(&self) -> BTreeMap<String, String> {
        self.iter().map(|(name, value)| (name.into(), value.to_string())).collect()
    }

    /// Names and values in text form, in the order of the core's parameters, without those that
    /// make no difference beside the others.
    pub fn effective(&self, core: &CoreInfo) -> Vec<(String, String)> {
        let known = core.parameters.iter().filter(|known| self.idle(known).is_none());
        let said = |known: &ParameterInfo| Some((known.name.into(), self.get(known.name)?.to_string()));
        known.filter_map(said).collect()
    }

    /// The value of a parameter, if the core has it.
    pub fn get(&self, name: &str) -> Option<&Setting> {
        self.iter().find(|(known, _)| *known == name).map(|(_, setting)| setting)
    }

    /// Whether a parameter is on; `false` if the core does not have it.
    pub fn is_on(&self, name: &str) -> bool {
        self.get(name) == Some(&Setting::Switch(true))
    }

    /// Whether a parameter is this word; `false` if the core does not have it.
    pub fn is(&self, name: &str, word: &str) -> bool {
        matches!(self.get(name), Some(Setting::Word(set)) if *set == word)
    }

    /// The value of a parameter, if the core has it and it is a number.
    pub fn number(&self, name: &str) -> Option<u32> {
        match self.get(name) {
            Some(Setting::Number(number)) => Some(*number),
            _ => None,
        }
    }
}

/// The reasons why a choice of values is refused.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SettingsError {
    /// The core has no such parameter.
    #[error("{core} has no parameter `{parameter}`; it has {known}")]
    Unknown {
        /// The core.
        core: &'static str,
        /// The name given.
        parameter: String,
        /// The names it has.
        known: String,
    },
    /// A parameter is given twice.
    #[error("parameter `{parameter}` is set twice; set it once")]
    Twice {
        /// The parameter.
        parameter: String,
    },
    /// A value the parameter cannot have.
    #[error("parameter `{parameter}` cannot be `{value}`; choose {range}")]
    OutOfRange {
        /// The parameter.
        parameter: String,
        /// The value given.
        value: String,
        /// The values it can have.
        range: Range,
    },
    /// A parameter that changes nothing beside another one's value.
    #[error(
        "parameter `{parameter}` has no effect with {other}={value}; leave it out, or set {other}={needed}"
    )]
    NoEffect {
        /// The parameter given.
        parameter: &'static str,
        /// The one it depends on.
        other: &'static str,
        /// The value of the other parameter.
        value: String,
        /// The value that it needs.
        needed: &'static str,
    },
}

impl SettingsError {
    /// The core has no parameter of this name.
    pub(crate) fn unknown(core: &CoreInfo, parameter: &str) -> Self {
        let known: Vec<&str> = core.parameters.iter().map(|known| known.name).collect();
        Self::Unknown { core: core.name, parameter: parameter.into(), known: known.join(", ") }
    }
}
