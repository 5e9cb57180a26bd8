//! Programs that are started end with this one: a signal that stops it stops them, and all they have started.
//!
//! Each runs in a process group of its own. At an interrupt (or a request to end, or the terminal's end) the groups are
//! stopped, the waiting callers find their program gone and clear away what they were writing, and the process ends.

use std::io;
use std::process::{Child, Command, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often a program that may not run for ever is looked at.
const LOOK: Duration = Duration::from_millis(100);

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Whether a signal has asked this process to end.
pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}

/// A program at work. Dropped before its end, it is stopped with all it has started.
#[derive(Debug)]
pub struct Guarded {
    child: Child,
    ended: bool,
}

impl Guarded {
    /// Starts a program in a process group of its own.
    ///
    /// # Errors
    /// The program cannot be started, or a signal has asked this process to end ([`io::ErrorKind::Interrupted`]).
    pub fn start(command: &mut Command) -> io::Result<Self> {
        let child = groups::start(command)?;
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

    /// Waits for its end, so long at most: none if it is still at work then.
    ///
    /// # Errors
    /// The system cannot wait for it.
    pub fn wait_for(&mut self, limit: Duration) -> io::Result<Option<ExitStatus>> {
        let begin = Instant::now();
        while self.child.try_wait()?.is_none() {
            let Some(left) = limit.checked_sub(begin.elapsed()) else { return Ok(None) };
            std::thread::sleep(left.min(LOOK));
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

#[cfg(unix)]
mod groups {
    use std::io;
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};
    use std::sync::atomic::Ordering;
    use std::sync::{Mutex, MutexGuard, Once, PoisonError};
    use std::time::Duration;

    use rustix::process::{Pid, Signal, kill_process_group};
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    use super::{INTERRUPTED, interrupted};

    /// The groups at work, by the number of their first process.
    static GROUPS: Mutex<Vec<u32>> = Mutex::new(Vec::new());
    static WATCH: Once = Once::new();

    /// How long the callers have to clear away after a signal; what runs no program does not look, and needs no longer.
    const GRACE: Duration = Duration::from_secs(3);

    fn groups() -> MutexGuard<'static, Vec<u32>> {
        GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn start(command: &mut Command) -> io::Result<Child> {
        WATCH.call_once(|| {
            // Without a watch, signals end this process as they do otherwise.
            if let Ok(signals) = Signals::new([SIGINT, SIGTERM, SIGHUP]) {
                std::thread::spawn(|| watch(signals));
            }
        });
        // Held over the start, so that no program starts after the signal that should have stopped it.
        let mut groups = groups();
        if interrupted() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let child = command.process_group(0).spawn()?;
        groups.push(child.id());
        Ok(child)
    }

    pub fn forget(group: u32) {
        groups().retain(|&known| known != group);
    }

    pub fn stop(child: &mut Child) {
        signal(child.id(), Signal::KILL);
    }

    fn signal(group: u32, signal: Signal) {
        let pid = i32::try_from(group).ok().and_then(Pid::from_raw);
        if let Some(pid) = pid {
            // A group that has just ended needs no signal.
            let _ = kill_process_group(pid, signal);
        }
    }

    fn watch(mut signals: Signals) {
        for number in signals.forever() {
            if interrupted() {
                // Asked twice: at once.
                std::process::exit(128 + number);
            }
            INTERRUPTED.store(true, Ordering::SeqCst);
            for &group in groups().iter() {
                signal(group, Signal::KILL);
            }
            std::thread::spawn(move || {
                std::thread::sleep(GRACE);
                std::process::exit(128 + number);
            });
        }
    }
}

#[cfg(not(unix))]
mod groups {
    use std::io;
    use std::process::{Child, Command};

    pub fn start(command: &mut Command) -> io::Result<Child> {
        command.spawn()
    }

    pub fn forget(_: u32) {}

    pub fn stop(child: &mut Child) {
        // It may have ended by itself.
        let _ = child.kill();
    }
}
