//! Pairs in a ring, which hand work to each other.

use super::Paired;
use super::pair::Pair;
use crate::describe::{Builder, Bundle, Connections, RegisterBuilder, Wire, concat, mux};
use crate::parts::decode::word;

/// The outputs of the pairs together.
pub struct Ring {
    /// Nobody has anything to do.
    pub idle: Wire,
    /// Leaves found in a cycle: 16 bits.
    pub leaves: Wire,
    /// Moves made in a cycle: 16 bits.
    pub made: Wire,
}

/// A position, and how many half moves are to be walked below it.
pub struct Item<B> {
    /// The half moves.
    pub height: Wire,
    /// The position.
    pub board: B,
}

impl<B: Bundle> Item<B> {
    /// `this` where `when` is set, else `other`.
    fn select(when: &Wire, this: &Self, other: &Self) -> Self {
        Self {
            height: mux(when, &this.height, &other.height),
            board: B::select(when, &this.board, &other.board),
        }
    }

    /// The item of the cycle before.
    fn later(&self, what: &str, place: usize) -> Self {
        let name = |field: &str| format!("{what}_{field}_{place}");
        Self {
            height: self.height.later(&name("height")),
            board: self.board.map(|field, wire| wire.later(&name(field))),
        }
    }
}

/// The place where an item waits for a pair.
struct Waiting {
    height: RegisterBuilder,
    fields: Vec<RegisterBuilder>,
}

impl Waiting {
    fn new<B: Bundle>(b: &Builder, place: usize, height_bits: u32) -> Self {
        let field = |(name, width): &(&str, u32)| b.register(&format!("work_{name}_{place}"), *width);
        Self {
            height: b.register(&format!("work_height_{place}"), height_bits),
            fields: B::FIELDS.iter().map(field).collect(),
        }
    }

    fn item<B: Bundle>(&self) -> Item<B> {
        let mut fields = self.fields.iter();
        let board = B::from_wires(|_, width| match fields.next() {
            Some(field) => field.output(),
            // There is a register for every field.
            None => self.height.builder().constant(width, 0),
        });
        Item { height: self.height.output(), board }
    }

    fn take<B: Bundle>(&self, when: &Wire, item: &Item<B>) {
        self.height.next_when(when, &item.height);
        self.fields.iter().zip(item.board.wires()).for_each(|(field, wire)| field.next_when(when, wire));
    }
}

/// The item that a pair hands to the next one, and whether the pair has little work itself.
struct Handed<B> {
    hungry: Wire,
    held: Wire,
    valid: Wire,
    item: Item<B>,
}

impl<B: Bundle> Handed<B> {
    fn new(b: &Builder, place: usize, height_bits: u32) -> Self {
        let forward = |what: &str, width| b.forward(&format!("{what}_{place}"), width);
        Self {
            hungry: forward("hungry", 1),
            held: forward("work_held", 1),
            valid: forward("spare_valid", 1),
            item: Item {
                height: forward("spare_height", height_bits),
                board: B::from_wires(|field, width| forward(&format!("spare_{field}"), width)),
            },
        }
    }

    fn driven_by(&self, instance: Connections) {
        let instance = instance
            .drives("hungry", &self.hungry)
            .drives("work_held", &self.held)
            .drives("spare_valid", &self.valid)
            .drives("spare_height", &self.item.height);
        let fields = B::FIELDS.iter().zip(self.item.board.wires());
        fields
            .fold(instance, |instance, ((field, _), wire)| instance.drives(&format!("spare_{field}"), wire))
            .outputs();
    }

    fn left_open(instance: Connections) {
        let ports = ["hungry", "work_held", "spare_valid", "spare_height"].map(str::to_owned).into_iter();
        let fields = B::FIELDS.iter().map(|(field, _)| format!("spare_{field}"));
        ports.chain(fields).fold(instance, |instance, port| instance.leave_open(&port)).outputs();
    }
}

/// The pairs' reports about their work, one wire a pair.
struct Says {
    taken: Vec<Wire>,
    idle: Vec<Wire>,
    leaves: Vec<Wire>,
    made: Vec<Wire>,
}

