//! `outflank bot`: runs built-in bots as programs, writes starter bots and checks bots.

mod check;
mod connect;
mod listen;
mod new;

use std::io::{self, IsTerminal, Write};

use outflank_arena::{
    bot::BotKind,
    protocol::json::{ServeError, serve},
};
use outflank_rules::notation::Symbols;

use crate::{
    CommandStatus,
    cli::{choice, whole_number},
    error::Error,
    server::Server,
    source::Source,
};
use connect::{BotClient, LocalBot};

/// The text of `outflank bot protocol`.
const PROTOCOL: &str = include_str!("../../docs/bots.md");

/// Run a built-in bot, write your own, or check it
///
/// A bot reads requests from standard input and writes moves to standard output, one JSON object
/// per line (see `outflank bot protocol`). The built-in bots are random, greedy, corners,
/// positional, minimax:PLIES, mcts:PLAYOUTS, level:1 to level:20 (the engine), depth:PLIES and
/// nodes:POSITIONS (the engine with fixed effort per move). A bot answers a bad line with an error
/// and ends with its input.
///
/// With --connect, a built-in bot or your own program plays on a server. A built-in bot started in
/// a terminal connects to the server on this machine and plays the next bot that does the same.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = "\
Examples:
  Write a first bot:
      outflank bot new --lang python
  Check that it is ready for a match:
      outflank bot check \"python3 my-bot/bot.py\"
  Watch two bots play, in three terminals:
      outflank serve
      outflank bot greedy
      outflank bot minimax:3
  Join a class tournament with your bot:
      outflank bot \"python3 my-bot/bot.py\" --connect 192.168.1.5 --join KITE-42 --name Ann
  Serve a bot at tcp://127.0.0.1:7000 and ws://127.0.0.1:7000:
      outflank bot minimax:4 --listen 7000
  Ask a bot for a move on a 4x4 board, with a request such as
  {\"type\":\"move\",\"color\":\"black\",\"board\":\"-----OX--XO-----\"} in the file:
      outflank bot level:20 < request.txt")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<Command>,

    /// The bot, such as greedy or minimax:3; with --connect also the command line of a program
    #[arg(value_name = "NAME", required = true)]
    who: Option<LocalBot>,

    /// Use this seed in all games instead of the seeds in the requests
    #[arg(long, value_name = "N", value_parser = whole_number::<u64>(0..))]
    seed: Option<u64>,

    /// Answer over TCP and WebSocket at this port or address
    #[arg(long, value_name = "ADDR")]
    listen: Option<listen::ListenAddress>,

    /// Play on the server at HOST, as in 192.168.1.5 or 192.168.1.5:7654
    #[arg(long, value_name = "HOST", conflicts_with = "listen")]
    connect: Option<Server>,

    /// Join the tournament with this code
    #[arg(long, value_name = "CODE", requires = "connect")]
    join: Option<String>,

    /// Set the name of the bot on the server [default: its name here]
    #[arg(long, value_name = "NAME", requires = "connect")]
    name: Option<String>,

    /// Also print the side of the bot in these symbols; signed prints white 1 and black -1
    #[arg(long, conflicts_with = "listen", value_parser = choice(&Symbols::ALL))]
    symbols: Option<Symbols>,

    /// Play at most N games at a time on the server
    #[arg(long, value_name = "N", default_value_t = 1, requires = "connect", value_parser = whole_number::<u8>(1..=32))]
    games: u8,

    /// Play the next bot that also gives --seek, and end after that game
    #[arg(long, requires = "connect", conflicts_with = "join")]
    seek: bool,
}

/// Print how to write a bot: the whole protocol, and a sample game
#[derive(Debug, clap::Args)]
struct ProtocolArgs {}

#[derive(Debug, clap::Subcommand)]
enum Command {
    New(new::Args),
    Check(check::Args),
    Protocol(ProtocolArgs),
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<CommandStatus, Error> {
        match (&self.command, &self.who) {
            (Some(Command::New(args)), _) => args.run(out),
            (Some(Command::Check(args)), _) => args.run(out),
            (Some(Command::Protocol(ProtocolArgs {})), _) => {
                out.write_all(PROTOCOL.as_bytes())?;
                Ok(CommandStatus::Fine)
            }
            (None, Some(who)) => self.play(who, out),
            (None, None) => unreachable!("clap asks for a name or a command"),
        }
    }

    fn play(&self, who: &LocalBot, out: &mut dyn Write) -> Result<CommandStatus, Error> {
        match (who, self.client(who)) {
            (_, Some(client)) => client.run(out),
            (LocalBot::BuiltIn(kind), None) => self.serve(*kind, out),
            (LocalBot::Program(command), None) => Err(Error::ProgramWithoutServer(command.clone())),
        }
    }

    /// Returns what to do on a server, if anything. A built-in bot that was started in a terminal
    /// connects to the server on this machine, because people do not type JSON requests.
    fn client(&self, who: &LocalBot) -> Option<BotClient> {
        let is_alone = matches!(who, LocalBot::BuiltIn(_)) && self.listen.is_none() && io::stdin().is_terminal();
        let (server, seek) = match &self.connect {
            Some(server) => (server.clone(), self.seek),
            None if is_alone => (Server::here(), true),
            None => return None,
        };
        Some(BotClient {
            who: who.clone(),
            server,
            name: self.name.clone(),
            join: self.join.clone(),
            games: self.games.into(),
            seek,
            seed: self.seed,
            symbols: self.symbols,
        })
    }

    fn serve(&self, kind: BotKind, out: &mut dyn Write) -> Result<CommandStatus, Error> {
        if self.symbols.is_some() {
            return Err(Error::SymbolsWithoutServer);
        }
        if let Some(place) = &self.listen {
            match place.serve(kind, self.seed, out)? {}
        }
        match serve(kind, self.seed, io::stdin().lock(), out) {
            Ok(()) => Ok(CommandStatus::Fine),
            Err(ServeError::Input(cause)) => Err(Source::Stdin.unreadable(cause)),
            Err(ServeError::Output(cause)) => Err(Error::Output(cause)),
        }
    }
}
