//! Which games to find, and finding them.

mod conditions;

use std::{fmt, str::FromStr};

use outflank_rules::{Color, Position, Variant};
use rusqlite::{Connection, params_from_iter};

use super::{
    Archive, ArchiveError, Day, Decision, Explored, Kept, Key,
    load::{Loaded, load_all},
    place::{self, Visit},
};
use conditions::Conditions;

/// The most games on one page.
pub const MOST: usize = 100;

/// Games through a position are looked up one by one if they are no more than this; else all games are gone through, the last first, until a page
/// of them is full.
const FEW: usize = 2000;

/// Which games: those that all of this is true of.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Search {
    /// A player of this name; or, if there is none, of a name whose words begin so.
    pub player: Option<String>,
    /// Somebody he played against.
    pub opponent: Option<String>,
    /// What he played.
    pub color: Option<Color>,
    /// How the games ended.
    pub result: Option<Decision>,
    /// An opening that the game went through: its name, or the beginnings of its words.
    pub opening: Option<String>,
    /// The fewest turns, passes included.
    pub min_plies: Option<u32>,
    /// The most turns.
    pub max_plies: Option<u32>,
    /// The first day.
    pub from: Option<Day>,
    /// The last day.
    pub to: Option<Day>,
    /// A position they went through, turned or mirrored in any way.
    pub position: Option<Position>,
    /// Where they began.
    pub variant: Option<Variant>,
    /// Where the archive has them from.
    pub source: Option<String>,
}

/// A place in the order of games, the last day first, and of one day what came last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    day: Day,
    id: u32,
}

/// Which part of what is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// What comes after this.
    pub after: Option<Place>,
    /// So many, and never more than [`MOST`].
    pub limit: usize,
}

/// A page of what was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The games, but for those that cannot be read.
    pub games: Vec<Kept>,
    /// The numbers of those.
    pub damaged: Vec<u32>,
    /// Where the next page begins, if there is one.
    pub next: Option<Place>,
    /// How many there are on all pages.
    pub total: u64,
}

impl Archive {
    /// Finds games, the last played first.
    pub fn find(&self, search: &Search, page: Page) -> Result<Found, ArchiveError> {
        let limit = page.limit.min(MOST);
        let (total, next, loaded) = self.read("search", |connection| {
            let finder = Finder::of(connection, search)?;
            let mut places = finder.places(page.after, limit + 1)?;
            let is_more = places.len() > limit;
            places.truncate(limit);
            let loaded = load_all(connection, places.iter().map(|place| place.id))?;
            Ok((finder.total()?, places.pop().filter(|_| is_more), loaded))
        })?;
        let Loaded { games, damaged } = loaded;
        let games = games.into_iter().map(|kept| kept.with_ply_of(search.position.as_ref()));
        Ok(Found { games: games.collect(), damaged, next, total })
    }

    /// What was played in a position, and the last games that went through it, among those that a search finds. Its own position plays no part.
    pub fn explore_with_games(
        &self,
        position: &Position,
        among: &Search,
        limit: usize,
    ) -> Result<(Explored, Vec<Kept>), ArchiveError> {
        let (visits, loaded) = self.read("search", |connection| {
            let mut visits = place::visits(connection, Key::of(position))?;
            let finder = Finder::new(connection, Conditions::of(connection, among)?, Some(&visits));
            let last = finder.places(None, limit.min(MOST))?;
            if finder.is_more_than_position {
                let found = finder.all()?;
                visits.retain(|visit| found.has(visit.past));
            }
            Ok((visits, load_all(connection, last.iter().map(|place| place.id))?))
        })?;
        let games = loaded.games.into_iter().map(|kept| kept.with_ply_of(Some(position)));
        Ok((Explored::of(position, &visits), games.collect()))
    }

    /// The numbers of all that is found, the first played first.
    pub fn ids(&self, search: &Search) -> Result<Vec<u32>, ArchiveError> {
        let places = self.read("search", |connection| Finder::of(connection, search)?.places(None, usize::MAX))?;
        Ok(places.into_iter().rev().map(|place| place.id).collect())
    }

    /// The games of these numbers, as far as there are any that can be read.
    pub fn games(&self, ids: &[u32]) -> Result<Vec<Kept>, ArchiveError> {
        Ok(self.read("read", |connection| load_all(connection, ids.iter().copied()))?.games)
    }

    /// Names that begin so, or with a word that does: who played most, first.
    pub fn players(&self, beginning: &str, limit: usize) -> Result<Vec<(String, u64)>, ArchiveError> {
        self.read("search", |connection| conditions::players_like(connection, beginning, limit))
    }
}

