//! The list of cores that commands know.

use std::sync::OnceLock;

use super::CoreInfo;
use super::{
    blokus_generator, blokus_player, blokus_serial, chess_classic, chess_count, chess_evaluate, chess_perft,
    chess_player, chess_stream, hash, hash_keys, hash_memory, kpp, shogi_check, shogi_count, shogi_perft,
    shogi_stream,
};

/// Movewright's own cores, in the order in which they are listed.
static OURS: [&CoreInfo; 19] = [
    &chess_classic::CLASSIC,
    &chess_classic::SMALL,
    &chess_count::COUNT,
    &chess_evaluate::EVALUATE,
    &chess_stream::STREAM,
    &chess_perft::PERFT,
    &chess_player::CHESS_PLAYER,
    &blokus_generator::BLOKUS,
    &blokus_player::PLAYER,
    &blokus_serial::SERIAL,
    &shogi_count::SHOGI_COUNT,
    &shogi_stream::SHOGI_STREAM,
    &shogi_perft::SHOGI_PERFT,
    &shogi_check::SHOGI_CHECK,
    &kpp::KPP,
    &hash::TABLE,
    &hash::INDEX,
    &hash_keys::KEYS,
    &hash_memory::MEMORY,
];

/// The cores that a command line knows: Movewright's, a user's, or both.
#[derive(Clone, Debug)]
pub struct Registry {
    program: &'static str,
    cores: Vec<&'static CoreInfo>,
}

impl Registry {
    /// No cores yet. The help of commands calls the program by this name.
    pub fn new(program: &'static str) -> Self {
        Self { program, cores: Vec::new() }
    }

    /// Movewright's own program and cores.
    pub fn ours() -> Self {
        Self { program: OUR_PROGRAM, cores: OURS.to_vec() }
    }

    /// These and one more. The first core of a registry is the one that commands take where none is
    /// named.
    #[must_use]
    pub fn with(mut self, core: &'static CoreInfo) -> Self {
        self.cores.push(core);
        self
    }

    /// Makes these the cores of this process. Later calls change nothing.
    pub fn install(&self) {
        let _ = KNOWN.set(self.clone());
    }
}

/// The name of Movewright's own program.
pub const OUR_PROGRAM: &str = "movewright";

static KNOWN: OnceLock<Registry> = OnceLock::new();

fn known() -> &'static Registry {
    KNOWN.get_or_init(Registry::ours)
}

/// The name of this process's program, as help and errors write it.
pub fn program() -> &'static str {
    known().program
}

/// All cores of this process, in the order in which they are listed: those of the [`Registry`] that
/// was installed, or Movewright's own.
pub fn cores() -> impl Iterator<Item = &'static CoreInfo> + Clone {
    known().cores.iter().copied()
}

/// All cores that a board file may name: those of this process, and Movewright's own, for which its
/// boards say what fits.
pub(crate) fn cores_of_boards() -> impl Iterator<Item = &'static CoreInfo> {
    cores().chain(OURS.into_iter().filter(|core| find(core.name).is_none()))
}

/// The core of this name.
pub fn find(name: &str) -> Option<&'static CoreInfo> {
    cores().find(|core| core.name == name)
}
