//! The steps of a walk: which word is read next, and which weights of it.

use super::command::{Command, Held};
use super::list::{Split, Widths};
use super::walk::{Rules, lists};
use crate::describe::{Builder, ModuleHandle, RegisterBuilder, Wire, mux};
use crate::parts::pick::{choose, lowest};

/// A cell that is read.
struct Cell {
    there: Wire,
    group: Wire,
    mask: Wire,
}

/// The lists in the module, and the numbers of the cells that are read.
pub(super) struct Lists {
    /// The cell with the columns, of the part that is read.
    at_column: Cell,
    /// The cell with the row that comes next.
    at_row: Cell,
    /// There is a cell behind that of the columns.
    follows: Wire,
    column: RegisterBuilder,
    row: RegisterBuilder,
    index_bits: u32,
}

impl Lists {
    /// The lists. The code of a command is put in when the command is taken, and taken out at the
    /// end of the command, so that it is in the lists in between.
    pub fn new(
        b: &Builder,
        list: &ModuleHandle,
        (widths, rules): (Widths, Rules),
        (command, held): (&Command, &Held),
    ) -> Self {
        let index_bits = widths.index();
        let column = b.register("column_cell", index_bits).resets_to(0).comment("the cell of the columns");
        let row = b.register("row_cell", index_bits).resets_to(0).comment("the cell of the next row");
        let [puts, clears] = [0, 3].map(|operation: usize| &held.accepts & &command.is[operation]);
        let takes = &held.ends & &held.takes;
        let in_lists = command.in_lists(b);
        let instances: Vec<_> = lists(rules)
            .iter()
            .enumerate()
            .map(|(number, name)| {
                let (now, kept) = (&command.codes[number], &held.codes[number]);
                let lane = mux(&held.ends, &kept.lane, &now.lane);
                b.instance(&format!("list_{name}"), list)
                    .input("clear", &clears)
                    .input("put", &(&puts & &in_lists[number]))
                    .input("take", &(&takes & &held.in_lists[number]))
                    .input("code_word", &mux(&held.ends, &kept.group, &now.group))
                    .input("code_place", &lane)
                    .input("first", &column)
                    .input("second", &row)
                    .outputs()
            })
            .collect();
        let of = |field: String| {
            let by_list: Vec<Wire> = instances.iter().map(|list| list.get(&field)).collect();
            choose(&held.part, &by_part(rules, &by_list)).named(&field)
        };
        let read = |port: &str| Cell {
            there: of(format!("{port}_there")),
            group: of(format!("{port}_group")),
            mask: of(format!("{port}_mask")),
        };
        let (at_column, at_row) = (read("first"), read("second"));
        Self { at_column, at_row, follows: of("first_follows".into()), column, row, index_bits }
    }
}

/// What belongs to each part of the sum, from what belongs to each list.
fn by_part<T: Clone>(rules: Rules, by_list: &[T]) -> Vec<T> {
    match rules.own_codes_of_kings {
        true => by_list.to_vec(),
        false => by_list[..1].iter().chain(by_list).cloned().collect(),
    }
}

/// A word that is read.
pub(super) struct Step {
    /// There is one.
    pub valid: Wire,
    /// The code of its row.
    pub row: Split,
    /// Its word in the row, and the weights of it that count.
    pub column: Split,
}

/// What one of the ways of walking does in a cycle.
struct Way {
    step: Step,
    /// It is done with the cell of the columns.
    cell_done: Wire,
    /// The codes of the cell that are done, if more are left.
    done: Wire,
    /// It is done with the part.
    part_done: Wire,
}

/// The walk.
pub(super) struct Walk<'a> {
    pub b: &'a Builder,
    pub rules: Rules,
    pub held: &'a Held,
    pub lists: &'a Lists,
}

