//! The control: takes commands, keeps the lists, and walks through the pairs of a sum.

use super::address::Base;
use super::command::{Command, Held};
use super::list::{Widths, list};
use super::shape::Shape;
use super::steps::{Lists, Step, Walk};
use crate::describe::{Builder, ModuleHandle, Project, concat};
use crate::netlist::NetlistError;
use crate::parts::pick::index;
use crate::shogi::kpp::Numbering;

/// Puts an entry into the lists.
pub const PUT: u64 = 0;
/// Takes an entry out.
pub const TAKE: u64 = 1;
/// Sums the lists from nothing.
pub const WHOLE: u64 = 2;
/// Takes all entries out; all sums are 0.
pub const CLEAR: u64 = 3;

/// Bits of the material.
pub const MATERIAL_BITS: u32 = 16;

/// What the two published numberings differ in for the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// A code has a weight with itself.
    pub with_itself: bool,
    /// The sum over both kings has codes of its own, and each side its own row.
    pub own_codes_of_kings: bool,
}

impl Rules {
    /// Those of a numbering.
    pub fn of(numbering: Numbering) -> Self {
        let classic = numbering == Numbering::Classic;
        Self { with_itself: classic, own_codes_of_kings: classic }
    }

    /// The parts of a sum, in the order in which they are read: those over both kings first.
    pub(super) fn bases(self) -> &'static [Base] {
        match self.own_codes_of_kings {
            true => &[Base::Kings, Base::KingsTurned, Base::Black, Base::White],
            false => &[Base::Kings, Base::Black, Base::White],
        }
    }

    /// The number of parts over both kings.
    pub(super) fn of_kings(self) -> usize {
        self.bases().len() - 2
    }
}

/// The names of the lists, in the order of [`Rules::bases`]. The first serves the sum over both
/// kings too where that has no codes of its own.
pub(super) fn lists(rules: Rules) -> &'static [&'static str] {
    match rules.own_codes_of_kings {
        true => &["kings_black", "kings_white", "black", "white"],
        false => &["black", "white"],
    }
}

/// The module of the control. Its outputs are a step in each cycle: a word to be read, or a control
/// step, which comes behind the steps before and ahead of those that follow.
pub(super) fn walk(
    project: &mut Project,
    name: &str,
    (shape, rules, entries): (Shape, Rules, u32),
) -> Result<ModuleHandle, NetlistError> {
    let low = shape.lanes().trailing_zeros();
    let widths = Widths { entries, group: shape.code_bits() - low, lanes: shape.lanes() };
    let list = list(project, &format!("{name}_list"), widths)?;
    let b = Builder::new(
        name,
        "Takes commands, keeps the lists, and walks through the words of a sum, one in a cycle.",
    );
    let command = Command::of(&b, shape, rules);
    let go = b.input("go", 1).comment("there is room for a step");
    let held = Held::of(&b, &command, &go, rules);
    let lists = Lists::new(&b, &list, (widths, rules), (&command, &held));
    let step = Walk { b: &b, rules, held: &held, lists: &lists }.step();
    outputs(&b, rules, &command, &held, &step);
    project.add(b)
}

/// The outputs: a step to be read, and what a control step has in place of it.
fn outputs(b: &Builder, rules: Rules, command: &Command, held: &Held, step: &Step) {
    let restarts = (&command.is[2] | &command.is[3]).named("restarts");
    let answers = (&held.ends & &held.answers).named("answers_now");
    let begins = &held.accepts & &restarts;
    b.output("control", &(&begins | &answers)).comment("a control step");
    let parts = &command.parts | command.is[3].repeat(3);
    b.output("restart", &parts.when(&begins)).comment("the parts of the sum that are 0 from here on");
    b.output("gives_answer", &answers).comment("an answer is given here");
    b.output("answer_material", &held.material).comment("with this material");
    b.output("answer_turn", &held.white_to_move).comment("for white");

    b.output("reads", &step.valid).comment("a word is read");
    b.output("part", &held.part).comment("the part of the sum, by the row that is read");
    let turned = match rules.own_codes_of_kings {
        true => held.part.bit(1),
        false => b.bit(false),
    };
    b.output("subtracts", &((&held.takes & &held.sweeping) ^ &turned)).comment("it is subtracted");
    let kings = held.part.slice(0, rules.of_kings() as u32).any();
    let pairs = held.part.slice(rules.of_kings() as u32, 2);
    b.output("sums", &concat(&[pairs, kings])).comment("the sum that it goes to, as the bits of `parts`");
    for (name, wire, comment) in [
        ("row_group", &step.row.group, "of the row's code, the word"),
        ("column", &step.column.group, "the word of the row"),
        ("mask", &step.column.lane, "the weights of it that are summed"),
    ] {
        b.output(name, wire).comment(comment);
    }
    if step.row.lane.width() > 1 {
        let place = index(&step.row.lane, step.row.lane.width().ilog2());
        b.output("row_place", &place).comment("and the place in it");
    }
    for (name, king) in ["king_black_held", "king_white_held"].into_iter().zip(&held.kings) {
        b.output(name, king).comment("the square of the command's king");
    }
}
