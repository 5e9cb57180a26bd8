//! The destinations of the moves left at a node: the best one.

use crate::chess::CHESS;
use crate::chess::fast::masks::{Masks, Planes};
use crate::chess::fast::moves::{Arrivals, Specials};
use crate::chess::fast::node::Left;
use crate::describe::Wire;
use crate::parts::choose::{Choice, Class, choose};
use crate::parts::decode::word;
use crate::parts::rows::{Rows, union};

/// The destinations from which a pass chooses, done or not.
pub struct Targets {
    /// Pieces except the king, and pawns that are not promoted; [`Masks::gate`] does the rest.
    pub arrive: Rows,
    /// Pawns on the last rank, by file; the gate does the rest there too.
    pub promotions: Wire,
    /// Captures in passing by file.
    pub passing: Wire,
    /// The king, castlings too.
    pub king: Rows,
}

impl Targets {
    /// The targets of all moves.
    pub fn all(arrivals: &Arrivals, specials: &Specials) -> Self {
        // Without those of pawns to the last rank, which are promotions.
        let pawns = union(&arrivals.pawns);
        let pieces = union(&[union(&arrivals.knights), union(&arrivals.sliders)]).named("arrive");
        let arrive = Rows::from_rows(CHESS, |rank| match rank {
            7 => pieces.row(rank).clone(),
            _ => pieces.row(rank) | pawns.row(rank),
        });
        Self {
            arrive,
            promotions: pawns.row(7).clone(),
            passing: &specials.passing[0] | &specials.passing[1],
            king: specials.king_anywhere(),
        }
    }

    /// The squares that may be gone to without promotion, and not in passing.
    pub fn ordinary(&self, masks: &Masks) -> Rows {
        (&self.arrive & &masks.gate) | &self.king
    }
}

/// The best destination left, and its kind.
pub struct Victim {
    /// The squares to which the king may go, castlings too, done or not.
    pub king: Rows,
    /// The square.
    pub choice: Choice,
    /// It is without a victim, and no promotion: 1 bit.
    pub quiet: Wire,
    /// Pawns are promoted there: 1 bit.
    pub promotes: Wire,
    /// A pawn is captured in passing there: 1 bit.
    pub passes: Wire,
    /// The file on which that is: 8 bits, none set if it is not.
    pub passed: Wire,
    /// The code of the captured piece: 3 bits.
    pub captured: Wire,
    /// An enemy's piece stands there: 1 bit.
    pub takes: Wire,
}

/// Kinds of victims, the most valuable first, each with its code.
const VICTIMS: [u64; 5] = [5, 4, 3, 2, 1];

/// The class of destinations with a pawn: promotions are before the victims.
const PAWN: usize = VICTIMS.len();

/// The squares that come first.
#[derive(Default)]
pub struct First {
    /// All moves to this square come before all others; at most one square.
    pub known: Option<Rows>,
    /// Moves without a victim to these squares come before others without one; no two are the same.
    pub killers: Option<[Rows; 2]>,
}

