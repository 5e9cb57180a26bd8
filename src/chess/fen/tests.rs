//! Good FENs read back, errors in bad ones name the field, and no text makes the reader panic.

use proptest::prelude::*;

use super::*;
use crate::chess::{reference, rules};

#[test]
fn fens_of_the_suites_read_back_and_agree_with_the_rules_library() {
    for line in reference::suite() {
        let fen = line.position.to_fen();
        assert_eq!(Position::from_fen(&fen).unwrap(), line.position);
        assert_eq!(reference::board(&line.position).to_string(), fen);
    }
}

#[test]
fn blanks_are_free_and_counters_optional() {
    let start = Position::from_fen(Position::START).unwrap();
    let spaced = "  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR \t w   qkQK\n- ";
    assert_eq!(Position::from_fen(spaced).unwrap(), start);
    assert_eq!(start.to_fen(), Position::START);
    let halfmove = Position::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 7").unwrap();
    assert_eq!((halfmove.halfmove, halfmove.fullmove), (7, 1));
}

/// What programs write that takes the standard lightly, and what it means: the same moves.
#[test]
fn what_is_harmless_and_common_is_taken() {
    let read = |fen: &str| Position::from_fen(fen).unwrap().to_fen();
    for rights in ["KQkq", "kqKQ", "QKqk", "qkQK", "KkQq"] {
        assert_eq!(read(&Position::START.replace("KQkq", rights)), Position::START, "{rights}");
    }
    // Some count moves from 0.
    assert_eq!(read("4k3/8/8/8/8/8/8/4K3 w - - 0 0"), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    for kept in [
        // A square that was passed where no pawn can take.
        "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1",
        // A clock that a pawn's move has set to 0, or with more half moves than the game.
        "4k3/8/8/8/3pP3/8/8/4K3 b - e3 7 9",
        "4k3/8/8/8/8/8/8/4K3 w - - 90 2",
    ] {
        assert_eq!(read(kept), kept);
    }
    let clock = |clock| Position::from_fen(&format!("4k3/8/8/8/3pP3/8/8/4K3 b - e3 {clock} 9")).unwrap();
    assert_eq!(rules::leaves(&clock(7), 2), rules::leaves(&clock(0), 2));
}

/// As Shredder and X-FEN write them, in any order.
#[test]
fn castling_rights_may_name_the_files_of_the_rooks() {
    for rights in ["HAha", "AHah", "haHA", "KQha", "HQkq"] {
        let text = Position::START.replace("KQkq", rights);
        assert_eq!(Position::from_fen(&text), Ok(Position::start()), "{rights}");
    }
    let some = Position::from_fen("r3k3/8/8/8/8/8/8/4K2R w Ha -").unwrap();
    assert_eq!(some.castling.to_string(), "Kq");
}

/// Every kind of error, the field it names, and the beginning of its message.
#[test]
fn errors_name_field_and_fault() {
    let cases = [
        ("", "FEN whole line ``: it has 0 of the 4 to 6 fields"),
        ("4k3/8/8/8/8/8/8/4K3 w -", "FEN whole line `4k3/8/8/8/8/8/8/4K3 w -`: it has 3 of"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 2", "FEN whole line `4k3/8/8/8/8/8/8/4K3 w - - 0 1 2`: it has 7 of"),
        ("4k3/8/8/8/8/8/4K3 w - -", "FEN field 1 (board) `4k3/8/8/8/8/8/4K3`: 7 ranks"),
        ("4k3/8/8/8/8/8/8/8/4K3 w - -", "FEN field 1 (board) `4k3/8/8/8/8/8/8/8/4K3`: 9 ranks"),
        ("4k3/8/8/7/8/8/8/4K3 w - -", "FEN field 1 (board) `4k3/8/8/7/8/8/8/4K3`: rank 5 has 7 squares"),
        ("4k3/8/8/8p/8/8/8/4K3 w - -", "FEN field 1 (board) `4k3/8/8/8p/8/8/8/4K3`: rank 5 has 9 squares"),
        (
            "4k3/8/8/7x/8/8/8/4K3 w - -",
            "FEN field 1 (board) `4k3/8/8/7x/8/8/8/4K3`: `x` in rank 5 is no piece",
        ),
        (
            "4k3/8/8/44/8/8/8/4K3 w - -",
            "FEN field 1 (board) `4k3/8/8/44/8/8/8/4K3`: `44` in rank 5: two numbers side by side; write their sum",
        ),
        (
            "4k3/8/8/p43/8/8/8/4K3 w - -",
            "FEN field 1 (board) `4k3/8/8/p43/8/8/8/4K3`: `43` in rank 5: two numbers",
        ),
        ("4k3/8/8/9/8/8/8/4K3 w - -", "FEN field 1 (board) `4k3/8/8/9/8/8/8/4K3`: `9` in rank 5 is no piece"),
        ("4k3/8/8/8/8/8/8/8 w - -", "FEN field 1 (board) `4k3/8/8/8/8/8/8/8`: white has 0 kings"),
        ("4k3/4k3/8/8/8/8/8/4K3 w - -", "FEN field 1 (board) `4k3/4k3/8/8/8/8/8/4K3`: black has 2 kings"),
        (
            "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - -",
            "FEN field 1 (board) `4k3/8/8/8/8/P7/PPPPPPPP/4K3`: white has 9 pawns",
        ),
        (
            "4k3/8/8/8/8/QQ6/PPPPPPPP/RNBQKBNR w - -",
            "FEN field 1 (board) `4k3/8/8/8/8/QQ6/PPPPPPPP/RNBQKBNR`: white has 18 pieces",
        ),
        (
            "4k3/8/8/8/8/2N5/PPPPPPPP/1NBQKBN1 w - -",
            "FEN field 1 (board) `4k3/8/8/8/8/2N5/PPPPPPPP/1NBQKBN1`: white has more pieces than its pawns can have become (promoted: 1, pawns gone: 0)",
        ),
        (
            "4k3/pppppppp/3b4/b7/8/8/8/4K3 w - -",
            "FEN field 1 (board) `4k3/pppppppp/3b4/b7/8/8/8/4K3`: black has more pieces than its pawns can have become (promoted: 1, pawns gone: 0)",
        ),
        ("3qk3/8/8/8/8/8/8/P3K3 w - -", "FEN field 1 (board) `3qk3/8/8/8/8/8/8/P3K3`: a white pawn on a1"),
        ("p2qk3/8/8/8/8/8/8/4K3 w - -", "FEN field 1 (board) `p2qk3/8/8/8/8/8/8/4K3`: a black pawn on a8"),
        (
            "8/8/8/4k3/3K4/8/8/8 w - -",
            "FEN field 1 (board) `8/8/8/4k3/3K4/8/8/8`: the kings on d4 and e5 touch",
        ),
        ("4k3/8/8/8/8/8/8/4K3 W - -", "FEN field 2 (side to move) `W`: no side to move; use `w`"),
        ("4k3/8/8/8/8/8/8/R3K3 b K -", "FEN field 3 (castling) `K`: `K` needs the white rook on h1"),
        ("4k3/8/8/8/8/8/8/4KR2 b K -", "FEN field 3 (castling) `K`: `K` is a castling of Chess960"),
        ("4k3/8/8/8/8/8/8/4KR2 b F -", "FEN field 3 (castling) `F`: `F` is a castling of Chess960"),
        ("4k3/8/8/8/8/8/8/R1K5 w A -", "FEN field 3 (castling) `A`: `A` is a castling of Chess960"),
        ("1r2k3/8/8/8/8/8/8/4K3 b b -", "FEN field 3 (castling) `b`: `b` is a castling of Chess960"),
        ("4k3/8/8/8/8/8/8/R4K1R w KQ -", "FEN field 3 (castling) `KQ`: `K` is a castling of Chess960"),
        ("4k3/8/8/8/8/8/8/4K2R w KH -", "FEN field 3 (castling) `KH`: `K` is told twice; leave one out"),
        (
            "4k3/8/8/8/8/8/4R3/4K3 w - -",
            "FEN field 2 (side to move) `w`: white is to move, but black's king on e8 is attacked from e2",
        ),
        (
            "4k3/8/3N1N2/8/8/8/4R3/4K3 b - -",
            "FEN field 2 (side to move) `b`: 3 pieces check black's king on e8",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w KX -", "FEN field 3 (castling) `KX`: no castling rights"),
        ("4k3/8/8/8/8/8/8/4K2R w KK -", "FEN field 3 (castling) `KK`: `K` is told twice; leave one out"),
        ("4k3/8/8/8/8/8/8/4K2R w K- -", "FEN field 3 (castling) `K-`: no castling rights"),
        ("3k4/8/8/8/8/8/8/4K2R w k -", "FEN field 3 (castling) `k`: `k` needs the black king on e8"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w kqKQk -", "FEN field 3 (castling) `kqKQk`: `k` is told twice"),
        ("4k3/8/8/8/8/8/8/4K3 w - e9", "FEN field 4 (en passant) `e9`: no square"),
        (
            "4k3/8/8/8/4P3/8/8/4K3 w - e3",
            "FEN field 4 (en passant) `e3`: with white to move the square passed is on rank 6",
        ),
        (
            "4k3/8/8/8/4P3/8/8/4K3 b - e8",
            "FEN field 4 (en passant) `e8`: with black to move the square passed is on rank 3",
        ),
        ("4k3/8/8/8/4P3/8/8/4K3 b - d3", "FEN field 4 (en passant) `d3`: no white pawn stands on d4"),
        (
            "4k3/8/8/8/4P3/4N3/8/4K3 b - e3",
            "FEN field 4 (en passant) `e3`: e3, which the pawn left or passed, is not empty",
        ),
        (
            "4k3/8/8/8/4P3/8/4N3/4K3 b - e3",
            "FEN field 4 (en passant) `e3`: e2, which the pawn left or passed, is not empty",
        ),
        (
            "4k3/8/8/1B6/4P3/8/8/4K3 b - e3",
            "FEN field 4 (en passant) `e3`: before the double step black's king on e8 would have been attacked from b5",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "FEN field 5 (halfmove clock) `x`: no number from 0 to 150"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 151 1", "FEN field 5 (halfmove clock) `151`: no number"),
        ("4k3/8/8/8/8/8/8/4K3 w - - +1 1", "FEN field 5 (halfmove clock) `+1`: no number"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 -1", "FEN field 6 (move number) `-1`: no number from 0 to 9999"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 10000", "FEN field 6 (move number) `10000`: no number"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999", "FEN field 6 (move number) `99999999999`: no number"),
    ];
    for (fen, expected) in cases {
        let error = Position::from_fen(fen).expect_err(fen).to_string();
        assert!(error.starts_with(expected), "{fen}\n  {error}\n  {expected}");
    }
}

#[test]
fn an_error_shows_outside_text_short_and_escaped() {
    let error = Position::from_fen(&"\u{1b}[31m".repeat(100)).unwrap_err().to_string();
    assert!(error.contains("`\\u{1b}[31m"), "{error}");
    assert!(error.chars().count() < 500 && error.contains("...`"), "{error}");
}

/// A FEN of the suites with some of its bytes replaced, removed or doubled.
fn mutated() -> impl Strategy<Value = String> {
    let edits =
        prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..3), 1..4);
    (0..reference::suite().len(), edits).prop_map(|(line, edits)| {
        const LETTERS: &[u8] = b"pnbrqkPNBRQK12345678/ -wbaceh09";
        let mut text = reference::suite()[line].position.to_fen().into_bytes();
        for (place, letter, edit) in edits {
            let place = place.index(text.len());
            match edit {
                0 => text[place] = *letter.get(LETTERS),
                1 => text.insert(place, *letter.get(LETTERS)),
                _ => drop(text.remove(place)),
            }
        }
        String::from_utf8(text).unwrap()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(10_000) })]

    #[test]
    fn no_text_makes_it_panic(text in "\\PC{0,120}") {
        let _ = Position::from_fen(&text);
    }

    #[test]
    fn fen_like_text_is_read_right_or_refused(text in "[1-8pnbrqkPNBRQK/]{8,40} [wb] [KQkq-]{1,4} ([a-h][36]|-)( [0-9]{1,4}){0,2}") {
        let _ = Position::from_fen(&text);
    }

    /// An accepted text is written back to the same position, and the rules library takes it too.
    #[test]
    fn a_mutated_fen_is_refused_or_sound(text in mutated()) {
        if let Ok(position) = Position::from_fen(&text) {
            let fen = position.to_fen();
            prop_assert_eq!(&Position::from_fen(&fen).unwrap(), &position);
            prop_assert!(rules::board(&position).is_some(), "{}", fen);
        }
    }
}
