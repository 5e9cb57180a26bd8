//! Blocks within blocks: a box holds the boxes of its modules, one below the other. Wires run down
//! on their right and up on their left.

use super::Block;
use crate::readable::thousands;

/// The width of a box without others in it, at least.
const LEAF: usize = 228;
/// The width of a character of a name, and of one of the line below.
const NAME: usize = 9;
const LINE: usize = 7;
/// The space between a box and its contents.
const PADDING: usize = 9;
/// From a box to the next.
const GAP: usize = 16;
/// The lines of text at the top of a box.
const HEAD: usize = 44;
/// The height of a box for registers and memories.
const STATE: usize = 30;
/// From one way of wires to the next.
const LANE: usize = 15;

/// A diagram, laid out.
#[derive(Default)]
pub struct Drawing {
    pub width: usize,
    pub height: usize,
    pub frames: Vec<Frame>,
    pub texts: Vec<Text>,
    pub wires: Vec<Way>,
}

pub struct Frame {
    pub x: usize,
    pub y: usize,
    pub width: usize,
    pub height: usize,
    pub class: &'static str,
}

pub struct Text {
    pub x: usize,
    pub y: usize,
    pub class: &'static str,
    pub text: String,
}

/// Wires of one kind: a line with an arrow, and how many.
pub struct Way {
    pub path: String,
    pub x: usize,
    pub y: usize,
    pub bits: String,
    pub title: String,
}

impl Drawing {
    /// The diagram of a block and all within.
    pub fn of(block: &Block) -> Self {
        let mut drawing = Self::default();
        let (width, height) = size(block);
        drawing.block(block, 1, 1, width);
        (drawing.width, drawing.height) = (width + 2, height + 2);
        drawing
    }

    /// Whether it leaves no room for other things beside it.
    pub fn is_wide(&self) -> bool {
        self.width > 560
    }

    /// The smallest width at which it is drawn before it scrolls: its words stay 10 pixels high.
    pub fn narrowest(&self) -> usize {
        self.width * 10 / 12
    }

    fn block(&mut self, block: &Block, x: usize, y: usize, width: usize) {
        let (_, height) = size(block);
        let class = if block.children.is_empty() { "leaf" } else { "outer" };
        self.frames.push(Frame { x, y, width, height, class });
        let count = if block.count > 1 { format!("{} × ", block.count) } else { String::new() };
        let inset = x + PADDING;
        self.text(inset, y + 18, "name", format!("{count}{}", block.module));
        self.text(inset, y + 35, "ports", about(block));

        let (left, right) = lanes(block);
        let inner = width - 2 * PADDING - (left + right) * LANE;
        let inner_x = x + PADDING + left * LANE;
        let mut places = Vec::new();
        let mut below = y + HEAD;
        for child in &block.children {
            self.block(child, inner_x, below, inner);
            let (_, height) = size(child);
            places.push((below, height));
            below += height + GAP;
        }
        if has_state(block) {
            self.frames.push(Frame { x: inner_x, y: below, width: inner, height: STATE, class: "state" });
            self.text(inner_x + PADDING, below + 19, "ports", state(block));
            places.push((below, STATE));
        }
        self.wires(block, &places, inner_x, inner);
    }

    fn text(&mut self, x: usize, y: usize, class: &'static str, text: String) {
        self.texts.push(Text { x, y, class, text });
    }

    fn wires(&mut self, block: &Block, places: &[(usize, usize)], x: usize, width: usize) {
        let (mut down, mut up) = (0, 0);
        // Each end of a wire on a side of a box has a place of its own.
        let mut ends: Vec<[usize; 2]> = vec![[0, 0]; places.len()];
        for wires in &block.wires {
            let (Some(&(from, from_height)), Some(&(to, to_height))) =
                (places.get(wires.from), places.get(wires.to))
            else {
                continue;
            };
            let upwards = usize::from(wires.to < wires.from);
            let mut end = |place: usize, top: usize, height: usize| {
                let taken = &mut ends[place][upwards];
                *taken += 1;
                top + (*taken * 11).min(height.saturating_sub(4))
            };
            let (start, stop) = (end(wires.from, from, from_height), end(wires.to, to, to_height));
            let (edge, lane) = if upwards == 1 {
                up += 1;
                (x, x - up * LANE)
            } else {
                down += 1;
                (x + width, x + width + down * LANE)
            };
            let name = |place: usize| {
                block.children.get(place).map_or("registers and memories", |child| child.module.as_str())
            };
            self.wires.push(Way {
                path: format!("M{edge} {start}H{lane}V{stop}H{edge}"),
                x: lane,
                y: start.midpoint(stop),
                bits: thousands(wires.bits),
                title: format!("{} bits from {} to {}", wires.bits, name(wires.from), name(wires.to)),
            });
        }
    }
}

fn has_state(block: &Block) -> bool {
    !block.children.is_empty() && block.register_bits + block.memory_bits > 0
}

/// The state that it keeps from cycle to cycle.
fn state(block: &Block) -> String {
    let kept = [(block.register_bits, "register bits"), (block.memory_bits, "memory bits")];
    let kept = kept.iter().filter(|(bits, _)| *bits > 0);
    let kept: Vec<String> = kept.map(|(bits, kind)| format!("{} {kind}", thousands(*bits))).collect();
    kept.join(", ")
}

/// The line below its name: bits of its ports, and its state if no inner box shows that.
fn about(block: &Block) -> String {
    let ports = format!("{} in, {} out", block.input_bits(), block.output_bits());
    let kept = block.children.is_empty().then(|| state(block)).filter(|kept| !kept.is_empty());
    [Some(ports), kept].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// The width of a box with these lines in it and no others.
fn width_of(name: &str, line: &str) -> usize {
    LEAF.max(2 * PADDING + (name.len() * NAME).max(line.len() * LINE))
}

/// The number of lanes for wires on the left of a block's parts, upwards, and on the right.
fn lanes(block: &Block) -> (usize, usize) {
    let up = block.wires.iter().filter(|wires| wires.to < wires.from).count();
    (up, block.wires.len() - up)
}

fn size(block: &Block) -> (usize, usize) {
    let (left, right) = lanes(block);
    let state_width = width_of("", &if has_state(block) { state(block) } else { String::new() });
    let widest = block.children.iter().map(|child| size(child).0).max().unwrap_or(0).max(state_width);
    let inner: usize = block.children.iter().map(|child| size(child).1 + GAP).sum();
    if block.children.is_empty() {
        return (width_of(&block.module, &about(block)), HEAD);
    }
    let state = if has_state(block) { STATE + GAP } else { 0 };
    (widest + (left + right) * LANE + 2 * PADDING, HEAD + inner + state)
}
