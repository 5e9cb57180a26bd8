//! Bitstreams read back into logic, and played with at their pins.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::passed::{Inputs, unless_passed};
use crate::required::all_found;
use movewright::board::bitstream::{Unpacked, unpack};
use movewright::board::{CircuitBoard, Project, ProjectOptions, find};
use movewright::cores;
use movewright::emit::File;
use movewright::flow::{
    ICEBOX_VLOG, ICEPACK, ICEUNPACK, NEXTPNR_ICE40, PINNED_YOSYS, Program, Tool, VERILATOR,
};
use movewright::simulate::outside::{Runs, Traces, Verilated};
use movewright::simulate::{Interface, Ports};

/// How `build` ended and what it said, with the bitstream.
pub struct Built {
    pub status: Option<i32>,
    pub out: String,
    pub told: String,
    pub image: PathBuf,
}

/// The small machine for the iCEBreaker, as it comes, with the settings that the board has for it.
/// It is placed once for all tests, and not again as long as its files and tools are the same.
pub fn icebreaker() -> &'static Built {
    static BUILT: OnceLock<Built> = OnceLock::new();
    BUILT.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("icebreaker");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let (status, out, told) =
            movewright(&folder, &["build", "chess-small", "--board", "icebreaker", "-o", "out"]);
        Built { status, out, told, image: folder.join("out/chess_small_icebreaker.bin") }
    })
}

/// What the bitstream depends on, and what these tools and sources find in it: every file of its
/// project, the tools that make it, and what calls them.
pub fn inputs(tools: &[Program], sources: &[&str]) -> Inputs {
    let folder = tempfile::tempdir().unwrap();
    let project = ["build", "chess-small", "--board", "icebreaker", "--project-only", "-o", "out"];
    let (status, _, told) = movewright(folder.path(), &project);
    assert_eq!(status, Some(0), "{told}");
    let own = [
        "tests/all/bitstream.rs",
        "src/cli/build.rs",
        "src/cli/check.rs",
        "src/cli/check",
        "src/board",
        "src/flow",
        "constraints/boards/icebreaker.toml",
    ];
    let mut inputs = Inputs::new(tools, &[&own, sources].concat()).with_files(folder.path());
    [PINNED_YOSYS, NEXTPNR_ICE40, ICEPACK]
        .iter()
        .for_each(|&pinned| inputs.tool(&Tool::find_pinned(pinned).unwrap()));
    inputs
}

/// How the program ends in this folder, and its two outputs. It keeps what takes long for the next
/// run of the tests.
pub fn movewright(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_movewright"));
    let output =
        command.args(arguments).current_dir(folder).env("MOVEWRIGHT_CACHE", cache()).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// The folder of what takes long.
fn cache() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("bitstream_cache")
}

/// The logic of these files in Verilator.
pub fn chip(files: &[File], interface: &Interface) -> Verilated {
    let built = (Traces::Without, Runs::Short);
    Verilated::of_verilog(files, interface.clone(), built, &cache()).unwrap()
}

/// A board that comes with the program, with another clock for the core.
pub fn with_clock(name: &str, hz: &str, core_hz: &str) -> CircuitBoard {
    let file = format!("constraints/boards/{name}.toml");
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
    let text = text.replace(&format!("\nhz = {hz}"), &format!("\nhz = {hz}\ncore_hz = {core_hz}"));
    CircuitBoard::parse(name, &text).unwrap()
}

/// Runs a tool of the pinned versions in a folder.
pub fn run(program: Program, folder: &Path, arguments: &[&str]) {
    let tool = Tool::find_pinned(program).unwrap();
    let log = folder.join(format!("{}.log", program.name));
    tool.run(arguments, folder, &log).unwrap_or_else(|error| panic!("{error}"));
}

/// The project of the small machine on this board.
pub fn on<T>(board: &CircuitBoard, of: impl FnOnce(&Project) -> T) -> T {
    let core = cores::find("chess-small").unwrap();
    let (settings, _) = board.settings(core, &[]).unwrap();
    let line = board.uart_options();
    let settings = settings
        .with("clock_hz", cores::Setting::Number(line.clock_hz))
        .with("baud", cores::Setting::Number(line.baud));
    of(&Project::new(board, core, &settings, ProjectOptions::default()).unwrap())
}

