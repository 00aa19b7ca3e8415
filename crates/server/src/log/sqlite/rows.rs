//! Games and events as rows. `schema.sql` describes the tables.

use std::cmp::Reverse;

use rusqlite::{Connection, OptionalExtension, Row, types::Type};

use crate::log::{
    AnswerKey, Append, GameStatus, Listed, LogKind, Logged, MAX_LISTED, Query, StoreError, id::GameId,
    secret::SecretHash,
};

/// Size of the row that a check writes. It needs more pages than a usual append, so that a check
/// fails whenever an append would.
const CHECK_BYTES: i64 = 32 << 10;

/// The state of a game before an append.
struct Before {
    number: i64,
    version: u64,
    holders: String,
}

/// Appends to a log; call it inside a transaction. A refusal writes nothing; an error may have
/// written a part.
pub(super) fn add(connection: &Connection, append: &Append) -> rusqlite::Result<Result<u64, StoreError>> {
    let &Append { game, expected, ref events, .. } = append;
    if events.is_empty() {
        return Ok(Err(StoreError::NoEvents { game }));
    }
    let before = before(connection, game)?;
    let actual = before.as_ref().map_or(0, |before| before.version);
    if actual != expected {
        return Ok(Err(StoreError::Conflict { game, expected, actual }));
    }
    let version = expected + events.len() as u64;
    let holders = joined(&append.summary.holders);
    let number = match &before {
        Some(before) => update(connection, before.number, version, &holders, append)?,
        None => insert(connection, version, &holders, append)?,
    };
    let held = before.map_or_else(String::new, |before| before.holders);
    if held != holders {
        replace_holders(connection, number, &held, &holders)?;
    }
    add_events(connection, number, append)?;
    Ok(Ok(version))
}

fn before(connection: &Connection, game: GameId) -> rusqlite::Result<Option<Before>> {
    let mut statement = connection.prepare_cached("SELECT number, version, holders FROM games WHERE id = ?1")?;
    let read = |row: &Row<'_>| Ok(Before { number: row.get(0)?, version: loaded(row.get(1)?), holders: row.get(2)? });
    statement.query_row([game.as_str()], read).optional()
}

