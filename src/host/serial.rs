//! A serial port of this computer.

use std::io::{ErrorKind, Read, Write};
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

impl SerialLine {
    /// Opens a port, such as `/dev/ttyUSB0` or `COM3`, and drops the bytes that it held.
    ///
    /// # Errors
    /// There is no such port, it is in use, or this user may not open it.
    pub fn open(name: &str, baud: u32) -> Result<Self, LineError> {
        let failed = |error: serialport::Error| LineError::Open {
            port: name.into(),
            problem: error.to_string(),
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

    fn gone(&self, problem: impl ToString) -> LineError {
        LineError::Gone { port: self.name.clone(), problem: problem.to_string() }
    }
}

/// The remedy for a port that does not open.
fn mend(error: &serialport::Error) -> String {
    match error.kind() {
        serialport::ErrorKind::Io(ErrorKind::PermissionDenied) => {
            "join the group that owns it (dialout on Debian), or close the program that has it".into()
        }
        // So the crate says, but on Windows, that another program has it; a port that is not there is `NotFound`.
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

impl Line for SerialLine {
    fn name(&self) -> &'static str {
        "serial line"
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), LineError> {
        let time = LATENCY + 2 * self.time_of(u32::try_from(bytes.len()).unwrap_or(u32::MAX));
        let sent = self.port.set_timeout(time).map_err(std::io::Error::from);
        let sent = sent.and_then(|()| self.port.write_all(bytes)).and_then(|()| self.port.flush());
        sent.map_err(|error| self.gone(error))
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
    fn a_port_that_is_taken_is_told_from_one_that_is_forbidden() {
        let mend = |kind| mend(&serialport::Error::new(kind, "some reason"));
        if cfg!(unix) {
            assert_eq!(mend(serialport::ErrorKind::NoDevice), "close the program that has it");
        }
        let forbidden = mend(serialport::ErrorKind::Io(ErrorKind::PermissionDenied));
        assert!(forbidden.starts_with("join the group that owns it"), "{forbidden}");
    }
}
