//! Sharing: modules that are structurally equal become one; those that differ only in named
//! constants become one with parameters.
//!
//! Two modules are structurally equal if their text forms are equal, apart from the module's name,
//! docs and comments (the first module's stay). Two modules may also be equal except for the values
//! of named constants and of arguments. Then each value that differs becomes a parameter, and every
//! instance gives its value. The parameter is named in capitals after the constant, or after the
//! parameter that the argument is for.
//!
//! Unnamed literals, initial and reset values and memory contents are part of the structure.
//! Folding has already looked into the literals, and the others have no name to put in their place.

use std::collections::{HashMap, HashSet};

use super::text::{Skeleton, skeleton};
use super::{Argument, Design, Module, ModuleId, NetlistError, Node, NodeId, ParameterId, Value};

impl Design {
    /// The same machine with modules shared, so that each name belongs to one module. The top is
    /// never shared, so its name and meaning stay. The order is that of the first module of each
    /// kind. If a module stands for several and nothing instantiates it, it means the first of
    /// them.
    ///
    /// # Errors
    /// Those of [`Design::add`].
    pub fn shared(&self) -> Result<Design, NetlistError> {
        let groups = self.groups();
        let mut order: Vec<usize> = (0..groups.len()).collect();
        order.sort_by_key(|&group| groups[group].first);
        let mut place = vec![ModuleId(0); groups.len()];
        for (index, &group) in order.iter().enumerate() {
            place[group] = ModuleId(index as u32);
        }
        let top = self.top().map(|top| top.index());
        let mut names = self.distinct_names(order.iter().map(|&group| groups[group].first).collect());
        let mut design = Design::new(self.name.clone());
        design.settings = self.settings.clone();
        design.prefix = self.prefix.clone();
        design.library = self.library.clone();
        let mut groups: Vec<Option<Group>> = groups.into_iter().map(Some).collect();
        for group in order {
            let Some(Group { mut module, first, .. }) = groups[group].take() else { continue };
            for instance in &mut module.instances {
                instance.module = place[instance.module.index()];
            }
            module.name = names.remove(&first).unwrap_or_default();
            let id = design.add(module)?;
            if Some(first) == top {
                design.set_top(id);
            }
        }
        Ok(design)
    }

    /// The modules in groups that can be shared, lower ones of the hierarchy first. Instances in
    /// the groups' modules refer to groups.
    fn groups(&self) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        // For each module of the design its group, and which of the group's variants it is.
        let mut found = vec![(0, 0); self.modules().len()];
        for level in self.levels() {
            let start = groups.len();
            let references: Vec<String> = (0..start).map(|group| format!("#{group}")).collect();
            let mut known: HashMap<String, usize> = HashMap::new();
            for index in level {
                let id = ModuleId(index as u32);
                let mut module = self.module(id).clone();
                for instance in &mut module.instances {
                    let (group, variant) = found[instance.module.index()];
                    instance.module = ModuleId(group as u32);
                    instance.parameters.extend(groups[group].arguments(variant));
                }
                let Skeleton { text, constants } = skeleton(&module, &references);
                let slots = Slot::of(&module, constants);
                let values = slots.iter().filter_map(|slot| slot.value(&module).cloned()).collect();
                let group = if self.top() == Some(id) {
                    groups.len()
                } else {
                    *known.entry(text).or_insert(groups.len())
                };
                if group == groups.len() {
                    groups.push(Group {
                        first: index,
                        module,
                        slots,
                        variants: Vec::new(),
                        parameters: Vec::new(),
                    });
                }
                found[index] = (group, groups[group].variants.len());
                groups[group].variants.push(values);
            }
            groups[start..].iter_mut().for_each(Group::parametrise);
        }
        groups
    }

    /// The modules' places by the number of levels of instances below them. Modules that can be
    /// shared stand on one level, and the modules they instantiate are settled before.
    fn levels(&self) -> Vec<Vec<usize>> {
        let mut levels: Vec<Vec<usize>> = Vec::new();
        let mut level_of: Vec<usize> = Vec::with_capacity(self.modules().len());
        for (index, module) in self.modules().iter().enumerate() {
            let level = module
                .instances
                .iter()
                .map(|instance| level_of[instance.module.index()] + 1)
                .max()
                .unwrap_or(0);
            level_of.push(level);
            if level == levels.len() {
                levels.push(Vec::new());
            }
            levels[level].push(index);
        }
        levels
    }

    /// A name for each of these modules of the design. The first module of a name and the top keep
    /// it. Each of the others has the name with a number. Names that differ only in case are the
    /// same, as in VHDL.
    fn distinct_names(&self, modules: Vec<usize>) -> HashMap<usize, String> {
        let own = |index: usize| &self.modules()[index].name;
        let mut taken: HashSet<String> = modules.iter().map(|&index| own(index).to_lowercase()).collect();
        let mut keeper: HashMap<String, usize> = HashMap::new();
        for index in self.top().map(|top| top.index()).into_iter().chain(modules.iter().copied()) {
            keeper.entry(own(index).to_lowercase()).or_insert(index);
        }
        let mut name = |index: usize| match keeper.get(&own(index).to_lowercase()) {
            Some(&first) if first != index => numbered(own(index), &mut taken),
            _ => own(index).clone(),
        };
        modules.into_iter().map(|index| (index, name(index))).collect()
    }
}

