//! Packs operations on bits into operations on words.
//!
//! A design describes many squares one by one. So most operations of its straight line would take
//! bits out of words, or put bits together. This pass writes the line anew from its end:
//!
//! - A word that is put together is known by its *form*: which bits of which words it holds. Bits
//!   of one word that keep their distances move together, in one shift and one mask.
//! - Where a word holds the results of equal operations on bits, one operation computes all of
//!   them, from the words that hold their operands ([`choice`]).
//!
//! The new operations stand behind the old ones. Whatever nobody reads any more is left out later.

mod choice;
mod form;
mod product;

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use super::lower::{Definition, Lowering, Word};
use super::program::{Opcode, Operation};
use choice::{Choice, Term};
use form::{Form, Group, moved};
use product::Product;

impl Lowering<'_> {
    /// Packs what these words need. Nodes whose words are made anew get the new ones.
    pub fn pack(&mut self, roots: &mut [Word]) {
        let forms = Forms::new(self, roots);
        let mut packer = Packer { forms, words: HashMap::new(), packed: HashMap::new(), lowering: self };
        roots.iter().for_each(|&root| packer.make(Item::Word(root)));
        let Packer { words, .. } = packer;
        let renew = |word: &mut Word| *word = words.get(word).copied().unwrap_or(*word);
        roots.iter_mut().for_each(renew);
        self.words.values_mut().flatten().for_each(renew);
    }
}

/// The forms of the old words.
struct Forms {
    /// The first word that has a definition.
    first: Word,
    forms: Vec<Rc<Form>>,
    /// The number of live definitions that read each one, and roots.
    readers: Vec<u32>,
    /// What [`Choice`] has worked out of words and the operations that it looks back.
    own_costs: RefCell<HashMap<(Word, u32), f32>>,
}

impl Forms {
    fn new(lowering: &Lowering, roots: &[Word]) -> Self {
        let count = lowering.definitions.len();
        let live = lowering.live(roots.iter().copied());
        let readers = lowering.readers(&live, roots);
        let first = lowering.first;
        let own_costs = RefCell::default();
        let mut forms = Self { first, forms: Vec::with_capacity(count), readers, own_costs };
        for (index, &is_read) in live.iter().enumerate() {
            // The words of a wide operation behind the first are not marked.
            let is_read = is_read || lowering.definitions[index] == Definition::Part;
            let form = if is_read { forms.form(lowering, index) } else { Form::default() };
            forms.forms.push(Rc::new(form));
            if is_read {
                forms.forget_beginning(&lowering.definitions, index);
            }
        }
        forms
    }

    /// Drops the form of the join that another one goes on with, if nobody else reads it. A word of
    /// many parts would keep as many forms.
    fn forget_beginning(&mut self, definitions: &[Definition], index: usize) {
        let beginning = |index: usize| match definitions[index] {
            Definition::Operation(Operation { opcode: Opcode::Join, operands, .. }) => {
                operands[0].checked_sub(self.first).map(|index| index as usize)
            }
            _ => None,
        };
        if let Some(before) = beginning(index).filter(|&before| beginning(before).is_some())
            && self.readers[before] == 1
        {
            self.forms[before] = Rc::default();
        }
    }

    /// The form of a definition from those before it.
    fn form(&self, lowering: &Lowering, index: usize) -> Form {
        let word = self.first + index as Word;
        let itself = || Form::word(word, lowering.possible(word));
        let Operation { opcode, operands: [a, b, c], immediate } = match lowering.definitions[index] {
            Definition::Constant(number) => return Form::constant(number),
            Definition::Part => return itself(),
            Definition::Operation(operation) => operation,
        };
        match opcode {
            Opcode::Extract => self.part(lowering, a, -(c as i32), immediate),
            Opcode::Funnel => Form::union([
                self.part(lowering, a, -(c as i32), immediate),
                self.part(lowering, b, 64 - c as i32, immediate),
            ]),
            Opcode::Join => Form::union([
                self.part(lowering, a, 0, u64::MAX),
                self.part(lowering, b, immediate as i32, u64::MAX),
            ]),
            Opcode::Or if lowering.possible(a) & lowering.possible(b) == 0 => {
                Form::union([self.part(lowering, a, 0, u64::MAX), self.part(lowering, b, 0, u64::MAX)])
            }
            Opcode::And => match (lowering.known(a), lowering.known(b)) {
                (Some(mask), None) => self.part(lowering, b, 0, mask),
                (None, Some(mask)) => self.part(lowering, a, 0, mask),
                _ => itself(),
            },
            _ => itself(),
        }
    }

    /// The form of an old word.
    fn of(&self, lowering: &Lowering, word: Word) -> Rc<Form> {
        match word.checked_sub(self.first) {
            Some(index) => self.forms[index as usize].clone(),
            None => Rc::new(Form::word(word, lowering.possible(word))),
        }
    }

    /// Bits of a word, moved. They are taken from where they come from, except if that takes more
    /// operations and the word is made anyway.
    fn part(&self, lowering: &Lowering, word: Word, by: i32, mask: u64) -> Form {
        let form = self.of(lowering, word).moved(by, mask);
        let is_made = word.checked_sub(self.first).is_some_and(|index| self.readers[index as usize] > 1);
        if form.is_simple() || !is_made {
            form
        } else {
            Form::word(word, lowering.possible(word)).moved(by, mask)
        }
    }
}

/// Something to be made.
#[derive(Clone, Debug)]
enum Item {
    /// The new word for an old one.
    Word(Word),
    /// The word of a form.
    Form(Rc<Form>),
}

