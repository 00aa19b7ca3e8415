//! `outflank convert`: converts records between formats.

mod plan;
mod sink;
mod summary;

use std::{
    ffi::OsString,
    io::{self, BufRead, IsTerminal, Write},
    path::PathBuf,
    time::Instant,
};

use outflank_rules::{
    Game,
    notation::Notation,
    record::{Format, ReadErrorCause, Reader, Record, wthor},
};

use self::{
    plan::{Job, Plan},
    summary::ConvertJson,
};
use crate::{
    CommandStatus,
    cli::{choice, whole_number},
    error::Error,
    json, names,
    new_file::{self, PendingRename},
    print_message,
    progress::{Counted, Progress},
    source::Source,
    start::StartArgs,
    translate::Translated,
};

pub(super) use self::{plan::target, sink::Sink};

/// Convert game records and positions between all formats
///
/// Records are streamed, so a file of any size needs little memory; only --to wthor keeps its games
/// until the end, 68 bytes each. Output files appear when all are complete. The name files
/// WTHOR.JOU and WTHOR.TRN of a directory are extended; existing games keep their names.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Formats:
  transcript  f5d6c3..., one game a line; read also over several lines, with empty lines between games
  ggf         archives of the game server: (;GM[Othello]...;)
  sgf         Smart Game Format, GM[2]
  pgn         tags and numbered moves, as in chess
  wthor       the tournament base: .wtb games with .jou and .trn names
  json        everything known about a game, one object a line
  obf         positions with the values of their moves
  fen         positions as XBoard writes them
  board       positions as drawn boards

Examples:
  Convert a game from the command line:
      outflank convert f5d6c3d3c4 --to sgf
  Merge many files into one:
      outflank convert WTH_*.wtb --to ggf -o all.ggf
  Convert many files into a directory:
      outflank convert WTH_*.wtb --to pgn -o games/
  Write all.wtb, all.jou and all.trn:
      outflank convert all.ggf --to wthor -o all.wtb
  Convert the 17th game of a file:
      outflank convert all.ggf --record 17 --to sgf
  Convert all readable records and list the others:
      outflank convert found.txt --to json --skip-errors -o found.json")]
pub(crate) struct Args {
    /// Files, - for standard input, or games and positions themselves
    #[arg(value_name = "INPUT")]
    inputs: Vec<OsString>,

    /// Write this format
    #[arg(long, value_name = "FORMAT", value_parser = choice(&Format::ALL), hide_possible_values = true)]
    to: Format,

    /// Read all inputs as FORMAT instead of detecting it
    #[arg(short = 'f', long, value_name = "FORMAT", value_parser = choice(&Format::ALL), hide_possible_values = true)]
    input_format: Option<Format>,

    /// Convert only record N of each input, counted from 1
    #[arg(long, value_name = "N", value_parser = whole_number::<u64>(1..))]
    record: Option<u64>,

    /// Write to FILE, or to one file per input in DIR (an existing directory, or a name ending in
    /// /)
    #[arg(short, long, value_name = "FILE|DIR")]
    output: Option<PathBuf>,

    /// Replace existing files
    #[arg(long)]
    force: bool,

    /// Write the last position of each game, for formats that hold only positions
    #[arg(long)]
    end_position: bool,

    /// Skip records that cannot be read or written, and list them
    #[arg(long)]
    skip_errors: bool,

    /// Read WTHOR names from these .jou and .trn files [default: those beside the .wtb file]
    #[arg(long, value_name = "FILE")]
    names: Vec<PathBuf>,

    /// Read transcripts in this notation
    ///
    /// The square d3 of the `standard` notation is (2, 3) in `row-column`, which counts both from
    /// 0, and C4 in `row-letter`. Other formats keep their own notation. Output is in the standard
    /// notation.
    #[arg(long, value_name = "NOTATION", value_parser = choice(&Notation::ALL), default_value_t)]
    notation: Notation,

    /// Print the summary as JSON; needs --output
    #[arg(long, requires = "output", help_heading = "Output")]
    json: bool,

    #[command(flatten)]
    start: StartArgs,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<CommandStatus, Error> {
        let begun = Instant::now();
        let plan = Plan::new(&self.inputs, self.to, self.output.as_deref(), self.force)?;
        if self.json && plan.is_to_stdout() {
            return Err(Error::JsonAmongRecords);
        }
        let written = plan.shared_names_in().map(names::shared).transpose()?.flatten();
        let progress = self.progress(&plan);
        let mut work = Conversion {
            args: self,
            known: names::given(&self.names)?,
            written,
            files: Vec::new(),
            progress: &progress,
            summary: ConvertJson::default(),
        };
        for job in plan.jobs() {
            work.run(job, out)?;
        }
        let mut summary = work.finish(&plan)?;
        summary.seconds = begun.elapsed().as_secs_f64();
        drop(progress);
        json::print(&summary, self.json, out, |summary, _| {
            summary.print_text(self);
            Ok(())
        })?;
        Ok(if summary.is_futile() { CommandStatus::Refused } else { CommandStatus::Fine })
    }

