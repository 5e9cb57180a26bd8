//! The stages of pipelines, read from the netlist: the registers with which each begins, and the
//! signals that it works out.

use askama::Template;

use super::{ReportError, Section};
use crate::netlist::{Design, Module};
use crate::readable::thousands;

/// The width of a bar and of the free space beside it.
const BAR: usize = 14;
/// The height of the longest bar.
const HIGH: usize = 160;
/// Above the bars.
const TOP: usize = 24;

/// A pipeline whose stages are modules of a design.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pipeline {
    /// The module that chains them.
    pub name: String,
    /// They, in their order.
    pub stages: Vec<Stage>,
}

/// A stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stage {
    /// Its place, from 1.
    pub number: usize,
    /// The families of signals that are worked out in it.
    pub about: String,
    /// Its registers: names and widths in bits.
    pub registers: Vec<(String, u32)>,
}

impl Stage {
    fn bits(&self) -> u32 {
        self.registers.iter().map(|(_, width)| width).sum()
    }
}

impl Pipeline {
    /// Bits in the registers of all stages, without values that wait beside them.
    pub fn bits(&self) -> u32 {
        self.stages.iter().map(Stage::bits).sum()
    }
}

/// The pipeline that a module of this name is a stage of, and its place there.
pub(super) fn stage_of(module: &str) -> Option<(&str, usize)> {
    let (pipeline, number) = module.rsplit_once("_stage_")?;
    Some((pipeline, number.parse().ok()?))
}

/// The pipelines of a design, in the order of their modules: `NAME_stage_1` and on are the stages
/// of `NAME`.
pub(super) fn pipelines(design: &Design) -> Vec<Pipeline> {
    let mut found: Vec<Pipeline> = Vec::new();
    for module in design.modules() {
        let Some((name, number)) = stage_of(&module.name) else { continue };
        let stage = stage(module, number);
        match found.iter_mut().find(|pipeline| pipeline.name == name) {
            Some(pipeline) => pipeline.stages.push(stage),
            None => found.push(Pipeline { name: name.into(), stages: vec![stage] }),
        }
    }
    found.iter_mut().for_each(|pipeline| pipeline.stages.sort_by_key(|stage| stage.number));
    found
}

fn stage(module: &Module, number: usize) -> Stage {
    // The title is `Stage 3 of 30 of chess_count_pipeline: what is worked out.`
    let title = module.doc.lines().next().unwrap_or_default();
    let about = title.split_once(": ").map_or(title, |(_, about)| about).trim_end_matches('.');
    let registers = module.registers.iter().map(|register| {
        let signal = module.signal(register.output);
        (signal.name.clone(), signal.width)
    });
    Stage { number, about: about.into(), registers: registers.collect() }
}

#[derive(Template)]
#[template(path = "report_stages.html")]
struct Stages {
    pipelines: Vec<Drawn>,
}

struct Drawn {
    name: String,
    count: usize,
    bits: String,
    width: usize,
    height: usize,
    bars: Vec<Bar>,
    stages: Vec<Row>,
}

struct Bar {
    x: usize,
    y: usize,
    height: usize,
    title: String,
    /// The number, where it is written.
    label: Option<usize>,
}

struct Row {
    number: usize,
    about: String,
    bits: u32,
    registers: Vec<(String, u32)>,
}

/// The section with the pipelines of a design, drawn stage by stage; `None` if it has no pipeline.
///
/// # Errors
/// The template cannot be rendered: a defect of it.
pub(super) fn section(pipelines: &[Pipeline]) -> Result<Option<Section>, ReportError> {
    if pipelines.is_empty() {
        return Ok(None);
    }
    let body = Stages { pipelines: pipelines.iter().map(drawn).collect() }.render()?;
    let title = "The pipeline, stage by stage".into();
    Ok(Some(Section { id: "pipeline", title, body, script: None }))
}

fn drawn(pipeline: &Pipeline) -> Drawn {
    let most = pipeline.stages.iter().map(Stage::bits).max().unwrap_or(0).max(1) as usize;
    let bars = pipeline.stages.iter().enumerate().map(|(place, stage)| {
        let height = stage.bits() as usize * HIGH / most;
        Bar {
            x: place * BAR + 1,
            y: TOP + HIGH - height,
            height,
            title: format!(
                "stage {}, {} bits: {}",
                stage.number,
                thousands(stage.bits().into()),
                stage.about
            ),
            label: (place == 0 || stage.number % 5 == 0).then_some(stage.number),
        }
    });
    let row = |stage: &Stage| Row {
        number: stage.number,
        about: stage.about.clone(),
        bits: stage.bits(),
        registers: stage.registers.clone(),
    };
    Drawn {
        name: pipeline.name.clone(),
        count: pipeline.stages.len(),
        bits: thousands(pipeline.bits().into()),
        width: pipeline.stages.len() * BAR,
        height: TOP + HIGH + 20,
        bars: bars.collect(),
        stages: pipeline.stages.iter().map(row).collect(),
    }
}
