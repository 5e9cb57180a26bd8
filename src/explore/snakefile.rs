//! The jobs as a workflow of Snakemake.

use askama::Template;

use super::{ExploreError, Kind, Plan, Store};
use crate::flow::shell_line;

/// The name of the workflow's file.
pub const SNAKEFILE: &str = "Snakefile";

/// The memory that a cluster sets aside for a job, which is the most that one takes.
const MEGABYTES: u32 = 4_000;

/// The command lines of jobs: the words before and after `--job`, and the folder that they run in.
#[derive(Clone, Debug)]
pub struct Submitted {
    /// The program, and what is common to all jobs.
    pub words: Vec<String>,
    /// The folder in which the command was given: tools may be below it.
    pub folder: String,
}

#[derive(Template)]
#[template(path = "explore.smk", syntax = "hdl")]
struct Workflow {
    jobs: Vec<Rule>,
    megabytes: u32,
}

struct Rule {
    rule: String,
    /// Texts of Python.
    file: String,
    after: Option<String>,
    shell: String,
}

/// The workflow of all jobs of a plan, for the plan's directory. A machine is placed once it is
/// mapped.
///
/// # Errors
/// The template cannot be rendered: a defect of it.
pub fn snakefile(plan: &Plan, submitted: &Submitted) -> Result<String, ExploreError> {
    let mut mapped = None;
    let rules = plan.jobs().into_iter().map(|(index, job)| {
        let file = python(&Store::file_of(&job));
        let (job_name, after) = match job.kind {
            Kind::Map => {
                mapped = Some(file.clone());
                ("map".into(), None)
            }
            Kind::Place(seed) => (seed.to_string(), mapped.clone()),
        };
        let machine = &plan.machines[index];
        let set = machine.given.iter().flat_map(|(name, value)| ["--set".into(), format!("{name}={value}")]);
        let words: Vec<String> =
            submitted.words.iter().cloned().chain(set).chain(["--job".into(), job_name]).collect();
        let line = format!(
            "{} && {}",
            shell_line(["cd", &submitted.folder]),
            shell_line(words.iter().map(String::as_str))
        );
        // Snakemake puts names between braces in.
        let shell = python(&line.replace('{', "{{").replace('}', "}}"));
        Rule { rule: job.name.replace('-', "_"), file, after, shell }
    });
    Ok(Workflow { jobs: rules.collect(), megabytes: MEGABYTES }.render()? + "\n")
}

/// A text of Python: JSON's texts are among them.
fn python(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
