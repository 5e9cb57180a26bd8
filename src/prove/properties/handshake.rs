//! The rules of the command port: every command gets an answer, one at a time, and the answer stays
//! until it is taken.

use super::{input, inputs_of, project_with, top_with};
use crate::describe::{Builder, mux};
use crate::netlist::{Design, Direction};
use crate::prove::PropertyError;
use crate::prove::property::{Method, Property};

/// The property of a design's top, whatever these modules in it do.
///
/// # Errors
/// The top has no command port.
pub fn command_port(design: &Design, free: &[&'static str]) -> Result<Property, PropertyError> {
    let top = top_with(
        design,
        NAME,
        &[
            (Direction::Input, &["reset", "command_valid", "response_ready"]),
            (Direction::Output, &["command_ready", "response_valid", "response_data", "response_error"]),
        ],
    )?;
    let (mut project, core) = project_with(design, NAME, &top.name, |_, module| Ok(module))?;
    let b = Builder::new("monitor", "");
    let inputs = inputs_of(&b, top);
    let [command_valid, response_ready] =
        ["command_valid", "response_ready"].map(|name| input(&b, &inputs, name));
    let outputs = b.instance("core", &core).inputs(inputs.clone()).outputs();
    let [command_ready, response_valid, data, error] =
        ["command_ready", "response_valid", "response_data", "response_error"].map(|port| outputs.get(port));
    let reset = b.reset();

    // A command was taken whose answer was not.
    let busy = b.register("busy", 1);
    let taken = &command_valid & &command_ready;
    let answered = &response_valid & &response_ready;
    busy.next(&(&!&reset & &mux(&taken, &b.bit(true), &(&busy.output() & &!&answered))));
    // An answer was there in the cycle before, and nobody took it.
    let waiting = b.register("waiting", 1);
    waiting.next(&(&!&reset & &(&response_valid & &!&response_ready)));
    let (data_before, error_before) =
        (b.register("data_before", data.width()), b.register("error_before", 1));
    data_before.next(&data);
    error_before.next(&error);

    let one_at_a_time = command_ready.eq(&!&busy.output());
    let none_without_command = &!&response_valid | &busy.output();
    let same = &data.eq(&data_before.output()) & &error.eq(&error_before.output());
    let stays = !&waiting.output() | &(&response_valid & &same);
    b.output("holds", &(&(&one_at_a_time & &none_without_command) & &stays));
    project.add(b)?;
    Ok(Property {
        name: NAME,
        claim: "a command is taken when and only when none waits for its answer, there is no answer without a command, and an answer stays until it is taken, data and all",
        monitor: project.unchecked(),
        method: Method::Induction(INDUCTION),
        free: free.to_vec(),
        watched: None,
    })
}

const NAME: &str = "command port";

/// The greatest number of cycles of induction; the rules hold with one.
const INDUCTION: u32 = 3;
