//! Positions: the board, the pieces left, and the legal moves.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::code::{CodeError, Move, Placement};
use super::cover::{Cover, around, covers};
use super::drawing::Drawing;
use super::piece::{LARGEST, PIECES, Piece};
use super::plane::{Cell, Plane};

/// A player, by number. Each has its own start square, regardless of who moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Starts on (5,5).
    One,
    /// Starts on (a,a).
    Two,
}

impl Player {
    /// Both, in order.
    pub const BOTH: [Self; 2] = [Self::One, Self::Two];

    /// The opponent.
    pub fn other(self) -> Self {
        match self {
            Self::One => Self::Two,
            Self::Two => Self::One,
        }
    }

    /// 0 or 1.
    pub fn index(self) -> usize {
        match self {
            Self::One => 0,
            Self::Two => 1,
        }
    }

    /// The cell that the first piece has to cover.
    pub fn start(self) -> Cell {
        match self {
            Self::One => Cell { x: 4, y: 4 },
            Self::Two => Cell { x: 9, y: 9 },
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "player {}", self.index() + 1)
    }
}

/// The pieces a player has left: bit 0 for `a`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Left(u32);

impl Left {
    /// All pieces.
    pub const ALL: Self = Self((1 << PIECES) - 1);

    /// A bit for each piece, bit 0 for `a`.
    pub fn bits(self) -> u32 {
        self.0
    }

    /// Whether the piece is there.
    pub fn has(self, piece: Piece) -> bool {
        self.0 >> piece.index() & 1 == 1
    }

    /// The pieces, from `a` to `u`.
    pub fn pieces(self) -> impl Iterator<Item = Piece> {
        Piece::all().filter(move |&piece| self.has(piece))
    }

    /// Whether no piece is left.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The squares of all of them.
    pub fn squares(self) -> u32 {
        self.pieces().map(|piece| piece.size() as u32).sum()
    }

    fn without(self, piece: Piece) -> Self {
        Self(self.0 & !(1 << piece.index()))
    }
}

/// A position of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    cells: [Plane; 2],
    left: [Left; 2],
    to_move: Player,
    /// Passes in a row, up to now.
    passes: u8,
    /// Players whose last piece was the single square.
    single_last: [bool; 2],
}

impl Position {
    /// The empty board; this player moves first.
    pub fn start(first: Player) -> Self {
        Self {
            cells: [Plane::EMPTY; 2],
            left: [Left::ALL; 2],
            to_move: first,
            passes: 0,
            single_last: [false; 2],
        }
    }

    /// The side to move.
    pub fn to_move(&self) -> Player {
        self.to_move
    }

    /// The cells a player's pieces cover.
    pub fn cells(&self, player: Player) -> Plane {
        self.cells[player.index()]
    }

    /// Whose piece covers the cell.
    pub fn owner(&self, cell: Cell) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| self.cells(player).has(cell))
    }

    /// The pieces a player has left.
    pub fn left(&self, player: Player) -> Left {
        self.left[player.index()]
    }

    /// Passes in a row, up to now: 0 to 2.
    pub fn passes(&self) -> u8 {
        self.passes
    }

    /// The same position with this player to move.
    #[cfg(test)]
    pub(crate) fn with_to_move(&self, player: Player) -> Self {
        Self { to_move: player, ..self.clone() }
    }

    /// The cells where a player may place: free, and not along an edge of an own piece.
    pub fn open(&self, player: Player) -> Plane {
        let own = self.cells(player);
        !(own | self.cells(player.other()) | own.edges())
    }

    /// The usable corners of a player: the open cells at a corner of an own piece, or the start
    /// square. The player's next piece has to cover one of them.
    pub fn corners(&self, player: Player) -> Plane {
        let own = self.cells(player);
        let wanted = if own.is_empty() { Plane::from_iter([player.start()]) } else { own.diagonals() };
        self.open(player) & wanted
    }

    /// Both passed, or a player has placed all.
    pub fn is_over(&self) -> bool {
        self.passes >= 2 || self.left.iter().any(|left| left.is_empty())
    }

    /// The player's points if the game ended here: minus the squares left. With all pieces placed:
    /// 15, or 20 if the single square was last.
    pub fn score(&self, player: Player) -> i32 {
        match (self.left(player).squares(), self.single_last[player.index()]) {
            (0, false) => 15,
            (0, true) => 20,
            (squares, _) => -(squares as i32),
        }
    }

    /// Every placement of the player to move, once, in the order of the hardware: largest pieces
    /// first; then by the first usable corner covered, row by row; then by letter, rotation and the
    /// cell of the piece on that corner. See [`super::cover`].
    pub fn placements(&self) -> Vec<Placement> {
        let mut found = Vec::new();
        self.each_cover(|cover, corner| found.extend(cover.placed(corner)));
        found
    }

    /// The number of placements of the player to move.
    pub fn count(&self) -> u64 {
        let mut count = 0;
        self.each_cover(|_, _| count += 1);
        count
    }

    /// The moves of the player to move: the placements; a pass if there is none; nothing after the
    /// end.
    pub fn moves(&self) -> Vec<Move> {
        let placements = self.placements();
        match placements.is_empty() {
            true if self.is_over() => Vec::new(),
            true => vec![Move::Pass],
            false => placements.into_iter().map(Move::Place).collect(),
        }
    }

    /// Passes every placement of the player to move to `found`, as a cover and the corner it covers
    /// first, in the order of [`Position::placements`].
    pub(super) fn each_cover(&self, mut found: impl FnMut(&'static Cover, Cell)) {
        if self.is_over() {
            return;
        }
        let (left, open, corners) =
            (self.left(self.to_move), self.open(self.to_move), self.corners(self.to_move));
        for size in (1..=LARGEST).rev() {
            let first = covers().partition_point(|cover| cover.piece.size() > size);
            let end = covers().partition_point(|cover| cover.piece.size() >= size);
            let mut open = open;
            for corner in corners.cells() {
                let window = around(&open, corner);
                let fits = |cover: &&Cover| cover.mask & !window == 0 && left.has(cover.piece);
                covers()[first..end].iter().filter(fits).for_each(|cover| found(cover, corner));
                open.remove(corner);
            }
        }
    }

    /// Leaves of the game tree this many moves below. A forced pass is a move. The last ply is
    /// counted without being played.
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 if self.is_over() => 0,
            1 => self.count().max(1),
            _ => self.moves().into_iter().map(|mv| self.after(mv).perft(depth - 1)).sum(),
        }
    }

    /// The position after a move that may be made.
    pub(super) fn after(&self, mv: Move) -> Self {
        let mut next = self.clone();
        let player = self.to_move.index();
        match mv {
            Move::Pass => next.passes += 1,
            Move::Place(placement) => {
                placement.cells().for_each(|cell| next.cells[player].insert(cell));
                next.left[player] = self.left[player].without(placement.piece());
                next.single_last[player] = next.left[player].is_empty() && placement.piece().size() == 1;
                next.passes = 0;
            }
        }
        next.to_move = self.to_move.other();
        next
    }

    /// The position after a move. Any rotation that gives the same cells is accepted, and so is a
    /// pass that is not forced.
    ///
    /// # Errors
    /// The rules forbid it.
    pub fn play(&self, mv: Move) -> Result<Self, MoveError> {
        let player = self.to_move;
        let error = |problem| Err(MoveError { mv, player, problem });
        if self.is_over() {
            return error(MoveProblem::Over);
        }
        let own = self.cells(player);
        let Move::Place(placement) = mv else {
            return if own.is_empty() { error(MoveProblem::FirstPass) } else { Ok(self.after(mv)) };
        };
        if !self.left(player).has(placement.piece()) {
            return error(MoveProblem::Used(placement.piece()));
        }
        let cells: Plane = placement.cells().collect();
        let touches = |set: Plane| !(cells & set).is_empty();
        if let Some(cell) = (cells & (own | self.cells(player.other()))).cells().next() {
            return error(MoveProblem::Occupied(cell));
        }
        if let Some(cell) = (cells & own.edges()).cells().next() {
            return error(MoveProblem::Edge(cell));
        }
        match touches(self.corners(player)) {
            true => Ok(self.after(mv)),
            false if own.is_empty() => error(MoveProblem::Start(player.start())),
            false => error(MoveProblem::NoCorner),
        }
    }
}