impl Walk<'_> {
    /// The step of this cycle. Drives the registers of the walk.
    pub fn step(&self) -> Step {
        let Self { b, rules, held, lists } = self;
        let lanes = lists.at_column.mask.width();
        let done = b.register("codes_done", lanes).resets_to(0).comment("codes of the cell that are done");
        let of_kings = held.part.slice(0, rules.of_kings() as u32).any().named("over_kings");
        let code = self.code();
        let rows = self.rows(&of_kings, &done);
        let ways = [
            (&held.sweeping & &of_kings, self.sweep_of_kings(&code)),
            (&held.sweeping & !&of_kings, self.sweep(&code, &done)),
            (!&held.sweeping & &of_kings, self.whole_of_kings()),
            (!&held.sweeping & !&of_kings, rows.way),
        ];
        let pick = |of: &dyn Fn(&Way) -> &Wire| {
            let chosen = ways.iter().map(|(on, way)| of(way).when(on));
            chosen.reduce(|all, one| all | one).unwrap_or_else(|| b.bit(false))
        };
        let part_done = pick(&|way| &way.part_done).named("ends_part");
        b.drive(&held.part_done, &part_done);
        let cell_done = pick(&|way| &way.cell_done);
        let index = lists.index_bits;
        let one = b.constant(index, 1);
        let zero = b.constant(index, 0);
        let restarts = (&part_done | &rows.begins).named("columns_begin");
        let further = mux(&cell_done, &(&*lists.column + &one), &lists.column);
        lists.column.next_when(&held.walking, &mux(&restarts, &zero, &further));
        lists
            .row
            .next_when(&(&held.walking & (&part_done | &rows.advances)), &mux(&part_done, &zero, &rows.next));
        done.next_when(&held.walking, &pick(&|way| &way.done).when(&!&part_done));
        let split = |of: &dyn Fn(&Step) -> &Split| Split {
            group: pick(&|way| &of(&way.step).group),
            lane: pick(&|way| &of(&way.step).lane),
        };
        Step {
            valid: &held.walking & pick(&|way| &way.step.valid),
            row: split(&|step| &step.row),
            column: split(&|step| &step.column),
        }
    }

    /// The command's code in the list of the part.
    fn code(&self) -> Split {
        let codes = by_part(self.rules, &self.held.codes);
        let of = |field: fn(&Split) -> &Wire, name: &str| {
            let wires: Vec<Wire> = codes.iter().map(|code| field(code).clone()).collect();
            choose(&self.held.part, &wires).named(name)
        };
        Split { group: of(|code| &code.group, "code_group"), lane: of(|code| &code.lane, "code_lane") }
    }

    /// The places of a word below this one.
    fn below(&self, lane: &Wire) -> Wire {
        lane - &self.b.constant(lane.width(), 1)
    }

    /// A code that changes, with both kings: one word.
    fn sweep_of_kings(&self, code: &Split) -> Way {
        let b = self.b;
        let nothing = b.constant(code.lane.width(), 0);
        Way {
            step: Step { valid: b.bit(true), row: self.no_row(), column: code.clone() },
            cell_done: b.bit(false),
            done: nothing,
            part_done: b.bit(true),
        }
    }

    /// Both kings with the whole list: a word for each cell.
    fn whole_of_kings(&self) -> Way {
        let (b, cell) = (self.b, &self.lists.at_column);
        Way {
            step: Step {
                valid: cell.there.clone(),
                row: self.no_row(),
                column: Split { group: cell.group.clone(), lane: cell.mask.clone() },
            },
            cell_done: b.bit(true),
            done: b.constant(cell.mask.width(), 0),
            part_done: !&self.lists.follows,
        }
    }

    /// The row of no code.
    fn no_row(&self) -> Split {
        let cell = &self.lists.at_column;
        Split { group: self.b.constant(cell.group.width(), 0), lane: self.b.constant(cell.mask.width(), 0) }
    }

    /// A code that changes, with all others. The lower ones are in its row, a word for each cell;
    /// each higher one is in a row of its own.
    fn sweep(&self, code: &Split, done: &Wire) -> Way {
        let (b, cell) = (self.b, &self.lists.at_column);
        let less = cell.group.lt(&code.group).named("cell_is_lower");
        let same = cell.group.eq(&code.group).named("cell_is_same");
        let below = self.below(&code.lane);
        let up_to = &below | &code.lane;
        let in_row = if self.rules.with_itself { &up_to } else { &below };
        let all = b.value(crate::netlist::Value::ones(done.width()));
        let low = (&cell.mask & &mux(&less, &all, &in_row.when(&same))).named("codes_below");
        let high = &cell.mask & &mux(&same, &!&up_to, &all.when(&!&less));
        let left = (&high & !done).named("codes_above");
        let goes_low = (low.any() & done.none()).named("in_its_row");
        let next = lowest(&left);
        let more = mux(&goes_low, &high.any(), &(&left & !&next).any());
        let cell_done = (!&more).named("sweep_of_cell_ends");
        let came = mux(&goes_low, &up_to, &(done | &next));
        Way {
            step: Step {
                valid: &cell.there & &(&goes_low | left.any()),
                row: Split {
                    group: mux(&goes_low, &code.group, &cell.group),
                    lane: mux(&goes_low, &code.lane, &next),
                },
                column: Split {
                    group: mux(&goes_low, &cell.group, &code.group),
                    lane: mux(&goes_low, &low, &code.lane),
                },
            },
            part_done: &cell_done & !&self.lists.follows,
            done: came.when(&!&cell_done),
            cell_done,
        }
    }

    /// All pairs of the list: row by row, a word for each cell up to that of the row.
    fn rows(&self, of_kings: &Wire, done: &Wire) -> Rows {
        let Self { b, lists, held, .. } = self;
        let (columns, next) = (&lists.at_column, &lists.at_row);
        let active = (&held.walking & !&held.sweeping & !of_kings).named("walks_rows");
        let on = b.register("row_is_open", 1).resets_to(0);
        let group = b.register("row_group_open", next.group.width());
        let lane = b.register("row_lane_open", next.mask.width());
        let end = b.register("row_end", lists.index_bits).comment("the last cell of its columns");

        let left = &next.mask & !done;
        let first = lowest(&left).named("next_row");
        let more = (&left & !&first).any().named("more_rows_in_cell");
        let row_done = (&*on & &lists.column.eq(&end)).named("row_done");
        let opens = (!&*on | &row_done).named("opens_next");
        let lowest_of_cell = done.none();
        // The lowest code of all has no row where it has no weight with itself.
        let skips = match self.rules.with_itself {
            true => b.bit(false),
            false => &lowest_of_cell & lists.row.none(),
        };
        let gone = (&opens & !&next.there).named("no_row_left");
        let loads = (&opens & &next.there & !&skips).named("row_opens");
        let advances = &opens & &next.there;
        let one = b.constant(lists.index_bits, 1);
        let one_less = match self.rules.with_itself {
            true => lists.row.output(),
            false => mux(&lowest_of_cell, &(&*lists.row - &one), &lists.row),
        };
        let takes = &active & &loads;
        on.next_when(&active, &(&loads | (&*on & !&row_done)));
        group.next_when(&takes, &next.group);
        lane.next_when(&takes, &first);
        end.next_when(&takes, &one_less);

        let below = self.below(&lane);
        let own = if self.rules.with_itself { &below | &*lane } else { below };
        let all = b.value(crate::netlist::Value::ones(lane.width()));
        let mask = &columns.mask & &mux(&columns.group.eq(&group), &own, &all);
        let kept = mux(&advances, &(done | &first).when(&more), done);
        Rows {
            way: Way {
                step: Step {
                    valid: on.output(),
                    row: Split { group: group.output(), lane: lane.output() },
                    column: Split { group: columns.group.clone(), lane: mask },
                },
                cell_done: !&opens,
                done: kept,
                part_done: gone,
            },
            begins: &active & &opens,
            advances: &active & &advances,
            next: mux(&more, &lists.row, &(&*lists.row + &one)),
        }
    }
}

/// What the walk by rows does besides.
struct Rows {
    way: Way,
    /// The columns begin anew.
    begins: Wire,
    /// It moves on to the row behind the next.
    advances: Wire,
    /// The cell of that row.
    next: Wire,
}
