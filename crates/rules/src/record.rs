//! Records of games and positions, and the file formats for them.
//!
//! A [`Record`] is a game with its players, date, result and notes to moves. Every format is parsed
//! into a record and written from it. A single position is a record without moves.
//!
//! Nothing here opens a file: readers take any [`BufRead`](std::io::BufRead) and go through it
//! record by record, so that a file of any size needs the memory of one record.
//!
//! Not every format can hold everything. A writer omits players, dates and notes that its format
//! lacks. It never omits the start, the goal or the moves: if the format lacks them, the record is
//! [`Unwritable`].
//!
//! | format | starts | [lost turns](LOST) | players, event, date | result without a full board | notes | [`Theory`] |
//! | --- | --- | --- | --- | --- | --- | --- |
//! | [`transcript`] | all | | | | | |
//! | [`ggf`] | square boards, both goals | yes | yes, no round | margin, winner, ending | value, time, words | in a comment |
//! | [`sgf`] | all | yes | yes | margin, winner, ending | value, words | in a comment |
//! | [`pgn`] | all | yes | yes | margin, winner, ending | value, time, words | in a comment |
//! | [`json`] | all | yes | yes | margin, winner, ending | value, time, words | yes |
//! | [`wthor`] | the standard one | | names in files of their own, a year | margin | | yes |
//! | [`obf`], [`fen`], [`board`] | a position without moves | | | | | |
//!
//! ```
//! use outflank_rules::record::{Format, Reader, write};
//!
//! let games = "(;GM[Othello]PB[Ann]PW[Bob]B[f5]W[d6];)(;GM[Othello]PB[Bob]PW[Ann]B[f5]W[f6];)";
//! for record in Reader::new(Format::Ggf, games.as_bytes()) {
//!     let record = record?;
//!     println!("{} - {}: {}", record.black.name, record.white.name, write(Format::Transcript, &record)?);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod board;
mod brackets;
mod cells;
mod date;
pub mod encoding;
pub mod fen;
mod format;
pub mod ggf;
pub mod json;
mod number;
pub mod obf;
mod parsing;
pub mod pgn;
mod reader;
pub mod sgf;
mod theory;
pub mod transcript;
mod writer;
pub mod wthor;

pub use date::date_of_day;
pub use format::{Format, ParseFormatError};
pub use reader::{ReadError, ReadErrorCause, Reader, RecordLocation};
pub use writer::{Unwritable, write};

use thiserror::Error;

use crate::{Color, DiscDiff, Game, Goal, Move, Position, ReplayError, Status, excerpt, notation::ParseBoardError};

/// The marker of a turn that a side lost although it could place a disc.
///
/// Only course servers take turns away; [`Game::skip_turn`] does it here. JSON, GGF, SGF and PGN
/// write this word in place of the move. Every other format refuses such a game, because without
/// the turn its next disc would change color.
pub const LOST: &str = "lost";

/// A game or a position with the data of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The start and the moves; a record of a position has no moves.
    pub game: Game,
    /// The black player.
    pub black: Player,
    /// The white player.
    pub white: Player,
    /// Tournament, server or place, as the format calls it.
    pub event: String,
    /// When, as the file writes it.
    pub date: String,
    /// Round of the tournament.
    pub round: String,
    /// The time control, as the file writes it (GGF: `15:00//02:00`).
    pub clock: String,
    /// How the game ended.
    pub outcome: Outcome,
    /// The result with perfect play (WTHOR).
    pub theory: Option<Theory>,
    /// Notes to moves, one a ply as far as the list goes; a missing one is empty.
    pub notes: Vec<MoveNote>,
    /// Known values of moves in the start position (OBF), for the side to move, best first.
    pub values: Vec<(Move, DiscDiff)>,
    /// A comment on the whole game.
    pub comment: String,
    /// Tags this library does not interpret, in file order, so that a format can write them again.
    pub tags: Vec<(String, String)>,
}

impl Record {
    /// A record of a game about which nothing else is known; if it is over, the outcome is read off
    /// the board.
    pub fn new(game: Game) -> Record {
        let outcome = Outcome::of(&game);
        Record {
            game,
            black: Player::default(),
            white: Player::default(),
            event: String::new(),
            date: String::new(),
            round: String::new(),
            clock: String::new(),
            outcome,
            theory: None,
            notes: Vec::new(),
            values: Vec::new(),
            comment: String::new(),
            tags: Vec::new(),
        }
    }

    /// The value of the first tag of this name among those that this library does not interpret.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// A record of a position.
    pub fn of_position(position: Position) -> Record {
        Record::new(Game::new(position))
    }
}

