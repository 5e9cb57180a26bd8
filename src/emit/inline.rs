//! Which expressions stand inside others, and which need a wire of their own.
//!
//! The answer is the same for both languages, so a name means the same net in both. These
//! expressions need a wire:
//!
//! - one that is used more than once, unless it is shorter than a name for it would be
//! - one from which a slice is taken
//! - a choice inside an expression, because VHDL has no such expression
//! - an address, and an expression that is too long for a port
//! - parts of an expression that grows too long to read

use crate::netlist::{BinaryOp, Module, Node, NodeId, UnaryOp};

/// The most operators and operands in one printed expression.
const LONGEST: usize = 60;
/// The longest name made of the meaning of an expression.
const LONGEST_MEANING: usize = 36;
/// The most operators and operands that go into a port.
const LONGEST_IN_PORT: usize = 9;
/// The deepest nesting of choices in one register's process.
const DEEPEST_CHOICE: u8 = 6;

/// How each node of a module is printed.
pub(super) struct Inlining {
    /// Reachable from a root.
    pub(super) live: Vec<bool>,
    /// Needs a wire of its own.
    pub(super) wire: Vec<bool>,
    /// The assignment whose signal stands for the node everywhere.
    pub(super) alias: Vec<Option<usize>>,
    /// For wires of which only some bits are read: the ranges never read, as (low, width), lowest
    /// first.
    pub(super) unread: Vec<Vec<(u32, u32)>>,
}

/// A node that has a name without a wire: a signal, a parameter, a named constant.
pub(super) fn has_name(node: &Node) -> bool {
    matches!(node, Node::Signal(_) | Node::Parameter(_) | Node::Constant { name: Some(_), .. })
}

/// Whether an expression is a name, a literal, or some bits of a name, which may go into a port as
/// it is.
pub(super) fn is_simple(module: &Module, id: NodeId) -> bool {
    match module.node(id) {
        Node::Constant { .. } => true,
        Node::Slice { from, .. } => has_name(module.node(*from)),
        node => has_name(node),
    }
}

/// Something that needs no name even if it is read often: simple, or the complement of it.
fn is_plain(module: &Module, id: NodeId) -> bool {
    match module.node(id) {
        Node::Unary(UnaryOp::Not, a) => is_simple(module, *a),
        _ => is_simple(module, id),
    }
}

/// Whether an expression reads as well as an invented name for it would: plain, a comparison with a
/// constant, a test that any or all bits are set, two things side by side, one thing repeated, or
/// the complement of these.
fn is_short(module: &Module, id: NodeId) -> bool {
    let is_constant = |id: NodeId| matches!(module.node(id), Node::Constant { .. } | Node::Parameter(_));
    match module.node(id) {
        Node::Unary(UnaryOp::Not, a) => match module.node(*a) {
            Node::Unary(UnaryOp::Not, _) => false,
            _ => is_short(module, *a),
        },
        Node::Unary(UnaryOp::ReduceAnd | UnaryOp::ReduceOr, a) => is_simple(module, *a),
        Node::Binary(BinaryOp::Equal | BinaryOp::NotEqual, a, b) => {
            is_simple(module, *a) && is_simple(module, *b) && (is_constant(*a) || is_constant(*b))
        }
        Node::Concat(parts) => {
            let repeated = parts.iter().all(|part| parts.first() == Some(part));
            (repeated || parts.len() <= 2) && parts.iter().all(|&part| is_simple(module, part))
        }
        _ => is_plain(module, id),
    }
}

/// Whether an expression may stand in a port as it is: logic of few operands and things side by
/// side, but no sums and choices.
fn fits_port(module: &Module, id: NodeId) -> bool {
    let mut size = 0;
    let mut rest = vec![id];
    while let Some(id) = rest.pop() {
        size += 1;
        if size > LONGEST_IN_PORT {
            return false;
        }
        match module.node(id) {
            _ if is_short(module, id) => {}
            Node::Unary(..)
            | Node::Binary(
                BinaryOp::And | BinaryOp::Or | BinaryOp::Xor | BinaryOp::Equal | BinaryOp::NotEqual,
                ..,
            )
            | Node::Concat(_) => rest.extend(module.node(id).operands()),
            _ => return false,
        }
    }
    true
}

