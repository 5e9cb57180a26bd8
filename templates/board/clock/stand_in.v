// Stands in for the clock circuit in lint and simulation: passes the clock of the board on as it is.
// verilator lint_off UNUSED
// verilator lint_off DECLFILENAME

