//! A clock cycle in words.

use super::record::Recording;
use crate::chess::classic::observe::Cycle;

/// The goal of each phase of a node, in the order of the `phase` signal.
pub const PHASES: [&str; 6] = [
    "direct checks",
    "discovered checks",
    "promotions",
    "captures and quiet moves",
    "en passant",
    "quiet moves",
];

const KINDS: [&str; 7] = ["empty square", "pawn", "knight", "bishop", "rook", "queen", "king"];

/// The name of a command, as the port's documentation has it.
pub fn command(number: u64) -> &'static str {
    match number {
        1 => "load square",
        2 => "load state",
        3 => "next",
        4 => "down",
        5 => "up",
        6 => "perft",
        7 => "read square",
        8 => "read counter",
        _ => "no command",
    }
}

/// A cycle in one to four sentences: the array's task, its result, and the values stored and
/// written.
pub fn tell(node: &Recording, cycle: &Cycle) -> String {
    let teller = Teller { node, cycle };
    let said = [teller.port(), teller.find(), teller.kept(), teller.judge(), teller.write(), teller.masks()];
    said.concat().join(" ")
}

struct Teller<'a> {
    node: &'a Recording,
    cycle: &'a Cycle,
}

impl Teller<'_> {
    fn on(&self, line: &str) -> bool {
        let place = self.node.control.iter().position(|known| known == line);
        place.is_some_and(|place| self.cycle.control.contains(&place))
    }

    fn signal(&self, name: &str) -> u64 {
        self.cycle.signal(name)
    }

    /// The machine numbers squares by rank and file, three bits each.
    fn square(&self, name: &str) -> String {
        let number = self.signal(name);
        let square = self.node.board.square((number & 7) as i32, (number >> 3) as i32);
        square.map_or_else(|| "no square".into(), |square| self.node.board.name(square))
    }

    fn squares(&self, set: u64) -> String {
        let of_board = (0..self.node.board.squares()).filter(|&at| set >> at & 1 == 1);
        let names: Vec<String> = of_board.map(|at| self.node.board.name(at)).collect();
        names.join(", ")
    }

    fn port(&self) -> Vec<String> {
        let asked = self.signal("command_valid") == 1 && self.signal("command_ready") == 1;
        let mut said = Vec::new();
        if asked {
            said.push(format!("The command {} is taken.", command(self.signal("command"))));
        }
        if self.signal("response_valid") == 1 {
            said.push("The answer is taken.".into());
        }
        said
    }

    /// The squares that transmit, the squares that answer, and the arbiters' choice.
    fn find(&self) -> Vec<String> {
        let colour = if self.signal("to_squares_acting_black") == 1 { "black" } else { "white" };
        let enemy = if self.signal("to_squares_acting_black") == 1 { "white" } else { "black" };
        let pointed = self.squares(self.cycle.pointed);
        let about = if self.on("look") {
            return vec![format!(
                "Look: the king on {pointed} transmits every way; each square keeps how it is seen."
            )];
        } else if self.on("find_discoverer") {
            format!("Find-discoverer: {colour}’s pieces that the enemy king sees answer.")
        } else if self.on("find_discovered") {
            format!("Find-victim for the piece on {pointed} alone: the squares it reaches answer.")
        } else if self.on("castle_test") {
            format!("Castle test: {colour} attacks the way of the castling king.")
        } else if self.on("check_test") {
            format!("Check test: {colour} attacks {enemy}’s king.")
        } else if self.on("lift_test") {
            format!("Lift test: with the piece on {pointed} lifted, {colour} attacks {enemy}’s king.")
        } else if self.on("test") {
            format!("Test: {colour} attacks the king of the side that moved.")
        } else if self.on("find_aggressor") {
            format!(
                "Find-aggressor: {pointed} transmits as the super-piece; {colour}’s pieces it reaches answer."
            )
        } else if self.on("pawns_only") {
            format!("Find-victim: {colour}’s pawns one step from promotion transmit.")
        } else if self.on("find_pivot") {
            format!("Find-pivot: {colour}’s pieces transmit; squares from which they give check answer.")
        } else if self.on("find_victim") {
            format!("Find-victim: {colour}’s pieces transmit; the squares they reach answer.")
        } else {
            return Vec::new();
        };
        vec![about, self.winner()]
    }

    fn winner(&self) -> String {
        let priority = self.signal("best_priority") as usize;
        if priority == 0 {
            return "None answers.".into();
        }
        let tests = ["test", "check_test", "castle_test", "lift_test"].iter().any(|line| self.on(line));
        let square = self.square("best_square");
        if tests {
            return format!("{square} is hit.");
        }
        // See the receiver: a victim's priority is its kind + 1, an aggressor's 7 - kind.
        let own = self.on("find_aggressor") || self.on("find_discoverer");
        let kind = if own { 7 - priority.min(7) } else { priority - 1 };
        let others = if self.signal("best_several") == 1 { ", and others wait" } else { "" };
        let kind = KINDS.get(kind).copied().unwrap_or("piece");
        format!("The arbiters choose {square}: {kind}, priority {priority}{others}.")
    }

    fn kept(&self) -> Vec<String> {
        let found = self.signal("best_priority") > 0;
        let lines = [
            ("take_victim", if found { "It is kept as the victim." } else { "So there is no victim." }),
            (
                "take_aggressor",
                if found { "It is kept as the aggressor." } else { "So there is no aggressor." },
            ),
            ("take_en_passant", "The en passant square becomes the victim."),
            ("reload", "Victim and aggressor are restored from the move taken back."),
        ];
        lines.iter().filter(|(line, _)| self.on(line)).map(|(_, said)| (*said).to_string()).collect()
    }

    /// The results of the tests before, about the move on the board.
    fn judge(&self) -> Vec<String> {
        let judging = (self.cycle.state, "judge");
        if !self.node.states.iter().any(|(number, name)| (*number, name.as_str()) == judging) {
            return Vec::new();
        }
        let said = match (self.signal("sequencer.illegal"), self.signal("checking")) {
            (0, _) => "The move stands: it will be the answer.",
            (_, 0) => "The move left its own king attacked: it will be taken back.",
            (_, _) => "The move gives check and was tried before: it will be taken back.",
        };
        vec![said.into()]
    }

    fn write(&self) -> Vec<String> {
        let lines = [
            ("make", "The board takes the move"),
            ("make_rook", "The board takes the castling rook"),
            ("undo", "The board takes the move back"),
            ("undo_rook", "The castling rook goes back"),
        ];
        let Some((_, said)) = lines.iter().find(|(line, _)| self.on(line)) else { return Vec::new() };
        let squares = self.squares(self.cycle.destination | self.cycle.origin | self.cycle.cleared);
        vec![format!("{said}: {squares} are written.")]
    }

    fn masks(&self) -> Vec<String> {
        let mut said = Vec::new();
        if self.on("mask_victim") {
            said.push(format!("{} is masked: its moves are done.", self.square("victim_square")));
        }
        if self.on("mask_aggressor") {
            said.push(format!("{} is masked: it was tried.", self.square("aggressor_square")));
        }
        match (self.on("clear_own"), self.on("clear_others")) {
            (true, true) => said.push("All masks are cleared.".into()),
            (true, false) => said.push("The masks of own pieces are cleared.".into()),
            (false, true) => said.push("The masks of all but own pieces are cleared.".into()),
            (false, false) => {}
        }
        said
    }
}
