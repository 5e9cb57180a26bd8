//! The memories of one place of all clusters.

use super::words::{Word, Words, beside_bits, compared_bits, rest_bits};
use crate::describe::{Builder, ModuleHandle, Project, Wire, mux};
use crate::hash::Layout;
use crate::netlist::{NetlistError, RamStyle};

/// Clock cycles from an address to its word.
pub(super) const LATENCY: u32 = 5;

/// Cycles after its address in which a word meets what was written at the edge of its read.
pub(super) const MEETS: u32 = LATENCY - 1;

/// The memories of one place: a bank for the clusters of each side to move. In a cycle, a bank is
/// read once and written once. A probe reads the bank of its cluster. A store reads the other bank,
/// whatever its cluster is: [`super::sums`] make the word of either bank of it.
///
/// Words come 5 cycles after their addresses: through a register on the way in, the memory, its
/// register, one more on the way out, and the choice of the bank. A block memory may give anything
/// for a word that is written at the edge of its read. So `late` bits say, 4 cycles after an
/// address, which parts were written then, and `late_rest` and `late_move` are what was written.
pub(super) fn way(
    project: &mut Project,
    name: &str,
    layout: Layout,
    address_bits: u32,
) -> Result<ModuleHandle, NetlistError> {
    let b = Builder::new(
        name,
        format!(
            "One place of every cluster, in two banks.\nA word comes {LATENCY} cycles after its address."
        ),
    );
    let address = |name: &str, comment: &str| b.input(name, address_bits).comment(comment);
    let probed = address("probed", "the cluster that a probe reads");
    let compared =
        b.input("compared", address_bits - 1).comment("the row that a store reads in the other bank");
    let written = address("written", "the cluster that is written");
    let bit = |name: &str, comment: &str| b.input(name, 1).comment(comment);
    let writes = [bit("write_rest", "all but the move is written"), bit("write_move", "the move is written")];
    let late_bit = |name: &str| bit(name, "it was written at the edge of the read");
    let probe_late = ["probe_late_rest", "probe_late_move"].map(late_bit);
    let beside = (beside_bits(layout) > 0).then(|| late_bit("store_late_move"));
    let store_late = [late_bit("store_late_rest"), beside.unwrap_or_else(|| b.bit(false))];
    let entry = |prefix: &str, comment: &str| {
        let rest = b.input(&format!("{prefix}rest"), rest_bits(layout)).comment(comment);
        let mv = b.input(&format!("{prefix}move"), layout.move_bits()).comment(comment);
        Words::of(layout, &rest, &mv)
    };
    let coming = entry("", "what is written");
    let late = entry("late_", "what was written at the edge of the read");

    let bank = Bank { probed: &probed, compared: &compared, written: &written, writes: &writes };
    let [zero, one] = [0, 1].map(|number| bank.place(&coming, number));
    let side = (1..MEETS).fold(probed.bit(0), |side, cycle| side.later(&format!("side_{cycle}")));
    let chosen = |who: &str, late_bits: &[Wire; 2], high: &Words, low: &Words| {
        let other = |word: Word| match word {
            Word::Compared => (&high.compared, &low.compared, &late.compared),
            Word::Move => (&high.mv, &low.mv, &late.mv),
            Word::Values => (&high.values, &low.values, &late.values),
        };
        zero.map(|_, word| {
            let (name, _) = word.names();
            let (high, low, late) = other(word);
            // Of a word that a store reads, no more than the key bits beside a move count.
            let width = if who == "store" && word == Word::Move { beside_bits(layout) } else { high.width() };
            if width == 0 || who == "store" && word == Word::Values {
                return high.clone();
            }
            let side = side.later(&format!("{who}_{name}_side")).keep();
            let [late_rest, late_move] = late_bits;
            let was_late = if word == Word::Move { late_move } else { late_rest };
            let read = mux(&side, &high.slice(0, width), &low.slice(0, width));
            mux(was_late, &late.slice(0, width), &read).later(&format!("{who}_{name}"))
        })
    };
    let [rest, mv] = chosen("probe", &probe_late, &one, &zero).for_probe(layout);
    b.output("rest_read", &rest).comment("for a probe");
    b.output("move_read", &mv).comment("for a probe");
    let stored = chosen("store", &store_late, &zero, &one).for_store(layout);
    b.output("other_read", &stored.slice(0, compared_bits(layout))).comment("of the bank that a store reads");
    project.add(b)
}

/// What all memories of a bank share.
struct Bank<'a> {
    probed: &'a Wire,
    compared: &'a Wire,
    written: &'a Wire,
    writes: &'a [Wire; 2],
}

impl Bank<'_> {
    /// The memories of this bank, 0 or 1: their words as they arrive, 4 cycles after the addresses.
    fn place(&self, coming: &Words, number: u64) -> Words {
        let row = |cluster: &Wire| cluster.slice(1, cluster.width() - 1);
        let b = self.probed.builder();
        let of_probe = self.probed.bit(0).is(number);
        let reading = mux(&of_probe, &row(self.probed), self.compared);
        let depth = 1 << reading.width();
        let here = self.written.bit(0).is(number);
        coming.map(|word, kind| {
            let (name, comment) = kind.names();
            let named = |part: &str| format!("{name}_{part}_{number}");
            let memory = b.memory(&format!("{name}_{number}"), word.width(), depth);
            let memory = memory.style(RamStyle::UncheckedBlock).comment(comment);
            // Each has registers of its own on the way in, because they stand far from each other.
            let coming = |wire: &Wire, part: &str| wire.later(&named(part)).keep();
            let [rest, mv] = self.writes;
            let enable = if kind == Word::Move { mv } else { rest } & &here;
            let row = row(self.written);
            memory.write(&coming(&enable, "write"), &coming(&row, "place"), &coming(word, "coming"));
            let found = memory.read_next(&named("found"), &coming(&reading, "reading"));
            // The first goes into the memory. The second halves the way to the other bank's words.
            found.later(&named("leaving")).later(&named("arriving"))
        })
    }
}
