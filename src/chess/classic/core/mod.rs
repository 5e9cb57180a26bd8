//! The core: board, control, registers of the move found and the move made, stack, game state,
//! counters, command port.

mod broadcast;
mod registers;
mod update;

use self::registers::Registers;
use super::board::board;
use super::command::Command;
use super::lines::{gives_check, last_rank, side_by_side, stays_on_line};
use super::move_word::{MoveWord, two_files};
use super::sequencer::Sequencer;
use super::square::Cells;
use super::{BuildError, Options};
use crate::chess::CHESS;
use crate::describe::{Builder, Bundle, ModuleHandle, Outputs, Project, Wire, concat, lower_commented, mux};
use crate::game::Walk;
use crate::netlist::{Design, Place};
use crate::parts::arbiter::arbiter;
use crate::parts::command_port;

const KING: u64 = 6;
const ROOK: u64 = 4;

/// Builds the whole machine.
///
/// # Errors
/// A board or a stack that is out of range; a defect of a cell, or a rule of the netlist.
pub fn design(options: &Options) -> Result<Design, BuildError> {
    options.check()?;
    let mut project = Project::new(&options.name);
    for (name, value) in options.settings() {
        project.setting(name, value);
    }
    let cells = Cells::add(&mut project, options.checks_first)?;
    let arbiter = project.add_module(arbiter::<6>(options.order, "a king")?)?;
    let board =
        board(&mut project, &cells, &arbiter, options.board, options.stack_depth, options.checks_first)?;
    let doc = "The control state machine: one find, write or test of the array a cycle.";
    let sequencer = project.add_module(lower_commented::<Sequencer>(
        "sequencer",
        doc,
        include_str!("../sequencer/mod.rs"),
    )?)?;
    project.add(describe(options, &board, &sequencer))?;
    Ok(project.finish()?)
}

/// The top module. Latency and throughput are those of the sequencer's states. The longest path
/// leads from the victim's register through the board into the aggressor's.
fn describe(options: &Options, board: &ModuleHandle, sequencer: &ModuleHandle) -> Builder {
    let name = options.name.replace('-', "_");
    let b = Builder::new(
        name,
        "A chess move generator after Belle, Deep Blue and Boule & Zilic 2002.\n\
         Commands go in and answers come out by valid and ready; docs/command_port.md has the words.",
    );
    b.clock();
    b.reset();
    let port = command_port::Inputs::of(&b);
    let core = Core::new(b, options, port, sequencer);
    let kings = options.checks_first.then(|| core.kings());
    let found = core.board(board, kings.as_ref().map(|kings| &kings.enemy));
    core.keep_finds(&found, kings.and_then(|kings| kings.touch).as_ref());
    core.keep_moves();
    core.keep_game_state();
    let counters = core.count();
    core.answer(&counters);
    core.b
}

/// Signals between the control and its surroundings that exist before their drivers.
struct Feedback {
    /// The word on top of the stack.
    stack_top: Wire,
    on_line: Wire,
    misfit: Wire,
    pop: Wire,
    start_perft: Wire,
    counting: Wire,
}

impl Feedback {
    fn new(b: &Builder, options: &Options) -> Self {
        let forward_if = |wanted: bool, name: &str| if wanted { b.forward(name, 1) } else { b.bit(false) };
        Self {
            stack_top: b.forward("stack_top", 32),
            on_line: forward_if(options.checks_first, "on_line"),
            misfit: forward_if(options.checks_first, "misfit"),
            pop: b.forward("pop", 1),
            start_perft: b.forward("start_perft", 1),
            counting: b.forward("counting", 1),
        }
    }
}

/// The result of a find.
struct Found {
    square: Wire,
    priority: Wire,
}

/// The facts about the kings that checks first needs.
struct Kings {
    /// The square of the enemy's.
    enemy: Wire,
    /// Whether the kings stand side by side, which is no check. Only without the legality filter,
    /// where such moves count.
    touch: Option<Wire>,
}

