//! `outflank tournament`: many bots, one table.

mod live;
mod place;
mod print;
mod report;

use std::{
    io::Write,
    path::PathBuf,
    str::FromStr,
    sync::{Arc, atomic::AtomicBool},
    thread,
};

use outflank_arena::{
    NotATimeControl, TimeControl, end_engines,
    roster::{self, Contestant, Roster},
    tournament::{Event, EventError, Form, Plan, Settings},
};

use crate::{
    Verdict,
    choice::choice,
    error::Error,
    interrupt, json,
    number::counted,
    openings::{self, Openings},
    runs::{quoted, tell_changes, tell_names},
    source::Source,
    start::{StartArgs, drawn_seed},
    tell,
};

/// Let many bots play each other, and keep everything in a folder
///
/// An entrant is a built-in bot (random, greedy, corners, positional, minimax:3, mcts:1000, level:8), or a command line of a program that
/// speaks the protocol of docs/bots.md, or its address (tcp://HOST:PORT, ws://HOST:PORT/PATH), or gtp:, nboard:, codingame:, tjcsl: or edax: and a
/// command line. A name may stand before it, as in ann="python3 ann.py"; else one is made from the command.
///
/// Each meeting is two games from the same opening, colors exchanged. Whoever makes an illegal move, answers nonsense, takes too long,
/// crashes or does anything else but play loses that game by a verdict with its name, and the bytes are kept. Programs run one game at a time and are
/// ended with all that they started.
///
/// The folder has a page for the browser (report.html, which follows the games while they are played), tables for spreadsheets, a
/// record of each game, and all that is needed to play the same tournament again. An interrupted tournament goes on with --resume.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  Everybody against everybody, built-in bots and one of your own:
      outflank tournament random greedy corners minimax:3 mine=\"python3 bot.py\"
  A class: one line for each bot, as in  ann = python3 bots/ann.py
      outflank tournament --entrants class.txt --format swiss --time 2s/move --out class-7b
  Go on with it after an interruption, or write its files anew:
      outflank tournament --resume class-7b
  A new version against known opponents, ten games each:
      outflank tournament --format gauntlet ./new ./old minimax:4 level:5 --games 10")]
pub(crate) struct Args {
    /// Who takes part: ENTRANT or NAME=ENTRANT
    #[arg(value_name = "ENTRANT", conflicts_with = "resume")]
    entrants: Vec<Contestant>,

    /// A file with one entrant a line, ENTRANT or NAME = ENTRANT; lines that begin with # are left out
    #[arg(long = "entrants", value_name = "FILE", conflicts_with = "resume")]
    list: Option<PathBuf>,

    /// Who plays whom: everybody everybody, equals with equals, the winner goes on, or the first against all others
    #[arg(long = "format", value_name = "FORM", value_parser = choice(&Form::ALL), default_value_t, conflicts_with = "resume")]
    form: Form,

    /// Rounds of a swiss tournament, or how often everybody meets in a round-robin or gauntlet
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000), conflicts_with = "resume")]
    rounds: Option<u32>,

    /// Games of a meeting; each two of them share an opening and exchange colors
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=100_000), conflicts_with = "resume")]
    games: u32,

    /// How many of the list meet all others in a gauntlet [default: 1]
    #[arg(long, value_name = "N", conflicts_with = "resume")]
    challengers: Option<usize>,

    /// The time of each side: 5s/move, 1m for the game, 1m+1s with an increment, or none
    #[arg(long, value_name = "TIME", default_value = "5s/move", conflicts_with = "resume")]
    time: Time,

    /// What games begin with: balanced, none, random:PLIES, or a file of records [default: balanced, on other boards random]
    #[arg(long, value_name = "OPENINGS", conflicts_with = "resume")]
    openings: Option<Openings>,

    /// Let programs live on between games: faster, but they may remember
    #[arg(long, conflicts_with = "resume")]
    keep: bool,

    /// Megabytes of memory for each process of a program
    #[arg(long, value_name = "MB", default_value_t = 4096, value_parser = clap::value_parser!(u64).range(1..=1 << 24), conflicts_with = "resume")]
    memory: u64,

    /// The heading of the report
    #[arg(long, value_name = "TEXT", conflicts_with = "resume")]
    title: Option<String>,

    /// Games played at the same time [default: half the processors]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,

    /// The folder for everything [default: tournament-1, or the first such that is free]
    #[arg(short, long, value_name = "DIR", conflicts_with = "resume")]
    out: Option<PathBuf>,

    /// Go on with the tournament in this folder
    #[arg(long, value_name = "DIR")]
    resume: Option<PathBuf>,

    #[command(flatten)]
    start: StartArgs,

    /// Print JSON for programs
    #[arg(long)]
    json: bool,
}

