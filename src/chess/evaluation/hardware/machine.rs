//! The evaluation as a machine of its own: a position in and a value out, every clock cycle.

use super::super::{Carried, Evaluation, Sets, Weights, evaluate};
use super::logic;
use crate::chess::classic::CHESS_POSITIONS;
use crate::chess::fast::side::Side;
use crate::chess::fast::{FastError, listed, registers, scattered};
use crate::chess::{Color, Position};
use crate::describe::{Builder, PipelineOptions, Project, Timed, pipeline};
use crate::netlist::testing::Random;
use crate::netlist::{Design, Direction, Signal};
use crate::simulate::{Ports, PortsError};

/// The options of the evaluator.
#[derive(Clone, Debug)]
pub struct EvaluatorOptions {
    /// The core's name.
    pub name: String,
    /// Lookup tables of four inputs between two registers, at most.
    pub levels: u32,
    /// Signals of the pipeline with a register behind each, see [`PipelineOptions::cuts`].
    pub cuts: Vec<String>,
    /// The weights. A feature without one takes no logic.
    pub weights: Weights,
    /// The name of the weights, for the reader of the HDL.
    pub weights_name: String,
}

/// The evaluator, and how long a position takes through it.
#[derive(Clone, Debug)]
pub struct Evaluator {
    /// The machine.
    pub design: Design,
    /// Clock cycles from a position to its value.
    pub latency: u32,
}

/// A machine that takes a position in every clock cycle, and gives its value a fixed number of
/// cycles later.
///
/// # Errors
/// No registers are asked for (`levels` 0), nothing is called like one of the cuts, or a defect in
/// the description.
pub fn evaluator(options: &EvaluatorOptions) -> Result<Evaluator, FastError> {
    let module = options.name.replace('-', "_");
    let logic = logic(&format!("{module}_pipeline"), &options.weights);
    let mut project = Project::new(&options.name);
    let registers = PipelineOptions { cuts: options.cuts.clone(), ..registers(options.levels) };
    let pipe = pipeline(&mut project, logic, &registers)?;
    let latency = pipe.latency;
    project.setting("levels", options.levels);
    project.setting("cuts", listed(&options.cuts));
    project.setting("weights", &options.weights_name);
    let inputs: Vec<Signal> = {
        let module = project.module(&pipe.module);
        let inputs = module.ports_of(Direction::Input).map(|id| module.signal(id).clone());
        inputs.filter(|signal| signal.name != "clock").collect()
    };
    let b = Builder::new(
        module,
        format!(
            "Evaluates a position in every clock cycle.\nThe value comes {latency} cycles after the position."
        ),
    );
    let valid = Timed::new(&b.input("valid", 1).comment("a position is there"), 0);
    let inputs = inputs.iter().map(|signal| {
        let input = b.input(&signal.name, signal.width);
        (signal.name.as_str(), Timed::new(&input.comment(signal.comment.as_deref().unwrap_or_default()), 0))
    });
    let outputs = pipe.instance(&b, "pipeline", inputs);
    let [value, mg, eg, scale] = ["value", "mg", "eg", "scale"].map(|name| outputs.get(name));
    let valid = valid.at_or_cleared("way", value.latency());
    let latency = Timed::outputs(
        &b,
        &[
            ("value_valid", &valid, "there is a value"),
            ("value", &value, "for the side to move, two's complement"),
            ("mg", &mg, "the sum of all terms for the middle game"),
            ("eg", &eg, "the sum for the end game, before it is scaled"),
            ("scale", &scale, "the sixteenths of it that count"),
        ],
    );
    project.add(b)?;
    Ok(Evaluator { design: project.finish()?, latency })
}

/// A position as the machine takes it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Given {
    side: Side,
    carried: Carried,
}

impl Given {
    /// The position, with what a node would carry, for the side to move.
    pub fn of(position: &Position, weights: &Weights) -> Self {
        let carried = Carried::of(&Sets::from(position), weights);
        let carried = match position.side {
            Color::White => carried,
            Color::Black => Carried { squares: -carried.squares, points: -carried.points, ..carried },
        };
        Self { side: Side::of(position), carried }
    }

    /// The input ports, and their values.
    pub fn ports(&self) -> [(&'static str, u64); 11] {
        let Self { side, carried } = self;
        let [own, enemy, pawns, knights, diagonal, straight, kings, ..] = side.ports();
        let low = |number: i32, width: u32| u64::from(number as u32 & ((1 << width) - 1));
        [
            own,
            enemy,
            pawns,
            knights,
            diagonal,
            straight,
            kings,
            ("squares_mg", low(carried.squares.mg, 16)),
            ("squares_eg", low(carried.squares.eg, 16)),
            ("phase", low(carried.phase(), 7)),
            ("points", low(carried.points, 8)),
        ]
    }
}

/// The numbers that the machine gives, in the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The value.
    pub value: i32,
    /// The sum of all terms for the middle game.
    pub mg: i32,
    /// The same for the end game, before it is scaled.
    pub eg: i32,
    /// The sixteenths of it that count.
    pub scale: i32,
}

impl Found {
    /// The output ports.
    pub const PORTS: [&'static str; 4] = ["value", "mg", "eg", "scale"];

    /// The numbers at those ports.
    pub fn read(ports: [u64; 4]) -> Self {
        let [value, mg, eg] = [ports[0], ports[1], ports[2]].map(|port| i32::from(port as u16 as i16));
        Self { value, mg, eg, scale: ports[3] as i32 }
    }

    /// The numbers that the software gives for a position.
    pub fn expected(position: &Position, weights: &Weights) -> Self {
        let Evaluation { sum, scale, value, .. } = evaluate(&Sets::from(position), position.side, weights);
        let sum = if position.side == Color::White { sum } else { -sum };
        Self { value, mg: sum.mg, eg: sum.eg, scale }
    }
}

/// Gives an evaluator a stimulus to compare simulators with: positions with random pieces, gaps
/// between them, and a reset on the way.
///
/// # Errors
/// The simulator failed.
pub fn exercise(ports: &mut impl Ports, weights: &Weights) -> Result<(), PortsError> {
    const CYCLES: usize = 240;
    let mut random = Random(1);
    for (number, fen) in CHESS_POSITIONS.into_iter().enumerate() {
        // All of them read; a test says so.
        let Ok(position) = Position::from_fen(fen) else { continue };
        for cycle in 0..CYCLES {
            let given = scattered(position.clone(), 8 + 20 * (cycle % 2), &mut random);
            for (port, value) in Given::of(&given, weights).ports() {
                ports.poke(port, value)?;
            }
            ports.poke("valid", u64::from(!random.one_in(8)))?;
            ports.poke("reset", u64::from(number == 4 && cycle == CYCLES / 2))?;
            ports.step()?;
        }
    }
    Ok(())
}
