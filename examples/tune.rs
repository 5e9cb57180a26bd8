//! Fits the weights of the chess evaluation to labelled positions:
//!
//! ```text
//! xzcat positions.txt.xz | cargo run --release --example tune -- - --without threats -o weights.txt
//! ```
//!
//! A line of the file is `FEN|SCORE|RESULT`: the score in white's view, the result 0 (black wins),
//! 1 or 2 (white wins). One block of a thousand lines in ten is held out, and the error on these
//! blocks is printed after every round.

use std::error::Error;
use std::io::Read;
use std::process::ExitCode;
use std::time::Instant;

use movewright::chess::evaluation::fit::{FitOptions, Samples, fit};
use movewright::chess::evaluation::{FEATURES, Term, Weights};

const USAGE: &str = "usage: tune FILE|- [-o WEIGHTS] [--from WEIGHTS] [--without TERM]... [--tie A=B]...
            [--digits N] [--rounds N] [--rate R] [--result SHARE] [--tenfold SCORE]
  FILE            lines FEN|SCORE|RESULT; - for standard input
  -o WEIGHTS      where the weights go; without it they are not written
  --from WEIGHTS  the weights to begin with; without it, those that are built in
  --without TERM  a term whose weights become zero, so that it takes no logic
  --tie A=B=C     features that share one weight
  --digits N      signed digits of a weight, at most; fewer make a smaller machine
  --rounds N      rounds over all positions; 0 only measures
  --rate R        the first step of a weight
  --result SHARE  the share of the result in a label, 0 to 1
  --tenfold SCORE the score that is ten to one";

/// What the command line asks for.
#[derive(Default)]
struct Asked {
    positions: String,
    out: Option<String>,
    from: Option<String>,
    options: FitOptions,
}

fn main() -> ExitCode {
    let asked = match asked(std::env::args().skip(1)) {
        Ok(asked) => asked,
        Err(problem) => {
            eprintln!("tune: {problem}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    match run(&asked) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("tune: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn asked(mut words: impl Iterator<Item = String>) -> Result<Asked, String> {
    let mut asked = Asked::default();
    while let Some(word) = words.next() {
        if word == "-" || !word.starts_with('-') {
            if !asked.positions.is_empty() {
                return Err(format!("`{word}` is a second file; give one"));
            }
            asked.positions = word;
            continue;
        }
        let value = words.next().ok_or_else(|| format!("`{word}` needs a value"))?;
        let options = &mut asked.options;
        match word.as_str() {
            "-o" => asked.out = Some(value),
            "--from" => asked.from = Some(value),
            "--without" => _ = options.without.insert(term(&value)?),
            "--tie" => options.ties.push(tied(&value)?),
            "--digits" => options.digits = Some(number(&word, &value)?),
            "--rounds" => options.rounds = number(&word, &value)?,
            "--rate" => options.rate = number(&word, &value)?,
            "--result" => options.result = number(&word, &value)?,
            "--tenfold" => options.tenfold = number(&word, &value)?,
            _ => return Err(format!("`{word}` is no option")),
        }
    }
    match asked.positions.is_empty() {
        true => Err("give a file of positions, or `-`".into()),
        false => Ok(asked),
    }
}

fn term(name: &str) -> Result<Term, String> {
    let found = Term::ALL.into_iter().find(|term| term.name() == name);
    found.ok_or_else(|| format!("`{name}` is no term; terms are {}", Term::ALL.map(Term::name).join(", ")))
}

fn tied(text: &str) -> Result<Vec<usize>, String> {
    let feature = |text: &str| text.parse().ok().filter(|feature| *feature < FEATURES);
    let all: Option<Vec<usize>> = text.split('=').map(feature).collect();
    all.ok_or_else(|| format!("`{text}` names no features; write numbers below {FEATURES} such as 487=488"))
}

fn number<T: std::str::FromStr>(option: &str, text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("`{text}` is no number for `{option}`"))
}

fn run(asked: &Asked) -> Result<(), Box<dyn Error>> {
    let read = |path: &str| std::fs::read_to_string(path).map_err(|problem| format!("{path}: {problem}"));
    let start = match &asked.from {
        Some(path) => Weights::parse(&read(path)?)?,
        None => Weights::default(),
    };
    let mut text = String::new();
    match asked.positions.as_str() {
        "-" => _ = std::io::stdin().read_to_string(&mut text)?,
        path => text = read(path)?,
    }
    let samples = Samples::read(text.lines(), &start, &asked.options)?;
    let [fitted, held] = samples.counts();
    let errors = samples.errors(&start, &asked.options);
    println!("{fitted} positions to fit to, {held} held out");
    println!("before    error {:.5}, held out {:.5}", errors[0], errors[1]);
    let begin = Instant::now();
    let weights = fit(&start, &samples, &asked.options, |round, errors| {
        let seconds = begin.elapsed().as_secs();
        println!("round {round:3} error {:.5}, held out {:.5}, {seconds} s", errors[0], errors[1]);
    });
    if let Some(path) = &asked.out {
        std::fs::write(path, weights.to_string()).map_err(|problem| format!("{path}: {problem}"))?;
    }
    Ok(())
}
