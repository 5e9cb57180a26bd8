//! Commands, and the one that is carried out.

use super::list::Split;
use super::shape::Shape;
use super::walk::{CLEAR, MATERIAL_BITS, PUT, Rules, TAKE, WHOLE, lists};
use crate::describe::{Builder, Wire, concat, mux};
use crate::parts::pick::lowest;

/// The inputs of a command.
pub(super) struct Command {
    pub given: Wire,
    pub is: [Wire; 4],
    pub codes: Vec<Split>,
    pub of_white: Option<Wire>,
    pub parts: Wire,
    pub answers: Wire,
    pub kings: [Wire; 2],
    pub material: Wire,
    pub white_to_move: Wire,
}

impl Command {
    pub fn of(b: &Builder, shape: Shape, rules: Rules) -> Self {
        let given = b.input("command", 1).comment("there is a command");
        let operation =
            b.input("operation", 2).comment("0 put an entry, 1 take an entry out, 2 whole sums, 3 clear");
        let code = |name: &str, comment: &str| {
            Split::of(&b.input(name, shape.code_bits()).comment(comment), shape.lanes())
        };
        let seen = [("black", "the entry, as black sees it"), ("white", "the entry, as white sees it")]
            .map(|(name, comment)| code(name, comment));
        let own = rules.own_codes_of_kings.then(|| {
            let code = code("with_kings", "the entry in the sum over both kings, as its side sees it");
            (code, b.input("of_white", 1).comment("the entry is white's"))
        });
        let (own, of_white) = own.map_or((None, None), |(code, white)| (Some(code), Some(white)));
        let codes = own.iter().flat_map(|own| [own.clone(), own.clone()]).chain(seen).collect();
        let parts = b
            .input("parts", 3)
            .comment("the parts that are summed: bit 0 over both kings, 1 black's pairs, 2 white's pairs");
        let answers = b.input("answers", 1).comment("an answer is given behind the command");
        let kings = ["black", "white"].map(|side| {
            b.input(&format!("king_{side}"), shape.king_bits())
                .comment("the square of a king, as its side sees it")
        });
        let material =
            b.input("material", MATERIAL_BITS).comment("black's material less white's; for an answer");
        let white_to_move = b.input("white_to_move", 1).comment("for an answer: its value is white's");
        let is = [PUT, TAKE, WHOLE, CLEAR].map(|code| operation.is(code));
        Self { given, is, codes, of_white, parts, answers, kings, material, white_to_move }
    }

    /// One bit for each list: the entry stands in it.
    pub fn in_lists(&self, b: &Builder) -> Vec<Wire> {
        in_lists(b, self.of_white.as_ref())
    }

    /// The parts that are read, one bit for each of the bases.
    pub fn read(&self) -> Wire {
        let kings = self.parts.bit(0);
        let whole = &self.is[2];
        let pairs = self.parts.slice(1, 2);
        match &self.of_white {
            Some(white) => {
                let [own, other] = [&kings & (whole | !white), &kings & (whole | white)];
                concat(&[pairs, other, own])
            }
            None => concat(&[pairs, kings]),
        }
    }
}

/// A command that is carried out.
pub(super) struct Held {
    pub accepts: Wire,
    pub walking: Wire,
    pub ends: Wire,
    pub sweeping: Wire,
    pub takes: Wire,
    pub answers: Wire,
    pub codes: Vec<Split>,
    pub in_lists: Vec<Wire>,
    pub kings: [Wire; 2],
    pub material: Wire,
    pub white_to_move: Wire,
    /// The part that is read: one bit.
    pub part: Wire,
    /// It is done with this step: driven by the walk.
    pub part_done: Wire,
}

impl Held {
    pub fn of(b: &Builder, command: &Command, go: &Wire, rules: Rules) -> Self {
        let bases = rules.bases().len() as u32;
        let busy = b.register("busy", 1).resets_to(0).comment("a command is carried out");
        let ready = !&*busy & go;
        b.output("ready", &ready).comment("a command is taken in this cycle");
        let accepts = (&command.given & &ready).named("accepts");
        let read = command.read();
        let sweeps = &command.is[0] | &command.is[1];
        let reads = read.when(&(&sweeps | &command.is[2])).named("parts_read");
        let left = b.register("parts_left", bases).resets_to(0).comment("parts that are not read yet");
        let part = lowest(&left).named("part_now");
        let part_done = b.forward("part_done", 1);
        let moves = (&*busy & go).named("moves");
        let walking = (&moves & left.any()).named("walking");
        let ends = (&moves & left.none()).named("ends");
        let later = &*left & !&part.when(&part_done);
        left.next(&mux(&accepts, &reads, &mux(&walking, &later, &left)));
        // An entry that is only put in is done at once.
        let stays = &command.is[1] | &command.answers | reads.any();
        busy.next(&mux(&accepts, &stays, &(&*busy & !&ends)));
        let keep = |wire: &Wire, name: &str| {
            let register = b.register(name, wire.width());
            register.next_when(&accepts, wire);
            register.output()
        };
        let lists = lists(rules);
        let codes = lists.iter().zip(&command.codes).map(|(name, code)| {
            let group = keep(&code.group, &format!("{name}_group"));
            let lane = match code.lane.width() {
                1 => b.bit(true),
                _ => keep(&code.lane, &format!("{name}_lane")),
            };
            Split { group, lane }
        });
        let codes: Vec<Split> = codes.collect();
        let of_white = command.of_white.as_ref().map(|white| keep(white, "entry_of_white"));
        Self {
            sweeping: keep(&sweeps, "sweeping"),
            takes: keep(&command.is[1], "takes"),
            answers: keep(&command.answers, "gives_an_answer"),
            codes,
            in_lists: in_lists(b, of_white.as_ref()),
            kings: [(0, "black"), (1, "white")]
                .map(|(side, name)| keep(&command.kings[side], &format!("square_{name}"))),
            material: keep(&command.material, "held_material"),
            white_to_move: keep(&command.white_to_move, "held_turn"),
            accepts,
            walking,
            ends,
            part,
            part_done,
        }
    }
}

/// One bit for each list: an entry of white's, or of black's, stands in it.
fn in_lists(b: &Builder, of_white: Option<&Wire>) -> Vec<Wire> {
    match of_white {
        Some(white) => vec![!white, white.clone(), b.bit(true), b.bit(true)],
        None => vec![b.bit(true), b.bit(true)],
    }
}