/// The name with the first number from 2 on that makes it new. It is taken then.
fn numbered(name: &str, taken: &mut HashSet<String>) -> String {
    let mut number = 2;
    loop {
        let candidate = format!("{name}_{number}");
        if taken.insert(candidate.to_lowercase()) {
            return candidate;
        }
        number += 1;
    }
}

/// The place of a value that may differ between the modules of a group.
#[derive(Clone, Copy)]
enum Slot {
    /// A named constant.
    Constant(NodeId),
    /// A constant given to a parameter: the instance's place, and the argument's.
    Argument(usize, usize),
}

impl Slot {
    /// The slots of a module, in an order that is the same for modules of one skeleton.
    fn of(module: &Module, constants: Vec<NodeId>) -> Vec<Slot> {
        let mut slots: Vec<Slot> = constants.into_iter().map(Slot::Constant).collect();
        for (instance, record) in module.instances.iter().enumerate() {
            for (place, (_, argument)) in record.parameters.iter().enumerate() {
                if matches!(argument, Argument::Value(_)) {
                    slots.push(Slot::Argument(instance, place));
                }
            }
        }
        slots
    }

    /// The value there; `None` once a parameter stands there.
    fn value(self, module: &Module) -> Option<&Value> {
        match self {
            Slot::Constant(node) => module.constant_value(node),
            Slot::Argument(instance, place) => match &module.instances[instance].parameters[place].1 {
                Argument::Value(value) => Some(value),
                Argument::Parameter(_) => None,
            },
        }
    }

    /// The name of the value: that of the constant, or of the parameter that gets it.
    fn name(self, module: &Module) -> &str {
        match self {
            Slot::Constant(node) => match module.node(node) {
                Node::Constant { name: Some(name), .. } => name,
                _ => "",
            },
            Slot::Argument(instance, place) => &module.instances[instance].parameters[place].0,
        }
    }

    fn put(self, module: &mut Module, parameter: ParameterId) {
        match self {
            Slot::Constant(node) => module.replace_leaf(node, Node::Parameter(parameter)),
            Slot::Argument(instance, place) => {
                module.instances[instance].parameters[place].1 = Argument::Parameter(parameter);
            }
        }
    }
}

/// Modules that are equal except for the values of named constants and arguments.
struct Group {
    /// The place of the first in the design.
    first: usize,
    /// The first, later with parameters.
    module: Module,
    /// The places where its values may differ from the others'.
    slots: Vec<Slot>,
    /// For each variant the values in those slots.
    variants: Vec<Vec<Value>>,
    /// The parameters added: the name of each, and a slot whose value it is.
    parameters: Vec<(String, usize)>,
}

impl Group {
    /// Makes parameters of the values that differ between the variants. The default is the first
    /// variant's value. An argument shares the parameter of a thing that has its name and, in each
    /// variant, its value. Constants do not, because no two nodes of a pool may be equal.
    fn parametrise(&mut self) {
        let Self { module, slots, variants, parameters, .. } = self;
        let varies = |slot: &usize| variants.iter().any(|values| values[*slot] != variants[0][*slot]);
        let (varying, fixed): (Vec<usize>, Vec<usize>) = (0..slots.len()).partition(varies);
        let mut taken = taken_names(module);
        let constants =
            fixed.into_iter().map(|slot| slots[slot]).filter(|slot| matches!(slot, Slot::Constant(_)));
        taken.extend(constants.map(|slot| slot.name(module).to_lowercase()));
        let mut known: HashMap<(String, Vec<&Value>), ParameterId> = HashMap::new();
        for place in varying {
            let slot = slots[place];
            let name = slot.name(module).to_ascii_uppercase();
            let key = (name.clone(), variants.iter().map(|values| &values[place]).collect());
            let parameter = match (slot, known.get(&key)) {
                (Slot::Argument(..), Some(&parameter)) => parameter,
                _ => {
                    let name =
                        if taken.insert(name.to_lowercase()) { name } else { numbered(&name, &mut taken) };
                    parameters.push((name.clone(), place));
                    let parameter = module.add_parameter(name, variants[0][place].clone());
                    known.insert(key, parameter);
                    parameter
                }
            };
            slot.put(module, parameter);
        }
    }

