//! Windows of searches that go one ply deeper each time: narrow ones, around the value of the
//! search before.
//!
//! A value outside a window says only on which side it is. So a search with a narrow window cuts
//! much more, and is done again with a wider one if its value is outside.

use super::model::WHOLE;
use crate::chess::player::MATES;

/// The least depth of a search with a narrow window, in plies.
const FROM: u32 = 3;

/// From the expected value to each end of the first window, in hundredths of a pawn.
const STEP: i32 = 20;

/// A window farther away than this is open at that end.
const FARTHEST: i32 = 2000;

/// A window, and how much wider the next one is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aim {
    /// Alpha and beta.
    pub window: [i32; 2],
    step: i32,
}

impl Aim {
    /// The first window of a search so deep. The one before had this value, if there was one.
    pub fn new(depth: u32, expected: Option<i32>) -> Self {
        let near = expected.filter(|value| depth >= FROM && value.abs() < MATES - STEP);
        let window = near.map_or(WHOLE, |value| [value - STEP, value + STEP]);
        Self { window, step: STEP }
    }

    /// The next window, if the value of the search is outside of this one.
    pub fn wider(self, value: i32) -> Option<Self> {
        let ([alpha, beta], step) = (self.window, 4 * self.step);
        let open = |end: i32, at: i32| if end.abs() > FARTHEST { at } else { end };
        let window = match value {
            _ if value <= alpha && alpha > WHOLE[0] => [open(value - step, WHOLE[0]), beta],
            _ if value >= beta && beta < WHOLE[1] => [alpha, open(value + step, WHOLE[1])],
            _ => return None,
        };
        Some(Self { window, step })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever the value is, it is inside of a window after a few; near mates, of the whole one.
    #[test]
    fn every_value_is_inside_at_last() {
        assert_eq!(Aim::new(2, Some(0)).window, WHOLE);
        assert_eq!(Aim::new(9, Some(-29_990)).window, WHOLE);
        for value in (-30_000..=30_000).step_by(7) {
            for expected in [-1_990, -3, 250, 4_000] {
                let (mut aim, mut windows) = (Aim::new(3, Some(expected)), 1);
                while let Some(wider) = aim.wider(value.clamp(aim.window[0], aim.window[1])) {
                    let [old, new] = [aim.window, wider.window];
                    assert!(new[0] <= old[0] && new[1] >= old[1] && new != old, "{old:?} {new:?}");
                    (aim, windows) = (wider, windows + 1);
                }
                let [alpha, beta] = aim.window;
                assert!(alpha < value && value < beta || aim.window == WHOLE || value.abs() == 30_000);
                assert!(windows < 12, "{windows} windows for {value} from {expected}");
            }
        }
    }
}