/// The board and the pieces left, as [`Drawing`] draws them.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Drawing::of(self).fmt(f)
    }
}

impl FromStr for Position {
    type Err = RecordError;

    /// Plays the codes of a game from the empty board, with blanks between them. The player whose
    /// start square the first piece covers moves first; without a move it is player 1.
    fn from_str(record: &str) -> Result<Self, RecordError> {
        let mut position = Self::start(Player::One);
        for (code, number) in record.split_whitespace().zip(1..) {
            let mv: Move = code.parse().map_err(|error| RecordError::Code { number, error })?;
            if let (1, Move::Place(placement)) = (number, mv)
                && placement.cells().any(|cell| cell == Player::Two.start())
            {
                position.to_move = Player::Two;
            }
            position = position.play(mv).map_err(|error| RecordError::Move { number, error })?;
        }
        Ok(position)
    }
}

/// A move that the rules forbid.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{mv} by {player} is against the rules: {problem}")]
pub struct MoveError {
    /// The move.
    pub mv: Move,
    /// The player of the move.
    pub player: Player,
    /// The problem.
    pub problem: MoveProblem,
}

/// The problems of a move.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum MoveProblem {
    /// The piece was placed before.
    #[error("piece {0} has been placed before; choose one that is left")]
    Used(Piece),
    /// A cell is not free.
    #[error("column {:x}, row {:x} is not free; a piece covers free cells only", .0.x + 1, .0.y + 1)]
    Occupied(Cell),
    /// It touches an own piece along an edge.
    #[error("column {:x}, row {:x} lies along an edge of an own piece; pieces of a colour meet at corners only", .0.x + 1, .0.y + 1)]
    Edge(Cell),
    /// It touches no own piece at a corner.
    #[error("it touches no own piece at a corner, which every piece but the first has to")]
    NoCorner,
    /// The first piece is not on the start square.
    #[error("the first piece has to cover column {:x}, row {:x}", .0.x + 1, .0.y + 1)]
    Start(Cell),
    /// The first move is a pass.
    #[error("the first move is no pass; place a piece")]
    FirstPass,
    /// The game is over.
    #[error("the game is over")]
    Over,
}

/// The reasons why a record of a game cannot be played.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum RecordError {
    /// A word that is no move.
    #[error("move {number}: {error}")]
    Code {
        /// The number of the code, from 1.
        number: usize,
        /// The problem.
        error: CodeError,
    },
    /// A move against the rules.
    #[error("move {number}: {error}")]
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// The problem.
        error: MoveError,
    },
}

#[cfg(test)]
impl Position {
    /// The same with an empty board and player 1 to move.
    pub(super) fn lifted(&self) -> Self {
        Self { cells: [Plane::EMPTY; 2], to_move: Player::One, ..self.clone() }
    }
}
