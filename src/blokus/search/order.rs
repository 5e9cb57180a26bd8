//! The order of a node's moves: by the value of the position after them, greatest first; of equal
//! values, the move that came first.
//!
//! Values come one a clock, and sorting must not take longer. Each value has a bucket: a linked
//! list of moves, with its first and its last. A move that arrives goes behind the last of its
//! bucket. When all moves are there, the machine goes through the buckets from the greatest value
//! to the smallest, one a clock. It links each bucket behind the one before, and empties it. The
//! result is a list that gives a move a clock. The list outlives the nodes below: it is in memory
//! by ply, and the node's place in it goes on the stack.

use super::kept::{MOVE, REMAINING};
use super::options::DEEPEST;
use crate::bundle;
use crate::describe::{Builder, Bundle, Wire, concat, mux};

/// The module's name.
pub const ORDER: &str = "move_order";

bundle! {
    /// What the module is told beside values and places, in the order of its ports.
    pub(super) struct Told {
        /// Moves begin to come.
        begins: 1,
        /// They still do.
        sorting: 1,
        /// One comes out of the evaluation.
        valid: 1,
        /// The move, by corner and cover.
        mv: MOVE,
        /// Plies below the node's children.
        remaining: REMAINING,
        /// Those in the next cycle.
        next_remaining: REMAINING,
        /// The first of the list is taken.
        take: 1,
        /// The list goes on at the place from the stack.
        pop: 1,
        /// It goes on behind the move of a leaf.
        go_back: 1,
    }
}

/// Bits of a place in a list of this many moves; one of them says that there is a move.
pub fn place_width(listed: u32) -> u32 {
    listed.trailing_zeros() + 1
}

/// The first and the last move of a value.
struct Bucket {
    occupied: Wire,
    first: Wire,
    last: Wire,
}

impl Bucket {
    fn unpacked(word: &Wire) -> Self {
        let slot = word.width() / 2;
        Self { occupied: word.bit(2 * slot), first: word.slice(slot, slot), last: word.slice(0, slot) }
    }

    fn packed(&self) -> Wire {
        concat(&[self.occupied.clone(), self.first.clone(), self.last.clone()])
    }
}

/// The module for values of `width` bits and lists of up to `listed` moves, a power of two.
///
/// Latency: from the last value to the list, a cycle for each value from the greatest to the
/// smallest, and four. Throughput: a move in, and later out, a clock. Area: two memories of eight
/// lists, one of `2^width` buckets, and 400 LUT4 (ECP5).
pub fn order(width: u32, listed: u32) -> Builder {
    let b = Builder::new(
        ORDER,
        "The order of a node's moves: by value, the greatest first, of equals the first that came.\n\
         Buckets of linked moves, a list a ply; docs/blokus.md says how.",
    );
    b.clock();
    let on = Told::input(&b, "");
    let value = b.input("value", width).comment("what the position is worth after the move");
    let slot = listed.trailing_zeros();
    let [stacked, behind] =
        [("stacked_place", "of this node"), ("leaf_place", "behind the move of the leaf")].map(
            |(name, what)| {
                b.input(name, slot + 1).comment(&format!("a bit for a move, and where it is: {what}"))
            },
        );

    // The greatest value has the greatest number.
    let bucket = concat(&[!&value.bit(width - 1), value.slice(0, width - 1)]).named("bucket_of_value");
    let count = b.register("count", slot + 1).comment("moves in the list that comes");
    let full = count.bit(slot);
    let comes = (&on.sorting & &on.valid).named("comes");
    let lists = (&comes & &!&full).named("lists");
    let one = b.constant(slot + 1, 1);
    count.next_when(&(&on.begins | &lists), &(&*count + &one).when(&!&on.begins));
    let too_many = b.register("too_many", 1).comment("moves for a list");
    too_many.next_when(&(&on.begins | &(&comes & &full)), &!&on.begins);
    let moves = b.memory("moves", MOVE, DEEPEST * listed).comment("the moves as they came, by remaining");
    moves.write(&lists, &concat(&[on.remaining.clone(), count.slice(0, slot)]), &on.mv);

    // A cycle later the bucket is there, and the move goes behind its last.
    let adds = lists.later("adds");
    let added = bucket.later("added_bucket");
    let added_slot = count.slice(0, slot).later("added_slot");
    let word = b.forward("bucket_word", 2 * slot + 1);
    let new_word = b.forward("new_bucket", 2 * slot + 1);
    // Of two moves of a value one after the other the second does not find in memory what the first
    // wrote.
    let same = (adds.later("wrote") & added.later("written_bucket").eq(&added)).named("written_just_now");
    let found = Bucket::unpacked(&mux(&same, &new_word.later("written_word"), &word).named("found_bucket"));
    let first = mux(&found.occupied, &found.first, &added_slot);
    b.drive(&new_word, &Bucket { occupied: b.bit(true), first, last: added_slot.clone() }.packed());

    let read = Bucket::unpacked(&word);
    let (greatest, smallest, any) = range(&b, &on.begins, &adds, &added);
    let walk = walk(&b, &on, &adds, [&greatest, &smallest, &any], &read);
    let walks = &walk.walking;
    let buckets = b.memory("buckets", 2 * slot + 1, 1 << width).comment("first and last move of each value");
    buckets.write(&(&adds | walks), &mux(&adds, &added, &walk.bucket), &new_word.when(&adds));
    let address = mux(&walk.closes, &greatest, &mux(walks, &walk.below, &bucket)).named("bucket_read");
    b.drive(&word, &buckets.read_next("bucket_found", &address));

    // A move is linked behind the last of its value; a list behind that of the value before; behind
    // the last list is nothing.
    let links = b.memory("links", slot + 1, DEEPEST * listed).comment("what comes behind each move");
    let last = mux(&adds, &found.last, &walk.last).named("last");
    let next = mux(&adds, &added_slot, &read.first);
    let next = concat(&[!&walk.ends, next]).named("linked_behind_last");
    let enable = (&(&adds & &found.occupied) | &walk.links).named("links_now");
    links.write(&enable, &concat(&[on.remaining.clone(), last]), &next);

    let place = b.register("held_place", slot + 1).comment("the next move of the list");
    let link = b.forward("link", slot + 1);
    let begin = concat(&[walk.begins.clone(), read.first]);
    let own = mux(&(&walk.closes | &walk.begins), &begin, &mux(&on.take, &link, &place));
    let next = mux(&on.pop, &stacked, &mux(&on.go_back, &behind, &own)).named("next_place");
    place.next(&next);
    let address = concat(&[on.next_remaining.clone(), next.slice(0, slot)]).named("list_read");
    b.drive(&link, &links.read_next("link_found", &address));

    b.output("settling", &walk.busy).comment("the list is being made");
    b.output("fits", &!&*too_many).comment("it holds all moves");
    b.output("place", &place).comment("where the next move of the list is");
    b.output("listed_move", &moves.read_next("move_found", &address)).comment("that move");
    b
}

