//! Runs the full-screen game: translates the arguments, and saves games for it.

use std::{error, fmt, io::Write, iter, path::Path};

use crate::play::{Options, Session, Store};
use crate::screen::{Host, Palette, Plan, ScreenOptions, ScreenResult, ScreenTheme, Start, StartMode, StartedGame};
use outflank_arena::{Seat, Sides, TimeSource};
use outflank_engine::Settings;
use outflank_rules::{FirstMover, notation::Symbols};

use super::{Args, quiet::write_table, saving};
use crate::{
    CommandStatus,
    error::Error,
    interrupt::{self, INTERRUPTED},
    print_message, terminal,
};

impl Args {
    /// Whether the game uses the full screen. `--symbols` and `--layout` need the console.
    pub(super) fn fills_screen(&self) -> bool {
        let is_printed = self.plain || self.layout.is_some() || self.symbols != Symbols::default();
        !is_printed && terminal::is_whole()
    }

    fn look(&self) -> ScreenTheme {
        let palette = match (terminal::has_color(), terminal::has_all_colors()) {
            (false, _) => Palette::None,
            (true, false) => Palette::Indexed,
            (true, true) => Palette::Full,
        };
        ScreenTheme { palette, is_ascii: self.ascii || !terminal::is_unicode(), notation: self.notation }
    }

    /// The plan for the arguments, or the defaults of the new-game dialog.
    fn plan(&self, settings: Settings) -> Result<Plan, Error> {
        let usual = || Sides { black: Seat::Human, white: Seat::usual_opponent() };
        let seats = self.seats().unwrap_or_else(usual);
        // As in the menu of the console, the first mover is random by default.
        let is_chosen = self.seats().is_none() && self.input.is_empty();
        let variant = self.variant(is_chosen.then_some(FirstMover::Drawn));
        let seed = self.seed(&seats, &variant);
        let start =
            if self.input.is_empty() { Start::Variant(variant) } else { Start::Game(self.game(&variant, seed)?) };
        Ok(Plan { start, seats, time: self.time, games: self.games.into(), seed, settings })
    }
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<CommandStatus, Error> {
    interrupt::stop_flag();
    let settings = args.engine.settings()?;
    let mut host = ScreenHost { store: args.store(), unfinished: None, settings: settings.clone() };
    let begin = begin(args, &mut host)?;
    let plan = match &begin {
        StartMode::Resume(session) => Plan::after(session, settings),
        StartMode::Choose | StartMode::Play => args.plan(settings)?,
    };
    let (look, clock) = (args.look(), TimeSource::real());
    let setting = ScreenOptions { plan, begin, look, is_watched: args.watch, speed: args.speed, clock };
    let outcome = crate::screen::play(setting, Box::new(host), interrupt::came).map_err(Error::Output)?;
    report(args, &outcome, out)
}

fn begin(args: &Args, host: &mut ScreenHost) -> Result<StartMode, Error> {
    if args.resume {
        let (slot, saved) = args.unfinished_game()?;
        return Ok(StartMode::Resume(Box::new(Session::resume(saved, host.settings.clone()).saved_in(slot))));
    }
    if args.seats().is_some() {
        return Ok(StartMode::Play);
    }
    // An unreadable saved game must not block a new one. `--resume` reports it.
    host.unfinished = args.store().and_then(|store| store.unfinished().ok().flatten()).map(|saved| saved.describe());
    Ok(StartMode::Choose)
}

/// Prints the results after the screen is closed.
fn report(args: &Args, outcome: &ScreenResult, out: &mut dyn Write) -> Result<CommandStatus, Error> {
    let written = write_results(args, outcome, out);
    if outcome.is_kept {
        print_message(format_args!("The game is saved; resume it with outflank play --resume"));
    }
    if outcome.is_interrupted {
        return Ok(CommandStatus::Failed(INTERRUPTED));
    }
    written.map(|()| CommandStatus::Fine)
}

fn write_results(args: &Args, outcome: &ScreenResult, out: &mut dyn Write) -> Result<(), Error> {
    if let Some(result) = outcome.result {
        writeln!(out, "The game is over: {result}")?;
    }
    if args.games > 1 && outcome.tally.games() > 0 {
        writeln!(out)?;
        write_table(&[outcome.seats.black.title(), outcome.seats.white.title()], &outcome.tally, out)?;
    }
    Ok(out.flush()?)
}

/// Saves games in the store and writes them to files.
struct ScreenHost {
    store: Option<Store>,
    /// A description of the unfinished game that the dialog offers.
    unfinished: Option<String>,
    settings: Settings,
}

impl Host for ScreenHost {
    fn begin(&mut self, options: Options) -> StartedGame {
        let session = Session::new(options);
        match self.store.as_ref().map(Store::begin) {
            None => StartedGame { session, notice: None },
            Some(Ok(slot)) => StartedGame { session: session.saved_in(slot), notice: None },
            Some(Err(error)) => StartedGame { session, notice: Some(format!("the game is not saved: {error}")) },
        }
    }

    fn keeps_games(&self) -> bool {
        self.store.is_some()
    }

    fn unfinished(&self) -> Option<String> {
        self.unfinished.clone()
    }

    fn resume(&mut self) -> Option<Session> {
        self.unfinished = None;
        let (slot, saved) = self.store.as_ref()?.resume().ok()??;
        Some(Session::resume(saved, self.settings.clone()).saved_in(slot))
    }

    fn free_name(&self) -> String {
        let names = (2..).map(|number: u64| format!("game-{number}.sgf"));
        let mut names = iter::once("game.sgf".to_owned()).chain(names);
        names.find(|name| !Path::new(name).exists()).unwrap_or_default()
    }

    fn save(&mut self, session: &Session, path: &Path) -> Result<(), Box<dyn error::Error>> {
        saving::save(session, path).map_err(|error| Complaint(saving::complaint(&error)).into())
    }
}

/// The reason why a game could not be saved, as text.
#[derive(Debug)]
struct Complaint(String);

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl error::Error for Complaint {}
