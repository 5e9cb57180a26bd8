//! The waveforms of the command port over a replay, drawn from the simulation.

use askama::Template;

use super::{Section, SectionError};

/// The width of a clock cycle.
const CYCLE: usize = 28;
/// From one waveform to the next.
const ROW: usize = 34;
/// The height of a waveform.
const HIGH: usize = 20;
/// Above the first.
const TOP: usize = 30;
/// The number of cycles after which an unchanged value is written again.
const REPEAT: usize = 12;
/// The width of a character of a value.
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
    /// The path of the signal.
    path: String,
    values: Vec<Label>,
}

struct Label {
    x: usize,
    y: usize,
    text: String,
}

/// The signals of a command port, in the order of [`Port`].
pub(super) const PORT: [&str; 8] = [
    "command_valid",
    "command_ready",
    "command",
    "command_data",
    "response_valid",
    "response_ready",
    "response_data",
    "response_error",
];

/// Their widths in bits.
const BITS: [u32; 8] = [1, 1, 4, 10, 1, 1, 64, 1];

/// The place of the command in [`PORT`].
const COMMAND: usize = 2;

/// The values of [`PORT`] in a cycle.
pub(super) type Port = [u64; PORT.len()];

/// The section with the waveforms: the port in each cycle, the cycles that answered with what, and
/// the names of commands.
///
/// # Errors
/// The template cannot be rendered: a defect of it.
pub(super) fn section(
    port: &[Port],
    answers: impl Iterator<Item = (usize, String)>,
    command: fn(u64) -> &'static str,
) -> Result<Section, SectionError> {
    let count = port.len();
    let base = |row: usize| TOP + row * ROW + HIGH;
    let clock = Row {
        name: "clock",
        bits: 1,
        middle: base(0) - HIGH / 2,
        path: clock(count, base(0)),
        values: Vec::new(),
    };
    let rows = PORT.iter().zip(BITS).enumerate().map(|(place, (&name, bits))| {
        let base = base(place + 1);
        let (path, values) = match bits {
            1 => (line(port.iter().map(|port| port[place] & 1 == 1), base), Vec::new()),
            _ => bus(
                port.iter().map(|port| match place {
                    COMMAND => command(port[place]).into(),
                    _ => format!("{:x}", port[place]),
                }),
                base,
            ),
        };
        Row { name, bits, middle: base - HIGH / 2, path, values }
    });
    let height = base(PORT.len()) + 20;
    let answer = |(cycle, text): (usize, String)| Label { x: cycle * CYCLE + CYCLE / 2, y: height - 2, text };
    let body = Waves {
        rows: [clock].into_iter().chain(rows).collect(),
        ticks: (0..count)
            .step_by(5)
            .map(|cycle| Label { x: cycle * CYCLE + CYCLE / 2, y: 16, text: cycle.to_string() })
            .collect(),
        answers: answers.map(answer).collect(),
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
fn line(levels: impl Iterator<Item = bool>, base: usize) -> String {
    let mut path = String::new();
    for (high, start, length) in runs(levels) {
        let y = base - if high { HIGH } else { 0 };
        path += &if start == 0 { format!("M0 {y}") } else { format!("V{y}") };
        path += &format!("h{}", length * CYCLE);
    }
    path
}

/// A signal of several bits: a long hexagon for each value, with the value in it where it fits.
fn bus(words: impl Iterator<Item = String>, base: usize) -> (String, Vec<Label>) {
    let (mut path, mut values) = (String::new(), Vec::new());
    let (half, slope) = (HIGH / 2, 3);
    for (text, start, length) in runs(words) {
        let (x, width) = (start * CYCLE, length * CYCLE);
        let flat = width - 2 * slope;
        path +=
            &format!("M{x} {}l{slope}-{half}h{flat}l{slope} {half}l-{slope} {half}h-{flat}z", base - half);
        // A long value is written again, so that it is visible everywhere.
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
fn runs<T: PartialEq>(values: impl Iterator<Item = T>) -> Vec<(T, usize, usize)> {
    let mut runs: Vec<(T, usize, usize)> = Vec::new();
    for (value, at) in values.zip(0..) {
        match runs.last_mut() {
            Some((last, _, length)) if *last == value => *length += 1,
            _ => runs.push((value, at, 1)),
        }
    }
    runs
}