/// The change of the ply in this cycle.
struct PlyStep {
    up: Wire,
    next: Wire,
    load: Wire,
}

impl PlyStep {
    /// The ply is `width` bits wide.
    fn new(b: &Builder, r: &Registers, control: &Outputs, width: u32) -> Self {
        let on = |name: &str| control.get(name);
        let up = (on("pop") | on("abandon")).named("ply_up");
        let one = b.constant(width, 1);
        let next = mux(&on("push"), &(&*r.ply + &one), &mux(&up, &(&*r.ply - &one), &b.constant(width, 0)));
        let load = (on("push") | &up | on("load_state")).named("load_depth");
        Self { up, next: next.named("next_ply"), load }
    }
}

/// The outputs of the control that only checks first reads.
const OF_CHECKS_FIRST: [&str; 7] =
    ["find_pivot", "look", "take_sight", "find_discoverer", "find_discovered", "lift_test", "check_test"];

/// The surroundings of the control.
struct Surroundings<'a> {
    b: &'a Builder,
    options: &'a Options,
    port: &'a command_port::Inputs,
    r: &'a Registers,
    feedback: &'a Feedback,
}

impl Surroundings<'_> {
    /// The control, told of the move on the board, the mode of the node, and the kind of the
    /// aggressor found.
    fn control(
        &self,
        sequencer: &ModuleHandle,
        current: &MoveWord,
        ordered: &Wire,
        aggressor_kind: &Wire,
    ) -> Outputs {
        let Self { b, options, port, r, feedback } = *self;
        let castle_found = aggressor_kind.is(KING) & two_files(&r.aggressor_square, &r.victim_square);
        // Smaller boards have neither castling nor promotion.
        let chess = options.board == CHESS;
        let castling = |found: Wire, name: &str| if chess { found.named(name) } else { b.bit(false) };
        // A cycle old, which no find notices: the board is written at least a cycle before a phase
        // begins.
        let promotable = r.promotable.as_ref().map_or_else(
            || b.bit(false),
            |promotable| mux(&r.side, &promotable.bit(1), &promotable.bit(0)).named("side_promotable"),
        );
        let [depth_zero, depth_fits] = self.depth();
        let control = (port.connect(b.instance("sequencer", sequencer)))
            .placed(Place::BesideMemory)
            .input("below", &!r.ply.all())
            .input("above", &r.ply.any())
            .input("depth_fits", &depth_fits)
            .input("depth_zero", &depth_zero)
            .input("at_root", &r.ply.eq(&r.root_ply))
            .input("leaf", &r.remaining.is(1))
            .input("checks_first", ordered)
            .input("legality", &b.bit(options.legality))
            .input("victim_none", &r.victim_priority.none())
            .input("victim_empty", &r.victim_priority.is(1))
            .input("victim_king", &r.victim_priority.all())
            .input("aggressor_none", &r.aggressor_priority.none())
            .input("several", &r.aggressor_several)
            .input("castle_found", &castling(castle_found, "castle_found"))
            .input("misfit", &feedback.misfit)
            .input("on_line", &feedback.on_line)
            .input("promotable", &promotable)
            .input("en_passant", &r.en_passant.bit(3))
            .input("last_promotion", &r.promotion.all())
            .input("attacked", &r.attacked)
            .input("checking", &r.checking)
            .input("move_castle", &castling(current.is_castling(), "move_castle"))
            .input("move_last", &current.last)
            .input("move_last_promotion", &current.promotion.all())
            .input("move_phase", &current.phase)
            .output("phase", "phase")
            .drives("pop", &feedback.pop)
            .drives("start_perft", &feedback.start_perft)
            .drives("counting", &feedback.counting);
        let unused: &[&str] = if options.checks_first { &[] } else { &OF_CHECKS_FIRST };
        unused.iter().fold(control, |instance, name| instance.leave_open(name)).outputs()
    }

    /// Whether the depth asked for is zero, and whether the stack has room for it.
    fn depth(&self) -> [Wire; 2] {
        let Self { b, options, port, r, .. } = *self;
        let plies = options.stack_depth;
        let width = plies.trailing_zeros();
        let depth = port.data.slice(0, width + 1);
        let sum = &r.ply.extend(width + 2) + &depth.extend(width + 2);
        // Bit 9 is the mode.
        let no_more_bits = port.data.slice(width + 1, 8 - width).none();
        let fits = (no_more_bits & !sum.gt(&b.constant(width + 2, u64::from(plies)))).named("depth_fits");
        [depth.none(), fits]
    }
}