impl Says {
    fn new(b: &Builder, pairs: u32, count_bits: u32) -> Self {
        let forward = |what: &str, width| -> Vec<Wire> {
            (0..pairs).map(|place| b.forward(&format!("{what}_{place}"), width)).collect()
        };
        Self {
            taken: forward("work_taken", 1),
            idle: forward("pair_idle", 1),
            leaves: forward("leaves", count_bits),
            made: forward("made", 1),
        }
    }

    /// A pair to which an item is offered, and which may be asked to spare one.
    fn of<B: Bundle>(
        &self,
        place: usize,
        pair: Connections,
        offered: &Wire,
        item: &Item<B>,
        spare_wanted: &Wire,
    ) -> Connections {
        pair.input("work_valid", offered)
            .input("work_height", &item.height)
            .inputs(item.board.connections("work_").iter().map(|(name, wire)| (name.as_str(), wire.clone())))
            .input("spare_wanted", spare_wanted)
            .drives("work_taken", &self.taken[place])
            .drives("idle", &self.idle[place])
            .drives("leaves", &self.leaves[place])
            .drives("made", &self.made[place])
    }
}

/// The pairs. When `start` is set, for a cycle, the root comes to the first, and from there to all.
pub fn ring<G: Paired>(b: &Builder, pairs: u32, pair: &Pair, start: &Wire, root: &Item<G::Board>) -> Ring {
    let says = Says::new(b, pairs, G::COUNT_BITS);
    let moves = match pairs {
        1 => alone(b, pair, start, root, &says),
        _ => several::<G>(b, pair, start, root, &says),
    };
    let sum = |what: &str, wires: &[Wire]| {
        // The pairs are far from each other.
        let here = |(place, wire): (usize, &Wire)| match pairs {
            1 => wire.clone(),
            _ => wire.later(&format!("{what}_of_{place}")),
        };
        let wires: Vec<Wire> = wires.iter().enumerate().map(here).collect();
        let mut sums: Vec<Wire> = wires.iter().map(|wire| wire.extend(16)).collect();
        while sums.len() > 1 {
            let pair = sums.split_off(sums.len() - 2);
            sums.insert(0, &pair[0] + &pair[1]);
        }
        sums.pop().unwrap_or_else(|| b.constant(16, 0))
    };
    Ring {
        idle: (word(&says.idle).all() & !&moves).named("all_idle"),
        leaves: sum("leaves", &says.leaves).later("leaves_found"),
        made: sum("made", &says.made).later("moves_made"),
    }
}

fn waits(b: &Builder, place: usize) -> RegisterBuilder {
    b.register(&format!("work_waits_{place}"), 1).resets_to(0).comment("an item waits for this pair")
}

/// One pair. The root stays where it was turned. Returns the bit that is set while the root waits,
/// and in the next cycle too; after that the pair is busy.
fn alone<B: Bundle>(b: &Builder, pair: &Pair, start: &Wire, root: &Item<B>, says: &Says) -> Wire {
    let waits = waits(b, 0);
    waits.next(&(start | (&*waits & !&says.taken[0])));
    let instance = b.instance("pair_0", &pair.module);
    Handed::<B>::left_open(says.of(0, instance, &waits, root, &b.bit(false)));
    &*waits | waits.later_cleared("work_waited")
}

