//! The core: array, control, move register, stack, game state, counters and command port.

use super::board::{CastlingSelection, Selection, board};
use super::command::Command;
use super::lines::{gives_check, last_rank, stays_on_line};
use super::move_word::{MoveWord, two_files, two_ranks};
use super::sequencer::Sequencer;
use super::square::{Broadcast, Cells, SightBroadcast};
use super::{BuildError, Options};
use crate::describe::{Builder, Bundle, ModuleHandle, Outputs, Project, Wire, concat, lower, mux};
use crate::netlist::{Design, RamStyle};
use crate::parts::arbiter::arbiter;
use crate::parts::board::CHESS;

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
    let arbiter = project.add_module(arbiter(options.order)?)?;
    let board =
        board(&mut project, &cells, &arbiter, options.board, options.stack_depth, options.checks_first)?;
    let doc = "The control state machine: one find, write or test of the array a cycle.";
    let sequencer = project.add_module(lower(&Sequencer::default(), "sequencer", doc)?)?;
    let top = Core::describe(options, &board, &sequencer);
    project.add(top)?;
    Ok(project.finish()?)
}

/// Values that several parts of the core read.
struct Core<'a> {
    b: Builder,
    options: &'a Options,
    data: Wire,
    control: Outputs,
    /// The side to move is black.
    side: Wire,
    victim: Found,
    aggressor: Found,
    /// The move on the board.
    current: MoveWord,
}

/// What a find returned.
struct Found {
    square: Wire,
    priority: Wire,
}

const KING: u64 = 6;
const ROOK: u64 = 4;