/// Decides for the whole module.
pub(super) fn decide(module: &Module) -> Inlining {
    let live = module.live_nodes();
    let count = live.len();
    let mut uses = vec![0u32; count];
    for root in module.roots() {
        uses[root.index()] += 1;
    }
    let nodes: Vec<(NodeId, &Node)> = module.nodes().filter(|(id, _)| live[id.index()]).collect();
    for (_, node) in &nodes {
        for operand in node.operands() {
            uses[operand.index()] += 1;
        }
    }
    let alias = aliases(module, count);
    let mut must = ports_and_addresses(module, count);
    choices(module, &nodes, &uses, &alias, &mut must);
    let mut wire: Vec<bool> = vec![false; count];
    for (id, _) in &nodes {
        let at = id.index();
        wire[at] = alias[at].is_none() && (must[at] || uses[at] > 1 && !is_short(module, *id));
    }
    shorten(module, &nodes, &alias, &mut wire);
    let unread = unread_ranges(module, &nodes, &wire);
    Inlining { live, wire, alias, unread }
}

/// Whether a signal is compared with a named constant, as in `state == STATE_IDLE`, which says more
/// than any name for it.
fn is_named_comparison(module: &Module, id: NodeId) -> bool {
    let named = |id: NodeId| matches!(module.node(id), Node::Constant { name: Some(_), .. });
    let signal = |id: NodeId| matches!(module.node(id), Node::Signal(_));
    match module.node(id) {
        Node::Binary(BinaryOp::Equal | BinaryOp::NotEqual, a, b) => {
            signal(*a) && named(*b) || named(*a) && signal(*b)
        }
        _ => false,
    }
}

/// The first assignment of each expression worth a name.
fn aliases(module: &Module, count: usize) -> Vec<Option<usize>> {
    let mut alias = vec![None; count];
    for (index, assign) in module.assigns.iter().enumerate() {
        if !is_plain(module, assign.node) && !is_named_comparison(module, assign.node) {
            alias[assign.node.index()].get_or_insert(index);
        }
    }
    alias
}

fn ports_and_addresses(module: &Module, count: usize) -> Vec<bool> {
    let mut must = vec![false; count];
    let inputs = module.instances.iter().flat_map(|instance| instance.inputs.iter().map(|(_, node)| *node));
    let addresses = module.memories.iter().flat_map(|memory| {
        memory.writes.iter().map(|port| port.address).chain(memory.reads.iter().map(|port| port.address))
    });
    for id in inputs {
        must[id.index()] |= !fits_port(module, id);
    }
    for id in addresses {
        must[id.index()] |= !is_simple(module, id);
    }
    must
}

/// Marks operands of slices, and choices that stand where no choice can be written. The next value
/// of a register can be nested statements of its process. Elsewhere only the last alternative can
/// be a choice again.
fn choices(
    module: &Module,
    nodes: &[(NodeId, &Node)],
    uses: &[u32],
    alias: &[Option<usize>],
    must: &mut [bool],
) {
    let is_mux = |id: NodeId| matches!(module.node(id), Node::Mux { .. });
    let mut depth: Vec<Option<u8>> = vec![None; uses.len()];
    let demand = |id: NodeId, must: &mut [bool]| must[id.index()] |= is_mux(id);
    for register in &module.registers {
        depth[register.next.index()] = Some(0);
        register.enable.into_iter().for_each(|id| demand(id, must));
        register.reset.iter().for_each(|reset| demand(reset.when, must));
    }
    for memory in &module.memories {
        memory.writes.iter().for_each(|port| {
            demand(port.enable, must);
            demand(port.data, must);
        });
        memory.reads.iter().filter_map(|port| port.clock.as_ref()?.enable).for_each(|id| demand(id, must));
    }
    // Users stand after their operands, so that going backwards meets every use of a node before
    // the node.
    for (id, node) in nodes.iter().rev() {
        let at = id.index();
        if must[at] || uses[at] > 1 || alias[at].is_some() {
            depth[at] = None;
        }
        match node {
            Node::Mux { select, then, otherwise } => {
                demand(*select, must);
                match depth[at] {
                    Some(level) if level < DEEPEST_CHOICE => depth[then.index()] = Some(level + 1),
                    _ => demand(*then, must),
                }
                depth[otherwise.index()] = depth[at];
            }
            Node::Slice { from, .. } => must[from.index()] |= !has_name(module.node(*from)),
            _ => node.operands().into_iter().for_each(|operand| demand(operand, must)),
        }
    }
}

/// Gives wires to parts of expressions that grow longer than [`LONGEST`].
fn shorten(module: &Module, nodes: &[(NodeId, &Node)], alias: &[Option<usize>], wire: &mut [bool]) {
    let mut size = vec![1usize; wire.len()];
    for (id, node) in nodes {
        let operands = node.operands();
        // A choice is a statement of its own wherever it stands.
        let weight = |operand: NodeId, wire: &[bool], size: &[usize]| {
            let at = operand.index();
            let apart = wire[at] || alias[at].is_some() || matches!(module.node(operand), Node::Mux { .. });
            if apart { 1 } else { size[at] }
        };
        let mut total = 1 + operands.iter().map(|&operand| weight(operand, wire, &size)).sum::<usize>();
        while total > LONGEST {
            let longest = operands.iter().copied().max_by_key(|&operand| weight(operand, wire, &size));
            match longest {
                Some(operand) if weight(operand, wire, &size) > 1 && !is_short(module, operand) => {
                    total -= weight(operand, wire, &size) - 1;
                    wire[operand.index()] = true;
                }
                _ => break,
            }
        }
        size[id.index()] = if is_short(module, *id) { 1 } else { total };
    }
}

