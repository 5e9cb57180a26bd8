//! Threads that walk through items, and the machine of passes they share, which counts what they reach.

use std::ops::Range;

use super::super::FastError;
use super::super::node::Board;
use super::PerftOptions;
use super::passes::{WAITS, passes, pipes};
use super::threads::{Standing, Widths, highest};
use crate::describe::{Builder, Bundle, ModuleHandle, Project, RegisterBuilder, Wire, concat, delay, mux};
use crate::parts::decode::{one_hot, word};
use crate::parts::fifo::fifo;
use crate::parts::pages::Pages;
use crate::parts::turns::{Turns, turns};
use crate::parts::up_down::up_down;

/// Items that wait, at least, beside one for each thread.
const WAITING: u32 = 16;

/// Fewer items that wait are few, where others can be asked for more: about as many as threads take until one comes.
const FEW: u64 = 16;

/// Cycles from a reset to the end of the first item, at least: a position is loaded, three cycles a square, and turned, one a square.
const LOADING: usize = 256;

/// The module, and what those around it need to know.
pub struct Pair {
    /// The module.
    pub module: ModuleHandle,
    /// Its threads.
    pub threads: u32,
    /// Bits of a height.
    pub height_bits: u32,
    /// The most half moves below a position.
    pub deepest: u32,
    /// Cycles from a position to its count.
    pub counting: u32,
}

