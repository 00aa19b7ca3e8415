//! Which games went through a position, as rows and as heaps of rows.

use std::collections::BTreeMap;

use rusqlite::Connection;

use super::{
    key::{HEAPS, Key},
    past::Decision,
};

/// The move of a game that went no further.
pub(super) const END: u8 = 65;

/// From so many games on they go into heaps at once; fewer are gathered until there are [`MOST_LOOSE`].
const FEWEST_IN_HEAPS: usize = 1000;

/// Rows of single positions that are put into heaps when there are so many: those of some thousand games.
const MOST_LOOSE: i64 = 250_000;

/// What was played in a position, and how the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark(u16);

impl Mark {
    pub(super) fn new(mv: u8, decision: Decision) -> Mark {
        Mark(u16::from(mv) | (decision as u16) << 8)
    }

    pub(super) fn mv(self) -> u8 {
        self.0 as u8
    }

    pub(super) fn decision(self) -> Decision {
        Decision::of_number((self.0 >> 8) as u8)
    }
}

/// A game that went through a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Visit {
    pub(super) past: u32,
    pub(super) mark: Mark,
}

/// A row in a heap: 8 bytes of the key, 4 of the game, 2 of the mark, each with the highest byte first, so that their order is that of keys.
const ROW: usize = 14;

fn written((key, visit): &(Key, Visit)) -> [u8; ROW] {
    let mut row = [0; ROW];
    row[..8].copy_from_slice(&key.number().to_be_bytes());
    row[8..12].copy_from_slice(&visit.past.to_be_bytes());
    row[12..].copy_from_slice(&visit.mark.0.to_be_bytes());
    row
}

fn read(row: &[u8; ROW]) -> (Key, Visit) {
    let [key @ .., p1, p2, p3, p4, m1, m2] = *row;
    let past = u32::from_be_bytes([p1, p2, p3, p4]);
    (Key::from_number(u64::from_be_bytes(key)), Visit { past, mark: Mark(u16::from_be_bytes([m1, m2])) })
}

/// All games that went through a position, in no particular order.
pub(super) fn visits(connection: &Connection, key: Key) -> rusqlite::Result<Vec<Visit>> {
    let mut visits = loose(connection, key)?;
    let mut heaps = connection.prepare_cached("SELECT rows FROM heap WHERE id BETWEEN ?1 AND ?2")?;
    let first = id(key.heap(), 0);
    let mut heaps = heaps.query((first, first | i64::from(u32::MAX)))?;
    while let Some(heap) = heaps.next()? {
        let (rows, _) = heap.get_ref(0)?.as_blob()?.as_chunks::<ROW>();
        let begin = rows.partition_point(|row| read(row).0 < key);
        visits.extend(rows[begin..].iter().map(read).take_while(|(other, _)| *other == key).map(|(_, visit)| visit));
    }
    Ok(visits)
}

fn loose(connection: &Connection, key: Key) -> rusqlite::Result<Vec<Visit>> {
    let mut rows = connection.prepare_cached("SELECT past, mark FROM place WHERE key = ?1")?;
    let read = |row: &rusqlite::Row<'_>| Ok(Visit { past: row.get(0)?, mark: Mark(row.get(1)?) });
    rows.query_map([key.number() as i64], read)?.collect()
}

/// Writes the positions of new games, inside of a transaction.
pub(super) fn add(connection: &Connection, games: usize, mut rows: Vec<(Key, Visit)>) -> rusqlite::Result<()> {
    rows.sort_unstable_by_key(|(key, visit)| (*key, visit.past));
    if games >= FEWEST_IN_HEAPS {
        return heap_up(connection, &rows);
    }
    let mut insert = connection.prepare_cached("INSERT INTO place (key, past, mark) VALUES (?1, ?2, ?3)")?;
    for (key, visit) in &rows {
        insert.execute((key.number() as i64, visit.past, visit.mark.0))?;
    }
    Ok(())
}

/// Puts the rows of new games into heaps if they are many, inside of a transaction.
pub(super) fn gather(connection: &Connection) -> rusqlite::Result<()> {
    let count: i64 = connection.query_row("SELECT count(*) FROM place", [], |row| row.get(0))?;
    if count < MOST_LOOSE {
        return Ok(());
    }
    let mut rows = connection.prepare_cached("SELECT key, past, mark FROM place ORDER BY key, past")?;
    let read = |row: &rusqlite::Row<'_>| {
        let key = Key::from_number(row.get::<_, i64>(0)? as u64);
        Ok((key, Visit { past: row.get(1)?, mark: Mark(row.get(2)?) }))
    };
    let rows: Vec<_> = rows.query_map([], read)?.collect::<rusqlite::Result<_>>()?;
    heap_up(connection, &rows)?;
    connection.execute("DELETE FROM place", ())?;
    Ok(())
}

/// Writes sorted rows into heaps of their own. A game is in one set of heaps only, so that any of them tells the sets apart.
fn heap_up(connection: &Connection, rows: &[(Key, Visit)]) -> rusqlite::Result<()> {
    let mut insert = connection.prepare_cached("INSERT INTO heap (id, rows) VALUES (?1, ?2)")?;
    let Some(one) = rows.iter().map(|(_, visit)| visit.past).min() else { return Ok(()) };
    for heap in rows.chunk_by(|(one, _), (other, _)| one.heap() == other.heap()) {
        let bytes: Vec<u8> = heap.iter().flat_map(written).collect();
        insert.execute((id(heap[0].0.heap(), one), bytes))?;
    }
    Ok(())
}

fn id(heap: u64, past: u32) -> i64 {
    (heap << 32) as i64 | i64::from(past)
}

/// How often each move was played, and how those games ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// All games.
    pub games: u64,
    /// Those that Black won.
    pub black: u64,
    /// Those that nobody won.
    pub draws: u64,
    /// Those that White won.
    pub white: u64,
}

impl Tally {
    pub(super) fn count(&mut self, decision: Decision) {
        self.games += 1;
        match decision {
            Decision::Open => {}
            Decision::Black => self.black += 1,
            Decision::Draw => self.draws += 1,
            Decision::White => self.white += 1,
        }
    }

    pub(super) fn add(&mut self, other: Tally) {
        self.games += other.games;
        self.black += other.black;
        self.draws += other.draws;
        self.white += other.white;
    }
}

/// What was played, by the bytes of moves.
pub(super) fn tallies(visits: &[Visit]) -> BTreeMap<u8, Tally> {
    let mut tallies: BTreeMap<u8, Tally> = BTreeMap::new();
    for visit in visits {
        tallies.entry(visit.mark.mv()).or_default().count(visit.mark.decision());
    }
    tallies
}

const _: () = assert!(HEAPS << 32 <= i64::MAX as u64, "heaps and games fit into one number");