/// A player.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Player {
    /// The name; empty if unknown.
    pub name: String,
    /// The rating on the scale of the server or federation.
    pub rating: Option<f64>,
}

impl Player {
    /// Sets the rating and returns whether it could be parsed. Otherwise the rating stays.
    pub(crate) fn rate(&mut self, text: &str) -> bool {
        let rating = number::parse(text);
        self.rating = rating.or(self.rating);
        rating.is_some()
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Black's official margin (empty squares to the winner), if known.
    pub margin: Option<DiscDiff>,
    /// The winner, if the file names one without a margin (a resignation without a count).
    pub awarded: Option<Color>,
    /// Why there were no more moves.
    pub ending: Ending,
}

impl Outcome {
    /// Returns the official margin of a finished game, else an unfinished outcome.
    pub fn of(game: &Game) -> Outcome {
        match game.position().status() {
            Status::Over(score) => {
                Outcome { margin: Some(score.official_margin()), ending: Ending::Played, ..Outcome::default() }
            }
            _ => Outcome::default(),
        }
    }

    /// Completes the claim of a file: a count of a finished board without its empty squares becomes
    /// the official one, and a finished game without a claim gets its margin from the board.
    pub fn claimed(game: &Game, claim: Outcome) -> Outcome {
        let Status::Over(score) = game.position().status() else {
            return claim;
        };
        let margin = claim.margin.filter(|&margin| margin != score.margin()).unwrap_or(score.official_margin());
        let ending = if claim.ending == Ending::Unfinished { Ending::Played } else { claim.ending };
        Outcome { margin: Some(margin), awarded: None, ending }
    }

    /// Returns the winner, or `None` for a draw or an unknown result.
    pub fn winner(&self, goal: Goal) -> Option<Color> {
        let Some(margin) = self.margin else {
            return self.awarded;
        };
        let leader = match margin.discs().signum() {
            1 => Color::Black,
            -1 => Color::White,
            _ => return None,
        };
        Some(if goal == Goal::Fewest { !leader } else { leader })
    }
}

/// Why a game has no more moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ending {
    /// Played to the end.
    Played,
    /// A player resigned.
    Resigned,
    /// A player's time ran out.
    TimedOut,
    /// A player left.
    Left,
    /// A player broke the rules, for example by an illegal move.
    Foul,
    /// Still running, interrupted, or not stated.
    #[default]
    Unfinished,
}

/// The result with perfect play from some point on, as WTHOR stores it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theory {
    /// Black's discs, empty squares to the winner.
    pub black: u8,
    /// The number of empty squares from which it was solved.
    pub empties: u8,
}

/// The note to one move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MoveNote {
    /// The evaluation in discs for the side that moves.
    pub eval: Option<f64>,
    /// Thinking time in seconds.
    pub seconds: Option<f64>,
    /// A comment.
    pub comment: String,
}

/// A reason why a record cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordError {
    /// A move that the rules refuse.
    #[error(transparent)]
    Illegal(#[from] ReplayError),
    /// A text that does not follow the format.
    #[error("found {found:?}, expected {expected}")]
    Syntax {
        /// The piece of the input that was not understood, shortened.
        found: String,
        /// The expected text.
        expected: String,
    },
    /// A missing part, or two parts that contradict each other, described in words.
    #[error("found {found:?}, expected {expected}")]
    Mismatch {
        /// The text found.
        found: String,
        /// The expected text.
        expected: String,
    },
    /// A move that the file assigns to the wrong side.
    #[error("found \"{mv} of {color}\", expected a move of {}", !*color)]
    WrongTurn {
        /// The move.
        mv: Move,
        /// The side that the file names.
        color: Color,
    },
    /// A drawing that is not a board.
    #[error(transparent)]
    Board(ParseBoardError),
    /// Well formed, but a board or game this library does not play.
    #[error("{0}")]
    Unsupported(String),
    /// The record is longer than any real one.
    #[error("the record is longer than any real game: is this the right format?")]
    TooLong,
    /// The input ends inside the record.
    #[error("the input ends inside the record")]
    Truncated,
}

impl RecordError {
    /// Makes a syntax error that quotes the beginning of the text found.
    pub(crate) fn syntax(found: &str, expected: impl Into<String>) -> RecordError {
        RecordError::Syntax { found: excerpt(found), expected: expected.into() }
    }

    /// Makes an error that describes the text found.
    pub(crate) fn mismatch(found: &str, expected: impl Into<String>) -> RecordError {
        RecordError::Mismatch { found: excerpt(found), expected: expected.into() }
    }
}