fn unread_ranges(module: &Module, nodes: &[(NodeId, &Node)], wire: &[bool]) -> Vec<Vec<(u32, u32)>> {
    let mut sliced: Vec<Vec<(u32, u32)>> = vec![Vec::new(); wire.len()];
    let mut whole = vec![false; wire.len()];
    for root in module.roots() {
        whole[root.index()] = true;
    }
    for (_, node) in nodes {
        match node {
            Node::Slice { from, low, width } => sliced[from.index()].push((*low, *width)),
            _ => node.operands().iter().for_each(|operand| whole[operand.index()] = true),
        }
    }
    let mut unread = vec![Vec::new(); wire.len()];
    for (id, _) in nodes.iter().filter(|(id, _)| wire[id.index()] && !whole[id.index()]) {
        let mut read = std::mem::take(&mut sliced[id.index()]);
        read.sort_unstable();
        let mut next = 0;
        for (low, width) in read.into_iter().chain([(module.width(*id), 0)]) {
            if low > next {
                unread[id.index()].push((next, low - next));
            }
            next = next.max(low + width);
        }
    }
    unread
}

/// A name for the wire of this expression by its meaning, if a few words can express it:
/// `holding_and_below`, `move_is_castle`.
pub(super) fn meaning(module: &Module, id: NodeId) -> Option<String> {
    let text = match module.node(id) {
        Node::Signal(signal) => module.signal(*signal).name.clone(),
        Node::Slice { from, low, width: 1 } => format!("{}_{low}", meaning(module, *from)?),
        Node::Unary(UnaryOp::Not, a) => match module.node(*a) {
            Node::Unary(UnaryOp::ReduceOr, a) => format!("no_{}", meaning(module, *a)?),
            _ => format!("not_{}", meaning(module, *a)?),
        },
        Node::Unary(UnaryOp::ReduceOr, a) => format!("any_{}", meaning(module, *a)?),
        Node::Unary(UnaryOp::ReduceAnd, a) => format!("all_{}", meaning(module, *a)?),
        Node::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) if module.width(id) == 1 => {
            let word = if *op == BinaryOp::And { "and" } else { "or" };
            format!("{}_{word}_{}", meaning(module, *a)?, meaning(module, *b)?)
        }
        Node::Binary(BinaryOp::Equal, a, b) => match (module.node(*a), module.node(*b)) {
            (Node::Signal(_), Node::Constant { name: Some(value), .. }) => {
                let (what, value) = (meaning(module, *a)?, value.to_lowercase());
                // `state_is_make`, not `state_is_state_make`.
                let value = value.strip_prefix(&format!("{what}_")).unwrap_or(&value);
                format!("{what}_is_{value}")
            }
            _ => return None,
        },
        _ => return None,
    };
    (text.len() <= LONGEST_MEANING).then_some(text)
}

/// The ending for the name of the wire of this expression, after the name of the signal it feeds.
pub(super) fn suffix(node: &Node) -> &'static str {
    match node {
        Node::Constant { .. } | Node::Parameter(_) | Node::Signal(_) => "value",
        Node::Unary(UnaryOp::Not, _) => "not",
        Node::Unary(UnaryOp::ReduceAnd, _) => "all",
        Node::Unary(UnaryOp::ReduceOr, _) => "any",
        Node::Unary(UnaryOp::ReduceXor, _) => "parity",
        Node::Binary(BinaryOp::And, ..) => "and",
        Node::Binary(BinaryOp::Or, ..) => "or",
        Node::Binary(BinaryOp::Xor, ..) => "xor",
        Node::Binary(BinaryOp::Add, ..) => "sum",
        Node::Binary(BinaryOp::Sub, ..) => "difference",
        Node::Binary(BinaryOp::Mul, ..) => "product",
        Node::Binary(BinaryOp::Equal, ..) => "equal",
        Node::Binary(BinaryOp::NotEqual, ..) => "differs",
        Node::Binary(BinaryOp::Less | BinaryOp::LessSigned, ..) => "less",
        Node::Binary(BinaryOp::ShiftLeft | BinaryOp::ShiftRight, ..) => "shifted",
        Node::Mux { .. } => "choice",
        Node::Slice { .. } => "part",
        Node::Concat(_) => "joined",
    }
}
