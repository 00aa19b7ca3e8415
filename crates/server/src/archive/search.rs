//! Searching the archive: the filter, its SQL, and pages of results.

use std::{fmt, str::FromStr};

use outflank_rules::{
    Color, Game, Position, Variant,
    opening::{self, Opening},
};
use rusqlite::{Connection, params_from_iter, types::Value};
use thiserror::Error;

use super::{
    Archive, ArchiveEntry, ArchiveError, Day, Decision, Explored, Key,
    name::{folded, has_words},
    position_index::{self, PositionHit},
    rows::{Loaded, load_all},
};

/// The most games on one page.
pub const MAX_PAGE_GAMES: usize = 100;

/// Up to this many games that reached a position are looked up by id. With more, the search scans
/// all games from the last until a page is full.
const MAX_LISTED_IDS: usize = 2000;

/// A filter for games. All conditions must hold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameFilter {
    /// A player with this name, or if there is none, with a name whose words begin like it.
    pub player: Option<String>,
    /// The player's opponent.
    pub opponent: Option<String>,
    /// The player's color.
    pub color: Option<Color>,
    /// The winner.
    pub result: Option<Decision>,
    /// An opening that the game went through, by name or the first letters of its words.
    pub opening: Option<String>,
    /// The minimum number of plies, passes included.
    pub min_plies: Option<u32>,
    /// The maximum number of plies.
    pub max_plies: Option<u32>,
    /// The first day.
    pub from: Option<Day>,
    /// The last day.
    pub to: Option<Day>,
    /// A position that the game reached, up to symmetry.
    pub position: Option<Position>,
    /// The start position.
    pub variant: Option<Variant>,
    /// The file that the game came from.
    pub source: Option<String>,
}

/// A pagination cursor. Games are sorted by day and number, the last first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SearchCursor {
    day: Day,
    id: u32,
}

/// The page of the results to return.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// Start after this game.
    pub after: Option<SearchCursor>,
    /// The number of games, at most [`MAX_PAGE_GAMES`].
    pub limit: usize,
}

/// A page of results.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchPage {
    /// The games that can be read.
    pub games: Vec<ArchiveEntry>,
    /// The numbers of games that cannot be read.
    pub damaged: Vec<u32>,
    /// The cursor of the next page, if there is one.
    pub next: Option<SearchCursor>,
    /// The number of games on all pages.
    pub total: u64,
}

impl Archive {
    /// Finds games, the last played first.
    pub fn find(&self, filter: &GameFilter, page: Page) -> Result<SearchPage, ArchiveError> {
        let limit = page.limit.min(MAX_PAGE_GAMES);
        let (total, next, loaded) = self.read("search", |connection| {
            let query = FilterQuery::of(connection, filter)?;
            let mut cursors = query.cursors(page.after, limit + 1)?;
            let is_more = cursors.len() > limit;
            cursors.truncate(limit);
            let loaded = load_all(connection, cursors.iter().map(|cursor| cursor.id))?;
            Ok((query.total()?, cursors.pop().filter(|_| is_more), loaded))
        })?;
        let Loaded { games, damaged } = loaded;
        let games = games.into_iter().map(|entry| entry.with_ply_of(filter.position.as_ref()));
        Ok(SearchPage { games: games.collect(), damaged, next, total })
    }

    /// The moves played in a position, and the last games that reached it, among the games that
    /// match the filter. The filter's own position is ignored.
    pub fn explore_with_games(
        &self,
        position: &Position,
        filter: &GameFilter,
        limit: usize,
    ) -> Result<(Explored, Vec<ArchiveEntry>), ArchiveError> {
        let (hits, loaded) = self.read("search", |connection| {
            let mut hits = position_index::hits(connection, Key::of(position))?;
            let query = FilterQuery::new(connection, Conditions::of(connection, filter)?, Some(&hits));
            let last = query.cursors(None, limit.min(MAX_PAGE_GAMES))?;
            if query.has_conditions {
                let found = query.all()?;
                hits.retain(|hit| found.has(hit.game_id));
            }
            Ok((hits, load_all(connection, last.iter().map(|cursor| cursor.id))?))
        })?;
        let games = loaded.games.into_iter().map(|entry| entry.with_ply_of(Some(position)));
        Ok((Explored::of(position, &hits), games.collect()))
    }

