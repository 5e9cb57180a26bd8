module altpll #(
    parameter intended_device_family = "",
    parameter lpm_type = "",
    parameter operation_mode = "",
    parameter compensate_clock = "",
    parameter inclk0_input_frequency = 1,
    parameter clk0_multiply_by = 1,
    parameter clk0_divide_by = 1,
    parameter clk0_duty_cycle = 1,
    parameter clk0_phase_shift = "",
    parameter width_clock = 1
) (
    input wire [1:0] inclk,
    output wire [4:0] clk,
    output wire locked
);
    assign clk = {5{inclk[0]}};
    assign locked = 1'b1;
endmodule
