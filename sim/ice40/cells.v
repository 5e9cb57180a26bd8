// Models of the cells of an iCE40 that icebox_vlog leaves as they are: block memories, and the circuit that makes a
// clock. Movewright simulates bitstreams with them. They are for simulators with two states.
//
// Sources: Lattice FPGA-TN-02002, Memory Usage Guide for iCE40 Devices; Lattice FPGA-TN-02052, iCE40 sysCLOCK PLL Design
// and Usage Guide. docs/boards.md says what is compared with them.

// verilator lint_off DECLFILENAME
// verilator lint_off UNUSED

// A memory of 4,096 bits: 256 rows of 16. In mode 0 a word is a row. In modes 1 to 3 a row holds 2, 4 or 8 words, and the
// upper address bits choose one: it has a bit in each of 8, 4 or 2 equal parts of the row, at the same place in each, and
// the port shows it in the middle of the part. A word that is written while it is read comes out as it was before.
module ice40_memory #(
    parameter integer READ_MODE = 0,
    parameter integer WRITE_MODE = 0,
    parameter [4095:0] INIT = 4096'b0
) (
    input wire write_clock,
    input wire write,
    input wire [10:0] write_address,
    input wire [15:0] mask,
    input wire [15:0] write_data,
    input wire read_clock,
    input wire read,
    input wire [10:0] read_address,
    output wire [15:0] read_data
);
    // Bits of a part, and the place in it where the port has its bit.
    localparam integer READ_PART = 1 << READ_MODE;
    localparam integer READ_PLACE = (READ_PART - 1) / 2;
    localparam integer WRITE_PART = 1 << WRITE_MODE;
    localparam integer WRITE_PLACE = (WRITE_PART - 1) / 2;

    reg [15:0] rows [0:255];
    reg [15:0] row;
    reg [2:0] word;
    integer first;

    initial begin
        for (first = 0; first < 256; first = first + 1) rows[first] = INIT[16 * first +: 16];
        row = 16'b0;
        word = 3'b0;
    end

    wire [2:0] write_word = write_address[10:8] & (WRITE_PART[2:0] - 3'd1);
    wire [2:0] read_word = read_address[10:8] & (READ_PART[2:0] - 3'd1);
    wire [15:0] written;
    wire [15:0] kept;
    genvar at;
    generate
        for (at = 0; at < 16; at = at + 1) begin : bits
            localparam integer IN_PART = at % WRITE_PART;
            assign written[at] = write_data[at - IN_PART + WRITE_PLACE];
            if (WRITE_MODE == 0) begin : whole
                assign kept[at] = mask[at];
            end else begin : part
                assign kept[at] = write_word != IN_PART[2:0];
            end
            if (at % READ_PART == READ_PLACE) begin : shown
                wire [READ_PART-1:0] among = row[at - READ_PLACE +: READ_PART];
                if (READ_MODE == 0) begin : whole
                    assign read_data[at] = among;
                end else begin : part
                    assign read_data[at] = among[word[READ_MODE-1:0]];
                end
            end else begin : hidden
                assign read_data[at] = 1'b0;
            end
        end
    endgenerate

    always @(posedge write_clock) begin
        if (write) rows[write_address[7:0]] <= (written & ~kept) | (rows[write_address[7:0]] & kept);
    end

    always @(posedge read_clock) begin
        if (read) begin
            row <= rows[read_address[7:0]];
            word <= read_word;
        end
    end
endmodule

// A memory by the names of its cell. Each port has a clock, and takes what is there when another signal rises: the clock
// itself, or its inverse for a port at the falling edge.
`define ICE40_RAM(NAME, READ_CLOCK, READ_RISES, WRITE_CLOCK, WRITE_RISES) \
module NAME #( \
    parameter integer READ_MODE = 0, \
    parameter integer WRITE_MODE = 0, \
    parameter [255:0] INIT_0 = 256'b0, \
    parameter [255:0] INIT_1 = 256'b0, \
    parameter [255:0] INIT_2 = 256'b0, \
    parameter [255:0] INIT_3 = 256'b0, \
    parameter [255:0] INIT_4 = 256'b0, \
    parameter [255:0] INIT_5 = 256'b0, \
    parameter [255:0] INIT_6 = 256'b0, \
    parameter [255:0] INIT_7 = 256'b0, \
    parameter [255:0] INIT_8 = 256'b0, \
    parameter [255:0] INIT_9 = 256'b0, \
    parameter [255:0] INIT_A = 256'b0, \
    parameter [255:0] INIT_B = 256'b0, \
    parameter [255:0] INIT_C = 256'b0, \
    parameter [255:0] INIT_D = 256'b0, \
    parameter [255:0] INIT_E = 256'b0, \
    parameter [255:0] INIT_F = 256'b0 \
) ( \
    output wire [15:0] RDATA, \
    input wire [10:0] RADDR, \
    input wire READ_CLOCK, \
    input wire RCLKE, \
    input wire RE, \
    input wire [10:0] WADDR, \
    input wire WRITE_CLOCK, \
    input wire WCLKE, \
    input wire WE, \
    input wire [15:0] MASK, \
    input wire [15:0] WDATA \
); \
    ice40_memory #( \
        .READ_MODE(READ_MODE), \
        .WRITE_MODE(WRITE_MODE), \
        .INIT({INIT_F, INIT_E, INIT_D, INIT_C, INIT_B, INIT_A, INIT_9, INIT_8, \
            INIT_7, INIT_6, INIT_5, INIT_4, INIT_3, INIT_2, INIT_1, INIT_0}) \
    ) memory ( \
        .write_clock(WRITE_RISES), \
        .write(WE & WCLKE), \
        .write_address(WADDR), \
        .mask(MASK), \
        .write_data(WDATA), \
        .read_clock(READ_RISES), \
        .read(RE & RCLKE), \
        .read_address(RADDR), \
        .read_data(RDATA) \
    ); \
endmodule

`ICE40_RAM(SB_RAM40_4K, RCLK, RCLK, WCLK, WCLK)
`ICE40_RAM(SB_RAM40_4KNR, RCLKN, ~RCLKN, WCLK, WCLK)
`ICE40_RAM(SB_RAM40_4KNW, RCLK, RCLK, WCLKN, ~WCLKN)
`ICE40_RAM(SB_RAM40_4KNRNW, RCLKN, ~RCLKN, WCLKN, ~WCLKN)

// A clock circuit at the pin of its clock. One clock runs in the simulator, and it is that of the machine: the circuit
// passes it on. Movewright compares the dividers with the board's clock by itself. Locked is the clock after 16 cycles.
module SB_PLL40_PAD #(
    parameter FEEDBACK_PATH = "SIMPLE",
    parameter DELAY_ADJUSTMENT_MODE_FEEDBACK = "FIXED",
    parameter DELAY_ADJUSTMENT_MODE_RELATIVE = "FIXED",
    parameter PLLOUT_SELECT = "GENCLK",
    parameter [1:0] SHIFTREG_DIV_MODE = 2'b0,
    parameter [3:0] FDA_FEEDBACK = 4'b0,
    parameter [3:0] FDA_RELATIVE = 4'b0,
    parameter [3:0] DIVR = 4'b0,
    parameter [6:0] DIVF = 7'b0,
    parameter [2:0] DIVQ = 3'b0,
    parameter [2:0] FILTER_RANGE = 3'b0,
    parameter ENABLE_ICEGATE = 1'b0,
    parameter TEST_MODE = 1'b0
) (
    input wire PACKAGEPIN,
    output wire PLLOUTCORE,
    output wire PLLOUTGLOBAL,
    input wire EXTFEEDBACK,
    input wire [7:0] DYNAMICDELAY,
    output wire LOCK,
    input wire BYPASS,
    input wire RESETB,
    input wire LATCHINPUTVALUE,
    output wire SDO,
    input wire SDI,
    input wire SCLK
);
    reg [4:0] waited;

    initial waited = 5'b0;

    always @(posedge PACKAGEPIN) begin
        if (!RESETB) waited <= 5'b0;
        else if (!LOCK) waited <= waited + 5'd1;
    end

    assign LOCK = waited[4];
    assign PLLOUTCORE = PACKAGEPIN;
    assign PLLOUTGLOBAL = PACKAGEPIN;
    assign SDO = 1'b0;
endmodule
