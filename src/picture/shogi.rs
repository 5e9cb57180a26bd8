//! A position of shogi: the board with its pieces, and the hands of both sides.

use crate::shogi::{Kind, Piece, Position, Side, Square};

/// From the middle of a square to the middle of the next.
const PITCH: i32 = 44;
/// Around the board, room for its names and the hands.
const MARGIN: i32 = 66;
/// The side of the board.
const BOARD: i32 = 9 * PITCH;
/// The side of the picture.
const SIDE: i32 = BOARD + 2 * MARGIN;

/// The fonts with kanji of usual systems.
const FONTS: &str = "Noto Serif CJK JP,Hiragino Mincho ProN,Yu Mincho,IPAMincho,serif";

/// The middle of a square; file 9 is on the left, and rank a above.
fn middle(square: Square) -> (i32, i32) {
    let at = |place: i32| MARGIN + place * PITCH + PITCH / 2;
    (at(square.column().into()), at(8 - i32::from(square.row())))
}

/// A piece around the middle of its square, upright if it is Black's.
fn piece((x, y): (i32, i32), piece: Piece) -> String {
    let turned = if piece.side == Side::White { 180 } else { 0 };
    let colour = if piece.promoted { "#a11" } else { "#111" };
    format!(
        "<g transform='translate({x} {y}) rotate({turned})'>\
         <path d='M0-19L13-13L17 18H-17L-13-13z' fill='#f6e2b3' stroke='#7a5a20'/>\
         <text y='10' font-size='24' fill='{colour}'>{}</text></g>",
        piece.kanji()
    )
}

/// The pieces of a kind in hand, with their number if there are several.
fn held(position: &Position, side: Side) -> String {
    let kinds = Kind::IN_HAND.into_iter().rev().filter(|kind| position.hand(side).count(*kind) > 0);
    let y = if side == Side::Black { SIDE - PITCH / 2 } else { PITCH / 2 };
    let drawn = kinds.zip(0..).map(|(kind, place)| {
        let x = match side {
            Side::Black => MARGIN + PITCH / 2 + place * 57,
            Side::White => SIDE - MARGIN - PITCH / 2 - place * 57,
        };
        let count = position.hand(side).count(kind);
        let number = if count > 1 {
            format!("<text x='{}' y='{}' font-size='15'>{count}</text>", x + 27, y + 6)
        } else {
            String::new()
        };
        piece((x, y), Piece { side, kind, promoted: false }) + &number
    });
    drawn.collect()
}

/// The lines of the board, and the names of its files and ranks.
fn board() -> String {
    let end = MARGIN + BOARD;
    let lines = (0..=9).map(|line| {
        let at = MARGIN + line * PITCH;
        format!("M{MARGIN} {at}H{end}M{at} {MARGIN}V{end}")
    });
    let names = (0..9).map(|place: i32| {
        let at = MARGIN + place * PITCH + PITCH / 2;
        let rank = char::from(b'a' + place as u8);
        format!(
            "<text x='{at}' y='{}'>{}</text><text x='{}' y='{}'>{rank}</text>",
            MARGIN - 6,
            9 - place,
            end + 12,
            at + 5
        )
    });
    format!(
        "<path fill='#e8c67a' d='M0 0h{SIDE}v{SIDE}H0z'/><path fill='none' stroke='#4a3512' d='{}'/><g font-size='15'>{}</g>",
        lines.collect::<String>(),
        names.collect::<String>()
    )
}

/// A position as SVG.
pub fn position(position: &Position) -> String {
    let on_board = Square::all().filter_map(|square| Some(piece(middle(square), position.piece(square)?)));
    let pieces: String = on_board.chain(Side::ALL.map(|side| held(position, side))).collect();
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {SIDE} {SIDE}' width='{SIDE}' height='{SIDE}'>\
         <title>{position}</title><g text-anchor='middle' font-family='{FONTS}'>{}{pieces}</g></svg>",
        board()
    )
}

#[test]
fn each_piece_stands_on_its_square_and_each_hand_beside_its_side() {
    let read: Position = "4k4/9/4+P4/9/9/9/9/9/4K4 b RG2p 1".parse().unwrap();
    let drawn = position(&read);
    // Two kings and a promoted pawn, and three kinds in hand.
    assert_eq!(drawn.matches("<g transform=").count(), 6);
    let promoted = "translate(264 176) rotate(0)";
    assert!(drawn.contains(promoted) && drawn.contains("'#a11'>と</text>"), "{drawn}");
    assert!(
        drawn.contains("translate(264 88) rotate(180)") && drawn.contains("translate(264 440) rotate(0)")
    );
    assert!(drawn.contains("font-size='15'>2</text>"), "two pawns in White's hand");
}
