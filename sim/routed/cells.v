// Models of the cells that a netlist after routing has besides its logic: block memories, and the circuit that makes a
// clock. Movewright simulates netlists of ECP5 and Gowin devices with them. They are for simulators with two states.
//
// Sources: Lattice FPGA-TN-02204, ECP5 and ECP5-5G Memory User Guide; Gowin UG285, BSRAM and SSRAM User Guide.
// docs/boards.md says what is compared with them.

// verilator lint_off DECLFILENAME
// verilator lint_off UNUSED
// verilator lint_off WIDTH

// A port of a memory of 1,024 words, which have two parts of 8 or 9 bits. A port of 1, 2 or 4 bits leaves out the ninth
// bit of a part, and one of 32 or 36 bits has two words, the first in the lower half. The lowest address bits of a port
// of two parts or more say which parts it writes. It shows data in the order of its own bits.
module block_port #(
    parameter integer PART = 9,
    parameter integer WIDTH = 18
) (
    input wire [13:0] address,
    input wire [35:0] data,
    input wire [35:0] words,
    output wire [8:0] pair,
    output wire [35:0] shown,
    output wire [35:0] mask,
    output wire [35:0] placed
);
    localparam integer WIDE = WIDTH > 18;
    localparam integer WORD = 2 * PART;
    // The place in the two words.
    wire [5:0] word = WIDE || !address[4] ? 6'd0 : WORD[5:0];
    wire [5:0] part = word + (WIDTH <= 9 && address[3] ? PART[5:0] : 6'd0);
    wire [5:0] four = part + (WIDTH <= 4 && address[2] ? 6'd4 : 6'd0);
    wire [5:0] two = four + (WIDTH <= 2 && address[1] ? 6'd2 : 6'd0);
    wire [5:0] first = two + (WIDTH == 1 && address[0] ? 6'd1 : 6'd0);
    wire [35:0] all = WIDTH == 36 ? 36'hfffffffff : (36'd1 << WIDTH) - 36'd1;
    wire [35:0] ones = (36'd1 << PART) - 36'd1;
    wire [35:0] parts = (address[0] ? ones : 36'd0) | (address[1] ? ones << PART : 36'd0)
        | (WIDE && address[2] ? ones << WORD : 36'd0) | (WIDE && address[3] ? ones << (WORD + PART) : 36'd0);
    assign pair = address[13:5];
    assign shown = (words >> first) & all;
    assign mask = (WIDTH >= 16 ? parts & all : all) << first;
    assign placed = data << first;
endmodule

// A memory with two ports. A word that is written while the other port reads it comes out as it was before. A port that
// writes shows what it showed before if SHOWS is 0, what was there before if it is 1, and what is written if it is 2.
module block_memory #(
    parameter integer PART = 9,
    parameter integer WIDTH_A = 18,
    parameter integer WIDTH_B = 18,
    parameter integer SHOWS_A = 0,
    parameter integer SHOWS_B = 0,
    parameter integer LATE_A = 0,
    parameter integer LATE_B = 0,
    parameter [2048*PART-1:0] INIT = 0
) (
    input wire clock_a,
    input wire enable_a,
    input wire write_a,
    input wire reset_a,
    input wire keep_a,
    input wire [13:0] address_a,
    input wire [35:0] data_a,
    output wire [35:0] out_a,
    input wire clock_b,
    input wire enable_b,
    input wire write_b,
    input wire reset_b,
    input wire keep_b,
    input wire [13:0] address_b,
    input wire [35:0] data_b,
    output wire [35:0] out_b
);
    localparam integer PAIR = 4 * PART;
    // Two words beside each other.
    reg [PAIR-1:0] pairs [0:511];
    reg [35:0] seen_a;
    reg [35:0] seen_b;
    reg [35:0] late_a;
    reg [35:0] late_b;
    integer at;
    initial begin
        for (at = 0; at < 512; at = at + 1) pairs[at] = INIT[PAIR * at +: PAIR];
        {seen_a, seen_b, late_a, late_b} = 144'b0;
    end

    wire [8:0] pair_a;
    wire [8:0] pair_b;
    wire [35:0] shown_a;
    wire [35:0] shown_b;
    wire [35:0] mask_a;
    wire [35:0] mask_b;
    wire [35:0] placed_a;
    wire [35:0] placed_b;
    block_port #(.PART(PART), .WIDTH(WIDTH_A)) port_a (
        .address(address_a), .data(data_a), .words(pairs[pair_a]),
        .pair(pair_a), .shown(shown_a), .mask(mask_a), .placed(placed_a)
    );
    block_port #(.PART(PART), .WIDTH(WIDTH_B)) port_b (
        .address(address_b), .data(data_b), .words(pairs[pair_b]),
        .pair(pair_b), .shown(shown_b), .mask(mask_b), .placed(placed_b)
    );

    always @(posedge clock_a) begin
        if (enable_a && write_a) pairs[pair_a] <= pairs[pair_a] & ~mask_a | placed_a & mask_a;
        if (reset_a) seen_a <= 36'b0;
        else if (enable_a && (!write_a || SHOWS_A == 1)) seen_a <= shown_a;
        else if (enable_a && SHOWS_A == 2) seen_a <= data_a;
        if (keep_a) late_a <= seen_a;
    end
    always @(posedge clock_b) begin
        if (enable_b && write_b) pairs[pair_b] <= pairs[pair_b] & ~mask_b | placed_b & mask_b;
        if (reset_b) seen_b <= 36'b0;
        else if (enable_b && (!write_b || SHOWS_B == 1)) seen_b <= shown_b;
        else if (enable_b && SHOWS_B == 2) seen_b <= data_b;
        if (keep_b) late_b <= seen_b;
    end
    assign out_a = LATE_A != 0 ? late_a : seen_a;
    assign out_b = LATE_B != 0 ? late_b : seen_b;
endmodule

// The clock's circuit, locked from the start. Its frequency is not simulated.
module clock_circuit (
    input wire board_clock,
    output wire made,
    output wire locked
);
    assign made = board_clock;
    assign locked = 1'b1;
endmodule
