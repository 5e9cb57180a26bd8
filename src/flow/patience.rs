//! The time that tools may take: every wait has an end.

use std::env;
use std::time::Duration;

use super::FlowError;

/// The environment variable that says how many minutes every run of a tool may take.
pub const PATIENCE_VARIABLE: &str = "MOVEWRIGHT_PATIENCE";

/// The time for an answer about itself, such as its version. A portable tool compiles itself the
/// first time, which takes half a minute.
const WORD: Duration = Duration::from_secs(120);

const HOUR: Duration = Duration::from_secs(60 * 60);

/// For a run of this tool, where nobody says: several times what the largest machine takes.
pub(super) fn of(tool: &str) -> Result<Duration, FlowError> {
    match said()? {
        Some(limit) => Ok(limit),
        None if tool == "yosys" || tool.starts_with("nextpnr") => Ok(12 * HOUR),
        None => Ok(2 * HOUR),
    }
}

/// The time for an answer about itself; never longer than a run may take.
pub(super) fn of_a_word() -> Result<Duration, FlowError> {
    Ok(said()?.map_or(WORD, |limit| limit.min(WORD)))
}

/// The limit that the environment sets.
fn said() -> Result<Option<Duration>, FlowError> {
    let text = env::var_os(PATIENCE_VARIABLE).filter(|text| !text.is_empty());
    text.map(|text| given(&text.to_string_lossy())).transpose()
}

fn given(text: &str) -> Result<Duration, FlowError> {
    let minutes = text.trim().parse().ok().filter(|&minutes: &f64| minutes > 0.0);
    let time = minutes.and_then(|minutes| Duration::try_from_secs_f64(60.0 * minutes).ok());
    time.ok_or_else(|| FlowError::Patience { variable: PATIENCE_VARIABLE, value: text.into() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minutes_are_read_and_nonsense_is_refused() {
        assert_eq!(given("90").unwrap(), Duration::from_secs(5400));
        assert_eq!(given(" 0.5 ").unwrap(), Duration::from_secs(30));
        for text in ["0", "-1", "soon", "nan", "inf", "1e300"] {
            let error = given(text).unwrap_err().to_string();
            assert!(error.starts_with(&format!("MOVEWRIGHT_PATIENCE is `{text}`; give a number")), "{error}");
        }
    }
}
