//! `outflank nboard`: runs the engine for GUIs that speak the NBoard protocol.

use std::io::{self, Write};

use outflank_arena::protocol::{
    Lines,
    nboard::{Handled, Output, Session},
};

use crate::{CommandStatus, engine::OpponentArgs, error::Error, print_message, source::Source};

/// Run the engine for GUIs that speak the NBoard protocol, version 2
///
/// Reads commands from standard input until `quit` or the end of the input. Hints get deeper until
/// a `ping`; moves obey the clock of the game. Without --level, --depth or --time, level 14 thinks,
/// or as much as the clock allows. A depth set by the GUI replaces all three; the end is then
/// searched as by the level with that depth. Boards are 8x8, 6x6 and 4x4. `learn` is answered but
/// does not change the book. Bad lines are reported on standard error and, except for unknown
/// commands, as `status`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  Use it in NBoard, as the command of a new engine:
      outflank nboard
  Run at full strength with four threads:
      outflank nboard --level 20 --threads 4
  Run the commands of a file:
      outflank nboard < commands.txt")]
pub(crate) struct Args {
    #[command(flatten)]
    opponent: OpponentArgs,
}

impl Args {
    /// The session writes from several threads, so it does not use `_out`.
    pub(crate) fn run(&self, _out: &mut dyn Write) -> Result<CommandStatus, Error> {
        let mut session = Session::new(self.opponent.engine()?, Output::new(io::stdout()));
        let mut lines = Lines::new(io::stdin().lock());
        while let Some(line) = lines.next_line().map_err(|cause| Source::Stdin.unreadable(cause))? {
            match session.handle(&line)? {
                Handled::Done => {}
                Handled::Over => return Ok(CommandStatus::Fine),
                Handled::Refused(refusal) => print_message(format_args!("outflank: {refusal}")),
            }
        }
        session.finish();
        Ok(CommandStatus::Fine)
    }
}
