//! `outflank gtp`: runs the engine for GTP programs.

use std::io::{self, Write};

use outflank_arena::protocol::{Lines, gtp::Session};

use crate::{CommandStatus, engine::OpponentArgs, error::Error, source::Source};

/// Run the engine for GUIs and servers that speak GTP, version 2
///
/// Reads commands from standard input until `quit` or the end of the input; `list_commands` lists
/// them. Boards are 8x8, 6x6 and 4x4, with row 1 at the top. The engine obeys the time commands.
/// Without --level, --depth or --time, level 14 thinks, or as much as the clock allows. With
/// --depth, the end is searched as by the level with that depth. A forced pass may be left out.
/// `outflank-hint 3` evaluates the best 3 moves, `outflank-analyze` all positions of the game.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  Use it in GoGui (Program > New Program > Command):
      outflank gtp --level 12
  Play it against another engine:
      outflank play --black \"gtp:outflank gtp --level 8\" --white \"gtp:edax -gtp\" --watch
  Play exactly as the built-in bot depth:4:
      outflank gtp --depth 4 --no-book --threads 1 --hash 16M
  Run the commands of a file:
      outflank gtp < commands.txt")]
pub(crate) struct Args {
    #[command(flatten)]
    opponent: OpponentArgs,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<CommandStatus, Error> {
        let mut session = Session::new(self.opponent.engine()?);
        let mut lines = Lines::new(io::stdin().lock());
        while let Some(line) = lines.next_line().map_err(|cause| Source::Stdin.unreadable(cause))? {
            if session.handle(&line, out)?.is_break() {
                break;
            }
        }
        Ok(CommandStatus::Fine)
    }
}
