//! A tournament that is held: players are asked, and games go into a folder.

use std::{collections::BTreeMap, fmt, fs, ops::ControlFlow, path::Path, sync::atomic::AtomicBool};

use super::{BadSettings, Misfit, Settings, Tournament, Venue, folder};
use crate::{
    Entrant, Shortage, UnknownEntrant,
    hall::{Finished, Hall},
    journal::{GameLine, Journal, JournalError, program},
    report::{Edition, Report},
};

/// A tournament with the folder that holds it.
pub struct Event {
    settings: Settings,
    entrants: Vec<Entrant>,
    tournament: Tournament,
    journal: Journal,
    left_out: usize,
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
    /// This machine lacks something to go on.
    Shortage(Shortage),
    /// What was asked for makes no sense.
    Settings(BadSettings),
}

impl fmt::Display for EventError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EventError::Journal(cause) => cause.fmt(f),
            EventError::File(path, cause) => write!(f, "cannot write {}: {cause}", path.display()),
            EventError::Misfit(cause) => write!(f, "{cause}; was run.json changed?"),
            EventError::Entrant(cause) => write!(f, "{cause}; the name stands in run.json"),
            EventError::Shortage(cause) => cause.fmt(f),
            EventError::Settings(cause) => write!(f, "{cause}; was run.json changed?"),
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
        let settings = settings.tidied();
        settings.check().map_err(EventError::Settings)?;
        let entrants = settings.entrants().map_err(EventError::Entrant)?;
        let journal = Journal::create(dir, &settings)?;
        let tournament = Tournament::new(settings.plan.clone());
        Event { settings, entrants, tournament, journal, left_out: 0 }.open()
    }

    /// Goes on with the tournament in a folder. All records are written anew: what ends a process, or a machine, does not wait for files.
    pub fn resume(dir: &Path) -> Result<Event, EventError> {
        let (mut journal, settings) = Journal::resume::<Settings>(dir)?;
        let settings = settings.tidied();
        settings.check().map_err(EventError::Settings)?;
        let entrants = settings.entrants().map_err(EventError::Entrant)?;
        let mut games = BTreeMap::new();
        journal.each(|game| -> Result<(), JournalError> {
            games.insert(game.number, without_thoughts(game));
            Ok(())
        })?;
        let (tournament, left_out) = replayed(&settings, games).map_err(EventError::Misfit)?;
        journal.leave_out(&left_out.iter().map(|game| game.number).collect())?;
        let event = Event { settings, entrants, tournament, journal, left_out: left_out.len() }.open()?;
        for game in &left_out {
            let _ = fs::remove_file(event.dir().join(folder::record_name(game, &event.settings)));
        }
        event.save_all()?;
        Ok(event)
    }

    /// How many games of the folder were left out when it was resumed, as the rounds before theirs were not whole.
    pub fn left_out(&self) -> usize {
        self.left_out
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

    /// Where the games are kept, and what is known of how it began.
    pub fn journal(&self) -> &Journal {
        &self.journal
    }

    /// Those whose program is not there: they will lose every game.
    pub fn missing(&self) -> Result<Vec<&str>, EventError> {
        let folder = self.journal.folder(&self.entrants)?.unwrap_or_else(|| ".".into());
        let is_missing = |entrant: &Entrant| entrant.is_started() && program(entrant, &folder).is_none();
        let all = self.entrants.iter().zip(&self.settings.players);
        Ok(all.filter(|(entrant, _)| is_missing(entrant)).map(|(_, player)| player.name.as_str()).collect())
    }

    /// What is told of it now.
    pub fn report(&self, is_live: bool) -> Report<'_> {
        let origin = self.journal.origin();
        let edition = Edition {
            version: &origin.version,
            date: &origin.date,
            is_live,
            venue: Venue::Folder,
            origin: Some(origin),
            programs: self.journal.programs(),
        };
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
        let (time, fresh) = (self.settings.time, !self.settings.keep);
        let names = self.settings.players.iter().map(|player| player.name.clone()).collect();
        let folder = self.journal.folder(&entrants)?;
        let hall = Hall { names, folder, limits, time, concurrency, fresh, ..Hall::new(&entrants) };
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
            if let ControlFlow::Break(cause) = ended.map_err(EventError::Shortage)? {
                return Err(cause);
            }
        }
    }

    /// Writes all files that follow from the games; a page that is live reads itself again.
    pub fn publish(&self, is_live: bool) -> Result<(), EventError> {
        let report = self.report(is_live);
        for (name, text) in report.files() {
            self.journal.derive(name, &text)?;
        }
        Ok(())
    }

    /// Ends it for now: all is on the disk, and in one file for other programs.
    pub fn finish(self) -> Result<(), EventError> {
        self.publish(false)?;
        self.read_me()?;
        let names: Vec<String> = self.settings.players.iter().map(|player| player.name.clone()).collect();
        self.journal.finish(&self.settings.title, &names, self.settings.time)?;
        Ok(())
    }

    /// Makes what the folder has in it from the beginning.
    fn open(self) -> Result<Event, EventError> {
        let games = self.dir().join(folder::GAMES);
        fs::create_dir_all(&games).map_err(|cause| EventError::File(games, cause))?;
        self.read_me()?;
        Ok(self)
    }

    /// What programs tell of themselves is known only when they have played, so this is written again.
    fn read_me(&self) -> Result<(), EventError> {
        let text = folder::read_me(&self.settings, self.journal.origin(), self.journal.programs());
        Ok(self.journal.derive("README.txt", &text)?)
    }

    fn take(&mut self, finished: &Finished) -> Result<(), EventError> {
        let line = self.journal.append(finished)?;
        self.save(&line)?;
        self.tournament.enter(without_thoughts(line)).map_err(EventError::Misfit)
    }

    /// Writes the record of a game, unless it is there as it should be.
    fn save(&self, game: &GameLine) -> Result<(), EventError> {
        let name = folder::record_name(game, &self.settings);
        let record = folder::record(game, &self.settings, &self.journal.origin().date);
        let is_there = fs::read(self.dir().join(&name)).is_ok_and(|bytes| bytes == record.as_bytes());
        if is_there { Ok(()) } else { Ok(self.journal.derive_soon(&name, &record)?) }
    }

    /// Writes the records of all games.
    fn save_all(&self) -> Result<(), EventError> {
        self.journal.each(|line| self.save(&line))
    }
}

/// What players thought is in the folder, and nothing else here needs it. It may be most of a line.
fn without_thoughts(line: GameLine) -> GameLine {
    GameLine { thoughts: Vec::new(), ..line }
}

/// The tournament of which these games were played, and those that have to be played again: where a game was taken out of the file, the
/// rounds that followed from it are not known, and those that come of it may be others.
fn replayed(settings: &Settings, games: BTreeMap<u32, GameLine>) -> Result<(Tournament, Vec<GameLine>), Misfit> {
    let mut tournament = Tournament::new(settings.plan.clone());
    let (mut left_out, setting) = (Vec::new(), settings.setting());
    for (number, game) in games {
        match tournament.due_numbered(number) {
            None if number < tournament.total() => left_out.push(game),
            Some(due) if setting.fixture(&due).fits(&game) => tournament.enter(game)?,
            _ => return Err(Misfit { number }),
        }
    }
    Ok((tournament, left_out))
}
