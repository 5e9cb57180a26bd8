//! The groups of processes that run now: a started program with everything it has started.

pub(super) use running::{forget, kill_all, start, stop, stop_all};

/// How a program is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// At once, with everything in its group.
    AtOnce,
    /// It is asked to end first, because it has started programs in groups of their own, which it
    /// has to stop.
    Asked,
}

#[cfg(unix)]
mod running {
    use std::io;
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};
    use std::sync::{Mutex, MutexGuard, PoisonError};

    use rustix::process::{Pid, Signal, kill_process_group};

    use super::Stop;

    /// The running groups, by the number of their first process.
    static GROUPS: Mutex<Vec<(u32, Stop)>> = Mutex::new(Vec::new());

    fn groups() -> MutexGuard<'static, Vec<(u32, Stop)>> {
        GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts a program in a group of its own, as long as it may start.
    pub fn start(command: &mut Command, stop: Stop, may_start: impl FnOnce() -> bool) -> io::Result<Child> {
        // Held during the start, so that no program starts after the signal that should have
        // stopped it.
        let mut groups = groups();
        if !may_start() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let child = command.process_group(0).spawn()?;
        groups.push((child.id(), stop));
        Ok(child)
    }

    /// Takes a group that has ended off the list.
    pub fn forget(group: u32) {
        groups().retain(|&(known, _)| known != group);
    }

    /// Stops a program with everything it has started.
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

    /// Stops all running programs, or asks those to end that have to be asked. Returns their
    /// number.
    pub fn stop_all() -> usize {
        let groups = groups();
        for &(group, stop) in groups.iter() {
            signal(group, if stop == Stop::Asked { Signal::TERM } else { Signal::KILL });
        }
        groups.len()
    }

    /// Stops all running programs, without asking any.
    pub fn kill_all() {
        groups().iter().for_each(|&(group, _)| signal(group, Signal::KILL));
    }
}

#[cfg(not(unix))]
mod running {
    use std::io;
    use std::process::{Child, Command};

    /// Starts a program; there are no groups.
    pub fn start(
        command: &mut Command,
        _: super::Stop,
        may_start: impl FnOnce() -> bool,
    ) -> io::Result<Child> {
        if may_start() { command.spawn() } else { Err(io::ErrorKind::Interrupted.into()) }
    }

    /// There is no list of groups.
    pub fn forget(_: u32) {}

    /// Signals end this process without a watch, so nobody asks.
    pub fn stop_all() -> usize {
        0
    }

    /// Nobody asks here either.
    pub fn kill_all() {}

    /// Stops a program.
    pub fn stop(child: &mut Child) {
        // It may have ended by itself.
        let _ = child.kill();
    }
}
