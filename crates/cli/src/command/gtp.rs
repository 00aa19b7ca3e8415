//! `outflank gtp`: the engine for programs that speak GTP.

use std::io::{self, Write};

use outflank_arena::protocol::{Lines, gtp::Session};

use crate::{Verdict, error::Error, opponent::OpponentArgs, source::Source};

/// Be an engine for programs that speak GTP, version 2
///
/// Commands are read from standard input and answered on standard output until `quit` or the end of the input; `list_commands` names
/// them. Boards are 8x8, 6x6 and 4x4, with row 1 at the top. Times of the other program are kept to. Without --level, --depth or
/// --time, level 14 thinks, and where there is a clock, as well as that allows; with --depth the end is searched as by the level
/// that looks as far. A forced pass need not be told. `outflank-hint 3` values the best moves, `outflank-analyze` all positions of the game.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  In GoGui (Program > New Program > Command), which learns the rules from the engine:
      outflank gtp --level 12
  Against another engine, or against itself:
      outflank play --black \"gtp:outflank gtp --level 8\" --white \"gtp:edax -gtp\" --watch
  For a match in which it is to play exactly as the built-in bot depth:4:
      outflank gtp --depth 4 --no-book --threads 1 --hash 16M
  By hand, or from a script:
      printf 'play b f5\\ngenmove w\\nshowboard\\n' | outflank gtp")]
pub(crate) struct Args {
    #[command(flatten)]
    opponent: OpponentArgs,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<Verdict, Error> {
        let mut session = Session::new(self.opponent.engine()?);
        let mut lines = Lines::new(io::stdin().lock());
        while let Some(line) = lines.next_line().map_err(|cause| Source::Stdin.unreadable(cause))? {
            if session.handle(&line, out)?.is_break() {
                break;
            }
        }
        Ok(Verdict::Fine)
    }
}
