//! First in, first out.

use super::pages::Pages;
use super::up_down::up_down;
use crate::describe::{Builder, ModuleHandle, Project, Wire};
use crate::netlist::{NetlistError, RamStyle};

/// Words in registers and LUT RAM that is read in one cycle, at the end where words leave.
const NEAR: u32 = 16;

/// The number of words that are enough in the small queue. Until that is known, three more come.
const ENOUGH: u64 = 8;

/// Cycles from a push into an empty queue to its word at the head.
#[cfg(test)]
const LATENCY: u32 = 6;

/// A queue of `depth` words, a power of two, and some more, in LUT RAM.
///
/// `head` and `head_valid` are registers. After a `pop`, the next word is there in the next cycle,
/// unless it was pushed in the last 6. A `pop` of an empty queue does nothing. A push into a full
/// queue overwrites a word, so the user has to know that there is room.
///
/// The words wait in [`Pages`], and move to a queue of 16 before they are wanted, because reading a
/// deep memory takes more than a cycle. Area: 2 LUT4 a bit of the word besides the pages, and about
/// 8 LUT4 an address bit.
///
/// # Errors
/// A mistake in the description.
pub fn fifo(project: &mut Project, name: &str, width: u32, depth: u32) -> Result<ModuleHandle, NetlistError> {
    let near = near(project, &format!("{name}_near"), width)?;
    let b = Builder::new(
        name,
        format!(
            "A queue of {depth} words of {width} bits.\nA word pushed is at the head some cycles later; a pop shows the next word in the next cycle."
        ),
    );
    // The memory's cells may stand far from each other, and from the logic that pushes.
    let push = b.input("push", 1).comment("takes `word` in").later_cleared("pushed");
    let word = b.input("word", width).comment("the word that may come in").later("word_pushed");
    let pop = b.input("pop", 1).comment("drops the head, if there is one");
    let words = Pages::new(&b, "words", width, depth, "words that are not near the head");
    let moves = b.forward("moves", 1);
    let Places { some, first, end } = places(&b, depth, &push, &moves);
    words.write(&push, &end, &word);
    // Counted a cycle late, so that little logic waits for a pop.
    let count =
        b.register("words_near", NEAR.ilog2() + 1).resets_to(0).comment("at the head, and on their way");
    let head_valid = b.forward("head_there", 1);
    let (came, left) = (moves.later_cleared("moved"), (&pop & &head_valid).later_cleared("popped"));
    up_down(&count, &came, &left);
    let wanted = b.register("words_wanted", 1).resets_to(0);
    wanted.next(&count.lt(&b.constant(count.width(), ENOUGH)));
    b.drive(&moves, &(some & &*wanted));
    let outputs = b
        .instance("near", &near)
        .input("push", &came.later_cleared("arrives"))
        .input("word", &words.read("word_moved", &first).later("word_arrives"))
        .input("pop", &pop)
        .drives("head_valid", &head_valid)
        .outputs();
    b.output("head", &outputs.get("head")).comment("the word that leaves next");
    b.output("head_valid", &head_valid).comment("there is one");
    project.add(b)
}

/// A queue of 16 words and one more: a word pushed is there two cycles later at the earliest.
fn near(project: &mut Project, name: &str, width: u32) -> Result<ModuleHandle, NetlistError> {
    let b = Builder::new(
        name,
        format!(
            "A queue of {NEAR} words of {width} bits.\nA word pushed is at the head two cycles later at the earliest; a pop shows the next word in the next cycle."
        ),
    );
    let push = b.input("push", 1).comment("takes `word` in");
    let word = b.input("word", width).comment("the word that may come in");
    let pop = b.input("pop", 1).comment("drops the head, if there is one");
    let head_valid = b.register("head_there", 1).resets_to(0);
    let head = b.register("head_word", width);
    let words = b.memory("words", width, NEAR).style(RamStyle::Distributed);
    let moves_up = b.forward("moves_up", 1);
    let Places { some, first, end } = places(&b, NEAR, &push, &moves_up);
    b.drive(&moves_up, &(some & (!&*head_valid | &pop)));
    words.write(&push, &end, &word);
    head.next_when(&moves_up, &words.read_now("next_word", &first));
    head_valid.next(&(&moves_up | (&*head_valid & !&pop)));
    b.output("head", &head).comment("the word that leaves next");
    b.output("head_valid", &head_valid).comment("there is one");
    project.add(b)
}

/// The places of words in a memory.
struct Places {
    /// Whether there are some: a register, because much logic waits for the result.
    some: Wire,
    /// The first's address.
    first: Wire,
    /// The place of the next word.
    end: Wire,
}

/// Counts the words in a memory: one more with `push`, one fewer with `taken`.
fn places(b: &Builder, depth: u32, push: &Wire, taken: &Wire) -> Places {
    let address = depth.trailing_zeros();
    let one = b.constant(address, 1);
    let first = b.register("first", address).resets_to(0).comment("the first word in the memory");
    let end = b.register("free", address).resets_to(0).comment("where the next word goes");
    let waiting = b.register("waiting", address + 1).resets_to(0).comment("words in the memory");
    first.next_when(taken, &(&*first + &one));
    end.next_when(push, &(&*end + &one));
    let some = b.register("some_wait", 1).resets_to(0);
    let several = waiting.slice(1, address).any();
    some.next(&(push | several | (&*some & !taken)));
    up_down(&waiting, push, taken);
    Places { some: some.output(), first: first.output(), end: end.output() }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::*;
    use crate::netlist::testing::Random;
    use crate::simulate::Simulation;

    #[test]
    fn words_leave_in_the_order_they_came_and_those_that_are_old_enough_without_a_gap() {
        for (depth, push_one_in, pop_one_in) in [(32, 2, 2), (128, 1, 3), (128, 3, 1), (64, 1, 1)] {
            let mut project = Project::new("fifo");
            fifo(&mut project, "fifo", 8, depth).unwrap();
            let mut simulation = Simulation::new(&project.finish().unwrap()).unwrap();
            let find = |name: &str| simulation.find(name).unwrap();
            let [push, word, pop, head, valid] = ["push", "word", "pop", "head", "head_valid"].map(find);
            let (mut random, mut model) = (Random(1), VecDeque::new());
            let mut most = 0;
            for cycle in 0..20_000_u32 {
                let shown = simulation.peek(valid) == 1;
                match model.front() {
                    Some(&(value, _)) if shown => assert_eq!(simulation.peek(head), value, "cycle {cycle}"),
                    Some(&(_, pushed)) => assert!(cycle - pushed < LATENCY, "a word has not come up"),
                    None => assert!(!shown, "a word that is not there, cycle {cycle}"),
                }
                // Now and then all are let out.
                let room = model.len() < depth as usize && cycle % 1_000 < 900;
                let (pushes, pops) = (room && random.one_in(push_one_in), random.one_in(pop_one_in));
                let value = random.below(256) as u64;
                simulation.poke(push, pushes.into()).unwrap();
                simulation.poke(word, value).unwrap();
                simulation.poke(pop, pops.into()).unwrap();
                simulation.step();
                if pops && shown {
                    model.pop_front();
                }
                if pushes {
                    model.push_back((value, cycle));
                }
                most = most.max(model.len());
            }
            assert!(push_one_in >= pop_one_in || most == depth as usize, "{most} of {depth}");
        }
    }
}