impl<'a> Core<'a> {
    fn describe(options: &'a Options, board: &ModuleHandle, sequencer: &ModuleHandle) -> Builder {
        let name = options.name.replace('-', "_");
        let b = Builder::new(
            name,
            "A chess move generator after Belle, Deep Blue and Boule & Zilic 2002.\n\
             Commands go in and answers come out by valid and ready; see docs/architecture.md for the words.",
        );
        b.clock();
        b.reset();
        let command_valid = b.input("command_valid", 1);
        let command = b.input("command", 4);
        let data = b.input("command_data", 10);
        let response_ready = b.input("response_ready", 1);
        let plies = options.stack_depth;
        let ply_width = plies.trailing_zeros();

        // Found squares: registers at the end of the path through the array.
        let victim_square = b.register("victim_square", 6);
        let victim_priority = b.register("victim_priority", 3).comment("kind + 1, 0 for none");
        let aggressor_square = b.register("aggressor_square", 6);
        let aggressor_priority = b.register("aggressor_priority", 3).comment("7 - kind, 0 for none");
        let aggressor_several = b.register("aggressor_several", 1).comment("others reach the victim too");
        let promotion = b.register("promotion", 2).comment("queen, rook, bishop, knight");
        let attacked =
            b.register("attacked", 1).comment("the last test hit the mover's king or a castling's way");
        let checking = b.register("checking", 1).comment("the last test hit the enemy's king");
        let current_word = b.register("current_move", 32).comment("the move on the board");
        let pop = b.forward("pop", 1);
        let stack_top = b.forward("stack_top", 32);
        // A move that comes from the stack is taken back in the same cycle.
        let current = MoveWord::unpack(&mux(&pop, &stack_top, &current_word).named("move_word"));
        let side = b.register("side", 1).comment("the side to move is black");
        let castling = b
            .register("castling", 4)
            .comment("rights: black queen's and king's side, white queen's and king's");
        let en_passant = b.register("en_passant", 4).comment("valid, file");
        // The mode of the present node; without the logic for it there is nothing to choose.
        let modes = options
            .checks_first
            .then(|| (b.register("checks_first", 1), b.register("perft_checks_first", 1)));
        let (start_perft, counting) = (b.forward("start_perft", 1), b.forward("counting", 1));
        let ordered = match &modes {
            Some((node, perft)) => {
                mux(&start_perft, &data.bit(9), &mux(&counting, perft, node)).named("ordered")
            }
            None => b.bit(false),
        };
        let ply = b.register("ply", ply_width);
        let root_ply = b.register("root_ply", ply_width);
        let remaining =
            b.register("remaining", ply_width + 1).comment("plies below the moves of this node, and one");
        let nodes = b.register("nodes", 64);
        let cycles = b.register("cycles", 64);
        let moves = b.register("moves", 64);
        let answer = b.register("answer", 3).comment("what the answer shows");
        let read_piece = b.register("read_piece", 4);

        let victim_kind = (&*victim_priority - &b.constant(3, 1)).named("victim_kind");
        let aggressor_kind = (!&*aggressor_priority).named("aggressor_kind");
        let depth = data.slice(0, ply_width + 1);
        let sum = &ply.extend(ply_width + 2) + &depth.extend(ply_width + 2);
        // Bit 9 is the mode.
        let no_more_bits = data.slice(ply_width + 1, 8 - ply_width).none();
        let depth_fits =
            (no_more_bits & !sum.gt(&b.constant(ply_width + 2, u64::from(plies)))).named("depth_fits");
        // Smaller boards have neither castling nor promotion.
        let chess = options.board == CHESS;
        let promotable = if chess { b.forward("promotable", 1) } else { b.bit(false) };
        let castle_found = match chess {
            true => {
                (aggressor_kind.is(KING) & two_files(&aggressor_square, &victim_square)).named("castle_found")
            }
            false => b.bit(false),
        };
        let move_castle = match chess {
            true => current.is_castling().named("move_castle"),
            false => b.bit(false),
        };
        let kings = options.checks_first;
        let optional = |name: &str| if kings { b.forward(name, 1) } else { b.bit(false) };
        let (on_line, misfit) = (optional("on_line"), optional("misfit"));

        let control = b
            .instance("sequencer", sequencer)
            .input("command_valid", &command_valid)
            .input("command", &command)
            .input("response_ready", &response_ready)
            .input("below", &!ply.all())
            .input("above", &ply.any())
            .input("depth_fits", &depth_fits)
            .input("depth_zero", &depth.none())
            .input("at_root", &ply.eq(&root_ply))
            .input("leaf", &remaining.is(1))
            .input("checks_first", &ordered)
            .input("legality", &b.bit(options.legality))
            .input("victim_none", &victim_priority.none())
            .input("victim_empty", &victim_priority.is(1))
            .input("victim_king", &victim_priority.all())
            .input("aggressor_none", &aggressor_priority.none())
            .input("several", &aggressor_several)
            .input("castle_found", &castle_found)
            .input("misfit", &misfit)
            .input("on_line", &on_line)
            .input("promotable", &promotable)
            .input("en_passant", &en_passant.bit(3))
            .input("last_promotion", &promotion.all())
            .input("attacked", &attacked)
            .input("checking", &checking)
            .input("move_castle", &move_castle)
            .input("move_last", &current.last)
            .input("move_last_promotion", &current.promotion.all())
            .input("move_phase", &current.phase);
        let unused: &[&str] = if kings {
            &[]
        } else {
            &["find_pivot", "look", "find_discoverer", "find_discovered", "lift_test", "check_test"]
        };
        let control = unused.iter().fold(control, |instance, port| instance.leave_open(port));
        let control = control
            .output("phase", "phase")
            .drives("pop", &pop)
            .drives("start_perft", &start_perft)
            .drives("counting", &counting)
            .outputs();

        let core = Self {
            b: b.clone(),
            options,
            data: data.clone(),
            control,
            side: side.output(),
            victim: Found { square: victim_square.output(), priority: victim_priority.output() },
            aggressor: Found { square: aggressor_square.output(), priority: aggressor_priority.output() },
            current,
        };
        let on = |name: &str| core.control.get(name);
        let opt = |name: &str| core.optional(name);

        // The enemy king's square, kept along with the moves; only the checks-first phases ask for it.
        let enemy_king = kings.then(|| {
            let moved_king = (on("make") & aggressor_kind.is(KING)).named("king_moves");
            let king_back = (on("undo") & core.current.moved.is(KING)).named("king_goes_back");
            let king_placed = on("load_square") & data.slice(6, 3).is(KING);
            let goes = mux(
                &on("make"),
                &core.victim.square,
                &mux(&on("undo"), &core.current.origin, &data.slice(0, 6)),
            );
            // Made, the mover is the side to move; taken back, the other side is.
            let mover = mux(&on("load_square"), &data.bit(9), &(&core.side ^ &on("undo")));
            let any = &moved_king | &king_back | &king_placed;
            let white_king = b.register("white_king", 6);
            white_king.next_when(&(&any & !&mover), &goes);
            let black_king = b.register("black_king", 6);
            black_king.next_when(&(&any & &mover), &goes);
            mux(&core.side, &white_king, &black_king).named("enemy_king")
        });
        if let Some(king) = &enemy_king {
            // A discoverer that promotes does so in the promotions' phase.
            let promotes = aggressor_kind.is(1) & last_rank(&core.victim.square);
            let stays = stays_on_line(king, &core.aggressor.square, &core.victim.square);
            b.drive(&on_line, &(stays | promotes));
            let gives = gives_check(king, &core.victim.square, &aggressor_kind, &core.side);
            b.drive(&misfit, &(on("phase").is(0) & !gives));
        }

        // The array.
        let up = (on("pop") | on("abandon")).named("ply_up");
        let next_ply = mux(
            &on("push"),
            &(&*ply + &b.constant(ply_width, 1)),
            &mux(&up, &(&*ply - &b.constant(ply_width, 1)), &b.constant(ply_width, 0)),
        )
        .named("next_ply");
        let load_depth = (on("push") | &up | on("load_state")).named("load_depth");
        let broadcast = core.broadcast(&promotion, &load_depth).named("to_squares_");
        let mut found = b.instance("board", board).input("ply", &next_ply);
        for (port, wire) in
            broadcast.connections("").into_iter().chain(core.selection(&enemy_king).connections(""))
        {
            found = found.input(&port, &wire);
        }
        if kings {
            for (port, wire) in core.sighting().connections("") {
                found = found.input(&port, &wire);
            }
        }
        if chess {
            for (port, wire) in core.castling_selection(&castling).connections("") {
                found = found.input(&port, &wire);
            }
            found = found.drives("promotable", &promotable);
        }
        let found = ["best_prio", "best_square", "best_several", "pointed_piece"]
            .iter()
            .fold(found, |instance, port| instance.output(port, port))
            .outputs();
        let (best_priority, best_square) = (found.get("best_prio"), found.get("best_square"));

        // What the finds return.
        let take_victim = (on("find_victim") | opt("find_discovered")).named("take_victim");
        let en_passant_square =
            concat(&[mux(&side, &b.constant(3, 2), &b.constant(3, 5)), en_passant.slice(0, 3)]);
        let reload = on("reload");
        victim_square.next_when(
            &(&take_victim | &on("take_en_passant") | &reload),
            &mux(&reload, &core.current.destination, &mux(&take_victim, &best_square, &en_passant_square)),
        );
        let captured_priority = &core.current.captured + &b.constant(3, 1);
        victim_priority.next_when(
            &(&take_victim | &on("take_en_passant") | &reload),
            &mux(&reload, &captured_priority, &mux(&take_victim, &best_priority, &b.constant(3, 2))),
        );
        let take_aggressor = (on("find_aggressor") | opt("find_discoverer")).named("take_aggressor");
        let take = &take_aggressor | &reload;
        aggressor_square.next_when(&take, &mux(&reload, &core.current.origin, &best_square));
        aggressor_priority.next_when(&take, &mux(&reload, &!&core.current.moved, &best_priority));
        aggressor_several.next_when(&take, &mux(&reload, &!&core.current.last, &found.get("best_several")));
        let next_promotion = &mux(&reload, &core.current.promotion, &promotion) + &b.constant(2, 1);
        promotion.next_when(&(&take | &on("next_promotion")), &next_promotion.when(&on("next_promotion")));
        attacked.next_when(&(on("test") | on("castle_test") | opt("lift_test")), &best_priority.any());
        checking.next_when(&(opt("check_test") | on("make")), &(opt("check_test") & best_priority.any()));
        read_piece.next(&found.get("pointed_piece"));

        // The move on the board, and the stack of the moves above it.
        let stack =
            b.memory("stack", 32, plies).style(RamStyle::Block).comment("the moves that led to this ply");
        stack.write(&on("push"), &ply, &current_word);
        let above = &mux(&load_depth, &next_ply, &ply) - &b.constant(ply_width, 1);
        b.drive(&stack_top, &stack.read_next("stack_word", &above));
        let made = MoveWord {
            origin: core.aggressor.square.clone(),
            destination: core.victim.square.clone(),
            moved: aggressor_kind.clone(),
            captured: victim_kind.clone(),
            promotion: promotion.output(),
            last: !&*aggressor_several,
            phase: on("phase"),
            castling: castling.output(),
            en_passant: en_passant.output(),
        };
        current_word.next_when(&(on("make") | on("pop")), &mux(&on("make"), &made.pack(), &stack_top));

        // The game state: made moves change it, taken back ones restore it.
        let (make, undo, load_state) = (on("make"), on("undo"), on("load_state"));
        let changes = (&make | &undo | &load_state).named("state_changes");
        side.next_when(&changes, &mux(&load_state, &data.bit(0), &!&*side));
        let kept = core.kept_rights(&castling);
        castling
            .next_when(&changes, &mux(&make, &kept, &mux(&undo, &core.current.castling, &data.slice(1, 4))));
        let double_step = aggressor_kind.is(1) & two_ranks(&core.aggressor.square, &core.victim.square);
        let passed = concat(&[double_step, core.victim.square.slice(0, 3)]);
        let loaded = concat(&[data.bit(5), data.slice(6, 3)]);
        en_passant.next_when(&changes, &mux(&make, &passed, &mux(&undo, &core.current.en_passant, &loaded)));
        if let Some((node, perft)) = &modes {
            node.next_when(&load_state, &data.bit(9));
            perft.next_when(&start_perft, &data.bit(9));
        }
        ply.next_when(&load_depth, &next_ply);

        // Perft.
        let start = &start_perft;
        let one = |width: u32| b.constant(width, 1);
        root_ply.next_when(start, &ply);
        let deeper = &*remaining - &one(ply_width + 1);
        let higher = &*remaining + &one(ply_width + 1);
        remaining.next_when(
            &(start | &on("push") | &up),
            &mux(start, &depth, &mux(&on("push"), &deeper, &higher)),
        );
        let counters = [
            (nodes, depth.none(), on("count_node") & &counting),
            (cycles, b.bit(false), counting.clone()),
            (moves, b.bit(false), on("count_move") & &counting),
        ]
        .map(|(counter, first, step)| {
            let next = mux(start, &first.extend(64), &(&*counter + &one(64)));
            counter.next_when(&(start | &step), &next);
            counter.output()
        });

        // The answer: 0 the move held, 1 the piece read, 4 nodes, 5 cycles, 6 moves.
        let accepted = &command_valid & &on("command_ready");
        let is = |c: Command| command.is(c as u64);
        let kind = mux(
            &is(Command::ReadCounter),
            &concat(&[one(1), data.slice(0, 2)]),
            &mux(&is(Command::Perft), &b.constant(3, 4), &is(Command::ReadSquare).extend(3)),
        );
        answer.next_when(&accepted, &kind);
        let held_move = concat(&[on("held"), current_word.when(&on("held"))]).extend(64);
        let counter = mux(&answer.bit(0), &counters[1], &counters[0]);
        let counter = mux(&answer.bit(1), &counters[2], &counter);
        let shown = mux(&answer.bit(0), &read_piece.extend(64), &held_move);
        b.output("command_ready", &on("command_ready"));
        b.output("response_valid", &on("response_valid"));
        b.output("response_error", &on("refused"));
        b.output("response_data", &mux(&answer.bit(2), &counter, &shown));
        b
    }

