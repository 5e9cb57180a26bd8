//! A slave on an AXI4 bus for simulation, as slow and as busy as its pace says.

use std::collections::VecDeque;

use super::models::{Bytes, value_of};
use crate::hash::Layout;
use crate::hash::hardware::memory::model::Memory;
use crate::netlist::Value;
use crate::netlist::testing::Random;
use crate::simulate::under_way::{Due, broken};
use crate::simulate::{Latency, Ports, PortsError};

/// How a slave keeps time. Cycles are those of the bus.
pub(crate) trait Pace {
    /// Whether a transfer is taken in this cycle; asked once for each channel.
    fn takes(&mut self) -> bool;

    /// A burst of so many words of a cluster is read from now on: the cycles until each word may
    /// come.
    fn reads(&mut self, cluster: u64, words: u64) -> Vec<usize>;

    /// A burst of a cluster has been written: the cycles until the next response may come.
    fn writes(&mut self, cluster: u64) -> usize;

    /// A cycle passes.
    fn pass(&mut self) {}
}

/// Times at random.
pub(crate) struct AtRandom {
    latency: Latency,
    random: Random,
}

impl Pace for AtRandom {
    fn takes(&mut self) -> bool {
        self.random.one_in(self.latency.takes_one_in)
    }

    fn reads(&mut self, _: u64, words: u64) -> Vec<usize> {
        (0..words).map(|_| self.latency.draw(&mut self.random)).collect()
    }

    fn writes(&mut self, _: u64) -> usize {
        self.latency.draw(&mut self.random)
    }
}

/// The slave. Reads may overtake writes: a write is carried out when its response comes. It checks
/// that what is valid stays until it is taken.
pub(crate) struct Axi4Model<P> {
    bytes: Bytes,
    word_bytes: usize,
    pace: P,
    addresses: VecDeque<u64>,
    words: VecDeque<(Value, Value, bool)>,
    /// Cycles until the response of the oldest write.
    responds: usize,
    /// The words of reads.
    due: Due<Vec<u8>>,
    /// What was valid and not taken in the cycle before, with its value.
    kept: [Option<Value>; 3],
    quiet: u32,
}

/// The channels of a master, with what must stay while it is valid.
const CHANNELS: [(&str, &str); 3] = [("aw", "addr"), ("w", "data"), ("ar", "addr")];

impl Axi4Model<AtRandom> {
    /// A slave with so many clusters behind a bus of so many bits, with times at random.
    pub fn new(clusters: u64, layout: Layout, bits: u32, latency: Latency) -> Self {
        let pace = |random| AtRandom { latency, random };
        Self::with_pace(clusters, layout, bits, pace)
    }
}

impl<P: Pace> Axi4Model<P> {
    /// A slave with so many clusters behind a bus of so many bits. Its pace may go on with the
    /// random numbers of its bytes.
    pub fn with_pace(clusters: u64, layout: Layout, bits: u32, pace: impl FnOnce(Random) -> P) -> Self {
        let mut random = Random(3);
        let bytes = Bytes::new(clusters, layout.cluster_bytes(), &mut random);
        Self {
            bytes,
            word_bytes: bits as usize / 8,
            pace: pace(random),
            addresses: VecDeque::new(),
            words: VecDeque::new(),
            responds: 0,
            due: Due::default(),
            kept: [None, None, None],
            quiet: 0,
        }
    }

    /// The cluster that has this word.
    fn cluster_of(&self, word: u64) -> u64 {
        word * self.word_bytes as u64 / self.bytes.cluster_bytes() as u64
    }

    /// The channel's transfer of this cycle, if there is one.
    fn transfers(&mut self, ports: &mut dyn Ports, channel: usize) -> Result<bool, PortsError> {
        let (name, what) = CHANNELS[channel];
        let ready = self.pace.takes();
        ports.poke(&format!("axi_{name}ready"), ready.into())?;
        let valid = ports.peek(&format!("axi_{name}valid"))? == 1;
        let value = ports.peek_value(&format!("axi_{name}{what}"))?;
        if self.kept[channel].as_ref().is_some_and(|kept| !valid || *kept != value) {
            return Err(broken(format!("channel {name} changes before it is taken")));
        }
        self.kept[channel] = (valid && !ready).then_some(value);
        self.quiet = if valid { 0 } else { self.quiet };
        Ok(valid && ready)
    }

    /// The words of a burst, as its address channel says.
    fn words_of(&self, ports: &mut dyn Ports, channel: &str) -> Result<(u64, u64), PortsError> {
        let mut field = |name: &str| ports.peek(&format!("axi_{channel}{name}"));
        let (address, words) = (field("addr")?, field("len")? + 1);
        let bytes = 1 << field("size")?;
        if field("burst")? != 1 || bytes != self.word_bytes as u64 || !address.is_multiple_of(words * bytes) {
            return Err(broken(format!("a burst of {words} words of {bytes} bytes at {address}")));
        }
        Ok((address / bytes, words))
    }

    /// Carries out the oldest write, if it is time. Returns whether it did.
    fn respond(&mut self) -> Result<bool, PortsError> {
        let words = self.words.iter().position(|(_, _, last)| *last);
        let (Some(&first), Some(last)) = (self.addresses.front(), words) else { return Ok(false) };
        if self.responds > 0 {
            self.responds -= 1;
            return Ok(false);
        }
        if (last + 1) * self.word_bytes != self.bytes.cluster_bytes() {
            return Err(broken(format!("a write of {} words", last + 1)));
        }
        self.addresses.pop_front();
        for (place, (data, enable, _)) in (first..).zip(self.words.drain(..=last)) {
            self.bytes.write(place, &data, &enable)?;
        }
        self.responds = self.pace.writes(self.cluster_of(first));
        Ok(true)
    }
}

impl<P: Pace> Memory for Axi4Model<P> {
    fn cycle(&mut self, ports: &mut dyn Ports) -> Result<(), PortsError> {
        self.quiet += 1;
        let responds = self.respond()?;
        ports.poke("axi_bvalid", responds.into())?;
        ports.poke("axi_bresp", 0)?;
        self.pace.pass();
        self.due.pass();
        let word = self.due.take();
        ports.poke("axi_rvalid", word.is_some().into())?;
        ports.poke("axi_rresp", 0)?;
        ports.poke_value("axi_rdata", &value_of(self.word_bytes as u32 * 8, &word.unwrap_or_default()))?;
        if self.transfers(ports, 0)? {
            let (first, _) = self.words_of(ports, "aw")?;
            self.addresses.push_back(first);
        }
        if self.transfers(ports, 1)? {
            let last = ports.peek("axi_wlast")? == 1;
            self.words.push_back((ports.peek_value("axi_wdata")?, ports.peek_value("axi_wstrb")?, last));
        }
        if self.transfers(ports, 2)? {
            let (first, words) = self.words_of(ports, "ar")?;
            let cycles = self.pace.reads(self.cluster_of(first), words);
            for (place, cycles) in (first..).zip(cycles) {
                let word = self.bytes.read(place, self.word_bytes)?;
                self.due.push(cycles, word);
            }
        }
        if !self.due.is_empty() || !self.addresses.is_empty() {
            self.quiet = 0;
        }
        Ok(())
    }

    fn bytes(&self) -> Vec<u8> {
        self.bytes.all().to_vec()
    }

    fn quiet(&self) -> u32 {
        self.quiet
    }
}