/// Flips a bit of a lookup table in the tiles of a bitstream, which are text. A table is two lines
/// of its tile, and the 16 bits stand between columns 36 and 45, in an order of their own
/// (IceStorm, docs/logic_tile.html). Bit 0 is what the table shows when all its inputs are 0.
fn flip(tiles: &str, [x, y, table]: [usize; 3], bit: usize) -> String {
    const PLACES: [usize; 16] = [4, 14, 15, 5, 6, 16, 17, 7, 3, 13, 12, 2, 1, 11, 10, 0];
    let mut lines: Vec<String> = tiles.lines().map(str::to_string).collect();
    let tile = lines.iter().position(|line| *line == format!(".logic_tile {x} {y}")).unwrap();
    let place = PLACES[bit];
    let line = &mut lines[tile + 1 + 2 * table + place / 10];
    let column = 36 + place % 10;
    let flipped = if &line[column..=column] == "1" { "0" } else { "1" };
    line.replace_range(column..=column, flipped);
    lines.join("\n") + "\n"
}

/// Where the table is that drives a net of the logic: x, y, and its number in the tile.
fn table(logic: &str, net: &str) -> [usize; 3] {
    let drives =
        |line: &&str| line.contains(&format!("assign {net} =")) || line.contains(&format!(" {net} <= "));
    let line = logic.lines().filter(|line| line.starts_with("/* FF ")).find(drives).unwrap();
    let numbers: Vec<usize> = line.split_whitespace().skip(2).map_while(|word| word.parse().ok()).collect();
    numbers.try_into().unwrap()
}

/// From the text of the machine to moves at the pins of the device, and back to one flipped bit.
#[test]
fn the_icebreaker_s_bitstream_plays_and_a_flipped_bit_is_noticed() {
    let test = "the_icebreaker_s_bitstream_plays_and_a_flipped_bit_is_noticed";
    let pinned = [PINNED_YOSYS, NEXTPNR_ICE40, ICEPACK].map(Tool::find_pinned);
    if !all_found(test, pinned.into_iter().chain([ICEUNPACK, ICEBOX_VLOG, VERILATOR].map(Tool::find))) {
        return;
    }
    let sources = [
        "src/simulate",
        "src/host",
        "src/link",
        "src/game",
        "src/chess/classic",
        "sim/ice40",
        "sim/verilator",
    ];
    let inputs = inputs(&[ICEUNPACK, ICEBOX_VLOG, VERILATOR], &sources);
    unless_passed(test, inputs, plays_and_a_flipped_bit_is_noticed);
}

fn plays_and_a_flipped_bit_is_noticed() {
    let built = icebreaker();
    assert_eq!(built.status, Some(0), "{}", built.told);
    let folder = tempfile::tempdir().unwrap();
    let check = |file: &Path| {
        let file = format!("--bitstream={}", file.display());
        movewright(folder.path(), &["check", "chess-small", "--board", "icebreaker", &file])
    };
    let (status, out, told) = check(&built.image);
    assert_eq!(status, Some(0), "{out}{told}");
    assert!(out.starts_with("bitstream     ok "), "{out}");
    assert!(out.contains(" registers and 3 block memories at the pins of icebreaker\n"), "{out}");
    let played = " answers over its serial line of 115200 baud are those of the built-in simulator, with their cycles: \
                  moves, and counts to depth 3, where the first position has 130 leaves; ";
    let (before, _) = out.split_once(played).unwrap_or_else(|| panic!("{out}"));
    let answers =
        before.rsplit_once("after power-up and after a reset, ").map(|(_, answers)| answers.parse());
    assert!(answers.is_some_and(|answers| answers.is_ok_and(|answers: u32| answers >= 90)), "{out}");

    let board = find("icebreaker").unwrap();
    let image = fs::read(&built.image).unwrap();
    let Unpacked { files, .. } =
        on(&board, |project| unpack(project, "it", &image, &[], folder.path())).unwrap();
    let tiles = fs::read_to_string(folder.path().join("chess_small_icebreaker.asc")).unwrap();
    let line = table(&files[0].text, "serial_out");
    fs::write(folder.path().join("flipped.asc"), flip(&tiles, line, 0)).unwrap();
    run(ICEPACK, folder.path(), &["flipped.asc", "flipped.bin"]);
    let (status, out, told) = check(&folder.path().join("flipped.bin"));
    assert_eq!(status, Some(1), "{out}{told}");
    assert!(out.starts_with("bitstream     FAILED "), "{out}");
    assert!(
        out.contains("after power-up, the session does not begin: no answer from the machine after 6 tries"),
        "{out}"
    );
}

