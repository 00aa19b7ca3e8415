//! `outflank bot`: built-in bots as programs, the beginning of one's own, and a doctor for it.

mod check;
mod listen;
mod new;

use std::io::{self, Write};

use outflank_arena::{
    bot::BotKind,
    protocol::json::{ServeError, serve},
};

use crate::{Verdict, error::Error, source::Source};

/// Run a built-in bot as a program, begin one of your own, or examine it
///
/// A bot reads questions from standard input and writes moves to standard output, one JSON object a line; docs/bots.md shows how. The
/// built-in ones are random, greedy, corners, positional, minimax:3 (looks so many plies ahead), mcts:1000 (tries so many random games
/// for a move), level:8 (the engine, 1 to 20), depth:6 and nodes:100000 (the engine with the same effort for each move: plies, positions). A line that cannot be read is answered by an error; the end of the input ends it.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = "\
Examples:
  A program of your own to begin with:
      outflank bot new --lang python
  Is it ready for a match?
      outflank bot check 'python3 my-bot/bot.py'
  A bot for programs elsewhere, at tcp://127.0.0.1:7000 and ws://127.0.0.1:7000:
      outflank bot minimax:4 --listen 7000
  What a bot plays on a 4x4 board:
      echo '{\"type\":\"move\",\"color\":\"black\",\"board\":\"-----OX--XO-----\"}' | outflank bot level:20")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<Command>,

    /// The bot, such as greedy or minimax:3
    #[arg(value_name = "NAME", required = true)]
    kind: Option<BotKind>,

    /// The seed of all games, instead of those that come with them
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Answer over TCP and WebSocket instead: at a port of this machine, or at an address that others reach
    #[arg(long, value_name = "ADDR")]
    listen: Option<listen::Place>,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    New(new::Args),
    Check(check::Args),
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<Verdict, Error> {
        match (&self.command, self.kind) {
            (Some(Command::New(args)), _) => args.run(out),
            (Some(Command::Check(args)), _) => args.run(out),
            (None, Some(kind)) => self.serve(kind, out),
            (None, None) => unreachable!("clap asks for a name or a command"),
        }
    }

    fn serve(&self, kind: BotKind, out: &mut dyn Write) -> Result<Verdict, Error> {
        if let Some(place) = &self.listen {
            match place.serve(kind, self.seed, out)? {}
        }
        match serve(kind, self.seed, io::stdin().lock(), out) {
            Ok(()) => Ok(Verdict::Fine),
            Err(ServeError::Input(cause)) => Err(Source::Stdin.unreadable(cause)),
            Err(ServeError::Output(cause)) => Err(Error::Output(cause)),
        }
    }
}
