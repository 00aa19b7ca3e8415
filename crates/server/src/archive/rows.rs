//! Games as rows of the database: written in batches without duplicates, and read back.

use std::collections::HashMap;

use outflank_rules::{
    DiscDiff, Position, Variant, opening,
    record::{Outcome, Theory},
};
use rusqlite::{Connection, Error, OptionalExtension, TransactionBehavior};
use sha2::{Digest, Sha256};

use super::{
    Archive, ArchiveError, ArchivedGame, Day, Decision, Key,
    game::{ending_number, ending_of, move_code, replay},
    name::folded,
    position_index::{self, END, MoveResult, PositionHit},
};
use crate::log::id::GameId;

/// The event of a record from a server is this prefix and the id of the game.
const SERVER_EVENT_PREFIX: &str = "outflank ";

/// A game that is ready to be written. Everything slow is done before the file is locked.
#[derive(Clone, Debug)]
pub(super) struct PreparedGame {
    game: ArchivedGame,
    /// A hash that all records of one game share.
    identity: i64,
    opening: Option<&'static str>,
    /// `None` for the standard start.
    variant: Option<String>,
    moves: Vec<u8>,
    /// Its positions, each once, with the move played there.
    positions: Vec<(Key, MoveResult)>,
}

impl PreparedGame {
    pub(super) fn new(game: ArchivedGame) -> PreparedGame {
        let start = game.game.start();
        let variant = (start != Variant::STANDARD.start()).then(|| game.variant().to_string());
        let moves: Vec<u8> = game.game.moves().map(move_code).collect();
        let identity = identity(&game, variant.as_deref().unwrap_or_default(), &moves);
        let positions = positions(&game);
        PreparedGame { opening: opening::name(&game.game), identity, variant, moves, positions, game }
    }
}

/// Two records are of one game if the same players made the same moves in the same year. Spellings
/// of events and results vary. Games from a server also differ by their id.
fn identity(game: &ArchivedGame, variant: &str, moves: &[u8]) -> i64 {
    let mut hash = Sha256::new();
    let mut add = |part: &[u8]| {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    };
    add(variant.as_bytes());
    add(moves);
    add(folded(&game.black).as_bytes());
    add(folded(&game.white).as_bytes());
    add(&game.day.year().to_be_bytes());
    let server_id = game.event.strip_prefix(SERVER_EVENT_PREFIX).and_then(|id| id.parse::<GameId>().ok());
    add(server_id.map_or_else(String::new, |id| id.to_string()).as_bytes());
    let first = hash.finalize().first_chunk().copied().expect("a hash has 32 bytes");
    i64::from_be_bytes(first)
}

/// The positions of a game with the move played in each, on the canonical image of the position.
/// After lost turns a position can occur again; its last move counts.
fn positions(game: &ArchivedGame) -> Vec<(Key, MoveResult)> {
    let decision = game.decision();
    let mut positions: Vec<(Key, MoveResult)> = Vec::with_capacity(game.game.ply() + 1);
    for (position, mv) in game.game.turns() {
        let (key, symmetry) = Key::and_symmetry(&position);
        let mv = move_code(symmetry.mv(mv, position.spec().size()));
        positions.push((key, MoveResult::new(mv, decision)));
    }
    positions.push((Key::of(&game.game.position()), MoveResult::new(END, decision)));
    if game.game.lost_turns().next().is_some() {
        let last: HashMap<Key, MoveResult> = positions.iter().copied().collect();
        positions = last.into_iter().collect();
    }
    positions
}

/// The number of games that an import added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Added {
    /// New games.
    pub added: u64,
    /// Duplicates, which were skipped.
    pub known: u64,
}

impl Archive {
    /// Adds games in one transaction. Duplicates are skipped.
    pub fn add(&self, games: impl IntoIterator<Item = ArchivedGame>) -> Result<Added, ArchiveError> {
        self.add_prepared(&games.into_iter().map(PreparedGame::new).collect::<Vec<_>>())
    }

