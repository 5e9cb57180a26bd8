//! Fitting weights to positions with a known score and result.
//!
//! The error of a position is the square of the difference between two chances to win: that of its
//! label, and that of its value. Held-out blocks of the file are never fitted, and say how good the
//! weights are on positions that they have not seen.

use std::collections::BTreeSet;

use thiserror::Error;

use super::hardware::digits;
use super::{
    Collect, FEATURES, FULL_PHASE, LARGEST, Pair, Sets, Term, Weights, collect, collect_squares, evaluate,
};
use crate::chess::{FenError, Position};

/// A position with its features and its label.
#[derive(Clone, Debug)]
struct Sample {
    /// Feature, and how often it is there for white more than for black.
    features: Box<[(u16, i8)]>,
    /// The share of the middle game, 0 to 1.
    phase: f32,
    /// The part of the end game that counts.
    scale: f32,
    /// The chance of white, 0 to 1.
    target: f32,
}

/// The options of a fit.
#[derive(Clone, Debug)]
pub struct FitOptions {
    /// The share of the result in a label; the rest is the score.
    pub result: f32,
    /// The score, in the weights' units, that is ten to one.
    pub tenfold: f32,
    /// Rounds over all positions.
    pub rounds: u32,
    /// The first step of a weight.
    pub rate: f32,
    /// Terms whose weights become zero.
    pub without: BTreeSet<Term>,
    /// Features that share one weight; of some of these the logic is shared too.
    pub ties: Vec<Vec<usize>>,
    /// Signed digits of a weight, at most; `None` for any number. Tables of weights keep theirs:
    /// the pieces' squares and the king's zone.
    pub digits: Option<usize>,
}

impl Default for FitOptions {
    fn default() -> Self {
        Self {
            result: 0.3,
            tenfold: 400.0,
            rounds: 30,
            rate: 2.0,
            without: BTreeSet::new(),
            ties: Vec::new(),
            digits: None,
        }
    }
}

/// A line that is no labelled position.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum LabelError {
    /// There are more or fewer fields than three.
    #[error("line {line} has {fields} fields; write `FEN|SCORE|RESULT`")]
    Fields {
        /// The line, from 1.
        line: usize,
        /// The fields it has.
        fields: usize,
    },
    /// The position cannot be read.
    #[error("line {line}: {problem}")]
    Position {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: FenError,
    },
    /// The score or the result is not a number that it can be.
    #[error(
        "line {line}: `{text}` is no {what}; write {mend}", mend = if *.what == "score" { "a whole number, white's view" } else { "0 (black wins), 1 or 2 (white wins)" }
    )]
    Number {
        /// The line, from 1.
        line: usize,
        /// The text.
        text: String,
        /// `score` or `result`.
        what: &'static str,
    },
}

/// Positions to fit to, and positions held out.
pub struct Samples {
    fitted: Vec<Sample>,
    held: Vec<Sample>,
}

/// Lines of a block; neighbours come from one game.
const BLOCK: usize = 1_000;

/// One block in this many is held out.
const HELD: usize = 10;

#[derive(Default)]
struct Features(Vec<(u16, i8)>);

impl Collect for Features {
    fn add(&mut self, feature: usize, times: i32) {
        if times == 0 {
            return;
        }
        match self.0.iter_mut().find(|(known, _)| usize::from(*known) == feature) {
            Some((_, count)) => *count += times as i8,
            None => self.0.push((feature as u16, times as i8)),
        }
    }
}

impl Samples {
    /// Reads lines `FEN|SCORE|RESULT`: the score in white's view, the result 0 (black wins), 1 or 2
    /// (white wins). The scale of each end game is that of `weights`.
    ///
    /// # Errors
    /// A line is not of this form.
    pub fn read<'a>(
        lines: impl Iterator<Item = &'a str>,
        weights: &Weights,
        options: &FitOptions,
    ) -> Result<Self, LabelError> {
        let mut samples = Self { fitted: Vec::new(), held: Vec::new() };
        for (line, text) in (1..).zip(lines) {
            let sample = sample(line, text, weights, options)?;
            match (line - 1) / BLOCK % HELD {
                0 => samples.held.push(sample),
                _ => samples.fitted.push(sample),
            }
        }
        Ok(samples)
    }

    /// Positions fitted to, and positions held out.
    pub fn counts(&self) -> [usize; 2] {
        [self.fitted.len(), self.held.len()]
    }

    /// The mean error of the positions fitted to, and of those held out.
    pub fn errors(&self, weights: &Weights, options: &FitOptions) -> [f64; 2] {
        let pairs = weights.pairs().map(|pair| [pair.mg as f32, pair.eg as f32]);
        [&self.fitted, &self.held].map(|samples| {
            let square = |sample: &Sample| f64::from(sample.miss(&pairs, options)).powi(2);
            samples.iter().map(square).sum::<f64>() / samples.len().max(1) as f64
        })
    }
}

