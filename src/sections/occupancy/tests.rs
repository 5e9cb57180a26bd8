use super::*;
use crate::chess::ON_64_SQUARES;
use crate::chess::fast::stream::ChessStream;
use crate::chess::reference::legal_moves;
use crate::cores::{self, Settings};
use crate::game::Play;
use crate::report::{Request, page};

/// Few moves.
const ENDGAME: &str = "8/8/8/8/3k4/8/8/RK6 w - - 0 1";

/// Three moves, one of them a stalemate, so that threads begin again and again.
const STALEMATE: &str = "8/8/8/8/8/8/p7/k1K5 w - - 0 1";

fn request(core: &str, settings: &[(&str, &str)], fen: &str) -> Request {
    let core = cores::find(core).unwrap();
    Request {
        core,
        settings: Settings::parse(core, settings).unwrap(),
        root: ON_64_SQUARES.read(Some(fen), &[]).unwrap(),
        measured: Vec::new(),
        figures: Vec::new(),
    }
}

/// Leaves below a position, by the rules.
fn leaves(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ => legal_moves(position).into_iter().map(|mv| leaves(&position.after(mv), depth - 1)).sum(),
    }
}

/// Counts and their sum are those of the rules; the stages of the page are those of the machine.
#[test]
fn the_counter_counts_what_the_rules_do() {
    let request = request("chess-count", &[("levels", "8")], Position::KIWIPETE);
    let position = Position::from_fen(Position::KIWIPETE).unwrap();
    let machine = cores::count_machine(request.core, &request.settings).unwrap();
    let run = chess_run(&machine, &position).unwrap();
    assert_eq!(run.counts.len(), 4_000);
    assert_eq!(run.counts[0], 48);
    assert_eq!(run.below, 2_039);
    assert_eq!(run.counts[1..49].iter().sum::<u64>(), 2_039);
    // What follows are those after the replies to the first moves.
    let first = legal_moves(&position).into_iter().map(|mv| position.after(mv)).next().unwrap();
    let replies: Vec<u64> = legal_moves(&first).into_iter().map(|mv| leaves(&first.after(mv), 1)).collect();
    assert_eq!(run.counts[49..49 + replies.len()], replies);
    // A position a clock cycle, and the cycles until the first count.
    assert_eq!(run.strip.cells.len(), 4_000 + machine.latency as usize);
    assert!(run.strip.occupancy() > 99.0, "{}", run.strip.occupancy());
    assert_eq!(run.strip.cells.iter().position(|&cell| cell == 0), Some(machine.latency as usize));
    let page = page(&request).unwrap();
    // A cycle each, and one for the register behind the last.
    let stages = page.matches("<summary>Stage ").count();
    assert_eq!(stages as u32 + 1, machine.latency);
    assert!(page.contains("2,039 in sum") && page.contains("counts 2,039 leaves at depth 2"));
    let first = page.split_once("<b>holds</b>").unwrap().1;
    for input in ["own[64]", "enemy[64]", "pawns[48]", "kings[64]"] {
        assert!(first[..first.find("</p>").unwrap()].contains(&format!("<code>{input}</code>")), "{input}");
    }
}

/// A mate keeps the counter as busy as any position.
#[test]
fn a_tree_that_ends_is_given_again() {
    let checkmate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    let request = request("chess-count", &[("levels", "100")], checkmate);
    let machine = cores::count_machine(request.core, &request.settings).unwrap();
    let run = chess_run(&machine, &Position::from_fen(checkmate).unwrap()).unwrap();
    assert_eq!((run.counts, run.below), (vec![0; 4_000], 0));
    assert!(run.strip.occupancy() > 99.0);
}

/// Each thread gives the moves of the position and after each all replies, as many as the rules
/// have.
#[test]
fn threads_of_the_stream_walk_as_the_rules_have_it() {
    let request = request("chess-stream", &[("levels", "100"), ("stack_depth", "4")], STALEMATE);
    let position = Position::from_fen(STALEMATE).unwrap();
    let machine = cores::stream_machine(request.core, &request.settings).unwrap();
    let run = stream::run::<ChessStream>("chess-stream", &machine, &position).unwrap();
    let moves = leaves(&position, 1) as usize;
    let replies = leaves(&position, 2) as usize;
    let mut whole = 0;
    for thread in 0..run.threads {
        let left: Vec<usize> =
            run.left.iter().filter(|(of, _)| *of == thread).map(|(_, kind)| *kind).collect();
        // From one load to the next.
        let walks: Vec<&[usize]> = left.split(|&kind| kind == 3).collect();
        for walk in walks.iter().skip(1).take(walks.len().saturating_sub(2)) {
            let of = |kind: usize| walk.iter().filter(|&&left| left == kind).count();
            assert_eq!((of(0), of(1), of(2)), (moves, replies, 1), "thread {thread}");
            whole += 1;
        }
    }
    assert!(whole > 0, "no thread came to the end of its tree");
    let strip = run.strip(stream::ROUNDS);
    assert_eq!(strip.cells.len(), stream::ROUNDS * run.threads);
    let told = format!("The pipeline: {:.1} % busy", strip.occupancy());
    assert!(page(&request).unwrap().contains(&told), "{told}");
}

/// The strips have as many moves as the machine counted, and as many cycles.
#[test]
fn the_strip_of_the_walker_is_what_it_counted() {
    let settings = [("levels", "100"), ("stack_depth", "4"), ("pairs", "2")];
    let request = request("chess-perft", &settings, ENDGAME);
    let position = Position::from_fen(ENDGAME).unwrap();
    let design = cores::design(request.core, &request.settings).unwrap();
    let deepest = cores::deepest(request.core, &request.settings).unwrap();
    let run = perft::run::<Chess>(&design, deepest, &position).unwrap();
    assert_eq!(run.count.nodes, leaves(&position, run.depth));
    assert_eq!(run.count.moves, (1..run.depth).map(|depth| leaves(&position, depth)).sum::<u64>());
    assert!(run.depth > 3, "{} plies", run.depth);
    assert_eq!(run.strips.len(), 2);
    let useful: usize = run.strips.iter().map(Strip::useful).sum();
    assert_eq!(useful as u64, run.count.moves);
    assert!(run.strips.iter().all(|strip| strip.cells.len() as u64 == run.count.cycles));
    // Those that go to the counter are the parents of leaves.
    let counted: usize = run.strips.iter().map(|strip| strip.count(0)).sum();
    assert_eq!(counted as u64, leaves(&position, run.depth - 1));
    let page = page(&request).unwrap();
    // Stages are told of in their own section, not as modules one by one.
    assert!(!page.contains("<code>chess_perft_counter_stage_1</code>"));
    assert!(page.contains("Pair 2: ") && page.contains("<code>chess_perft_counter</code>"));
}