/// A pair. Items come in with `work`, and leave with `spare` where they are wanted; what is counted comes out in every cycle.
///
/// # Errors
/// Fewer threads than the pipeline needs, no registers, or a defect in the description.
pub fn pair(project: &mut Project, top: &str, options: &PerftOptions) -> Result<Pair, FastError> {
    let shared = options.pairs > 1;
    let pipes = pipes(project, top, options.levels, shared)?;
    // A node's address waits in a register, and what a thread knows is read when its last turn has been thought over, three cycles.
    let (latency, counting) = (pipes.latency() + 1, pipes.counting());
    let threads = pipes.threads(options.threads, 6)?;
    let stacks = threads * options.stack_depth;
    let nodes = (stacks + threads + WAITING).next_power_of_two();
    // No node is read that is being written: a thread's nodes were written cycles before its turn, and an item was before the queue
    // shows its place.
    let passes = passes(project, top, &pipes, nodes)?;
    let widths = Widths {
        node: nodes.trailing_zeros(),
        // A thread stands at most as many plies below its item as it can hold nodes; a child of the deepest is counted.
        ply: options.deepest().ilog2() + 1,
        plies: options.stack_depth + 1,
    };
    // More would find work for no more threads.
    let items = (threads + WAITING).next_power_of_two().min(nodes - stacks);
    let free = fifo(project, &format!("{top}_free"), widths.node, items.next_power_of_two())?;
    let work_width = widths.node + widths.ply + u32::from(shared);
    let work = fifo(project, &format!("{top}_work"), work_width, items.next_power_of_two())?;

    let b = Builder::new(
        format!("{top}_pair"),
        format!(
            "{threads} threads that walk through game trees, and a counter of the last plies.\nEach works on an item: a position and the half moves to walk below it."
        ),
    );
    let work_valid = b.input("work_valid", 1).comment("an item waits to be taken");
    let work_height = b.input("work_height", widths.ply).comment("half moves to be walked below it");
    let work_board = Board::input(&b, "work_");
    let spare_wanted = b.input("spare_wanted", 1).comment("another pair has little work");

    let Beginning { turn, forgets, fills, place, awake } =
        begins(&b, threads, widths.node, stacks..stacks + items);

    // A turn begins: what the thread knows is read, and it goes on, or takes an item.
    let comment = "where each thread stands, and whether nothing has been tried there";
    let standings = Pages::new(&b, "standings", 1 + Standing::width(widths), threads, comment);
    let next_turn = turns(&b, "next_turn", threads, 1, "the thread whose turn is next").thread;
    let thread = turn.later("thread");
    let standing_now = standings.read("standing_now", &next_turn);
    let untouched = standing_now.bit(Standing::width(widths)).later("untouched");
    let standing_now = Standing::unpacked(&standing_now.slice(0, Standing::width(widths)), widths);
    // Known before the turn, because all of it waits for this. A thread that forgets finds no item to take either.
    let standing_now = Standing { active: &standing_now.active & !&forgets, ..standing_now };
    let standing = Standing::unpacked(&standing_now.packed().later_cleared("standing"), widths);
    let [work_head, work_there] = [b.forward("work_head", work_width), b.forward("work_there", 1)];
    let goes_on = standing.active.named("goes_on");
    let takes = (!&goes_on & &work_there).named("takes");
    let now = Standing {
        active: &goes_on | &takes,
        item: mux(&goes_on, &standing.item, &work_head.slice(0, widths.node)),
        height: mux(&goes_on, &standing.height, &work_head.slice(widths.node, widths.ply)),
        ply: standing.ply.when(&goes_on),
        more: standing.more.when(&goes_on),
    };
    let depth_bits = options.stack_depth.trailing_zeros();
    // The stack holds the nodes from the first ply below the item on.
    let in_stack = |thread: &Wire, place: &Wire| concat(&[thread.clone(), place.slice(0, depth_bits)]);
    let fitted = |address: Wire| match address.width() < widths.node {
        true => address.extend(widths.node),
        false => address.slice(0, widths.node),
    };
    let above = &now.ply - &b.constant(widths.ply, 1);
    let node = mux(&now.ply.any(), &fitted(in_stack(&thread, &above)), &now.item).named("node");

    // The answer: what was asked is read three cycles ahead.
    let asked_width = Standing::width(widths) + widths.node + 1;
    let next_asked =
        turns(&b, "next_asked", threads, threads - latency + 2, "the thread whose turn is read").thread;
    let answered = next_asked.later("asked_before").later("answering").later("answered");
    let comment = "where each thread stood in its last turn, and the node";
    let asked = Pages::new(&b, "asked", asked_width, threads, comment);
    let asking = concat(&[goes_on.clone(), node.clone(), now.packed()]);
    asked.write(&b.bit(true), &thread.later("thread_before"), &asking.later("asking"));
    let was_now = asked.read("asked", &next_asked).later("asked_next");
    let ahead = Standing::unpacked(&was_now.slice(0, Standing::width(widths)), widths);
    // Where few items wait, a turn is left out to let one from outside in; the thread does the same in its next. Not the first turn
    // with an item, which the thread does not know before its end.
    let few = b.register("few_wait", 1).resets_to(0).comment("few items wait");
    let fetching = b.register("fetching", 1).resets_to(0).comment("an item from outside is let in");
    let went_on = was_now.bit(asked_width - 1);
    let fetches = (&work_valid & &*few & !&*fetching & &ahead.active & went_on).named("fetches");
    let left_out = fetches.later("left_out");
    fetching.next(&(&fetches | &left_out | left_out.later("let_in")));
    let ahead = Standing { active: &ahead.active & !&fetches, ..ahead };
    let below_now = &ahead.height - &ahead.ply;
    let was_at = was_now.slice(Standing::width(widths), widths.node).later("was_at");
    let was = Standing::unpacked(&ahead.packed().later("was"), widths);
    // Half moves below the position after the move, and one.
    let [leaf, parent] = [1, 2].map(|height| below_now.is(height));
    let inner = (!(&leaf | &parent)).later("makes_inner");
    let (leaf, parent) = (leaf.later("makes_leaf"), parent.later("makes_parent"));
    let height = (&below_now - &b.constant(widths.ply, 1)).later("height_below");

    // Whether a move was found is known so late that what follows from it is decided in the next cycle, and written in the one after.
    let [found, last] = [b.forward("found", 1), b.forward("last", 1)];
    let moved = (&found & &was.active & &awake).named("moved");
    let here = word(&one_hot(&ahead.ply, widths.plies)).later("ply_answered");
    let left = (&moved & !&last).repeat(widths.plies);
    let more = ((&was.more & !&here) | (&here & left)).later("more_after");
    let keeps = (&moved & &inner).later_cleared("keeps");
    let on = (&was.active & &awake).later_cleared("had_turn");
    let [thinking, item, item_height] = [&answered, &was.item, &was.height].map(Clone::clone);
    let (thinking, item, item_height) =
        (thinking.later("thinking"), item.later("item_of"), item_height.later("height_of"));
    let (ply, height) = (was.ply.later("ply_of"), height.later("height_of_child"));

    // An item from outside is let in after a turn of no thread, if there is a place for it then.
    let may_take = b.register("may_take", 1).resets_to(0).comment("the item from outside is looked at");
    let taking = b.register("taking", 1).resets_to(0).comment("an item from outside may come in");
    let looked_at = &*may_take | &*taking;
    may_take.next(&(&work_valid & !&ahead.active & !&looked_at & &awake));
    taking.next(&may_take);
    let [free_head, free_there] = [b.forward("free_head", widths.node), b.forward("free_there", 1)];
    let loads = (&*taking & &free_there).named("loads");
    // Not while there are threads here without work.
    let spares = (&keeps & &spare_wanted & &work_there).named("spares");
    let keeps_here = (&keeps & !(&spare_wanted & &work_there)).named("keeps_here");
    let new_item = ((&keeps_here | &*taking) & &free_there).named("new_item");
    let goes_below = (&keeps_here & !&free_there).named("goes_below");
    let mut instance = b.instance("passes", &passes);
    // The root is taken as if what arrives on other files than its own had been tried.
    let mut coming_item = vec![mux(&taking, &work_height, &height), free_head.clone()];
    if shared {
        let share = b.input("share", 8).comment("files of the root whose moves are this pair's");
        let work_shared =
            b.input("work_shared", 1).comment("the item is the root, of which all pairs have a copy");
        let others = (work_head.bit(work_width - 1).repeat(8) & !share).named("others_files");
        let taken = (takes.repeat(8) & !others).named("taken_files");
        instance = instance.input("fresh_files", &(taken | untouched.repeat(8)).later("fresh_files"));
        coming_item.insert(0, &*taking & &work_shared);
    }
    let outputs = instance
        .input("node", &node.later("node_at"))
        .input("fresh", &(&takes | &untouched).later("fresh"))
        .input("node_write", &(&keeps_here | &loads))
        .input("node_address", &mux(&free_there, &free_head, &fitted(in_stack(&thinking, &ply))))
        .input("left_write", &(&was.active & &awake))
        .input("left_address", &was_at)
        .input("load", &may_take)
        .inputs(work_board.connections("load_").iter().map(|(name, wire)| (name.as_str(), wire.clone())))
        .drives("found", &found)
        .drives("last", &last);
    let outputs = outputs.outputs();
    let child = Board::from_outputs(&outputs, "made_");

    // What the thread does next: below, or up to the last ply with moves left, or its item is done.
    let next = Standing {
        active: &on & (&goes_below | more.any()),
        item: item.clone(),
        height: item_height,
        ply: mux(&goes_below, &(&ply + &b.constant(widths.ply, 1)), &highest(&more, widths.ply)),
        more: more.clone(),
    };
    let ends = (&on & !&goes_below & more.none()).later_cleared("item_ends");
    let item_ended = item.later("item_ended");
    standings.write(
        &(&forgets | &on).later("standing_write"),
        &mux(&forgets, &turn, &thinking).later("standing_address"),
        &concat(&[goes_below, next.packed()]).when(&!&forgets).later("standing_kept"),
    );

    b.instance("place_queue", &free)
        .input("push", &(&fills | &ends))
        .input("word", &mux(&fills, &place, &item_ended))
        .input("pop", &(&keeps_here | &*taking))
        .drives("head", &free_head)
        .drives("head_valid", &free_there)
        .outputs();
    // An item is there for others when its position has been prepared. It is counted a cycle after it has come.
    let coming = b.register("items_coming", counting + 1).resets_to(0);
    coming.next(&concat(&[coming.slice(0, counting), new_item.clone()]));
    let (came, taken) = (coming.bit(0), takes.later_cleared("item_taken"));
    let item_new = concat(&coming_item).later("item_new");
    let item_new = delay(project, &item_new, counting, "item_new", WAITS)?;
    b.instance("work_queue", &work)
        .input("push", &coming.bit(counting))
        .input("word", &item_new)
        .input("pop", &!&goes_on)
        .drives("head", &work_head)
        .drives("head_valid", &work_there)
        .outputs();
    let waiting =
        b.register("items_waiting", widths.node + 1).resets_to(0).comment("items that no thread has");
    let used = b.register("items", widths.node + 1).resets_to(0).comment("items that are not done");
    up_down(&used, &came, &ends);
    up_down(&waiting, &came, &taken);
    // Alone, it gets the root and nothing else.
    let enough = if shared { FEW } else { 2 };
    few.next(&(waiting.lt(&b.constant(widths.node + 1, enough)) & &awake));

    let counts = (&moved & &parent).later_cleared("counts");
    let counted = counted(&b, shared, &counts, outputs.get("count"), counting);
    // No position is counted in a walk of one half move, so the two never meet.
    let leaves = &counted | (&moved & &leaf).later("leaf_found").extend(8);

    b.output("work_held", &looked_at).comment("the item that waits is looked at, and has to stay");
    b.output("work_taken", &loads).comment("it has come in");
    b.output("hungry", &few).comment("few items wait");
    // In a register, because the way to the port is long: two cycles after an item has come in.
    let idle = (used.none() & !&came).later("nothing_to_do");
    b.output("idle", &idle).comment("no item is held");
    b.output("spare_valid", &spares).comment("an item is handed over in this cycle");
    b.output("spare_height", &height).comment("half moves to be walked below it");
    child.output(&b, "spare_");
    b.output("leaves", &leaves.later("leaves_found")).comment("leaves found in this cycle");
    b.output("made", &moved.later("move_made")).comment("an inner node's move was made");
    Ok(Pair {
        module: project.add(b)?,
        threads,
        height_bits: widths.ply,
        deepest: options.deepest(),
        counting,
    })
}