/// The top module under construction.
struct Core<'a> {
    b: Builder,
    options: &'a Options,
    port: command_port::Inputs,
    r: Registers,
    feedback: Feedback,
    control: Outputs,
    /// The side to move is black.
    side: Wire,
    victim: Found,
    aggressor: Found,
    victim_kind: Wire,
    aggressor_kind: Wire,
    /// The move on the board; in the cycle in which a move leaves the stack, that move.
    current: MoveWord,
    step: PlyStep,
}

impl<'a> Core<'a> {
    /// Registers and control, wired to each other.
    fn new(b: Builder, options: &'a Options, port: command_port::Inputs, sequencer: &ModuleHandle) -> Self {
        let r = Registers::new(&b, options);
        let feedback = Feedback::new(&b, options);
        // A move that comes from the stack is taken back in the same cycle.
        let current = mux(&feedback.pop, &feedback.stack_top, &r.current_move).named("move_word");
        let current = MoveWord::unpack(&current);
        // The mode of the present node; without the logic for it there is nothing to choose.
        let ordered = match &r.modes {
            Some((node, perft)) => {
                let of_node = mux(&feedback.counting, perft, node);
                mux(&feedback.start_perft, &port.data.bit(9), &of_node).named("ordered")
            }
            None => b.bit(false),
        };
        let victim_kind = (&*r.victim_priority - &b.constant(3, 1)).named("victim_kind");
        let aggressor_kind = (!&*r.aggressor_priority).named("aggressor_kind");
        let surroundings = Surroundings { b: &b, options, port: &port, r: &r, feedback: &feedback };
        let control = surroundings.control(sequencer, &current, &ordered, &aggressor_kind);
        let step = PlyStep::new(&b, &r, &control, options.stack_depth.trailing_zeros());
        Self {
            side: r.side.output(),
            victim: Found { square: r.victim_square.output(), priority: r.victim_priority.output() },
            aggressor: Found { square: r.aggressor_square.output(), priority: r.aggressor_priority.output() },
            b,
            options,
            port,
            r,
            feedback,
            control,
            victim_kind,
            aggressor_kind,
            current,
            step,
        }
    }

    fn on(&self, name: &str) -> Wire {
        self.control.get(name)
    }

    /// A control line that only the checks-first machine reads; zero in the others.
    fn optional(&self, name: &str) -> Wire {
        if self.options.checks_first { self.on(name) } else { self.b.bit(false) }
    }

