use super::*;
use crate::blokus::evaluation::INFLUENCE;
use crate::blokus::search::{Searched, search};
use crate::blokus::{BlokusText, Generated, Move, Player};
use crate::cores::{self, Settings};
use crate::game::Play;
use crate::report::{Request, page};

/// Near the end of a game: 34 moves.
const LATE: &str = "64i1 a9e0 86n1 dco7 68s0 d9t4 4aq2 b6f1 b3l0 d3l0 34f3 8cg2 2dt6 5ck4 92a0";

fn request(core: &str) -> Request {
    let core = cores::find(core).unwrap();
    Request {
        core,
        settings: Settings::parse::<&str, &str>(core, &[]).unwrap(),
        root: BlokusText.read(Some(LATE), &[]).unwrap(),
        measured: Vec::new(),
        figures: Vec::new(),
    }
}

fn rows(position: &Position, player: Player) -> record::Rows {
    std::array::from_fn(|y| position.cells(player).row(y))
}

/// The moves are those of the rules, and so is all that is seen of the board; a move comes out of
/// the stream before it is held.
#[test]
fn a_node_is_that_of_the_rules() {
    let request = request("blokus");
    let position: Position = LATE.parse().unwrap();
    let design = cores::design(request.core, &request.settings).unwrap();
    let (run, moves, walk) = record::node(&design, 64, &position).unwrap();
    let moves: Vec<Move> = moves.iter().map(|&Generated { mv, .. }| mv).collect();
    assert_eq!(moves, position.moves());
    assert_eq!(walk.nodes, position.perft(record::WALK));
    let corners: record::Rows = std::array::from_fn(|y| position.corners(position.to_move()).row(y));
    for cycle in &run.cycles {
        assert_eq!(cycle.cells, Player::BOTH.map(|player| rows(&position, player)));
        assert_eq!(cycle.corners, corners);
        assert!(cycle.todo.iter().zip(&corners).all(|(todo, corner)| todo & !corner == 0));
        assert!(run.states.iter().any(|(number, _)| *number == cycle.state));
    }
    let mut from = 0;
    for ((answered, text), mv) in run.answers.iter().zip(&moves) {
        let cycle = &run.cycles[*answered];
        assert_eq!((cycle.held, text), (Some(*mv), &mv.to_string()));
        let came = run.cycles[from..*answered].iter().find_map(|cycle| cycle.next.map(Move::Place));
        assert_eq!(came, Some(*mv), "it was at the end of the stream before");
        from = *answered;
    }
    let page = page(&request).unwrap();
    for mv in moves {
        assert!(page.contains(&format!("<li><code>{mv}</code>, cycle ")), "{mv}");
    }
    assert!(page.contains("<strong>34</strong> moves in it") && page.contains("Blokus Duo player 2014"));
    assert!(!page.contains("id=\"pipeline\"") && !page.contains("CICC 2002"));
}

/// The score, the best move and the counts are those of the software, and the registers end with
/// them.
#[test]
fn a_search_is_that_of_the_software() {
    let request = request("blokus-player");
    let position: Position = LATE.parse().unwrap();
    let design = cores::design(request.core, &request.settings).unwrap();
    let (run, Searched { found, cycles, .. }) = record::search(&design, &position, 1).unwrap();
    assert_eq!(found, search(&position, &INFLUENCE, 1));
    let last = run.cycles.last().unwrap();
    let register = |cycle: &record::Cycle, name: &str| {
        cycle.values[run.registers.iter().position(|shown| shown.name == name).unwrap()]
    };
    assert_eq!(register(last, "alpha"), i64::from(found.score));
    assert_eq!(register(last, "leaves"), found.leaves as i64);
    assert_eq!((last.held, run.answers.len()), (found.best, 1));
    // The command and the answer take a cycle each beside the search.
    assert!((cycles..cycles + 4).contains(&(run.cycles.len() as u64)), "{cycles} of {}", run.cycles.len());
    // A value for each leaf comes out while it is searched, the best of them the score.
    let values: Vec<i64> = (run.cycles.iter())
        .filter(|cycle| register(cycle, "a leaf value is there") == 1)
        .map(|cycle| register(cycle, "value out of the evaluation"))
        .collect();
    assert_eq!(values.len() as u64, found.leaves);
    assert_eq!(values.into_iter().max(), Some(found.score.into()));
}

/// The player behind a line is searched with at the port within, two plies where there are few
/// moves.
#[test]
fn a_player_behind_a_line_is_replayed_within() {
    let position: Position = LATE.parse().unwrap();
    let found = search(&position, &INFLUENCE, 2);
    let page = page(&request("blokus-serial")).unwrap();
    for told in [
        format!("<strong>{}</strong> is its score", found.score),
        format!("<strong>{}</strong> leaves", found.leaves),
        format!("<strong>{}</strong> is the best of them", found.best.unwrap()),
        "with blokus-player, which is driven at the command port behind its serial line".into(),
        "<a href=\"#pipeline\">".into(),
    ] {
        assert!(page.contains(&told), "{told}");
    }
    assert!(page.matches("<details class=\"module depth").count() > 9);
}

#[test]
fn a_position_of_chess_is_refused() {
    let root = crate::chess::ON_64_SQUARES.start().unwrap();
    let refused = page(&Request { root, ..request("blokus") }).unwrap_err().to_string();
    assert_eq!(
        refused,
        "blokus is about Blokus Duo, and the position is of another game; give one of Blokus Duo"
    );
}
