//! `outflank nboard`: the engine for windows that speak the protocol of NBoard.

use std::io::{self, Write};

use outflank_arena::protocol::{
    Lines,
    nboard::{Handled, Output, Session},
};

use crate::{Verdict, error::Error, opponent::OpponentArgs, source::Source, tell};

/// Be an engine for programs that speak the NBoard protocol, version 2
///
/// Commands are read from standard input and answered on standard output until `quit` or the end of the input. Hints become deeper until
/// a `ping`; moves keep to the clock of the game. Without --level, --depth or --time, level 14 thinks, and where there is a clock,
/// as well as that allows. A depth that the other program sets, as NBoard does, takes the place of all three; the end is then searched as
/// by the level that looks as far.
/// Games on 8x8, 6x6 and 4x4 are played. `learn` is answered, but the book stays as it is. Lines that cannot be read are
/// told on standard error and, but for unknown commands, as `status`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  In NBoard, as the command of a new engine:
      outflank nboard
  In another program that takes NBoard engines, at full strength with four threads:
      outflank nboard --level 20 --threads 4
  By hand, or from a script:
      printf 'nboard 2\\nset game (;GM[Othello]B[f5];)\\ngo\\n' | outflank nboard")]
pub(crate) struct Args {
    #[command(flatten)]
    opponent: OpponentArgs,
}

impl Args {
    /// Threads write by themselves, and so nothing goes through `_out`.
    pub(crate) fn run(&self, _out: &mut dyn Write) -> Result<Verdict, Error> {
        let mut session = Session::new(self.opponent.engine()?, Output::new(io::stdout()));
        let mut lines = Lines::new(io::stdin().lock());
        while let Some(line) = lines.next_line().map_err(|cause| Source::Stdin.unreadable(cause))? {
            match session.handle(&line)? {
                Handled::Done => {}
                Handled::Over => return Ok(Verdict::Fine),
                Handled::Refused(refusal) => tell(format_args!("outflank: {refusal}")),
            }
        }
        session.finish();
        Ok(Verdict::Fine)
    }
}
