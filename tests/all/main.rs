//! The tests of whole machines, of the program, of the documents, and of what other tools say. They
//! are one program: so the library is linked once, and long tests run side by side.

mod boards;
mod browser;
mod bus;
mod command_line;
mod core_lint;
mod cosimulation;
mod docs;
mod elsewhere;
mod emit_tools;
mod floorplan;
mod fuzz;
mod golden;
mod interrupt;
mod lanes;
mod oldest_rust;
mod proofs;
mod quick;
mod readme;
mod readme_figures;
mod report;
mod required;
mod serial;
mod serial_faults;
mod serial_port;
mod settings;
mod small_board;
mod snapshots;
mod synth;
mod table_memory;
mod terminal;
mod testbench;
mod tool_faults;
mod tutorial;
mod two_cores;
mod uci;
