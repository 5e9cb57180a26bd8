//! A test that a compiled simulator runs at all: it may have been cut short on its way to the disk.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Seek, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::OutsideError;
use crate::flow::{FlowError, Guarded, interrupted};

/// How long it may take to answer; it has nothing to do yet.
const PATIENCE: Duration = Duration::from_secs(60);

/// The problem that keeps a simulator from answering a question with a fixed answer; `None` if it
/// answers.
pub(super) fn problem_of(program: &Path) -> Result<Option<String>, OutsideError> {
    problem_within(program, PATIENCE).map_err(OutsideError::doing("try", program))?.map_or(
        Ok(None),
        |problem| {
            if interrupted() {
                return Err(FlowError::Interrupted { tool: "the compiled simulator" }.into());
            }
            Ok(Some(problem))
        },
    )
}

fn problem_within(program: &Path, patience: Duration) -> io::Result<Option<String>> {
    let mut question = tempfile::tempfile()?;
    question.write_all(b"finish\n")?;
    let mut said = tempfile::tempfile()?;
    let started = start(program, &mut question, &said, patience);
    let ended = match started.and_then(|mut run| run.wait_for(patience)) {
        Ok(ended) => ended,
        Err(error) => return Ok(Some(format!("it cannot be started: {error}"))),
    };
    let Some(status) = ended else {
        return Ok(Some(format!("it did not answer within {} seconds", patience.as_secs())));
    };
    let mut answer = Vec::new();
    said.rewind()?;
    said.read_to_end(&mut answer)?;
    let answer = String::from_utf8_lossy(&answer).into_owned();
    Ok(match (status.success(), answer.trim_end()) {
        (true, "ok") => None,
        (true, "") => Some("it ends without an answer".into()),
        (true, other) => Some(format!("it answers {}", other.lines().next().unwrap_or_default())),
        (false, _) => Some(format!("it fails ({status})")),
    })
}

/// Starts it. Tries again if another child of this process still holds the file open for writing.
fn start(program: &Path, question: &mut File, said: &File, patience: Duration) -> io::Result<Guarded> {
    let begin = Instant::now();
    loop {
        question.rewind()?;
        let mut command = Command::new(program);
        command.stdin(question.try_clone()?).stdout(said.try_clone()?).stderr(Stdio::null());
        match Guarded::start(&mut command) {
            Err(error) if error.kind() == ErrorKind::ExecutableFileBusy && begin.elapsed() < patience => {
                std::thread::sleep(Duration::from_millis(10));
            }
            started => return started,
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn what_does_not_answer_is_told_by_what_it_does() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("simulator");
        let problem = |text: &str| {
            std::fs::write(&program, text).unwrap();
            std::fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).unwrap();
            problem_within(&program, Duration::from_millis(500)).unwrap()
        };
        assert_eq!(problem("#!/bin/sh\nread line; [ \"$line\" = finish ] && echo ok"), None);
        for (text, told) in [
            ("#!/bin/sh\nexit 0", "it ends without an answer"),
            ("#!/bin/sh\nexit 3", "it fails (exit status: 3)"),
            ("#!/bin/sh\necho never; echo more", "it answers never"),
            ("#!/bin/sh\nsleep 50", "it did not answer within 0 seconds"),
            ("\u{7f}ELF", "it cannot be started: "),
            ("", "it cannot be started: "),
        ] {
            let problem = problem(text).unwrap_or_default();
            assert!(problem.starts_with(told), "{text}: {problem}");
        }
    }
}