fn insert(connection: &Connection, version: u64, holders: &str, append: &Append) -> rusqlite::Result<i64> {
    let summary = &append.summary;
    connection
        .prepare_cached(
            "INSERT INTO games (id, version, status, listed, updated, holders, data, kind) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        )?
        .insert((
            append.game.as_str(),
            stored(version),
            summary.status as i64,
            summary.listed,
            stored(summary.updated),
            holders,
            &summary.data,
            summary.kind as i64,
        ))
}

fn update(connection: &Connection, number: i64, version: u64, holders: &str, append: &Append) -> rusqlite::Result<i64> {
    let summary = &append.summary;
    connection
        .prepare_cached(
            "UPDATE games SET version = ?2, status = ?3, listed = ?4, updated = ?5, holders = ?6, data = ?7 WHERE number = ?1",
        )?
        .execute((
            number,
            stored(version),
            summary.status as i64,
            summary.listed,
            stored(summary.updated),
            holders,
            &summary.data,
        ))?;
    Ok(number)
}

fn replace_holders(connection: &Connection, number: i64, held: &str, holders: &str) -> rusqlite::Result<()> {
    let mut delete = connection.prepare_cached("DELETE FROM holders WHERE holder = ?1 AND game = ?2")?;
    for holder in held.split_whitespace() {
        delete.execute((holder, number))?;
    }
    let mut insert = connection.prepare_cached("INSERT OR IGNORE INTO holders (holder, game) VALUES (?1, ?2)")?;
    for holder in holders.split_whitespace() {
        insert.execute((holder, number))?;
    }
    Ok(())
}

fn add_events(connection: &Connection, number: i64, append: &Append) -> rusqlite::Result<()> {
    let mut insert =
        connection.prepare_cached("INSERT INTO events (game, version, at, event) VALUES (?1, ?2, ?3, ?4)")?;
    for (version, event) in (append.expected + 1..).zip(&append.events) {
        insert.execute((number, stored(version), stored(append.at), event))?;
    }
    Ok(())
}

pub(super) fn events(connection: &Connection, game: GameId, after: u64) -> rusqlite::Result<Vec<Logged>> {
    let mut statement = connection.prepare_cached(
        "SELECT version, at, event FROM events
         WHERE game = (SELECT number FROM games WHERE id = ?1) AND version > ?2 ORDER BY version",
    )?;
    let read = |row: &Row<'_>| Ok(Logged { version: loaded(row.get(0)?), at: loaded(row.get(1)?), event: row.get(2)? });
    statement.query_map((game.as_str(), stored(after)), read)?.collect()
}

pub(super) fn unfinished(connection: &Connection, kind: LogKind) -> rusqlite::Result<Vec<GameId>> {
    let mut statement = connection.prepare_cached("SELECT id FROM games WHERE status IN (?1, ?2) AND kind = ?3")?;
    let values = [GameStatus::Open as i64, GameStatus::Playing as i64, kind as i64];
    statement.query_map(values, |row| id(row, 0))?.collect()
}

pub(super) fn attach(connection: &Connection, game: GameId, name: &str, bytes: &[u8]) -> rusqlite::Result<bool> {
    let mut statement = connection.prepare_cached(
        "INSERT INTO attachments (game, name, bytes) SELECT number, ?2, ?3 FROM games WHERE id = ?1
         ON CONFLICT DO UPDATE SET bytes = excluded.bytes",
    )?;
    Ok(statement.execute((game.as_str(), name, bytes))? > 0)
}

pub(super) fn attachment(connection: &Connection, game: GameId, name: &str) -> rusqlite::Result<Option<Vec<u8>>> {
    let mut statement = connection.prepare_cached(
        "SELECT bytes FROM attachments WHERE game = (SELECT number FROM games WHERE id = ?1) AND name = ?2",
    )?;
    statement.query_row((game.as_str(), name), |row| row.get(0)).optional()
}

pub(super) fn answer(connection: &Connection, key: &AnswerKey) -> rusqlite::Result<Option<Vec<u8>>> {
    let mut statement = connection.prepare_cached("SELECT bytes FROM answers WHERE key = ?1")?;
    statement.query_row([key], |row| row.get(0)).optional()
}

/// Stores an answer; call it inside a transaction. Its number is higher than all others, even if it
/// replaces an answer, so the newest answers have the highest numbers.
pub(super) fn keep_answer(connection: &Connection, key: &AnswerKey, bytes: &[u8], most: usize) -> rusqlite::Result<()> {
    let mut statement = connection.prepare_cached("INSERT OR REPLACE INTO answers (key, bytes) VALUES (?1, ?2)")?;
    let newest = statement.insert((key, bytes))?;
    let oldest = newest.saturating_sub(i64::try_from(most).unwrap_or(i64::MAX));
    connection.prepare_cached("DELETE FROM answers WHERE number <= ?1")?.execute([oldest])?;
    Ok(())
}

/// Rewrites the row that only checks use. Its bytes are random because SQLite does not write pages
/// that stay the same.
pub(super) fn check(connection: &Connection) -> rusqlite::Result<()> {
    let mut statement = connection.prepare_cached(
        "INSERT INTO health (number, filler) VALUES (1, randomblob(?1))
         ON CONFLICT DO UPDATE SET filler = excluded.filler",
    )?;
    statement.execute([CHECK_BYTES]).map(drop)
}

/// Merges the newest rows of each status: the index is sorted within each status.
pub(super) fn list(connection: &Connection, query: &Query) -> rusqlite::Result<Vec<Listed>> {
    let limit = query.limit.min(MAX_LISTED);
    let mut found = Vec::new();
    for status in GameStatus::ALL.into_iter().filter(|status| query.statuses.contains(status)) {
        found.extend(list_status(connection, query, status, limit)?);
    }
    found.sort_unstable_by_key(|listed| Reverse(listed.cursor()));
    found.truncate(limit);
    Ok(found)
}

fn list_status(
    connection: &Connection,
    query: &Query,
    status: GameStatus,
    limit: usize,
) -> rusqlite::Result<Vec<Listed>> {
    // A cross join keeps its order, so that a holder of few games does not scan all others.
    let (from, holder) = match &query.holder {
        None => ("games", None),
        Some(holder) => ("holders CROSS JOIN games ON number = game", Some(holder.to_string())),
    };
    // Part of the SQL text, because the index of tournaments is partial.
    let kind = query.kind as i64;
    let mut statement = connection.prepare_cached(&format!(
        "SELECT id, version, listed, updated, data FROM {from}
         WHERE status = ?1 AND kind = {kind} AND (updated, id) < (?2, ?3) AND updated > ?7 AND (listed OR NOT ?4) AND {}
         AND (?8 IS NULL OR NOT EXISTS (SELECT 1 FROM holders AS own WHERE own.holder = ?8 AND own.game = number))
         ORDER BY updated DESC, id DESC LIMIT ?5",
        if holder.is_some() { "holder = ?6" } else { "?6 IS NULL" }
    ))?;
    let (updated, game) = match &query.before {
        Some(before) => (stored(before.updated), before.game.as_str()),
        None => (i64::MAX, ""),
    };
    let read = |row: &Row<'_>| {
        Ok(Listed {
            game: id(row, 0)?,
            version: loaded(row.get(1)?),
            status,
            listed: row.get(2)?,
            updated: loaded(row.get(3)?),
            data: row.get(4)?,
        })
    };
    let since = query.since.map_or(-1, stored);
    let except = query.except.map(|holder| holder.to_string());
    let values = (status as i64, updated, game, query.only_listed, limit as i64, holder, since, except);
    statement.query_map(values, read)?.collect()
}

fn joined(holders: &[SecretHash]) -> String {
    holders.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn id(row: &Row<'_>, column: usize) -> rusqlite::Result<GameId> {
    let text: String = row.get(column)?;
    text.parse().map_err(|cause| rusqlite::Error::FromSqlConversionFailure(column, Type::Text, Box::new(cause)))
}

/// Converts to SQLite's signed integers. Larger numbers do not occur and become the largest.
fn stored(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn loaded(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}
