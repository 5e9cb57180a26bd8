//! A stimulus to compare simulators with: a machine driven over its bus.

use crate::game::{Session, UNKNOWN, Walk, Word};
use crate::simulate::{Ports, PortsError};

/// The buses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bus {
    /// Wishbone B4.
    Wishbone,
    /// AXI4-Lite.
    Axi4Lite,
}

/// More cycles than the slave keeps a master waiting.
const LIMIT: u32 = 5_000;

/// The word address of the registers.
const REGISTERS: u64 = 1 << 14;

/// The status register: written, it resets the core.
const STATUS: u64 = REGISTERS | 2;

/// Resets a machine, loads a position, asks for its moves, for a walk longer than a read may wait,
/// and for accesses that fail. It drives the pins and judges nothing.
///
/// # Errors
/// The simulator failed.
pub fn exercise(ports: &mut impl Ports, bus: Bus, session: &Session) -> Result<(), PortsError> {
    let mut master = Master { ports, bus };
    master.ports.poke("reset", 1)?;
    master.ports.step()?;
    master.ports.poke("reset", 0)?;
    let next = Walk::Next.with(0);
    let walked = [next, next, Walk::Down.with(0), next, Walk::Up.with(0), Walk::Up.with(0), UNKNOWN];
    for command in session.load.iter().chain(&walked) {
        master.command(*command)?;
    }
    for register in 0..4 {
        master.access(REGISTERS | register, None)?;
    }
    // A walk: its read ends early, others are refused meanwhile, and a write ends it.
    for command in session.walk.iter().chain([&next]) {
        master.command(*command)?;
    }
    master.access(STATUS, None)?;
    master.access(REGISTERS, Some(1))?;
    master.access(STATUS, Some(0))?;
    master.access(STATUS, Some(0x100))?;
    master.access(STATUS, None)?;
    master.command(next)
}

struct Master<'a, P> {
    ports: &'a mut P,
    bus: Bus,
}

impl<P: Ports> Master<'_, P> {
    /// The read that carries a command out.
    fn command(&mut self, command: Word) -> Result<(), PortsError> {
        self.access(u64::from(command.code) << 10 | command.data, None)
    }

    /// A read of a word, or a write of this value.
    fn access(&mut self, word: u64, write: Option<u64>) -> Result<(), PortsError> {
        match (self.bus, write) {
            (Bus::Wishbone, write) => {
                self.set(&[
                    ("wb_cyc", 1),
                    ("wb_stb", 1),
                    ("wb_adr", word),
                    ("wb_we", u64::from(write.is_some())),
                    ("wb_dat_w", write.unwrap_or(0)),
                ])?;
                self.until(&["wb_ack", "wb_err"])?;
                self.set(&[("wb_cyc", 0), ("wb_stb", 0)])
            }
            (Bus::Axi4Lite, None) => {
                self.set(&[("axi_arvalid", 1), ("axi_araddr", word << 2)])?;
                self.until(&["axi_arready"])?;
                self.set(&[("axi_arvalid", 0), ("axi_rready", 1)])?;
                self.until(&["axi_rvalid"])?;
                self.set(&[("axi_rready", 0)])
            }
            (Bus::Axi4Lite, Some(value)) => {
                self.set(&[("axi_awvalid", 1), ("axi_awaddr", word << 2)])?;
                self.ports.step()?;
                self.set(&[("axi_wvalid", 1), ("axi_wdata", value), ("axi_wstrb", 2)])?;
                self.until(&["axi_awready"])?;
                self.set(&[("axi_awvalid", 0), ("axi_wvalid", 0), ("axi_bready", 1)])?;
                self.until(&["axi_bvalid"])?;
                self.set(&[("axi_bready", 0)])
            }
        }
    }

    fn set(&mut self, values: &[(&str, u64)]) -> Result<(), PortsError> {
        values.iter().try_for_each(|(port, value)| self.ports.poke(port, *value))
    }

    /// Steps until one of these is set, and through that cycle.
    fn until(&mut self, names: &[&str]) -> Result<(), PortsError> {
        for _ in 0..LIMIT {
            let mut set = false;
            for name in names {
                set |= self.ports.peek(name)? != 0;
            }
            self.ports.step()?;
            if set {
                break;
            }
        }
        Ok(())
    }
}
