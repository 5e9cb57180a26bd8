//! The way back from an ECP5's bitstream: its configuration, and the netlist after routing.

use std::fs;
use std::path::Path;

use movewright::board::bitstream::{BitstreamError, Unpacked, unpack};
use movewright::board::{CircuitBoard, Product, Project};
use movewright::emit::File;
use movewright::flow::{ECPPACK, ECPUNPACK, NEXTPNR_ECP5, PINNED_YOSYS, Tool, VERILATOR};
use movewright::simulate::outside::{Runs, Traces, Verilated};
use movewright::simulate::{Interface, Ports};

use crate::bitstream::{movewright, on, run};
use crate::required::all_found;

/// A small device whose clock comes from a circuit.
fn board() -> CircuitBoard {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("constraints/boards/ulx3s-25f.toml");
    let text = fs::read_to_string(file).unwrap();
    let text = text.replace("hz = 25_000_000", "hz = 25_000_000\ncore_hz = 50_000_000");
    CircuitBoard::parse("ulx3s-25f", &text).unwrap()
}

/// Block memories of every width, one with a width of its own at each port, small memories, sums,
/// and registers of each kind, fed by random numbers. `clock` makes the wires `clock` and `locked`.
fn logic(top: &str, clock: &str) -> String {
    let memory = |name: &str, width: u32, address: u32, style: &str| {
        // Yosys takes long for the contents of many words.
        let contents = if address > 11 {
            String::new()
        } else {
            let last = (1 << address) - 1;
            format!("    initial for (i = 0; i <= {last}; i = i + 1) {name}[i] = i * 64'd2654435761 >> 7;\n")
        };
        format!(
            "    (* ram_style = \"{style}\" *) reg [{0}:0] {name} [0:{1}];\n    reg [{0}:0] {name}_read;\n{contents}    \
             always @(posedge clock) begin\n        if (random[20]) {name}[random[{2}:0]] <= wide[{0}:0];\n        \
             {name}_read <= {name}[wide[{3}:8]];\n    end\n",
            width - 1,
            (1 << address) - 1,
            address - 1,
            7 + address,
        )
    };
    let block = [("a", 36, 9), ("b", 18, 10), ("c", 9, 11), ("d", 4, 12), ("e", 2, 13), ("f", 1, 14)];
    let mut memories: String =
        block.iter().map(|&(name, width, address)| memory(name, width, address, "block")).collect();
    memories += &memory("g", 4, 4, "distributed");
    format!(
        "module {top} (input board_clock, input board_reset, input serial_in, output reg serial_out,\n    \
         output led_alive, output led_busy, output led_error);\n{clock}    integer i;\n    \
         reg [63:0] random = 64'd1;\n    always @(posedge clock)\n        \
         random <= {{random[62:0], random[63] ^ random[62] ^ random[60] ^ random[59] ^ serial_in}};\n    \
         wire [63:0] wide = random + (random >> 5);\n{memories}    \
         reg [15:0] sum = 16'd0;\n    reg [7:0] kept = 8'ha5;\n    reg late = 1'b1;\n    \
         always @(posedge clock) if (board_reset) sum <= 16'd5; else sum <= sum + random[15:0];\n    \
         always @(posedge clock or posedge board_reset)\n        \
         if (board_reset) kept <= 8'ha5; else if (random[3]) kept <= kept + sum[7:0];\n    \
         always @(negedge clock) late <= ^sum;\n    \
         assign led_alive = ^{{a_read, b_read, c_read}};\n    assign led_busy = ^{{d_read, e_read, f_read, g_read}};\n    \
         assign led_error = locked & (^kept ^ late);\n    \
         always @(posedge clock) serial_out <= ^{{a_read, f_read, sum, kept}};\nendmodule\n"
    )
}

