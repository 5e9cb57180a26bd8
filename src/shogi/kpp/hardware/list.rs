//! A sorted list of codes, as words and the weights in them.

use crate::describe::{Builder, ModuleHandle, Project, Wire, concat, mux};
use crate::netlist::NetlistError;
use crate::parts::decode::{one_hot, word};
use crate::parts::pick::choose;

/// A code as the number of its word in a row, and one bit for its place in that word.
#[derive(Clone)]
pub(super) struct Split {
    pub group: Wire,
    pub lane: Wire,
}

impl Split {
    /// The parts of a code, for words of so many weights.
    pub fn of(code: &Wire, lanes: u32) -> Self {
        let low = lanes.trailing_zeros();
        let lane = match low {
            0 => code.builder().bit(true),
            _ => word(&one_hot(&code.slice(0, low), lanes)),
        };
        Self { group: code.slice(low, code.width() - low), lane }
    }
}

/// The widths of a list.
#[derive(Clone, Copy)]
pub(super) struct Widths {
    /// Cells.
    pub entries: u32,
    /// Bits of the number of a word in a row.
    pub group: u32,
    /// Weights of a word.
    pub lanes: u32,
}

impl Widths {
    /// Bits of the number of a cell, or of one behind the last.
    pub fn index(self) -> u32 {
        self.entries.ilog2() + 1
    }
}

/// A cell of the list, and how its word compares with that of the code at the port.
struct Cell {
    there: Wire,
    group: Wire,
    mask: Wire,
    same: Wire,
    more: Wire,
}

/// The module of a list. A cell holds a word of a row, and the codes that are in it; cells are
/// sorted. A code is put in or taken out in one cycle, and two cells can be read in each.
///
/// A code that is there already changes nothing when it is put in, and neither does one that is not
/// there when it is taken out. A code for which there is no cell is dropped.
pub(super) fn list(project: &mut Project, name: &str, widths: Widths) -> Result<ModuleHandle, NetlistError> {
    let Widths { entries, group, lanes } = widths;
    let b = Builder::new(name, "A sorted list of codes: words of a row, each with the codes in it.");
    let clear = b.input("clear", 1).comment("takes all codes out");
    let put = b.input("put", 1).comment("puts the code in");
    let take = b.input("take", 1).comment("takes the code out");
    let at = Split { group: b.input("code_word", group), lane: b.input("code_place", lanes) };
    b.comment(&at.group, "the number of the code's word in a row");
    b.comment(&at.lane, "its place in that word");
    let registers: Vec<_> = (0..entries)
        .map(|cell| {
            (
                b.register(&format!("there_{cell}"), 1).resets_to(0),
                b.register(&format!("group_{cell}"), group),
                b.register(&format!("mask_{cell}"), lanes),
            )
        })
        .collect();
    let cells: Vec<Cell> = registers
        .iter()
        .map(|(there, of, mask)| Cell {
            there: there.output(),
            group: of.output(),
            mask: mask.output(),
            same: &**there & &of.eq(&at.group),
            more: &**there & &at.group.lt(of),
        })
        .collect();
    let any = |bits: Vec<Wire>| word(&bits).any();
    let known = any(cells.iter().map(|cell| cell.same.clone()).collect()).named("word_is_there");
    let alone = any(cells.iter().map(|cell| &cell.same & &cell.mask.eq(&at.lane)).collect());
    let full = cells.last().map_or(b.bit(false), |cell| cell.there.clone());
    let inserts = (&put & !&known & !&full).named("inserts");
    let removes = (&take & &alone).named("removes");
    for (number, (there, of, mask)) in registers.iter().enumerate() {
        let next = next_of(&b, &cells, number, &at, [&inserts, &removes, &put, &take]);
        there.next(&(&next.there & !&clear));
        of.next(&next.group);
        mask.next(&next.mask);
    }
    for port in ["first", "second"] {
        let index = b.input(port, widths.index()).comment("a cell that is read");
        let chosen = word(&one_hot(&index, entries));
        let follows = |number: usize| cells.get(number + 1).map_or(b.bit(false), |cell| cell.there.clone());
        let word_of = |(number, cell): (usize, &Cell)| {
            let read = [follows(number), cell.there.clone(), cell.group.clone(), cell.mask.clone()];
            concat(if port == "first" { &read } else { &read[1..] })
        };
        let words: Vec<Wire> = cells.iter().enumerate().map(word_of).collect();
        let found = choose(&chosen, &words).named(&format!("{port}_cell"));
        let output = |name: &str, low: u32, width: u32, comment: &str| {
            b.output(&format!("{port}_{name}"), &found.slice(low, width)).comment(comment);
        };
        output("mask", 0, lanes, "its codes");
        output("group", lanes, group, "its word");
        output("there", lanes + group, 1, "there is such a cell");
        if port == "first" {
            output("follows", lanes + group + 1, 1, "there is one behind it");
        }
    }
    project.add(b)
}

/// What a cell becomes.
struct Next {
    there: Wire,
    group: Wire,
    mask: Wire,
}

fn next_of(b: &Builder, cells: &[Cell], number: usize, at: &Split, does: [&Wire; 4]) -> Next {
    let [inserts, removes, put, take] = does;
    let cell = &cells[number];
    let before = number.checked_sub(1).map(|before| &cells[before]);
    let no = b.bit(false);
    let empty = Cell {
        there: no.clone(),
        group: b.constant(cell.group.width(), 0),
        mask: b.constant(cell.mask.width(), 0),
        same: no.clone(),
        more: no.clone(),
    };
    // The new cell stands behind those with a lower word.
    let less = |cell: &Cell| &cell.there & !&cell.more;
    let behind = before.map_or(b.bit(true), less);
    let comes = (inserts & &behind & !&less(cell)).named(&format!("comes_{number}"));
    let rises =
        (inserts & &before.map_or(no, |before| before.more.clone())).named(&format!("rises_{number}"));
    let falls = (removes & &(&cell.same | &cell.more)).named(&format!("falls_{number}"));
    let below = before.unwrap_or(&empty);
    let above = cells.get(number + 1).unwrap_or(&empty);
    let with = mux(&(put & &cell.same), &(&cell.mask | &at.lane), &cell.mask);
    let kept = mux(&(take & &cell.same), &(&cell.mask & !&at.lane), &with);
    let of = |new: &Wire, below: &Wire, above: &Wire, kept: &Wire| {
        mux(&falls, above, &mux(&rises, below, &mux(&comes, new, kept)))
    };
    Next {
        there: of(&b.bit(true), &below.there, &above.there, &cell.there),
        group: of(&at.group, &below.group, &above.group, &cell.group),
        mask: of(&at.lane, &below.mask, &above.mask, &kept),
    }
}
