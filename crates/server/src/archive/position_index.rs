//! The index from positions to games: recent rows in a table, older rows in sorted runs.
//!
//! A game has about 60 positions, and their keys are random. A table sorted by key would rewrite
//! almost all of its pages for every thousand new games. A sorted run holds the rows of some
//! thousand games whose keys share their first bits; a lookup reads one run per set of games.

use std::collections::BTreeMap;

use outflank_rules::{Color, Goal, Move, Position, Symmetry};
use rusqlite::Connection;

use super::game::Decision;

/// A position up to symmetry, as a number of 63 bits, which SQLite can hold. Files contain it, so a
/// change needs a new schema version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(u64);

/// The bits of a key.
const KEY_BITS: u32 = 63;

/// The number of runs in a set. The first bits of a key choose its run.
const RUNS: u64 = 1 << RUN_BITS;
const RUN_BITS: u32 = 10;

/// Playable squares, free squares, own discs and opposing discs.
type Squares = [u64; 4];

impl Key {
    /// The key of a position.
    pub fn of(position: &Position) -> Key {
        Key::and_symmetry(position).0
    }

    /// The key, and the symmetry that turns the position into the canonical image of its key.
    pub(super) fn and_symmetry(position: &Position) -> (Key, Symmetry) {
        let (squares, symmetry) = canonical(position);
        let spec = position.spec();
        let (is_white, is_anti) = (position.turn() == Color::White, spec.goal() == Goal::Fewest);
        let rest = u64::from(is_white) | u64::from(is_anti) << 8 | u64::from(spec.size()) << 16;
        let mixed = squares.into_iter().chain([rest]).fold(0, mix);
        (Key(mixed >> (64 - KEY_BITS)), symmetry)
    }

    /// The key as a number.
    pub fn number(self) -> u64 {
        self.0
    }

    pub(super) fn from_number(number: u64) -> Key {
        Key(number)
    }

    /// The run that holds this key. Each run is a range of keys.
    fn run(self) -> u64 {
        self.0 >> (KEY_BITS - RUN_BITS)
    }
}

/// The smallest of the eight images of a position. On symmetric boards only the discs change.
fn canonical(position: &Position) -> (Squares, Symmetry) {
    let spec = position.spec();
    let (size, free) = (spec.size(), position.free_squares());
    let is_symmetric = spec.area() == spec.frame() && free.is_empty();
    let image = |symmetry: Symmetry| {
        let turn = |set| symmetry.bitboard(set, size).0;
        let (area, free) = if is_symmetric { (spec.area().0, 0) } else { (turn(spec.area()), turn(free)) };
        ([area, free, turn(position.own()), turn(position.opp())], symmetry)
    };
    Symmetry::ALL.map(image).into_iter().min_by_key(|(squares, _)| *squares).expect("eight symmetries")
}

/// SplitMix64: every bit of both numbers changes every bit of the result.
fn mix(state: u64, word: u64) -> u64 {
    let mut mixed = (state ^ word).wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

/// The equivalent moves of a symmetric position: the one that stands for all, and the others. The
/// last by name stands for all, because most records begin with f5.
pub(super) fn equivalent_moves(position: &Position, mv: Move) -> (Move, Vec<Move>) {
    let Move::Place(square) = mv else { return (mv, Vec::new()) };
    let size = position.spec().size();
    let own = Symmetry::ALL.into_iter().filter(|&symmetry| position.transformed(symmetry) == *position);
    let mut moves: Vec<_> = own.map(|symmetry| symmetry.square(square, size)).collect();
    moves.sort_unstable_by_key(|square| (square.column(), square.row()));
    moves.dedup();
    let last = moves.pop().unwrap_or(square);
    (Move::Place(last), moves.into_iter().map(Move::Place).collect())
}

/// The move code of a game that ended in the position.
pub(super) const END: u8 = 65;

/// Imports of at least this many games write sorted runs directly.
const MIN_RUN_GAMES: usize = 1000;

/// The table's rows become sorted runs when there are this many, from some thousand games.
const MAX_TABLE_ROWS: i64 = 250_000;

/// The move played in a position and the result of its game, packed into 16 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MoveResult(u16);

impl MoveResult {
    pub(super) fn new(mv: u8, decision: Decision) -> MoveResult {
        MoveResult(u16::from(mv) | (decision as u16) << 8)
    }

    pub(super) fn mv(self) -> u8 {
        self.0 as u8
    }

    pub(super) fn decision(self) -> Decision {
        Decision::of_number((self.0 >> 8) as u8)
    }
}

/// A game that reached a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PositionHit {
    pub(super) game_id: u32,
    pub(super) result: MoveResult,
}

