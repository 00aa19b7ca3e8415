//! A tournament run: plays the games and stores them in a folder.

use std::{collections::BTreeMap, fs, ops::ControlFlow, path::Path, sync::atomic::AtomicBool};

use outflank_rules::record::write;

use super::{RosterEntry, RunMismatch, Tournament, TournamentSettings, TournamentSettingsError, Venue};
use crate::{
    OutOfResources, ParsePlayerError, PlayerSpec,
    journal::{GameLine, Identity, Journal, JournalError, RunProvenance, program},
    report::{Edition, TournamentReport},
    roster::plain,
    runner::{Finished, GameRunner},
};

/// A tournament with its folder.
pub struct TournamentRun {
    settings: TournamentSettings,
    entrants: Vec<PlayerSpec>,
    tournament: Tournament,
    journal: Journal,
    left_out: usize,
}

/// Why a tournament cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum TournamentRunError {
    /// Its folder cannot be used.
    #[error("{0}")]
    Journal(JournalError),
    /// A file of the folder cannot be written.
    #[error("cannot write {path}: {cause}", path = .0.display(), cause = .1)]
    File(std::path::PathBuf, std::io::Error),
    /// Its folder has games of another tournament.
    #[error("{0}; was run.json changed?")]
    RunMismatch(RunMismatch),
    /// Its folder names an unknown player.
    #[error("{0}; the name stands in run.json")]
    Player(ParsePlayerError),
    /// This machine ran out of a resource.
    #[error("{0}")]
    OutOfResources(OutOfResources),
    /// The settings are invalid.
    #[error("{0}; was run.json changed?")]
    Settings(TournamentSettingsError),
}

impl From<JournalError> for TournamentRunError {
    fn from(cause: JournalError) -> TournamentRunError {
        TournamentRunError::Journal(cause)
    }
}

impl TournamentRun {
    /// Starts a tournament in an empty or new folder.
    pub fn create(dir: &Path, settings: TournamentSettings) -> Result<TournamentRun, TournamentRunError> {
        let settings = settings.tidied();
        settings.check().map_err(TournamentRunError::Settings)?;
        let entrants = settings.entrants().map_err(TournamentRunError::Player)?;
        let journal = Journal::create(dir, &settings)?;
        let tournament = Tournament::new(settings.plan.clone());
        TournamentRun { settings, entrants, tournament, journal, left_out: 0 }.open()
    }

    /// Resumes the tournament in a folder. Writes all records again, because the earlier process
    /// may have ended before it wrote them.
    pub fn resume(dir: &Path) -> Result<TournamentRun, TournamentRunError> {
        let (mut journal, settings) = Journal::resume::<TournamentSettings>(dir)?;
        let settings = settings.tidied();
        settings.check().map_err(TournamentRunError::Settings)?;
        let entrants = settings.entrants().map_err(TournamentRunError::Player)?;
        let mut games = BTreeMap::new();
        journal.each(|game| -> Result<(), JournalError> {
            games.insert(game.number, without_thoughts(game));
            Ok(())
        })?;
        let (tournament, left_out) = replayed(&settings, games).map_err(TournamentRunError::RunMismatch)?;
        journal.leave_out(&left_out.iter().map(|game| game.number).collect())?;
        let event = TournamentRun { settings, entrants, tournament, journal, left_out: left_out.len() }.open()?;
        for game in &left_out {
            let _ = fs::remove_file(event.dir().join(record_name(game, &event.settings)));
        }
        event.save_all()?;
        Ok(event)
    }

    /// Games of the folder that were dropped on resume, because earlier rounds were incomplete.
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// The settings.
    pub fn settings(&self) -> &TournamentSettings {
        &self.settings
    }

    /// The tournament.
    pub fn tournament(&self) -> &Tournament {
        &self.tournament
    }

    /// The folder.
    pub fn dir(&self) -> &Path {
        self.journal.dir()
    }

    /// The journal with the games and the provenance.
    pub fn journal(&self) -> &Journal {
        &self.journal
    }

