//! A game as the archive takes it and gives it back.

use outflank_rules::{
    Color, Game, Move, Position, Square, Variant,
    record::{Ending, Outcome, Record, Theory},
};

use super::day::Day;
use crate::{id::GameId, table::Table, wire};

/// The label of games that were played on this server.
pub const SERVER: &str = "server";

/// Signs that are kept of the name of an event or a source.
const LONGEST_LABEL: usize = 100;

/// The byte of a pass among moves.
pub(super) const PASS: u8 = 64;

/// A game with what is kept of its record. Notes to moves, clocks and comments are not.
#[derive(Clone, Debug, PartialEq)]
pub struct Past {
    /// The start and the moves.
    pub game: Game,
    /// Who played Black; nothing if nobody knows.
    pub black: String,
    /// Who played White.
    pub white: String,
    /// The tournament or the place.
    pub event: String,
    /// When.
    pub day: Day,
    /// How it ended.
    pub outcome: Outcome,
    /// What perfect play would have given.
    pub theory: Option<Theory>,
    /// Where the archive has it from.
    pub source: String,
    /// Its name, if it was played on this server.
    pub played_here: Option<GameId>,
}

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// Nobody knows.
    Open,
    /// Black won.
    Black,
    /// Nobody won.
    Draw,
    /// White won.
    White,
}

impl Decision {
    /// All of them, by their numbers.
    const ALL: [Decision; 4] = [Decision::Open, Decision::Black, Decision::Draw, Decision::White];

    /// All of them, by their words.
    pub const WORDS: [(&'static str, Decision); 4] =
        [("black", Decision::Black), ("white", Decision::White), ("draw", Decision::Draw), ("open", Decision::Open)];

    pub(super) fn of_number(number: u8) -> Decision {
        Decision::ALL.get(usize::from(number)).copied().unwrap_or(Decision::Open)
    }

    /// The side that won.
    pub fn winner(self) -> Option<Color> {
        match self {
            Decision::Black => Some(Color::Black),
            Decision::White => Some(Color::White),
            Decision::Open | Decision::Draw => None,
        }
    }
}

impl Past {
    /// What is kept of a record that comes from a source.
    pub fn of_record(record: Record, source: &str) -> Past {
        Past {
            black: wire::tidy(&record.black.name).unwrap_or_default(),
            white: wire::tidy(&record.white.name).unwrap_or_default(),
            event: label(&record.event),
            day: Day::of_record(&record.date),
            outcome: record.outcome,
            theory: record.theory,
            source: label(source),
            played_here: None,
            game: record.game,
        }
    }

    /// A game of this server.
    pub fn of_table(table: &Table) -> Past {
        Past { played_here: Some(table.id()), ..Past::of_record(table.record(), SERVER) }
    }

    /// The game as files hold it.
    pub fn record(&self) -> Record {
        let mut record = Record::new(self.game.clone());
        record.black.name = self.black.clone();
        record.white.name = self.white.clone();
        record.event = self.event.clone();
        record.date = self.day.to_string();
        record.outcome = self.outcome;
        record.theory = self.theory;
        record
    }

    /// The records to try where it is to go into a file of a WTHOR base. A file holds theoretical scores of one depth: games of another go in
    /// without theirs.
    pub fn records_for_base(&self) -> impl Iterator<Item = Record> {
        let record = self.record();
        let without = record.theory.map(|_| Record { theory: None, ..record.clone() });
        std::iter::once(record).chain(without)
    }

    /// The variant that begins where the game does.
    pub fn variant(&self) -> Variant {
        Variant::from_position(&self.game.start())
    }

    /// Who won.
    pub fn decision(&self) -> Decision {
        match self.outcome.winner(self.game.start().ground().goal()) {
            Some(Color::Black) => Decision::Black,
            Some(Color::White) => Decision::White,
            None if self.outcome.margin.is_some() => Decision::Draw,
            None => Decision::Open,
        }
    }
}

/// A text on one line that is not too long.
fn label(text: &str) -> String {
    let words: Vec<&str> =
        text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty()).collect();
    words.join(" ").chars().take(LONGEST_LABEL).collect()
}

/// A move as a byte.
pub(super) fn code(mv: Move) -> u8 {
    mv.square().map_or(PASS, |square| square.index() as u8)
}

/// The move that a byte stands for.
pub(super) fn move_of(code: u8) -> Option<Move> {
    if code == PASS { Some(Move::Pass) } else { Square::from_index(code).map(Move::Place) }
}

/// The game of moves as bytes. A pass of a side that could have moved is a turn that it lost.
pub(super) fn replayed(start: Position, moves: &[u8]) -> Option<Game> {
    let mut game = Game::new(start);
    for &code in moves {
        let mv = move_of(code)?;
        if game.play(mv).is_err() && (mv != Move::Pass || game.skip_turn().is_none()) {
            return None;
        }
    }
    Some(game)
}

/// How a game ended, as a number.
pub(super) fn ending_number(ending: Ending) -> u8 {
    ENDINGS.iter().position(|&known| known == ending).unwrap_or_default() as u8
}

pub(super) fn ending_of(number: u8) -> Ending {
    ENDINGS.get(usize::from(number)).copied().unwrap_or_default()
}

const ENDINGS: [Ending; 5] = [Ending::Unfinished, Ending::Played, Ending::Resigned, Ending::TimedOut, Ending::Left];
