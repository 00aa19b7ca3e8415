//! Games and positions as files hold them.
//!
//! A [`Record`] is a game with what surrounds it: players, date, result, notes to moves. Every format reads into it
//! and writes from it. A position alone is a record without moves.
//!
//! Nothing here opens a file: readers take any [`BufRead`](std::io::BufRead) and go through it record by record, so
//! that a file of any size needs the memory of one record.
//!
//! Not every format holds everything. What surrounds a game is left out where there is no place for it; what the game
//! is, its start, goal and moves, is never: such a record is [`Unwritable`].
//!
//! | format | starts | players, event, date | result without a full board | notes | [`Theory`] |
//! | --- | --- | --- | --- | --- | --- |
//! | [`transcript`] | all | | | | |
//! | [`ggf`] | square boards, both goals | yes, no round | margin, winner, ending | value, time, words | in a comment |
//! | [`sgf`] | all | yes | margin, winner, ending | value, words | in a comment |
//! | [`pgn`] | all | yes | margin, winner, ending | value, time, words | in a comment |
//! | [`json`] | all | yes | margin, winner, ending | value, time, words | yes |
//! | [`wthor`] | the standard one | names in files of their own, a year | margin | | yes |
//! | [`obf`], [`fen`], [`board`] | a position without moves | | | | |
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
mod cells;
mod cursor;
mod date;
pub mod encoding;
pub mod fen;
mod fields;
mod format;
pub mod ggf;
pub mod json;
mod line;
mod number;
pub mod obf;
pub mod pgn;
mod reader;
pub mod sgf;
mod theory;
pub mod transcript;
mod writer;
pub mod wthor;

pub use date::date_of_day;
pub use format::{Format, ParseFormatError};
pub use reader::{Cause, Place, ReadError, Reader};
pub use writer::{Unwritable, write};

use std::fmt;

use crate::{
    Color, DiscDiff, Game, Goal, Move, Position, ReplayError, Status, excerpt::excerpt, notation::ParseBoardError,
};

/// A game, or a position, with what a file says about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The start and the moves; a record of a position has no moves.
    pub game: Game,
    /// Who played Black.
    pub black: Player,
    /// Who played White.
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
    /// What perfect play would have given (WTHOR).
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
    /// A record of a game about which nothing else is known; if it is over, the outcome is read off the board.
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

/// A player as a record names him.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Player {
    /// The name; empty if unknown.
    pub name: String,
    /// The rating on the scale of the server or federation.
    pub rating: Option<f64>,
}

impl Player {
    /// Sets the rating, and says whether it could be read; one that cannot does not undo one that could.
    pub(crate) fn rate(&mut self, text: &str) -> bool {
        let rating = number::parse(text);
        self.rating = rating.or(self.rating);
        rating.is_some()
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Black's official margin (empty squares to the winner), if the file or the board tells.
    pub margin: Option<DiscDiff>,
    /// Who was given the game, where the file tells this and no margin (a resignation without a count).
    pub awarded: Option<Color>,
    /// Why there were no more moves.
    pub ending: Ending,
}

impl Outcome {
    /// What the board itself says: the official margin of a finished game, else nothing.
    pub fn of(game: &Game) -> Outcome {
        match game.position().status() {
            Status::Over(score) => {
                Outcome { margin: Some(score.official_margin()), ending: Ending::Played, ..Outcome::default() }
            }
            _ => Outcome::default(),
        }
    }

    /// What a file claims, in the terms of this library: a count of a finished board without its empty squares
    /// becomes the official one, and a finished game without a claim is as the board says.
    pub fn claimed(game: &Game, claim: Outcome) -> Outcome {
        let Status::Over(score) = game.position().status() else {
            return claim;
        };
        let margin = claim.margin.filter(|&margin| margin != score.margin()).unwrap_or(score.official_margin());
        let ending = if claim.ending == Ending::Unfinished { Ending::Played } else { claim.ending };
        Outcome { margin: Some(margin), awarded: None, ending }
    }

    /// Who won, or `None` for a draw and where nobody knows.
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
    /// It goes on, was broken off, or the file does not say.
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

/// What a file says about one move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MoveNote {
    /// The mover's evaluation, in discs from his side.
    pub eval: Option<f64>,
    /// Thinking time in seconds.
    pub seconds: Option<f64>,
    /// A comment.
    pub comment: String,
}

/// What is wrong with one record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A move that the rules refuse.
    Illegal(ReplayError),
    /// A text that does not follow the format: what was found, and what was expected.
    Syntax {
        /// The piece of the input that was not understood, shortened.
        found: String,
        /// What should have stood there.
        expected: String,
    },
    /// Something is missing, or two parts do not fit each other: what was found, in words, and what was expected.
    Mismatch {
        /// What there is.
        found: String,
        /// What there should have been.
        expected: String,
    },
    /// A move that the file gives to the side whose turn it is not.
    WrongTurn {
        /// The move.
        mv: Move,
        /// Whose move it is, as the file says.
        color: Color,
    },
    /// A drawing that is no board.
    Board(ParseBoardError),
    /// Well formed, but a board or game this library does not play.
    Unsupported(String),
    /// The record is longer than any real one.
    TooLong,
    /// The input ends inside the record.
    Truncated,
}

impl Fault {
    /// A syntax fault that quotes the beginning of what was found.
    pub(crate) fn syntax(found: &str, expected: impl Into<String>) -> Fault {
        Fault::Syntax { found: excerpt(found), expected: expected.into() }
    }

    /// A fault that describes what was found.
    pub(crate) fn mismatch(found: &str, expected: impl Into<String>) -> Fault {
        Fault::Mismatch { found: excerpt(found), expected: expected.into() }
    }
}

impl From<ReplayError> for Fault {
    fn from(error: ReplayError) -> Fault {
        Fault::Illegal(error)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Illegal(error) => error.fmt(f),
            Fault::Syntax { found, expected } | Fault::Mismatch { found, expected } => {
                write!(f, "found {found:?}, expected {expected}")
            }
            Fault::WrongTurn { mv, color } => write!(f, "found \"{mv} of {color}\", expected a move of {}", !*color),
            Fault::Board(error) => error.fmt(f),
            Fault::Unsupported(what) => f.write_str(what),
            Fault::TooLong => f.write_str("the record is longer than any real game: is this the right format?"),
            Fault::Truncated => f.write_str("the input ends inside the record"),
        }
    }
}

impl std::error::Error for Fault {}
