//! The commands of a chip: its start-up, its refreshes, and the schedule of accesses.

use super::{BANK_BITS, BURST, FIRST_REFRESHES, Sdram, Times};
use crate::describe::{Builder, ModuleHandle, Project, Wire, concat, mux};
use crate::hash::Layout;
use crate::netlist::NetlistError;
use crate::parts::decode::one_hot;

/// Bits of the pins for addresses.
pub(super) const ADDRESS_PINS: u32 = 13;

/// The pin that says that a burst closes its row, or that all rows are closed.
const CLOSES: u32 = 10;

/// Commands on the pins `ras_n`, `cas_n` and `we_n`, the first highest.
pub(super) const NOTHING: u64 = 0b111;
pub(super) const OPEN: u64 = 0b011;
pub(super) const READ: u64 = 0b101;
pub(super) const WRITE: u64 = 0b100;
pub(super) const CLOSE: u64 = 0b010;
pub(super) const REFRESH: u64 = 0b001;
pub(super) const MODE: u64 = 0b000;

/// The module of the commands.
///
/// Inputs: `valid`, there is an access; `write`, and `cluster`. Outputs: `taken`, its first burst
/// begins in this cycle, and `starting`, the chip cannot be used yet; in the next cycle, the pins.
pub(super) fn commands(
    project: &mut Project,
    name: &str,
    layout: Layout,
    sdram: &Sdram,
) -> Result<ModuleHandle, NetlistError> {
    let b = Builder::new(
        name,
        "The commands of an SDRAM chip: its start-up, refreshes, and a row opened and closed for each cluster.",
    );
    let valid = b.input("valid", 1).comment("there is an access");
    let write = b.input("write", 1).comment("a write; else a read");
    let within = sdram.place_bits(layout);
    let cluster = b.input("cluster", BANK_BITS + within + sdram.row_bits).comment("its cluster");
    let start = start_up(&b, sdram);
    let access = access(&b, layout, sdram, (&valid, &write, &cluster), &start.over);
    b.output("taken", &access.begins).comment("its first burst begins");
    b.output("starting", &!&start.over).comment("the chip cannot be used yet");

    let column = column_pins(&b, sdram, &access.column, &access.last_burst);
    let row = access.row.extend(ADDRESS_PINS);
    let mode = b.constant(ADDRESS_PINS, mode(layout, sdram));
    let all = b.constant(ADDRESS_PINS, 1 << CLOSES);
    let command =
        |select: &Wire, command: u64, otherwise: &Wire| mux(select, &b.constant(3, command), otherwise);
    let burst = mux(&access.burst_writes, &b.constant(3, WRITE), &b.constant(3, READ));
    let pins = mux(&access.bursts, &burst, &b.constant(3, NOTHING));
    let pins = command(&access.opens, OPEN, &pins);
    let pins = command(&access.refreshes, REFRESH, &pins);
    let pins = command(&start.closes, CLOSE, &pins);
    let pins = command(&start.refreshes, REFRESH, &pins);
    let pins = command(&start.sets_mode, MODE, &pins);
    let pins_at_rest = b.register("command", 3).starts_at(NOTHING).resets_to(NOTHING);
    pins_at_rest.next(&pins);
    let address = mux(&access.opens, &row, &column);
    let address = mux(&start.closes, &all, &mux(&start.sets_mode, &mode, &address)).later("address");
    let bank = mux(&access.opens, &access.bank, &access.burst_bank);
    let bank = bank.when(&start.over).later("bank");
    for (name, bit) in [("ras_n", 2), ("cas_n", 1), ("we_n", 0)] {
        b.output(name, &pins_at_rest.bit(bit)).comment("the command");
    }
    b.output("ba", &bank).comment("the bank");
    b.output("a", &address).comment("the row, or the place in it");
    project.add(b)
}

/// What the register for the mode is set to: bursts of rising addresses, read and written alike.
pub(super) fn mode(layout: Layout, sdram: &Sdram) -> u64 {
    u64::from(sdram.times.cas) << 4 | u64::from(sdram.burst(layout).trailing_zeros())
}

/// The pins for the place of a burst.
fn column_pins(b: &Builder, sdram: &Sdram, column: &Wire, closes: &Wire) -> Wire {
    let low = column.slice(0, sdram.column_bits.min(CLOSES)).extend(CLOSES);
    let high = match sdram.column_bits.saturating_sub(CLOSES) {
        0 => b.constant(ADDRESS_PINS - CLOSES - 1, 0),
        more => column.slice(CLOSES, more).extend(ADDRESS_PINS - CLOSES - 1),
    };
    concat(&[high, closes.clone(), low])
}