    pub(super) fn add_prepared(&self, games: &[PreparedGame]) -> Result<Added, ArchiveError> {
        let mut writer = self.writer();
        let failed = ArchiveError::failed("write to");
        let written = writer.transaction_with_behavior(TransactionBehavior::Immediate).and_then(|transaction| {
            let added = insert_all(&transaction, games)?;
            transaction.commit()?;
            Ok(added)
        });
        let added = written.map_err(|cause| match cause {
            rusqlite::Error::IntegralValueOutOfRange(..) => ArchiveError::Full,
            cause => failed(cause),
        })?;
        // A separate transaction: the games are in, even if this fails or the process is killed.
        let compacted = writer.transaction_with_behavior(TransactionBehavior::Immediate).and_then(|transaction| {
            position_index::compact(&transaction)?;
            transaction.commit()
        });
        if let Err(cause) = compacted {
            tracing::error!(%cause, "cannot write the positions of new games as sorted runs");
        }
        Ok(added)
    }

    /// Those of these games of the server that the archive does not have.
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

fn insert_all(connection: &Connection, games: &[PreparedGame]) -> rusqlite::Result<Added> {
    let mut added = Added::default();
    let mut hits = Vec::new();
    for game in games {
        let Some(game_id) = insert(connection, game)? else {
            added.known += 1;
            continue;
        };
        added.added += 1;
        hits.extend(game.positions.iter().map(|&(key, result)| (key, PositionHit { game_id, result })));
    }
    position_index::add(connection, usize::try_from(added.added).unwrap_or(usize::MAX), hits)?;
    Ok(added)
}

/// Inserts a game and returns its number, or `None` for a duplicate.
fn insert(connection: &Connection, prepared: &PreparedGame) -> rusqlite::Result<Option<u32>> {
    let game = &prepared.game;
    let mut known = connection.prepare_cached("SELECT 1 FROM past WHERE same = ?1 OR game = ?2")?;
    let server_id = game.played_here.as_ref().map(GameId::as_str);
    if known.exists((prepared.identity, server_id))? {
        return Ok(None);
    }
    let mut insert = connection.prepare_cached(
        "INSERT INTO past (same, black, white, result, margin, ending, theory, opening, plies, day, event, source, variant, moves, game)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)",
    )?;
    let id = insert.insert(rusqlite::params![
        prepared.identity,
        player(connection, &game.black)?,
        player(connection, &game.white)?,
        game.decision() as u8,
        game.outcome.margin.map(DiscDiff::discs),
        ending_number(game.outcome.ending),
        game.theory.map(|theory| u16::from(theory.black) + 100 * u16::from(theory.empties)),
        prepared.opening,
        game.game.ply() as i64,
        game.day.number(),
        label(connection, &game.event)?,
        label(connection, &game.source)?,
        prepared.variant,
        prepared.moves,
        server_id,
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

pub(super) fn highest_number(connection: &Connection, prefix: &str) -> rusqlite::Result<u64> {
    let mut named = connection.prepare("SELECT name FROM player WHERE name GLOB ?1 || '[0-9]*'")?;
    let mut highest = 0;
    for name in named.query_map([prefix], |row| row.get::<_, String>(0))? {
        // 32 bits, so that an imported name cannot exhaust the numbers.
        let number = name?.strip_prefix(prefix).and_then(|number| number.parse::<u32>().ok());
        highest = highest.max(number.map_or(0, u64::from));
    }
    Ok(highest)
}

pub(super) fn set_note(connection: &Connection, name: &str, value: &[u8]) -> rusqlite::Result<()> {
    let mut set = connection.prepare_cached("INSERT OR REPLACE INTO note (name, value) VALUES (?1, ?2)")?;
    set.execute((name, value)).map(|_| ())
}

/// A game of the archive.
#[derive(Clone, Debug, PartialEq)]
pub struct ArchiveEntry {
    /// Its number, which never changes.
    pub id: u32,
    /// The game.
    pub game: ArchivedGame,
    /// The name of its opening.
    pub opening: Option<String>,
    /// The ply at which the game reached the position of the filter.
    pub ply: Option<usize>,
}

impl Archive {
    /// The game of this number.
    pub fn game(&self, id: u32) -> Result<Option<ArchiveEntry>, ArchiveError> {
        let found = self.read("read", |connection| load(connection, id))?;
        found.transpose()
    }
}

impl ArchiveEntry {
    /// Sets the ply at which the game reached a position.
    pub(super) fn with_ply_of(mut self, position: Option<&Position>) -> ArchiveEntry {
        if let Some(key) = position.map(Key::of) {
            let game = &self.game.game;
            let positions = (0..=game.ply()).filter_map(|ply| Some((ply, game.position_at(ply)?)));
            self.ply = positions.into_iter().find(|(_, position)| Key::of(position) == key).map(|(ply, _)| ply);
        }
        self
    }
}

/// Games by number.
#[derive(Debug, Default)]
pub(super) struct Loaded {
    pub(super) games: Vec<ArchiveEntry>,
    /// Games that cannot be read.
    pub(super) damaged: Vec<u32>,
}

/// The games of these numbers that exist. Damaged games are skipped.
pub(super) fn load_all(connection: &Connection, ids: impl IntoIterator<Item = u32>) -> rusqlite::Result<Loaded> {
    let mut loaded = Loaded::default();
    for id in ids {
        match load(connection, id)? {
            Some(Ok(entry)) => loaded.games.push(entry),
            Some(Err(error)) => {
                tracing::error!(%error, "skipping a damaged game");
                loaded.damaged.push(id);
            }
            None => {}
        }
    }
    Ok(loaded)
}

/// Reads one game. A game that cannot be replayed is damaged.
fn load(connection: &Connection, id: u32) -> rusqlite::Result<Option<Result<ArchiveEntry, ArchiveError>>> {
    let mut statement = connection.prepare_cached(
        "SELECT black.name, white.name, event.text, source.text, day, result, margin, ending, theory, opening, variant, moves, game
         FROM past
         JOIN player AS black ON black.id = past.black JOIN player AS white ON white.id = past.white
         JOIN label AS event ON event.id = past.event JOIN label AS source ON source.id = past.source
         WHERE past.id = ?1",
    )?;
    let found = match statement.query_row([id], |row| entry(row, id)).optional() {
        Err(cause) if is_bad_value(&cause) => Some(None),
        read => read?,
    };
    Ok(found.map(|entry| entry.ok_or(ArchiveError::Damaged { id })))
}

/// Whether a value in the row is invalid, so that other rows may be readable.
fn is_bad_value(cause: &Error) -> bool {
    matches!(
        cause,
        Error::FromSqlConversionFailure(..)
            | Error::IntegralValueOutOfRange(..)
            | Error::InvalidColumnType(..)
            | Error::Utf8Error(..)
    )
}

fn entry(row: &rusqlite::Row<'_>, id: u32) -> rusqlite::Result<Option<ArchiveEntry>> {
    let variant: Option<String> = row.get(10)?;
    let variant = variant.map_or(Some(Variant::STANDARD), |code| code.parse().ok());
    let moves: Vec<u8> = row.get(11)?;
    let Some(game) = variant.and_then(|variant| replay(variant.start(), &moves)) else { return Ok(None) };
    let margin = row.get::<_, Option<i8>>(6)?.and_then(DiscDiff::new);
    let winner = Decision::of_number(row.get(5)?).winner();
    // The margin says who won.
    let outcome = Outcome { margin, awarded: winner.filter(|_| margin.is_none()), ending: ending_of(row.get(7)?) };
    let theory: Option<u16> = row.get(8)?;
    let theory = theory.map(|theory| Theory { black: (theory % 100) as u8, empties: (theory / 100) as u8 });
    let played_here: Option<String> = row.get(12)?;
    let game = ArchivedGame {
        game,
        black: row.get(0)?,
        white: row.get(1)?,
        event: row.get(2)?,
        source: row.get(3)?,
        day: Day::from_number(row.get(4)?),
        outcome,
        theory,
        played_here: played_here.and_then(|id| id.parse().ok()),
    };
    Ok(Some(ArchiveEntry { id, game, opening: row.get(9)?, ply: None }))
}

#[cfg(test)]
mod tests {
    use outflank_rules::{Game, Variant, record::Record};

    use super::*;

    #[test]
    fn games_are_added_even_if_compaction_fails() {
        let archive = Archive::in_memory().expect("an archive");
        // Enough rows for a compaction, and no table for the runs.
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
        let added = archive.add([ArchivedGame::of_record(Record::new(game), "test")]);
        assert_eq!(added.expect("it is in"), Added { added: 1, known: 0 });
    }
}
