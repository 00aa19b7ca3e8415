//! Games that come in.

use outflank_rules::DiscDiff;
use rusqlite::{Connection, OptionalExtension, TransactionBehavior};

use super::{
    Archive, ArchiveError, Past,
    name::folded,
    past::ending_number,
    place::{self, Visit},
    row::Row,
};
use crate::id::GameId;

/// What became of games that were to be added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Added {
    /// So many are new.
    pub added: u64,
    /// So many were there already.
    pub known: u64,
}

impl Archive {
    /// Adds games, all or none of them. Those that are there already are left as they are.
    pub fn add(&self, games: impl IntoIterator<Item = Past>) -> Result<Added, ArchiveError> {
        self.add_rows(&games.into_iter().map(Row::new).collect::<Vec<_>>())
    }

    pub(super) fn add_rows(&self, rows: &[Row]) -> Result<Added, ArchiveError> {
        let mut writer = self.writer();
        let failed = ArchiveError::failed("write to");
        let written = writer.transaction_with_behavior(TransactionBehavior::Immediate).and_then(|transaction| {
            let added = insert_all(&transaction, rows)?;
            transaction.commit()?;
            Ok(added)
        });
        let added = written.map_err(|cause| match cause {
            rusqlite::Error::IntegralValueOutOfRange(..) => ArchiveError::Full,
            cause => failed(cause),
        })?;
        // By itself: whoever is killed in between has lost nothing, and the games are in, whatever comes of it.
        let gathered = writer.transaction_with_behavior(TransactionBehavior::Immediate).and_then(|transaction| {
            place::gather(&transaction)?;
            transaction.commit()
        });
        if let Err(cause) = gathered {
            tracing::error!(%cause, "the positions of new games could not be gathered");
        }
        Ok(added)
    }

    /// Which of these games of the server are not in the archive?
    pub(crate) fn missing(&self, games: &[GameId]) -> Result<Vec<GameId>, ArchiveError> {
        self.read("read", |connection| {
            let mut known = connection.prepare_cached("SELECT 1 FROM past WHERE game = ?1")?;
            let mut missing = Vec::new();
            for game in games {
                if !known.exists([game.as_str()])? {
                    missing.push(*game);
                }
            }
            Ok(missing)
        })
    }
}

fn insert_all(connection: &Connection, rows: &[Row]) -> rusqlite::Result<Added> {
    let mut added = Added::default();
    let mut places = Vec::new();
    for row in rows {
        let Some(id) = insert(connection, row)? else {
            added.known += 1;
            continue;
        };
        added.added += 1;
        places.extend(row.places.iter().map(|&(key, mark)| (key, Visit { past: id, mark })));
    }
    place::add(connection, usize::try_from(added.added).unwrap_or(usize::MAX), places)?;
    Ok(added)
}

/// The number of the game, if it is new.
fn insert(connection: &Connection, row: &Row) -> rusqlite::Result<Option<u32>> {
    let past = &row.past;
    let mut known = connection.prepare_cached("SELECT 1 FROM past WHERE same = ?1 OR game = ?2")?;
    let game = past.played_here.as_ref().map(GameId::as_str);
    if known.exists((row.same, game))? {
        return Ok(None);
    }
    let mut insert = connection.prepare_cached(
        "INSERT INTO past (same, black, white, result, margin, ending, theory, opening, plies, day, event, source, variant, moves, game)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)",
    )?;
    let id = insert.insert(rusqlite::params![
        row.same,
        player(connection, &past.black)?,
        player(connection, &past.white)?,
        past.decision() as u8,
        past.outcome.margin.map(DiscDiff::discs),
        ending_number(past.outcome.ending),
        past.theory.map(|theory| u16::from(theory.black) + 100 * u16::from(theory.empties)),
        row.opening,
        past.game.ply() as i64,
        past.day.number(),
        label(connection, &past.event)?,
        label(connection, &past.source)?,
        row.variant,
        row.moves,
        game,
    ])?;
    u32::try_from(id).map(Some).map_err(|_| rusqlite::Error::IntegralValueOutOfRange(0, id))
}

fn player(connection: &Connection, name: &str) -> rusqlite::Result<i64> {
    let mut known = connection.prepare_cached("SELECT id FROM player WHERE name = ?1")?;
    if let Some(id) = known.query_row([name], |row| row.get(0)).optional()? {
        return Ok(id);
    }
    connection.prepare_cached("INSERT INTO player (name, folded) VALUES (?1, ?2)")?.insert((name, folded(name)))
}

fn label(connection: &Connection, text: &str) -> rusqlite::Result<i64> {
    let mut known = connection.prepare_cached("SELECT id FROM label WHERE text = ?1")?;
    if let Some(id) = known.query_row([text], |row| row.get(0)).optional()? {
        return Ok(id);
    }
    connection.prepare_cached("INSERT INTO label (text) VALUES (?1)")?.insert([text])
}

pub(super) fn note(connection: &Connection, name: &str) -> rusqlite::Result<Option<Vec<u8>>> {
    connection.prepare_cached("SELECT value FROM note WHERE name = ?1")?.query_row([name], |row| row.get(0)).optional()
}

pub(super) fn set_note(connection: &Connection, name: &str, value: &[u8]) -> rusqlite::Result<()> {
    let mut set = connection.prepare_cached("INSERT OR REPLACE INTO note (name, value) VALUES (?1, ?2)")?;
    set.execute((name, value)).map(|_| ())
}

#[cfg(test)]
mod tests {
    use outflank_rules::{Game, Variant, record::Record};

    use super::*;

    #[test]
    fn games_that_are_in_are_told_so_though_gathering_fails() {
        let archive = Archive::in_memory().expect("an archive");
        // Enough to be gathered, and nowhere to put it.
        archive
            .writer()
            .execute_batch(
                "WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number LIMIT 260000)
                 INSERT INTO place SELECT n, 0, 0 FROM number;
                 DROP TABLE heap;",
            )
            .expect("rows");
        let moves = ["f5", "d6"].map(|mv| mv.parse().expect("a move"));
        let game = Game::replay(Variant::STANDARD.start(), moves).expect("legal");
        let added = archive.add([Past::of_record(Record::new(game), "test")]);
        assert_eq!(added.expect("it is in"), Added { added: 1, known: 0 });
    }
}
