//! The values that are asked for, and their combinations.

use super::ExploreError;
use crate::cores::{CoreInfo, Range, SettingsError};

/// The most combinations that are built.
pub const MOST_COMBINATIONS: u128 = 10_000;

/// Values for some of a core's parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Space(Vec<(String, Vec<String>)>);

impl Space {
    /// Reads values such as `2..12`, all from the first to the last, or `16,32`, or both with
    /// commas between them. Lists of names, which have commas of their own, are separated by `|`.
    ///
    /// # Errors
    /// The core has no such parameter, or it cannot have such a value; a parameter is named twice;
    /// there are more than [`MOST_COMBINATIONS`].
    pub fn parse(core: &CoreInfo, given: &[(String, String)]) -> Result<Self, ExploreError> {
        let mut axes = Vec::new();
        for (index, (name, text)) in given.iter().enumerate() {
            let known = core.parameters.iter().find(|known| known.name == name);
            let range = known.ok_or_else(|| SettingsError::unknown(core, name))?.range;
            if given[..index].iter().any(|(earlier, _)| earlier == name) {
                return Err(SettingsError::Twice { parameter: name.clone() }.into());
            }
            axes.push((name.clone(), values(name, text, range)?));
        }
        let count = axes.iter().map(|(_, values)| values.len() as u128).fold(1, u128::saturating_mul);
        if count > MOST_COMBINATIONS {
            return Err(ExploreError::TooMany { count, most: MOST_COMBINATIONS });
        }
        Ok(Self(axes))
    }

    /// The parameters with several values.
    pub fn varied(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter(|(_, values)| values.len() > 1).map(|(name, _)| name.as_str())
    }

    /// All combinations. The values of the last parameter change first.
    pub fn combinations(&self) -> Vec<Vec<(String, String)>> {
        let mut all = vec![Vec::new()];
        for (name, values) in &self.0 {
            let longer = |one: &Vec<(String, String)>| -> Vec<Vec<(String, String)>> {
                let with =
                    |value: &String| one.iter().cloned().chain([(name.clone(), value.clone())]).collect();
                values.iter().map(with).collect()
            };
            all = all.iter().flat_map(longer).collect();
        }
        all
    }
}

/// The values of a parameter, each once, in their order.
fn values(name: &str, text: &str, range: Range) -> Result<Vec<String>, ExploreError> {
    let separator = if range == Range::Names { '|' } else { ',' };
    let mut values: Vec<String> = Vec::new();
    for part in text.split(separator).map(str::trim) {
        let more = match (part.split_once(".."), range) {
            (Some((low, high)), Range::Number { .. } | Range::PowerOfTwo { .. }) => {
                stretch(name, part, (low, high), range)?
            }
            _ => vec![part.to_string()],
        };
        for value in more {
            if range.parse(&value).is_none() {
                return Err(SettingsError::OutOfRange { parameter: name.into(), value, range }.into());
            }
            if !values.contains(&value) {
                values.push(value);
            }
        }
    }
    Ok(values)
}

/// The values of a range from one to another, such as `2..12`.
fn stretch(
    name: &str,
    part: &str,
    (low, high): (&str, &str),
    range: Range,
) -> Result<Vec<String>, ExploreError> {
    let wrong = |problem: &str| ExploreError::Range {
        parameter: name.into(),
        values: part.into(),
        problem: problem.into(),
    };
    let number = |text: &str| text.trim().parse::<u32>().map_err(|_| wrong("write two numbers, as in 2..12"));
    let (low, high) = (number(low)?, number(high)?);
    if low > high {
        return Err(wrong(&format!("write the smaller number first, {high}..{low}")));
    }
    let ends = [low, high].map(|end| end.to_string());
    if let Some(value) = ends.into_iter().find(|end| range.parse(end).is_none()) {
        return Err(SettingsError::OutOfRange { parameter: name.into(), value, range }.into());
    }
    let count = u128::from(high - low) + 1;
    let every = |step: fn(u32) -> Option<u32>| {
        std::iter::successors(Some(low), move |&at| step(at)).take_while(|&at| at <= high)
    };
    match range {
        Range::PowerOfTwo { .. } => Ok(every(|at| at.checked_mul(2)).map(|at| at.to_string()).collect()),
        _ if count > MOST_COMBINATIONS => Err(ExploreError::TooMany { count, most: MOST_COMBINATIONS }),
        _ => Ok(every(|at| at.checked_add(1)).map(|at| at.to_string()).collect()),
    }
}
