//! The choice between one operation for each group of bits and one for all of them.

use std::collections::HashSet;
use std::rc::Rc;

use super::form::{Form, Group, moved};
use super::product::Product;
use super::{Forms, Item};
use crate::simulate::lower::{Definition, Lowering, Word};
use crate::simulate::program::{Opcode, Operation};

/// The number of operations, one behind the other, that a choice looks back.
const DEPTH: u32 = 3;

/// The number of operations of a [`Product`] that is joined to others.
const PRODUCT: f32 = 3.5;

/// The opcode of operations that go side by side, and the old word by which all of them choose.
type Kind = (Opcode, Option<Word>);

/// A part of a word that is put together.
#[derive(Clone, Debug)]
pub(super) enum Term {
    /// Bits of an old word.
    Group(Group),
    /// Many bits of an old word.
    Product(Product),
    /// The result of one operation on words, at the places of the mask.
    Vector(Vector),
}

/// One operation in place of one for each group.
#[derive(Clone, Debug)]
pub(super) struct Vector {
    pub opcode: Opcode,
    /// The old word that chooses, for [`Opcode::Mux`].
    pub select: Option<Word>,
    pub operands: [Rc<Form>; 2],
    /// The places of the results. The operation may set others.
    pub mask: u64,
}

impl Term {
    pub fn needs(&self) -> Vec<Item> {
        match self {
            Self::Group(group) => vec![Item::Word(group.source)],
            Self::Product(product) => vec![Item::Word(product.source)],
            Self::Vector(vector) => {
                let forms = vector.operands.iter().cloned().map(Item::Form);
                forms.chain(vector.select.map(Item::Word)).collect()
            }
        }
    }
}

/// What makes a choice.
pub(super) struct Choice<'a, 'm> {
    pub lowering: &'a Lowering<'m>,
    pub forms: &'a Forms,
}

impl Choice<'_, '_> {
    /// The terms of a form.
    pub fn terms(&self, form: &Form) -> Vec<Term> {
        self.chosen(form, DEPTH).0
    }

    /// The terms of a form, and the number of operations that they take.
    fn chosen(&self, form: &Form, depth: u32) -> (Vec<Term>, f32) {
        let mut rest = form.groups.clone();
        let mut terms = Vec::new();
        let mut cost = 0.0;
        for kind in self.kinds(&rest).into_iter().filter(|_| depth > 0) {
            if let Some((vector, others, together)) = self.side_by_side(kind, &rest, depth) {
                terms.push(Term::Vector(vector));
                rest = others;
                cost += together;
            }
        }
        let (moves, operations) = self.moves(&rest);
        terms.extend(moves);
        cost += operations;
        // The first term is joined to nothing.
        (terms, (cost - 1.0).max(0.0))
    }

    /// One operation for all groups of a kind, the groups that it leaves, and the operations that
    /// it takes with its operands; if those are fewer than one by one.
    fn side_by_side(&self, kind: Kind, groups: &[Group], depth: u32) -> Option<(Vector, Vec<Group>, f32)> {
        let (same, mut others): (Vec<Group>, Vec<Group>) =
            groups.iter().partition(|group| self.kind(group.source) == Some(kind));
        let vector = self.vector(kind, &same, &mut others);
        let operands = vector.operands.iter().map(|operand| self.chosen(operand, depth - 1).1);
        let together = 2.0 + operands.sum::<f32>();
        (together < self.one_by_one(&same, depth)).then_some((vector, others, together))
    }

    /// The terms that move groups as they are, and the operations that join them to others.
    fn moves(&self, groups: &[Group]) -> (Vec<Term>, f32) {
        let (mut terms, mut cost) = (Vec::new(), 0.0);
        for groups in groups.chunk_by(|a, b| a.source == b.source) {
            let mut groups = groups.to_vec();
            while let Some(product) = Product::take(&mut groups) {
                terms.push(Term::Product(product));
                cost += PRODUCT;
            }
            cost += groups.iter().map(|&group| self.term_cost(group)).sum::<f32>();
            terms.extend(groups.into_iter().map(Term::Group));
        }
        (terms, cost)
    }

    /// The kinds of which there are several words.
    fn kinds(&self, groups: &[Group]) -> Vec<Kind> {
        let mut kinds: Vec<Kind> = sources(groups).filter_map(|word| self.kind(word)).collect();
        kinds.sort_unstable();
        kinds.chunk_by(|a, b| a == b).filter(|same| same.len() > 1).map(|same| same[0]).collect()
    }

    /// Operations that go side by side if they are of one kind.
    fn kind(&self, word: Word) -> Option<Kind> {
        let Operation { opcode, operands, .. } = self.operation(word)?;
        match opcode {
            Opcode::And | Opcode::Or | Opcode::Xor | Opcode::AndNot => Some((opcode, None)),
            Opcode::Mux => Some((opcode, Some(operands[0]))),
            _ => None,
        }
    }

