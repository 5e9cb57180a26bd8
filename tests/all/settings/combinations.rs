//! Combinations of values of parameters.

use movewright::cores::{CoreInfo, ParameterInfo, Range};

/// Values for some parameters of a core, by name.
pub type Combination = Vec<(&'static str, String)>;

/// Every word a parameter may have, and the ends of its range.
pub fn values(parameter: &ParameterInfo) -> Vec<String> {
    let texts = |values: &[&str]| values.iter().map(|&value| value.into()).collect();
    match parameter.range {
        Range::Switch => texts(&["on", "off"]),
        Range::PowerOfTwo { low, high } | Range::Number { low, high } => {
            vec![low.to_string(), high.to_string()]
        }
        Range::Choice(words) | Range::ChoiceOrFile(words) => texts(words),
        Range::Pair => texts(&["00", "zz"]),
        // The one signal that both pipelines have.
        Range::Names => texts(&["none", "barred_1"]),
    }
}

/// What is set beside others, without those that have no effect there.
fn effective(core: &CoreInfo, all: Combination) -> Combination {
    let has =
        |(other, needed): (&str, &str)| all.iter().any(|(name, value)| *name == other && value == needed);
    let known = |name: &str| core.parameters.iter().find(|known| known.name == name).unwrap();
    all.iter().filter(|(name, _)| known(name).only_with.is_none_or(has)).cloned().collect()
}

/// Each value at least once, in as many combinations as the longest list is long; neighbours are
/// out of step.
pub fn each_value(core: &CoreInfo, choices: &[(&'static str, Vec<String>)]) -> Vec<Combination> {
    // A core without parameters has one form.
    let longest = choices.iter().map(|(_, values)| values.len()).max().unwrap_or(1);
    let at = |round: usize| {
        let pick = |(place, (name, values)): (usize, &(&'static str, Vec<String>))| {
            (*name, values[(round + place) % values.len()].clone())
        };
        effective(core, choices.iter().enumerate().map(pick).collect())
    };
    (0..longest).map(at).collect()
}

/// Combinations in which any two values of two parameters come together, each made greedily.
pub fn each_pair(core: &CoreInfo, choices: &[(&'static str, Vec<String>)]) -> Vec<Combination> {
    let mut missing: Vec<[(usize, usize); 2]> = Vec::new();
    for (a, (_, values)) in choices.iter().enumerate() {
        for (b, (_, others)) in choices.iter().enumerate().skip(a + 1) {
            let pairs = (0..values.len()).flat_map(|v| (0..others.len()).map(move |w| [(a, v), (b, w)]));
            missing.extend(pairs);
        }
    }
    let mut combinations = Vec::new();
    while let Some(&[first, second]) = missing.first() {
        let mut chosen: Vec<Option<usize>> = vec![None; choices.len()];
        chosen[first.0] = Some(first.1);
        chosen[second.0] = Some(second.1);
        for place in 0..choices.len() {
            if chosen[place].is_some() {
                continue;
            }
            let covers = |value: &usize| {
                let holds = |(at, of): (usize, usize)| {
                    if at == place { of == *value } else { chosen[at] == Some(of) }
                };
                missing.iter().filter(|pair| pair.iter().all(|&one| holds(one))).count()
            };
            chosen[place] = (0..choices[place].1.len()).max_by_key(covers);
        }
        missing.retain(|pair| !pair.iter().all(|&(at, value)| chosen[at] == Some(value)));
        let named = choices.iter().zip(&chosen);
        let all = named.filter_map(|((name, values), at)| Some((*name, values[(*at)?].clone()))).collect();
        combinations.push(effective(core, all));
    }
    // A single parameter has no pairs.
    if combinations.is_empty() { each_value(core, choices) } else { combinations }
}

#[test]
fn any_two_values_come_together() {
    let core = movewright::cores::find("chess-classic").unwrap();
    let choices: Vec<_> = core.parameters[..5].iter().map(|known| (known.name, values(known))).collect();
    let combinations = each_pair(core, &choices);
    // Of 64 in all; 8 is the least, four hosts by two stacks.
    assert!((8..20).contains(&combinations.len()), "{}", combinations.len());
    for (place, (name, values)) in choices.iter().enumerate() {
        for (other, others) in &choices[place + 1..] {
            for (value, second) in values.iter().flat_map(|v| others.iter().map(move |w| (v, w))) {
                let has = |all: &Combination| {
                    all.contains(&(*name, value.clone())) && all.contains(&(*other, second.clone()))
                };
                assert!(combinations.iter().any(has), "{name}={value} {other}={second}");
            }
        }
    }
}
