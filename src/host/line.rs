//! A serial line as the host sees it.

use std::path::Path;
use std::time::Duration;

use thiserror::Error;

use crate::simulate::PortsError;

/// A serial line as the host sees it.
pub trait Line {
    /// Its name, for errors.
    fn name(&self) -> &'static str;

    /// Sends bytes.
    ///
    /// # Errors
    /// The line is gone.
    fn send(&mut self, bytes: &[u8]) -> Result<(), LineError>;

    /// The next byte, or `None` if none comes within the time of `byte_times` bytes on the line.
    ///
    /// # Errors
    /// The line is gone.
    fn receive(&mut self, byte_times: u32) -> Result<Option<u8>, LineError>;

    /// Time since some moment before: of a simulated machine its own.
    fn elapsed(&self) -> Duration;

    /// The time that this many bytes take on the line, by [`Line::elapsed`].
    fn time_of(&self, bytes: u32) -> Duration;

    /// Starts a waveform of the machine at the other end.
    ///
    /// # Errors
    /// There is none, or its file cannot be written.
    fn trace(&mut self, _path: &Path) -> Result<(), LineError> {
        Err(LineError::NoTrace { line: self.name() })
    }

    /// Ends the waveform, if there is one.
    ///
    /// # Errors
    /// Its file cannot be written.
    fn finish_trace(&mut self) -> Result<(), LineError> {
        Ok(())
    }
}

/// A line may be lent, or be one of several kinds.
macro_rules! forwards {
    ($($line:ty),*) => {
        $(impl<L: Line + ?Sized> Line for $line {
            fn name(&self) -> &'static str {
                (**self).name()
            }

            fn send(&mut self, bytes: &[u8]) -> Result<(), LineError> {
                (**self).send(bytes)
            }

            fn receive(&mut self, byte_times: u32) -> Result<Option<u8>, LineError> {
                (**self).receive(byte_times)
            }

            fn elapsed(&self) -> Duration {
                (**self).elapsed()
            }

            fn time_of(&self, bytes: u32) -> Duration {
                (**self).time_of(bytes)
            }

            fn trace(&mut self, path: &Path) -> Result<(), LineError> {
                (**self).trace(path)
            }

            fn finish_trace(&mut self) -> Result<(), LineError> {
                (**self).finish_trace()
            }
        })*
    };
}

forwards!(&mut L, Box<L>);

/// The reasons why a line does not work.
#[derive(Debug, Error)]
pub enum LineError {
    /// A port that cannot be opened.
    #[error("cannot open the serial port {port}: {problem}; {mend}")]
    Open {
        /// The port.
        port: String,
        /// The system's message.
        problem: String,
        /// The remedy.
        mend: String,
    },
    /// The port failed during work.
    #[error("serial port {port}: {problem}; is the board still connected?")]
    Gone {
        /// The port.
        port: String,
        /// The system's message.
        problem: String,
    },
    /// A port that does not take what is sent.
    #[error(
        "serial port {port}: what is sent does not leave within {seconds:.1} s; is the board still connected, and does \
         nothing else hold the line?"
    )]
    Stuck {
        /// The port.
        port: String,
        /// How long it was waited for, in seconds.
        seconds: f64,
    },
    /// The simulator of the machine failed.
    #[error(transparent)]
    Simulator(#[from] PortsError),
    /// Only a simulated machine has waveforms.
    #[error("there are no waveforms of a machine behind a {line}; run it with --sim")]
    NoTrace {
        /// The line.
        line: &'static str,
    },
}
