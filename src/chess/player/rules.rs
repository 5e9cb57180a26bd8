//! The rules of the search: what it leaves out, looks at again, and looks at longer.

/// The most plies below the root.
pub const PLIES: usize = 96;

/// More than any position is worth.
pub const INFINITE: i32 = 31_000;

/// The value of a mate on the board; one `n` plies away is worth this less `n`.
pub const MATE: i32 = 30_000;

/// Values beyond this are mates.
pub const MATES: i32 = MATE - 256;

/// Moves of the sorted register.
pub const SORTED: usize = 8;

/// The largest depth, and the largest number of a move, that reductions tell apart.
const REDUCED: usize = 64;

/// What a search does beside taking one move after the other. All of it can be turned off, and then
/// the search is plain alpha-beta.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Captures are searched on below the last ply, so that no leaf is in the middle of an
    /// exchange.
    pub quiescence: bool,
    /// Values and moves of the hash table are used.
    pub table: bool,
    /// Plies that a null move takes off; 0 for no null moves.
    pub null: i32,
    /// Late moves are searched less deep.
    pub reductions: bool,
    /// A check makes the tree below one ply deeper.
    pub checks: bool,
    /// A node this shallow is left if its evaluation is far above beta, and its quiet moves are
    /// left out if it is far below alpha.
    pub reverse_futility: Futility,
    /// The same for the quiet moves below alpha.
    pub futility: Futility,
    /// Quiet moves of nodes of this depth and more are sorted by the evaluation of their children.
    pub sorted_from: i32,
    /// Losing captures come after the quiet moves, and are left out in quiescence.
    pub puts_off: bool,
    /// Killers come before the other quiet moves.
    pub killers: bool,
    /// Moves after the first are only asked at first whether they are better than alpha.
    pub scouts: bool,
    /// By depth and number of the move.
    reduced: Vec<[u8; REDUCED]>,
}

/// How far an evaluation must be from a bound for moves to be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Futility {
    /// The greatest depth at which it is asked; 0 for never.
    pub depth: i32,
    /// For each ply of depth.
    pub margin: i32,
}

impl Futility {
    const NEVER: Self = Self { depth: 0, margin: 0 };

    /// The margin of a node of this depth, if it is asked there.
    #[inline]
    pub fn at(self, depth: i32) -> Option<i32> {
        (depth <= self.depth).then_some(self.margin * depth)
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            quiescence: true,
            table: true,
            null: 2,
            reductions: true,
            checks: true,
            reverse_futility: Futility { depth: 4, margin: 80 },
            futility: Futility { depth: 3, margin: 120 },
            sorted_from: 3,
            puts_off: true,
            killers: true,
            scouts: true,
            reduced: reduced(),
        }
    }
}

/// `0.5 + ln(depth) ln(number) / 2.2`, rounded down.
fn reduced() -> Vec<[u8; REDUCED]> {
    let logarithm = |number: usize| (number.max(1) as f64).ln();
    let of = |depth, number| (0.5 + logarithm(depth) * logarithm(number) / 2.2) as u8;
    (0..REDUCED).map(|depth| std::array::from_fn(|number| of(depth, number))).collect()
}

impl Rules {
    /// Plain alpha-beta, whose value is that of a search of the whole tree: mates, draws by
    /// repetition, by 50 moves and by too little material count; the last ply is evaluated.
    pub fn plain() -> Self {
        Self {
            quiescence: false,
            table: false,
            null: 0,
            reductions: false,
            checks: false,
            reverse_futility: Futility::NEVER,
            futility: Futility::NEVER,
            sorted_from: i32::MAX,
            puts_off: false,
            killers: false,
            scouts: false,
            reduced: Vec::new(),
        }
    }

    /// The plies that are taken off a quiet move, the `number`th of its node from 1, in a node of
    /// this depth. In an open window it is one less.
    #[inline]
    pub fn reduction(&self, depth: i32, number: usize, open: bool) -> i32 {
        if !self.reductions || depth < 2 || number < 4 {
            return 0;
        }
        let reduced = self.reduced[(depth as usize).min(REDUCED - 1)][number.min(REDUCED - 1)];
        (i32::from(reduced) - i32::from(open)).max(0)
    }
}
