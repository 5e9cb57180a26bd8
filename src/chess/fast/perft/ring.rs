//! Pairs in a ring that hand each other work.

use super::super::node::Board;
use super::pair::Pair;
use crate::describe::{Builder, Bundle, Connections, Outputs, RegisterBuilder, Wire, mux};
use crate::parts::decode::word;

/// What the pairs together say.
pub struct Ring {
    /// Nobody has anything to do.
    pub idle: Wire,
    /// Leaves found in a cycle: 16 bits.
    pub leaves: Wire,
    /// Moves made in a cycle: 16 bits.
    pub made: Wire,
}

/// Where an item waits for a pair.
struct Waiting {
    height: RegisterBuilder,
    fields: Vec<RegisterBuilder>,
}

impl Waiting {
    fn new(b: &Builder, place: usize, height_bits: u32) -> Self {
        let field = |(name, width): &(&str, u32)| b.register(&format!("work_{name}_{place}"), *width);
        Self {
            height: b.register(&format!("work_height_{place}"), height_bits),
            fields: Board::FIELDS.iter().map(field).collect(),
        }
    }

    fn board(&self) -> Board {
        let mut fields = self.fields.iter();
        Board::from_wires(|_, width| match fields.next() {
            Some(field) => field.output(),
            // There is a register for every field.
            None => self.height.builder().constant(width, 0),
        })
    }

    fn take(&self, when: &Wire, height: &Wire, board: &Board) {
        self.height.next_when(when, height);
        self.fields.iter().zip(board.wires()).for_each(|(field, wire)| field.next_when(when, wire));
    }
}

/// What a pair hands to the next one, and whether it has little work itself.
struct Handed {
    hungry: Wire,
    held: Wire,
    valid: Wire,
    height: Wire,
    board: Board,
}

/// An item a cycle after it was handed over.
struct Arriving {
    valid: Wire,
    height: Wire,
    board: Board,
}

impl Handed {
    fn arriving(&self, place: usize) -> Arriving {
        let name = |field: &str| format!("arriving_{field}_{place}");
        Arriving {
            valid: self.valid.later_cleared(&format!("arrives_{place}")),
            height: self.height.later(&name("height")),
            board: self.board.map(|field, wire| wire.later(&name(field))),
        }
    }

    fn driven_by(&self, instance: Connections) -> Outputs {
        let instance = instance
            .drives("hungry", &self.hungry)
            .drives("work_held", &self.held)
            .drives("spare_valid", &self.valid)
            .drives("spare_height", &self.height);
        let fields = Board::FIELDS.iter().zip(self.board.wires());
        fields
            .fold(instance, |instance, ((field, _), wire)| instance.drives(&format!("spare_{field}"), wire))
            .outputs()
    }

    fn left_open(instance: Connections) -> Outputs {
        let ports = ["hungry", "work_held", "spare_valid", "spare_height"].map(str::to_owned).into_iter();
        let fields = Board::FIELDS.iter().map(|(field, _)| format!("spare_{field}"));
        ports.chain(fields).fold(instance, |instance, port| instance.leave_open(&port)).outputs()
    }
}

