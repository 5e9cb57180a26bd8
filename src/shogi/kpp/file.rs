//! Bonanza's own file of weights, `fv.bin`.

use std::path::Path;

use super::{Code, Numbering, Weights};
use crate::game::Refusal;

/// Squares of a king.
const SQUARES: usize = 81;
/// Weights of a king's triangle: of each code with those up to it.
const TRIANGLE: usize = 1476 * 1477 / 2;
/// Codes of the sums over both kings.
const KKP_CODES: usize = 738;
/// All weights.
const WEIGHTS: usize = SQUARES * TRIANGLE + SQUARES * SQUARES * KKP_CODES;

/// The weights of a file, in the classic numbering: little-endian numbers of 16 bits, first a
/// triangle for each square of a king, then a row for each two squares of both kings.
///
/// Source: `load_fv` in `ini.c` of Bonanza 6, which reads both tables as they are in memory.
#[derive(Clone, Debug)]
pub struct FvBin(Vec<u8>);

impl FvBin {
    /// Bytes of a file.
    pub const BYTES: usize = 2 * WEIGHTS;

    /// The weights of a file.
    ///
    /// # Errors
    /// It cannot be read, or has another size than Bonanza's.
    pub fn read(path: &Path) -> Result<Self, Refusal> {
        let size = std::fs::metadata(path)?.len();
        if size != Self::BYTES as u64 {
            return Err(Self::wrong_size(size));
        }
        Self::new(std::fs::read(path)?)
    }

    /// The weights of these bytes.
    ///
    /// # Errors
    /// They are more or fewer than those of Bonanza's file.
    pub fn new(bytes: Vec<u8>) -> Result<Self, Refusal> {
        match bytes.len() == Self::BYTES {
            true => Ok(Self(bytes)),
            false => Err(Self::wrong_size(bytes.len() as u64)),
        }
    }

    fn wrong_size(size: u64) -> Refusal {
        let right = Self::BYTES;
        format!("it has {size} bytes; give Bonanza's fv.bin, which has {right}").into()
    }

    /// The weight at this place; 0 behind the last.
    fn weight(&self, place: usize) -> i32 {
        let bytes = self.0.get(2 * place..2 * place + 2);
        bytes.map_or(0, |bytes| i16::from_le_bytes([bytes[0], bytes[1]]).into())
    }
}

impl Weights for &FvBin {
    fn numbering(&self) -> Numbering {
        Numbering::Classic
    }

    fn kpp(&self, king: usize, one: Code, other: Code) -> i32 {
        let [low, high] = [one.min(other), one.max(other)].map(usize::from);
        self.weight(king * TRIANGLE + high * (high + 1) / 2 + low)
    }

    fn kkp(&self, king: usize, other_king: usize, piece: Code) -> i32 {
        let row = king * SQUARES + other_king;
        self.weight(SQUARES * TRIANGLE + row * KKP_CODES + usize::from(piece))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shogi::Position;
    use crate::shogi::kpp::{Seeded, whole};

    /// Weights that are written as Bonanza writes them are found again.
    #[test]
    fn weights_are_read_from_where_bonanza_has_them() {
        let seeded = Seeded { numbering: Numbering::Classic, seed: 5 };
        let position: Position =
            "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1".parse().unwrap();
        let mut bytes = vec![0; FvBin::BYTES];
        let mut put = |place: usize, weight: i32| {
            bytes[2 * place..2 * place + 2].copy_from_slice(&(weight as i16).to_le_bytes());
        };
        // The kings stand on 2i and 1b: by ranks from 9a, squares 79 and 17.
        for king in [79, 80 - 17] {
            for high in 0..1476 {
                for low in 0..=high {
                    put(
                        king * TRIANGLE + high * (high + 1) / 2 + low,
                        seeded.kpp(king, low as u16, high as u16),
                    );
                }
            }
        }
        for (king, other) in [(79, 17), (80 - 17, 80 - 79)] {
            for piece in 0..KKP_CODES {
                let place = SQUARES * TRIANGLE + (king * SQUARES + other) * KKP_CODES + piece;
                put(place, seeded.kkp(king, other, piece as u16));
            }
        }
        let file = FvBin::new(bytes).unwrap();
        assert_eq!(whole(&&file, &position), whole(&seeded, &position));
    }

    #[test]
    fn a_file_of_another_size_is_refused() {
        let said = FvBin::new(vec![0; 100]).unwrap_err().to_string();
        assert_eq!(said, "it has 100 bytes; give Bonanza's fv.bin, which has 186268248");
    }
}