fn sample(line: usize, text: &str, weights: &Weights, options: &FitOptions) -> Result<Sample, LabelError> {
    let fields: Vec<&str> = text.split('|').map(str::trim).collect();
    let [fen, score, result] = fields[..] else {
        return Err(LabelError::Fields { line, fields: fields.len() });
    };
    let position = Position::from_fen(fen).map_err(|problem| LabelError::Position { line, problem })?;
    let wrong = |text: &str, what| LabelError::Number { line, text: text.escape_debug().to_string(), what };
    let score: i32 = score.parse().map_err(|_| wrong(score, "score"))?;
    let known = |result: &u8| *result <= 2;
    let result = result.parse().ok().filter(known).ok_or_else(|| wrong(result, "result"))?;
    let sets = Sets::from(&position);
    let mut features = Features::default();
    collect_squares(&sets, &mut features);
    collect(&sets, position.side, &mut features);
    let whole = evaluate(&sets, position.side, weights);
    let target =
        (1.0 - options.result) * chance(score as f32, options) + options.result * f32::from(result) / 2.0;
    Ok(Sample {
        features: features.0.into(),
        phase: whole.phase as f32 / FULL_PHASE as f32,
        scale: whole.scale as f32 / 16.0,
        target,
    })
}

/// The chance to win with a score.
fn chance(score: f32, options: &FitOptions) -> f32 {
    1.0 / (1.0 + 10_f32.powf(-score / options.tenfold))
}

type Floats = [[f32; 2]; FEATURES];

impl Sample {
    /// The chance of its value, less that of its label.
    fn miss(&self, pairs: &Floats, options: &FitOptions) -> f32 {
        let mut sum = [0.0; 2];
        for (feature, times) in &self.features {
            let pair = &pairs[usize::from(*feature)];
            sum[0] += pair[0] * f32::from(*times);
            sum[1] += pair[1] * f32::from(*times);
        }
        let [mg, eg] = self.shares();
        chance(sum[0] * mg + sum[1] * eg, options) - self.target
    }

    /// The parts of both sums in the value.
    fn shares(&self) -> [f32; 2] {
        [self.phase, self.scale * (1.0 - self.phase)]
    }
}

/// Fits weights to the samples, from `start` on, by Adam (Kingma and Ba) over batches. `progress`
/// is told of each round: its number, and both errors.
pub fn fit(
    start: &Weights,
    samples: &Samples,
    options: &FitOptions,
    mut progress: impl FnMut(u32, [f64; 2]),
) -> Weights {
    let free: Vec<bool> =
        (0..FEATURES).map(|feature| !options.without.contains(&Term::of(feature))).collect();
    let mut pairs = start.pairs().map(|pair| [pair.mg as f32, pair.eg as f32]);
    for (pair, free) in pairs.iter_mut().zip(&free) {
        if !free {
            *pair = [0.0; 2];
        }
    }
    tie(&mut pairs, &options.ties);
    let mut state = Adam::default();
    for round in 1..=options.rounds {
        let left = 1.0 - (round - 1) as f32 / options.rounds as f32;
        for batch in 0..BATCHES {
            let batch = samples.fitted.iter().skip(batch).step_by(BATCHES);
            let mut gradient = gradient(&pairs, batch, options);
            tie(&mut gradient, &options.ties);
            state.step(&mut pairs, &gradient, &free, options.rate * left);
        }
        progress(round, samples.errors(&rounded(&pairs, options), options));
    }
    rounded(&pairs, options)
}

/// Gives tied features their mean.
fn tie(pairs: &mut Floats, ties: &[Vec<usize>]) {
    for tied in ties {
        let known = || tied.iter().copied().filter(|feature| *feature < FEATURES);
        let count = known().count().max(1) as f32;
        let mean = [0, 1].map(|part| known().map(|feature| pairs[feature][part]).sum::<f32>() / count);
        known().for_each(|feature| pairs[feature] = mean);
    }
}

/// Parts of the samples; the weights change after each.
const BATCHES: usize = 16;

fn gradient<'a>(pairs: &Floats, samples: impl Iterator<Item = &'a Sample>, options: &FitOptions) -> Floats {
    let mut gradient = [[0.0; 2]; FEATURES];
    let mut count = 0_u32;
    for sample in samples {
        count += 1;
        let miss = sample.miss(pairs, options);
        let chance = miss + sample.target;
        let slope = miss * chance * (1.0 - chance);
        let [mg, eg] = sample.shares().map(|share| share * slope);
        for (feature, times) in &sample.features {
            let place = &mut gradient[usize::from(*feature)];
            place[0] += mg * f32::from(*times);
            place[1] += eg * f32::from(*times);
        }
    }
    gradient.map(|pair| pair.map(|part| part / count.max(1) as f32))
}

/// Means of gradients and of their squares.
struct Adam {
    mean: Floats,
    square: Floats,
    steps: i32,
}

impl Default for Adam {
    fn default() -> Self {
        Self { mean: [[0.0; 2]; FEATURES], square: [[0.0; 2]; FEATURES], steps: 0 }
    }
}

