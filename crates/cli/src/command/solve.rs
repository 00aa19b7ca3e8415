//! `outflank solve`: what positions are worth with perfect play.

mod answer;
mod check;
mod report;
mod table;

use std::io::Write;

use outflank_engine::{AnalysisStep, Limits, Progress as Step, Searcher, Selectivity};

use self::{
    answer::Answer,
    report::{Report, Row},
    table::Table,
};
use crate::{
    Verdict,
    engine::{EngineArgs, unplayable, weights},
    error::Error,
    interrupt, json, line,
    progress::Progress,
    source::Source,
    subject::{Reading, SubjectArgs},
    tell,
};

/// Unlike other commands, this one does not begin with the start of the game unless told to.
const INPUT_HELP: &str = "\
Positions, games or files with them, or - for standard input

The format is recognised from the content. Several words are one text, but boards side by side are one position each. Without \
INPUT a pipe is read; the start of the game is taken with --start, or where --size or --variant stand alone.";

/// Solve positions: their value with perfect play, the best move and the line
///
/// Values are in discs for the side to move, empty squares going to the winner; discs B-W are those at the end of the line,
/// black's first, and Mn/s are millions of nodes a second. All positions of all inputs are solved one after another, each answered
/// as soon as it is; of a game, the position at its end or at --ply. Moves may go over several lines: whoever sends games through a pipe
/// and waits for each answer puts a blank line behind each. Ctrl-C stops and prints what was found so far: a depth such
/// as 16@73% is how far the search came, leaving out what is worse with a likelihood of 73 %. A bare depth is proven.
///
/// Terminals show as much of a line as fits, pipes and JSON all of it. The exit code is 1 if a score differs with --check or an
/// input cannot be read.
#[derive(Debug, clap::Args)]
#[command(mut_arg("input", |input| input.help("Positions, games or files with them, or - for standard input").long_help(INPUT_HELP)))]
#[command(after_help = "\
Examples:
  A whole small game:
      outflank solve --size 4 --start
  The 6x6 game in which fewest discs win, and the one with the parallel start:
      outflank solve --variant six+anti --start --hash 2G
      outflank solve --variant six-parallel --start --hash 2G
  The problems of a file, and whether the scores in it are right:
      outflank solve problems.obf --check --hash 512M
  Every move of a position with its value:
      outflank solve board.txt --all-moves
  Only who wins, from a pipe:
      outflank convert game.sgf --to obf --end-position | outflank solve --wld
  A game with so many moves left to play, for a program:
      outflank solve game.ggf --ply 44 --json
  Many positions, answered line by line:
      outflank solve positions.obf --json-lines")]
pub(crate) struct Args {
    #[command(flatten)]
    subject: SubjectArgs,

    /// Solve the start of the game; a pipe is not read
    #[arg(long, conflicts_with = "input", help_heading = "Input")]
    start: bool,

    /// Only find out who wins, which is faster
    #[arg(long, help_heading = "Engine")]
    wld: bool,

    /// Value every legal move, not only the best
    #[arg(long, help_heading = "Engine")]
    all_moves: bool,

    /// How sure to be, in percent: 73, 87, 95, 98, 99 or 100; only 100 proves the value
    #[arg(long, value_name = "PERCENT", default_value_t, help_heading = "Engine")]
    selectivity: Selectivity,

    /// Look so many moves ahead and no further; what is not the end of the game is judged by evaluation
    #[arg(long, value_name = "PLIES", help_heading = "Engine", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,

    #[command(flatten)]
    engine: EngineArgs,

    /// Compare with the scores that come with the positions, as in OBF files
    #[arg(long, help_heading = "Output")]
    check: bool,

    /// Print JSON for programs: one document at the end, with totals
    #[arg(long, help_heading = "Output")]
    json: bool,

    /// Print each position as one line of JSON as soon as it is solved
    #[arg(long, conflicts_with = "json", help_heading = "Output")]
    json_lines: bool,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<Verdict, Error> {
        let sources = self.sources();
        let mut work = Work {
            args: self,
            searcher: self.engine.searcher()?,
            progress: Progress::of_search(),
            table: Table::new(self.check, self.subject.notation),
            report: Report::default(),
        };
        for source in &sources {
            work.solve_all(source.as_ref(), out)?;
        }
        work.finish(out)
    }

    fn sources(&self) -> Vec<Option<Source>> {
        if self.start { vec![None] } else { self.subject.sources_of_many() }
    }

