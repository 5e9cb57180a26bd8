// Models of the cells of an ECP5 that a netlist after routing has besides its logic: block memories, and the circuit
// that makes a clock. Movewright simulates such netlists with them. They are for simulators with two states.
//
// Sources: Lattice FPGA-TN-02204, ECP5 and ECP5-5G Memory User Guide; Lattice FPGA-TN-02200, ECP5 and ECP5-5G sysCLOCK
// PLL/DLL Design and User Guide. docs/boards.md says what is compared with them.

// verilator lint_off DECLFILENAME
// verilator lint_off UNUSED
// verilator lint_off WIDTH

// The word of 18 bits, and the place in it, that an address of a port names: a word has two parts of 9 bits, and the
// ports of 4 bits and less leave out the ninth of each.
module ecp5_place #(
    parameter integer WIDTH = 18
) (
    input wire [13:0] address,
    output wire [9:0] word,
    output wire [4:0] first,
    output wire [17:0] all
);
    assign word = WIDTH == 36 ? {address[13:5], 1'b0} : address[13:4];
    wire [4:0] part = address[3] ? 5'd9 : 5'd0;
    wire [4:0] four = part + (address[2] ? 5'd4 : 5'd0);
    wire [4:0] two = four + (address[1] ? 5'd2 : 5'd0);
    wire [4:0] one = two + {4'b0, address[0]};
    assign first = WIDTH >= 18 ? 5'd0 : WIDTH == 9 ? part : WIDTH == 4 ? four : WIDTH == 2 ? two : one;
    assign all = WIDTH >= 18 ? 18'h3ffff : (18'd1 << WIDTH) - 18'd1;
endmodule

// A memory of 1,024 words of 18 bits with two ports. A port of 36 bits is two words: it is written by port A with the
// upper word at the data of port B, and read by port B with the lower word at the output of port A. A word that is
// written while the other port reads it comes out as it was before. In mode 1 a port that writes shows what was there
// before, in mode 2 what is written, and in mode 0 it shows nothing new.
module ecp5_memory #(
    parameter integer WIDTH_A = 18,
    parameter integer WIDTH_B = 18,
    parameter integer MODE_A = 0,
    parameter integer MODE_B = 0,
    parameter integer REGISTER_A = 0,
    parameter integer REGISTER_B = 0,
    parameter [18431:0] INIT = 18432'b0
) (
    input wire clock_a,
    input wire enable_a,
    input wire write_a,
    input wire reset_a,
    input wire keep_a,
    input wire [13:0] address_a,
    input wire [17:0] data_a,
    output wire [17:0] out_a,
    input wire clock_b,
    input wire enable_b,
    input wire write_b,
    input wire reset_b,
    input wire keep_b,
    input wire [13:0] address_b,
    input wire [17:0] data_b,
    output wire [17:0] out_b
);
    reg [17:0] words [0:1023];
    reg [17:0] seen_a;
    reg [17:0] seen_b;
    reg [17:0] lower;
    reg [17:0] late_a;
    reg [17:0] late_b;
    reg [17:0] late_lower;
    integer at;
    initial begin
        for (at = 0; at < 1024; at = at + 1) words[at] = INIT[18 * at +: 18];
        {seen_a, seen_b, lower, late_a, late_b, late_lower} = 108'b0;
    end

    wire [9:0] word_a;
    wire [9:0] word_b;
    wire [4:0] first_a;
    wire [4:0] first_b;
    wire [17:0] all_a;
    wire [17:0] all_b;
    ecp5_place #(.WIDTH(WIDTH_A)) place_a (.address(address_a), .word(word_a), .first(first_a), .all(all_a));
    ecp5_place #(.WIDTH(WIDTH_B)) place_b (.address(address_b), .word(word_b), .first(first_b), .all(all_b));

    // The lowest address bits of the wide ports say which bytes are written.
    wire [17:0] bytes_a = {{9{address_a[1]}}, {9{address_a[0]}}};
    wire [17:0] bytes_b = {{9{address_b[1]}}, {9{address_b[0]}}};
    wire [17:0] bytes_upper = {{9{address_a[3]}}, {9{address_a[2]}}};
    wire [17:0] mask_a = WIDTH_A >= 18 ? bytes_a : all_a << first_a;
    wire [17:0] mask_b = WIDTH_B >= 18 ? bytes_b : all_b << first_b;
    wire [17:0] new_a = words[word_a] & ~mask_a | (data_a << first_a) & mask_a;
    wire [17:0] new_b = words[word_b] & ~mask_b | (data_b << first_b) & mask_b;

    always @(posedge clock_a) begin
        if (enable_a) begin
            if (write_a) begin
                words[word_a] <= new_a;
                if (WIDTH_A == 36)
                    words[word_a | 10'd1] <= words[word_a | 10'd1] & ~bytes_upper | data_b & bytes_upper;
            end
            if (reset_a) seen_a <= 18'b0;
            else if (!write_a || MODE_A == 1) seen_a <= (words[word_a] >> first_a) & all_a;
            else if (MODE_A == 2) seen_a <= (new_a >> first_a) & all_a;
        end
        if (keep_a) late_a <= seen_a;
    end
    always @(posedge clock_b) begin
        if (enable_b) begin
            if (write_b && WIDTH_A != 36) words[word_b] <= new_b;
            if (reset_b) {lower, seen_b} <= 36'b0;
            else if (!write_b || MODE_B == 1) begin
                seen_b <= (words[WIDTH_B == 36 ? word_b | 10'd1 : word_b] >> first_b) & all_b;
                lower <= words[word_b];
            end else if (MODE_B == 2) seen_b <= (new_b >> first_b) & all_b;
        end
        if (keep_b) {late_lower, late_b} <= {lower, seen_b};
    end
    assign out_b = REGISTER_B != 0 ? late_b : seen_b;
    assign out_a = WIDTH_B == 36 ? (REGISTER_B != 0 ? late_lower : lower) : REGISTER_A != 0 ? late_a : seen_a;
endmodule

// The clock's circuit, locked from the start. Its frequency is not simulated.
module ecp5_clock (
    input wire board_clock,
    output wire made,
    output wire locked
);
    assign made = board_clock;
    assign locked = 1'b1;
endmodule