impl Adam {
    fn step(&mut self, pairs: &mut Floats, gradient: &Floats, free: &[bool], rate: f32) {
        const KEPT: [f32; 2] = [0.9, 0.999];
        self.steps += 1;
        let seen = KEPT.map(|kept| 1.0 - kept.powi(self.steps));
        for feature in (0..FEATURES).filter(|feature| free[*feature]) {
            for part in 0..2 {
                let slope = gradient[feature][part];
                let (mean, square) = (&mut self.mean[feature][part], &mut self.square[feature][part]);
                *mean = KEPT[0] * *mean + (1.0 - KEPT[0]) * slope;
                *square = KEPT[1] * *square + (1.0 - KEPT[1]) * slope * slope;
                let step = rate * (*mean / seen[0]) / ((*square / seen[1]).sqrt() + 1e-9);
                let weight = &mut pairs[feature][part];
                *weight = (*weight - step).clamp(-LARGEST as f32, LARGEST as f32);
            }
        }
    }
}

/// Whole numbers, of few digits where that is asked for.
fn rounded(pairs: &Floats, options: &FitOptions) -> Weights {
    let mut whole = [Pair::default(); FEATURES];
    for (feature, (pair, floats)) in whole.iter_mut().zip(pairs).enumerate() {
        let table = matches!(Term::of(feature), Term::Squares | Term::KingZone | Term::Tempo);
        let most = options.digits.filter(|_| !table);
        let [mg, eg] = floats.map(|float| shortened(float.round() as i32, most));
        *pair = Pair { mg, eg };
    }
    // All are clamped.
    Weights::new(whole).unwrap_or_else(|_| Weights::default())
}

/// The number of at most so many signed digits that is nearest.
fn shortened(number: i32, most: Option<usize>) -> i32 {
    let Some(most) = most else { return number };
    let fits = |number: &i32| digits(*number).len() <= most && number.abs() <= LARGEST;
    let near = (0..=LARGEST).flat_map(|by| [number - by, number + by]);
    near.into_iter().find(fits).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::evaluation::tests::vectors;

    /// Positions of the vectors, labelled by their own values: weights without a term find it
    /// again.
    #[test]
    fn a_fit_finds_what_is_missing() {
        let known = Weights::default();
        let label = |position: &Position| {
            let value = evaluate(&Sets::from(position), position.side, &known).value;
            let score = if position.side == crate::chess::Color::White { value } else { -value };
            format!("{}|{score}|1", position.to_fen())
        };
        let lines: Vec<String> = vectors().iter().map(|(position, _)| label(position)).collect();
        // The first thousand lines are held out.
        let lines: Vec<&str> = lines.iter().map(String::as_str).cycle().take(1_400).collect();
        let options = FitOptions { result: 0.0, rounds: 30, ..FitOptions::default() };
        let samples = Samples::read(lines.into_iter(), &known, &options).unwrap();
        assert_eq!(samples.counts(), [400, 1_000]);
        let mut pairs = *known.pairs();
        Term::Mobility.features().for_each(|feature| pairs[feature] = Pair { mg: -30, eg: 30 });
        let start = Weights::new(pairs).unwrap();
        let before = samples.errors(&start, &options);
        let mut rounds = 0;
        let fitted = fit(&start, &samples, &options, |_, _| rounds += 1);
        let after = samples.errors(&fitted, &options);
        assert_eq!(rounds, 30);
        assert!(samples.errors(&known, &options)[1] < 1e-5);
        assert!(after[0] < before[0] / 4.0 && after[1] < before[1] / 4.0, "{before:?} {after:?}");

        let lean = FitOptions {
            without: [Term::Threats].into(),
            ties: vec![vec![384, 385]],
            digits: Some(1),
            ..options
        };
        let fitted = fit(&start, &samples, &lean, |_, _| {});
        assert!(Term::Threats.features().all(|feature| fitted[feature] == Pair::default()));
        assert_eq!(fitted[384], fitted[385]);
        assert!(digits(fitted[386].mg).len() <= 1 && digits(fitted[386].eg).len() <= 1);
    }

    #[test]
    fn a_wrong_line_is_told_with_its_place() {
        let said = |line: &str| {
            let lines = ["8/8/1k6/8/8/4K3/8/8 w - - 0 1|0|1", line];
            let read = Samples::read(lines.into_iter(), &Weights::default(), &FitOptions::default());
            read.err().unwrap().to_string()
        };
        assert_eq!(said("8/8 w|1"), "line 2 has 2 fields; write `FEN|SCORE|RESULT`");
        assert!(said("8/8 w - - 0 1|1|1").starts_with("line 2: FEN field 1 (board)"));
        let fen = "8/8/1k6/8/8/4K3/8/8 w - - 0 1";
        assert_eq!(
            said(&format!("{fen}|x|1")),
            "line 2: `x` is no score; write a whole number, white's view"
        );
        assert_eq!(
            said(&format!("{fen}|1|3")),
            "line 2: `3` is no result; write 0 (black wins), 1 or 2 (white wins)"
        );
    }
}
