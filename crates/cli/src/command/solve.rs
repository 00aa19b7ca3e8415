//! `outflank solve`: solves positions.

mod answer;
mod check;
mod report;
mod table;

use std::io::Write;

use outflank_engine::{AnalysisStep, DeepeningStrategy, Limits, Progress as Step, Searcher, Selectivity};
use outflank_rules::Position;

use self::{answer::SolveAnswer, report::SolveJson, table::SolveTable};
use crate::{
    CommandStatus,
    cli::whole_number,
    engine::{EngineArgs, Time, analysis_line, step_line, unplayable, weights},
    error::Error,
    input::{InputArgs, PositionInput},
    interrupt, json, print_message,
    progress::Progress,
    source::Source,
};

/// With at least this many empty squares on a board of 8x8, solving takes hours.
const HOURS: u32 = 33;

/// With at least this many it takes years.
const YEARS: u32 = 42;

/// Unlike other commands, this one does not default to the start of the game.
const INPUT_HELP: &str = "\
Positions, games or files with them, or - for standard input

The format is detected from the content. Several arguments are joined, except complete boards, which are separate positions. Without \
INPUT the command reads a pipe. --start takes the start of the game, and so do --size and --variant alone.";

/// Solve positions: the exact score, the best move and the principal variation
///
/// Values count discs for the side to move; empty squares go to the winner. If that differs from
/// the discs on the board, both margins are printed. The column discs B-W has the discs at the end
/// of the principal variation, black first, and Mn/s is million nodes per second. All positions of
/// all inputs are solved in order, and each result is printed at once. For a game, the position at
/// its end or at --ply is solved. If you send games through a pipe and wait for each result, put an
/// empty line after each game. Ctrl-C stops and prints the result so far. A depth of 16@73% is a
/// search with selectivity 73; a bare depth is exact.
///
/// Terminals show as much of the principal variation as fits, pipes and JSON all of it. The exit
/// code is 1 if --check finds a different score or an input is unreadable.
#[derive(Debug, clap::Args)]
#[command(mut_arg("input", |input| input.help("Positions, games or files with them, or - for standard input").long_help(INPUT_HELP)))]
#[command(after_help = "\
Examples:
  Solve the 4x4 game:
      outflank solve --size 4 --start
  Solve 6x6 games: fewest discs win, and the parallel start:
      outflank solve --variant six+anti --start --hash 2G
      outflank solve --variant six-parallel --start --hash 2G
  Solve the problems of a file and check its scores:
      outflank solve problems.obf --check --hash 512M
  Solve every move of a position:
      outflank solve board.txt --all-moves
  Find only the winner, from a pipe:
      outflank convert game.sgf --to obf --end-position | outflank solve --wld
  Solve a game after 44 moves and print JSON:
      outflank solve game.ggf --ply 44 --json
  Search for one minute where solving would take years:
      outflank solve --start --time 1m
  Print one JSON line per position:
      outflank solve positions.obf --json-lines")]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,

    /// Solve the start position; do not read standard input
    #[arg(long, conflicts_with = "input", help_heading = "Input")]
    start: bool,

    /// Find only the winner, which is faster
    #[arg(long, help_heading = "Engine")]
    wld: bool,

    /// Solve every legal move, not only the best
    #[arg(long, help_heading = "Engine")]
    all_moves: bool,

    /// Set the selectivity: 73, 87, 95, 98, 99 or 100; only 100 is exact
    #[arg(long, value_name = "PERCENT", default_value_t, help_heading = "Engine")]
    selectivity: Selectivity,

    /// Search to a fixed depth; evaluate positions at that depth
    #[arg(long, value_name = "PLIES", help_heading = "Engine", value_parser = whole_number::<u32>(1..))]
    depth: Option<u32>,

    /// Stop after TIME per position and print the result so far: 2s, 500ms, 1m
    #[arg(long, value_name = "TIME", help_heading = "Engine")]
    time: Option<Time>,

    #[command(flatten)]
    engine: EngineArgs,

    /// Compare with the scores in the input, as in OBF files; values that are not proven get a mean
    /// error
    #[arg(long, help_heading = "Output")]
    check: bool,

    /// Print JSON instead of text: one document with totals at the end
    #[arg(long, help_heading = "Output")]
    json: bool,

    /// Print each position as one line of JSON when it is solved
    #[arg(long, conflicts_with = "json", help_heading = "Output")]
    json_lines: bool,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<CommandStatus, Error> {
        let sources = self.sources();
        let mut work = Work {
            args: self,
            searcher: self.engine.searcher()?,
            progress: Progress::of_search(),
            table: SolveTable::new(self.check),
            report: SolveJson::default(),
        };
        for source in &sources {
            work.solve_all(source.as_ref(), out)?;
        }
        work.finish(out)
    }

    fn sources(&self) -> Vec<Option<Source>> {
        if self.start { vec![None] } else { self.input.sources_of_many() }
    }

    /// Returns an error if there is no input or the position has free placements. The start of the
    /// game is not the default here, because solving it takes years.
    fn refusal(&self, reading: &PositionInput) -> Option<Error> {
        let is_given = self.start || self.input.is_given();
        if reading.source.is_none() && !is_given { Some(Error::NothingToSolve) } else { unplayable(reading) }
    }

    fn limits(&self) -> Limits {
        let limits = Limits::depth(self.depth.unwrap_or(u32::MAX)).with_selectivity(self.selectivity);
        let limits = if self.wld { limits.win_loss_draw() } else { limits };
        match self.time {
            Some(Time(time)) => Limits { approach: DeepeningStrategy::Gradual, ..limits.with_time(time) },
            None => limits,
        }
    }

    /// Returns a warning if the position will take hours or years and no limit was set.
    fn warning(&self, number: u64, position: &Position) -> Option<String> {
        let empties = position.empties().len();
        let is_limited = self.depth.is_some() || self.time.is_some() || position.is_over();
        if is_limited || empties < HOURS {
            return None;
        }
        let long = if empties < YEARS { "hours or days" } else { "years" };
        Some(format!(
            "position {number} has {empties} empty squares: solving it takes {long}. Ctrl-C stops and prints what was \
             found, and --time 1m stops after a minute"
        ))
    }
}

