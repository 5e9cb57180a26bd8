//! What is made of the mapped machine before it is placed, by Yosys itself.

use super::target::find;
use crate::flow::{PINNED_YOSYS, Tool};
use crate::prove::tests::required::all_found;

/// The cells of Artix-7 that are left, as they are described by their maker.
const MODELS: &str = "
module FDRE #(parameter INIT = 0, IS_C_INVERTED = 0) (input C, CE, D, R, output reg Q);
always @(posedge C) if (R) Q <= 0; else if (CE) Q <= D;
endmodule
module SRL16E #(parameter INIT = 0, IS_CLK_INVERTED = 0) (input A0, A1, A2, A3, CE, CLK, D, output Q);
reg [15:0] bits;
assign Q = bits[{A3, A2, A1, A0}];
always @(posedge CLK) if (CE) bits <= {bits, D};
endmodule
module LUT6 #(parameter [63:0] INIT = 0) (input I0, I1, I2, I3, I4, I5, output O);
assign O = INIT >> {I5, I4, I3, I2, I1, I0};
endmodule
module BUFG(input I, output O);
assign O = I;
endmodule
";

/// Chains of 5, 12, 20 and 30 registers with a flip-flop of another kind behind them, for
/// Artix-7: all become flip-flops, as many as there were. One with a gate behind it stays. All
/// say the same as before.
#[test]
fn shift_registers_before_flip_flops_become_such() {
    let test = "shift_registers_before_flip_flops_become_such";
    let yosys = Tool::find_pinned(PINNED_YOSYS);
    if !all_found(test, [yosys.as_ref()]) {
        return;
    }
    let (folder, target) = (tempfile::tempdir().unwrap(), find("xc7").unwrap());
    let placer = target.placer.as_ref().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    placer.files.iter().for_each(|(name, text)| write(name, text));
    let lengths = [5, 12, 20, 30, 9];
    let chain = |(at, length): (usize, &u32)| {
        let end = match at {
            4 => format!("always @* o[4] = chain_4[{length}] ^ (&i);"),
            _ => format!("always @(posedge clock) o[{at}] <= chain_{at}[{length}];"),
        };
        format!(
            "reg [{length}:1] chain_{at}; {end}\n\
             always @(posedge clock) if (e) chain_{at} <= {{chain_{at}, i[{at}]}};\n"
        )
    };
    let chains: String = lengths.iter().enumerate().map(chain).collect();
    write(
        "top.v",
        &format!("module top(input clock, e, input [4:0] i, output reg [4:0] o);\n{chains}endmodule\n"),
    );
    let (mapped, prepare) = (target.commands("top", &[target.without_pads]), placer.prepare);
    let registers: u32 = lengths[..4].iter().map(|length| length + 1).sum();
    write("models.v", MODELS);
    let script = format!(
        "read_verilog top.v; {mapped}; select -assert-min 5 t:SRL*; {prepare}\
         select -assert-count 1 t:SRL*; select -assert-count {registers} t:FDRE; \
         rename top mapped; write_verilog -noattr mapped.v; design -reset; \
         read_verilog mapped.v models.v; hierarchy -top mapped; proc; flatten; opt_clean; \
         read_verilog top.v; proc; async2sync; miter -equiv -flatten top mapped both; \
         sat -verify -seq 34 -prove-skip 32 -set in_e 1 -prove trigger 0 both"
    );
    yosys.unwrap().run(&["-q", "-p", &script], folder.path(), &folder.path().join("log")).unwrap();
}
