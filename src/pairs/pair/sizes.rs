//! The numbers of threads, nodes and items of a pair, and the widths of their indices.

use crate::describe::{Wire, concat};
use crate::pairs::options::PerftOptions;
use crate::pairs::passes::Pipes;
use crate::pairs::threads::Widths;
use crate::stream::FastError;

/// The number of items that can wait, at least, besides one for each thread.
const WAITING: u32 = 16;

/// The sizes of a pair.
pub struct Sizes {
    /// Its threads.
    pub threads: u32,
    /// Cycles from a turn to its answer.
    pub latency: u32,
    /// Cycles from a position to its count.
    pub counting: u32,
    /// Nodes of all stacks.
    pub stacks: u32,
    /// Nodes of stacks and items: a power of two.
    pub nodes: u32,
    /// Items there is room for.
    pub items: u32,
    /// Nodes of a stack: a power of two.
    pub stack_depth: u32,
    /// The widths of a thread's words.
    pub widths: Widths,
    /// There are other pairs.
    pub shared: bool,
}

impl Sizes {
    /// The sizes from the options, for these pipelines.
    ///
    /// # Errors
    /// Fewer threads than the pipelines need, or too many.
    pub fn new(pipes: &Pipes, options: &PerftOptions) -> Result<Self, FastError> {
        // What a thread knows is read when its last turn has been thought over, three cycles.
        let threads = pipes.threads(options.threads, 6)?;
        let stacks = threads * options.stack_depth;
        let nodes = (stacks + threads + WAITING).next_power_of_two();
        Ok(Self {
            threads,
            // A node's address waits in a register.
            latency: pipes.latency() + 1,
            counting: pipes.counting(),
            stacks,
            nodes,
            // More would find work for no more threads.
            items: (threads + WAITING).next_power_of_two().min(nodes - stacks),
            stack_depth: options.stack_depth,
            widths: Widths {
                node: nodes.trailing_zeros(),
                // A thread stands at most as many plies below its item as it can hold nodes; a
                // child of the deepest is counted.
                ply: options.deepest().ilog2() + 1,
                plies: options.stack_depth + 1,
            },
            shared: options.pairs > 1,
        })
    }

    /// The width of a word of the queue of items: whether the item is the root, if there are other
    /// pairs; height; place.
    pub fn work_width(&self) -> u32 {
        self.widths.node + self.widths.ply + u32::from(self.shared)
    }

    /// The address of a node in a thread's stack, which holds the nodes from the first ply below
    /// the item on.
    pub fn node_of(&self, thread: &Wire, place: &Wire) -> Wire {
        let address = concat(&[thread.clone(), place.slice(0, self.stack_depth.trailing_zeros())]);
        match address.width() < self.widths.node {
            true => address.extend(self.widths.node),
            false => address.slice(0, self.widths.node),
        }
    }
}