/// Several pairs, each with a place where an item from the pair before waits. Returns the bit that
/// is set while items move.
fn several<G: Paired>(b: &Builder, pair: &Pair, start: &Wire, root: &Item<G::Board>, says: &Says) -> Wire {
    let pairs = says.taken.len();
    let name = |what: &str, place: usize| format!("{what}_{place}");
    let handed: Vec<Handed<G::Board>> =
        (0..pairs).map(|place| Handed::new(b, place, pair.height_bits)).collect();
    // The root goes on to the next place every other cycle, as fast as an item can, and each pair
    // walks through its share.
    let last = 2 * pairs as u32 - 2;
    let travels = b.register("root_travels", last + 1).resets_to(0);
    let travels_on = concat(&[travels.slice(0, last), start.clone()]);
    travels.next(&travels_on);
    let is_root: Vec<_> = (0..pairs).map(|place| b.register(&name("work_shared", place), 1)).collect();
    let waits: Vec<_> = (0..pairs).map(|place| waits(b, place)).collect();
    let waiting: Vec<_> =
        (0..pairs).map(|place| Waiting::new::<G::Board>(b, place, pair.height_bits)).collect();
    // What pairs want does so both ways. That another pair wanted work a cycle ago, and this one
    // did not, decides alike whether its item goes on and whether it may be taken; then it is held,
    // so never both happen.
    let some_hungry = word(&handed.iter().map(|pair| pair.hungry.clone()).collect::<Vec<_>>()).any();
    let any_hungry = some_hungry.later("any_hungry").comment("a pair has little work");
    let passes_on: Vec<Wire> = (handed.iter().enumerate())
        .map(|(place, pair)| (&some_hungry & !&pair.hungry).later(&name("passes_on", place)))
        .collect();
    // Twice: a pair decides by the one what it keeps, and the other stands where its item leaves.
    let [wanted, from_pair] = ["spare_wanted", "from_pair"].map(|what| -> Vec<_> {
        (0..pairs).map(|place| b.register(&name(what, place), 1).resets_to(0)).collect()
    });
    // The way between pairs is long, so through registers: what a pair hands over where that is
    // wanted of it, else what waits for it, which may go on, or be the root.
    let (mut arrives, mut arriving) = (Vec::new(), Vec::new());
    for place in 0..pairs {
        let chosen = from_pair[place].output().keep();
        let item = Item::select(&chosen, &handed[place].item, &waiting[place].item());
        arrives.push(b.register(&name("arrives", place), 1).resets_to(0));
        arriving.push(item.later("arriving", place));
    }
    let next = |place: usize| (place + 1) % pairs;
    // An item goes on around the ring from a pair that needs none, as long as another does.
    let goes_on: Vec<Wire> = (0..pairs)
        .map(|place| {
            let free = !&*waits[next(place)] & !&*wanted[place] & !&*arrives[place];
            let may = !&*is_root[place] & &passes_on[place] & !&handed[place].held;
            (&*waits[place] & may & free).named(&name("goes_on", place))
        })
        .collect();
    for place in 0..pairs {
        let before = (place + pairs - 1) % pairs;
        let root_comes = |travels: &Wire| travels.bit(2 * place as u32);
        let leaves = |place: usize| &handed[place].valid | &goes_on[place];
        // From a register of its own, because 270 bits wait for it.
        let comes = (root_comes(&travels_on) | leaves(before)).later_cleared(&name("item_comes", place));
        let root_comes = root_comes(&travels);
        is_root[place].next_when(&comes, &root_comes);
        match place {
            0 => waiting[0].take(&comes, &Item::select(&root_comes, root, &arriving[before])),
            _ => waiting[place].take(&comes, &arriving[before]),
        }
        arrives[place].next(&leaves(place));
        let offered = &*waits[place] & !&passes_on[place];
        // A pair wants no item after a cycle that hands one over, or while one arrives: the place
        // has to be free when the next comes. It also wants none while the root, which waits here
        // from the next cycle on, has to go on.
        let wants = &any_hungry & !&*waits[next(place)] & !&*waits[place] & !&root_comes;
        let wants = wants & !&handed[place].valid & !&*arrives[place];
        wanted[place].next(&wants);
        from_pair[place].next(&wants);
        let stays = &*waits[place] & !(&says.taken[place] | &goes_on[place]);
        waits[place].next(&(&comes | stays));
        // The files of a share are not adjacent, because moves in one part of the board are much
        // alike.
        let share = (0..G::FILES as usize).filter(|file| file % pairs == place).map(|file| 1 << file).sum();
        let instance = b
            .instance(&name("pair", place), &pair.module)
            .input("work_shared", &is_root[place])
            .input("share", &b.constant(G::FILES, share));
        let item: Item<G::Board> = waiting[place].item();
        // Kept too: synthesis would merge it with its kept copy, which may be far away.
        handed[place].driven_by(says.of(place, instance, &offered, &item, &wanted[place].output().keep()));
    }
    let moving = waits.iter().chain(&arrives).map(RegisterBuilder::output);
    let moving: Vec<Wire> = moving.chain([travels.output(), start.clone()]).collect();
    // A pair that gets an item reports two cycles later that it is busy, and stays busy for long.
    // So this bit may come two cycles late, except at the start.
    (word(&moving).any().later_cleared("items_moved") | start).later_cleared("items_move")
}
