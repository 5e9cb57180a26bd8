//! Squares of killers, in software: quiet moves to them cut other nodes below the same node.

/// The squares that the last quiet moves went to which cut a node, the latest first, none twice.
/// Moves to them are tried before other quiet moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Killers([Option<usize>; 2]);

impl Killers {
    /// A quiet move to this square has cut a node.
    pub fn with(self, square: usize) -> Self {
        let [first, second] = self.0;
        let kept = if first == Some(square) { second } else { first };
        Self([Some(square), kept])
    }

    /// The place of quiet moves to a square: 0, 1, or 2 if it is none of these.
    pub fn place(&self, square: usize) -> usize {
        self.0.iter().position(|killer| *killer == Some(square)).unwrap_or(self.0.len())
    }
}

/// What a thread brings to the node above.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Brought {
    /// Nothing that matters.
    #[default]
    Nothing,
    /// A value; if it cuts the node, this quiet move does.
    Value(usize),
    /// The node below was cut, by a quiet move to this square.
    Cut(usize),
}
