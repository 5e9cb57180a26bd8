//! Copies of registers. The way from one register to many readers is long, so some of them read a
//! copy that holds the same value.

use std::collections::HashMap;

use super::buses::Bit;

/// How the readers of a stage's registers share their copies. The first readers, as many as a copy
/// may have, read the register itself, the next ones its first copy, and so on. The first round of
/// building a stage counts the copies that are needed; a second one makes them.
#[derive(Clone, Debug, Default)]
pub(super) struct Copies {
    /// The readers of a copy; without a number, nothing is copied.
    each: Option<u32>,
    /// The readers of each bit so far.
    met: HashMap<Bit, u32>,
    /// The requested copies of each bit, itself included; a bit that is not listed has one.
    made: HashMap<Bit, u32>,
}

impl Copies {
    pub(super) fn new(each: Option<u32>) -> Self {
        Self { each: each.map(|each| each.max(1)), ..Self::default() }
    }

    /// The copies that the first round found are made in the second.
    pub(super) fn second_round(self) -> Self {
        let each = self.each.unwrap_or(u32::MAX);
        let made = self.met.into_iter().map(|(bit, met)| (bit, met.div_ceil(each).max(1)));
        Self { each: self.each, met: HashMap::new(), made: made.filter(|(_, copies)| *copies > 1).collect() }
    }

    /// Whether anything is copied, or may be.
    pub(super) fn any(&self) -> bool {
        self.each.is_some()
    }

    /// The number of registers that hold this bit.
    pub(super) fn of(&self, bit: Bit) -> u32 {
        self.made.get(&bit).copied().unwrap_or(1)
    }

    /// The copy, from 0, for this many more readers, which cannot take different copies.
    pub(super) fn take(&mut self, bit: Bit, readers: u32) -> u32 {
        let Some(each) = self.each else { return 0 };
        let met = self.met.entry(bit).or_insert(0);
        let copy = *met / each;
        *met = (*met + readers).min((copy + 1) * each);
        copy.min(self.made.get(&bit).map_or(0, |made| made - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::netlist::Module;

    #[test]
    fn readers_are_shared_out() {
        let mut module = Module::new("test", "");
        let signal = module.add_signal("bit", 1);
        let bit = (module.read(signal), 0);
        let mut copies = Copies::new(Some(3));
        (0..7).for_each(|_| _ = copies.take(bit, 1));
        let mut copies = copies.second_round();
        assert_eq!(copies.of(bit), 3);
        assert_eq!((0..7).map(|_| copies.take(bit, 1)).collect::<Vec<_>>(), [0, 0, 0, 1, 1, 1, 2]);
        // Eight at once fill a copy, whatever was there, and no more than one.
        let mut copies = Copies::new(Some(3));
        [1, 8, 1].into_iter().for_each(|readers| _ = copies.take(bit, readers));
        let mut copies = copies.second_round();
        assert_eq!(copies.of(bit), 2);
        assert_eq!([1, 8, 1].map(|readers| copies.take(bit, readers)), [0, 0, 1]);
        assert_eq!(Copies::new(None).second_round().of(bit), 1);
    }
}