    /// Players whose program is missing: they will lose every game.
    pub fn missing(&self) -> Result<Vec<&str>, TournamentRunError> {
        let folder = self.journal.folder(&self.entrants)?.unwrap_or_else(|| ".".into());
        let is_missing = |entrant: &PlayerSpec| entrant.is_started() && program(entrant, &folder).is_none();
        let all = self.entrants.iter().zip(&self.settings.players);
        Ok(all.filter(|(entrant, _)| is_missing(entrant)).map(|(_, player)| player.name.as_str()).collect())
    }

    /// A report of the games so far.
    pub fn report(&self, is_live: bool) -> TournamentReport<'_> {
        let origin = self.journal.origin();
        let edition = Edition {
            version: &origin.version,
            date: &origin.date,
            is_live,
            venue: Venue::Folder,
            origin: Some(origin),
            programs: self.journal.programs(),
        };
        TournamentReport::new(&self.settings, &self.tournament, edition)
    }

    /// Plays the remaining games, `concurrency` at a time, until the flag is set. Calls `report`
    /// after each game is stored.
    pub fn play(
        &mut self,
        concurrency: usize,
        stop: &AtomicBool,
        mut report: impl FnMut(&TournamentRun),
    ) -> Result<(), TournamentRunError> {
        let setting = self.settings.setting();
        let entrants = self.entrants.clone();
        let limits = self.settings.limits();
        let (time, fresh) = (self.settings.time, !self.settings.keep);
        let names = self.settings.players.iter().map(|player| player.name.clone()).collect();
        let folder = self.journal.folder(&entrants)?;
        let runner = GameRunner { names, folder, limits, time, concurrency, fresh, ..GameRunner::new(&entrants) };
        loop {
            let pending = self.tournament.pending();
            if pending.is_empty() || stop.load(std::sync::atomic::Ordering::SeqCst) {
                return Ok(());
            }
            let fixtures = pending.iter().map(|pending| setting.fixture(pending));
            let ended = runner.play(fixtures, stop, |finished| match self.take(&finished) {
                Ok(()) => {
                    report(self);
                    ControlFlow::Continue(())
                }
                Err(cause) => ControlFlow::Break(cause),
            });
            if let ControlFlow::Break(cause) = ended.map_err(TournamentRunError::OutOfResources)? {
                return Err(cause);
            }
        }
    }

    /// Writes all files that derive from the games; a live page reloads itself.
    pub fn publish(&self, is_live: bool) -> Result<(), TournamentRunError> {
        let report = self.report(is_live);
        for (name, text) in report.files() {
            self.journal.derive(name, &text)?;
        }
        Ok(())
    }

    /// Ends the run: syncs everything and writes all games to one file for other programs.
    pub fn finish(self) -> Result<(), TournamentRunError> {
        self.publish(false)?;
        self.read_me()?;
        let names: Vec<String> = self.settings.players.iter().map(|player| player.name.clone()).collect();
        self.journal.finish(&self.settings.title, &names, self.settings.time)?;
        Ok(())
    }

    /// Creates the fixed contents of the folder.
    fn open(self) -> Result<TournamentRun, TournamentRunError> {
        let games = self.dir().join(GAMES);
        fs::create_dir_all(&games).map_err(|cause| TournamentRunError::File(games, cause))?;
        self.read_me()?;
        Ok(self)
    }

    /// Written again at the end, because programs identify themselves only when they play.
    fn read_me(&self) -> Result<(), TournamentRunError> {
        let text = read_me(&self.settings, self.journal.origin(), self.journal.programs());
        Ok(self.journal.derive("README.txt", &text)?)
    }

    fn take(&mut self, finished: &Finished) -> Result<(), TournamentRunError> {
        let line = self.journal.append(finished)?;
        self.save(&line)?;
        self.tournament.enter(without_thoughts(line)).map_err(TournamentRunError::RunMismatch)
    }

    /// Writes the record of a game, unless it is already there.
    fn save(&self, game: &GameLine) -> Result<(), TournamentRunError> {
        let name = record_name(game, &self.settings);
        let record = record(game, &self.settings, &self.journal.origin().date);
        let is_there = fs::read(self.dir().join(&name)).is_ok_and(|bytes| bytes == record.as_bytes());
        if is_there { Ok(()) } else { Ok(self.journal.derive_soon(&name, &record)?) }
    }

    /// Writes the records of all games.
    fn save_all(&self) -> Result<(), TournamentRunError> {
        self.journal.each(|line| self.save(&line))
    }
}

