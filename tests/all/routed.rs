//! The way back from a bitstream of an ECP5 or a Gowin device: what the packed file has of what
//! nextpnr routed, and the netlist after routing.

use std::fs;
use std::path::Path;

use movewright::board::bitstream::{BitstreamError, Unpacked, unpack};
use movewright::board::{CircuitBoard, Product, Project};
use movewright::emit::File;
use movewright::flow::{
    ECPPACK, ECPUNPACK, GOWIN_PACK, GOWIN_UNPACK, NEXTPNR_ECP5, NEXTPNR_GOWIN, PINNED_YOSYS, Program, Tool,
    VERILATOR,
};
use movewright::simulate::Ports;
use movewright::simulate::outside::Verilated;

use crate::bitstream::{chip, movewright, on, run, with_clock};
use crate::required::all_found;

/// What the tools of a family are told.
struct Flow {
    /// The tools, besides Yosys and Verilator.
    tools: [Program; 3],
    /// The commands of Yosys, before the name of the top level.
    maps: &'static str,
    /// The placer's arguments; the files of constraints, of the configuration and of the netlist
    /// are PINS, CONFIGURATION and NETLIST.
    places: &'static str,
    /// The packer's arguments, which makes `logic.image`.
    packs: &'static str,
    /// The ending of the constraints.
    pins: &'static str,
}

const ECP5: Flow = Flow {
    tools: [NEXTPNR_ECP5, ECPPACK, ECPUNPACK],
    maps: "synth_ecp5 -nowidelut",
    places: "--25k --package CABGA381 --json logic.json --lpf PINS --textcfg CONFIGURATION --write NETLIST \
             --timing-allow-fail",
    packs: "--compress CONFIGURATION logic.image",
    pins: "lpf",
};

const GOWIN: Flow = Flow {
    tools: [NEXTPNR_GOWIN, GOWIN_PACK, GOWIN_UNPACK],
    maps: "synth_gowin -nowidelut",
    places: "--device GW1NR-LV9QN88PC6/I5 --vopt family=GW1N-9C --vopt cst=PINS --json logic.json --write NETLIST \
             --timing-allow-fail",
    packs: "-d GW1N-9C -o logic.image NETLIST",
    pins: "cst",
};

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
    let (input, multiply, output) = (dividers.input, dividers.multiply, dividers.output);
    if board.name.starts_with("tang") {
        return format!(
            "    wire clock, locked;\n    rPLL #(.DEVICE(\"GW1NR-9C\"), .FCLKIN(\"27\"), .IDIV_SEL({}), .FBDIV_SEL({}), .ODIV_SEL({output}),\n    \
             .CLKFB_SEL(\"internal\")) pll (.CLKIN(board_clock), .CLKFB(1'b0), .RESET(1'b0), .RESET_P(1'b0),\n    \
             .CLKOUT(clock), .LOCK(locked));\n",
            input - 1,
            multiply - 1
        );
    }
    format!(
        "    wire clock, locked, feedback;\n    \
         EHXPLLL #(.CLKI_DIV({input}), .CLKFB_DIV(1), .FEEDBK_PATH(\"CLKOP\"), .CLKOP_ENABLE(\"ENABLED\"),\n    \
         .CLKOP_DIV({multiply}), .CLKOS_ENABLE(\"ENABLED\"), .CLKOS_DIV({output})) pll (.CLKI(board_clock),\n    \
         .CLKFB(feedback), .CLKOP(feedback), .CLKOS(clock), .RST(1'b0), .STDBY(1'b0), .LOCK(locked));\n"
    )
}

/// The bitstream of this logic on the board, and what nextpnr writes beside it.
fn bitstream(project: &Project, flow: &Flow, logic: &str, folder: &Path) -> (Vec<u8>, Vec<Product>) {
    let pins = project.files.iter().find(|file| file.name.ends_with(flow.pins)).unwrap();
    fs::write(folder.join(&pins.name), &pins.text).unwrap();
    fs::write(folder.join("logic.v"), logic).unwrap();
    let script = format!("read_verilog logic.v; {} -top {} -json logic.json", flow.maps, project.top);
    run(PINNED_YOSYS, folder, &["-q", "-p", &script]);
    let names = [project.configuration(), project.netlist()];
    let [placer, packer, _] = flow.tools;
    for (tool, arguments) in [(placer, flow.places), (packer, flow.packs)] {
        let arguments = arguments.replace("PINS", &pins.name);
        let arguments = arguments.replace("CONFIGURATION", &names[0]).replace("NETLIST", &names[1]);
        run(tool, folder, &arguments.split_whitespace().collect::<Vec<_>>());
    }
    let product = |name: String| Some(Product { bytes: fs::read(folder.join(&name)).ok()?, name });
    (fs::read(folder.join("logic.image")).unwrap(), names.into_iter().filter_map(product).collect())
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
    let is_register = |cell: &serde_json::Value| {
        let kind = cell["type"].as_str().unwrap();
        kind == "TRELLIS_FF" || kind.starts_with("DFF")
    };
    let register = cells.iter().find(|(name, cell)| name.starts_with("serial_out") && is_register(cell));
    let into = &register.unwrap().1["connections"];
    let net = into.get("DI").or(into.get("D")).unwrap().clone();
    let table = cells.values_mut().find(|cell| cell["connections"].get("F") == Some(&net)).unwrap();
    let name = if table["parameters"].get("INIT").is_some() { "INIT" } else { "INITVAL" };
    let init = table["parameters"][name].as_str().unwrap();
    let inverted: String = init.chars().map(|bit| if bit == '0' { '1' } else { '0' }).collect();
    table["parameters"][name] = inverted.into();
    serde_json::to_vec(&file).unwrap()
}

