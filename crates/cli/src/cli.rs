//! The command line as clap sees it; the arguments of each command lie with the command.

use clap::{Parser, Subcommand};

use crate::command::{completions, man, perft, variants};

/// Reversi in one program: draw positions, list moves, check games, convert records.
///
/// Positions and games are read from arguments, files or a pipe, in any notation and record format, and what they
/// are is found out from the text. Data goes to standard output, messages to standard error. Exit codes: 0 fine,
/// 1 failed or refused, 2 wrong usage.
#[derive(Debug, Parser)]
#[command(name = "outflank", version, disable_help_subcommand = true, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Perft(perft::Args),
    Variants(variants::Args),
    Completions(completions::Args),
    Man(man::Args),
}