/// The bits that hold a number.
fn bits_of(number: u32) -> u32 {
    (u32::BITS - number.leading_zeros()).max(1)
}

/// A counter down to 0, set to the first value whose bit is set. Returns whether it is 0.
pub(super) fn counter(b: &Builder, name: &str, sets: &[(&Wire, u32)]) -> Wire {
    let most = sets.iter().map(|(_, value)| *value).max().unwrap_or(0);
    let count = b.register(name, bits_of(most)).resets_to(0);
    let over = count.none();
    let one = b.constant(count.width(), 1);
    let down = mux(&over, &count, &(&*count - &one));
    let next = sets.iter().rev().fold(down, |otherwise, (set, value)| {
        mux(set, &b.constant(count.width(), u64::from(*value)), &otherwise)
    });
    count.next(&next);
    over
}

/// The start-up of a chip.
struct StartUp {
    closes: Wire,
    refreshes: Wire,
    sets_mode: Wire,
    /// The chip can be used.
    over: Wire,
}

/// The chip rests, then all rows are closed, then it is refreshed, then its mode is set.
fn start_up(b: &Builder, sdram: &Sdram) -> StartUp {
    let Times { rp, rfc, mrd, start_up, .. } = sdram.times;
    let (last, bits) = (FIRST_REFRESHES + 2, bits_of(FIRST_REFRESHES + 2));
    let step =
        b.register("start_step", bits).resets_to(0).comment("commands of the start-up that were given");
    let longest = start_up.max(rp).max(rfc).max(mrd);
    let rest = b.register("start_rest", bits_of(longest)).resets_to(u64::from(start_up));
    let rest = rest.comment("cycles until the next");
    let over = step.is(u64::from(last));
    let gives = (rest.none() & !&over).named("start_gives");
    let closes = (&gives & step.none()).named("start_closes");
    let sets_mode = (&gives & step.is(u64::from(last - 1))).named("start_sets_mode");
    let refreshes = (&gives & !&closes & !&sets_mode).named("start_refreshes");
    step.next_when(&gives, &(&*step + &b.constant(bits, 1)));
    let wait = |cycles: u32| b.constant(rest.width(), u64::from(cycles - 1));
    let waits = mux(&closes, &wait(rp), &mux(&sets_mode, &wait(mrd), &wait(rfc)));
    let down = mux(&rest.none(), &rest, &(&*rest - &b.constant(rest.width(), 1)));
    rest.next(&mux(&gives, &waits, &down));
    // The last command takes its time, too.
    let over = (&over & rest.none()).named("started");
    StartUp { closes, refreshes, sets_mode, over }
}

/// The commands of accesses and refreshes.
struct Access {
    opens: Wire,
    refreshes: Wire,
    /// A burst begins, the first one of a cluster, the last one.
    bursts: Wire,
    begins: Wire,
    last_burst: Wire,
    burst_writes: Wire,
    burst_bank: Wire,
    bank: Wire,
    row: Wire,
    column: Wire,
}

