//! Started programs end with this one: a signal that stops it stops them and everything they have
//! started.
//!
//! Each program runs in a process group of its own. At a signal the groups are stopped, and the
//! waiting callers find their program gone.

use std::io;
use std::process::{Child, Command, ExitStatus};
use std::time::{Duration, Instant};

use super::groups::{self, Stop};
use super::interrupt::{interrupted, watch};

/// The interval between looks at a program that has run long. A program that has just begun is
/// looked at more often.
const LOOK: Duration = Duration::from_millis(100);

/// The shortest interval.
const QUICK_LOOK: Duration = Duration::from_millis(1);

/// A running program. If this is dropped before the program's end, the program is stopped with
/// everything it has started.
#[derive(Debug)]
pub struct Guarded {
    child: Child,
    ended: bool,
}

impl Guarded {
    /// Starts a program in a process group of its own.
    ///
    /// # Errors
    /// The program cannot be started, or a signal has asked this process to end
    /// ([`io::ErrorKind::Interrupted`]).
    pub fn start(command: &mut Command) -> io::Result<Self> {
        Self::start_so(command, Stop::AtOnce)
    }

    /// The same for a program that has started others in groups of their own: a signal is handed on
    /// to it, so that it can stop them, and only if it takes too long is it stopped.
    ///
    /// # Errors
    /// See [`Guarded::start`].
    pub fn start_asked(command: &mut Command) -> io::Result<Self> {
        Self::start_so(command, Stop::Asked)
    }

    fn start_so(command: &mut Command, stop: Stop) -> io::Result<Self> {
        watch();
        let child = groups::start(command, stop, || !interrupted())?;
        Ok(Self { child, ended: false })
    }

    /// The program, for its pipes.
    pub fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    /// Waits for its end.
    ///
    /// # Errors
    /// The system cannot wait for it.
    pub fn wait(&mut self) -> io::Result<ExitStatus> {
        let status = self.child.wait()?;
        self.ended = true;
        groups::forget(self.child.id());
        Ok(status)
    }

    /// Waits for its end, at most this long; `None` if it is still running then.
    ///
    /// # Errors
    /// The system cannot wait for it.
    pub fn wait_for(&mut self, limit: Duration) -> io::Result<Option<ExitStatus>> {
        let begin = Instant::now();
        while self.child.try_wait()?.is_none() {
            let elapsed = begin.elapsed();
            let Some(left) = limit.checked_sub(elapsed) else { return Ok(None) };
            std::thread::sleep(left.min((elapsed / 16).clamp(QUICK_LOOK, LOOK)));
        }
        self.wait().map(Some)
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        if !self.ended {
            groups::stop(&mut self.child);
            // It is being stopped; nobody asks how it ended.
            let _ = self.wait();
        }
    }
}
