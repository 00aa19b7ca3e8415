//! Games as they are read back.

use outflank_rules::{
    DiscDiff, Position, Variant,
    record::{Outcome, Theory},
};
use rusqlite::{Connection, Error, OptionalExtension, Row};

use super::{
    Archive, ArchiveError, Day, Decision, Key, Past,
    past::{ending_of, replayed},
};

/// A game of the archive.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    /// Its number, which it keeps.
    pub id: u32,
    /// The game.
    pub past: Past,
    /// The name of its opening.
    pub opening: Option<String>,
    /// After how many turns it came to the position that was asked for.
    pub ply: Option<usize>,
}

impl Archive {
    /// One game, if there is one of this number.
    pub fn game(&self, id: u32) -> Result<Option<Kept>, ArchiveError> {
        let found = self.read("read", |connection| load(connection, id))?;
        found.transpose()
    }
}

impl Kept {
    /// Notes where in the game a position was.
    pub(super) fn with_ply_of(mut self, position: Option<&Position>) -> Kept {
        if let Some(key) = position.map(Key::of) {
            let game = &self.past.game;
            let positions = (0..=game.ply()).filter_map(|ply| Some((ply, game.position_at(ply)?)));
            self.ply = positions.into_iter().find(|(_, position)| Key::of(position) == key).map(|(ply, _)| ply);
        }
        self
    }
}

/// Games of some numbers.
#[derive(Debug, Default)]
pub(super) struct Loaded {
    pub(super) games: Vec<Kept>,
    /// Those that cannot be read.
    pub(super) damaged: Vec<u32>,
}

/// The games of these numbers, as far as there are any. One that is damaged does not keep the others away.
pub(super) fn load_all(connection: &Connection, ids: impl IntoIterator<Item = u32>) -> rusqlite::Result<Loaded> {
    let mut loaded = Loaded::default();
    for id in ids {
        match load(connection, id)? {
            Some(Ok(kept)) => loaded.games.push(kept),
            Some(Err(error)) => {
                tracing::error!(%error, "a game is left out");
                loaded.damaged.push(id);
            }
            None => {}
        }
    }
    Ok(loaded)
}

/// The game of a number; what cannot be replayed is damaged.
fn load(connection: &Connection, id: u32) -> rusqlite::Result<Option<Result<Kept, ArchiveError>>> {
    let mut statement = connection.prepare_cached(
        "SELECT black.name, white.name, event.text, source.text, day, result, margin, ending, theory, opening, variant, moves, game
         FROM past
         JOIN player AS black ON black.id = past.black JOIN player AS white ON white.id = past.white
         JOIN label AS event ON event.id = past.event JOIN label AS source ON source.id = past.source
         WHERE past.id = ?1",
    )?;
    let kept = match statement.query_row([id], |row| kept(row, id)).optional() {
        Err(cause) if is_of_one_game(&cause) => Some(None),
        read => read?,
    };
    Ok(kept.map(|kept| kept.ok_or(ArchiveError::Damaged { id })))
}

/// Is something in the row what it cannot be, while others may be well?
fn is_of_one_game(cause: &Error) -> bool {
    matches!(
        cause,
        Error::FromSqlConversionFailure(..)
            | Error::IntegralValueOutOfRange(..)
            | Error::InvalidColumnType(..)
            | Error::Utf8Error(..)
    )
}

fn kept(row: &Row<'_>, id: u32) -> rusqlite::Result<Option<Kept>> {
    let variant: Option<String> = row.get(10)?;
    let variant = variant.map_or(Some(Variant::STANDARD), |code| code.parse().ok());
    let moves: Vec<u8> = row.get(11)?;
    let Some(game) = variant.and_then(|variant| replayed(variant.start(), &moves)) else { return Ok(None) };
    let margin = row.get::<_, Option<i8>>(6)?.and_then(DiscDiff::new);
    let winner = Decision::of_number(row.get(5)?).winner();
    // A margin tells who won.
    let outcome = Outcome { margin, awarded: winner.filter(|_| margin.is_none()), ending: ending_of(row.get(7)?) };
    let theory: Option<u16> = row.get(8)?;
    let theory = theory.map(|theory| Theory { black: (theory % 100) as u8, empties: (theory / 100) as u8 });
    let played_here: Option<String> = row.get(12)?;
    let past = Past {
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
    Ok(Some(Kept { id, past, opening: row.get(9)?, ply: None }))
}
