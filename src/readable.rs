//! Errors that read alike in `{}` and `{:?}`, because `unwrap` and a failing `main` print the
//! latter.

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
