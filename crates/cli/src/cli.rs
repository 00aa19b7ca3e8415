//! The command line as clap sees it; the arguments of each command lie with the command.

use std::ffi::OsString;

use clap::{Parser, Subcommand};

use crate::command::{
    analyse, archive, bench, book, bot, check, completions, convert, duel, eval, gtp, guide, hint, man, moves, nboard,
    perft, play, render, serve, show, solve, tournament, variants,
};

/// Reversi in one program: play in the browser and in the terminal, check and convert games, solve and analyse.
///
/// Positions and games are read from arguments, files or a pipe; their notation and format are recognised. Data goes
/// to standard output, messages to standard error. Exit codes: 0 fine, 1 failed or refused, 2 wrong usage, 130
/// interrupted.
#[derive(Debug, Parser)]
#[command(name = "outflank", version, max_term_width = 100)]
#[command(
    after_help = "Without a command, outflank serves the page: see outflank serve --help. outflank guide has an example of each command."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Serve(serve::Args),
    Play(play::Args),
    Show(show::Args),
    Moves(moves::Args),
    Check(check::Args),
    Convert(convert::Args),
    Archive(archive::Args),
    Solve(solve::Args),
    Hint(hint::Args),
    #[command(alias = "analyze")]
    Analyse(analyse::Args),
    Render(render::Args),
    Eval(eval::Args),
    Bench(bench::Args),
    Book(book::Args),
    Bot(bot::Args),
    #[command(name = "match")]
    Duel(duel::Args),
    Tournament(tournament::Args),
    Perft(perft::Args),
    Variants(variants::Args),
    Gtp(gtp::Args),
    Nboard(nboard::Args),
    #[cfg(feature = "train")]
    Train(crate::command::train::Args),
    Guide(guide::Args),
    Completions(completions::Args),
    Man(man::Args),
}

impl Cli {
    /// Parses the arguments of the process; ends it with a message if they are wrong.
    pub(crate) fn of_process() -> Cli {
        Cli::parse_from(std::env::args_os().map(without_leading_dash))
    }
}

/// A board may begin with dashes. A blank before them, which no reader of boards minds, keeps clap from taking it
/// for an option.
fn without_leading_dash(argument: OsString) -> OsString {
    let is_board = |text: &str| {
        text.len() >= 16 && text.starts_with('-') && text.chars().all(|c| "-.xXoO*bBwW012 ?#/;\n".contains(c))
    };
    match argument.to_str() {
        Some(text) if is_board(text) => format!(" {text}").into(),
        _ => argument,
    }
}
