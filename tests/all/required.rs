//! What a test does where a tool is missing that it runs.

use std::fmt::Display;
use std::io::Write as _;

/// True where everything looked for was found. Where something is missing the test says so and
/// ends, and fails on a machine that must have it all.
pub fn all_found<T, E: Display>(test: &str, looked_for: impl IntoIterator<Item = Result<T, E>>) -> bool {
    let missing: Vec<String> =
        looked_for.into_iter().filter_map(Result::err).map(|error| error.to_string()).collect();
    let required = ["CI", "MOVEWRIGHT_REQUIRE_TOOLS"].iter().any(|name| std::env::var_os(name).is_some());
    assert!(missing.is_empty() || !required, "{test}: {missing:?}");
    if !missing.is_empty() {
        // Straight to the stream, so that the test harness does not hide it.
        let _ = writeln!(std::io::stderr(), "SKIPPED {test}: {missing:?}");
    }
    missing.is_empty()
}