/// A bitstream that is not what it should be is told from a wrong machine, before anything is
/// simulated.
#[test]
fn what_is_no_bitstream_of_the_machine_is_told() {
    let test = "what_is_no_bitstream_of_the_machine_is_told";
    let pinned = [PINNED_YOSYS, NEXTPNR_ICE40, ICEPACK].map(Tool::find_pinned);
    if !all_found(test, pinned.into_iter().chain([ICEUNPACK, ICEBOX_VLOG].map(Tool::find))) {
        return;
    }
    unless_passed(test, inputs(&[ICEUNPACK, ICEBOX_VLOG], &["sim/ice40"]), other_bitstreams_are_told);
}

fn other_bitstreams_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let board = find("icebreaker").unwrap();
    let refused = |image: &[u8]| {
        on(&board, |project| unpack(project, "x.bin", image, &[], folder.path())).unwrap_err().to_string()
    };
    let again = "make it again with `build`";
    let no = "x.bin is no whole bitstream of iCE40UP5K-SG48: ";
    assert_eq!(refused(b""), format!("{no}it is empty; {again}"));
    assert_eq!(refused(b"a text"), format!("{no}Unexpected end of file.; {again}"));
    // Another machine: it has no reset, and what it says comes out of another pin.
    let pins = "set_io board_clock 35\nset_io serial_in 6\nset_io serial_out 19\n";
    let logic = "module other (input board_clock, input serial_in, output reg serial_out);\n\
                 always @(posedge board_clock) serial_out <= serial_in;\nendmodule\n";
    let mut image = bitstream(folder.path(), "other", logic, pins, "--up5k");
    let told = refused(&image);
    assert!(told.starts_with("x.bin is not of chess_small_icebreaker: pin 10, `board_reset`, is "), "{told}");
    assert!(told.ends_with("connected to nothing there; give the file that `build` made of this core, with these settings, for this board"), "{told}");
    // One bit on its way, and the end of the file.
    let middle = image.len() / 2;
    image[middle] ^= 4;
    assert_eq!(refused(&image), format!("{no}CRC Check FAILED.; {again}"));
    image.truncate(middle);
    assert_eq!(refused(&image), format!("{no}Unexpected end of file.; {again}"));
    let image = bitstream(folder.path(), "other", logic, "", "--hx8k");
    assert_eq!(refused(&image), format!("{no}it is of an iCE40 of 8k; {again}"));
}

/// A bitstream of this Verilog, made in this folder.
fn bitstream(folder: &Path, top: &str, logic: &str, pins: &str, device: &str) -> Vec<u8> {
    fs::write(folder.join("logic.v"), logic).unwrap();
    fs::write(folder.join("logic.pcf"), pins).unwrap();
    let script = format!("read_verilog logic.v; synth_ice40 -top {top} -json logic.json");
    run(PINNED_YOSYS, folder, &["-q", "-p", &script]);
    let package = if device == "--up5k" { "sg48" } else { "ct256" };
    let place = [device, "--package", package, "--json", "logic.json", "--asc", "placed.asc"];
    let constrained: &[&str] = if pins.is_empty() { &[] } else { &["--pcf", "logic.pcf"] };
    run(NEXTPNR_ICE40, folder, &[&place[..], constrained].concat());
    run(ICEPACK, folder, &["placed.asc", "logic.bin"]);
    fs::read(folder.join("logic.bin")).unwrap()
}

#[test]
fn memories_and_the_clock_circuit_come_back() {
    let test = "memories_and_the_clock_circuit_come_back";
    let pinned = [PINNED_YOSYS, NEXTPNR_ICE40, ICEPACK].map(Tool::find_pinned);
    if !all_found(test, pinned.into_iter().chain([ICEUNPACK, ICEBOX_VLOG, VERILATOR].map(Tool::find))) {
        return;
    }
    let board = with_clock("icebreaker", "12_000_000", "18_000_000");
    let sources = ["tests/all/bitstream.rs", "src/board/bitstream", "src/simulate/outside", "sim/ice40"];
    let mut inputs = Inputs::new(&[ICEUNPACK, ICEBOX_VLOG, VERILATOR], &sources);
    [PINNED_YOSYS, NEXTPNR_ICE40, ICEPACK]
        .iter()
        .for_each(|&pinned| inputs.tool(&Tool::find_pinned(pinned).unwrap()));
    on(&board, |project| inputs.add(&(project.pins(), memories(&project.top, project.board()))));
    unless_passed(test, inputs, || come_back(&board));
}

