//! `outflank tournament`: plays a tournament between many bots.

mod live;
mod report;

use std::{
    fs,
    io::{self, Write},
    path::PathBuf,
    str::FromStr,
};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use outflank_arena::{
    ParseTimeControlError, TimeControl,
    roster::{self, NamedPlayer, Roster},
    shell_word,
    tournament::{Plan, TournamentFormat, TournamentRun, TournamentRunError, TournamentSettings},
};

use self::report::TournamentJson;
use crate::{
    CommandStatus,
    cli::whole_number,
    engine::processors,
    error::Error,
    interrupt, json,
    number::counted,
    openings::{self, Openings},
    print_message,
    runs::{print_changes, print_renamed_players},
    source::Source,
    start::{StartArgs, drawn_seed},
};

/// Play a tournament between many bots and save it in a folder
///
/// An entrant is a built-in bot (random, greedy, corners, positional, minimax:3, mcts:1000,
/// level:8), the command line of a program that speaks the JSON protocol, its address
/// (tcp://HOST:PORT, ws://HOST:PORT/PATH), or gtp:, nboard:, codingame:, tjcsl: or edax: and a
/// command line. A name may precede it, as in ann="python3 ann.py".
///
/// Each pairing plays two games from the same opening with colors swapped. A bot that makes an
/// illegal move, sends nonsense, exceeds its time or crashes forfeits the game, and its output is
/// saved. Each program plays one game at a time; its processes are ended with it.
///
/// The folder gets a page (report.html, updated during the games), CSV tables, a record of each
/// game, and all settings. Use --resume to continue an interrupted tournament.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  Play a round robin between built-in bots and your own:
      outflank tournament random greedy corners minimax:3 mine=\"python3 bot.py\"
  Play a class tournament; each line of the file is a bot, as in  ann = python3 bots/ann.py
      outflank tournament --entrants class.txt --format swiss --time 2s/move --output class-7b
  Resume it, or write its files again:
      outflank tournament --resume class-7b
  Play a new version against known opponents, ten games each:
      outflank tournament --format gauntlet ./new ./old minimax:4 level:5 --games 10")]
pub(crate) struct Args {
    /// The entrants: ENTRANT or NAME=ENTRANT
    #[arg(value_name = "ENTRANT", conflicts_with = "resume")]
    entrants: Vec<NamedPlayer>,

    /// Read more entrants from FILE, one per line: ENTRANT or NAME = ENTRANT; # begins a comment
    #[arg(long = "entrants", value_name = "FILE", conflicts_with = "resume")]
    list: Option<PathBuf>,

    /// Set the pairing system
    #[arg(long, value_name = "FORMAT", value_parser = tournament_format(), ignore_case = true, default_value = "round-robin", conflicts_with = "resume")]
    format: TournamentFormat,

    /// Play N rounds of swiss, or N times all pairings of round-robin or gauntlet
    #[arg(long, value_name = "N", value_parser = whole_number::<u32>(1..=10_000), conflicts_with = "resume")]
    rounds: Option<u32>,

    /// Play N games per pairing; two games share an opening with colors swapped
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = whole_number::<u32>(1..=100_000), conflicts_with = "resume")]
    games: u32,

    /// Let the first N entrants play all others in a gauntlet [default: 1]
    #[arg(long, value_name = "N", conflicts_with = "resume", value_parser = whole_number::<usize>(1..))]
    challengers: Option<usize>,

    /// Set the time control: 5s/move, 1m per game, 1m+1s with an increment, or none
    #[arg(long, value_name = "TIME", default_value = "5s/move", conflicts_with = "resume")]
    time: Time,

    /// Set the openings: balanced, none, random:PLIES, or a file [default: balanced, on other
    /// boards random]
    #[arg(long, value_name = "SOURCE", conflicts_with = "resume")]
    openings: Option<Openings>,

    /// Restart programs for each game (default)
    #[arg(long, conflicts_with_all = ["resume", "reuse"])]
    restart: bool,

    /// Let programs run on between games: faster, but they may remember
    #[arg(long, conflicts_with = "resume")]
    reuse: bool,

    /// Limit the memory of each process of a program, in MiB (Linux and Windows only)
    #[arg(long, value_name = "MB", default_value_t = 4096, value_parser = whole_number::<u64>(1..=1 << 24), conflicts_with = "resume")]
    memory_limit: u64,

    /// Set the title of the report
    #[arg(long, value_name = "TEXT", conflicts_with = "resume")]
    title: Option<String>,

    /// Play N games at a time [default: half the processors]
    #[arg(short, long, value_name = "N", value_parser = whole_number::<u16>(1..=1024))]
    concurrency: Option<u16>,

    /// Save everything in DIR [default: tournament-1, or the next free number]
    #[arg(short, long, value_name = "DIR", conflicts_with = "resume")]
    output: Option<PathBuf>,

    /// Resume the tournament in DIR
    #[arg(long, value_name = "DIR")]
    resume: Option<PathBuf>,

    #[command(flatten)]
    start: StartArgs,

    /// Print JSON instead of text
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// Parses a tournament format.
pub(crate) fn tournament_format() -> impl TypedValueParser<Value = TournamentFormat> {
    let names = PossibleValuesParser::new(TournamentFormat::ALL.map(TournamentFormat::name));
    names.map(|chosen| chosen.parse().expect("clap accepts only these names"))
}