/// A running command.
struct Work<'a> {
    args: &'a Args,
    searcher: Searcher,
    progress: Progress,
    table: SolveTable,
    report: SolveJson,
}

impl Work<'_> {
    fn solve_all(&mut self, source: Option<&Source>, out: &mut dyn Write) -> Result<(), Error> {
        let may_wait = source == Some(&Source::Stdin);
        let args = self.args;
        let begin = || args.input.readings(source);
        let mut readings = match if may_wait { interrupt::wait(begin) } else { begin() } {
            Ok(readings) => readings,
            Err(error) => {
                self.note_fault(&error);
                return Ok(());
            }
        };
        let mut is_empty = true;
        while !interrupt::came() {
            let next = if may_wait { interrupt::wait(|| readings.next()) } else { readings.next() };
            match next {
                None => break,
                Some(Ok(reading)) => self.solve(&reading, out)?,
                Some(Err(error)) => self.note_fault(&error),
            }
            is_empty = false;
        }
        if let Some(source) = source.filter(|_| is_empty && !interrupt::came()) {
            self.note_fault(&Error::Empty(source.clone()));
        }
        Ok(())
    }

    fn solve(&mut self, reading: &PositionInput, out: &mut dyn Write) -> Result<(), Error> {
        let (args, number) = (self.args, self.report.next_number());
        if let Some(error) = args.refusal(reading) {
            self.note_fault(&error);
            return Ok(());
        }
        let progress = &self.progress;
        if let Some(warning) = args.warning(number, &reading.position) {
            progress.suspend(|| print_message(format_args!("outflank: {warning}")));
        }
        progress.set_message(&format!("position {number},"));
        weights(&reading.position);
        let mut answer = if args.all_moves && !reading.position.is_over() {
            let mut show_step =
                |step: &AnalysisStep<'_>| progress.set_message(&format!("position {number}: {}", analysis_line(step)));
            let analysis = self.searcher.analyse_with(&reading.position, &args.limits(), &mut show_step);
            SolveAnswer::of_analysis(number, reading, analysis, args)
        } else {
            let mut show_step = |step: &Step| progress.set_message(&format!("position {number}: {}", step_line(step)));
            let outcome = self.searcher.search_with(&reading.position, &args.limits(), &mut show_step);
            SolveAnswer::new(number, reading, outcome, args)
        };
        if args.check {
            answer.check(&reading.record);
        }
        self.report.count(&answer);
        progress.suspend(|| match args.json_lines {
            true => json::print_line(&answer, out),
            false => json::print_part(args.json, out, |out| self.table.write_row(&answer, out)),
        })?;
        if args.json {
            self.report.positions.push(answer);
        }
        Ok(())
    }

    /// Reports an unreadable input and continues.
    fn note_fault(&mut self, error: &Error) {
        self.progress.suspend(|| print_message(format_args!("outflank: {error}")));
        self.report.note_fault(error);
    }

    fn finish(self, out: &mut dyn Write) -> Result<CommandStatus, Error> {
        drop(self.progress);
        let report = self.report.with_interrupt(interrupt::came());
        if let Some(verdict) = report.only_fault() {
            return Ok(verdict);
        }
        if !self.args.json_lines {
            json::print(&report, self.args.json, out, |report, out| table::write_total(report, self.args.check, out))?;
        }
        report.verdict(self.args.check)
    }
}
