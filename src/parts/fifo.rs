//! First in, first out.

use crate::describe::{Builder, ModuleHandle, Project, mux};
use crate::netlist::{NetlistError, RamStyle};

/// A queue of `depth` words, a power of two, and one more.
///
/// `head` and `head_valid` are registers; a word pushed is there two cycles later at the earliest, and after a `pop` the next word in
/// the next cycle, if there was one. A push into a full queue overwrites: whoever pushes has to know that there is room.
/// LUT memory, and about 3 LUT4 an address bit.
///
/// # Errors
/// A mistake in the description.
pub fn fifo(project: &mut Project, name: &str, width: u32, depth: u32) -> Result<ModuleHandle, NetlistError> {
    let b = Builder::new(
        name,
        format!(
            "A queue of {depth} words of {width} bits.\nA word pushed is at the head two cycles later at the earliest; a pop shows the next word in the next cycle."
        ),
    );
    let push = b.input("push", 1).comment("takes `word` in");
    let word = b.input("word", width);
    let pop = b.input("pop", 1).comment("drops the head");
    let address = depth.trailing_zeros();
    let one = b.constant(address, 1);
    let first = b.register("first", address).resets_to(0).comment("the first word behind the head");
    let end = b.register("free", address).resets_to(0).comment("where the next word goes");
    let waiting = b.register("waiting", address + 1).resets_to(0).comment("words behind the head");
    let head_valid = b.register("head_there", 1).resets_to(0);
    let head = b.register("head_word", width);
    let words = b.memory("words", width, depth).style(RamStyle::Distributed);
    words.write(&push, &end, &word);
    end.next_when(&push, &(&*end + &one));
    // Known from a register, because much waits for what follows from it.
    let some = b.register("some_wait", 1).resets_to(0);
    let moves_up = (&*some & (!&*head_valid | &pop)).named("moves_up");
    let several = waiting.slice(1, address).any();
    some.next(&(&push | several | (&*some & !&moves_up)));
    let next = words.read_now("next_word", &first);
    head.next_when(&moves_up, &next);
    head_valid.next(&(&moves_up | (&*head_valid & !&pop)));
    first.next_when(&moves_up, &(&*first + &one));
    let count = |by: u64| &*waiting + &b.constant(address + 1, by);
    let (more, fewer) = (count(1), count(u64::MAX >> (63 - address)));
    waiting.next_when(&(&push ^ &moves_up), &mux(&push, &more, &fewer));
    b.output("head", &head);
    b.output("head_valid", &head_valid);
    project.add(b)
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::*;
    use crate::netlist::testing::Random;
    use crate::simulate::Simulation;

    #[test]
    fn words_leave_in_the_order_they_came() {
        let mut project = Project::new("fifo");
        fifo(&mut project, "fifo", 8, 16).unwrap();
        let mut simulation = Simulation::new(&project.finish().unwrap()).unwrap();
        let find = |name: &str| simulation.find(name).unwrap();
        let [push, word, pop, head, valid] = ["push", "word", "pop", "head", "head_valid"].map(find);
        let (mut random, mut model, mut since) = (Random(1), VecDeque::new(), 0);
        for _ in 0..20_000 {
            let shown = simulation.peek(valid) == 1;
            since = if model.is_empty() || shown { 0 } else { since + 1 };
            assert!(since <= 2, "a word has not come up");
            if shown {
                assert_eq!(Some(&simulation.peek(head)), model.front());
            }
            let (pushes, pops) = (model.len() < 17 && random.one_in(2), shown && random.one_in(2));
            let value = random.below(256) as u64;
            simulation.poke(push, pushes.into()).unwrap();
            simulation.poke(word, value).unwrap();
            simulation.poke(pop, pops.into()).unwrap();
            simulation.step();
            if pops {
                model.pop_front();
            }
            if pushes {
                model.push_back(value);
            }
        }
    }
}