    /// The numbers of all matching games, the oldest first.
    pub fn ids(&self, filter: &GameFilter) -> Result<Vec<u32>, ArchiveError> {
        let cursors =
            self.read("search", |connection| FilterQuery::of(connection, filter)?.cursors(None, usize::MAX))?;
        Ok(cursors.into_iter().rev().map(|cursor| cursor.id).collect())
    }

    /// The games of these numbers that exist and can be read.
    pub fn games(&self, ids: &[u32]) -> Result<Vec<ArchiveEntry>, ArchiveError> {
        Ok(self.read("read", |connection| load_all(connection, ids.iter().copied()))?.games)
    }

    /// Player names with a word that begins with this prefix, and their number of games, most
    /// first.
    pub fn players(&self, prefix: &str, limit: usize) -> Result<Vec<(String, u64)>, ArchiveError> {
        self.read("search", |connection| players_like(connection, prefix, limit))
    }
}

/// A filter on a connection.
struct FilterQuery<'a> {
    connection: &'a Connection,
    conditions: Conditions,
    /// The games that reached the filter's position, if they are many.
    reached: Option<GameIds>,
    /// Whether the filter has conditions besides the position.
    has_conditions: bool,
}

impl<'a> FilterQuery<'a> {
    fn of(connection: &'a Connection, filter: &GameFilter) -> rusqlite::Result<FilterQuery<'a>> {
        let hits = filter.position.map(|position| position_index::hits(connection, Key::of(&position))).transpose()?;
        Ok(FilterQuery::new(connection, Conditions::of(connection, filter)?, hits.as_deref()))
    }

    /// A query among all games, or among those of `hits`.
    fn new(connection: &'a Connection, mut conditions: Conditions, hits: Option<&[PositionHit]>) -> FilterQuery<'a> {
        let has_conditions = !conditions.is_empty();
        let ids = hits.map(|hits| hits.iter().map(|hit| hit.game_id).collect::<Vec<u32>>());
        if let Some(few) = ids.as_ref().filter(|ids| ids.len() <= MAX_LISTED_IDS) {
            conditions.only(few);
        }
        let reached = ids.filter(|ids| ids.len() > MAX_LISTED_IDS).map(|many| GameIds::of(&many));
        FilterQuery { connection, conditions, reached, has_conditions }
    }

    fn has_reached(&self, id: u32) -> bool {
        self.reached.as_ref().is_none_or(|reached| reached.has(id))
    }

    /// The cursors of the next games.
    fn cursors(&self, after: Option<SearchCursor>, limit: usize) -> rusqlite::Result<Vec<SearchCursor>> {
        let mut conditions = self.conditions.clone();
        if let Some(after) = after {
            conditions.before(after.day.number(), after.id);
        }
        let mut statement = self.connection.prepare(&conditions.select_cursors())?;
        let mut rows = statement.query(params_from_iter(conditions.values()))?;
        let mut cursors = Vec::new();
        while let Some(row) = rows.next()?.filter(|_| cursors.len() < limit) {
            let cursor = SearchCursor { day: Day::from_number(row.get(1)?), id: row.get(0)? };
            if self.has_reached(cursor.id) {
                cursors.push(cursor);
            }
        }
        Ok(cursors)
    }

    /// The ids of all matching games.
    fn all(&self) -> rusqlite::Result<GameIds> {
        let mut statement = self.connection.prepare(&self.conditions.select_ids())?;
        let mut rows = statement.query(params_from_iter(self.conditions.values()))?;
        let mut found = GameIds::default();
        while let Some(row) = rows.next()? {
            let id = row.get(0)?;
            if self.has_reached(id) {
                found.add(id);
            }
        }
        Ok(found)
    }

    fn total(&self) -> rusqlite::Result<u64> {
        match &self.reached {
            Some(reached) if !self.has_conditions => Ok(reached.count),
            Some(_) => Ok(self.all()?.count),
            None => {
                let mut statement = self.connection.prepare(&self.conditions.select_count())?;
                let total: i64 = statement.query_row(params_from_iter(self.conditions.values()), |row| row.get(0))?;
                Ok(u64::try_from(total).unwrap_or_default())
            }
        }
    }
}

/// A set of game ids, one bit each.
#[derive(Default)]
struct GameIds {
    bits: Vec<u64>,
    count: u64,
}

impl GameIds {
    fn of(ids: &[u32]) -> GameIds {
        let mut all = GameIds::default();
        ids.iter().for_each(|&id| all.add(id));
        all
    }

    /// Adds an id that is not in the set.
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

impl fmt::Display for SearchCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.day.number(), self.id)
    }
}

