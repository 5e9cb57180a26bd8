//! The control state machine: which find, write or test the array does in each clock cycle.

mod kernel;
#[cfg(test)]
mod tests;

use rust_hdl::prelude::*;
use smart_default::SmartDefault;

use crate::parts::constant::constant;

/// What the array is about.
#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
pub enum State {
    /// Waiting for a command.
    Idle,
    /// The enemy king is the super-piece; every square keeps how the king sees it.
    Look,
    /// Find-victim, find-pivot or find-victim-promotion.
    Victim,
    /// Find-aggressor.
    Aggressor,
    /// Write the move; find the next aggressor or victim meanwhile.
    Make,
    /// Is the king's way of a castling attacked?
    CastleTest,
    /// Write the rook of a castling.
    Rook,
    /// Is the mover's king attacked?
    Test,
    /// Is the enemy's king attacked?
    CheckTest,
    /// Report the move or take it back.
    Judge,
    /// Take the move back.
    Undo,
    /// Take back the rook of a castling.
    UndoRook,
    /// Find an own piece that may discover a check.
    Discoverer,
    /// Is the enemy king attacked with that piece lifted?
    Lift,
    /// Find-victim for that piece alone.
    DiscovererVictim,
    /// Write its move.
    DiscovererMake,
    /// The move that led to the node left is held again.
    Leave,
    /// The answer waits to be taken.
    Respond,
}

/// The control state machine.
///
/// One find, write or test a state and cycle; every decision reads registers only, so that the path
/// through the array ends in a register and never in the next state. Source: the cycles of Boulé &
/// Zilic 2002; the overlap of find and write, and legality in hardware, are ours.
#[derive(LogicBlock, SmartDefault)]
pub struct Sequencer {
    /// The clock.
    pub clock: Signal<In, Clock>,
    /// Back to idle.
    pub reset: Signal<In, Bit>,
    /// A command waits.
    pub command_valid: Signal<In, Bit>,
    /// Which command.
    pub command: Signal<In, Bits<4>>,
    /// The answer is taken in this cycle.
    pub response_ready: Signal<In, Bit>,
    /// The ply below exists.
    pub below: Signal<In, Bit>,
    /// The present ply is not the first.
    pub above: Signal<In, Bit>,
    /// The depth asked for fits between the present ply and the last.
    pub depth_fits: Signal<In, Bit>,
    /// The depth asked for is zero.
    pub depth_zero: Signal<In, Bit>,
    /// Perft stands at its first node.
    pub at_root: Signal<In, Bit>,
    /// Moves of this node are leaves.
    pub leaf: Signal<In, Bit>,
    /// Checks come first.
    pub checks_first: Signal<In, Bit>,
    /// Moves that leave the own king attacked are taken back unreported.
    pub legality: Signal<In, Bit>,
    /// The last find-victim found nothing.
    pub victim_none: Signal<In, Bit>,
    /// The victim is an empty square.
    pub victim_empty: Signal<In, Bit>,
    /// The victim is a king: the position is illegal.
    pub victim_king: Signal<In, Bit>,
    /// The last find-aggressor found nothing.
    pub aggressor_none: Signal<In, Bit>,
    /// The last find-aggressor found others beside the one returned.
    pub several: Signal<In, Bit>,
    /// The move found is a castling.
    pub castle_found: Signal<In, Bit>,
    /// In the first phase: the piece found goes there but gives no check from there.
    pub misfit: Signal<In, Bit>,
    /// The move found keeps the discoverer on the line to the king.
    pub on_line: Signal<In, Bit>,
    /// The side to move has a pawn one step from promotion.
    pub promotable: Signal<In, Bit>,
    /// An en passant capture may be possible.
    pub en_passant: Signal<In, Bit>,
    /// The promotion piece to make is the last, a knight.
    pub last_promotion: Signal<In, Bit>,
    /// The last test found an attack on the mover's king, or on the way of a castling.
    pub attacked: Signal<In, Bit>,
    /// The check test found that the move on the board gives check. It is made in the normal phases
    /// only: such a move was already tried.
    pub checking: Signal<In, Bit>,
    /// The move on the board is a castling.
    pub move_castle: Signal<In, Bit>,
    /// The move on the board was its victim's last.
    pub move_last: Signal<In, Bit>,
    /// The move on the board is its pawn's last promotion.
    pub move_last_promotion: Signal<In, Bit>,
    /// The phase the move on the board came from.
    pub move_phase: Signal<In, Bits<3>>,