    fn operation(&self, word: Word) -> Option<Operation> {
        match self.lowering.definitions.get(word.checked_sub(self.forms.first)? as usize)? {
            Definition::Operation(operation) => Some(*operation),
            _ => None,
        }
    }

    /// The operations that put these bits into a word, and that make them as far as nobody else
    /// reads them.
    fn one_by_one(&self, groups: &[Group], depth: u32) -> f32 {
        self.moves(groups).1 + sources(groups).map(|word| self.own_cost(word, depth)).sum::<f32>()
    }

    fn term_cost(&self, group: Group) -> f32 {
        let whole = group.shift >= 0 && group.is_whole(self.lowering.possible(group.source));
        if whole { 1.0 } else { 2.0 }
    }

    /// The operations of a word that are saved if one of its readers needs it no more: fewer, the
    /// more readers there are.
    fn own_cost(&self, word: Word, depth: u32) -> f32 {
        let Some(operation) = self.operation(word).filter(|_| depth > 0) else { return 0.0 };
        if let Some(&cost) = self.forms.own_costs.borrow().get(&(word, depth)) {
            return cost;
        }
        let readers = self.forms.readers[(word - self.forms.first) as usize].max(1) as f32;
        let operands = &operation.operands[operation.opcode.operand_places()];
        let operand = |&word: &Word| {
            let form = self.forms.of(self.lowering, word);
            (self.one_by_one(&form.groups, depth - 1) - 1.0).max(0.0)
        };
        let cost = (1.0 + operands.iter().map(operand).sum::<f32>()) / (readers * readers);
        self.forms.own_costs.borrow_mut().insert((word, depth), cost);
        cost
    }

    /// One operation for all groups of a kind. It takes in others that it would leave as they are.
    fn vector(&self, kind: Kind, groups: &[Group], others: &mut Vec<Group>) -> Vector {
        let (opcode, select) = kind;
        let mut sides = [Vec::new(), Vec::new()];
        let mut seen = [HashSet::new(), HashSet::new()];
        let place = |group: &Group| (group.source, group.shift);
        for group in groups {
            let mut forms = self.operand_forms(group, usize::from(select.is_some()));
            let known = |side: usize, form: &Form| {
                u32::from(form.groups.first().is_some_and(|group| seen[side].contains(&place(group))))
            };
            let straight = known(0, &forms[0]) + known(1, &forms[1]);
            let crossed = known(0, &forms[1]) + known(1, &forms[0]);
            // Operands that have no order go where others are from the same places.
            if !matches!(opcode, Opcode::AndNot | Opcode::Mux) && crossed > straight {
                forms.swap(0, 1);
            }
            for (side, form) in forms.into_iter().enumerate() {
                seen[side].extend(form.groups.iter().map(place));
                sides[side].push(form);
            }
        }
        let own = groups.iter().fold(0, |mask, group| mask | group.mask);
        let mut mask = own;
        let mut operands = sides.map(Form::union);
        // A zero as the other operand leaves a bit as it is.
        let neutral = match opcode {
            Opcode::Or | Opcode::Xor => &mut operands[..],
            Opcode::AndNot => &mut operands[..1],
            _ => &mut [],
        };
        others.retain(|other| {
            let mut groups = neutral.iter_mut().flat_map(|form| form.groups.iter_mut());
            let taken = groups.find(|group| place(group) == place(other));
            if let Some(group) = taken {
                group.mask |= other.mask;
                mask |= other.mask;
                return false;
            }
            true
        });
        // Where others are taken in, the other operand has to be zero.
        if mask == own {
            self.relax(opcode, own, &mut operands);
        }
        Vector { opcode, select, operands: operands.map(Rc::new), mask }
    }

    /// The forms of two operands of the operation behind a group, moved as the group is.
    fn operand_forms(&self, group: &Group, first: usize) -> [Form; 2] {
        let operands = self.operation(group.source).map_or([0; 3], |operation| operation.operands);
        [first, first + 1]
            .map(|place| self.forms.of(self.lowering, operands[place]).moved(group.shift, group.mask))
    }

    /// Leaves bits in at places that are not the operation's own. There the other operand of a
    /// conjunction is zero, and the other results are masked.
    fn relax(&self, opcode: Opcode, own: u64, operands: &mut [Form; 2]) {
        let lone = operands.each_ref().map(|form| form.constant == 0 && form.groups.len() == 1);
        let sides: &[usize] = match (opcode, lone) {
            (Opcode::And, [_, true]) => &[1],
            (Opcode::And, [true, _]) => &[0],
            (Opcode::AndNot, [_, true]) => &[1],
            (Opcode::Or | Opcode::Xor | Opcode::Mux, [true, true]) => &[0, 1],
            _ => &[],
        };
        for &side in sides {
            for group in &mut operands[side].groups {
                group.mask |= moved(self.lowering.possible(group.source), group.shift) & !own;
            }
        }
    }
}

/// The words of groups in order of source, each once.
fn sources(groups: &[Group]) -> impl Iterator<Item = Word> {
    groups.chunk_by(|a, b| a.source == b.source).map(|same| same[0].source)
}