/// The count of the position that was to be counted so many cycles ago, a cycle or two later, else 0: in a register, because the counter's end
/// may be far from where counts are summed.
fn counted(b: &Builder, shared: bool, counts: &Wire, count: Wire, counting: u32) -> Wire {
    // Bits that say which counts are wanted.
    let way = b.register("counting", counting).resets_to(0).comment("where positions are on their way");
    way.next(&concat(&[way.slice(0, counting - 1), counts.clone()]));
    let wanted = way.bit(counting - 1);
    // Where a device is filled with pairs, ways are longer: then both that decide have a register on theirs, and what forbids a count is
    // set, so that it clears without a table.
    let counted = match shared {
        false => count.when(&wanted),
        true => {
            let unwanted = b.register("count_unwanted", 1).starts_at(1).resets_to(1);
            unwanted.next(&!wanted);
            count.later("count_taken").when(&!unwanted.output())
        }
    };
    counted.later("counted")
}

/// What a reset begins: the threads forget what they did, each in its turn, and all places for items become free.
struct Beginning {
    /// Whose turn it is.
    turn: Wire,
    /// Threads are forgetting.
    forgets: Wire,
    /// Places become free.
    fills: Wire,
    /// The one that does.
    place: Wire,
    /// All is over that an item could meet.
    awake: Wire,
}

fn begins(b: &Builder, threads: u32, width: u32, places: Range<u32>) -> Beginning {
    let Turns { thread: turn, last } = turns(b, "turn", threads, 0, "the thread whose turn it is");
    let forgets = b.register("forgets", 1).starts_at(1).resets_to(1).comment("threads are forgetting");
    forgets.next_when(&last, &b.bit(false));
    let forgot = b.register("forgot", 1).starts_at(1).resets_to(1);
    forgot.next(&forgets);
    let first = u64::from(places.start);
    let place = b
        .register("place", width)
        .starts_at(first)
        .resets_to(first)
        .comment("the next place for items that becomes free");
    let fills = b.register("fills", 1).starts_at(1).resets_to(1).comment("places become free");
    fills.next(&(&*fills & !place.is(u64::from(places.end - 1))));
    place.next_when(&fills, &(&*place + &b.constant(width, 1)));
    // No item may end while places become free, which takes the queue's way in.
    let awake = if places.len() > LOADING { !(&*forgot | &*fills) } else { !&*forgot };
    let [forgets, fills, place] = [&forgets, &fills, &place].map(RegisterBuilder::output);
    Beginning { turn, forgets, fills, place, awake }
}
