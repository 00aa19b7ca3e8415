//! `outflank archive import`: collections come in.

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
use outflank_server::archive::{Archive, Import, Imported, News, NotImported};
use serde::Serialize;

use super::PlaceArgs;
use crate::{
    Verdict, choice::choice, error::Error, interrupt, json, names, number::counted, progress::Progress, source::Source,
    tell,
};

/// Faults that are told one by one; the others are counted.
const TOLD: usize = 20;

/// Bring games in from files of any format
///
/// What is there already is left as it is, so that an import that was broken off is completed by running it again. Games that cannot be read are told with
/// their place and left out.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Files of games, or - for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Read all files as this format instead of recognising each
    #[arg(long, value_name = "FORMAT", value_parser = choice(&Format::ALL), hide_possible_values = true)]
    from: Option<Format>,

    /// Name files of WTHOR, .jou and .trn [default: those beside the .wtb file]
    #[arg(long, value_name = "FILE")]
    names: Vec<PathBuf>,

    /// Print a summary as JSON
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    place: PlaceArgs,
}

#[derive(Default, Serialize)]
struct Summary {
    files: usize,
    added: u64,
    known: u64,
    refused: u64,
    /// Names for WTHOR files that are remembered.
    names: u64,
    faults: Vec<Fault>,
    seconds: f64,
}

/// What could not be taken, and where it stands.
#[derive(Serialize)]
struct Fault {
    file: String,
    place: String,
    message: String,
}

impl Args {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<Verdict, Error> {
        let begun = Instant::now();
        let known = names::given(&self.names)?;
        // Nothing is begun that would end at a misspelt name.
        for file in self.files.iter().filter(|file| file.as_os_str() != "-") {
            fs::metadata(file).map_err(|cause| Error::File { doing: "read", path: file.clone(), cause })?;
        }
        let archive = self.place.open()?;
        let stop = Arc::new(AtomicBool::new(false));
        interrupt::watch(Arc::clone(&stop));
        let progress = Progress::of_bytes(self.bytes(), "importing");
        let mut work = Work { args: self, archive, known, stop, progress: &progress, summary: Summary::default() };
        let mut failed = None;
        for file in &self.files {
            failed = work.take(file).err();
            if failed.is_some() || work.is_stopped() {
                break;
            }
        }
        let summary = Summary { seconds: begun.elapsed().as_secs_f64(), ..work.summary };
        drop(progress);
        if failed.is_none() || summary.files > 0 {
            self.report(&summary, out)?;
        }
        if let Some(error) = failed {
            return Err(error);
        }
        let is_futile = summary.added + summary.known + summary.names == 0 && summary.refused > 0;
        Ok(if is_futile { Verdict::Refused } else { interrupt::verdict() })
    }

    fn report(&self, summary: &Summary, out: &mut dyn Write) -> Result<(), Error> {
        if self.json {
            return json::write(summary, out);
        }
        let Summary { added, known, refused, names, seconds, .. } = summary;
        let added = counted(*added, "game");
        write!(out, "{added} added, {known} known already, {refused} refused, ")?;
        if *names > 0 {
            write!(out, "{} remembered, ", counted(*names, "name"))?;
        }
        writeln!(out, "in {seconds:.1} s")?;
        Ok(())
    }

    /// The size of all that will be read, unless a pipe is among it.
    fn bytes(&self) -> Option<u64> {
        self.files.iter().map(|file| fs::metadata(file).ok().map(|about| about.len())).sum()
    }
}

/// An import under way.
struct Work<'a> {
    args: &'a Args,
    archive: Archive,
    /// The name files that were given.
    known: Option<wthor::Names>,
    stop: Arc<AtomicBool>,
    progress: &'a Progress,
    summary: Summary,
}

impl Work<'_> {
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn take(&mut self, file: &Path) -> Result<(), Error> {
        let source = if file.as_os_str() == "-" { Source::Stdin } else { Source::File(file.to_owned()) };
        let import = Import { source: called(file), format: self.args.from, names: self.names(file)? };
        let input: Box<dyn Read> = match &source {
            Source::File(path) => Box::new(File::open(path).map_err(|cause| source.unreadable(cause))?),
            _ => Box::new(io::stdin().lock()),
        };
        let input = Moving { input, progress: self.progress };
        let archive = self.archive.clone();
        let done = archive.import(import, input, &mut |news| self.hear(&source, news));
        let (imported, failed) = match done {
            Ok(imported) => (imported, None),
            Err(NotImported { before, cause }) => (before, Some(cause)),
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

    fn hear(&mut self, source: &Source, news: News) -> ControlFlow<()> {
        if let News::Fault { place, message, .. } = news {
            let fault = Fault { file: source.name(), place, message };
            match self.summary.faults.len() {
                told if told < TOLD => {
                    let told = format!("{}, {}: {}", fault.file, fault.place, fault.message);
                    self.progress.aside(|| tell(format_args!("refused: {told}")));
                    self.summary.faults.push(fault);
                }
                TOLD => {
                    self.progress.aside(|| tell(format_args!("refused: more, which are only counted from here on")));
                    self.summary.faults.push(Fault { message: "more are only counted".to_owned(), ..fault });
                }
                _ => {}
            }
        }
        if self.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Those that were given, or lie beside a file of games; else those that were imported last.
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

/// An input that moves a bar on as it is read.
struct Moving<'a> {
    input: Box<dyn Read>,
    progress: &'a Progress,
}

impl Read for Moving<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        self.progress.advance(read as u64);
        Ok(read)
    }
}
