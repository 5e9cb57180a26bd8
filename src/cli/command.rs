//! The command line as the cores known need it: under the program's name, with the commands of
//! their games only.

use clap::{Command, CommandFactory};

use super::Cli;
use crate::cores::{OUR_PROGRAM, cores, program};

/// The commands that are for some games only, see [`crate::game::Text::COMMANDS`].
const OF_GAMES: [&str; 5] = ["eval", "hash", "pieces", "play", "uci"];

/// Whether a core that is known plays a game for which the command is.
pub fn serves(command: &str) -> bool {
    !OF_GAMES.contains(&command) || cores().any(|core| core.game.commands().contains(&command))
}

/// The command line.
pub fn command() -> Command {
    shown(Cli::command().name(program()).bin_name(program()))
}

/// Hides the commands of other games, and writes the program's name in examples.
fn shown(command: Command) -> Command {
    let text = command
        .get_after_help()
        .map(|text| text.to_string().replace(&format!("{OUR_PROGRAM} "), &format!("{} ", program())));
    let command = match text {
        Some(text) if program() != OUR_PROGRAM => command.after_help(text),
        _ => command,
    };
    let hidden = !serves(command.get_name());
    command.hide(hidden).mut_subcommands(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        command().debug_assert();
    }

    #[test]
    fn commands_of_games_are_of_games_that_are_known() {
        for command in OF_GAMES {
            assert!(serves(command), "{command}");
        }
        for command in cores().flat_map(|core| core.game.commands()) {
            assert!(OF_GAMES.contains(command), "{command}");
        }
    }
}
