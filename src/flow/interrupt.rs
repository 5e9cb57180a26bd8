//! A signal that asks this process to end. Started programs are stopped, half-written output is
//! cleared away, and the process ends with one status, whatever it was doing.
//!
//! If a program is running, its caller finds it gone, clears away, and ends the process as after
//! any failure. Otherwise nobody looks. So the watch itself carries out the actions left to it by
//! [`at_signal`], and ends the process.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The exit status of a process that was asked to end.
pub const STATUS: u8 = 130;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Held over what may not be left half done.
static WHOLE: Mutex<()> = Mutex::new(());

/// The actions that a signal still has to carry out, in the order in which they were registered.
static LEFT: Mutex<Vec<(u64, Action)>> = Mutex::new(Vec::new());

type Action = Box<dyn FnOnce() + Send>;

fn held<T>(mutex: &'static Mutex<T>) -> MutexGuard<'static, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether a signal has asked this process to end.
pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}

/// Carries out this work completely, even if a signal comes in between. It must not call itself,
/// and should not take long.
pub fn undisturbed<T>(work: impl FnOnce() -> T) -> T {
    let _whole = held(&WHOLE);
    work()
}

/// Something that a signal does before it ends the process, until this is dropped.
#[derive(Debug)]
pub struct AtSignal(u64);

/// Has a signal do this: the last that was said first.
pub fn at_signal(action: impl FnOnce() + Send + 'static) -> AtSignal {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    held(&LEFT).push((number, Box::new(action)));
    AtSignal(number)
}

impl Drop for AtSignal {
    fn drop(&mut self) {
        held(&LEFT).retain(|(number, _)| *number != self.0);
    }
}

pub use watch::watch;

#[cfg(unix)]
mod watch {
    use std::io::Write;
    use std::sync::Once;
    use std::sync::atomic::Ordering;
    use std::time::Duration;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    use super::{INTERRUPTED, LEFT, STATUS, WHOLE, held, interrupted};
    use crate::flow::groups;

    /// The time that the callers of programs have to clear away.
    const GRACE: Duration = Duration::from_secs(3);

    /// Watches for signals from now on; one call is enough.
    pub fn watch() {
        static WATCH: Once = Once::new();
        WATCH.call_once(|| {
            // Without a watch, signals end this process as they do otherwise.
            if let Ok(signals) = Signals::new([SIGINT, SIGTERM, SIGHUP]) {
                std::thread::spawn(|| look(signals));
            }
        });
    }

    fn look(mut signals: Signals) {
        for _ in signals.forever() {
            if interrupted() {
                // Asked twice: at once.
                end();
            }
            INTERRUPTED.store(true, Ordering::SeqCst);
            if groups::stop_all() == 0 {
                // Nobody hears of it where it goes to.
                let _ = writeln!(std::io::stderr(), "error: interrupted");
                end();
            }
            std::thread::spawn(|| {
                std::thread::sleep(GRACE);
                end()
            });
        }
    }

    fn end() -> ! {
        let _whole = held(&WHOLE);
        groups::kill_all();
        while let Some((_, action)) = { held(&LEFT).pop() } {
            action();
        }
        std::process::exit(STATUS.into())
    }
}

#[cfg(not(unix))]
mod watch {
    /// Signals end this process as they do otherwise.
    pub fn watch() {}
}