fn access(
    b: &Builder,
    layout: Layout,
    sdram: &Sdram,
    (valid, write, cluster): (&Wire, &Wire, &Wire),
    started: &Wire,
) -> Access {
    let within = sdram.place_bits(layout);
    let bank = cluster.slice(0, BANK_BITS);
    let row = cluster.slice(BANK_BITS + within, sdram.row_bits);
    let first_column = match (within, sdram.words(layout).trailing_zeros()) {
        (0, words) => b.constant(words, 0),
        (within, 0) => cluster.slice(BANK_BITS, within),
        (within, words) => concat(&[cluster.slice(BANK_BITS, within), b.constant(words, 0)]),
    };
    let (opens, refreshes) = (b.forward("opens", 1), b.forward("refreshes", 1));
    let (opens_read, opens_write) = (&opens & !write, &opens & write);
    let opened =
        b.register("opened", 1).resets_to(0).comment("the row of the access is open, and has no burst yet");
    let may_begin = counter(b, "until_burst", &[(&opens, sdram.opening(layout) - 1)]);
    let begins = (&*opened & &may_begin).named("begins");
    opened.next(&(&opens | (&*opened & !&begins)));

    let busy = |write: bool| sdram.bank_busy(layout, write) - 1;
    let free: Vec<Wire> = (0..)
        .zip(one_hot(&bank, 1 << BANK_BITS))
        .map(|(number, this): (u32, Wire)| {
            let sets = [
                (&(&opens_write & &this), busy(true)),
                (&(&opens_read & &this), busy(false)),
                (&refreshes, sdram.times.rfc - 1),
            ];
            counter(b, &format!("until_bank_{number}"), &sets)
        })
        .collect();
    let bank_free = one_hot(&bank, 1 << BANK_BITS)
        .iter()
        .zip(&free)
        .fold(b.bit(false), |any, (this, free)| any | (this & free));
    let next = |then: bool| sdram.next_opening(layout, then) - 1;
    let may_read = counter(b, "until_read", &[(&opens, next(false))]);
    let may_write = counter(b, "until_write", &[(&opens_read, next(true)), (&opens_write, next(false))]);
    let may_open = mux(write, &may_write, &may_read);

    let due = due(b, sdram, started, &refreshes);
    b.drive(&opens, &(valid & started & &bank_free & &may_open & !&*opened & !&due));
    let all_free = free.iter().fold(b.bit(true), |all, free| all & free);
    b.drive(&refreshes, &(&due & &all_free & !&*opened));
    let bursts = bursts(b, layout, sdram, &begins, [write, &bank, &first_column]);
    Access {
        opens,
        refreshes,
        bursts: bursts.any,
        last_burst: bursts.last,
        burst_writes: bursts.write,
        burst_bank: bursts.bank,
        column: bursts.column,
        begins,
        bank,
        row,
    }
}

/// Whether a refresh is due: from one to the next, on the mean.
fn due(b: &Builder, sdram: &Sdram, started: &Wire, refreshes: &Wire) -> Wire {
    let refi = sdram.times.refi;
    let until = b.register("until_refresh", bits_of(refi - 1)).resets_to(0);
    let ends = (until.none() & started).named("refresh_falls_due");
    let down = &*until - &b.constant(until.width(), 1);
    until.next_when(started, &mux(&until.none(), &b.constant(until.width(), u64::from(refi - 1)), &down));
    let due = b.register("refresh_due", 1).resets_to(0);
    due.next(&(&ends | (&*due & !refreshes)));
    due.output()
}

/// The bursts of a cluster.
struct Bursts {
    any: Wire,
    last: Wire,
    write: Wire,
    bank: Wire,
    column: Wire,
}

/// The first burst with `begins`, and the others every 8 cycles behind it. A row opens no sooner
/// than the last of them has begun, so they never meet another command.
fn bursts(
    b: &Builder,
    layout: Layout,
    sdram: &Sdram,
    begins: &Wire,
    [write, bank, column]: [&Wire; 3],
) -> Bursts {
    let more = sdram.words(layout) / sdram.burst(layout) - 1;
    let first = |last: Wire| Bursts {
        any: begins.clone(),
        last,
        write: write.clone(),
        bank: bank.clone(),
        column: column.clone(),
    };
    if more == 0 {
        return first(b.bit(true));
    }
    let cycles =
        b.register("burst_cycle", BURST.trailing_zeros()).resets_to(0).comment("cycles since a burst began");
    cycles.next(&(&*cycles + &b.constant(cycles.width(), 1)).when(&!begins));
    let left = b.register("bursts_left", bits_of(more)).resets_to(0);
    let again = (left.any() & cycles.all()).named("bursts_again");
    let one = b.constant(left.width(), 1);
    left.next(&mux(
        begins,
        &b.constant(left.width(), u64::from(more)),
        &mux(&again, &(&*left - &one), &left),
    ));
    let kept = |wire: &Wire, name: &str| {
        let register = b.register(name, wire.width());
        register.next_when(begins, wire);
        mux(begins, wire, &register)
    };
    let column_now = b.register("burst_column", column.width());
    let next_column = &*column_now + &b.constant(column.width(), u64::from(BURST));
    let column = mux(begins, column, &next_column);
    column_now.next_when(&(begins | &again), &column);
    Bursts {
        any: begins | &again,
        last: (&again & left.is(1)).named("last_burst"),
        write: kept(write, "burst_writes"),
        bank: kept(bank, "burst_bank"),
        column,
    }
}
