//! Progress on standard error, and only where a person watches.

use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// How far a command is.
pub struct Progress(ProgressBar);

impl Progress {
    /// A display of so many steps; invisible when standard error is no terminal, or shows command lines.
    pub fn new(steps: usize) -> Self {
        if !std::io::stderr().is_terminal() || crate::flow::commands_shown() {
            return Self(ProgressBar::hidden());
        }
        let bar = ProgressBar::new(steps as u64);
        // Without colours, so that NO_COLOR holds by itself.
        if let Ok(style) = ProgressStyle::with_template("{spinner} {pos}/{len} {elapsed} {wide_msg}") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        Self(bar)
    }

    /// Says what the step at work is.
    pub fn doing(&self, what: String) {
        self.0.set_message(what);
    }

    /// A step is done.
    pub fn done(&self) {
        self.0.inc(1);
    }

    /// Does something that writes to the terminal, with the display out of the way.
    pub fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.0.suspend(write)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
