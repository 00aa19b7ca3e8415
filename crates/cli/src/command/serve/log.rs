//! The log of the server on standard error.

use std::io;

use clap::ValueEnum;
use tracing_subscriber::{filter::LevelFilter, fmt};

/// The options of the log.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Log")]
pub(super) struct LogArgs {
    /// Write the log to standard error as FORMAT [default: text, warnings only]
    #[arg(long, value_name = "FORMAT", value_enum)]
    log: Option<LogFormat>,

    /// Write messages from this level on [default: info with --log, or else warn]
    #[arg(long, value_name = "LEVEL", value_enum)]
    log_level: Option<Level>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LogFormat {
    Text,
    Json,
    Off,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Level {
    Error,
    Warn,
    Info,
    Debug,
}

impl LogArgs {
    fn filter(&self) -> LevelFilter {
        match (self.log_level, self.log) {
            (Some(Level::Error), _) => LevelFilter::ERROR,
            (Some(Level::Warn), _) | (None, None) => LevelFilter::WARN,
            (Some(Level::Info), _) | (None, Some(_)) => LevelFilter::INFO,
            (Some(Level::Debug), _) => LevelFilter::DEBUG,
        }
    }
}

/// Starts the log.
pub(super) fn start(args: &LogArgs) {
    let log = fmt().with_max_level(args.filter()).with_writer(io::stderr).with_ansi(false).with_target(false);
    // Only the first log of a process takes effect.
    match args.log {
        Some(LogFormat::Off) => {}
        Some(LogFormat::Json) => drop(tracing::subscriber::set_global_default(log.json().flatten_event(true).finish())),
        Some(LogFormat::Text) | None => drop(tracing::subscriber::set_global_default(log.finish())),
    }
}
