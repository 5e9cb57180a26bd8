//! Figures as people read them.

use crate::bench::fuzz::FuzzReport;
use crate::bench::{
    Area, CoreSpeed, Cycles, FloorplanClock, Generation, HashSpeed, Match, PlayerSpeed, PositionCounts,
    Published, SimulatorSpeed, StreamOccupancy, TreeMoves,
};
use crate::readable::thousands;
use crate::synth::Resources;

pub fn floorplan(clock: &FloorplanClock) -> String {
    let mhz = |mhz: Option<f64>| mhz.map_or("     -".into(), |mhz| format!("{mhz:6.2}"));
    let gain = clock.gain_percent.map_or("     -".into(), |gain| format!("{gain:+5.1}%"));
    let seeds: Vec<String> = clock.mhz.iter().map(|&clock| mhz(clock).trim().to_string()).collect();
    format!(
        "  {:9}   {}   {}   {}       {gain}   {}",
        clock.floorplan,
        mhz(clock.median_mhz),
        mhz(clock.min_mhz),
        mhz(clock.max_mhz),
        seeds.join(" ")
    )
}

pub fn generation(found: &Generation) -> String {
    let Generation { core, seconds, files, verilog_lines, vhdl_lines } = found;
    format!(
        "{core:16} {seconds:.3} s for {files} files, {verilog_lines} lines of Verilog and {vhdl_lines} of VHDL"
    )
}

pub fn core_speed(found: &CoreSpeed) -> String {
    let CoreSpeed { core, operations, ratio, verilator_build_seconds, .. } = found;
    let [here, there] = [found.built_in_cycles_per_second, found.verilator_cycles_per_second];
    format!(
        "  {core:18} {operations:>10} {here:>10} {there:>13} {ratio:>7.2} {verilator_build_seconds:>17.1} s"
    )
}

pub fn hash(found: &HashSpeed) -> String {
    let HashSpeed { clusters, bytes, software_per_second, chips } = found;
    let chips: Vec<String> = chips
        .iter()
        .map(|chip| {
            format!(
                "  {} of {} bits, the table at {} MHz, clusters of {} bytes: {:.2} cycles a look-up, {:.2} M look-ups/s; {:.2} M \
                 at most",
                chip.kind,
                chip.word_bits,
                chip.mhz,
                chip.cluster_bytes,
                chip.cycles_per_look_up,
                chip.million_per_second,
                chip.million_per_second_bound
            )
        })
        .collect();
    format!(
        "software, {} clusters in {} bytes: {:.2} M look-ups/s\n{}",
        thousands(*clusters),
        thousands(*bytes),
        software_per_second / 1e6,
        chips.join("\n")
    )
}

pub fn moves(found: &TreeMoves) -> String {
    let TreeMoves { positions, depth, nodes, moves, first_difference, .. } = found;
    let order = if found.checks_first { ", checks first" } else { "" };
    let verdict =
        first_difference.as_ref().map_or("as in the rules library".into(), |it| format!("DIFFERENT: {it}"));
    let (nodes, moves) = (thousands(*nodes), thousands(*moves));
    format!(
        "pass of chess-stream{order}, {positions} positions, {depth} plies: {moves} moves of {nodes} nodes, {verdict}"
    )
}

pub fn stream(found: &StreamOccupancy) -> String {
    let StreamOccupancy { core, threads, positions, depth, moves, moves_per_busy_cycle, .. } = found;
    let verdict = found
        .first_difference
        .as_ref()
        .map_or("as in the rules library".into(), |it| format!("DIFFERENT: {it}"));
    format!(
        "{core}, {threads} threads, {positions} positions, {depth} plies: {} legal moves, {verdict}\n  {moves_per_busy_cycle:.3} moves a cycle \
         while every thread has work",
        thousands(*moves)
    )
}

pub fn positions(counts: &PositionCounts) -> String {
    let PositionCounts { core, positions, seed, moves, differences, .. } = counts;
    let first = counts.first_difference.as_ref().map_or(String::new(), |fen| format!(", the first {fen}"));
    format!(
        "{core}: {} positions of random games (seed {seed}), {} legal moves: {differences} differ from the rules library{first}\n  \
         simulated {:.0} a second, 64 at a time; in the library {:.1} million",
        thousands(*positions),
        thousands(*moves),
        counts.simulated_per_second,
        counts.library_per_second / 1e6
    )
}

pub fn one_match(one: &Match) -> String {
    let Match { player, opponent, wins, draws, losses, .. } = one;
    format!(
        "  {player:20} {opponent:20} {wins:4} {draws:5} {losses:6}  {:5.1} % ({:5.1} to {:5.1})       {:+11.2}",
        one.score_percent, one.low_percent, one.high_percent, one.mean_score_difference
    )
}