    /// The start of an 8x8 game is not taken for want of anything else: solving it takes years.
    fn refusal(&self, reading: &Reading) -> Option<Error> {
        let is_said = self.start || self.subject.says_something();
        if reading.source.is_none() && !is_said { Some(Error::NothingToSolve) } else { unplayable(reading) }
    }

    fn limits(&self) -> Limits {
        let limits = Limits::depth(self.depth.unwrap_or(u32::MAX)).with_selectivity(self.selectivity);
        if self.wld { limits.win_loss_draw() } else { limits }
    }
}

/// Positions being solved.
struct Work<'a> {
    args: &'a Args,
    searcher: Searcher,
    progress: Progress,
    table: Table,
    report: Report,
}

impl Work<'_> {
    fn solve_all(&mut self, source: Option<&Source>, out: &mut dyn Write) -> Result<(), Error> {
        let may_wait = source == Some(&Source::Stdin);
        let args = self.args;
        let begin = || args.subject.readings(source);
        let mut readings = match if may_wait { interrupt::wait(begin) } else { begin() } {
            Ok(readings) => readings,
            Err(error) => {
                self.blame(&error);
                return Ok(());
            }
        };
        let mut is_empty = true;
        while !interrupt::came() {
            let next = if may_wait { interrupt::wait(|| readings.next()) } else { readings.next() };
            match next {
                None => break,
                Some(Ok(reading)) => self.solve(&reading, out)?,
                Some(Err(error)) => self.blame(&error),
            }
            is_empty = false;
        }
        if let Some(source) = source.filter(|_| is_empty && !interrupt::came()) {
            self.blame(&Error::Empty(source.clone()));
        }
        Ok(())
    }

    fn solve(&mut self, reading: &Reading, out: &mut dyn Write) -> Result<(), Error> {
        let (args, number) = (self.args, self.report.next_number());
        if let Some(error) = args.refusal(reading) {
            self.blame(&error);
            return Ok(());
        }
        let progress = &self.progress;
        progress.say(format!("position {number},"));
        weights(&reading.position);
        let mut answer = if args.all_moves && !reading.position.is_over() {
            let mut tell_step = |step: &AnalysisStep<'_>| progress.say(pass_line(number, step));
            let analysis = self.searcher.analyse_with(&reading.position, &args.limits(), &mut tell_step);
            Answer::of_analysis(number, reading, analysis, args.wld)
        } else {
            let mut tell_step = |step: &Step| progress.say(step_line(number, step));
            let outcome = self.searcher.search_with(&reading.position, &args.limits(), &mut tell_step);
            Answer::new(number, reading, outcome, args.wld)
        };
        if args.check {
            answer.check(&reading.record);
        }
        let is_json = args.json || args.json_lines;
        let row = is_json.then(|| Row::new(&answer, args.subject.notation));
        self.report.count(&answer);
        match row {
            None => progress.aside(|| self.table.write_row(&answer, out))?,
            Some(row) if args.json_lines => progress.aside(|| json::write_line(&row, out))?,
            Some(row) => self.report.positions.push(row),
        }
        Ok(())
    }

    /// What cannot be read is told and passed over.
    fn blame(&mut self, error: &Error) {
        self.progress.aside(|| tell(format_args!("outflank: {error}")));
        self.report.blame(error);
    }

    fn finish(self, out: &mut dyn Write) -> Result<Verdict, Error> {
        drop(self.progress);
        let report = self.report.with_interrupt(interrupt::came());
        if let Some(verdict) = report.only_fault() {
            return Ok(verdict);
        }
        if self.args.json {
            json::write(&report, out)?;
        } else if !self.args.json_lines {
            table::write_total(&report, self.args.check, out)?;
        }
        report.verdict(self.args.check)
    }
}

/// `position 3: depth 20@73%, 2 of 9 moves,`.
fn pass_line(number: u64, step: &AnalysisStep<'_>) -> String {
    let depth = line::depth(step.depth, step.selectivity, false);
    format!("position {number}: depth {depth}, {} of {} moves,", step.done, step.of)
}

/// `position 3: depth 20@73%, +4 by f5,`.
fn step_line(number: u64, step: &Step) -> String {
    let depth = line::depth(step.depth, step.selectivity, step.is_proven);
    let best = step.line.first().map(ToString::to_string).unwrap_or_default();
    format!("position {number}: depth {depth}, {} by {best},", step.value)
}
