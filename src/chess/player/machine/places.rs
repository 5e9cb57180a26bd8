//! The places of nodes that threads share: which are busy, used or cut, which is free, and which
//! nodes may be joined.
//!
//! **Why no place is used twice.** Every thread's word has the path of places from the root to its
//! node, and passes here once a round. A place is free if no path of this round and the two before
//! had it. A thread that joins a node reads its path up to a round before its own word has it, so
//! two rounds without the place say that no thread is at the node or on its way there.
//!
//! **Why no thread misses a cut.** The place of a node that was cut stays marked until the end of
//! the round after. Each thread begins a turn in that time, and finds the place on its path. The
//! place is not free before the mark is gone: the thread that cut the node had it on its path in
//! the round before.

use super::node::{Candidate, PLACE, PLACES, Thread};
use crate::describe::{Builder, Bundle, RegisterBuilder, Wire, mux};
use crate::parts::decode::{one_hot, word};

/// The registers.
pub struct Places {
    busy: RegisterBuilder,
    cut: [RegisterBuilder; 2],
    used: [RegisterBuilder; 3],
    looked_at: RegisterBuilder,
    is_free: RegisterBuilder,
    free: RegisterBuilder,
    offered: [RegisterBuilder; 2],
    candidates: [RegisterBuilder; 2],
}

/// What a turn that begins meets.
pub struct Meets {
    /// The thread, at the node that it joins.
    pub thread: Thread,
    /// Another turn is under way at its node: 1 bit.
    pub waits: Wire,
    /// It joins the node: 1 bit.
    pub joins: Wire,
    /// It keeps the place busy: 1 bit.
    pub holds: Wire,
    /// The place of the shared node above its node.
    pub above: Wire,
    /// The place of its node, a bit for each.
    here: Wire,
    /// It begins at the first node that may be joined, or at the second: 1 bit each.
    begins_at: [Wire; 2],
}

/// The end of a turn; 1 bit each, if not said otherwise.
pub struct Ends<'a> {
    /// Words of threads are set, and nothing else counts.
    pub opening: &'a Wire,
    /// A round of turns ends.
    pub last: &'a Wire,
    /// It kept its place busy.
    pub held: &'a Wire,
    /// Its place, a bit for each.
    pub here: &'a Wire,
    /// Its node was cut.
    pub cut: &'a Wire,
    /// A node has begun at the free place.
    pub placed: &'a Wire,
    /// The path of the thread.
    pub path: &'a Wire,
    /// Its node may be joined.
    pub offers: &'a Wire,
    /// That node.
    pub offer: &'a Candidate,
}

/// The place of a word, a bit for each.
pub fn here(place: &Wire) -> Wire {
    word(&one_hot(place, PLACES))
}

impl Places {
    /// Registers without a search.
    pub fn new(b: &Builder) -> Self {
        let set = |name: &str, about: &str| b.register(name, PLACES).comment(about);
        Self {
            busy: set("busy", "places where a turn is under way"),
            cut: [
                set("cut_now", "places of nodes cut in this round of turns"),
                set("cut_before", "those of the round before"),
            ],
            used: [
                set("used_now", "places of threads' paths in this round"),
                set("used_before", "those of the round before"),
                set("used_earlier", "those of the round before that"),
            ],
            looked_at: b.register("looked_at", PLACE).comment("the place that is looked at for a free one"),
            is_free: b.register("place_is_free", 1).comment("a free place is known"),
            free: b.register("free_place", PLACE).comment("that place"),
            offered: [
                b.register("may_join", 1).resets_to(0).comment("a node may be joined"),
                b.register("may_join_next", 1).resets_to(0).comment("another may be joined after it"),
            ],
            candidates: [
                b.register("candidate", Candidate::width()).comment("that node, with its path"),
                b.register("candidate_next", Candidate::width()).comment("the other, with its path"),
            ],
        }
    }

    /// The free place for a node that begins, and whether there is one.
    pub fn free(&self) -> [Wire; 2] {
        [self.free.output(), self.is_free.output()]
    }

    /// The nodes that may be joined, the deepest first.
    fn candidates(&self) -> [Candidate; 2] {
        self.candidates.each_ref().map(|candidate| Candidate::unpacked(&candidate.output()))
    }

    fn cut(&self) -> Wire {
        &*self.cut[0] | &*self.cut[1]
    }