/// Bytes of a row in a run: 8 of the key, 4 of the game id and 2 of the move and result, big
/// endian, so that bytes sort like keys.
const ROW_BYTES: usize = 14;

fn write_row((key, hit): &(Key, PositionHit)) -> [u8; ROW_BYTES] {
    let mut row = [0; ROW_BYTES];
    row[..8].copy_from_slice(&key.number().to_be_bytes());
    row[8..12].copy_from_slice(&hit.game_id.to_be_bytes());
    row[12..].copy_from_slice(&hit.result.0.to_be_bytes());
    row
}

fn read_row(row: &[u8; ROW_BYTES]) -> (Key, PositionHit) {
    let [key @ .., p1, p2, p3, p4, m1, m2] = *row;
    let game_id = u32::from_be_bytes([p1, p2, p3, p4]);
    (
        Key::from_number(u64::from_be_bytes(key)),
        PositionHit { game_id, result: MoveResult(u16::from_be_bytes([m1, m2])) },
    )
}

/// All games that reached a position, in no particular order.
pub(super) fn hits(connection: &Connection, key: Key) -> rusqlite::Result<Vec<PositionHit>> {
    let mut hits = table_hits(connection, key)?;
    let mut runs = connection.prepare_cached("SELECT rows FROM heap WHERE id BETWEEN ?1 AND ?2")?;
    let first = run_id(key.run(), 0);
    let mut runs = runs.query((first, first | i64::from(u32::MAX)))?;
    while let Some(run) = runs.next()? {
        let (rows, _) = run.get_ref(0)?.as_blob()?.as_chunks::<ROW_BYTES>();
        let begin = rows.partition_point(|row| read_row(row).0 < key);
        hits.extend(rows[begin..].iter().map(read_row).take_while(|(other, _)| *other == key).map(|(_, hit)| hit));
    }
    Ok(hits)
}

fn table_hits(connection: &Connection, key: Key) -> rusqlite::Result<Vec<PositionHit>> {
    let mut rows = connection.prepare_cached("SELECT past, mark FROM place WHERE key = ?1")?;
    let read = |row: &rusqlite::Row<'_>| Ok(PositionHit { game_id: row.get(0)?, result: MoveResult(row.get(1)?) });
    rows.query_map([key.number() as i64], read)?.collect()
}

/// Writes the positions of new games, within a transaction.
pub(super) fn add(connection: &Connection, games: usize, mut rows: Vec<(Key, PositionHit)>) -> rusqlite::Result<()> {
    rows.sort_unstable_by_key(|(key, hit)| (*key, hit.game_id));
    if games >= MIN_RUN_GAMES {
        return write_runs(connection, &rows);
    }
    let mut insert = connection.prepare_cached("INSERT INTO place (key, past, mark) VALUES (?1, ?2, ?3)")?;
    for (key, hit) in &rows {
        insert.execute((key.number() as i64, hit.game_id, hit.result.0))?;
    }
    Ok(())
}

/// Moves the table's rows into sorted runs if there are many, within a transaction.
pub(super) fn compact(connection: &Connection) -> rusqlite::Result<()> {
    let count: i64 = connection.query_row("SELECT count(*) FROM place", [], |row| row.get(0))?;
    if count < MAX_TABLE_ROWS {
        return Ok(());
    }
    let mut rows = connection.prepare_cached("SELECT key, past, mark FROM place ORDER BY key, past")?;
    let read = |row: &rusqlite::Row<'_>| {
        let key = Key::from_number(row.get::<_, i64>(0)? as u64);
        Ok((key, PositionHit { game_id: row.get(1)?, result: MoveResult(row.get(2)?) }))
    };
    let rows: Vec<_> = rows.query_map([], read)?.collect::<rusqlite::Result<_>>()?;
    write_runs(connection, &rows)?;
    connection.execute("DELETE FROM place", ())?;
    Ok(())
}

