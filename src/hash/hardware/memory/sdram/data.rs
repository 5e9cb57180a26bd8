//! The words of a chip: those of a cluster out, and in.

use super::Sdram;
use crate::describe::{Builder, ModuleHandle, Project, Wire, concat, mux};
use crate::hash::Layout;
use crate::hash::hardware::chain::Chain;
use crate::netlist::NetlistError;

/// The module of the words.
///
/// Inputs: `begins` (the first burst of a cluster is commanded, and on the pins in the next cycle),
/// `write`, `data` and `enable` (the cluster and its bytes), `starting`, and `dq_in`. Outputs: the
/// pins, in the next cycle; `came`, in the cycle in which `cluster` is complete.
pub(super) fn data(
    project: &mut Project,
    name: &str,
    layout: Layout,
    sdram: &Sdram,
) -> Result<ModuleHandle, NetlistError> {
    let b = Builder::new(name, "The words of an SDRAM chip: those of a cluster out, and in.");
    let (bits, words) = (sdram.bits, sdram.words(layout));
    let begins = b.input("begins", 1).comment("the first burst of a cluster begins");
    let write = b.input("write", 1).comment("of a write; else of a read");
    let starting = b.input("starting", 1).comment("the chip cannot be used yet");
    let cluster = b.input("data", layout.cluster_bytes() * 8).comment("what is written");
    let enable = b.input("enable", layout.cluster_bytes()).comment("its bytes that are written");
    let writes = (&begins & &write).named("begins_write");
    let drives = lasts(&b, "words_to_write", words, &writes);
    b.output("dq_out", &shifted(&b, "going", &writes, &cluster, bits)).comment("the word that is written");
    b.output("dq_drive", &drives.during.later_cleared("drives")).comment("it is on the wires");
    let masked = shifted(&b, "masked", &writes, &!&enable, bits / 8);
    let all = starting.repeat(bits / 8).later("rests");
    b.output("dqm", &(masked | all)).comment("the bytes that are not");

    let word = b.input("dq_in", bits).comment("the word on the wires").later("sampled");
    // The command is on the pins in the next cycle, and the word in a register one cycle late.
    let reads = (&begins & !&write).named("begins_read");
    let delay = 2 + sdram.times.cas + sdram.capture;
    let first = Chain::cleared(&reads, "reads", 0, delay).at(delay);
    let comes = lasts(&b, "words_to_read", words, &first);
    let gathered = b.register("gathered", cluster.width()).comment("the words that have come");
    gathered.next_when(&comes.during, &concat(&[word, gathered.slice(bits, cluster.width() - bits)]));
    b.output("came", &comes.ends.later_cleared("cluster_came")).comment("all words of a cluster have come");
    b.output("cluster", &gathered).comment("its words");
    project.add(b)
}

/// The cycles of the words of a cluster.
struct Lasts {
    /// A word comes.
    during: Wire,
    /// It is the last.
    ends: Wire,
}

/// So many cycles from the one of `first` on; at least 2.
fn lasts(b: &Builder, name: &str, words: u32, first: &Wire) -> Lasts {
    let left = b.register(name, words.trailing_zeros()).resets_to(0);
    let one = b.constant(left.width(), 1);
    let down = &*left - &one.when(&left.any());
    left.next(&mux(first, &b.constant(left.width(), u64::from(words - 1)), &down));
    Lasts { during: first | left.any(), ends: left.is(1) }
}

/// The words of a cluster in the cycles behind `loads`, the lowest first, and zeros behind them.
fn shifted(b: &Builder, name: &str, loads: &Wire, words: &Wire, bits: u32) -> Wire {
    let register = b.register(name, words.width()).resets_to(0);
    let further = register.slice(bits, words.width() - bits).extend(words.width());
    register.next(&mux(loads, words, &further));
    register.slice(0, bits)
}
