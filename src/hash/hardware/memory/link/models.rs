//! What models of memories share.

use crate::netlist::Value;
use crate::netlist::testing::Random;
use crate::simulate::PortsError;
use crate::simulate::under_way::broken;

/// The bytes of a memory, which begin with rubbish.
pub(crate) struct Bytes {
    bytes: Vec<u8>,
    cluster_bytes: usize,
}

impl Bytes {
    /// Those of so many clusters.
    pub fn new(clusters: u64, cluster_bytes: u32, random: &mut Random) -> Self {
        let bytes = (0..clusters * u64::from(cluster_bytes)).map(|_| random.next() as u8).collect();
        Self { bytes, cluster_bytes: cluster_bytes as usize }
    }

    /// Bytes of a cluster.
    pub fn cluster_bytes(&self) -> usize {
        self.cluster_bytes
    }

    /// All of them.
    pub fn all(&self) -> &[u8] {
        &self.bytes
    }

    /// A word of so many bytes.
    ///
    /// # Errors
    /// It is outside.
    pub fn read(&self, word: u64, bytes: usize) -> Result<Vec<u8>, PortsError> {
        let first = usize::try_from(word).unwrap_or(usize::MAX).saturating_mul(bytes);
        let range = first..first.saturating_add(bytes);
        self.bytes.get(range).map(<[u8]>::to_vec).ok_or_else(|| outside(first))
    }

    /// Writes the bytes of a word that are enabled.
    ///
    /// # Errors
    /// It is outside.
    pub fn write(&mut self, word: u64, data: &Value, enable: &Value) -> Result<(), PortsError> {
        let bytes = enable.width() as usize;
        let first = usize::try_from(word).unwrap_or(usize::MAX).saturating_mul(bytes);
        let range = first..first.saturating_add(bytes);
        let word = self.bytes.get_mut(range).ok_or_else(|| outside(first))?;
        for (number, byte) in (0..).zip(word) {
            if enable.bit(number) {
                *byte = data.slice(number * 8, 8).low_word() as u8;
            }
        }
        Ok(())
    }
}

fn outside(first: usize) -> PortsError {
    broken(format!("byte {first} is outside the memory"))
}

/// Bytes as a word, the first lowest.
pub(crate) fn value_of(bits: u32, bytes: &[u8]) -> Value {
    let words =
        bytes.chunks(8).map(|chunk| chunk.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)));
    Value::from_words(bits, &words.collect::<Vec<_>>())
}
