//! A serial port of this computer.

use std::io::{self, ErrorKind, Read, Write};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use serialport::{ClearBuffer, DataBits, FlowControl, Parity, SerialPort, StopBits};

use super::line::{Line, LineError};

/// A serial port of this computer: 8 data bits, no parity, 1 stop bit, no flow control.
pub struct SerialLine {
    port: Box<dyn SerialPort>,
    name: String,
    baud: u32,
    opened: Instant,
}

/// The time for which an adapter and the system may hold bytes back, beyond the time on the line.
const LATENCY: Duration = Duration::from_millis(100);

/// What a system may take to say that all has left, beyond the time on the line.
const DRAIN: Duration = Duration::from_secs(1);

impl SerialLine {
    /// Opens a port, such as `/dev/ttyUSB0` or `COM3`, and drops the bytes that it held.
    ///
    /// # Errors
    /// There is no such port, it is in use, or this user may not open it.
    pub fn open(name: &str, baud: u32) -> Result<Self, LineError> {
        let failed = |error: serialport::Error| LineError::Open {
            port: name.into(),
            problem: problem(&error),
            mend: mend(&error),
        };
        let port = serialport::new(name, baud)
            .data_bits(DataBits::Eight)
            .parity(Parity::None)
            .stop_bits(StopBits::One)
            .flow_control(FlowControl::None)
            .timeout(LATENCY)
            .open()
            .map_err(failed)?;
        port.clear(ClearBuffer::All).map_err(failed)?;
        Ok(Self { port, name: name.into(), baud, opened: Instant::now() })
    }

    /// What was not sent is dropped, or the system would wait for it when the port is closed.
    fn stuck(&self, longest: Duration) -> LineError {
        drop(self.port.clear(ClearBuffer::Output));
        LineError::Stuck { port: self.name.clone(), seconds: longest.as_secs_f64() }
    }

    fn gone(&self, problem: impl ToString) -> LineError {
        LineError::Gone { port: self.name.clone(), problem: problem.to_string() }
    }
}

/// The system's word, but for a file of another kind, of which Unix says "not a typewriter".
fn problem(error: &serialport::Error) -> String {
    match error.to_string() {
        text if text.starts_with("Not a typewriter") || text.starts_with("Inappropriate ioctl") => {
            "it is no serial port".into()
        }
        text => text,
    }
}

/// The remedy for a port that does not open.
fn mend(error: &serialport::Error) -> String {
    match error.kind() {
        serialport::ErrorKind::Io(ErrorKind::PermissionDenied) => {
            "join the group that owns it (dialout on Debian), or close the program that has it".into()
        }
        // So the crate says, but on Windows, that another program has it; a port that is not there
        // is `NotFound`.
        serialport::ErrorKind::NoDevice if cfg!(unix) => "close the program that has it".into(),
        serialport::ErrorKind::InvalidInput => "ask for a baud rate the port has".into(),
        _ => match serialport::available_ports() {
            Ok(ports) if !ports.is_empty() => {
                let names: Vec<String> = ports.into_iter().map(|port| port.port_name).collect();
                format!("there are {}", names.join(", "))
            }
            _ => "this computer has no serial ports; is the board connected?".into(),
        },
    }
}

/// Does what the system may never end, for at most this long.
fn within(longest: Duration, work: impl FnOnce() -> io::Result<()> + Send + 'static) -> io::Result<()> {
    let (ended, end) = mpsc::channel();
    // Nobody waits for it any more where it ends too late.
    thread::Builder::new().spawn(move || drop(ended.send(work())))?;
    end.recv_timeout(longest).unwrap_or_else(|_| Err(ErrorKind::TimedOut.into()))
}

impl Line for SerialLine {
    fn name(&self) -> &'static str {
        "serial line"
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), LineError> {
        let time = LATENCY + 2 * self.time_of(u32::try_from(bytes.len()).unwrap_or(u32::MAX));
        let longest = time + DRAIN;
        let bytes = bytes.to_vec();
        let sent = self.port.try_clone().map_err(io::Error::from).and_then(|mut port| {
            // A write waits for room that may never come, whatever the port's own limit is.
            within(longest, move || {
                port.set_timeout(time)?;
                port.write_all(&bytes)?;
                port.flush()
            })
        });
        sent.map_err(|error| match error.kind() {
            ErrorKind::TimedOut => self.stuck(longest),
            _ => self.gone(error),
        })
    }

    fn elapsed(&self) -> Duration {
        self.opened.elapsed()
    }

    fn time_of(&self, bytes: u32) -> Duration {
        Duration::from_micros(u64::from(bytes) * 10_000_000 / u64::from(self.baud.max(1)))
    }

    fn receive(&mut self, byte_times: u32) -> Result<Option<u8>, LineError> {
        let until = Instant::now() + LATENCY + self.time_of(byte_times);
        let mut byte = [0];
        loop {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(None);
            }
            self.port.set_timeout(left).map_err(|error| self.gone(error))?;
            match self.port.read(&mut byte) {
                Ok(1) => return Ok(Some(byte[0])),
                Ok(_) => return Err(self.gone("it was closed")),
                Err(error) if error.kind() == ErrorKind::TimedOut => return Ok(None),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(self.gone(error)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_of_the_system_has_a_bound() {
        let longest = Duration::from_millis(50);
        let stuck = within(longest, || {
            thread::sleep(Duration::from_secs(60));
            Ok(())
        });
        assert_eq!(stuck.unwrap_err().kind(), ErrorKind::TimedOut);
        within(longest, || Ok(())).unwrap();
        let broken = within(longest, || Err(ErrorKind::BrokenPipe.into())).unwrap_err();
        assert_eq!(broken.kind(), ErrorKind::BrokenPipe);
    }

    /// The other end of this one reads nothing, so that it is full some time.
    #[cfg(unix)]
    #[test]
    fn a_port_that_takes_nothing_is_told() {
        let (other, port) = serialport::TTYPort::pair().unwrap();
        let line = SerialLine::open(&port.name().unwrap(), 115_200).unwrap();
        let mut quick = SerialLine { baud: u32::MAX, ..line };
        let stuck = quick.send(&vec![b'?'; 1 << 20]).unwrap_err().to_string();
        assert!(stuck.contains(": what is sent does not leave within 1."), "{stuck}");
        drop(other);
    }

    #[cfg(unix)]
    #[test]
    fn a_file_of_another_kind_is_told() {
        let file = tempfile::NamedTempFile::new().unwrap();
        for path in [file.path().to_str().unwrap(), "/dev/null"] {
            let error = SerialLine::open(path, 115_200).map(|_| ()).unwrap_err().to_string();
            assert!(
                error.starts_with(&format!("cannot open the serial port {path}: it is no serial port; ")),
                "{error}"
            );
        }
    }

    #[test]
    fn a_port_that_is_taken_is_told_from_one_that_is_forbidden() {
        let mend = |kind| mend(&serialport::Error::new(kind, "some reason"));
        if cfg!(unix) {
            assert_eq!(mend(serialport::ErrorKind::NoDevice), "close the program that has it");
        }
        let forbidden = mend(serialport::ErrorKind::Io(ErrorKind::PermissionDenied));
        assert!(forbidden.starts_with("join the group that owns it"), "{forbidden}");
    }
}