    /// A control line that only the checks-first machine reads; zero in the others.
    fn optional(&self, name: &str) -> Wire {
        if self.options.checks_first { self.control.get(name) } else { self.b.bit(false) }
    }

    /// What all squares are told in this cycle.
    fn broadcast(&self, promotion: &Wire, load_depth: &Wire) -> Broadcast {
        let (b, control, current) = (&self.b, &self.control, &self.current);
        let on = |name: &str| control.get(name);
        let opt = |name: &str| self.optional(name);
        let phase = on("phase");
        let promoting = phase.is(2).named("promoting");
        let capturing_en_passant = phase.is(4).named("capturing_en_passant");
        let moved_kind = !&self.aggressor.priority;
        let piece = |colour: &Wire, kind: &Wire| concat(&[colour.clone(), kind.clone()]);
        let rook = b.constant(3, ROOK);

        // After a move is made the side to move is the enemy; before, it is the mover.
        let not_side = !&self.side;
        let promoted = &b.constant(3, 5) - &promotion.extend(3);
        let made = piece(&self.side, &mux(&promoting, &promoted, &moved_kind));
        let captured = piece(&self.side, &current.captured).when(&current.captured.any());
        let choose = |choices: &[(&str, Wire)]| {
            choices
                .iter()
                .rev()
                .fold(self.data.slice(6, 4), |otherwise, (name, wire)| mux(&on(name), wire, &otherwise))
        };
        let nothing = b.constant(4, 0);
        let destination_piece = choose(&[
            ("make", made),
            ("undo", captured),
            ("make_rook", piece(&not_side, &rook)),
            ("undo_rook", nothing.clone()),
        ]);
        let undone = mux(&on("undo"), &piece(&not_side, &current.moved), &nothing);
        let origin_piece = mux(&on("undo_rook"), &piece(&self.side, &rook), &undone);

        let tests = (on("test") | on("castle_test") | opt("check_test") | opt("lift_test")).named("tests");
        // On the last rank pawns promote, in their own phase only.
        let on_last_rank = last_rank(&self.victim.square).named("victim_on_last_rank");
        let pieces = on("find_aggressor") & !(&promoting | &capturing_en_passant);
        let pawns = on("find_aggressor") & (&promoting | &!&on_last_rank);
        let capture = !&self.victim.priority.is(1);
        let advance = (&pawns & !&capture).named("seek_advance");
        let take = ((&pawns & &capture) | opt("look")).named("seek_take");
        // The super-piece's pawn lines run against the way the acting side's pawns go.
        let down = !&self.side;
        let victims = on("find_victim") & !on("pawns_only");
        Broadcast {
            acting_black: &self.side ^ &(on("castle_test") | opt("check_test")),
            transmit_pieces: &victims | &tests,
            transmit_pawns: victims | &tests,
            transmit_promoting: on("pawns_only") | &tests,
            super_pieces: pieces | opt("look"),
            advance_up: &advance & &self.side,
            advance_down: &advance & &down,
            take_up: &take & &self.side,
            take_down: &take & &down,
            point_alone: opt("find_discovered"),
            point_lifted: opt("lift_test"),
            find_aggressor: on("find_aggressor") | opt("find_discoverer"),
            attack: tests,
            ignore_masks: on("ignore_masks"),
            hide_selected: on("hide_selected"),
            mask_destination: on("mask_victim"),
            mask_origin: on("mask_aggressor"),
            clear_own: on("clear_own"),
            clear_others: on("clear_others"),
            write: on("make") | on("undo") | on("make_rook") | on("undo_rook") | on("load_square"),
            destination_piece,
            origin_piece,
            load_depth: load_depth.clone(),
        }
    }