/// The greatest and the smallest bucket with a move, and whether there is one.
fn range(b: &Builder, begins: &Wire, adds: &Wire, bucket: &Wire) -> (Wire, Wire, Wire) {
    let any = b.register("any", 1).comment("a move came");
    let greatest = b.register("greatest", bucket.width()).comment("the bucket of the greatest value");
    let smallest = b.register("smallest", bucket.width()).comment("that of the smallest");
    any.next_when(&(begins | adds), &!begins);
    let first = !&*any;
    greatest.next_when(&(adds & &(&first | &greatest.lt(bucket))), bucket);
    smallest.next_when(&(adds & &(&first | &bucket.lt(&smallest))), bucket);
    (greatest.output(), smallest.output(), any.output())
}

/// The way through the buckets.
struct Walk {
    /// All moves came: the first bucket is read.
    closes: Wire,
    /// A bucket was read: this one. The next is read.
    walking: Wire,
    bucket: Wire,
    below: Wire,
    /// The last move of the buckets before.
    last: Wire,
    /// The bucket begins the list, or is linked behind that move.
    begins: Wire,
    links: Wire,
    /// The end of the list is marked.
    ends: Wire,
    busy: Wire,
}

/// Goes through the buckets from the greatest to the smallest as soon as no more moves come,
/// whatever the reason. So all buckets are empty before other moves come.
fn walk(b: &Builder, on: &Told, adds: &Wire, [greatest, smallest, any]: [&Wire; 3], found: &Bucket) -> Walk {
    let open = b.register("gathers", 1).comment("moves come, or have come");
    let closes = (&(&*open & &!&on.sorting) & &!adds).named("closes");
    open.next_when(&(&on.begins | &closes), &on.begins);
    let walking = b.register("walking", 1).comment("a bucket was read");
    let bucket = b.register("walked_bucket", greatest.width()).comment("which");
    let below = (&*bucket - &b.constant(greatest.width(), 1)).named("bucket_below");
    bucket.next(&mux(&closes, greatest, &below));
    let ends = (&*walking & &bucket.eq(smallest)).named("walk_ends");
    walking.next_when(&(&closes | &ends), &(&closes & any));
    let gives = (&*walking & &found.occupied).named("bucket_gives");
    let linking = b.register("linking", 1).comment("there is a move to link behind");
    linking.next_when(&(&closes | &gives), &!&closes);
    let last = b.register("linked_last", found.last.width()).comment("that move");
    last.next_when(&gives, &found.last);
    let ends = ends.later("marks_end");
    Walk {
        busy: ((&*open & &!&on.sorting) | &*walking) | &ends,
        begins: &gives & &!&*linking,
        links: (&gives & &*linking) | &ends,
        walking: walking.output(),
        bucket: bucket.output(),
        last: last.output(),
        closes,
        below,
        ends,
    }
}

#[cfg(test)]
mod tests;
