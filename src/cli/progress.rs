//! Progress on standard error: a display if a person watches, and otherwise a line for each long
//! step.

use std::io::IsTerminal;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use super::tell;

/// The time during which no line is written about a step with several parts.
const QUIET: Duration = Duration::from_secs(30);

/// The progress of a command.
pub struct Progress(Shown);

enum Shown {
    Nothing,
    Display(ProgressBar),
    Lines(Lines),
}

/// A line for each step.
struct Lines {
    steps: u64,
    begun: Instant,
    state: Mutex<State>,
}

/// The progress that lines have told.
struct State {
    /// Steps that are done.
    done: u64,
    /// The step at work, and the number of its parts that are done.
    doing: String,
    parts: u64,
    /// The time when the last line was written.
    written: Instant,
}

impl Progress {
    /// A display of this many steps. It is invisible if standard error is no terminal, or shows
    /// command lines.
    pub fn new(steps: usize) -> Self {
        Self::display(steps).unwrap_or(Self(Shown::Nothing))
    }

    /// The same of steps that each take a while: where there is no display, each has a line.
    pub fn of_long_steps(steps: usize) -> Self {
        Self::display(steps).unwrap_or_else(|| Self(Shown::Lines(Lines::new(steps))))
    }

    fn display(steps: usize) -> Option<Self> {
        if !std::io::stderr().is_terminal() || crate::flow::commands_shown() {
            return None;
        }
        let bar = ProgressBar::new(steps as u64);
        // Without colours, so that NO_COLOR holds by itself.
        if let Ok(style) = ProgressStyle::with_template("{spinner} {step} {time} {wide_msg}") {
            let step = |state: &ProgressState, text: &mut dyn std::fmt::Write| {
                let steps = state.len().unwrap_or(0);
                // What cannot be written to a display is not shown.
                let _ = text.write_str(&at_work(state.pos(), steps));
            };
            let time = |state: &ProgressState, text: &mut dyn std::fmt::Write| {
                let _ = text.write_str(&minutes(state.elapsed()));
            };
            bar.set_style(style.with_key("step", step).with_key("time", time));
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        Some(Self(Shown::Display(bar)))
    }

    /// Whether there is a display.
    pub fn is_shown(&self) -> bool {
        matches!(self.0, Shown::Display(_))
    }

    /// A watcher that is told how far the step at work is, of a whole. A display shows a bar before
    /// its name.
    pub fn within(&self, what: String, whole: u64) -> Box<dyn FnMut(u64)> {
        match &self.0 {
            Shown::Display(display) => {
                let display = display.clone();
                Box::new(move |done| display.set_message(format!("{} {what}", bar(done, whole))))
            }
            Shown::Nothing | Shown::Lines(_) => Box::new(|_| ()),
        }
    }

    /// Names the step at work.
    pub fn doing(&self, what: String) {
        match &self.0 {
            Shown::Nothing => {}
            Shown::Display(bar) => bar.set_message(what),
            Shown::Lines(lines) => lines.doing(what),
        }
    }

    /// A step is done.
    pub fn done(&self) {
        match &self.0 {
            Shown::Nothing => {}
            Shown::Display(bar) => bar.inc(1),
            Shown::Lines(lines) => lines.done(),
        }
    }

    /// Does something that writes to the terminal, with the display out of the way.
    pub fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.0 {
            Shown::Display(bar) => bar.suspend(write),
            Shown::Nothing | Shown::Lines(_) => write(),
        }
    }
}

/// Characters of a bar.
const LENGTH: u64 = 20;

/// A bar that is full when all is done, and stays so.
fn bar(done: u64, whole: u64) -> String {
    let whole = whole.max(1);
    let done = done.min(whole);
    let full = (u128::from(done) * u128::from(LENGTH) / u128::from(whole)) as usize;
    let percent = u128::from(done) * 100 / u128::from(whole);
    format!("[{}{}] {percent:3} %", "#".repeat(full), ".".repeat(LENGTH as usize - full))
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Shown::Display(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}

impl Lines {
    fn new(steps: usize) -> Self {
        let begun = Instant::now();
        let state = State { done: 0, doing: String::new(), parts: 0, written: begun };
        Self { steps: steps as u64, begun, state: Mutex::new(state) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn doing(&self, what: String) {
        let mut state = self.state();
        state.parts = 0;
        state.doing = what;
        self.write(&mut state);
    }

    /// After the first part of the step at work another step may be announced, so nothing is
    /// written yet.
    fn done(&self) {
        let mut state = self.state();
        state.done += 1;
        state.parts += 1;
        let tells = state.parts > 1 && state.done < self.steps && !state.doing.is_empty();
        if tells && state.written.elapsed() >= QUIET {
            self.write(&mut state);
        }
    }

    fn write(&self, state: &mut State) {
        state.written = Instant::now();
        let (time, step) = (minutes(self.begun.elapsed()), at_work(state.done, self.steps));
        tell(&format!("{time} {step} {}", state.doing));
    }
}

/// The number of the step at work, and the number of steps.
fn at_work(done: u64, steps: u64) -> String {
    format!("{}/{steps}", (done + 1).min(steps))
}

/// A time as minutes and seconds.
fn minutes(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_counted_from_the_first_to_the_last() {
        let shown: Vec<String> = (0..4).map(|done| at_work(done, 3)).collect();
        assert_eq!(shown, ["1/3", "2/3", "3/3", "3/3"]);
    }

    #[test]
    fn times_are_minutes_and_seconds() {
        let shown = [0, 59, 60, 754, 3_661].map(|seconds| minutes(Duration::from_secs(seconds)));
        assert_eq!(shown, ["0:00", "0:59", "1:00", "12:34", "61:01"]);
    }

    #[test]
    fn a_bar_grows_to_its_end() {
        assert_eq!(bar(0, 200), "[....................]   0 %");
        assert_eq!(bar(50, 200), "[#####...............]  25 %");
        assert_eq!([200, 999].map(|done| bar(done, 200)), ["[####################] 100 %"; 2]);
        assert_eq!(bar(0, 0), "[....................]   0 %");
    }
}
