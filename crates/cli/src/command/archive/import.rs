//! `outflank archive import`: imports collections.

use std::{
    fs::{self, File},
    io::{self, Read, Write},
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Instant,
};

use outflank_rules::record::{Format, wthor};
use outflank_server::archive::{Archive, Import, ImportError, ImportEvent, Imported};
use serde::Serialize;

use super::DataArgs;
use crate::{
    CommandStatus,
    cli::choice,
    error::Error,
    interrupt, json, names,
    number::counted,
    print_message,
    progress::{Counted, Progress},
    source::Source,
};

/// Errors that are listed; the rest are counted.
const MAX_LISTED: usize = 20;

/// Import games from files of any format
///
/// Duplicates are skipped, so you can repeat an interrupted import. Unreadable games are skipped
/// and listed with their place in the file; the exit code is 1 then.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Files of games, or - for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Read all files as FORMAT instead of detecting it
    #[arg(short = 'f', long, value_name = "FORMAT", value_parser = choice(&Format::ALL), hide_possible_values = true)]
    input_format: Option<Format>,

    /// Read WTHOR names from these .jou and .trn files [default: those beside the .wtb file]
    #[arg(long, value_name = "FILE")]
    names: Vec<PathBuf>,

    /// Print the summary as JSON
    #[arg(long, help_heading = "Output")]
    json: bool,

    #[command(flatten)]
    data: DataArgs,
}

/// JSON printed by `outflank archive import --json`.
#[derive(Default, Serialize)]
struct ImportJson {
    files: usize,
    added: u64,
    known: u64,
    refused: u64,
    /// Number of stored player and tournament names for WTHOR files.
    names: u64,
    faults: Vec<ImportFaultJson>,
    seconds: f64,
}

/// A skipped game: the reason, and its place in the file.
#[derive(Serialize)]
struct ImportFaultJson {
    file: String,
    place: String,
    message: String,
}

impl Args {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<CommandStatus, Error> {
        let begun = Instant::now();
        let known = names::given(&self.names)?;
        // Fail before the import starts if a file name is misspelled.
        for file in self.files.iter().filter(|file| file.as_os_str() != "-") {
            fs::metadata(file).map_err(|cause| Error::File { doing: "read", path: file.clone(), cause })?;
        }
        let archive = self.data.open()?;
        let stop = interrupt::stop_flag();
        let progress = Progress::of_bytes(self.bytes(), "importing");
        let mut work = Work { args: self, archive, known, stop, progress: &progress, summary: ImportJson::default() };
        let mut failed = None;
        for file in &self.files {
            failed = work.take(file).err();
            if failed.is_some() || work.is_stopped() {
                break;
            }
        }
        let summary = ImportJson { seconds: begun.elapsed().as_secs_f64(), ..work.summary };
        drop(progress);
        if failed.is_none() || summary.files > 0 {
            json::print(&summary, self.json, out, ImportJson::write_text)?;
        }
        if let Some(error) = failed {
            return Err(error);
        }
        let is_complete = summary.refused == 0 || interrupt::came();
        Ok(if is_complete { interrupt::verdict() } else { CommandStatus::Refused })
    }

    /// The size of all inputs; `None` if one is a pipe.
    fn bytes(&self) -> Option<u64> {
        self.files.iter().map(|file| fs::metadata(file).ok().map(|about| about.len())).sum()
    }
}

impl ImportJson {
    fn write_text(&self, out: &mut dyn Write) -> Result<(), Error> {
        let ImportJson { added, known, refused, names, seconds, .. } = self;
        write!(out, "{} added, {known} duplicates, {refused} skipped, ", counted(*added, "game"))?;
        if *names > 0 {
            write!(out, "{} stored, ", counted(*names, "name"))?;
        }
        writeln!(out, "in {seconds:.1} s")?;
        Ok(())
    }
}

/// A running import.
struct Work<'a> {
    args: &'a Args,
    archive: Archive,
    /// The names from `--names`.
    known: Option<wthor::Names>,
    stop: Arc<AtomicBool>,
    progress: &'a Progress,
    summary: ImportJson,
}

impl Work<'_> {
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn take(&mut self, file: &Path) -> Result<(), Error> {
        let source = if file.as_os_str() == "-" { Source::Stdin } else { Source::File(file.to_owned()) };
        let import = Import { source: called(file), format: self.args.input_format, names: self.names(file)? };
        let input: Box<dyn Read> = match &source {
            Source::File(path) => Box::new(File::open(path).map_err(|cause| source.unreadable(cause))?),
            _ => Box::new(io::stdin().lock()),
        };
        let input = Counted::new(input, self.progress);
        let archive = self.archive.clone();
        let done = archive.import(import, input, &mut |event| self.handle(&source, event));
        let (imported, failed) = match done {
            Ok(imported) => (imported, None),
            Err(ImportError { before, cause }) => (before, Some(cause)),
        };
        self.count(imported);
        failed.map_or(Ok(()), |cause| Err(Error::Archive(cause)))
    }

    fn count(&mut self, Imported { added, known, refused, names }: Imported) {
        self.summary.files += 1;
        self.summary.added += added;
        self.summary.known += known;
        self.summary.refused += refused;
        self.summary.names += names;
    }

    fn handle(&mut self, source: &Source, event: ImportEvent) -> ControlFlow<()> {
        if let ImportEvent::Fault { place, message, .. } = event {
            let fault = ImportFaultJson { file: source.name(), place, message };
            match self.summary.faults.len() {
                listed if listed < MAX_LISTED => {
                    let line = format!("{}, {}: {}", fault.file, fault.place, fault.message);
                    self.progress.suspend(|| print_message(format_args!("skipped: {line}")));
                    self.summary.faults.push(fault);
                }
                MAX_LISTED => {
                    self.progress.suspend(|| print_message(format_args!("skipped: further games are only counted")));
                    self.summary
                        .faults
                        .push(ImportFaultJson { message: "further games are only counted".to_owned(), ..fault });
                }
                _ => {}
            }
        }
        if self.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Returns the names from `--names`, or those beside a `.wtb` file. With `None` the archive
    /// uses the names that were imported last.
    fn names(&self, file: &Path) -> Result<Option<wthor::Names>, Error> {
        let is_base = file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("wtb"));
        match &self.known {
            Some(known) => Ok(Some(known.clone())),
            None if is_base => names::look_beside(file, |_| {}),
            None => Ok(None),
        }
    }
}

/// The name of a file without its directory.
fn called(file: &Path) -> String {
    match file.file_name() {
        Some(name) if file.as_os_str() != "-" => name.to_string_lossy().into_owned(),
        _ => "standard input".to_owned(),
    }
}
