//! Strongly connected components, in the order of reading.

use super::graph::BitGraph;

/// Not visited yet.
const NEW: u32 = u32::MAX;

/// The strongly connected components of the graph, each after all that it reads. (Tarjan 1972, with
/// an explicit stack instead of recursion, so long chains are no danger.)
pub(super) fn components(graph: &BitGraph) -> Vec<Vec<u32>> {
    let mut found = Vec::new();
    let mut number = vec![NEW; graph.len()];
    let mut low = vec![NEW; graph.len()];
    let mut open = vec![false; graph.len()];
    let mut stack = Vec::new();
    let mut count = 0;
    for root in 0..graph.len() as u32 {
        if number[root as usize] != NEW {
            continue;
        }
        // Each bit on the way down, and how many of its reads are done.
        let mut path = vec![(root, 0)];
        while let Some((bit, done)) = path.last_mut() {
            let at = *bit as usize;
            if *done == 0 && number[at] == NEW {
                (number[at], low[at], open[at]) = (count, count, true);
                count += 1;
                stack.push(*bit);
            }
            if let Some(&read) = graph.reads(*bit).get(*done) {
                *done += 1;
                if number[read as usize] == NEW {
                    path.push((read, 0));
                } else if open[read as usize] {
                    low[at] = low[at].min(number[read as usize]);
                }
                continue;
            }
            let closed = *bit;
            path.pop();
            if let Some((user, _)) = path.last() {
                low[*user as usize] = low[*user as usize].min(low[at]);
            }
            if low[at] == number[at] {
                let start = stack.iter().rposition(|&bit| bit == closed).unwrap_or(0);
                let component = stack.split_off(start);
                component.iter().for_each(|&bit| open[bit as usize] = false);
                found.push(component);
            }
        }
    }
    found
}
