//! The `outflank` command.
//!
//! Arguments are parsed without touching the world (`cli`), each command resolves its own and calls the rules
//! (`command`), data goes to stdout and messages to stderr. What a program other than this one could want is in the
//! libraries, not here.

#![forbid(unsafe_code)]

mod choice;
mod cli;
mod columns;
mod command;
mod effort;
mod engine;
mod error;
mod interrupt;
mod json;
mod line;
mod names;
mod new_file;
mod number;
mod openings;
mod opponent;
mod printed;
mod progress;
mod runs;
mod server;
mod source;
mod start;
mod state;
mod style;
mod subject;
mod terminal;
mod translate;
mod unfinished;

use std::{
    io::{self, BufWriter, Write},
    process::ExitCode,
};

use crate::{
    cli::{Cli, Command},
    error::Error,
};

/// What a command that ran has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    Fine,
    /// It did its work and the answer is no: an illegal move, say.
    Refused,
    /// Part of its work failed, for which it has told the reason and which has this exit code.
    Failed(u8),
}

fn main() -> ExitCode {
    let cli = Cli::of_process();
    // Not locked: `nboard` has threads that write.
    let mut out = BufWriter::new(io::stdout());
    let done = run(&cli, &mut out).and_then(|verdict| match (verdict, out.flush()) {
        // What failed before is told by its own code, as is an interruption by a terminal that is gone.
        (Verdict::Failed(_), _) | (_, Ok(())) => Ok(verdict),
        (_, Err(cause)) => Err(Error::Output(cause)),
    });
    interrupt::let_end();
    match done {
        Ok(Verdict::Fine) => ExitCode::SUCCESS,
        Ok(Verdict::Refused) => ExitCode::FAILURE,
        Ok(Verdict::Failed(code)) => ExitCode::from(code),
        // The reader has seen enough: `outflank moves | head -1` is no failure.
        Err(Error::Output(cause)) if cause.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            let _ = out.flush();
            tell(format_args!("outflank: {error}"));
            ExitCode::from(error.exit_code())
        }
    }
}

fn run(cli: &Cli, out: &mut dyn Write) -> Result<Verdict, Error> {
    match &cli.command {
        None => command::serve::Args::default().run(out),
        Some(Command::Serve(args)) => args.run(out),
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
        Some(Command::Duel(args)) => args.run(out),
        Some(Command::Tournament(args)) => args.run(out),
        Some(Command::Perft(args)) => args.run(out),
        Some(Command::Variants(args)) => args.run(out),
        Some(Command::Gtp(args)) => args.run(out),
        Some(Command::Nboard(args)) => args.run(out),
        #[cfg(feature = "train")]
        Some(Command::Train(args)) => args.run(out),
        Some(Command::Guide(args)) => args.run(out),
        Some(Command::Completions(args)) => args.run(out),
        Some(Command::Man(args)) => args.run(out),
    }
}

/// A message for the person at the terminal. Where stderr is closed nobody wants it.
fn tell(message: std::fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr(), "{message}");
}