/// Drops the players' analysis: it stays in the folder, nothing here needs it, and it may be most
/// of a line.
fn without_thoughts(line: GameLine) -> GameLine {
    GameLine { thoughts: Vec::new(), ..line }
}

/// The tournament with these games, and the games that must be played again: if a game was removed
/// from the file, the rounds that depend on it may change.
fn replayed(
    settings: &TournamentSettings,
    games: BTreeMap<u32, GameLine>,
) -> Result<(Tournament, Vec<GameLine>), RunMismatch> {
    let mut tournament = Tournament::new(settings.plan.clone());
    let (mut left_out, setting) = (Vec::new(), settings.setting());
    for (number, game) in games {
        match tournament.due_numbered(number) {
            None if number < tournament.total() => left_out.push(game),
            Some(pending) if setting.fixture(&pending).fits(&game) => tournament.enter(game)?,
            _ => return Err(RunMismatch { number }),
        }
    }
    Ok((tournament, left_out))
}

/// The folder of the records.
pub(super) const GAMES: &str = "games";

/// The path of a game's record: `games/0007-ann-bob.ggf`, Black first. Names are reduced to
/// characters that all file systems and links accept; the number makes it unique.
pub(crate) fn record_name(game: &GameLine, settings: &TournamentSettings) -> String {
    let name = |entrant: usize| plain(settings.players.get(entrant).map_or("", |player| &player.name));
    let number = u64::from(game.number) + 1;
    format!("{GAMES}/{number:04}-{}-{}.{}", name(game.black), name(game.white), settings.record_format().extension())
}

/// The record of a game as a file, or the reason why it cannot be written.
pub(crate) fn record(game: &GameLine, settings: &TournamentSettings, date: &str) -> String {
    let name = |entrant: usize| settings.players.get(entrant).map_or("", |player| &player.name);
    let record = game.record(&settings.title, name(game.black), name(game.white), settings.time).map(|mut record| {
        date.clone_into(&mut record.date);
        record
    });
    match record.map(|record| write(settings.record_format(), &record)) {
        Ok(Ok(text)) => text,
        Ok(Err(cause)) => cause.to_string(),
        Err(cause) => cause.to_string(),
    }
}

/// The README of the folder.
pub(super) fn read_me(settings: &TournamentSettings, origin: &RunProvenance, programs: &[Identity]) -> String {
    let facts = settings.facts(Venue::Folder).into_iter().chain(origin.facts());
    let facts: String = facts.map(|(words, value)| format!("  {words}: {value}\n")).collect();
    let bots: String =
        settings.players.iter().enumerate().map(|(number, player)| bot(player, programs.get(number))).collect();
    let ending = settings.record_format().extension();
    format!(
        "{title}\n\n{facts}\n{bots}\n\
         report.html     the whole tournament on one page: open it in a browser\n\
         standings.csv   the standings with fouls and times, for a spreadsheet\n\
         crosstable.csv  points of each player against each other\n\
         ratings.csv     ratings with 95 % intervals\n\
         games.csv       one line per game: players, result, all moves\n\
         games/          a record of each game ({ending}), for any Reversi program\n\
         games.{ending}       all of them in one file\n\
         logs/           all messages of each game that ended by a foul, at most 128 KiB per bot\n\
         run.json        settings, seed and versions; names of the bots and checksums of their files\n\
         games.jsonl     the games as Outflank stores them; all other files are made from these two\n\n\
         View a game:              outflank show games/0001-....{ending}\n\
         Resume, or write all files again:  outflank tournament --resume FOLDER\n",
        title = settings.title,
    )
}

/// A player with what is known about its program.
fn bot(player: &RosterEntry, identity: Option<&Identity>) -> String {
    let lines = identity.map(Identity::lines).unwrap_or_default();
    let lines: String = lines.iter().map(|line| format!("      {line}\n")).collect();
    format!("  {}: {}\n{lines}", player.name, player.entrant)
}
