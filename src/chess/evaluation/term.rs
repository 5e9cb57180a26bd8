//! The terms of the evaluation, and the features of each.

use std::fmt;
use std::ops::Range;

/// The terms of the evaluation, in the order of their features.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Term {
    /// The kind and the square of every piece: 64 for each kind, from pawns to kings; a black
    /// piece counts on the mirrored square.
    Squares,
    /// Squares that knights, bishops, rooks and queens attack, without own pieces and what enemy
    /// pawns attack.
    Mobility,
    /// Attacks on the squares around the enemy king: one of 32 features without a queen, one of 32
    /// with one.
    KingZone,
    /// Squares from which a knight, a bishop, a rook, a queen can give check and is not attacked.
    SafeChecks,
    /// Pawns one and two ranks before the king, and a file of the king without an own pawn.
    Shield,
    /// Passed pawns by rank.
    Passed,
    /// Passed pawns by rank that can safely go on.
    PassedFree,
    /// Passed pawns guarded by a pawn.
    PassedGuarded,
    /// Pawns with an own pawn before them on the file.
    Doubled,
    /// Pawns without own pawns on the files beside.
    Isolated,
    /// Pawns that cannot go on safely and that no pawn can ever guard there.
    Backward,
    /// Pawns beside an own pawn.
    Phalanx,
    /// Pawns guarded by a pawn.
    Guarded,
    /// Two bishops or more.
    BishopPair,
    /// Rooks on files without pawns, and without own pawns.
    RookFiles,
    /// Knights, and bishops, that a pawn guards where no enemy pawn can ever attack them.
    Outposts,
    /// The right to move.
    Tempo,
    /// Attacks by pieces worth less, pieces that hang, and pawns that could attack by a step.
    Threats,
}

impl Term {
    /// All terms, in the order of their features.
    pub const ALL: [Self; 18] = [
        Self::Squares,
        Self::Mobility,
        Self::KingZone,
        Self::SafeChecks,
        Self::Shield,
        Self::Passed,
        Self::PassedFree,
        Self::PassedGuarded,
        Self::Doubled,
        Self::Isolated,
        Self::Backward,
        Self::Phalanx,
        Self::Guarded,
        Self::BishopPair,
        Self::RookFiles,
        Self::Outposts,
        Self::Tempo,
        Self::Threats,
    ];

    /// Its features, as places in the weights.
    pub const fn features(self) -> Range<usize> {
        match self {
            Self::Squares => 0..384,
            Self::Mobility => 384..388,
            Self::KingZone => 388..452,
            Self::SafeChecks => 452..456,
            Self::Shield => 456..459,
            Self::Passed => 459..467,
            Self::PassedFree => 467..475,
            Self::PassedGuarded => 475..476,
            Self::Doubled => 476..477,
            Self::Isolated => 477..478,
            Self::Backward => 478..479,
            Self::Phalanx => 479..480,
            Self::Guarded => 480..481,
            Self::BishopPair => 481..482,
            Self::RookFiles => 482..484,
            Self::Outposts => 484..486,
            Self::Tempo => 486..487,
            Self::Threats => 487..495,
        }
    }

    /// Its first feature.
    pub const fn first(self) -> usize {
        self.features().start
    }

    /// The term of a feature; of one beyond the last, the last term.
    pub fn of(feature: usize) -> Self {
        let found = Self::ALL.into_iter().find(|term| feature < term.features().end);
        found.unwrap_or(Self::Threats)
    }

    /// Its name in machine-readable output: lower case, words joined by `_`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Squares => "squares",
            Self::Mobility => "mobility",
            Self::KingZone => "king_zone",
            Self::SafeChecks => "safe_checks",
            Self::Shield => "shield",
            Self::Passed => "passed",
            Self::PassedFree => "passed_free",
            Self::PassedGuarded => "passed_guarded",
            Self::Doubled => "doubled",
            Self::Isolated => "isolated",
            Self::Backward => "backward",
            Self::Phalanx => "phalanx",
            Self::Guarded => "guarded",
            Self::BishopPair => "bishop_pair",
            Self::RookFiles => "rook_files",
            Self::Outposts => "outposts",
            Self::Tempo => "tempo",
            Self::Threats => "threats",
        }
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name().replace('_', " "))
    }
}