    /// The kings' squares, stored along with the moves, and the facts about them that the
    /// checks-first phases need.
    fn kings(&self) -> Kings {
        let (b, data, current) = (&self.b, &self.port.data, &self.current);
        let (make, undo, load) = (self.on("make"), self.on("undo"), self.on("load_square"));
        let moved = (&make & self.aggressor_kind.is(KING)).named("king_moves");
        let back = (&undo & current.moved.is(KING)).named("king_goes_back");
        let placed = &load & data.slice(6, 3).is(KING);
        let goes = mux(&make, &self.victim.square, &mux(&undo, &current.origin, &data.slice(0, 6)));
        // Made, the mover is the side to move; taken back, the other side is.
        let mover = mux(&load, &data.bit(9), &(&self.side ^ &undo));
        let any = &moved | &back | &placed;
        let white_king = b.register("white_king", 6);
        white_king.next_when(&(&any & !&mover), &goes);
        let black_king = b.register("black_king", 6);
        black_king.next_when(&(&any & &mover), &goes);
        // Of the next cycle's side to move; a king that moves in this cycle is looked at two cycles
        // from now at the earliest.
        let next_side = &self.side ^ &(&make | &undo);
        let enemy_king = b.register("enemy_king", 6);
        enemy_king.next(&mux(&next_side, &white_king, &black_king));
        let king = enemy_king.output();

        // A discoverer that promotes does so in the promotions' phase.
        let promotes = self.aggressor_kind.is(1) & last_rank(&self.victim.square);
        let stays = stays_on_line(&king, &self.aggressor.square, &self.victim.square);
        let stays = stays | promotes;
        // A king that steps beside the other is none either: that move comes later, whatever it
        // discovers.
        let beside = |king: &Wire| self.aggressor_kind.is(KING) & side_by_side(king, &self.victim.square);
        let stays = if self.options.legality { stays } else { stays | beside(&king) };
        b.drive(&self.feedback.on_line, &stays);
        let gives = gives_check(&king, &self.victim.square, &self.aggressor_kind, &self.side);
        b.drive(&self.feedback.misfit, &(self.on("phase").is(0) & !gives));
        let touch =
            (!self.options.legality).then(|| side_by_side(&white_king, &black_king).named("kings_touch"));
        Kings { enemy: king, touch }
    }

    /// The board with its commands for this cycle. Returns its findings.
    fn board(&self, board: &ModuleHandle, enemy_king: Option<&Wire>) -> Outputs {
        let mut told = self.broadcast().named("to_squares_").connections("");
        told.extend(self.selection().connections(""));
        if let Some(king) = enemy_king {
            told.extend(self.sight_selection(king).connections(""));
        }
        if self.options.checks_first {
            told.extend(self.sighting().connections(""));
        }
        let mut found = self.b.instance("board", board).input("ply", &self.step.next);
        if self.options.board == CHESS {
            told.extend(self.castling_selection().connections(""));
            found = found.output("promotable", "promotable_now");
        }
        let found = told.into_iter().fold(found, |instance, (port, wire)| instance.input(&port, &wire));
        ["best_prio", "best_square", "best_several", "pointed_piece"]
            .iter()
            .fold(found, |instance, port| instance.output(port, port))
            .outputs()
    }

    /// The answer: 0 the move held, 1 the piece read, 4 nodes, 5 cycles, 6 moves.
    fn answer(&self, counters: &[Wire; 3]) {
        let (b, data, answer) = (&self.b, &self.port.data, &self.r.answer);
        let accepted = &self.port.valid & &self.on("command_ready");
        let is = |command: u64| self.port.command.is(command);
        let counter_asked = concat(&[b.bit(true), data.slice(0, 2)]);
        let other =
            mux(&is(Walk::Perft.into()), &b.constant(3, 4), &is(Command::ReadSquare.into()).extend(3));
        answer.next_when(&accepted, &mux(&is(Walk::ReadCounter.into()), &counter_asked, &other));
        let held = self.on("held");
        let held_move = concat(&[held.clone(), self.r.current_move.when(&held)]).extend(64);
        let counter = mux(&answer.bit(0), &counters[1], &counters[0]);
        let counter = mux(&answer.bit(1), &counters[2], &counter);
        let shown = mux(&answer.bit(0), &self.r.read_piece.extend(64), &held_move);
        command_port::output_handshake(b, &self.on("command_ready"), &self.on("response_valid"));
        b.output("response_error", &self.on("refused")).comment(command_port::ERROR);
        b.output("response_data", &mux(&answer.bit(2), &counter, &shown)).comment(command_port::DATA);
    }
}
