//! A board as text: a character for each square, for games whose pieces differ in nothing else.

use thiserror::Error;

use crate::parts::board::Board;

/// A board written rank by rank, from the first rank on, with `/` between the ranks.
#[derive(Clone, Copy, Debug)]
pub struct Diagram {
    /// The board.
    pub board: Board,
    /// The characters of what can stand on a square, one each, an empty square among them.
    pub symbols: &'static str,
}

/// The reasons why a text is no [`Diagram`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DiagramError {
    /// There are more ranks, or fewer.
    #[error("ranks: {found}; write {wanted} of them, with `/` between them")]
    Ranks {
        /// Their number.
        found: usize,
        /// Those of the board.
        wanted: u32,
    },
    /// A rank has more squares, or fewer.
    #[error("rank {rank}: `{text}`; write {wanted} squares")]
    Rank {
        /// Which, from 1.
        rank: usize,
        /// Its text.
        text: String,
        /// The squares of a rank.
        wanted: u32,
    },
    /// A character stands for nothing.
    #[error("{square}: `{found}`; write {symbols}")]
    Square {
        /// Where.
        square: String,
        /// The character.
        found: char,
        /// Those that stand for something.
        symbols: String,
    },
}

impl Diagram {
    /// The number of the symbol on each square, in the order of the squares.
    ///
    /// # Errors
    /// The text is that of another board, or has another character.
    pub fn read(&self, text: &str) -> Result<Vec<usize>, DiagramError> {
        let Board { files, ranks } = self.board;
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != ranks as usize {
            return Err(DiagramError::Ranks { found: rows.len(), wanted: ranks });
        }
        for (row, rank) in rows.iter().zip(1..) {
            if row.chars().count() != files as usize {
                return Err(DiagramError::Rank { rank, text: (*row).to_owned(), wanted: files });
            }
        }
        let squares = rows.iter().flat_map(|row| row.chars()).zip(0..);
        squares.map(|(found, at)| self.number(found).ok_or_else(|| self.stray(at, found))).collect()
    }

    fn number(&self, symbol: char) -> Option<usize> {
        self.symbols.chars().position(|known| known == symbol)
    }

    fn stray(&self, at: u32, found: char) -> DiagramError {
        let known: Vec<String> = self.symbols.chars().map(|symbol| format!("`{symbol}`")).collect();
        let symbols = match known.split_last() {
            Some((last, [])) => last.clone(),
            Some((last, others)) => format!("{} or {last}", others.join(", ")),
            None => "nothing".into(),
        };
        DiagramError::Square { square: self.board.name(at), found, symbols }
    }

    /// The ranks, where `symbol` gives the number of the symbol on a square. A number without a
    /// symbol is written as `?`.
    fn rows(&self, symbol: impl Fn(u32) -> usize) -> Vec<Vec<char>> {
        let Board { files, ranks } = self.board;
        let square = |at| self.symbols.chars().nth(symbol(at)).unwrap_or('?');
        (0..ranks).map(|rank| (0..files).map(|file| square(rank * files + file)).collect()).collect()
    }

    /// The text that [`Diagram::read`] reads; `symbol` gives the number of the symbol on a square.
    pub fn write(&self, symbol: impl Fn(u32) -> usize) -> String {
        let rows: Vec<String> = self.rows(symbol).iter().map(|row| row.iter().collect()).collect();
        rows.join("/")
    }

    /// The board in lines, with the names of files and ranks; the first rank is the upper edge.
    pub fn drawn(&self, symbol: impl Fn(u32) -> usize) -> String {
        let width = self.board.ranks.to_string().len();
        let spaced = |row: Vec<char>| row.into_iter().map(|square| format!(" {square}")).collect::<String>();
        let files = spaced(('a'..).take(self.board.files as usize).collect());
        let rows = self.rows(symbol).into_iter().zip(1..);
        let rows: String = rows.map(|(row, rank)| format!("{rank:>width$} {}\n", spaced(row))).collect();
        format!("{:width$} {files}\n{rows}", "")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: Diagram = Diagram { board: Board { files: 3, ranks: 2 }, symbols: "xo." };

    #[test]
    fn what_is_written_is_read() {
        let squares = vec![0, 2, 1, 2, 2, 0];
        let symbol = |at: u32| squares[at as usize];
        assert_eq!(BOARD.write(symbol), "x.o/..x");
        assert_eq!(BOARD.read("x.o/..x"), Ok(squares.clone()));
        assert_eq!(BOARD.drawn(symbol), "   a b c\n1  x . o\n2  . . x\n");
    }

    #[test]
    fn errors_name_the_place_and_the_mend() {
        for (text, told) in [
            ("...", "ranks: 1; write 2 of them, with `/` between them"),
            (".../..", "rank 2: `..`; write 3 squares"),
            (".../.?.", "b2: `?`; write `x`, `o` or `.`"),
        ] {
            assert_eq!(BOARD.read(text).unwrap_err().to_string(), told);
        }
    }
}