    /// Which squares are pointed at and written.
    fn selection(&self, enemy_king: &Option<Wire>) -> Selection {
        let (b, current) = (&self.b, &self.current);
        let on = |name: &str| self.control.get(name);
        let asked = self.data.slice(0, 6);
        let point = match enemy_king {
            Some(king) => {
                let alone = self.control.get("find_discovered") | self.control.get("lift_test");
                mux(&on("look"), king, &mux(&alone, &self.aggressor.square, &asked))
            }
            None => asked.clone(),
        };
        let en_passant_made = on("make") & on("phase").is(4);
        let en_passant_undone = (on("undo") & current.phase.is(4)).named("en_passant_undone");
        let rank = |square: &Wire| square.slice(3, 3);
        let beside = concat(&[rank(&current.origin), current.destination.slice(0, 3)]);
        let kings_side = current.destination.bit(2);
        let rook_at = |king_side: u64, queen_side: u64| {
            let file = mux(&kings_side, &b.constant(3, king_side), &b.constant(3, queen_side));
            concat(&[rank(&current.destination), file])
        };
        let rook = (on("make_rook") | on("undo_rook")).named("moves_rook");
        let choose = |undone: &Wire, rook_square: &Wire, found: &Wire| {
            let other = mux(&on("load_square"), &asked, found);
            mux(&on("undo"), undone, &mux(&rook, rook_square, &other))
        };
        let restored = mux(&en_passant_undone, &beside, &current.destination);
        Selection {
            point: mux(&on("find_aggressor"), &self.victim.square, &point),
            destination: choose(&restored, &rook_at(5, 3), &self.victim.square),
            origin: choose(&current.origin, &rook_at(7, 0), &self.aggressor.square),
            clear_beside: en_passant_made,
            clear_behind: en_passant_undone,
        }
    }

