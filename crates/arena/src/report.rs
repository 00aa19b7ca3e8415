//! Reports of a tournament: one self-contained HTML page, and CSV tables.
//!
//! The page has no scripts, loads nothing from the network, follows the light or dark theme, and
//! can be printed. Everything from outside, above all names and program output, is escaped
//! (`markup::Text`).

pub mod csv;
mod games;
mod markup;
mod page;
mod plot;
mod results;
mod setup;
mod summary;
#[cfg(test)]
mod tests;

use std::{sync::OnceLock, time::Duration};

use crate::{
    journal::{GameLine, Identity, RunProvenance, log_name},
    rating::{Group, Ratings},
    schedule::TieBreak,
    stat::{Elo, Interval},
    tournament::{CrossTable, StandingsRow, Tournament, TournamentSettings, Venue, record, record_name},
};

/// When and by what the games were played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Edition<'a> {
    /// The version of the program that started the run.
    pub version: &'a str,
    /// The date of the start.
    pub date: &'a str,
    /// True while games are being played: the page then reloads itself.
    pub is_live: bool,
    /// Where the games were played.
    pub venue: Venue,
    /// More about the start of the run.
    pub origin: Option<&'a RunProvenance>,
    /// What is known of the players, in order.
    pub programs: &'a [Identity],
}

/// The data of a report, computed once.
pub struct TournamentReport<'a> {
    settings: &'a TournamentSettings,
    edition: Edition<'a>,
    tournament: &'a Tournament,
    tie_breaks: Vec<TieBreak>,
    table: Vec<StandingsRow>,
    cross: CrossTable,
    /// Computed on demand: it takes long, and not every file needs it.
    ratings: OnceLock<Ratings>,
}

impl<'a> TournamentReport<'a> {
    /// A report of the games played so far.
    pub fn new(
        settings: &'a TournamentSettings,
        tournament: &'a Tournament,
        edition: Edition<'a>,
    ) -> TournamentReport<'a> {
        let tie_breaks = settings.tie_breaks();
        let table = tournament.table(&tie_breaks);
        TournamentReport {
            settings,
            edition,
            tournament,
            tie_breaks,
            table,
            cross: tournament.cross_table(),
            ratings: OnceLock::new(),
        }
    }

    /// The standings, best first.
    pub fn table(&self) -> &[StandingsRow] {
        &self.table
    }

    /// Groups of comparable players with their ratings.
    pub fn rating_groups(&self) -> &[Group] {
        self.ratings.get_or_init(|| self.tournament.ratings()).groups()
    }

    /// The crosstable.
    pub fn cross_table(&self) -> &CrossTable {
        &self.cross
    }

    /// The tie-breaks in order.
    pub fn tie_breaks(&self) -> &[TieBreak] {
        &self.tie_breaks
    }

    /// The rating of an entrant, if it can be compared with most of the others. A table implies one
    /// scale for all, which other groups do not share.
    pub fn rating(&self, entrant: usize) -> Option<Interval<Elo>> {
        let largest = self.rating_groups().first().filter(|group| 2 * group.ratings.len() > self.table.len())?;
        let mut rated = largest.ratings.iter().filter(|_| largest.ratings.len() > 1);
        rated.find(|rating| rating.player == entrant).map(|rating| rating.elo)
    }

    /// The HTML page.
    pub fn html(&self) -> String {
        page::page(self)
    }

    /// The file names of the page and the tables.
    pub const FILES: [&'static str; 5] = ["report.html", "standings.csv", "crosstable.csv", "games.csv", "ratings.csv"];

    /// The contents of one of these files.
    pub fn file(&self, name: &str) -> Option<String> {
        match name {
            "report.html" => Some(self.html()),
            "standings.csv" => Some(csv::standings(self)),
            "crosstable.csv" => Some(csv::cross_table(self)),
            "games.csv" => Some(csv::games(self)),
            "ratings.csv" => Some(csv::ratings(self)),
            _ => None,
        }
    }

    /// All files with their names.
    pub fn files(&self) -> impl Iterator<Item = (&'static str, String)> {
        TournamentReport::FILES.into_iter().filter_map(|name| Some((name, self.file(name)?)))
    }

    /// The path of a game's record, relative to the page.
    pub fn record_name(&self, game: &GameLine) -> String {
        record_name(game, self.settings)
    }

    /// The record of a game, or the reason why it cannot be written.
    pub fn record(&self, game: &GameLine) -> String {
        record(game, self.settings, self.edition.date)
    }

    /// The name and contents of the file with all records.
    pub fn records(&self) -> (String, String) {
        let all = self.tournament.games().map(|game| self.record(game)).collect();
        (format!("games.{}", self.settings.record_format().extension()), all)
    }

    fn name(&self, entrant: usize) -> &str {
        self.settings.players.get(entrant).map_or("", |player| &player.name)
    }

    /// The path of the log of a game that ended by a foul.
    fn log(&self, game: &GameLine) -> Option<String> {
        game.foul.as_ref().filter(|_| self.edition.venue == Venue::Folder).map(|_| log_name(game.number))
    }
}

/// A time for HTML, with at most three digits.
fn spoken(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        _ if seconds < 0.000_000_5 => "&lt;1 µs".to_owned(),
        _ if seconds < 0.000_999_5 => format!("{:.0} µs", 1e6 * seconds),
        _ if seconds < 0.009_95 => format!("{:.1} ms", 1e3 * seconds),
        _ if seconds < 0.999_5 => format!("{:.0} ms", 1e3 * seconds),
        _ if seconds < 10.0 => format!("{seconds:.1} s"),
        _ if seconds < 120.0 => format!("{seconds:.0} s"),
        _ if seconds < 7200.0 => format!("{:.0} min", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
}