/// The routed netlist of a design does in every cycle what its text does; one with another table
/// does not, and is told from the bitstream.
fn comes_back(board: &CircuitBoard, flow: &Flow, other_image: impl Fn(&Path, &str) -> Option<Vec<u8>>) {
    let folder = tempfile::tempdir().unwrap();
    on(board, |project| {
        let top = &project.top;
        let (image, beside) = bitstream(project, flow, &logic(top, &circuit(board)), folder.path());
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

        let wrong = |product: &Product| match product.name == project.netlist() {
            true => Product { bytes: with_another_table(&product.bytes), ..product.clone() },
            false => product.clone(),
        };
        let wrong: Vec<Product> = beside.iter().map(wrong).collect();
        match unpacked(&image, &wrong) {
            // The configuration is what the bitstream is compared with.
            Ok(Unpacked { files: other, .. }) => {
                let mut right = chip(&files, &interface);
                assert_ne!(compared(&mut right, &mut chip(&other, &interface)).0, None);
            }
            Err(told) => {
                let told = told.to_string();
                assert!(told.starts_with(&format!("it is not of {top}: table R")), "{told}");
            }
        }
        if let Some(other) = other_image(folder.path(), top) {
            let told = unpacked(&other, &beside).unwrap_err().to_string();
            assert!(told.starts_with(&format!("it is not of {top}: table ")), "{told}");
            assert!(told.contains(", where nextpnr "), "{told}");
        }
        let part = &board.device.part;
        for damaged in [&b""[..], b"a text", &image[..image.len() / 2]] {
            let told = unpacked(damaged, &beside).unwrap_err().to_string();
            assert!(told.starts_with(&format!("it is no whole bitstream of {part}: ")), "{told}");
        }
    });
}

#[test]
#[ignore = "two minutes; a part of make bench"]
fn every_kind_of_an_ecp5_s_cells_comes_back() {
    let test = "every_kind_of_an_ecp5_s_cells_comes_back";
    let pinned = [PINNED_YOSYS].iter().chain(&ECP5.tools).map(|tool| Tool::find_pinned(*tool));
    if !all_found(test, pinned.chain([VERILATOR].map(Tool::find))) {
        return;
    }
    // A bit of the configuration that was read, packed again.
    let flipped = |folder: &Path, top: &str| {
        let read = fs::read_to_string(folder.join(format!("{top}.unpacked.config"))).unwrap();
        let table = read.find(".INIT ").unwrap() + ".INIT ".len();
        let flipped = if &read[table..=table] == "1" { "0" } else { "1" };
        let read = format!("{}{flipped}{}", &read[..table], &read[table + 1..]);
        fs::write(folder.join("flipped.config"), read).unwrap();
        run(ECPPACK, folder, &["--compress", "flipped.config", "flipped.bit"]);
        Some(fs::read(folder.join("flipped.bit")).unwrap())
    };
    comes_back(&with_clock("ulx3s-25f", "25_000_000", "50_000_000"), &ECP5, flipped);
}

#[test]
#[ignore = "two minutes; a part of make bench"]
fn every_kind_of_a_gowin_device_s_cells_comes_back() {
    let test = "every_kind_of_a_gowin_device_s_cells_comes_back";
    let pinned = [PINNED_YOSYS].iter().chain(&GOWIN.tools).map(|tool| Tool::find_pinned(*tool));
    if !all_found(test, pinned.chain([VERILATOR].map(Tool::find))) {
        return;
    }
    comes_back(&with_clock("tang-nano-9k", "27_000_000", "54_000_000"), &GOWIN, |_, _| None);
}

/// Machines on boards, from their text to the counts of game trees at their pins.
#[test]
#[ignore = "half an hour; a part of make bench"]
fn machines_play_after_routing() {
    let folder = tempfile::tempdir().unwrap();
    let machines = [
        ("chess-small", "ulx3s-85f", "3"),
        ("chess-small", "tang-nano-20k", "3"),
        ("chess-classic", "ulx3s-85f", "2"),
        ("chess-classic", "tang-nano-20k", "2"),
    ];
    for (core, board, depth) in machines {
        let check = ["check", core, "--board", board, "--bitstream", "--depth", depth];
        let (status, out, told) = movewright(folder.path(), &check);
        assert_eq!(status, Some(0), "{core} on {board}: {out}{told}");
        assert!(out.contains(&format!("block memories at the pins of {board}\n")), "{out}");
    }
}