    /// A turn of a thread begins; `at` is its place, a bit for each, and `above` the place of the
    /// shared node above the one there.
    pub fn meets(&self, thread: &Thread, at: &Wire, above: &Wire) -> Meets {
        let b = at.builder();
        let [candidate, other] = self.candidates();
        let joins = ((&thread.enabled & !&thread.active) & &*self.offered[0]).named("joins");
        let shares = (&thread.active & !&thread.alone).named("is_at_a_shared_node");
        // No turn is under way at a candidate, so no thread that is there waits.
        let begins_at = [
            (&joins | (&shares & thread.at.eq(&candidate.place))).named("begins_at_candidate"),
            (&shares & thread.at.eq(&other.place)).named("begins_at_candidate_next"),
        ];
        let joined = Thread {
            enabled: b.bit(true),
            active: b.bit(true),
            fresh: b.bit(false),
            again: b.bit(false),
            ply: candidate.ply,
            alone: b.bit(false),
            at: candidate.place,
            value: super::squares::value(b, -crate::chess::player::rules::INFINITE),
            killer: b.constant(thread.killer.width(), 0),
            kills: b.bit(false),
            killed: b.bit(false),
            path: candidate.path,
            number: candidate.number,
            tried: candidate.tried,
        };
        let thread_now = Thread::select(&joins, &joined, thread);
        let waits = (&shares & (at & &*self.busy).any()).named("waits");
        let dies = (&thread_now.path & self.cut()).any().named("was_cut_above");
        let holds = (&joins | (&shares & !&waits)).named("holds");
        let active = (&thread_now.active & !&dies).named("has_its_turn");
        let here = mux(&joins, &candidate.here, at).named("here");
        let above = mux(&thread.alone, &thread.at, above);
        let above = mux(&joins, &candidate.above, &above).named("place_above");
        Meets { thread: Thread { active, ..thread_now }, waits, joins, holds, above, here, begins_at }
    }

    /// Sets the next values, by the turn that begins and the turn that ends.
    pub fn keep(&self, begins: &Meets, ends: &Ends) {
        let off = !ends.opening;
        let begun = begins.here.when(&begins.holds).named("place_begins");
        let ended = ends.here.when(ends.held).named("place_ends");
        self.busy.next(&((&*self.busy | &begun) & !&ended).when(&off));
        self.keep_rounds(ends, &off);
        self.look(ends);
        self.keep_candidates(begins, ends, &off);
    }

    /// What is known of this round and those before.
    fn keep_rounds(&self, ends: &Ends, off: &Wire) {
        let [now, before] = &self.cut;
        let cut = &**now | &ends.here.when(ends.cut);
        now.next(&cut.when(&(off & !ends.last)));
        before.next(&mux(ends.last, &cut, &before.output()).when(off));
        let [now, before, earlier] = &self.used;
        let used = &**now | ends.path;
        now.next(&used.when(&(off & !ends.last)));
        before.next(&mux(ends.last, &used, &before.output()).when(off));
        earlier.next(&mux(ends.last, &before.output(), &earlier.output()).when(off));
    }

    /// Looks at one place, unless a free one is known.
    fn look(&self, ends: &Ends) {
        let b = ends.last.builder();
        let number = |value: u64| b.constant(PLACE, value);
        let used = &(&*self.used[0] | &*self.used[1]) | &*self.used[2];
        let found = (&here(&self.looked_at.output()) & !&used).any().named("place_found");
        let looks = (!&*self.is_free).named("looks");
        let next = &*self.looked_at + &looks.extend(PLACE);
        self.looked_at.next(&mux(ends.opening, &number(2), &next));
        let known = mux(&looks, &found, &!ends.placed);
        self.is_free.next(&(&known | ends.opening));
        let place = mux(&looks, &self.looked_at.output(), &self.free.output());
        self.free.next(&mux(ends.opening, &number(1), &place));
    }

    /// The two deepest nodes that may be joined: none is kept that a turn has begun at, or that was
    /// cut. Of two as deep, the one that came earlier is first.
    fn keep_candidates(&self, begins: &Meets, ends: &Ends, off: &Wire) {
        let [first, second] = self.candidates();
        let [first_stays, second_stays] = [(&first, 0), (&second, 1)].map(|(candidate, k)| {
            let gone = &begins.begins_at[k] | (&candidate.path & self.cut()).any();
            &*self.offered[k] & !gone
        });
        let first_stays = first_stays.named("candidate_stays");
        let second_stays = second_stays.named("candidate_next_stays");
        let some = (&first_stays | &second_stays).named("some_candidate_stays");
        let both = (&first_stays & &second_stays).named("both_candidates_stay");
        let [over_first, over_second] =
            [&first, &second].map(|candidate| candidate.depth.lt(&ends.offer.depth));
        let deepest = !&some | mux(&first_stays, &over_first, &over_second);
        let leads = (ends.offers & deepest).named("candidate_comes");
        let follows = (ends.offers & !&leads & (!&both | over_second)).named("candidate_comes_next");
        self.offered[0].next(&((&some | ends.offers) & off));
        self.offered[1].next(&((mux(&leads, &some, &both) | &follows) & off));
        let left = Candidate::select(&first_stays, &first, &second).packed();
        let offer = ends.offer.packed();
        self.candidates[0].next(&mux(&leads, &offer, &left));
        self.candidates[1].next_when(&(&leads | &follows), &mux(&leads, &left, &offer));
    }
}