/// Finds the destination: promotions first, then captures by the victim's value, then squares
/// without a victim; and before these those that come `first`. Combinational, about 1,200 LUT4.
pub fn victim(planes: &Planes, masks: &Masks, targets: &Targets, left: &Left, before: &First) -> Victim {
    let passing = (&targets.passing & left.passing.repeat(8)).named("passed");
    let legal = (&targets.ordinary(masks) & &Rows::of(CHESS, &left.destinations)).named("legal");
    let promotions = (&targets.promotions & masks.gate.row(7) & &left.promotions).named("promotions");

    let kind = |code: u64| match code {
        5 => &planes.diagonal & &planes.straight,
        4 => &planes.straight & &!&planes.diagonal,
        3 => &planes.diagonal & &!&planes.straight,
        2 => planes.knights.clone(),
        _ => planes.pawns.clone(),
    };
    let first = Rows::on_row(CHESS, 7, &promotions);
    let [queens, rooks, bishops, knights, pawns] =
        VICTIMS.map(|code| &(&legal & &planes.enemy) & &kind(code));
    // The square that a pawn is captured on in passing counts as one with a pawn; then, without, as
    // the empty one it is.
    let pawns = Rows::from_rows(CHESS, |rank| match rank {
        5 => pawns.row(5) | &passing,
        _ => pawns.row(rank).clone(),
    });
    let quiet = &legal & &planes.empty;
    let takes = [first, queens, rooks, bishops, knights, pawns];
    let (class, choice) = match &before.known {
        Some(known) => {
            let narrowed = Narrowed::new(takes, quiet, known);
            let (class, choice) = chosen(narrowed.takes, narrowed.quiet, before.killers.as_ref());
            let another = &choice.another | &narrowed.others;
            (class, Choice { another, ..choice })
        }
        None => chosen(takes, quiet, before.killers.as_ref()),
    };
    let promotes = class[0].named("promotes");
    let passes = &class[PAWN] & choice.rank.bit(5) & (&choice.file & &passing).any();
    let passes = passes.named("passes");

    // Found from the class, which is known long before the square. A victim at a promotion is not
    // known from it.
    let some_victim = word(&class[1..=PAWN]).any() & !&passes;
    let at_promotion = &promotes & (planes.enemy.row(7) & &choice.file).any();
    let at = |bit: u64| {
        let mut kinds = VICTIMS.into_iter().filter(|code| code >> bit & 1 == 1).map(kind);
        let kinds = kinds.next().map(|first| first.union(&kinds.collect::<Vec<_>>()));
        kinds.map(|kinds| (kinds.row(7) & planes.enemy.row(7) & &choice.file).any())
    };
    let captured: Vec<Wire> = (0..3)
        .map(|bit| {
            let by_class = VICTIMS.iter().enumerate().filter(|(_, code)| *code >> bit & 1 == 1);
            let by_class: Vec<Wire> = by_class.map(|(place, _)| class[1 + place].clone()).collect();
            let by_class = word(&by_class).any();
            match at(bit) {
                Some(promoting) => by_class | (promoting & &promotes),
                None => by_class,
            }
        })
        .collect();
    Victim {
        quiet: word(&class[1 + PAWN..]).any(),
        captured: word(&captured).named("victim_kind"),
        takes: (some_victim | at_promotion).named("takes"),
        passed: (&choice.file & passes.repeat(8)).named("passed_leaves"),
        king: targets.king.clone(),
        promotes,
        passes,
        choice,
    }
}

/// The destinations left, or the one that comes first while it is one of them.
struct Narrowed {
    takes: [Rows; 1 + PAWN],
    quiet: Rows,
    /// There are more than these: 1 bit.
    others: Wire,
}

impl Narrowed {
    fn new(takes: [Rows; 1 + PAWN], quiet: Rows, known: &Rows) -> Self {
        let all = quiet.union(&takes).named("destinations_left");
        let comes = (&all & known).any().named("known_comes");
        let others = (&all & &!known).any().named("others_than_known");
        let may = Rows::from_rows(CHESS, |rank| known.row(rank) | (!&comes).repeat(8)).named("comes_now");
        Self { takes: takes.map(|set| &set & &may), quiet: &quiet & &may, others: &comes & &others }
    }
}

/// The best class of destinations and the square: those that take, then quiet ones, of these the
/// `before` ones first.
fn chosen(takes: [Rows; 1 + PAWN], quiet: Rows, before: Option<&[Rows; 2]>) -> (Vec<Wire>, Choice) {
    let [first, queens, rooks, bishops, knights, pawns] = takes.map(Class::from);
    match before {
        Some([earliest, early]) => {
            let later = &quiet & &!&earliest.union(std::slice::from_ref(early));
            let [earliest, early] = [&quiet & earliest, &quiet & early].map(Class::from);
            let classes =
                [first, queens, rooks, bishops, knights, pawns, earliest, early, Class::from(later)];
            let (class, choice) = choose(CHESS, &classes, "victim");
            (class.into(), choice)
        }
        None => {
            let classes = [first, queens, rooks, bishops, knights, pawns, Class::from(quiet)];
            let (class, choice) = choose(CHESS, &classes, "victim");
            (class.into(), choice)
        }
    }
}