    /// A command is taken in this cycle if one waits.
    pub command_ready: Signal<Out, Bit>,
    /// The answer is there.
    pub response_valid: Signal<Out, Bit>,
    /// The phase of the node. They are checks, discovered checks, promotions, captures, en passant,
    /// quiet moves.
    pub phase: Signal<Out, Bits<3>>,
    /// The array does find-victim.
    pub find_victim: Signal<Out, Bit>,
    /// The array does find-aggressor.
    pub find_aggressor: Signal<Out, Bit>,
    /// The victim's square is pointed at.
    pub point_victim: Signal<Out, Bit>,
    /// The square that a command names is pointed at.
    pub point_asked: Signal<Out, Bit>,
    /// The victim register takes what is found.
    pub take_victim: Signal<Out, Bit>,
    /// The aggressor register takes what is found.
    pub take_aggressor: Signal<Out, Bit>,
    /// The squares keep how the king sees them.
    pub take_sight: Signal<Out, Bit>,
    /// Victims are pivots.
    pub find_pivot: Signal<Out, Bit>,
    /// Victims are reached by pawns that promote.
    pub pawns_only: Signal<Out, Bit>,
    /// The enemy king is the super-piece.
    pub look: Signal<Out, Bit>,
    /// Candidates are pieces that may discover a check.
    pub find_discoverer: Signal<Out, Bit>,
    /// Candidates are the discoverer's destinations.
    pub find_discovered: Signal<Out, Bit>,
    /// The enemy attacks: his pieces against the mover's king. With `castle_test` before the move
    /// is made.
    pub test: Signal<Out, Bit>,
    /// The mover attacks the enemy's king.
    pub check_test: Signal<Out, Bit>,
    /// The enemy attacks the king's way of a castling not yet made.
    pub castle_test: Signal<Out, Bit>,
    /// The side to move attacks the enemy's king with the discoverer lifted.
    pub lift_test: Signal<Out, Bit>,
    /// No mask counts in this cycle.
    pub ignore_masks: Signal<Out, Bit>,
    /// Victim and aggressor count as masked in this cycle.
    pub hide: Signal<Out, Bit>,
    /// The victim's square is masked.
    pub mask_victim: Signal<Out, Bit>,
    /// The aggressor's square is masked.
    pub mask_aggressor: Signal<Out, Bit>,
    /// Masks of own pieces are cleared.
    pub clear_own: Signal<Out, Bit>,
    /// Masks of all other squares are cleared.
    pub clear_others: Signal<Out, Bit>,
    /// The board takes the move found.
    pub make: Signal<Out, Bit>,
    /// The board takes the rook's part of a castling.
    pub make_rook: Signal<Out, Bit>,
    /// The board takes back the move on it.
    pub undo: Signal<Out, Bit>,
    /// The board takes back the rook's part of a castling.
    pub undo_rook: Signal<Out, Bit>,
    /// The board takes the piece of the command.
    pub load_square: Signal<Out, Bit>,
    /// Side, rights and mode are taken from the command.
    pub load_state: Signal<Out, Bit>,
    /// The victim register takes the en passant square.
    pub take_en_passant: Signal<Out, Bit>,
    /// The next promotion piece.
    pub next_promotion: Signal<Out, Bit>,
    /// Victim and aggressor are restored from the move taken back.
    pub reload: Signal<Out, Bit>,
    /// The move on the board goes to the stack; one ply down.
    pub push: Signal<Out, Bit>,
    /// The move that led here comes from the stack, for this cycle's undo already; one ply up.
    pub pop: Signal<Out, Bit>,
    /// The node just begun below an illegal move is given up; one ply up.
    pub abandon: Signal<Out, Bit>,
    /// A perft starts: counters are cleared, the depth is taken.
    pub start_perft: Signal<Out, Bit>,
    /// The move just tested counts.
    pub count_move: Signal<Out, Bit>,
    /// The move just tested counts as a node if it was legal.
    pub count_node: Signal<Out, Bit>,
    /// A perft is running.
    pub counting: Signal<Out, Bit>,
    /// A move is held on the board.
    pub held: Signal<Out, Bit>,
    /// The command could not be carried out.
    pub refused: Signal<Out, Bit>,

    state: DFF<State>,
    phase_now: DFF<Bits<3>>,
    /// The node's masks are not valid yet.
    fresh: DFF<Bit>,
    /// Victim and aggressor belong to another node.
    stale: DFF<Bit>,
    castle_tested: DFF<Bit>,
    lifting: DFF<Bit>,
    holding: DFF<Bit>,
    perft: DFF<Bit>,
    leaving: DFF<Bit>,
    /// A node was begun below a move before its test was known.
    judging: DFF<Bit>,
    /// The cycle before took back a leaf that is still to be counted.
    count_leaf: DFF<Bit>,
    error: DFF<Bit>,
    in_idle: DFF<Bit>,
    in_look: DFF<Bit>,
    in_victim: DFF<Bit>,
    in_aggressor: DFF<Bit>,
    in_make: DFF<Bit>,
    in_discoverer: DFF<Bit>,
    in_discovered: DFF<Bit>,
    in_test: DFF<Bit>,
    in_check_test: DFF<Bit>,
    in_castle_test: DFF<Bit>,
    in_lift_test: DFF<Bit>,
    unmasked: DFF<Bit>,
    of_direct: DFF<Bit>,
    of_promotions: DFF<Bit>,
    state_next: Signal<Local, State>,
    phase_next: Signal<Local, Bits<3>>,
    fresh_next: Signal<Local, Bit>,
    #[default(constant(0_u64))]
    direct: Constant<Bits<3>>,
    #[default(constant(1_u64))]
    discovered: Constant<Bits<3>>,
    #[default(constant(2_u64))]
    promotions: Constant<Bits<3>>,
    #[default(constant(3_u64))]
    captures: Constant<Bits<3>>,
    #[default(constant(4_u64))]
    en_passants: Constant<Bits<3>>,
    #[default(constant(5_u64))]
    quiets: Constant<Bits<3>>,
    /// This cycle's phase: promotions are passed over where no pawn can promote.
    here: Signal<Local, Bits<3>>,
    begin_node: Signal<Local, Bit>,
    go_on: Signal<Local, Bit>,
    taken_back: Signal<Local, Bit>,
    tested: Signal<Local, Bit>,
    exhausted: Signal<Local, Bit>,
    illegal: Signal<Local, Bit>,
    /// The move taken back led to a node: victim and aggressor are to be restored.
    returning: Signal<Local, Bit>,
    pass_over: Signal<Local, Bit>,
}
