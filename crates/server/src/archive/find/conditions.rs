//! A search as SQL.

use outflank_rules::{
    Color, Game, Variant,
    opening::{self, Opening},
};
use rusqlite::{Connection, types::Value};

use super::Search;
use crate::archive::{
    Day,
    name::{folded, has_words},
};

/// What must be true of rows of `past`, with the values for it.
#[derive(Clone, Debug, Default)]
pub(super) struct Conditions {
    parts: Vec<String>,
    values: Vec<Value>,
    /// Is it better to sort what is found than to go through all games in order?
    is_sorted: bool,
}

impl Conditions {
    pub(super) fn of(connection: &Connection, search: &Search) -> rusqlite::Result<Conditions> {
        let mut conditions = Conditions::default();
        conditions.players(connection, search)?;
        if let Some(result) = search.result {
            conditions.add("result = ?", [Value::from(result as i64)]);
        }
        if let Some(opening) = &search.opening {
            conditions.add(&format!("opening IN {LIST}"), [list(openings(opening))]);
        }
        if let Some(fewest) = search.min_plies {
            conditions.add("plies >= ?", [Value::from(fewest)]);
        }
        if let Some(most) = search.max_plies {
            conditions.add("plies <= ?", [Value::from(most)]);
        }
        conditions.days(search.from, search.to);
        if let Some(variant) = search.variant {
            conditions.variant(variant);
        }
        if let Some(source) = &search.source {
            conditions.add("source = (SELECT id FROM label WHERE text = ?)", [Value::from(source.clone())]);
        }
        Ok(conditions)
    }

    fn add(&mut self, part: &str, values: impl IntoIterator<Item = Value>) {
        self.parts.push(part.to_owned());
        self.values.extend(values);
    }

    pub(super) fn are_none(&self) -> bool {
        self.parts.is_empty()
    }

    fn players(&mut self, connection: &Connection, search: &Search) -> rusqlite::Result<()> {
        let numbers = |name: &Option<String>| name.as_ref().map(|name| players_called(connection, name)).transpose();
        let (player, opponent) = (numbers(&search.player)?, numbers(&search.opponent)?);
        let mut sides = Vec::new();
        for (color, [own, other]) in [(Color::Black, ["black", "white"]), (Color::White, ["white", "black"])] {
            if search.color.is_some_and(|wanted| wanted != color) {
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
            self.is_sorted = true;
        }
        Ok(())
    }

    /// A game of which only the year is known may have been on any of its days.
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

    /// Only these games, which are few.
    pub(super) fn only(&mut self, games: &[u32]) {
        self.add(&format!("id IN {LIST}"), [list(games)]);
        self.is_sorted = true;
    }

    /// Only those that come after this one.
    pub(super) fn before(&mut self, day: u32, id: u32) {
        self.add("(day, id) < (?, ?)", [day, id].map(Value::from));
    }

    pub(super) fn values(&self) -> &[Value] {
        &self.values
    }

    fn all(&self) -> String {
        if self.parts.is_empty() { "TRUE".to_owned() } else { self.parts.join(" AND ") }
    }

    /// The numbers and days of all that is found, in order. A plus keeps SQLite from using the index for the order.
    pub(super) fn places(&self) -> String {
        let plus = if self.is_sorted { "+" } else { "" };
        format!("SELECT id, day FROM past WHERE {} ORDER BY {plus}day DESC, {plus}id DESC", self.all())
    }

    /// The numbers alone, in no particular order.
    pub(super) fn ids(&self) -> String {
        format!("SELECT id FROM past WHERE {}", self.all())
    }

    pub(super) fn count(&self) -> String {
        format!("SELECT count(*) FROM past WHERE {}", self.all())
    }
}

/// A list that is given as JSON.
const LIST: &str = "(SELECT value FROM json_each(?))";

fn list(items: impl serde::Serialize) -> Value {
    Value::from(serde_json::to_string(&items).expect("numbers and texts are JSON"))
}

/// Openings the words of whose names begin so, and those that grow out of them: a game keeps only the last it went through.
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

/// The numbers of those who are called so; or, if nobody is, of those the words of whose names begin so.
fn players_called(connection: &Connection, name: &str) -> rusqlite::Result<Value> {
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

/// Names the words of which begin so, with the number of their games, most first.
pub(super) fn players_like(
    connection: &Connection,
    beginning: &str,
    limit: usize,
) -> rusqlite::Result<Vec<(String, u64)>> {
    let wanted = folded(beginning);
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
