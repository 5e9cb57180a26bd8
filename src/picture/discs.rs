//! A board with discs on its squares.

use crate::parts::board::Board;

/// From the middle of a square to the middle of the next.
const PITCH: u32 = 30;

/// A board with a disc of a colour on each square that has one, as SVG. `background` is the colour
/// of the board. The first rank is the upper edge.
pub fn discs<'a>(board: Board, background: &str, disc: impl Fn(u32) -> Option<&'a str>) -> String {
    let (width, height) = (PITCH * board.files, PITCH * board.ranks);
    let drawn = |at: u32| {
        let (file, rank) = board.coordinates(at);
        let (x, y, radius) = (PITCH * file + PITCH / 2, PITCH * rank + PITCH / 2, PITCH * 2 / 5);
        Some(format!("<circle cx='{x}' cy='{y}' r='{radius}' fill='{}'/>", disc(at)?))
    };
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' width='{width}' height='{height}'>\
         <path fill='{background}' d='M0 0h{width}v{height}H0z'/>{}</svg>",
        (0..board.squares()).filter_map(drawn).collect::<String>()
    )
}

#[test]
fn a_disc_stands_on_its_square() {
    let board = Board { files: 3, ranks: 2 };
    let picture = discs(board, "#2a7a4b", |at| (at == 5).then_some("#fff"));
    assert!(picture.contains("viewBox='0 0 90 60'") && picture.contains("fill='#2a7a4b'"), "{picture}");
    assert_eq!(picture.matches("<circle").count(), 1);
    assert!(picture.contains("<circle cx='75' cy='45' r='12' fill='#fff'/>"), "{picture}");
}