struct Packer<'a, 'm> {
    lowering: &'a mut Lowering<'m>,
    forms: Forms,
    /// The new word for each old one.
    words: HashMap<Word, Word>,
    /// The word of each form.
    packed: HashMap<Rc<Form>, Word>,
}

impl Packer<'_, '_> {
    /// Makes an item, after all that it needs.
    fn make(&mut self, item: Item) {
        let mut stack = vec![(item, None)];
        while let Some((item, plan)) = stack.pop() {
            if self.is_made(&item) {
                continue;
            }
            match plan {
                Some(plan) => self.build(&item, &plan),
                None => {
                    let plan = self.plan(&item);
                    let needs = plan.needs(self.lowering);
                    stack.push((item, Some(plan)));
                    stack.extend(needs.into_iter().map(|need| (need, None)));
                }
            }
        }
    }

    fn is_made(&self, item: &Item) -> bool {
        match item {
            Item::Word(word) => *word < self.lowering.first || self.words.contains_key(word),
            Item::Form(form) => self.packed.contains_key(form),
        }
    }

    fn plan(&self, item: &Item) -> Plan {
        match item {
            Item::Word(word) => {
                let form = self.forms.of(self.lowering, *word);
                match form.groups[..] {
                    [Group { source, .. }] if source == *word => {
                        Plan::Again(self.lowering.owner(*word).unwrap_or(0))
                    }
                    _ => Plan::Form(form),
                }
            }
            Item::Form(form) => {
                Plan::Terms(Choice { lowering: self.lowering, forms: &self.forms }.terms(form))
            }
        }
    }

    fn build(&mut self, item: &Item, plan: &Plan) {
        match (item, plan) {
            (Item::Word(word), Plan::Form(form)) => {
                let made = self.packed[form];
                self.words.insert(*word, made);
            }
            (Item::Word(_), Plan::Again(index)) => self.again(*index),
            (Item::Form(form), Plan::Terms(terms)) => {
                let word = self.together(form.constant, terms);
                self.packed.insert(form.clone(), word);
            }
            _ => {}
        }
    }

    fn word(&self, word: Word) -> Word {
        self.words.get(&word).copied().unwrap_or(word)
    }

    /// The same operation on the new words of its operands.
    fn again(&mut self, index: usize) {
        let first = self.lowering.first + index as Word;
        let Definition::Operation(mut operation) = self.lowering.definitions[index] else { return };
        if operation.opcode == Opcode::Wide {
            let mut wide = self.lowering.wide[operation.immediate as usize].clone();
            let words = wide.words();
            wide.left.iter_mut().chain(&mut wide.right).for_each(|word| *word = self.word(*word));
            let made = self.lowering.wide_words(wide);
            self.words.extend((first..first + words).zip(made));
            return;
        }
        for place in operation.opcode.operand_places() {
            operation.operands[place] = self.word(operation.operands[place]);
        }
        let made = self.lowering.operation(operation.opcode, &operation.operands, operation.immediate);
        self.words.insert(first, made);
    }

    /// A word of its terms.
    fn together(&mut self, constant: u64, terms: &[Term]) -> Word {
        let mut parts: Vec<(Word, i32)> = Vec::new();
        for term in terms {
            match term {
                Term::Group(group) => parts.push(self.group(*group)),
                Term::Product(product) => parts.push((self.product(product), 0)),
                Term::Vector(vector) => {
                    let mut operands = vec![];
                    operands.extend(vector.select.map(|select| self.word(select)));
                    operands.extend(vector.operands.iter().map(|form| self.packed[form]));
                    let word = self.lowering.operation(vector.opcode, &operands, 0);
                    let word = self.lowering.operation(Opcode::Extract, &[word, 0, 0], vector.mask);
                    parts.push((word, 0));
                }
            }
        }
        // Words that need not be moved come first.
        parts.sort_by_key(|&(_, shift)| shift);
        let constant = self.lowering.constant(constant);
        parts.into_iter().fold(constant, |sum, (word, shift)| match shift {
            0 => self.lowering.operation(Opcode::Or, &[sum, word], 0),
            _ => self.lowering.operation(Opcode::Join, &[sum, word], shift as u64),
        })
    }

    fn product(&mut self, product: &Product) -> Word {
        let source = self.word(product.source);
        let kept = self.lowering.operation(Opcode::Extract, &[source, 0, 0], product.keep);
        let factor = self.lowering.constant(product.factor);
        let all = self.lowering.operation(Opcode::Mul, &[kept, factor], 0);
        self.lowering.operation(Opcode::Extract, &[all, 0, product.down], product.mask)
    }

    /// Bits of a word, and how far they are still to be moved up.
    fn group(&mut self, Group { source, shift, mask }: Group) -> (Word, i32) {
        let word = self.word(source);
        let (down, up) = ((-shift).max(0), shift.max(0));
        let bits = moved(mask, -up);
        (self.lowering.operation(Opcode::Extract, &[word, 0, down as u32], bits), up)
    }
}

/// How an item is made.
enum Plan {
    /// The operation of this number once more, on new words.
    Again(usize),
    /// As the word of this form.
    Form(Rc<Form>),
    /// Of these terms.
    Terms(Vec<Term>),
}

impl Plan {
    fn needs(&self, lowering: &Lowering) -> Vec<Item> {
        match self {
            Self::Again(index) => lowering.operand_words(*index).into_iter().map(Item::Word).collect(),
            Self::Form(form) => vec![Item::Form(form.clone())],
            Self::Terms(terms) => terms.iter().flat_map(Term::needs).collect(),
        }
    }
}
