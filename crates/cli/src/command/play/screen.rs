//! The full-screen game: what the arguments mean for it, and what it needs of this program.

use std::{error, fmt, io::Write, iter, path::Path};

use outflank_engine::Settings;
use outflank_play::{Options, Seat, Session, Sides, Store, TimeSource};
use outflank_rules::notation::Symbols;
use outflank_screen::{Begin, Begun, Host, Look, Outcome, Palette, Plan, Setting, Start};

use super::{Args, quiet::write_table, saving, setup::usual_level};
use crate::{
    Verdict,
    error::Error,
    interrupt::{self, INTERRUPTED},
    tell, terminal,
};

impl Args {
    /// Is the game to fill the screen? Who chooses signs or layouts wants them printed.
    pub(super) fn fills_screen(&self) -> bool {
        let is_printed = self.plain || self.layout.is_some() || self.symbols != Symbols::default();
        !is_printed && terminal::is_whole()
    }

    fn look(&self) -> Look {
        let palette = match (terminal::has_color(), terminal::has_all_colors()) {
            (false, _) => Palette::None,
            (true, false) => Palette::Indexed,
            (true, true) => Palette::Full,
        };
        Look { palette, is_ascii: self.ascii || !terminal::is_unicode(), notation: self.notation }
    }

    /// The games that were asked for, or what their choice begins with.
    fn plan(&self, settings: Settings) -> Result<Plan, Error> {
        let usual = || Sides { black: Seat::Human, white: Seat::Level(usual_level()) };
        let seats = self.seats().unwrap_or_else(usual);
        let variant = self.variant(None);
        let seed = self.seed(&seats, &variant);
        let start = match self.from {
            None => Start::Variant(variant),
            Some(_) => Start::Game(self.game(&variant, seed)?),
        };
        Ok(Plan { start, seats, time: self.time, games: self.games, seed, settings })
    }
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Verdict, Error> {
    interrupt::before_end(outflank_screen::give_terminal_back);
    interrupt::watch(std::sync::Arc::default());
    let settings = args.engine.settings()?;
    let mut desk = Desk { store: args.store(), left: None, settings: settings.clone() };
    let begin = begin(args, &mut desk)?;
    let plan = match &begin {
        Begin::Resume(session) => Plan::after(session, settings),
        Begin::Choose | Begin::Play => args.plan(settings)?,
    };
    let (look, clock) = (args.look(), TimeSource::real());
    let setting = Setting { plan, begin, look, is_watched: args.watch, speed: args.speed, clock };
    let outcome = outflank_screen::play(setting, Box::new(desk), interrupt::came).map_err(Error::Output)?;
    report(args, &outcome, out)
}

fn begin(args: &Args, desk: &mut Desk) -> Result<Begin, Error> {
    if args.resume {
        let (slot, saved) = args.left_game()?;
        return Ok(Begin::Resume(Box::new(Session::resume(saved, desk.settings.clone()).saved_in(slot))));
    }
    if args.seats().is_some() {
        return Ok(Begin::Play);
    }
    // A game that cannot be read must not keep anybody from a new one; --resume says what is wrong with it.
    desk.left = args.store().and_then(|store| store.left().ok().flatten()).map(|saved| saved.describe());
    Ok(Begin::Choose)
}

/// What is left to read when the screen is gone. Where the terminal is gone with it nobody reads, and that is no failure.
fn report(args: &Args, outcome: &Outcome, out: &mut dyn Write) -> Result<Verdict, Error> {
    let written = write_results(args, outcome, out);
    if outcome.is_kept {
        tell(format_args!("The game is saved: outflank play --resume goes on with it"));
    }
    if outcome.is_interrupted {
        return Ok(Verdict::Failed(INTERRUPTED));
    }
    written.map(|()| Verdict::Fine)
}

fn write_results(args: &Args, outcome: &Outcome, out: &mut dyn Write) -> Result<(), Error> {
    if let Some(result) = outcome.result {
        writeln!(out, "The game is over: {result}")?;
    }
    if args.games > 1 && outcome.tally.games() > 0 {
        writeln!(out)?;
        write_table([&outcome.seats.black, &outcome.seats.white], &outcome.tally, out)?;
    }
    Ok(out.flush()?)
}

/// Keeps games in the store and writes them to files.
struct Desk {
    store: Option<Store>,
    /// The game that is offered, in words. It is nobody's until it is taken up.
    left: Option<String>,
    settings: Settings,
}

impl Host for Desk {
    fn begin(&mut self, options: Options) -> Begun {
        let session = Session::new(options);
        match self.store.as_ref().map(Store::begin) {
            None => Begun { session, notice: None },
            Some(Ok(slot)) => Begun { session: session.saved_in(slot), notice: None },
            Some(Err(error)) => Begun { session, notice: Some(format!("the game is not saved: {error}")) },
        }
    }

    fn keeps_games(&self) -> bool {
        self.store.is_some()
    }

    fn left(&self) -> Option<String> {
        self.left.clone()
    }

    fn resume(&mut self) -> Option<Session> {
        self.left = None;
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

/// Why a game could not be written.
#[derive(Debug)]
struct Complaint(String);

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl error::Error for Complaint {}
