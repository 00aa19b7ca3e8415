//! A tournament on paper: one page that needs nothing else, and tables for spreadsheets.
//!
//! The page has no scripts, takes nothing from the network, follows the reader's light or dark theme, and can be printed. Everything on it that comes from
//! outside, names and what programs wrote above all, is escaped (`markup::Text`): a bot's name is what its author likes.

mod bracket;
mod cross;
pub mod csv;
mod fouls;
mod games;
mod markup;
mod page;
mod plot;
mod ratings;
mod setup;
mod standings;
mod summary;
#[cfg(test)]
mod tests;
mod times;

use std::{sync::OnceLock, time::Duration};

use crate::{
    journal::{GameLine, Identity, Origin, log_name},
    rating::{Group, Ratings},
    schedule::TieBreak,
    stat::Elo,
    stat::Interval,
    tournament::{CrossTable, Place, Settings, Tournament, Venue, record, record_name},
};

/// When and by what the games were played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Edition<'a> {
    /// The version of the program that began.
    pub version: &'a str,
    /// The day on which it began.
    pub date: &'a str,
    /// Whether more will come: such a page reads itself again.
    pub is_live: bool,
    /// Where they were played.
    pub venue: Venue,
    /// What else is known of how it began.
    pub origin: Option<&'a Origin>,
    /// What is known of those who take part, in order.
    pub programs: &'a [Identity],
}

/// What is told: all that follows from the games, computed once.
pub struct Report<'a> {
    settings: &'a Settings,
    edition: Edition<'a>,
    tournament: &'a Tournament,
    tie_breaks: Vec<TieBreak>,
    table: Vec<Place>,
    cross: CrossTable,
    /// They take long, and not every file has them.
    ratings: OnceLock<Ratings>,
}

impl<'a> Report<'a> {
    /// The report on a tournament as far as it was played.
    pub fn new(settings: &'a Settings, tournament: &'a Tournament, edition: Edition<'a>) -> Report<'a> {
        let tie_breaks = settings.tie_breaks();
        let table = tournament.table(&tie_breaks);
        Report {
            settings,
            edition,
            tournament,
            tie_breaks,
            table,
            cross: tournament.cross_table(),
            ratings: OnceLock::new(),
        }
    }

    /// The table, best first.
    pub fn table(&self) -> &[Place] {
        &self.table
    }

    /// Those who can be compared, with their ratings.
    pub fn rating_groups(&self) -> &[Group] {
        self.ratings.get_or_init(|| self.tournament.ratings()).groups()
    }

    /// Who made how many points against whom.
    pub fn cross_table(&self) -> &CrossTable {
        &self.cross
    }

    /// The tie-breaks of the table, in their order.
    pub fn tie_breaks(&self) -> &[TieBreak] {
        &self.tie_breaks
    }

    /// The rating of one of the entrants, if it can be compared with most of the others. In a table all ratings are taken to be on one
    /// scale, which those of other groups are not.
    pub fn rating(&self, entrant: usize) -> Option<Interval<Elo>> {
        let largest = self.rating_groups().first().filter(|group| 2 * group.ratings.len() > self.table.len())?;
        let mut rated = largest.ratings.iter().filter(|_| largest.ratings.len() > 1);
        rated.find(|rating| rating.player == entrant).map(|rating| rating.elo)
    }

    /// The page.
    pub fn html(&self) -> String {
        page::page(self)
    }

    /// The names of the page and the tables.
    pub const FILES: [&'static str; 5] = ["report.html", "standings.csv", "crosstable.csv", "games.csv", "ratings.csv"];

    /// One of these.
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

    /// All of them, by their names.
    pub fn files(&self) -> impl Iterator<Item = (&'static str, String)> {
        Report::FILES.into_iter().filter_map(|name| Some((name, self.file(name)?)))
    }

    /// Where the record of a game is looked for, beside the page.
    pub fn record_name(&self, game: &GameLine) -> String {
        record_name(game, self.settings)
    }

    /// The record of a game; the reason stands there where it cannot be written.
    pub fn record(&self, game: &GameLine) -> String {
        record(game, self.settings, self.edition.date)
    }

    /// The name of the file with the records of all games, and what is in it.
    pub fn records(&self) -> (String, String) {
        let all = self.tournament.games().map(|game| self.record(game)).collect();
        (format!("games.{}", self.settings.record_format().extension()), all)
    }

    fn name(&self, entrant: usize) -> &str {
        self.settings.players.get(entrant).map_or("", |player| &player.name)
    }

    /// Where the conversation of a game lies that ended by a foul.
    fn log(&self, game: &GameLine) -> Option<String> {
        game.foul.as_ref().filter(|_| self.edition.venue == Venue::Folder).map(|_| log_name(game.number))
    }
}

/// A time as people read it in HTML: three figures at most.
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