/// A search on its way.
struct Finder<'a> {
    connection: &'a Connection,
    conditions: Conditions,
    /// Games through the position, if one was asked for.
    through: Option<Ids>,
    is_more_than_position: bool,
}

impl<'a> Finder<'a> {
    fn of(connection: &'a Connection, search: &Search) -> rusqlite::Result<Finder<'a>> {
        let visits = search.position.map(|position| place::visits(connection, Key::of(&position))).transpose()?;
        Ok(Finder::new(connection, Conditions::of(connection, search)?, visits.as_deref()))
    }

    /// Looks for what fulfils the conditions, among the games that went through a position, if one is meant.
    fn new(connection: &'a Connection, mut conditions: Conditions, visits: Option<&[Visit]>) -> Finder<'a> {
        let is_more_than_position = !conditions.are_none();
        let visits = visits.map(|visits| visits.iter().map(|visit| visit.past).collect::<Vec<u32>>());
        if let Some(few) = visits.as_ref().filter(|visits| visits.len() <= FEW) {
            conditions.only(few);
        }
        let through = visits.filter(|visits| visits.len() > FEW).map(|many| Ids::of(&many));
        Finder { connection, conditions, through, is_more_than_position }
    }

    fn is_wanted(&self, id: u32) -> bool {
        self.through.as_ref().is_none_or(|through| through.has(id))
    }

    /// The places of the next games.
    fn places(&self, after: Option<Place>, limit: usize) -> rusqlite::Result<Vec<Place>> {
        let mut conditions = self.conditions.clone();
        if let Some(after) = after {
            conditions.before(after.day.number(), after.id);
        }
        let mut statement = self.connection.prepare(&conditions.places())?;
        let mut rows = statement.query(params_from_iter(conditions.values()))?;
        let mut places = Vec::new();
        while let Some(row) = rows.next()?.filter(|_| places.len() < limit) {
            let place = Place { day: Day::from_number(row.get(1)?), id: row.get(0)? };
            if self.is_wanted(place.id) {
                places.push(place);
            }
        }
        Ok(places)
    }

    /// All that is found.
    fn all(&self) -> rusqlite::Result<Ids> {
        let mut statement = self.connection.prepare(&self.conditions.ids())?;
        let mut rows = statement.query(params_from_iter(self.conditions.values()))?;
        let mut found = Ids::default();
        while let Some(row) = rows.next()? {
            let id = row.get(0)?;
            if self.is_wanted(id) {
                found.add(id);
            }
        }
        Ok(found)
    }

    fn total(&self) -> rusqlite::Result<u64> {
        match &self.through {
            Some(through) if !self.is_more_than_position => Ok(through.count),
            Some(_) => Ok(self.all()?.count),
            None => {
                let mut statement = self.connection.prepare(&self.conditions.count())?;
                let total: i64 = statement.query_row(params_from_iter(self.conditions.values()), |row| row.get(0))?;
                Ok(u64::try_from(total).unwrap_or_default())
            }
        }
    }
}

/// Many numbers of games, a bit each.
#[derive(Default)]
struct Ids {
    bits: Vec<u64>,
    count: u64,
}

impl Ids {
    fn of(ids: &[u32]) -> Ids {
        let mut all = Ids::default();
        ids.iter().for_each(|&id| all.add(id));
        all
    }

    /// One that is not there yet.
    fn add(&mut self, id: u32) {
        let word = id as usize / 64;
        self.bits.resize(self.bits.len().max(word + 1), 0);
        self.bits[word] |= 1 << (id % 64);
        self.count += 1;
    }

    fn has(&self, id: u32) -> bool {
        self.bits.get(id as usize / 64).is_some_and(|bits| bits >> (id % 64) & 1 == 1)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.day.number(), self.id)
    }
}

impl FromStr for Place {
    type Err = NotAPlace;

    fn from_str(text: &str) -> Result<Place, NotAPlace> {
        let parts = text.split_once('-').and_then(|(day, id)| Some((day.parse().ok()?, id.parse().ok()?)));
        let (day, id) = parts.ok_or_else(|| NotAPlace(text.chars().take(40).collect()))?;
        Ok(Place { day: Day::from_number(day), id })
    }
}

/// A text that is no place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAPlace(pub(crate) String);

impl fmt::Display for NotAPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a place among games: use what came as \"next\" with the page before", self.0)
    }
}

impl std::error::Error for NotAPlace {}
