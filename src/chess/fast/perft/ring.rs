//! Pairs in a ring that hand each other work.

use super::super::node::Board;
use super::pair::Pair;
use crate::describe::{Builder, Bundle, Connections, Outputs, RegisterBuilder, Wire, concat, mux};
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

/// An item on its way to the next place, in registers, because the way is long.
struct Arriving {
    valid: RegisterBuilder,
    height: Wire,
    board: Board,
}

impl Handed {
    /// What this pair hands over where that is wanted of it, else what waits for it.
    fn or_waiting(&self, wanted: &Wire, waiting: &Waiting, place: usize) -> Arriving {
        let name = |field: &str| format!("arriving_{field}_{place}");
        let height = mux(wanted, &self.height, &waiting.height);
        let board = Board::select(wanted, &self.board, &waiting.board());
        Arriving {
            valid: self.valid.builder().register(&format!("arrives_{place}"), 1).resets_to(0),
            height: height.later(&name("height")),
            board: board.map(|field, wire| wire.later(&name(field))),
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
    // The root goes on to the next place every other cycle, as fast as an item can, and each pair walks through its share.
    let travels = (pairs > 1).then(|| b.register("root_travels", 2 * pairs - 2).resets_to(0));
    if let Some(travels) = &travels {
        travels.next(&concat(&[travels.slice(0, 2 * pairs - 3), start.clone()]));
    }
    let root_comes = |place: usize| match &travels {
        Some(travels) if place > 0 => travels.bit(2 * place as u32 - 1),
        _ => start.clone(),
    };
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
    // What is handed over, goes on or is the root goes to the next place by the same registers.
    let arriving: Vec<Arriving> = (handed.iter().zip(&wanted).zip(&waiting).enumerate())
        .map(|(place, ((handed, wanted), waiting))| handed.or_waiting(wanted, waiting, place))
        .collect();
    // An item goes on around the ring from a pair that needs none, as long as another does.
    let goes_on: Vec<Wire> = (0..handed.len())
        .filter_map(|place| {
            let next = (place + 1) % handed.len();
            let any = any_hungry.as_ref()?;
            let free = !&*waits[next] & !&*wanted[place] & !&*arriving[place].valid;
            let goes =
                &*waits[place] & !&*is_root[place] & any & !&hungry[place] & free & !&handed[place].held;
            Some(goes.named(&format!("goes_on_{place}")))
        })
        .collect();
    for place in 0..pairs {
        let (here, previous) = (place as usize, before(place));
        let mut comes = root_comes(here);
        let mut leaves_here = taken[here].clone();
        let mut valid = waits[here].output();
        let mut spare_wanted = b.bit(false);
        let (mut item_height, mut item) = (height.clone(), root.clone());
        if let (Some(any_hungry), Some(from)) = (&any_hungry, arriving.get(previous)) {
            is_root[here].next_when(&(&comes | &*from.valid), &comes);
            comes = comes | &*from.valid;
            let (mut height, mut board) = (from.height.clone(), from.board.clone());
            if place == 0 {
                height = mux(&from.valid, &height, &item_height);
                board = Board::select(&from.valid, &board, root);
            }
            waiting[here].take(&comes, &height, &board);
            (item_height, item) = (waiting[here].height.output(), waiting[here].board());
            arriving[here].valid.next(&(&handed[here].valid | &goes_on[here]));
            leaves_here = leaves_here | &goes_on[here];
            let needed = &hungry[here] | !any_hungry;
            valid = valid & needed;
            // Not after a cycle that hands something over, or while it arrives: the place is free when the next does. Nor while
            // the root, which waits here from the next cycle on, is to go on.
            let next = ((place + 1) % pairs) as usize;
            let wants = any_hungry & !&*waits[next] & !&*waits[here] & !root_comes(here);
            wanted[here].next(&(&wants & !&handed[here].valid & !&*arriving[here].valid));
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
        .chain(arriving.iter().map(|item| item.valid.output()))
        .chain(travels.map(|travels| travels.any()))
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