/// The clock's circuit as a board's top level has it.
fn circuit(board: &CircuitBoard) -> String {
    let dividers = board.clock.dividers.unwrap();
    format!(
        "    wire clock, locked, feedback;\n    \
         EHXPLLL #(.CLKI_DIV({}), .CLKFB_DIV(1), .FEEDBK_PATH(\"CLKOP\"), .CLKOP_ENABLE(\"ENABLED\"), .CLKOP_DIV({}),\n    \
         .CLKOS_ENABLE(\"ENABLED\"), .CLKOS_DIV({})) pll (.CLKI(board_clock), .CLKFB(feedback), .CLKOP(feedback),\n    \
         .CLKOS(clock), .RST(1'b0), .STDBY(1'b0), .LOCK(locked));\n",
        dividers.input, dividers.multiply, dividers.output
    )
}

/// The bitstream of this logic on the board, and what nextpnr writes beside it.
fn bitstream(project: &Project, logic: &str, folder: &Path) -> (Vec<u8>, Vec<Product>) {
    let top = &project.top;
    let lpf = project.files.iter().find(|file| file.name.ends_with(".lpf")).unwrap();
    fs::write(folder.join("pins.lpf"), &lpf.text).unwrap();
    fs::write(folder.join("logic.v"), logic).unwrap();
    let script = format!("read_verilog logic.v; synth_ecp5 -nowidelut -top {top} -json logic.json");
    run(PINNED_YOSYS, folder, &["-q", "-p", &script]);
    let (configuration, netlist) = (project.configuration(), project.netlist());
    let device = ["--25k", "--package", "CABGA381", "--json", "logic.json", "--lpf", "pins.lpf"];
    let written = ["--textcfg", &configuration, "--write", &netlist, "--timing-allow-fail"];
    run(NEXTPNR_ECP5, folder, &[&device[..], &written].concat());
    run(ECPPACK, folder, &["--compress", &configuration, "logic.bit"]);
    let product = |name: String| Product { bytes: fs::read(folder.join(&name)).unwrap(), name };
    (fs::read(folder.join("logic.bit")).unwrap(), vec![product(configuration), product(netlist)])
}

/// The logic of these files in Verilator.
fn chip(files: &[File], interface: &Interface) -> Verilated {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bitstream_cache");
    Verilated::of_verilog(files, interface.clone(), (Traces::Without, Runs::Short), &cache).unwrap()
}

/// The first of 20,000 cycles in which two chips show something else, and how often each output
/// was set.
fn compared(one: &mut Verilated, other: &mut Verilated) -> (Option<u32>, [usize; 4]) {
    let mut set = [0; 4];
    for cycle in 0..20_000_u32 {
        let random = cycle.wrapping_mul(0x9e37_79b9);
        let shown = [&mut *one, other].map(|chip| {
            chip.poke("serial_in", u64::from(random >> 31)).unwrap();
            chip.poke("board_reset", u64::from(random >> 20 & 0x3ff == 0)).unwrap();
            chip.step().unwrap();
            ["serial_out", "led_alive", "led_busy", "led_error"].map(|port| chip.peek(port).unwrap())
        });
        if shown[0] != shown[1] {
            return (Some(cycle), set);
        }
        set = std::array::from_fn(|port| set[port] + shown[0][port] as usize);
    }
    (None, set)
}

/// The netlist with the table inverted that leads to the register behind `serial_out`.
fn with_another_table(netlist: &[u8]) -> Vec<u8> {
    let mut file: serde_json::Value = serde_json::from_slice(netlist).unwrap();
    let cells = file["modules"]["top"]["cells"].as_object_mut().unwrap();
    let is = |cell: &serde_json::Value, kind: &str| cell["type"] == kind;
    let register = cells.iter().find(|(name, cell)| name.starts_with("serial_out") && is(cell, "TRELLIS_FF"));
    let net = register.unwrap().1["connections"]["DI"].clone();
    let mut tables = cells.values_mut().filter(|cell| is(cell, "TRELLIS_COMB"));
    let table = tables.find(|cell| cell["connections"]["F"] == net).unwrap();
    let init = table["parameters"]["INITVAL"].as_str().unwrap();
    let inverted: String = init.chars().map(|bit| if bit == '0' { '1' } else { '0' }).collect();
    table["parameters"]["INITVAL"] = inverted.into();
    serde_json::to_vec(&file).unwrap()
}

