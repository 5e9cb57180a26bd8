//! Texts for people to read: errors that read alike in `{}` and `{:?}`, because `unwrap` and a
//! failing `main` print the latter, settings, and large numbers.

use std::fmt::Display;

/// Gives each of these errors the `Debug` of its `Display`.
macro_rules! readable_debug {
    ($($error:ty),+ $(,)?) => {
        $(impl std::fmt::Debug for $error {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        })+
    };
}

pub(crate) use readable_debug;

/// Names and values as people give them: `name=value`, with blanks between.
pub fn assignments<N: Display, V: Display>(pairs: impl IntoIterator<Item = (N, V)>) -> String {
    let words: Vec<String> = pairs.into_iter().map(|(name, value)| format!("{name}={value}")).collect();
    words.join(" ")
}

/// A number with a comma before every third digit from the right.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