/// A time control, or `none`.
#[derive(Clone, Copy, Debug)]
struct Time(Option<TimeControl>);

impl FromStr for Time {
    type Err = ParseTimeControlError;

    fn from_str(text: &str) -> Result<Time, ParseTimeControlError> {
        if text == "none" { Ok(Time(None)) } else { text.parse().map(|time| Time(Some(time))) }
    }
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<CommandStatus, Error> {
        let mut tournament = self.tournament()?;
        let stop = interrupt::stop_flag();
        self.warn(&tournament)?;
        let live = live::LiveTable::new(&tournament)?;
        let played = tournament.play(self.concurrency(), &stop, |tournament| live.update(tournament));
        drop(live);
        // Print the results before anything that can fail.
        json::print(&TournamentJson::new(&tournament), self.json, out, TournamentJson::write_text)?;
        out.flush()?;
        self.end(tournament, played)
    }

    /// Warns of programs that do not exist before the games start.
    fn warn(&self, tournament: &TournamentRun) -> Result<(), Error> {
        if !tournament.tournament().is_over() {
            for name in tournament.missing().map_err(Error::TournamentRun)? {
                print_message(format_args!("{name} does not exist and will lose all its games"));
            }
        }
        Ok(())
    }

    /// Creates or resumes the tournament in its folder.
    fn tournament(&self) -> Result<TournamentRun, Error> {
        if let Some(dir) = &self.resume {
            let tournament = TournamentRun::resume(dir).map_err(Error::TournamentRun)?;
            if tournament.left_out() > 0 {
                let games = counted(tournament.left_out() as u64, "game");
                print_message(format_args!("dropped: {games} of rounds after a missing game; they are played again"));
            }
            print_changes(tournament.journal());
            return Ok(tournament);
        }
        let settings = self.settings()?;
        let dir = self.output.clone().map_or_else(new_folder, Ok)?;
        TournamentRun::create(&dir, settings).map_err(Error::TournamentRun)
    }

    fn settings(&self) -> Result<TournamentSettings, Error> {
        let roster = Roster::new(self.all_entrants()?);
        print_renamed_players(&roster);
        let mut plan = Plan::new(self.format, roster.names().len(), 0);
        if self.format == TournamentFormat::KnockOut && self.rounds.is_some() {
            return Err(Error::KnockoutRounds);
        }
        if self.format != TournamentFormat::Gauntlet && self.challengers.is_some() {
            return Err(Error::NoGauntlet);
        }
        plan.rounds = self.rounds.unwrap_or(plan.rounds);
        (plan.games, plan.challengers) = (self.games, self.challengers.unwrap_or(1));
        plan.check().map_err(Error::Plan)?;
        plan.seed = self.start.seed().unwrap_or_else(drawn_seed);
        let variant = self.start.variant();
        let title = self.title.clone().unwrap_or_else(|| "Reversi tournament".to_owned());
        Ok(TournamentSettings {
            title,
            plan,
            players: TournamentSettings::roster(&roster),
            variant,
            time: self.time.0,
            openings: openings::opening_source(self.openings.as_ref(), &variant)?,
            memory: Some(self.memory_limit << 20),
            keep: self.reuse,
        })
    }

    /// The entrants in the arguments, followed by those in the file.
    fn all_entrants(&self) -> Result<Vec<NamedPlayer>, Error> {
        let mut all = self.entrants.clone();
        if let Some(path) = &self.list {
            let text = Source::File(path.clone()).text()?;
            all.extend(roster::read(&text).map_err(|cause| Error::Roster { path: path.clone(), cause })?);
        }
        Ok(all)
    }

    fn concurrency(&self) -> usize {
        self.concurrency.map_or((processors() / 2).max(1), usize::from)
    }

    /// Writes the last files and prints the folder.
    fn end(&self, tournament: TournamentRun, played: Result<(), TournamentRunError>) -> Result<CommandStatus, Error> {
        let (dir, is_over) = (tournament.dir().to_owned(), tournament.tournament().is_over());
        let finished = tournament.finish();
        let ended = played.and(finished);
        if !self.json && ended.is_ok() {
            print_message(format_args!("saved in {}: open report.html there", dir.display()));
        }
        if !is_over || ended.is_err() {
            print_message(format_args!(
                "resume with: outflank tournament --resume {}",
                shell_word(&dir.display().to_string())
            ));
        }
        ended.map_err(Error::TournamentRun)?;
        Ok(interrupt::verdict())
    }
}

/// Creates the first folder that does not exist. Creating it at once reserves the name.
fn new_folder() -> Result<PathBuf, Error> {
    let mut number = 1_u64;
    loop {
        let path = PathBuf::from(format!("tournament-{number}"));
        match fs::create_dir(&path) {
            Ok(()) => return Ok(path),
            Err(cause) if cause.kind() == io::ErrorKind::AlreadyExists => number += 1,
            Err(cause) => return Err(Error::File { doing: "make", path, cause }),
        }
    }
}
