//! Documentation in Rust as comments in emitted text.

/// The first sentence of a doc in the form of a comment: without marks and full stop, and not as a
/// sentence.
pub(super) fn comment(doc: &str) -> String {
    let plain: String = doc.trim().chars().filter(|c| !matches!(c, '`' | '[' | ']')).collect();
    let sentence = plain.split(". ").next().unwrap_or_default().trim_end_matches('.');
    let mut letters = sentence.chars();
    match (letters.next(), letters.clone().next()) {
        // A word of one letter, or of small ones behind the first; no abbreviation.
        (Some(first), Some(second)) if second.is_lowercase() || second == ' ' => {
            first.to_lowercase().chain(letters).collect()
        }
        _ => sentence.to_string(),
    }
}