pub fn player(speed: &PlayerSpeed) -> String {
    format!(
        "{} by {}, {} plies, {} positions of {} games: {} searches differ from the software\n  a move: {:.0} nodes, {:.0} leaves, \
         {:.0} positions sorted, {:.0} cycles: {:.2} ms at 50 MHz, {:.2} at most\n  three cores that share the root: {:.2} ms, {:.2} \
         at most; {:.2} times as fast\n  {:.1} million positions a second; in \
         software {:.1} ms a move, {:.1} times as long",
        speed.core,
        speed.evaluation,
        speed.depth,
        speed.positions,
        speed.games,
        speed.differences,
        speed.nodes_per_move,
        speed.leaves_per_move,
        speed.sorted_per_move,
        speed.cycles_per_move,
        speed.ms_per_move_50mhz,
        speed.longest_ms_50mhz,
        speed.ms_per_move_50mhz_3_cores,
        speed.longest_ms_50mhz_3_cores,
        speed.speed_up_3_cores,
        speed.leaves_per_second_50mhz / 1e6,
        speed.cpu_ms_per_move,
        speed.cpu_ratio,
    )
}

pub fn fuzz(report: &FuzzReport) -> String {
    let FuzzReport { designs, seed, observed, cycles, faults, designs_per_second, simulators } = report;
    let last = seed.wrapping_add(*designs as u64 - 1);
    format!(
        "{designs} random designs (seeds {seed} to {last}, {observed} of them with outputs for parities), {cycles} cycles each, {designs_per_second:.1} a second: \
         {faults} with a difference\n  built-in simulator against {}",
        simulators.join(", ")
    )
}

pub fn speed(speed: &SimulatorSpeed) -> String {
    let line = |name: &str, rate: f64, first: f64| {
        format!("  {name:9} {rate:9.0} cycles/s   first cycle after {first:6.2} s\n")
    };
    format!(
        "{} cycles of {} at depth {}\n{}{}{}  built-in by verilator: {:.2}\n  positions of the perft suite at depth 2: \
         {:.0} a second in {} lanes, {:.0} one by one: {:.1} times as many",
        speed.cycles,
        speed.fen,
        speed.depth,
        line("built-in", speed.built_in_cycles_per_second, speed.built_in_first_cycle_seconds),
        line("verilator", speed.verilator_cycles_per_second, speed.verilator_first_cycle_seconds),
        line("ghdl", speed.ghdl_cycles_per_second, speed.ghdl_first_cycle_seconds),
        speed.ratio,
        speed.lanes_positions_per_second,
        speed.lanes,
        speed.single_positions_per_second,
        speed.lanes_ratio,
    )
}

pub fn area(area: &Area) -> String {
    let Area { core, settings, device, cycles_per_move, .. } = area;
    let Resources { lut_as_ram, ff, bram, dsp, lut6, .. } = area.resources;
    let inputs = if lut6.is_some() { " of 6 inputs" } else { "" };
    let clock = match (area.fmax_mhz, area.fmax_mhz_min.zip(area.fmax_mhz_max), &area.not_placed) {
        (Some(mhz), Some((low, high)), _) if area.seeds > 1 => format!("{mhz:.1} ({low:.1} to {high:.1})"),
        (Some(mhz), ..) => format!("{mhz:.1}"),
        (None, _, Some(_)) => "-".into(),
        (None, _, None) => "not placed".into(),
    };
    let moves = area.million_moves_per_second.map_or("-".into(), |moves| format!("{moves:.1}"));
    format!(
        "| {core}, {settings} | {device} | {}{inputs} | {lut_as_ram} | {ff} | {bram} | {dsp} | {clock} | \
         {cycles_per_move:.2} | {moves} |",
        thousands(area.resources.luts()),
    )
}

pub fn published(published: &Published) -> String {
    let Published { machine, year, device, luts, ff, bram, mhz, million_moves_per_second, note, .. } =
        published;
    let count = |number: &Option<u64>| number.map_or(String::new(), thousands);
    let rate = |number: Option<f64>| number.map_or(String::new(), |number| format!("{number:.1}"));
    format!(
        "| {machine} {year} ({note}) | {device} | {} | | {} | {} | | {} | {} | {} |",
        count(luts),
        count(ff),
        count(bram),
        rate(*mhz),
        rate(published.cycles_per_move()),
        rate(*million_moves_per_second),
    )
}

pub fn cycles(cycles: &Cycles) -> String {
    let Cycles { cycles_per_move, mean_of_positions, moves, positions, core, settings, .. } = cycles;
    let order = if cycles.checks_first { ", walked checks first" } else { "" };
    let verdict = match cycles.differences {
        None => "counts moves that leave the king attacked".into(),
        Some(0) => "counts ok".into(),
        Some(wrong) => format!("{wrong} COUNTS DIFFER"),
    };
    let place = match &cycles.fen {
        Some(fen) => format!("depth {} of {fen}", cycles.depth),
        None => format!("{positions} positions"),
    };
    format!(
        "  {cycles_per_move:13.3}   {:>19}   {moves:8}   {core}, {settings}{order}: {place}, {verdict}",
        format!("({mean_of_positions:.3})")
    )
}
