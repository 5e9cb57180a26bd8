//! The evaluation as a machine of its own: a position in and a value out, every clock cycle.

use super::logic;
use crate::chess::classic::CHESS_POSITIONS;
use crate::chess::evaluation::{Carried, Evaluation, Sets, Weights, evaluate};
use crate::chess::fast::side::Side;
use crate::chess::fast::{FastError, scattered};
use crate::chess::{Color, Position};
use crate::describe::{Builder, EveryCycle, EveryCycleOptions, every_cycle};
use crate::netlist::testing::Random;
use crate::simulate::{Ports, PortsError};

/// The options of the evaluator.
#[derive(Clone, Debug)]
pub struct EvaluatorOptions {
    /// Those of every such machine.
    pub machine: EveryCycleOptions,
    /// The weights. A feature without one takes no logic.
    pub weights: Weights,
    /// The name of the weights, for the reader of the HDL.
    pub weights_name: String,
}

/// A machine that takes a position in every clock cycle, and gives its value a fixed number of
/// cycles later.
///
/// # Errors
/// No registers are asked for (`levels` 0), nothing is called like one of the cuts, or a defect in
/// the description.
pub fn evaluator(options: &EvaluatorOptions) -> Result<EveryCycle, FastError> {
    let (mut project, pipe) = options.machine.begin(|name| logic(name, &options.weights))?;
    project.setting("weights", &options.weights_name);
    let latency = pipe.latency;
    let top = Builder::new(
        options.machine.top(),
        format!(
            "Evaluates a position in every clock cycle.\nThe value comes {latency} cycles after the position."
        ),
    );
    let outputs = [
        ("value", "for the side to move, two's complement"),
        ("mg", "the sum of all terms for the middle game"),
        ("eg", "the sum for the end game, before it is scaled"),
        ("scale", "the sixteenths of it that count"),
    ];
    let ready = ("value_valid", "there is a value");
    let latency = every_cycle(&mut project, top, &pipe, "a position is there", ready, &outputs)?;
    Ok(EveryCycle { design: project.finish()?, latency })
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

    /// Puts it at the inputs of an evaluator.
    ///
    /// # Errors
    /// The simulator failed.
    pub fn give(&self, ports: &mut impl Ports) -> Result<(), PortsError> {
        self.ports().into_iter().try_for_each(|(port, value)| ports.poke(port, value))
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

    /// The numbers at the outputs of an evaluator.
    ///
    /// # Errors
    /// The simulator failed.
    pub fn peek(ports: &mut impl Ports) -> Result<Self, PortsError> {
        let mut out = [0; Self::PORTS.len()];
        for (value, port) in out.iter_mut().zip(Self::PORTS) {
            *value = ports.peek(port)?;
        }
        Ok(Self::read(out))
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
    const CYCLES: usize = 350;
    let mut random = Random(1);
    for (number, fen) in CHESS_POSITIONS.into_iter().enumerate() {
        // All of them read; a test says so.
        let Ok(position) = Position::from_fen(fen) else { continue };
        for cycle in 0..CYCLES {
            let given = scattered(position.clone(), 8 + 20 * (cycle % 2), &mut random);
            Given::of(&given, weights).give(ports)?;
            ports.poke("valid", u64::from(!random.one_in(8)))?;
            ports.poke("reset", u64::from(number == 4 && cycle == CYCLES / 2))?;
            ports.step()?;
        }
    }
    Ok(())
}