/// A time control, or none.
#[derive(Clone, Copy, Debug)]
struct Time(Option<TimeControl>);

impl FromStr for Time {
    type Err = NotATimeControl;

    fn from_str(text: &str) -> Result<Time, NotATimeControl> {
        if text == "none" { Ok(Time(None)) } else { text.parse().map(|time| Time(Some(time))) }
    }
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<Verdict, Error> {
        let mut event = self.event()?;
        let stop = Arc::<AtomicBool>::default();
        interrupt::watch(Arc::clone(&stop));
        interrupt::before_end(end_engines);
        self.warn(&event)?;
        let live = live::Live::new(&event)?;
        let played = event.play(self.concurrency(), &stop, |event| live.tell(event));
        drop(live);
        // What was found is told before anything else that can fail.
        if self.json {
            json::write(&report::of(&event), out)?;
        } else {
            print::table(&event, out)?;
        }
        out.flush()?;
        self.end(event, played)
    }

    /// Tells of programs that are not there before anybody waits for their games.
    fn warn(&self, event: &Event) -> Result<(), Error> {
        if !event.tournament().is_over() {
            for name in event.missing().map_err(Error::Event)? {
                tell(format_args!("{name} cannot be started, as there is no such program: it will lose all its games"));
            }
        }
        Ok(())
    }

    /// The tournament that was asked for, in its folder.
    fn event(&self) -> Result<Event, Error> {
        if let Some(dir) = &self.resume {
            let event = Event::resume(dir).map_err(Error::Event)?;
            if event.left_out() > 0 {
                let games = counted(event.left_out() as u64, "game");
                tell(format_args!(
                    "left out: {games} of rounds that follow from games that are not there; they are played again"
                ));
            }
            tell_changes(event.journal());
            return Ok(event);
        }
        let settings = self.settings()?;
        let dir = self.out.clone().map_or_else(place::made, Ok)?;
        Event::create(&dir, settings).map_err(Error::Event)
    }

    fn settings(&self) -> Result<Settings, Error> {
        let roster = Roster::new(self.contestants()?);
        tell_names(&roster);
        let mut plan = Plan::new(self.form, roster.names().len(), 0);
        if self.form == Form::KnockOut && self.rounds.is_some() {
            return Err(Error::KnockOutRounds);
        }
        if self.form != Form::Gauntlet && self.challengers.is_some() {
            return Err(Error::NoGauntlet);
        }
        plan.rounds = self.rounds.unwrap_or(plan.rounds);
        (plan.games, plan.challengers) = (self.games, self.challengers.unwrap_or(1));
        plan.check().map_err(Error::Plan)?;
        plan.seed = self.start.seed().unwrap_or_else(drawn_seed);
        let variant = self.start.variant();
        let title = self.title.clone().unwrap_or_else(|| "Reversi tournament".to_owned());
        Ok(Settings {
            title,
            plan,
            players: Settings::roster(&roster),
            variant,
            time: self.time.0,
            beginnings: openings::beginnings(self.openings.as_ref(), &variant)?,
            memory: Some(self.memory << 20),
            keep: self.keep,
        })
    }

    /// Those of the arguments, and then those of the file.
    fn contestants(&self) -> Result<Vec<Contestant>, Error> {
        let mut all = self.entrants.clone();
        if let Some(path) = &self.list {
            let text = Source::File(path.clone()).text()?;
            all.extend(roster::read(&text).map_err(|cause| Error::Roster { path: path.clone(), cause })?);
        }
        Ok(all)
    }

    fn concurrency(&self) -> usize {
        let half = thread::available_parallelism().map_or(1, |count| count.get() / 2);
        self.concurrency.map_or(half.max(1), usize::from)
    }

    /// Writes what is left to write, and says where it is.
    fn end(&self, event: Event, played: Result<(), EventError>) -> Result<Verdict, Error> {
        let (dir, is_over) = (event.dir().to_owned(), event.tournament().is_over());
        let finished = event.finish();
        let ended = played.and(finished);
        if !self.json && ended.is_ok() {
            tell(format_args!("everything is in {}: open report.html there", dir.display()));
        }
        if !is_over || ended.is_err() {
            tell(format_args!("go on with: outflank tournament --resume {}", quoted(&dir)));
        }
        ended.map_err(Error::Event)?;
        Ok(interrupt::verdict())
    }
}
