//! The board as people see it.

use std::fmt::Write as _;

use super::{Hand, Kind, Piece, Position, Side, Square};

/// The signs of a drawn board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signs {
    /// A kanji for each piece; White's have a `v` before them.
    Kanji,
    /// The letters of SFEN.
    Letters,
}

impl Piece {
    /// Its kanji.
    pub fn kanji(self) -> char {
        match (self.kind, self.promoted) {
            (Kind::Pawn, false) => '歩',
            (Kind::Lance, false) => '香',
            (Kind::Knight, false) => '桂',
            (Kind::Silver, false) => '銀',
            (Kind::Gold, _) => '金',
            (Kind::Bishop, false) => '角',
            (Kind::Rook, false) => '飛',
            (Kind::King, _) => '玉',
            (Kind::Pawn, true) => 'と',
            (Kind::Lance, true) => '杏',
            (Kind::Knight, true) => '圭',
            (Kind::Silver, true) => '全',
            (Kind::Bishop, true) => '馬',
            (Kind::Rook, true) => '龍',
        }
    }

    /// Its letters in SFEN.
    pub fn sfen(self) -> String {
        let letter = match self.side {
            Side::Black => self.kind.letter(),
            Side::White => self.kind.letter().to_ascii_lowercase(),
        };
        format!("{}{letter}", if self.promoted { "+" } else { "" })
    }
}

impl Position {
    /// The board with the hands of both sides, White's side above.
    pub fn draw(&self, signs: Signs) -> String {
        let mut text = format!("white in hand: {}\n", self.told(Side::White));
        let heads = (1..=9).rev();
        text.push_str(&match signs {
            // A kanji is as wide as two letters.
            Signs::Kanji => heads.map(|file| format!("  {file}")).collect::<String>(),
            Signs::Letters => heads.map(|file| format!(" {file:>2}")).collect(),
        });
        text.push('\n');
        for row in (0..9).rev() {
            for square in (0..9).filter_map(|column| Square::at(column, row)) {
                let sign = match (self.piece(square), signs) {
                    (None, Signs::Kanji) => " ・".into(),
                    (None, Signs::Letters) => "  .".into(),
                    (Some(piece), Signs::Kanji) => {
                        format!("{}{}", if piece.side == Side::White { 'v' } else { ' ' }, piece.kanji())
                    }
                    (Some(piece), Signs::Letters) => format!("{:>3}", piece.sfen()),
                };
                text.push_str(&sign);
            }
            let _ = writeln!(text, " {}", (b'i' - row as u8) as char);
        }
        text + &format!("black in hand: {}\n", self.told(Side::Black))
    }

    fn told(&self, side: Side) -> String {
        let hand: &Hand = self.hand(side);
        let held = Kind::IN_HAND.into_iter().rev().filter(|kind| hand.count(*kind) > 0);
        let told: Vec<String> = held.map(|kind| format!("{} {}", kind.letter(), hand.count(kind))).collect();
        if told.is_empty() { "nothing".into() } else { told.join(", ") }
    }
}
