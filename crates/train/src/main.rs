//! The `outflank-train` command: makes the weights of the evaluation, one step per subcommand.

#![forbid(unsafe_code)]

mod command;

use std::process::ExitCode;

use clap::Parser;

/// Train the evaluation of Outflank: self-play, labels, fitting, validation, matches
///
/// `training/README.md` describes a whole round. Exit codes: 0 done, 1 failed, 2 wrong usage.
#[derive(Debug, Parser)]
#[command(name = "outflank-train", version, max_term_width = 100)]
struct Cli {
    /// Print JSON instead of text
    #[arg(long, global = true)]
    json: bool,

    #[command(subcommand)]
    command: command::Command,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    match cli.command.run(cli.json) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("outflank-train: {error}");
            ExitCode::FAILURE
        }
    }
}
