//! Names for what tools make, in a cache.

use sha2::{Digest, Sha256};

/// A name for all that these texts make, in their order: half a SHA-256, in base 16.
pub fn digest<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let mut hash = Sha256::new();
    for text in texts {
        // Its length first, so that no two lists of texts run together alike.
        hash.update((text.len() as u64).to_le_bytes());
        hash.update(text);
    }
    hex::encode(&hash.finalize()[..16])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_run_together_alike_differ() {
        assert_eq!(digest(["ab", "c"]), digest(["ab", "c"]));
        assert_ne!(digest(["ab", "c"]), digest(["a", "bc"]));
        assert_ne!(digest(["ab", "c"]), digest(["c", "ab"]));
        assert_eq!(digest([]).len(), 32);
    }
}