    /// What the checks-first cycles add.
    fn sighting(&self) -> SightBroadcast {
        let on = |name: &str| self.control.get(name);
        SightBroadcast {
            look: on("look"),
            find_pivot: on("find_pivot"),
            spare_pivots: on("find_discovered"),
            find_discoverer: on("find_discoverer"),
        }
    }

    /// Which kings' lines may pass, and which ways are watched.
    fn castling_selection(&self, rights: &Wire) -> CastlingSelection {
        let b = &self.b;
        let on = |name: &str| self.control.get(name);
        let sides = mux(&self.side, &b.constant(4, 0b1100), &b.constant(4, 0b0011));
        let finds = on("find_aggressor") | (on("find_victim") & !on("pawns_only"));
        let wings = mux(&self.victim.square.bit(2), &b.constant(4, 0b0101), &b.constant(4, 0b1010));
        CastlingSelection {
            castle_open: (rights & &sides).when(&finds),
            castle_watch: (&sides & &wings).when(&on("castle_test")),
        }
    }

    /// The rights a move leaves: a king or rook that moves, or a rook captured at home, loses them.
    fn kept_rights(&self, rights: &Wire) -> Wire {
        let touched = |square: u64| self.aggressor.square.is(square) | self.victim.square.is(square);
        let kept: Vec<Wire> = [(4, 7), (4, 0), (60, 63), (60, 56)]
            .iter()
            .zip(0..)
            .map(|(&(king, rook), side)| rights.bit(side) & !(touched(king) | touched(rook)))
            .collect();
        crate::parts::decode::word(&kept).named("kept_rights")
    }
}