impl FromStr for SearchCursor {
    type Err = ParseCursorError;

    fn from_str(text: &str) -> Result<SearchCursor, ParseCursorError> {
        let parts = text.split_once('-').and_then(|(day, id)| Some((day.parse().ok()?, id.parse().ok()?)));
        let (day, id) = parts.ok_or_else(|| ParseCursorError(outflank_rules::excerpt(text)))?;
        Ok(SearchCursor { day: Day::from_number(day), id })
    }
}

/// A text that is not a cursor, cut to 40 characters.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not a cursor; pass the \"nextCursor\" of the previous page")]
pub struct ParseCursorError(pub(crate) String);

/// The SQL conditions on rows of the table `past`, with their values.
#[derive(Clone, Debug, Default)]
struct Conditions {
    parts: Vec<String>,
    values: Vec<Value>,
    /// Whether sorting the result is faster than scanning all games in order.
    sorts_result: bool,
}

impl Conditions {
    fn of(connection: &Connection, filter: &GameFilter) -> rusqlite::Result<Conditions> {
        let mut conditions = Conditions::default();
        conditions.players(connection, filter)?;
        if let Some(result) = filter.result {
            conditions.add("result = ?", [Value::from(result as i64)]);
        }
        if let Some(opening) = &filter.opening {
            conditions.add(&format!("opening IN {LIST}"), [list(openings(opening))]);
        }
        if let Some(min) = filter.min_plies {
            conditions.add("plies >= ?", [Value::from(min)]);
        }
        if let Some(max) = filter.max_plies {
            conditions.add("plies <= ?", [Value::from(max)]);
        }
        conditions.days(filter.from, filter.to);
        if let Some(variant) = filter.variant {
            conditions.variant(variant);
        }
        if let Some(source) = &filter.source {
            conditions.add("source = (SELECT id FROM label WHERE text = ?)", [Value::from(source.clone())]);
        }
        Ok(conditions)
    }

    fn add(&mut self, part: &str, values: impl IntoIterator<Item = Value>) {
        self.parts.push(part.to_owned());
        self.values.extend(values);
    }

    fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    fn players(&mut self, connection: &Connection, filter: &GameFilter) -> rusqlite::Result<()> {
        let numbers = |name: &Option<String>| name.as_ref().map(|name| players_named(connection, name)).transpose();
        let (player, opponent) = (numbers(&filter.player)?, numbers(&filter.opponent)?);
        let mut sides = Vec::new();
        for (color, [own, other]) in [(Color::Black, ["black", "white"]), (Color::White, ["white", "black"])] {
            if filter.color.is_some_and(|wanted| wanted != color) {
                continue;
            }
            let mut side = Vec::new();
            for (column, numbers) in [(own, &player), (other, &opponent)] {
                if let Some(numbers) = numbers {
                    side.push(format!("{column} IN {LIST}"));
                    self.values.push(numbers.clone());
                }
            }
            sides.push(side.join(" AND "));
        }
        if player.is_some() || opponent.is_some() {
            self.parts.push(format!("({})", sides.join(" OR ")));
            self.sorts_result = true;
        }
        Ok(())
    }

    /// A game whose day is unknown may have been played on any day of its month or year.
    fn days(&mut self, from: Option<Day>, to: Option<Day>) {
        if let Some(from) = from {
            let (first, _) = from.range();
            let (month, year) = (first / 100 * 100, first / 10_000 * 10_000);
            self.add("(day >= ? OR day IN (?, ?) AND day > 0)", [first, month, year].map(Value::from));
        }
        if let Some(to) = to {
            self.add("(day <= ? AND day > 0)", [Value::from(to.range().1)]);
        }
    }

