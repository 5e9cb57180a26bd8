//! The waveforms of the command port over a replay, drawn from the simulation.

use askama::Template;

use super::replay::command;
use super::{Node, ReportError, Section};
use crate::chess::classic::observe::Cycle;

/// The width of a clock cycle.
const CYCLE: usize = 28;
/// From one waveform to the next.
const ROW: usize = 34;
/// The height of a waveform.
const HIGH: usize = 20;
/// Above the first.
const TOP: usize = 30;
/// A value that stays is written again after so many cycles.
const REPEAT: usize = 12;
/// What a character of a value takes.
const CHARACTER: usize = 7;

#[derive(Template)]
#[template(path = "report_waves.html")]
struct Waves {
    rows: Vec<Row>,
    ticks: Vec<Label>,
    answers: Vec<Label>,
    cycle: usize,
    count: usize,
    width: usize,
    height: usize,
}

struct Row {
    name: &'static str,
    bits: u32,
    /// The middle of its name.
    middle: usize,
    /// What is drawn.
    path: String,
    values: Vec<Label>,
}

struct Label {
    x: usize,
    y: usize,
    text: String,
}

/// How the value of a signal is written.
type Words = fn(&Cycle) -> String;

/// The signals of the port: name, width, and how a word is written.
const SIGNALS: [(&str, u32, Option<Words>); 8] = [
    ("command_valid", 1, None),
    ("command_ready", 1, None),
    ("command", 4, Some(|cycle| command(cycle.signal("command")).into())),
    ("command_data", 10, Some(|cycle| format!("{:x}", cycle.signal("command_data")))),
    ("response_valid", 1, None),
    ("response_ready", 1, None),
    ("response_data", 64, Some(|cycle| format!("{:x}", cycle.signal("response_data")))),
    ("response_error", 1, None),
];

/// The section with the waveforms.
///
/// # Errors
/// The template cannot be rendered: a defect of it.
pub(super) fn section(node: &Node) -> Result<Section, ReportError> {
    let count = node.cycles.len();
    let base = |row: usize| TOP + row * ROW + HIGH;
    let clock = Row {
        name: "clock",
        bits: 1,
        middle: base(0) - HIGH / 2,
        path: clock(count, base(0)),
        values: Vec::new(),
    };
    let rows = SIGNALS.iter().zip(1..).map(|(&(name, bits, words), row)| {
        let (path, values) = match words {
            None => (line(node, name, base(row)), Vec::new()),
            Some(words) => bus(node, words, base(row)),
        };
        Row { name, bits, middle: base(row) - HIGH / 2, path, values }
    });
    let height = base(SIGNALS.len()) + 20;
    let answer = |answer: &super::Answer| Label {
        x: answer.cycle * CYCLE + CYCLE / 2,
        y: height - 2,
        text: answer.generated.mv.to_string(),
    };
    let body = Waves {
        rows: [clock].into_iter().chain(rows).collect(),
        ticks: (0..count)
            .step_by(5)
            .map(|cycle| Label { x: cycle * CYCLE + CYCLE / 2, y: 16, text: cycle.to_string() })
            .collect(),
        answers: node.answers.iter().map(answer).collect(),
        cycle: CYCLE,
        count,
        width: count * CYCLE,
        height: height + 6,
    };
    Ok(Section {
        id: "waves",
        title: "The command port in the same cycles".into(),
        body: body.render()?,
        script: None,
    })
}

/// High in the first half of each cycle.
fn clock(count: usize, base: usize) -> String {
    let half = CYCLE / 2;
    let cycle = format!("v-{HIGH}h{half}v{HIGH}h{}", CYCLE - half);
    format!("M0 {base}{}", cycle.repeat(count))
}

/// A signal of one bit.
fn line(node: &Node, name: &str, base: usize) -> String {
    let mut path = String::new();
    for (level, start, length) in runs(node, |cycle| cycle.signal(name)) {
        let y = base - if level == 0 { 0 } else { HIGH };
        path += &if start == 0 { format!("M0 {y}") } else { format!("V{y}") };
        path += &format!("h{}", length * CYCLE);
    }
    path
}

/// A signal of several bits: a long hexagon for each value, with the value in it where it fits.
fn bus(node: &Node, words: Words, base: usize) -> (String, Vec<Label>) {
    let (mut path, mut values) = (String::new(), Vec::new());
    let (half, slope) = (HIGH / 2, 3);
    for (text, start, length) in runs(node, words) {
        let (x, width) = (start * CYCLE, length * CYCLE);
        let flat = width - 2 * slope;
        path +=
            &format!("M{x} {}l{slope}-{half}h{flat}l{slope} {half}l-{slope} {half}h-{flat}z", base - half);
        // A long value is told again, so that it is in sight wherever one looks.
        let room = width.min(REPEAT * CYCLE);
        if text.len() * CHARACTER + 2 * slope <= room {
            let places = (x..x + width).step_by(REPEAT * CYCLE).filter(|place| place + room <= x + width);
            values.extend(places.map(|place| Label {
                x: place + room / 2,
                y: base - half,
                text: text.clone(),
            }));
        }
    }
    (path, values)
}

/// Equal values side by side: value, first cycle, how many.
fn runs<T: PartialEq>(node: &Node, value: impl Fn(&Cycle) -> T) -> Vec<(T, usize, usize)> {
    let mut runs: Vec<(T, usize, usize)> = Vec::new();
    for (cycle, at) in node.cycles.iter().zip(0..) {
        let value = value(cycle);
        match runs.last_mut() {
            Some((last, _, length)) if *last == value => *length += 1,
            _ => runs.push((value, at, 1)),
        }
    }
    runs
}
