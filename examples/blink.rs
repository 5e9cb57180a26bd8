//! A counter whose highest bit blinks a LED: about three times a second at 12 MHz.

use movewright::describe::{Builder, Project};
use movewright::emit::{Dialect, Language, emit};
use movewright::netlist::Design;
use movewright::simulate::Simulation;

/// The machine. Its LED changes every 2^(bits - 1) clock cycles.
fn blink(bits: u32) -> Result<Design, Box<dyn std::error::Error>> {
    let b = Builder::new("blink", "Blinks a LED.");
    b.clock();
    let count = b.register("count", bits);
    count.next(&(&*count + &b.constant(bits, 1)));
    b.output("led", &count.bit(bits - 1)).comment("high half of the time");
    let mut project = Project::new("blink");
    project.add(b)?;
    Ok(project.finish()?)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A short counter, so that the LED changes while we look.
    let mut simulation = Simulation::new(&blink(3)?)?;
    let led = simulation.find("led")?;
    let mut shown = Vec::new();
    for _ in 0..8 {
        shown.push(simulation.peek(led));
        simulation.step();
    }
    assert_eq!(shown, [0, 0, 0, 0, 1, 1, 1, 1]);
    for file in emit(&blink(22)?, Language::Verilog, Dialect::Generic)? {
        print!("{}", file.text);
    }
    Ok(())
}

#[test]
fn the_example_runs() {
    main().unwrap();
}
