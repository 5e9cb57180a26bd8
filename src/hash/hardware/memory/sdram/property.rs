//! The proof that a controller keeps to the times of a data sheet.

use super::commands::{CLOSE, MODE, OPEN, READ, REFRESH, WRITE, counter};
use super::{BANK_BITS, Sdram, Times};
use crate::describe::{Builder, Wire, concat, mux};
use crate::hash::Layout;
use crate::netlist::Design;
use crate::prove::properties::{inputs_of, project_with};
use crate::prove::{Method, Property, PropertyError};

const TIMES: &str = "times of the chip";

/// The module with the words, on which no command depends.
const WORDS: &str = "hash_memory_controller_words";

/// The property of a controller's module, `unit`: whatever is asked of it, its commands come when
/// the data sheet allows them. A monitor counts the times of the pins alone. Both begin in any
/// state, and what happened before it no longer counts after `flush` cycles.
///
/// That it refreshes often enough, and how it starts up, is tested and not part of it.
///
/// # Errors
/// The design has no such module.
pub(crate) fn keeps_its_times(
    design: &Design,
    unit: &str,
    layout: Layout,
    sdram: &Sdram,
) -> Result<Property, PropertyError> {
    let missing =
        || PropertyError::Missing { property: TIMES, missing: format!("there is no module `{unit}`") };
    let module = design.find(unit).map(|id| design.module(id)).ok_or_else(missing)?;
    let (mut project, core) = project_with(design, TIMES, unit, |_, module| Ok(module))?;
    let b = Builder::new("monitor", "");
    let outputs = b.instance("core", &core).inputs(inputs_of(&b, module)).outputs();
    let pin = |name: &str| outputs.get(&format!("sdram_{name}"));
    let pins = Pins::new(concat(&[pin("ras_n"), pin("cas_n"), pin("we_n")]), &pin("ba"), &pin("a"));

    let times = sdram.times;
    let last = |time: u32| time.saturating_sub(1);
    let words = sdram.burst(layout);
    let longest = sdram.opening(layout) + sdram.words(layout);
    let refreshed = counter(&b, "until_refreshed", &[(&pins.refreshes, last(times.rfc))]);
    let set = counter(&b, "until_mode", &[(&pins.sets_mode, last(times.mrd))]);
    let apart = counter(&b, "until_apart", &[(&pins.opens, last(times.rrd))]);
    let whole = counter(&b, "until_whole", &[(&pins.bursts(), words - 1)]);
    let turned = counter(&b, "until_turned", &[(&pins.reads, times.cas + words)]);
    let banks: Vec<Bank> =
        (0..1 << BANK_BITS).map(|number| bank(&b, &pins, times, [words, longest], number)).collect();
    let good = banks.iter().fold(b.bit(true), |all, bank| all & &bank.good);
    let idle = banks.iter().fold(b.bit(true), |all, bank| all & &bank.idle);

    let allows = |when: &Wire, what: &Wire| !when | what;
    let others = &pins.opens | &pins.refreshes | &pins.sets_mode | &pins.closes;
    let right = good
        & allows(&others, &(&refreshed & &set))
        & allows(&pins.opens, &apart)
        & allows(&pins.bursts(), &whole)
        & allows(&pins.writes, &turned)
        & allows(&(&pins.refreshes | &pins.sets_mode), &idle);
    let flush = 2 * sdram.longest_access(layout).max(times.rfc).next_power_of_two();
    let bits = u32::BITS - flush.leading_zeros();
    let age = b.register("age", bits).starts_at(0);
    let old = age.is(u64::from(flush));
    age.next_when(&!&old, &(&*age + &b.constant(bits, 1)));
    b.output("holds", &(right | !&old));
    project.add(b)?;
    Ok(Property {
        name: TIMES,
        claim: "no command comes sooner than the chip's data sheet allows, and none meets a bank in a wrong state",
        monitor: project.unchecked(),
        method: Method::Cycles(flush + 1),
        free: vec![WORDS],
        watched: None,
    })
}

/// The commands on the pins.
struct Pins {
    opens: Wire,
    reads: Wire,
    writes: Wire,
    closes: Wire,
    refreshes: Wire,
    sets_mode: Wire,
    bank: Wire,
    /// A burst closes its row.
    last: Wire,
}

impl Pins {
    fn new(command: Wire, bank: &Wire, address: &Wire) -> Self {
        Self {
            opens: command.is(OPEN),
            reads: command.is(READ),
            writes: command.is(WRITE),
            closes: command.is(CLOSE),
            refreshes: command.is(REFRESH),
            sets_mode: command.is(MODE),
            bank: bank.clone(),
            last: address.bit(10),
        }
    }

    fn bursts(&self) -> Wire {
        &self.reads | &self.writes
    }
}

/// What is known of a bank.
struct Bank {
    /// This cycle's command to it is right.
    good: Wire,
    /// It is closed, for tRP at least.
    idle: Wire,
}

fn bank(b: &Builder, pins: &Pins, times: Times, [words, longest]: [u32; 2], number: u64) -> Bank {
    let Times { rcd, rp, ras, rc, wr, .. } = times;
    let this = pins.bank.is(number);
    let opens = &pins.opens & &this;
    let bursts = pins.bursts() & &this;
    let ends = &bursts & &pins.last;
    let (ends_read, ends_write) = (&ends & &pins.reads, &ends & &pins.writes);
    // What no burst closes in this time is an error, so it need not be known for longer.
    let left = b.register(&format!("open_{number}"), u32::BITS - longest.leading_zeros()).resets_to(0);
    let open = left.any();
    let down = &*left - &open.extend(left.width());
    let kept = down.when(&!(&ends | &pins.closes));
    left.next(&mux(&opens, &b.constant(left.width(), u64::from(longest)), &kept));
    let until = |name: &str, sets: &[(&Wire, u32)]| counter(b, &format!("until_{name}_{number}"), sets);
    let closed = until(
        "closed",
        &[(&ends_read, words + rp - 1), (&ends_write, words + wr + rp - 2), (&pins.closes, rp - 1)],
    );
    let begun = until("burst", &[(&opens, rcd - 1)]);
    let again = until("again", &[(&opens, rc - 1)]);
    let after = |row: u32| ras.saturating_sub(row).max(1) - 1;
    let read_whole = until("read", &[(&opens, after(words))]);
    let written_whole = until("written", &[(&opens, after(words + wr - 1))]);
    let allows = |when: &Wire, what: &Wire| !when | what;
    let idle = !&open & &closed;
    let good = allows(&opens, &(&idle & &again))
        & allows(&bursts, &(&open & &begun))
        & allows(&ends_read, &read_whole)
        & allows(&ends_write, &written_whole)
        & allows(&left.is(1), &ends);
    Bank { good, idle }
}
