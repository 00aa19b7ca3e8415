//! A game with what the archive stores of its record.

use outflank_rules::{
    Color, Game, Move, Position, Square, Variant,
    record::{Ending, Outcome, Record, Theory},
};

use super::day::Day;
use crate::{
    game::{LiveGame, wire},
    log::id::GameId,
};

/// The source of games that were played on this server.
pub const SERVER: &str = "server";

/// The most characters of the name of an event or a source.
const MAX_LABEL_CHARS: usize = 100;

/// The move code of a pass.
pub(super) const PASS: u8 = 64;

/// A finished game. Comments, clocks and notes to moves are not stored.
#[derive(Clone, Debug, PartialEq)]
pub struct ArchivedGame {
    /// The start and the moves.
    pub game: Game,
    /// The name of Black; empty if unknown.
    pub black: String,
    /// The name of White; empty if unknown.
    pub white: String,
    /// The tournament or location.
    pub event: String,
    /// The date.
    pub day: Day,
    /// The result.
    pub outcome: Outcome,
    /// The score with perfect play.
    pub theory: Option<Theory>,
    /// The file it came from, or [`SERVER`].
    pub source: String,
    /// The game's id, if it was played on this server.
    pub played_here: Option<GameId>,
}

/// The winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// Unknown.
    Open,
    /// Black won.
    Black,
    /// A draw.
    Draw,
    /// White won.
    White,
}

impl Decision {
    /// All decisions, by their numbers in files.
    const ALL: [Decision; 4] = [Decision::Open, Decision::Black, Decision::Draw, Decision::White];

    /// All decisions with their names.
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

impl ArchivedGame {
    /// What the archive stores of a record.
    pub fn of_record(record: Record, source: &str) -> ArchivedGame {
        ArchivedGame {
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
    pub fn of_live_game(game: &LiveGame) -> ArchivedGame {
        ArchivedGame { played_here: Some(game.id()), ..ArchivedGame::of_record(game.record(), SERVER) }
    }

    /// The record to write to a file.
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

    /// The records to try in turn when writing to a WTHOR file. A file holds theoretical scores of
    /// one depth; games with another depth go in without a score.
    pub fn records_for_base(&self) -> impl Iterator<Item = Record> {
        let record = self.record();
        let without = record.theory.map(|_| Record { theory: None, ..record.clone() });
        std::iter::once(record).chain(without)
    }

    /// The variant with the start position of the game.
    pub fn variant(&self) -> Variant {
        Variant::from_position(&self.game.start())
    }

    /// The winner.
    pub fn decision(&self) -> Decision {
        match self.outcome.winner(self.game.start().spec().goal()) {
            Some(Color::Black) => Decision::Black,
            Some(Color::White) => Decision::White,
            None if self.outcome.margin.is_some() => Decision::Draw,
            None => Decision::Open,
        }
    }
}

/// A text on one line, cut to 100 characters.
fn label(text: &str) -> String {
    let words: Vec<&str> =
        text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty()).collect();
    words.join(" ").chars().take(MAX_LABEL_CHARS).collect()
}

/// The code of a move in files.
pub(super) fn move_code(mv: Move) -> u8 {
    mv.square().map_or(PASS, |square| square.index() as u8)
}

/// The move of a code.
pub(super) fn move_of(code: u8) -> Option<Move> {
    if code == PASS { Some(Move::Pass) } else { Square::from_index(code).map(Move::Place) }
}

/// Replays move codes. A pass of a side that could have moved is a lost turn.
pub(super) fn replay(start: Position, moves: &[u8]) -> Option<Game> {
    let mut game = Game::new(start);
    for &code in moves {
        let mv = move_of(code)?;
        if game.play(mv).is_err() && (mv != Move::Pass || game.skip_turn().is_none()) {
            return None;
        }
    }
    Some(game)
}

/// The number of an ending in files.
pub(super) fn ending_number(ending: Ending) -> u8 {
    ENDINGS.iter().position(|&known| known == ending).unwrap_or_default() as u8
}

pub(super) fn ending_of(number: u8) -> Ending {
    ENDINGS.get(usize::from(number)).copied().unwrap_or_default()
}

/// Files hold the index of an ending. Add new endings at the end.
const ENDINGS: [Ending; 6] =
    [Ending::Unfinished, Ending::Played, Ending::Resigned, Ending::TimedOut, Ending::Left, Ending::Foul];