    /// The arguments that an instance of this variant gives to the added parameters.
    fn arguments(&self, variant: usize) -> impl Iterator<Item = (String, Argument)> + '_ {
        let values = &self.variants[variant];
        self.parameters.iter().map(|(name, place)| (name.clone(), Argument::Value(values[*place].clone())))
    }
}

/// The names a new parameter may not take, in lower case.
fn taken_names(module: &Module) -> HashSet<String> {
    let signals = module.signals.iter().map(|signal| &signal.name);
    let parameters = module.parameters.iter().map(|parameter| &parameter.name);
    let memories = module.memories.iter().map(|memory| &memory.name);
    let instances = module.instances.iter().map(|instance| &instance.name);
    signals.chain(parameters).chain(memories).chain(instances).map(|name| name.to_lowercase()).collect()
}

impl Module {
    /// Puts another node without operands, as wide as the one before, in the place of one.
    fn replace_leaf(&mut self, id: NodeId, leaf: Node) {
        let before = std::mem::replace(&mut self.nodes[id.index()], leaf.clone());
        self.interned.remove(&before);
        self.interned.insert(leaf, id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::netlist::testing::{
        OF_STRUCTURE, OF_VALUES, OF_WORDS, design_of, example, flatten, random_design,
    };
    use crate::netlist::{Assign, BinaryOp, Direction, Instance, isomorphic};

    /// A module that says whether its input is the square, with a signal called as a constant is.
    fn square(name: &str, rank: u64, file: u64) -> Module {
        let mut module = Module::new(name, "");
        let at = module.add_port(Direction::Input, "at", 6);
        let here = module.add_port(Direction::Output, "here", 1);
        let rank = module.named_constant("rank", Value::new(3, rank));
        let file = module.named_constant("file", Value::new(3, file));
        let both = module.concat(&[rank, file]);
        let at = module.read(at);
        let node = module.binary(BinaryOp::Equal, at, both).unwrap();
        module.assigns.push(Assign { signal: here, node });
        module
    }

    /// A module with an instance of each of these.
    fn user(name: &str, design: &Design, modules: &[ModuleId]) -> Module {
        let mut module = Module::new(name, "");
        let at = module.add_port(Direction::Input, "at", 6);
        let at = module.read(at);
        for (place, &of) in modules.iter().enumerate() {
            assert!(design.module(of).find_signal("here").is_some());
            let here = module.add_signal(format!("here_{place}"), 1);
            module.instances.push(Instance {
                name: format!("square_{place}"),
                module: of,
                parameters: Vec::new(),
                inputs: vec![("at".into(), at)],
                outputs: vec![("here".into(), here)],
                comment: None,
                place: None,
                declared: Default::default(),
            });
        }
        module
    }

    fn board(squares: impl IntoIterator<Item = Module>) -> Design {
        let mut design = Design::new("board");
        let squares: Vec<ModuleId> = squares.into_iter().map(|module| design.add(module).unwrap()).collect();
        let top = user("board", &design, &squares);
        design.add(top).unwrap();
        design
    }

    fn names(design: &Design) -> Vec<&str> {
        design.modules().iter().map(|module| module.name.as_str()).collect()
    }

    #[test]
    fn squares_that_differ_in_place_become_one_module_with_two_parameters() {
        let design = board((0..64).map(|place| square("square", place / 8, place % 8)));
        let shared = design.shared().unwrap();
        assert_eq!(names(&shared), ["square", "board"]);
        let parameters: Vec<&str> = shared.modules()[0].parameters.iter().map(|p| p.name.as_str()).collect();
        assert_eq!(parameters, ["RANK", "FILE"]);
        let given = &shared.modules()[1].instances[61].parameters;
        let value = |value| Argument::Value(Value::new(3, value));
        assert_eq!(given, &[("RANK".into(), value(7)), ("FILE".into(), value(5))]);
        isomorphic(&flatten(&design), &flatten(&shared)).unwrap();
    }

    #[test]
    fn only_constants_that_differ_become_parameters() {
        let shared = board((0..8).map(|file| square("square", 3, file))).shared().unwrap();
        assert_eq!(shared.modules()[0].parameters.len(), 1);
        assert_eq!(shared.modules()[0].parameters[0].name, "FILE");
    }

    #[test]
    fn equal_modules_under_other_names_become_one() {
        let shared = board([square("left", 1, 2), square("right", 1, 2)]).shared().unwrap();
        assert_eq!(names(&shared), ["left", "board"]);
        assert!(shared.modules()[0].parameters.is_empty());
    }

    #[test]
    fn other_modules_of_one_name_get_names_of_their_own() {
        let mut other = square("Square", 1, 2);
        other.signals[1].width = 2;
        let mut keeps = square("square_2", 1, 2);
        keeps.signals[0].attributes.push(crate::netlist::Attribute::Keep);
        let shared = board([square("square", 1, 2), other, keeps]).shared().unwrap();
        assert_eq!(names(&shared), ["square", "Square_3", "square_2", "board"]);
    }

    #[test]
    fn a_parameter_never_takes_the_name_of_a_signal() {
        let place = |rank| {
            let mut module = square("square", rank, 0);
            module.signals[0].name = "rank".into();
            module
        };
        let mut design = Design::new("d");
        let ids = [design.add(place(1)).unwrap(), design.add(place(2)).unwrap()];
        let mut top = user("top", &design, &ids);
        for instance in &mut top.instances {
            instance.inputs[0].0 = "rank".into();
        }
        design.add(top).unwrap();
        let shared = design.shared().unwrap();
        assert_eq!(shared.modules()[0].parameters[0].name, "RANK_2");
        isomorphic(&flatten(&design), &flatten(&shared)).unwrap();
    }

    #[test]
    fn parameters_pass_through_the_levels_between() {
        let mut design = Design::new("d");
        let mut ranks = Vec::new();
        for rank in 0..8 {
            let squares = [0, 1, 2].map(|file| design.add(square("square", rank, file)).unwrap());
            let mut row = user("row", &design, &squares);
            let out = row.add_port(Direction::Output, "here", 1);
            let node = row.named_constant("rank", Value::new(3, rank));
            let node = row.slice(node, 0, 1).unwrap();
            row.assigns.push(Assign { signal: out, node });
            ranks.push(design.add(row).unwrap());
        }
        let top = user("board", &design, &ranks);
        design.add(top).unwrap();
        let shared = design.shared().unwrap();
        assert_eq!(names(&shared), ["square", "row", "board"]);
        let row = &shared.modules()[1];
        assert_eq!(row.parameters.len(), 1, "one parameter for the row and its squares");
        assert_eq!(row.instances[2].parameters[0].1, Argument::Parameter(ParameterId(0)));
        assert_eq!(row.instances[2].parameters[1].1, Argument::Value(Value::new(3, 2)));
        isomorphic(&flatten(&design), &flatten(&shared)).unwrap();
    }

    #[test]
    fn the_top_keeps_its_name_and_meaning() {
        let mut design = Design::new("d");
        let first = design.add(square("first", 1, 1)).unwrap();
        let top = design.add(square("first", 2, 2)).unwrap();
        let above = user("above", &design, &[first, top]);
        design.add(above).unwrap();
        design.set_top(top);
        let shared = design.shared().unwrap();
        assert_eq!(names(&shared), ["first_2", "first", "above"]);
        isomorphic(&flatten(&design), &flatten(&shared)).unwrap();
    }

    #[test]
    fn words_and_values_do_not_keep_modules_apart_but_structure_does() {
        let modules = |(_, change): (_, fn(&mut Module))| {
            let mut changed = example();
            change(&mut changed);
            // Neither is the top, which is never shared.
            design_of([example(), changed, Module::new("top", "")]).shared().unwrap().modules().len()
        };
        for change in OF_WORDS.into_iter().chain(OF_VALUES) {
            assert_eq!(modules(change), 3, "{}", change.0);
        }
        for change in OF_STRUCTURE {
            assert_eq!(modules(change), 4, "{}", change.0);
        }
    }

    #[test]
    fn sharing_keeps_the_meaning_and_comes_to_rest() {
        let mut merged = 0;
        let mut parametrised = 0;
        for seed in 0..500 {
            let design = random_design(seed);
            let shared = design.shared().unwrap();
            isomorphic(&flatten(&design), &flatten(&shared))
                .unwrap_or_else(|how| panic!("seed {seed}: {how}"));
            merged += design.modules().len() - shared.modules().len();
            parametrised += shared.modules().iter().filter(|module| module.parameters.len() > 2).count();
            assert_eq!(design.shared().unwrap().to_text(), shared.to_text());
            let names: HashSet<String> = shared.modules().iter().map(|m| m.name.to_lowercase()).collect();
            assert_eq!(names.len(), shared.modules().len(), "seed {seed}");
            let again = shared.shared().unwrap();
            assert_eq!(again.to_text(), shared.to_text(), "seed {seed}");
        }
        assert!(merged > 500 && parametrised > 100, "{merged} {parametrised}");
    }
}