/// The pairs, each with a place where an item waits that comes from the pair before it. When `start` is set, for a cycle, the root comes to
/// the first, and from there to all.
pub fn ring(b: &Builder, pairs: u32, pair: &Pair, start: &Wire, root: &Board, height: &Wire) -> Ring {
    let name = |what: &str, place: u32| format!("{what}_{place}");
    let forward = |what: &str, width| -> Vec<Wire> {
        (0..pairs).map(|place| b.forward(&name(what, place), width)).collect()
    };
    let [taken, idle] = ["work_taken", "pair_idle"].map(|what| forward(what, 1));
    let [leaves, made] = [("leaves", 8), ("made", 1)].map(|(what, width)| forward(what, width));
    let handed: Vec<Handed> = (0..if pairs > 1 { pairs } else { 0 })
        .map(|place| Handed {
            hungry: b.forward(&name("hungry", place), 1),
            held: b.forward(&name("work_held", place), 1),
            valid: b.forward(&name("spare_valid", place), 1),
            height: b.forward(&name("spare_height", place), pair.height_bits),
            board: Board::from_wires(|field, width| b.forward(&format!("spare_{field}_{place}"), width)),
        })
        .collect();
    let before = |place: u32| ((place + pairs - 1) % pairs) as usize;
    // The root comes to each pair, a cycle after it came to the one before, and each walks through its share.
    let mut root_comes = vec![start.clone()];
    for place in 1..pairs as usize {
        root_comes.push(root_comes[place - 1].later_cleared(&name("root_comes", place as u32)));
    }
    let is_root: Vec<_> =
        (0..handed.len()).map(|place| b.register(&format!("work_shared_{place}"), 1)).collect();
    let waits: Vec<_> = (0..pairs)
        .map(|place| {
            b.register(&name("work_waits", place), 1).resets_to(0).comment("an item waits for this pair")
        })
        .collect();
    // With several pairs the item waits in registers; the root of a single one stays where it was turned.
    let waiting: Vec<Waiting> =
        (0..handed.len()).map(|place| Waiting::new(b, place, pair.height_bits)).collect();
    // The way between pairs is long: an item that one hands to the next goes through registers.
    let arriving: Vec<Arriving> =
        handed.iter().enumerate().map(|(place, pair)| pair.arriving(place)).collect();
    // What pairs want does so both ways. That one pair wanted work a cycle ago
    // decides alike whether its item goes on and whether it may be taken; then it is held, so never both happen.
    let any_hungry = (!handed.is_empty()).then(|| {
        let register = b.register("any_hungry", 1).comment("a pair has little work");
        register.next(&word(&handed.iter().map(|pair| pair.hungry.clone()).collect::<Vec<_>>()).any());
        register.output()
    });
    let hungry: Vec<Wire> = (handed.iter().enumerate())
        .map(|(place, pair)| pair.hungry.later(&format!("was_hungry_{place}")))
        .collect();
    let wanted: Vec<_> =
        (0..handed.len()).map(|place| b.register(&format!("spare_wanted_{place}"), 1).resets_to(0)).collect();
    // An item goes on around the ring from a pair that needs none, as long as another does.
    let goes_on: Vec<Wire> = (0..handed.len())
        .filter_map(|place| {
            let next = (place + 1) % handed.len();
            let any = any_hungry.as_ref()?;
            let free = !&*waits[next] & !&*wanted[place] & !&arriving[place].valid;
            let goes =
                &*waits[place] & !&*is_root[place] & any & !&hungry[place] & free & !&handed[place].held;
            Some(goes.named(&format!("goes_on_{place}")))
        })
        .collect();
    for place in 0..pairs {
        let (here, previous) = (place as usize, before(place));
        let mut comes = root_comes[here].clone();
        let mut leaves_here = taken[here].clone();
        let mut valid = waits[here].output();
        let mut spare_wanted = b.bit(false);
        let (mut item_height, mut item) = (height.clone(), root.clone());
        if let (Some(any_hungry), Some(from)) = (&any_hungry, arriving.get(previous)) {
            let handed_over = &from.valid;
            let mut passed_on = goes_on[previous].clone();
            comes = comes | handed_over | &passed_on;
            is_root[here].next_when(&comes, &root_comes[here]);
            if place > 0 {
                passed_on = passed_on | &root_comes[here];
                (item_height, item) = (from.height.clone(), from.board.clone());
            } else {
                item_height = mux(handed_over, &from.height, height);
                item = Board::select(handed_over, &from.board, root);
            }
            let passing = &waiting[previous];
            item_height = mux(&passed_on, &passing.height, &item_height);
            item = Board::select(&passed_on, &passing.board(), &item);
            waiting[here].take(&comes, &item_height, &item);
            (item_height, item) = (waiting[here].height.output(), waiting[here].board());
            leaves_here = leaves_here | &goes_on[here];
            let needed = &hungry[here] | !any_hungry;
            valid = valid & needed;
            // Not after a cycle that hands something over, or while it arrives: the place is free when the next does.
            let next = ((place + 1) % pairs) as usize;
            let wants = any_hungry & !&*waits[next] & !&*waits[here];
            wanted[here].next(&(&wants & !&handed[here].valid & !&arriving[here].valid));
            spare_wanted = wanted[here].output();
        }
        waits[here].next(&(&comes | (&*waits[here] & !&leaves_here)));
        let mut instance = b.instance(&name("pair", place), &pair.module);
        if let Some(root) = is_root.get(here) {
            // Not one file beside the other, since moves of one part of the board are much alike.
            let share = (0..8).filter(|file| file % pairs == place).map(|file| 1 << file).sum();
            instance = instance.input("work_shared", root).input("share", &b.constant(8, share));
        }
        let instance = instance
            .input("work_valid", &valid)
            .input("work_height", &item_height)
            .inputs(item.connections("work_").iter().map(|(name, wire)| (name.as_str(), wire.clone())))
            .input("spare_wanted", &spare_wanted)
            .drives("work_taken", &taken[here])
            .drives("idle", &idle[here])
            .drives("leaves", &leaves[here])
            .drives("made", &made[here]);
        match handed.get(here) {
            Some(own) => own.driven_by(instance),
            None => Handed::left_open(instance),
        };
    }
    let all = |wires: Vec<Wire>| word(&wires).all();
    let none_waits = (waits.iter().map(RegisterBuilder::output))
        .chain(arriving.iter().map(|item| item.valid.clone()))
        .chain(root_comes.into_iter().skip(1))
        .map(|some| !some)
        .collect();
    let sum = |wires: &[Wire]| {
        let mut sums: Vec<Wire> = wires.iter().map(|wire| wire.extend(16)).collect();
        while sums.len() > 1 {
            let pair = sums.split_off(sums.len() - 2);
            sums.insert(0, &pair[0] + &pair[1]);
        }
        sums.pop().unwrap_or_else(|| b.constant(16, 0))
    };
    Ring {
        idle: (all(idle.clone()) & all(none_waits)).named("all_idle"),
        leaves: sum(&leaves).later("leaves_found"),
        made: sum(&made).later("moves_made"),
    }
}
