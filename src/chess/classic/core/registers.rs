//! The core's registers.

use crate::chess::CHESS;
use crate::chess::classic::Options;
use crate::describe::{Builder, RegisterBuilder};

/// All registers outside board and control.
pub(super) struct Registers {
    pub(super) victim_square: RegisterBuilder,
    pub(super) victim_priority: RegisterBuilder,
    pub(super) aggressor_square: RegisterBuilder,
    pub(super) aggressor_priority: RegisterBuilder,
    pub(super) aggressor_several: RegisterBuilder,
    pub(super) promotion: RegisterBuilder,
    pub(super) attacked: RegisterBuilder,
    pub(super) checking: RegisterBuilder,
    pub(super) current_move: RegisterBuilder,
    pub(super) side: RegisterBuilder,
    pub(super) castling: RegisterBuilder,
    pub(super) en_passant: RegisterBuilder,
    /// Checks first in the node loaded, and in the perft under way, if there is logic for it.
    pub(super) modes: Option<(RegisterBuilder, RegisterBuilder)>,
    /// Only on the chess board.
    pub(super) promotable: Option<RegisterBuilder>,
    pub(super) ply: RegisterBuilder,
    pub(super) root_ply: RegisterBuilder,
    pub(super) remaining: RegisterBuilder,
    pub(super) nodes: RegisterBuilder,
    pub(super) cycles: RegisterBuilder,
    pub(super) moves: RegisterBuilder,
    pub(super) answer: RegisterBuilder,
    pub(super) read_piece: RegisterBuilder,
}

impl Registers {
    pub(super) fn new(b: &Builder, options: &Options) -> Self {
        let ply_width = options.stack_depth.trailing_zeros();
        let modes = || (b.register("checks_first", 1), b.register("perft_checks_first", 1));
        let promotable =
            || b.register("promotable", 2).comment("pawns one step from promotion: black's, white's");
        Self {
            victim_square: b.register("victim_square", 6),
            victim_priority: b.register("victim_priority", 3).comment("kind + 1, 0 for none"),
            aggressor_square: b.register("aggressor_square", 6),
            aggressor_priority: b.register("aggressor_priority", 3).comment("7 - kind, 0 for none"),
            aggressor_several: b.register("aggressor_several", 1).comment("others reach the victim too"),
            promotion: b.register("promotion", 2).comment("queen, rook, bishop, knight"),
            attacked: b
                .register("attacked", 1)
                .comment("the last test hit the mover's king or a castling's way"),
            checking: b.register("checking", 1).comment("the last test hit the enemy's king"),
            current_move: b.register("current_move", 32).comment("the move on the board"),
            side: b.register("side", 1).comment("the side to move is black"),
            castling: b
                .register("castling", 4)
                .comment("rights: black queen's and king's side, white queen's and king's"),
            en_passant: b.register("en_passant", 4).comment("valid, file"),
            modes: options.checks_first.then(modes),
            promotable: (options.board == CHESS).then(promotable),
            ply: b.register("ply", ply_width).resets_to(0),
            root_ply: b.register("root_ply", ply_width),
            remaining: b
                .register("remaining", ply_width + 1)
                .comment("plies below the moves of this node, and one"),
            nodes: b.register("nodes", 64),
            cycles: b.register("cycles", 48),
            moves: b.register("moves", 48),
            answer: b.register("answer", 3).comment("what the answer shows"),
            read_piece: b.register("read_piece", 4),
        }
    }
}
