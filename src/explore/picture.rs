//! Area against rate as an SVG picture.

use askama::Template;

use super::{Plan, Point};
use crate::readable::{assignments, thousands};

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 460.0;
/// The frame around the points.
const LEFT: f64 = 76.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 56.0;
/// The part of an axis that is left free at each end.
const AIR: f64 = 0.06;

#[derive(Template)]
#[template(path = "explore.svg")]
struct Picture {
    width: f64,
    height: f64,
    title: String,
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    across: Vec<Tick>,
    up: Vec<Tick>,
    across_name: String,
    up_name: String,
    /// The way through the best machines.
    front: String,
    dots: Vec<Dot>,
}

struct Tick {
    at: f64,
    text: String,
}

struct Dot {
    x: f64,
    y: f64,
    low: f64,
    high: f64,
    best: bool,
    label: String,
    about: String,
}

/// An axis: values from the first to the last, and where they are drawn.
struct Axis {
    from: f64,
    to: f64,
    begin: f64,
    end: f64,
}

impl Axis {
    fn new(values: impl Iterator<Item = f64>, begin: f64, end: f64) -> Self {
        let (low, high) = values
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        if low > high {
            return Self { from: 0.0, to: 1.0, begin, end };
        }
        // One value alone is drawn in the middle.
        let air = if high > low { AIR * (high - low) } else { 0.1 * high.abs().max(1.0) };
        Self { from: low - air, to: high + air, begin, end }
    }

    fn at(&self, value: f64) -> f64 {
        let part = (value - self.from) / (self.to - self.from);
        // A tenth of a pixel is enough.
        ((self.begin + part * (self.end - self.begin)) * 10.0).round() / 10.0
    }

    /// Round values, four to nine of them.
    fn ticks(&self) -> Vec<Tick> {
        let rough = (self.to - self.from) / 6.0;
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
        let step = step.into_iter().find(|step| *step >= rough).unwrap_or(rough);
        let first = (self.from / step).ceil() as i64;
        let last = (self.to / step).floor() as i64;
        let decimals = (-step.log10().floor()).clamp(0.0, 9.0) as usize;
        let tick = |number: i64| {
            let value = number as f64 * step;
            let text = if decimals == 0 { thousands(value as u64) } else { format!("{value:.decimals$}") };
            Tick { at: self.at(value), text }
        };
        (first..=last).map(tick).collect()
    }
}

/// The placed machines: lookup tables to the right, millions of results a second upwards, a bar
/// from the slowest to the fastest seed. A line joins the machines that no other beats. It suits
/// light and dark backgrounds.
///
/// # Errors
/// The template cannot be rendered: a defect of it.
pub fn picture(plan: &Plan, points: &[Point], varied: &[&str]) -> Result<String, askama::Error> {
    let known: Vec<_> =
        points.iter().filter_map(|point| Some((point, point.luts()? as f64, point.rates()?))).collect();
    let across = Axis::new(known.iter().map(|(_, luts, _)| *luts), LEFT, WIDTH - RIGHT);
    let rates = known.iter().flat_map(|(_, _, rates)| [rates.min, rates.max]);
    let up = Axis::new(rates, HEIGHT - BOTTOM, TOP);
    let dot = |(point, luts, rates): &(&Point, f64, crate::synth::Spread)| {
        let label = label(point, varied);
        let about = format!(
            "{label}: {} lookup tables, {:.2} (seeds: {:.2} to {:.2})",
            thousands(*luts as u64),
            rates.median,
            rates.min,
            rates.max
        );
        Dot {
            x: across.at(*luts),
            y: up.at(rates.median),
            low: up.at(rates.min),
            high: up.at(rates.max),
            best: point.best,
            label,
            about,
        }
    };
    let mut dots: Vec<Dot> = known.iter().map(dot).collect();
    dots.sort_by(|one, other| one.x.total_cmp(&other.x).then(other.y.total_cmp(&one.y)));
    let front: Vec<String> =
        dots.iter().filter(|dot| dot.best).map(|dot| format!("{},{}", dot.x, dot.y)).collect();
    let results = known.iter().find_map(|(point, ..)| point.mapped.as_ref()).map(|(_, pace)| pace.of.clone());
    Picture {
        width: WIDTH,
        height: HEIGHT,
        title: format!("{} on {}: area against rate", plan.core.name, plan.target.device),
        left: LEFT,
        right: WIDTH - RIGHT,
        top: TOP,
        bottom: HEIGHT - BOTTOM,
        across: across.ticks(),
        up: up.ticks(),
        across_name: "lookup tables".into(),
        up_name: format!("million {} a second", results.unwrap_or_else(|| "results".into())),
        front: front.join(" "),
        dots,
    }
    .render()
}

/// The settings that differ between the machines.
pub(super) fn label(point: &Point, varied: &[&str]) -> String {
    let given = point.machine.given.iter().filter(|(name, _)| varied.contains(&name.as_str()));
    let said = assignments(given.map(|(name, value)| (name, value)));
    if said.is_empty() { "default".into() } else { said }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_within() {
        let texts = |values: &[f64]| -> Vec<String> {
            let axis = Axis::new(values.iter().copied(), 0.0, 100.0);
            axis.ticks().into_iter().map(|tick| tick.text).collect()
        };
        assert_eq!(texts(&[2_100.0, 4_900.0]), ["2,000", "3,000", "4,000", "5,000"]);
        assert_eq!(texts(&[1.0, 1.5]), ["1.0", "1.1", "1.2", "1.3", "1.4", "1.5"]);
        assert!(!texts(&[7.0]).is_empty() && !texts(&[]).is_empty());
        let alone = Axis::new([7.0].into_iter(), 0.0, 100.0);
        assert_eq!(alone.at(7.0), 50.0);
    }
}