/// Writes sorted rows as a new set of runs. A game is in one set only, so its id names the set.
fn write_runs(connection: &Connection, rows: &[(Key, PositionHit)]) -> rusqlite::Result<()> {
    let mut insert = connection.prepare_cached("INSERT INTO heap (id, rows) VALUES (?1, ?2)")?;
    let Some(first) = rows.iter().map(|(_, hit)| hit.game_id).min() else { return Ok(()) };
    for run in rows.chunk_by(|(one, _), (other, _)| one.run() == other.run()) {
        let bytes: Vec<u8> = run.iter().flat_map(write_row).collect();
        insert.execute((run_id(run[0].0.run(), first), bytes))?;
    }
    Ok(())
}

fn run_id(run: u64, game_id: u32) -> i64 {
    (run << 32) as i64 | i64::from(game_id)
}

/// The number of games by result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// All games.
    pub games: u64,
    /// Games that Black won.
    pub black: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games that White won.
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

/// The results of each move, by move code.
pub(super) fn tallies(hits: &[PositionHit]) -> BTreeMap<u8, Tally> {
    let mut tallies: BTreeMap<u8, Tally> = BTreeMap::new();
    for hit in hits {
        tallies.entry(hit.result.mv()).or_default().count(hit.result.decision());
    }
    tallies
}

const _: () = assert!(RUNS << 32 <= i64::MAX as u64, "a run and a game id fit into one number");

#[cfg(test)]
mod tests {
    use outflank_rules::{Game, Variant};
    use proptest::prelude::*;

    use super::*;

    fn after(line: &str) -> Position {
        let moves = line.as_bytes().chunks(2).map(|mv| str::from_utf8(mv).expect("ASCII").parse().expect("a move"));
        Game::replay(Variant::STANDARD.start(), moves).expect("legal").position()
    }

    #[test]
    fn keys_in_files_never_change() {
        let positions = [Variant::STANDARD.start(), after("f5d6c3d3c4"), Variant::SIX.start()];
        let keys = [1_363_959_034_091_342_977, 1_996_279_082_536_951_717, 2_089_655_621_717_759_970];
        assert_eq!(positions.map(|position| Key::of(&position).number()), keys);
    }

    #[test]
    fn boards_goals_and_turns_have_different_keys() {
        let start = Variant::STANDARD.start();
        let others =
            [Variant::ANTI.start(), Variant::OCTAGON.start(), Variant::SIX.start(), start.with_turn(!start.turn())];
        for other in others {
            assert_ne!(Key::of(&start), Key::of(&other), "{other}");
        }
        assert_eq!(Key::of(&start), Key::of(&Variant::MIRRORED.start()), "one is the other turned");
    }

    #[test]
    fn the_four_first_moves_are_equivalent() {
        let start = Variant::STANDARD.start();
        for first in ["c4", "d3", "e6", "f5"] {
            let (one, others) = equivalent_moves(&start, first.parse().expect("a move"));
            assert_eq!((one.to_string().as_str(), others.len()), ("f5", 3));
        }
        assert_eq!(equivalent_moves(&after("f5"), "d6".parse().expect("a move")).1, []);
    }

    proptest! {
        #[test]
        fn all_images_have_one_key_and_one_canonical_image(
            choices in proptest::collection::vec(any::<prop::sample::Index>(), 0..70),
            variant in proptest::sample::select(Variant::NAMED.to_vec()),
        ) {
            let mut position = variant.2.start();
            for choice in choices {
                let (key, symmetry) = Key::and_symmetry(&position);
                prop_assert!(key.run() < RUNS);
                for image in Symmetry::ALL.map(|symmetry| position.transformed(symmetry)) {
                    let (other, turn) = Key::and_symmetry(&image);
                    prop_assert_eq!(other, key);
                    let discs = |position: Position| (position.own(), position.opp(), position.free_squares());
                    prop_assert_eq!(discs(image.transformed(turn)), discs(position.transformed(symmetry)));
                }
                let moves = position.moves();
                if moves.is_empty() {
                    break;
                }
                position = position.play_unchecked(moves[choice.index(moves.len())]);
            }
        }
    }
}
