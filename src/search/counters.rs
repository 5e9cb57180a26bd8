//! Counts of what a search did.

use super::Change;
use crate::describe::Wire;

/// The change of a counter. It begins with 0 when a search `begins`, and adds the `number` when the
/// `event` comes; both are 1 bit. Combinational; an addition.
pub fn counted(count: &Wire, begins: &Wire, event: &Wire, number: &Wire) -> Change {
    Change::new(&(begins | event), &(count + &number.extend(count.width())).when(&!begins))
}
