//! The memory of nodes, which all threads share.

use super::code::Code;
use super::node::Node;
use super::rules::PLIES;

/// A line of moves.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    moves: [Code; PLIES],
    length: usize,
}

impl Line {
    /// No moves.
    pub const NONE: Self = Self { moves: [Code::NONE; PLIES], length: 0 };

    /// Its moves.
    pub fn moves(&self) -> &[Code] {
        &self.moves[..self.length]
    }

    /// A move, and then this line.
    fn after(&self, first: Code) -> Self {
        let mut line = Self { length: (self.length + 1).min(PLIES), ..Self::NONE };
        line.moves[0] = first;
        line.moves[1..line.length].copy_from_slice(&self.moves[..line.length - 1]);
        line
    }
}

/// Nodes by their places. The root is at place 0.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    nodes: Vec<Node>,
    /// The best line from each node on.
    lines: Vec<Line>,
    used: Vec<bool>,
    free: Vec<usize>,
}

impl Pool {
    /// Room for the nodes of so many threads, and the root in it.
    pub fn begin(&mut self, root: Node, threads: usize) {
        let places = threads * (PLIES + 2);
        self.nodes.clear();
        self.nodes.resize(places, root);
        self.lines.resize(places, Line::NONE);
        self.lines[0] = Line::NONE;
        self.used.clear();
        self.used.resize(places, false);
        self.used[0] = true;
        self.free.clear();
        self.free.extend((1..places).rev());
    }

    /// Places a node, if there is room.
    #[inline]
    pub fn add(&mut self, node: Node) -> Option<usize> {
        let place = self.free.pop()?;
        self.nodes[place] = node;
        self.lines[place].length = 0;
        self.used[place] = true;
        Some(place)
    }

    /// Frees a place.
    #[inline]
    pub fn remove(&mut self, place: usize) {
        self.used[place] = false;
        self.free.push(place);
    }

    /// The places in use.
    #[cfg(test)]
    pub fn in_use(&self) -> usize {
        self.used.iter().filter(|used| **used).count()
    }

    /// The best line from a node on.
    #[inline]
    pub fn line(&self, place: usize) -> &Line {
        &self.lines[place]
    }

    /// The best line of a node is a move, and that of the node below it.
    #[inline]
    pub fn extend(&mut self, place: usize, code: Code, below: Option<usize>) {
        self.lines[place] = below.map_or(&Line::NONE, |below| &self.lines[below]).after(code);
    }

    /// Whether a node is another, or below it.
    pub fn is_within(&self, mut place: usize, top: usize) -> bool {
        let ply = self.nodes[top].ply;
        while self.nodes[place].ply > ply {
            place = self.nodes[place].parent;
        }
        place == top
    }

    /// Frees all nodes below one.
    pub fn remove_below(&mut self, top: usize) {
        let below = |place: &usize| self.used[*place] && *place != top && self.is_within(*place, top);
        let below: Vec<usize> = (0..self.nodes.len()).filter(below).collect();
        below.into_iter().for_each(|place| self.remove(place));
    }

    /// The node of most depth that another thread may join, the first of several.
    pub fn to_join(&self) -> Option<usize> {
        let used = self.used.iter().zip(&self.nodes).enumerate();
        let open = used.filter(|(_, (used, node))| **used && node.may_be_joined());
        open.max_by_key(|(place, (_, node))| (node.depth, usize::MAX - place)).map(|(place, _)| place)
    }
}

impl std::ops::Index<usize> for Pool {
    type Output = Node;

    #[inline]
    fn index(&self, place: usize) -> &Node {
        &self.nodes[place]
    }
}

impl std::ops::IndexMut<usize> for Pool {
    #[inline]
    fn index_mut(&mut self, place: usize) -> &mut Node {
        &mut self.nodes[place]
    }
}