    /// Shows no bar if the records are printed on the same terminal.
    fn progress(&self, plan: &Plan) -> Progress {
        if plan.is_to_stdout() && io::stdout().is_terminal() {
            return Progress::hidden();
        }
        Progress::of_bytes(plan.bytes(), "converting")
    }
}

/// A running conversion.
struct Conversion<'a> {
    args: &'a Args,
    /// The names from `--names`.
    known: Option<wthor::Names>,
    /// The names that the WTHOR files of the output directory share so far.
    written: Option<wthor::Names>,
    /// Complete files, which are renamed when all are complete.
    files: Vec<PendingRename>,
    progress: &'a Progress,
    summary: ConvertJson,
}

impl Conversion<'_> {
    /// Converts all inputs of a job to its output.
    fn run(&mut self, job: &Job, out: &mut dyn Write) -> Result<(), Error> {
        let mut sink = Sink::open(&job.target, self.args.to, out);
        for source in &job.sources {
            self.pour(source, &mut sink)?;
            self.summary.inputs += 1;
        }
        if let Some(names) = sink.names() {
            self.written = Some(names.clone());
        }
        self.files.extend(sink.finish()?);
        Ok(())
    }

    fn pour(&mut self, source: &Source, sink: &mut Sink<'_>) -> Result<(), Error> {
        let opened = source.open(self.args.input_format)?;
        let names = match opened.format {
            Format::Wthor => self.names_for(source)?,
            _ => self.known.clone(),
        };
        if let Some(names) = self.written.as_ref().or(names.as_ref()) {
            sink.know(names);
        }
        let mut input: Box<dyn BufRead + '_> = Box::new(Counted::new(opened.input, self.progress));
        if opened.format == Format::Transcript && self.args.notation == Notation::RowLetter {
            input = Box::new(Translated::new(input, self.args.notation));
        }
        let records = Reader::new(opened.format, input).with_start(self.args.start.position());
        self.transfer(records.with_names(names.unwrap_or_default()), source, sink)
    }

    fn names_for(&self, source: &Source) -> Result<Option<wthor::Names>, Error> {
        match (&self.known, source) {
            (Some(known), _) => Ok(Some(known.clone())),
            (None, Source::File(path)) => names::look_beside(path, |missing| {
                self.progress.suspend(|| print_message(format_args!("{missing} (--names gives others)")));
            }),
            (None, _) => Ok(None),
        }
    }

    fn transfer(&mut self, records: Reader<impl BufRead>, source: &Source, sink: &mut Sink<'_>) -> Result<(), Error> {
        let wanted = self.args.record;
        let mut found = 0;
        for (number, record) in (1..).zip(records) {
            found = number;
            let is_wanted = wanted.is_none_or(|wanted| number == wanted);
            if !is_wanted && !matches!(&record, Err(error) if matches!(error.cause, ReadErrorCause::Io(_))) {
                continue;
            }
            self.summary.records += 1;
            let written = match record {
                Err(error) if matches!(error.cause, ReadErrorCause::Io(_)) => {
                    return Err(Error::Read { input: source.clone(), error });
                }
                Err(error) => Err(Error::Read { input: source.clone(), error }),
                Ok(record) if self.args.end_position => self.write(&at_its_end(record), number, source, sink)?,
                Ok(record) => self.write(&record, number, source, sink)?,
            };
            match written {
                Ok(()) => self.summary.written += 1,
                Err(error) if self.args.skip_errors => self.summary.skip(&error, self.progress),
                Err(error) => return Err(Error::Stopped(Box::new(error))),
            }
            // Do not read on: the input may be a pipe that stays open.
            if wanted == Some(number) {
                break;
            }
        }
        match wanted {
            Some(wanted) if found < wanted => Err(Error::NoSuchRecord { input: source.clone(), wanted, found }),
            _ => Ok(()),
        }
    }

    /// Writes a record. The inner error is a record that the format cannot hold, the outer one a
    /// failed output.
    fn write(
        &self,
        record: &Record,
        number: u64,
        source: &Source,
        sink: &mut Sink<'_>,
    ) -> Result<Result<(), Error>, Error> {
        let unwritable = |cause| Error::Unwritable { input: source.clone(), record: number, cause };
        Ok(sink.write(record)?.map_err(unwritable))
    }

    /// Renames all files. The name files of a directory are written last, when all names are known,
    /// and renamed first, because the games need them.
    fn finish(mut self, plan: &Plan) -> Result<ConvertJson, Error> {
        let mut files = match (plan.shared_names_in(), &self.written) {
            (Some(dir), Some(names)) => sink::write_shared_names(dir, names)?,
            _ => Vec::new(),
        };
        files.append(&mut self.files);
        self.summary.outputs = files.iter().map(|file| file.path().to_owned()).collect();
        new_file::commit(files)?;
        Ok(self.summary)
    }
}

/// A record of the last position only.
fn at_its_end(record: Record) -> Record {
    let game = Game::new(record.game.position());
    Record { game, notes: Vec::new(), values: Vec::new(), ..record }
}
