//! `outflank bot`: built-in bots as programs, the beginning of one's own, and a doctor for it.

mod check;
mod connect;
mod listen;
mod new;
mod protocol;

use std::io::{self, IsTerminal, Write};

use outflank_arena::{
    bot::BotKind,
    protocol::json::{ServeError, serve},
};

use crate::{Verdict, error::Error, server::Server, source::Source};
use connect::{Plan, Who};

/// Run a built-in bot as a program, begin one of your own, or examine it
///
/// A bot reads questions from standard input and writes moves to standard output, one JSON object a line; docs/bots.md shows how. The
/// built-in ones are random, greedy, corners, positional, minimax:3 (looks so many plies ahead), mcts:1000 (tries so many random games
/// for a move), level:8 (the engine, 1 to 20), depth:6 and nodes:100000 (the engine with the same effort for each move: plies, positions). A line that cannot be read is answered by an error; the end of the input ends it.
///
/// With --connect a bot, also one of your own, plays on a server instead. A built-in bot that is started in a terminal, where nobody sends questions, goes to the server on this machine and plays
/// the next bot that does the same.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = "\
Examples:
  A program of your own to begin with:
      outflank bot new --lang python
  Is it ready for a match?
      outflank bot check 'python3 my-bot/bot.py'
  Two bots play each other, and you watch: three terminals
      outflank serve
      outflank bot greedy
      outflank bot minimax:3
  Your own bot in the class of a teacher:
      outflank bot 'python3 my-bot/bot.py' --connect 192.168.1.5 --join KITE-42 --name Ann
  A bot for programs elsewhere, at tcp://127.0.0.1:7000 and ws://127.0.0.1:7000:
      outflank bot minimax:4 --listen 7000
  What a bot plays on a 4x4 board:
      echo '{\"type\":\"move\",\"color\":\"black\",\"board\":\"-----OX--XO-----\"}' | outflank bot level:20")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<Command>,

    /// The bot, such as greedy or minimax:3; with --connect also the command line of a program
    #[arg(value_name = "NAME", required = true)]
    who: Option<Who>,

    /// The seed of all games, instead of those that come with them
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Answer over TCP and WebSocket instead: at a port of this machine, or at an address that others reach
    #[arg(long, value_name = "ADDR")]
    listen: Option<listen::Place>,

    /// Play on the server at this address, as in 192.168.1.5 or 192.168.1.5:7654
    #[arg(long, value_name = "HOST", conflicts_with = "listen")]
    connect: Option<Server>,

    /// The code of the class or tournament on that server
    #[arg(long, value_name = "CODE", requires = "connect")]
    join: Option<String>,

    /// What the bot is called there [default: as it is called here]
    #[arg(long, value_name = "NAME", requires = "connect")]
    name: Option<String>,

    /// Games that it plays there at a time
    #[arg(long, value_name = "N", default_value_t = 1, requires = "connect", value_parser = clap::value_parser!(u8).range(1..=32))]
    games: u8,

    /// Play the next bot there that also looks for an opponent, and end after that game
    #[arg(long, requires = "connect", conflicts_with = "join")]
    seek: bool,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    New(new::Args),
    Check(check::Args),
    Protocol(protocol::Args),
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<Verdict, Error> {
        match (&self.command, &self.who) {
            (Some(Command::New(args)), _) => args.run(out),
            (Some(Command::Check(args)), _) => args.run(out),
            (Some(Command::Protocol(args)), _) => args.run(out),
            (None, Some(who)) => self.play(who, out),
            (None, None) => unreachable!("clap asks for a name or a command"),
        }
    }

    fn play(&self, who: &Who, out: &mut dyn Write) -> Result<Verdict, Error> {
        match (who, self.plan(who)) {
            (_, Some(plan)) => plan.run(out),
            (Who::BuiltIn(kind), None) => self.serve(*kind, out),
            (Who::Program(command), None) => Err(Error::ProgramWithoutServer(command.clone())),
        }
    }

    /// What to do at a server. Who starts a built-in bot in a terminal would not type its questions.
    fn plan(&self, who: &Who) -> Option<Plan> {
        let is_alone = matches!(who, Who::BuiltIn(_)) && self.listen.is_none() && io::stdin().is_terminal();
        let (server, seek) = match &self.connect {
            Some(server) => (server.clone(), self.seek),
            None if is_alone => (Server::here(), true),
            None => return None,
        };
        Some(Plan {
            who: who.clone(),
            server,
            name: self.name.clone(),
            join: self.join.clone(),
            games: self.games.into(),
            seek,
            seed: self.seed,
        })
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