/// The clock circuit, and block memories of every width with contents, written and read all the
/// time: what comes back does the same as the text, cycle by cycle.
fn come_back(board: &CircuitBoard) {
    let folder = tempfile::tempdir().unwrap();
    on(board, |project| {
        let (top, logic) = (&project.top, memories(&project.top, project.board()));
        let pins: String = project
            .pins()
            .iter()
            .map(|(port, pin)| format!("set_io {port} {}\n", pin.as_deref().unwrap()))
            .collect();
        let image = bitstream(folder.path(), top, &logic, &pins, "--up5k");
        let unpacked = unpack(project, "it", &image, &[], folder.path()).unwrap();
        assert_eq!(unpacked.cells[2], 4, "block memories");
        let modes = ["READ_MODE(0)", "READ_MODE(1)", "READ_MODE(2)", "READ_MODE(3)"];
        assert!(modes.iter().all(|mode| unpacked.files[0].text.contains(mode)));
        let waived =
            "// verilator lint_off UNUSED\n// verilator lint_off PINMISSING\n// verilator lint_off WIDTH\n";
        let text = File { name: format!("{top}.v"), text: format!("{waived}{logic}") };
        let cells = unpacked.files[1].clone();
        let (mut text, mut back) =
            (chip(&[text, cells], &unpacked.interface), chip(&unpacked.files, &unpacked.interface));
        let mut seen = Vec::new();
        for cycle in 0..20_000_u32 {
            let bit = u64::from(cycle.wrapping_mul(0x9e37_79b9) >> 31);
            let outputs = [&mut text, &mut back].map(|chip| {
                chip.poke("serial_in", bit).unwrap();
                chip.poke("board_reset", 1).unwrap();
                let outputs = ["serial_out", "led_alive", "led_error"].map(|port| chip.peek(port).unwrap());
                chip.step().unwrap();
                outputs
            });
            assert_eq!(outputs[0], outputs[1], "cycle {cycle}");
            seen.push(outputs[0]);
        }
        for port in 0..2 {
            let ones = seen.iter().filter(|outputs| outputs[port] == 1).count();
            assert!((5_000..15_000).contains(&ones), "{ones} of port {port}");
        }
        // A board whose clock is made otherwise does not take it.
        let other = find("icebreaker").unwrap();
        let told =
            on(&other, |project| unpack(project, "it", &image, &[], folder.path())).unwrap_err().to_string();
        assert!(told.contains("its clock is not made 12000000 Hz as this board's is"), "{told}");
    });
}

/// Four memories of every width of a port, with contents.
fn memories(top: &str, board: &CircuitBoard) -> String {
    let dividers = board.clock.dividers.unwrap();
    let (divr, divf, divq) = (dividers.input - 1, dividers.multiply - 1, dividers.output.ilog2());
    let memory = |name: &str, width: u32, address: u32| {
        format!(
            "    reg [{0}:0] {name} [0:{1}];\n    reg [{0}:0] {name}_read;\n    \
             initial for (i = 0; i <= {1}; i = i + 1) {name}[i] = i * 40503 >> 3;\n    \
             always @(posedge clock) begin\n        if (random[20]) {name}[random[{2}:0]] <= random[{3}:{4}];\n        \
             {name}_read <= {name}[random[{5}:8]];\n    end\n",
            width - 1,
            (1 << address) - 1,
            address - 1,
            15 + width,
            16,
            7 + address,
        )
    };
    let memories = [("a", 16, 8), ("b", 8, 9), ("c", 4, 10), ("d", 2, 11)];
    let memories: String =
        memories.iter().map(|&(name, width, address)| memory(name, width, address)).collect();
    format!(
        "module {top} (input board_clock, input board_reset, input serial_in, output reg serial_out,\n    \
         output led_alive, output led_error);\n    wire clock, locked;\n    integer i;\n    \
         SB_PLL40_PAD #(.FEEDBACK_PATH(\"SIMPLE\"), .DIVR(4'd{divr}), .DIVF(7'd{divf}), .DIVQ(3'd{divq}), .FILTER_RANGE(3'd1))\n    \
         pll (.PACKAGEPIN(board_clock), .PLLOUTGLOBAL(clock), .RESETB(1'b1), .BYPASS(1'b0), .LOCK(locked));\n    \
         reg [31:0] random = 0;\n    always @(posedge clock)\n        \
         random <= {{random[30:0], ~(random[31] ^ random[21] ^ random[1] ^ random[0]) ^ serial_in}};\n{memories}    \
         assign led_alive = ^{{a_read, b_read}};\n    assign led_error = locked & board_reset;\n    \
         always @(posedge clock) serial_out <= ^{{a_read, b_read, c_read, d_read}};\nendmodule\n"
    )
}
