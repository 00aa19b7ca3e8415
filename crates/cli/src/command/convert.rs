//! `outflank convert`: records from one format into another.

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
    record::{Cause, Format, Reader, Record, wthor},
};

use self::{
    plan::{Job, Plan},
    summary::Summary,
};
use crate::{
    Verdict,
    choice::choice,
    error::Error,
    names,
    new_file::{self, Written},
    progress::{Counted, Progress},
    source::Source,
    start::StartArgs,
    tell,
    translate::Translated,
};

pub(super) use self::{plan::target, sink::Sink};

/// Convert game records and positions between all formats
///
/// Records stream through, so a file of any size needs little memory; only --to wthor holds its games until the end,
/// 68 bytes each. Output files appear when all is written, and existing ones are replaced only with --force. The name
/// files WTHOR.JOU and WTHOR.TRN of a directory are extended: games that are there keep their names.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Formats:
  transcript  f5d6c3..., one game a line; read also over several lines, with blank lines between games
  ggf         archives of the game server: (;GM[Othello]...;)
  sgf         Smart Game Format, GM[2]
  pgn         tags and numbered moves, as in chess
  wthor       the tournament base: .wtb games with .jou and .trn names
  json        everything known about a game, one object a line
  obf         positions with the values of their moves
  fen         positions as XBoard writes them
  board       positions as drawn boards

Examples:
  A game from the command line:
      outflank convert f5d6c3d3c4 --to sgf
  Many files into one:
      outflank convert WTH_*.wtb --to ggf -o all.ggf
  Many files, each into its own in a directory:
      outflank convert WTH_*.wtb --to pgn -o games/
  To all.wtb, all.jou and all.trn:
      outflank convert all.ggf --to wthor -o all.wtb
  Whatever can be read of a file, and a list of what cannot:
      outflank convert found.txt --to json --skip-bad -o found.json")]
pub(crate) struct Args {
    /// Files, - for standard input, or games and positions themselves
    #[arg(value_name = "INPUT")]
    inputs: Vec<OsString>,

    /// The format to write
    #[arg(long, value_name = "FORMAT", value_parser = choice(&Format::ALL), hide_possible_values = true)]
    to: Format,

    /// Read all inputs as this format instead of recognising each
    #[arg(long, value_name = "FORMAT", value_parser = choice(&Format::ALL), hide_possible_values = true)]
    from: Option<Format>,

    /// Write to this file, or to one file for each input in a directory (an existing one, or a name ending in /)
    #[arg(short, long, value_name = "FILE|DIR")]
    output: Option<PathBuf>,

    /// Replace output files that exist
    #[arg(long)]
    force: bool,

    /// Write the last position of each game in place of its moves, for formats that hold positions only
    #[arg(long)]
    end_position: bool,

    /// Leave out records that cannot be read or written, tell which, and go on
    #[arg(long)]
    skip_bad: bool,

    /// Name files of WTHOR, .jou and .trn [default: those beside the .wtb file]
    #[arg(long, value_name = "FILE")]
    names: Vec<PathBuf>,

    /// How moves are written in the transcripts that are read
    ///
    /// The square d3 of the `standard` notation is (2, 3) in `row-column`, which counts both from 0, and C4 in
    /// `row-letter`. Other formats keep their own notation, and the standard one is written.
    #[arg(long, value_name = "NOTATION", value_parser = choice(&Notation::ALL), default_value_t)]
    notation: Notation,

    /// Print a summary as JSON; needs --output
    #[arg(long, requires = "output")]
    json: bool,

    #[command(flatten)]
    start: StartArgs,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<Verdict, Error> {
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
            summary: Summary::default(),
        };
        for job in plan.jobs() {
            work.run(job, out)?;
        }
        let summary = work.finish(&plan)?;
        drop(progress);
        summary.report(begun.elapsed(), self, out)?;
        Ok(if summary.is_futile() { Verdict::Refused } else { Verdict::Fine })
    }

    /// A bar among records on the terminal would be in their way.
    fn progress(&self, plan: &Plan) -> Progress {
        if plan.is_to_stdout() && io::stdout().is_terminal() {
            return Progress::hidden();
        }
        Progress::of_bytes(plan.bytes(), "converting")
    }
}

/// A conversion under way.
struct Conversion<'a> {
    args: &'a Args,
    /// The name files that were given.
    known: Option<wthor::Names>,
    /// The names that the WTHOR files of a directory share by now.
    written: Option<wthor::Names>,
    /// The files that are written and get their names when all of them are.
    files: Vec<Written>,
    progress: &'a Progress,
    summary: Summary,
}

impl Conversion<'_> {
    /// All inputs of a job into its output.
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
        let opened = source.open(self.args.from)?;
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
                self.progress.aside(|| tell(format_args!("{missing} (--names gives others)")));
            }),
            (None, _) => Ok(None),
        }
    }

    fn transfer(&mut self, records: Reader<impl BufRead>, source: &Source, sink: &mut Sink<'_>) -> Result<(), Error> {
        for (number, record) in (1..).zip(records) {
            self.summary.records += 1;
            let written = match record {
                Err(error) if matches!(error.cause, Cause::Io(_)) => {
                    return Err(Error::Read { source: source.clone(), error });
                }
                Err(error) => Err(Error::Read { source: source.clone(), error }),
                Ok(record) if self.args.end_position => self.write(&at_its_end(record), number, source, sink)?,
                Ok(record) => self.write(&record, number, source, sink)?,
            };
            match written {
                Ok(()) => self.summary.written += 1,
                Err(error) if self.args.skip_bad => self.summary.skip(&error, self.progress),
                Err(error) => return Err(Error::Stopped(Box::new(error))),
            }
        }
        Ok(())
    }

    /// The inner error is the record's, the outer one the output's.
    fn write(
        &self,
        record: &Record,
        number: u64,
        source: &Source,
        sink: &mut Sink<'_>,
    ) -> Result<Result<(), Error>, Error> {
        let unwritable = |cause| Error::Unwritable { source: source.clone(), record: number, cause };
        Ok(sink.write(record)?.map_err(unwritable))
    }

    /// Name files shared by a whole directory are written last, when all names are known, and put in place first.
    fn finish(mut self, plan: &Plan) -> Result<Summary, Error> {
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

/// The record of where a game ended.
fn at_its_end(record: Record) -> Record {
    let game = Game::new(record.game.position());
    Record { game, notes: Vec::new(), values: Vec::new(), ..record }
}