/// The routed netlist of a design does in every cycle what its text does; one with another table
/// does not; and a bitstream with another table is told from that which was routed.
#[test]
fn every_kind_of_cell_comes_back_and_another_table_is_noticed() {
    let test = "every_kind_of_cell_comes_back_and_another_table_is_noticed";
    let pinned = [PINNED_YOSYS, NEXTPNR_ECP5, ECPPACK, ECPUNPACK].map(Tool::find_pinned);
    if !all_found(test, pinned.into_iter().chain([VERILATOR].map(Tool::find))) {
        return;
    }
    let (board, folder) = (board(), tempfile::tempdir().unwrap());
    on(&board, |project| {
        let top = &project.top;
        let (image, beside) = bitstream(project, &logic(top, &circuit(&board)), folder.path());
        let unpacked = |image: &[u8], beside: &[Product]| -> Result<Unpacked, BitstreamError> {
            unpack(project, "it", image, beside, folder.path())
        };
        let Unpacked { files, interface, cells } = unpacked(&image, &beside).unwrap();
        assert!(cells[0] > 100 && cells[1] > 90 && cells[2] == 6, "{cells:?}");
        let waived =
            "// verilator lint_off UNUSED\n// verilator lint_off WIDTH\n// verilator lint_off SYNCASYNCNET\n";
        let made = "    wire clock = board_clock, locked = 1'b1;\n";
        let text = File { name: format!("{top}.v"), text: format!("{waived}{}", logic(top, made)) };
        let mut text = chip(&[text], &interface);
        let (different, set) = compared(&mut text, &mut chip(&files, &interface));
        assert_eq!(different, None);
        assert!(set.iter().all(|set| (5_000..15_000).contains(set)), "{set:?}");

        let wrong = Product { bytes: with_another_table(&beside[1].bytes), ..beside[1].clone() };
        let wrong = unpacked(&image, &[beside[0].clone(), wrong]).unwrap();
        let mut again = chip(&files, &interface);
        assert_ne!(compared(&mut again, &mut chip(&wrong.files, &interface)).0, None);

        let read = fs::read_to_string(folder.path().join(format!("{top}.unpacked.config"))).unwrap();
        let table = read.find(".INIT ").unwrap() + ".INIT ".len();
        let flipped = if &read[table..=table] == "1" { "0" } else { "1" };
        let read = format!("{}{flipped}{}", &read[..table], &read[table + 1..]);
        fs::write(folder.path().join("flipped.config"), read).unwrap();
        run(ECPPACK, folder.path(), &["--compress", "flipped.config", "flipped.bit"]);
        let flipped = fs::read(folder.path().join("flipped.bit")).unwrap();
        let told = unpacked(&flipped, &beside).unwrap_err().to_string();
        assert!(told.starts_with(&format!("it is not of {top}: table SLICE")), "{told}");
        assert!(told.contains(" of tile R") && told.contains(", where nextpnr wrote "), "{told}");
        for damaged in [&b""[..], b"a text", &image[..image.len() / 2]] {
            let told = unpacked(damaged, &beside).unwrap_err().to_string();
            assert!(told.starts_with("it is no whole bitstream of LFE5U-25F-6BG381C: "), "{told}");
        }
    });
}

/// Machines on a ULX3S, from their text to the counts of game trees at its pins.
#[test]
#[ignore = "a quarter of an hour; a part of make bench"]
fn machines_on_a_ulx3s_play_after_routing() {
    let folder = tempfile::tempdir().unwrap();
    for (core, depth) in [("chess-small", "3"), ("chess-classic", "2")] {
        let board = ["check", core, "--board", "ulx3s-85f", "--bitstream", "--depth", depth];
        let (status, out, told) = movewright(folder.path(), &board);
        assert_eq!(status, Some(0), "{out}{told}");
        assert!(out.contains("block memories at the pins of ulx3s-85f\n"), "{out}");
    }
}
