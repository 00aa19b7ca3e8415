//! A tournament that is held: players are asked, and games go into a folder.

use std::{fmt, fs, ops::ControlFlow, path::Path, sync::atomic::AtomicBool};

use super::{Misfit, Settings, Tournament, folder};
use crate::{
    Entrant, UnknownEntrant,
    hall::{Finished, Hall},
    journal::{GameLine, Journal, JournalError},
    report::{Edition, Report},
};

/// A tournament with the folder that holds it.
pub struct Event {
    settings: Settings,
    entrants: Vec<Entrant>,
    tournament: Tournament,
    journal: Journal,
}

/// Why a tournament cannot be held.
#[derive(Debug)]
pub enum EventError {
    /// Its folder cannot be used.
    Journal(JournalError),
    /// A file of the folder cannot be written.
    File(std::path::PathBuf, std::io::Error),
    /// Its folder has games of another tournament.
    Misfit(Misfit),
    /// Its folder names somebody who is not known here.
    Entrant(UnknownEntrant),
}

impl fmt::Display for EventError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EventError::Journal(cause) => cause.fmt(f),
            EventError::File(path, cause) => write!(f, "cannot write {}: {cause}", path.display()),
            EventError::Misfit(cause) => write!(f, "{cause}; was run.json changed?"),
            EventError::Entrant(cause) => write!(f, "{cause}; the name stands in run.json"),
        }
    }
}

impl std::error::Error for EventError {}

impl From<JournalError> for EventError {
    fn from(cause: JournalError) -> EventError {
        EventError::Journal(cause)
    }
}

impl Event {
    /// Begins a tournament in a folder that is empty or not there yet.
    pub fn create(dir: &Path, settings: Settings) -> Result<Event, EventError> {
        let entrants = settings.entrants().map_err(EventError::Entrant)?;
        let journal = Journal::create(dir, &settings)?;
        let tournament = Tournament::new(settings.plan.clone());
        Event { settings, entrants, tournament, journal }.open()
    }

    /// Goes on with the tournament in a folder.
    pub fn resume(dir: &Path) -> Result<Event, EventError> {
        let (journal, settings, games) = Journal::resume::<Settings>(dir)?;
        let entrants = settings.entrants().map_err(EventError::Entrant)?;
        let tournament = Tournament::resumed(settings.plan.clone(), games).map_err(EventError::Misfit)?;
        let event = Event { settings, entrants, tournament, journal }.open()?;
        // A game may have been kept and its record not: what ends a process does not wait for files.
        event
            .tournament
            .games()
            .filter(|game| !event.record_path(game).exists())
            .try_for_each(|game| event.save(game))?;
        Ok(event)
    }

    /// What was asked for.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// What was played.
    pub fn tournament(&self) -> &Tournament {
        &self.tournament
    }

    /// The folder.
    pub fn dir(&self) -> &Path {
        self.journal.dir()
    }

    /// The version of the program that began it. Another one may play other games.
    pub fn version(&self) -> &str {
        self.journal.version()
    }

    /// What is told of it now.
    pub fn report(&self, is_live: bool) -> Report<'_> {
        let edition = Edition { version: self.journal.version(), date: self.journal.date(), is_live };
        Report::new(&self.settings, &self.tournament, edition)
    }

    /// Plays what is left, so many games at a time, until the flag is set. Each game is in the folder when `told` hears of it.
    pub fn play(
        &mut self,
        concurrency: usize,
        stop: &AtomicBool,
        mut told: impl FnMut(&Event),
    ) -> Result<(), EventError> {
        let setting = self.settings.setting();
        let entrants = self.entrants.clone();
        let limits = self.settings.limits();
        let hall =
            Hall { entrants: &entrants, limits, time: self.settings.time, concurrency, fresh: !self.settings.keep };
        loop {
            let due = self.tournament.due();
            if due.is_empty() || stop.load(std::sync::atomic::Ordering::SeqCst) {
                return Ok(());
            }
            let fixtures = due.iter().map(|due| setting.fixture(due));
            let ended = hall.play(fixtures, stop, |finished| match self.take(&finished) {
                Ok(()) => {
                    told(self);
                    ControlFlow::Continue(())
                }
                Err(cause) => ControlFlow::Break(cause),
            });
            if let ControlFlow::Break(cause) = ended {
                return Err(cause);
            }
        }
    }

    /// Writes all files that follow from the games; a page that is live reads itself again.
    pub fn publish(&self, is_live: bool) -> Result<(), EventError> {
        let report = self.report(is_live);
        for (name, text) in folder::files(&report) {
            self.journal.derive(name, &text)?;
        }
        Ok(())
    }

    /// Ends it for now: all is on the disk, and in one file for other programs.
    pub fn finish(self) -> Result<(), EventError> {
        self.publish(false)?;
        let names: Vec<String> = self.settings.players.iter().map(|player| player.name.clone()).collect();
        self.journal.finish(&self.settings.title, &names, self.settings.time)?;
        Ok(())
    }

    /// Makes what the folder has in it from the beginning.
    fn open(self) -> Result<Event, EventError> {
        let games = self.dir().join(folder::GAMES);
        fs::create_dir_all(&games).map_err(|cause| EventError::File(games, cause))?;
        self.journal.derive("README.txt", &folder::read_me(&self.settings))?;
        Ok(self)
    }

    fn take(&mut self, finished: &Finished) -> Result<(), EventError> {
        let line = self.journal.append(finished)?;
        self.save(&line)?;
        self.tournament.enter(line).map_err(EventError::Misfit)
    }

    fn record_path(&self, game: &GameLine) -> std::path::PathBuf {
        self.dir().join(folder::record_name(game, &self.settings))
    }

    /// Writes the record of a game.
    fn save(&self, game: &GameLine) -> Result<(), EventError> {
        let path = self.record_path(game);
        let record = folder::record(game, &self.settings, self.journal.date());
        fs::write(&path, record).map_err(|cause| EventError::File(path, cause))
    }
}
