//! The program `outflank`: its command line, the terminal game ([`play`]) and the full screen
//! ([`screen`]).
//!
//! `cli` parses the arguments and `command` runs them. Data goes to stdout, messages to stderr.
//! Code that other programs could use belongs in the other crates.

#![forbid(unsafe_code)]

mod cli;
mod columns;
mod command;
mod engine;
mod error;
mod input;
mod interrupt;
mod json;
mod names;
mod new_file;
mod number;
mod openings;
pub mod play;
mod progress;
mod renamed;
mod runs;
pub mod screen;
mod search_report;
mod server;
mod source;
mod start;
mod state;
mod terminal;
mod translate;

use std::{
    io::{self, BufWriter, Write},
    process::ExitCode,
};

use outflank_engine::CpuLevel;

use crate::{
    cli::{Cli, Command},
    error::Error,
};

/// The result of a command, which sets the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum CommandStatus {
    Fine,
    /// It ran and its result is negative, for example an illegal move.
    Refused,
    /// It failed, printed the reason, and has this exit code.
    Failed(u8),
}

/// Runs the program: parses the arguments of the process, runs the command and returns its exit
/// code.
pub fn main() -> ExitCode {
    if let Some(code) = outflank_arena::supervise_if_asked() {
        return code;
    }
    if let Err(error) = CpuLevel::in_use() {
        print_message(format_args!("outflank: {error}"));
        return ExitCode::from(2);
    }
    let cli = Cli::of_process();
    // Not locked, because `nboard` writes from several threads.
    let mut out = BufWriter::new(io::stdout());
    let done = run(&cli, &mut out).and_then(|verdict| match (verdict, out.flush()) {
        // An earlier failure keeps its exit code.
        (CommandStatus::Failed(_), _) | (_, Ok(())) => Ok(verdict),
        (_, Err(cause)) => Err(Error::Output(cause)),
    });
    interrupt::let_end();
    match done {
        Ok(CommandStatus::Fine) => ExitCode::SUCCESS,
        Ok(CommandStatus::Refused) => ExitCode::FAILURE,
        Ok(CommandStatus::Failed(code)) => ExitCode::from(code),
        // The reader closed the pipe, as in `outflank moves | head -1`.
        Err(Error::Output(cause)) if cause.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            let _ = out.flush();
            print_message(format_args!("outflank: {error}"));
            ExitCode::from(error.exit_code())
        }
    }
}

fn run(cli: &Cli, out: &mut dyn Write) -> Result<CommandStatus, Error> {
    match &cli.command {
        None => command::serve::Args::default().run(out),
        Some(Command::Serve(args)) => args.run(out),
        Some(Command::Site(args)) => args.run(out),
        Some(Command::Play(args)) => args.run(out),
        Some(Command::Show(args)) => args.run(out),
        Some(Command::Moves(args)) => args.run(out),
        Some(Command::Check(args)) => args.run(out),
        Some(Command::Convert(args)) => args.run(out),
        Some(Command::Archive(args)) => args.run(out),
        Some(Command::Solve(args)) => args.run(out),
        Some(Command::Hint(args)) => args.run(out),
        Some(Command::Analyse(args)) => args.run(out),
        Some(Command::Render(args)) => args.run(out),
        Some(Command::Eval(args)) => args.run(out),
        Some(Command::Bench(args)) => args.run(out),
        Some(Command::Book(args)) => args.run(out),
        Some(Command::Bot(args)) => args.run(out),
        Some(Command::Match(args)) => args.run(out),
        Some(Command::Tournament(args)) => args.run(out),
        Some(Command::Perft(args)) => args.run(out),
        Some(Command::Variants(args)) => args.run(out),
        Some(Command::Gtp(args)) => args.run(out),
        Some(Command::Nboard(args)) => args.run(out),
        Some(Command::Guide(args)) => args.run(out),
        Some(Command::Rules(args)) => args.run(out),
        Some(Command::Completions(args)) => args.run(out),
        Some(Command::Man(args)) => args.run(out),
    }
}

/// Prints a message to stderr and escapes control characters. Ignores a closed stderr.
fn print_message(message: std::fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr(), "{}", outflank_arena::printable(&message.to_string()));
}