    fn variant(&mut self, variant: Variant) {
        let start = variant.start();
        if start == Variant::STANDARD.start() {
            self.parts.push("variant IS NULL".to_owned());
        } else {
            self.add("variant = ?", [Value::from(Variant::from_position(&start).to_string())]);
        }
    }

    /// Only these games.
    fn only(&mut self, games: &[u32]) {
        self.add(&format!("id IN {LIST}"), [list(games)]);
        self.sorts_result = true;
    }

    /// Only games after this cursor.
    fn before(&mut self, day: u32, id: u32) {
        self.add("(day, id) < (?, ?)", [day, id].map(Value::from));
    }

    fn values(&self) -> &[Value] {
        &self.values
    }

    fn all(&self) -> String {
        if self.parts.is_empty() { "TRUE".to_owned() } else { self.parts.join(" AND ") }
    }

    /// Selects ids and days in order. The plus keeps SQLite from using the index for the order.
    fn select_cursors(&self) -> String {
        let plus = if self.sorts_result { "+" } else { "" };
        format!("SELECT id, day FROM past WHERE {} ORDER BY {plus}day DESC, {plus}id DESC", self.all())
    }

    /// Selects ids in no particular order.
    fn select_ids(&self) -> String {
        format!("SELECT id FROM past WHERE {}", self.all())
    }

    fn select_count(&self) -> String {
        format!("SELECT count(*) FROM past WHERE {}", self.all())
    }
}

/// A list that is passed as one JSON value.
const LIST: &str = "(SELECT value FROM json_each(?))";

fn list(items: impl serde::Serialize) -> Value {
    Value::from(serde_json::to_string(&items).expect("numbers and texts are JSON"))
}

/// The openings that match by name, and those that continue them. A game stores only the last
/// opening it went through.
fn openings(wanted: &str) -> Vec<&'static str> {
    let wanted = folded(wanted);
    let is_meant = |opening: &Opening| {
        let mut names = std::iter::once(opening.name()).chain(opening.aliases().iter().copied());
        names.any(|name| has_words(&folded(name), &wanted))
    };
    let goes_through_one = |opening: &&Opening| {
        let line = Game::replay(Variant::STANDARD.start(), opening.moves()).expect("a table of legal lines");
        let mut named = (1..=line.ply()).filter_map(|ply| opening::of_position(&line.position_at(ply)?));
        named.any(is_meant)
    };
    opening::all().iter().filter(goes_through_one).map(Opening::name).collect()
}

/// The ids of players with this name, or if there are none, with names whose words begin like it.
fn players_named(connection: &Connection, name: &str) -> rusqlite::Result<Value> {
    let wanted = folded(name);
    let mut exact = connection.prepare_cached("SELECT id FROM player WHERE folded = ?1")?;
    let mut found: Vec<i64> = exact.query_map([&wanted], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    if found.is_empty() {
        let mut all = connection.prepare_cached("SELECT id, folded FROM player WHERE folded <> ''")?;
        let mut rows = all.query(())?;
        while let Some(row) = rows.next()? {
            if has_words(row.get_ref(1)?.as_str()?, &wanted) {
                found.push(row.get(0)?);
            }
        }
    }
    Ok(list(found))
}

/// Player names whose words begin like the prefix, with their number of games, most first.
fn players_like(connection: &Connection, prefix: &str, limit: usize) -> rusqlite::Result<Vec<(String, u64)>> {
    let wanted = folded(prefix);
    let mut all = connection.prepare_cached("SELECT id, name, folded FROM player WHERE folded <> ''")?;
    let mut games = connection.prepare_cached(
        "SELECT (SELECT count(*) FROM past WHERE black = ?1) + (SELECT count(*) FROM past WHERE white = ?1)
              - (SELECT count(*) FROM past WHERE black = ?1 AND black = white)",
    )?;
    let mut rows = all.query(())?;
    let mut found: Vec<(String, u64)> = Vec::new();
    while let Some(row) = rows.next()? {
        if has_words(row.get_ref(2)?.as_str()?, &wanted) {
            let count: i64 = games.query_row([row.get::<_, i64>(0)?], |row| row.get(0))?;
            found.push((row.get(1)?, u64::try_from(count).unwrap_or_default()));
        }
    }
    found.sort_unstable_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
    found.truncate(limit);
    Ok(found)
}
