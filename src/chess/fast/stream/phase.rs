//! Checks first: a node gives all its moves that give check, and then the others.
//!
//! The moves left at a node belong to one phase, so the other phase begins with everything open
//! again. Only a node at which nothing has been tried has to find out whether there is a check.
//! After that, a bit beside the moves left says which phase they are in.

use super::checks::Checks;
use super::victims::{Targets, Victim};
use crate::chess::fast::masks::{Masks, Planes};
use crate::chess::fast::moves::{Origins, Specials};
use crate::describe::{Wire, mux};
use crate::parts::rows::Rows;

/// The phase of a pass, and the moves of each phase.
pub struct Phase {
    /// It chooses among the moves that give check: 1 bit.
    pub checks: Wire,
    /// There are other moves: 1 bit. Looked at as long as none of them has been tried.
    pub others: Wire,
    gives: Checks,
    /// The targets of moves that give check, and those of the others.
    kinds: [Targets; 2],
}

impl Phase {
    /// The phase of a node. `stored` is the node's bit; it means nothing if the node is `fresh`.
    /// Combinational, about 5,200 LUT4.
    pub fn new(
        planes: &Planes,
        masks: &Masks,
        origins: &Origins,
        specials: &Specials,
        fresh: &Wire,
        stored: &Wire,
    ) -> Self {
        let gives = Checks::new(planes);
        let kinds = gives.targets(planes, origins, specials);
        let [checks, others] = &kinds;
        let any = checks.ordinary(masks).any().named("any_check");
        let promotions = (&others.promotions & masks.gate.row(7)).any();
        let others = others.ordinary(masks).any() | promotions | others.passing.any();
        Self {
            checks: mux(fresh, &any, stored).named("checks"),
            others: others.named("any_other"),
            gives,
            kinds,
        }
    }

    /// The squares where the moves of this phase arrive.
    pub fn targets(&self) -> Targets {
        let [checks, others] = &self.kinds;
        let of_phase = |checks: &Wire, others: &Wire| mux(&self.checks, checks, others);
        Targets {
            arrive: checks.arrive.zip(&others.arrive, of_phase).named("arrive"),
            promotions: of_phase(&checks.promotions, &others.promotions),
            passing: of_phase(&checks.passing, &others.passing),
            king: checks.king.zip(&others.king, of_phase).named("king_move"),
        }
    }

    /// The origins left from which a move to the victim belongs to this phase, for each class of
    /// aggressors. Combinational, about 800 LUT4.
    pub fn open(&self, left: &Rows, victim: &Victim) -> [Rows; 6] {
        let Checks { direct, uncovers, uncovers_pushed, .. } = &self.gives;
        let [pawn, knight, bishop, rook, _] =
            direct.each_ref().map(|set| (&victim.choice.square & set).any());
        // Whether these give check is not looked at.
        let special = &victim.promotes | &victim.passes;
        let uncovering_may = (&self.checks | &special).named("uncovering_may");
        let uncovering =
            |uncovers: &Rows| left.zip(uncovers, |left, it| left & it & uncovering_may.repeat(8));
        let (leaving, staying) = (uncovering(uncovers), left & &!uncovers);
        let open = |leaving: &Rows, staying: &Rows, direct: &Wire, name: &str| {
            let may = (!(direct ^ &self.checks) | &special).named(&format!("plain_{name}_may"));
            leaving.zip(staying, |leaving, staying| leaving | (staying & may.repeat(8)))
        };
        let piece = |direct: &Wire, name: &str| open(&leaving, &staying, direct, name);
        let pawns = uncovers_pushed.zip(uncovers, |pushed, uncovers| mux(&victim.quiet, pushed, uncovers));
        let pawns = pawns.without_ends().named("pawn_uncovers");
        [
            open(&uncovering(&pawns), &(left & &!&pawns), &pawn, "pawn").without_ends(),
            piece(&knight, "knight"),
            piece(&bishop, "bishop"),
            piece(&rook, "rook"),
            piece(&(&bishop | &rook), "queen"),
            left.clone(),
        ]
    }
}
