//! The result of a game.

use std::fmt;

use outflank_rules::{
    Color, FinalScore, Game, Status,
    record::{Ending, Outcome},
};

/// How a game ended.
///
/// ```
/// use outflank_arena::GameResult;
/// use outflank_rules::Color;
///
/// let result = GameResult::Resigned(Color::Black);
/// assert_eq!(result.winner(), Some(Color::White));
/// assert_eq!(result.to_string(), "white wins: black resigned");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// Neither side can move any more.
    Played(FinalScore),
    /// This side resigned.
    Resigned(Color),
    /// This side's time ran out.
    TimedOut(Color),
    /// This side left.
    Left(Color),
}

impl GameResult {
    /// The result on the board, if the game is over there.
    pub fn on_board(game: &Game) -> Option<GameResult> {
        match game.position().status() {
            Status::Over(score) => Some(GameResult::Played(score)),
            _ => None,
        }
    }

    /// The result that a record states for a game that did not end on the board.
    pub fn off_board(outcome: &Outcome) -> Option<GameResult> {
        let loser = !outcome.awarded?;
        match outcome.ending {
            Ending::Resigned => Some(GameResult::Resigned(loser)),
            Ending::TimedOut => Some(GameResult::TimedOut(loser)),
            Ending::Left | Ending::Foul => Some(GameResult::Left(loser)),
            _ => None,
        }
    }

    /// The same result for a record.
    pub fn outcome(self) -> Outcome {
        let ending = match self {
            GameResult::Played(score) => {
                return Outcome { margin: Some(score.official_margin()), ending: Ending::Played, ..Outcome::default() };
            }
            GameResult::Resigned(_) => Ending::Resigned,
            GameResult::TimedOut(_) => Ending::TimedOut,
            GameResult::Left(_) => Ending::Left,
        };
        Outcome { awarded: self.winner(), ending, ..Outcome::default() }
    }

    /// The winner, or `None` for a draw.
    pub fn winner(self) -> Option<Color> {
        match self {
            GameResult::Played(score) => score.winner(),
            GameResult::Resigned(loser) | GameResult::TimedOut(loser) | GameResult::Left(loser) => Some(!loser),
        }
    }

    /// True if neither side won.
    pub fn is_draw(self) -> bool {
        self.winner().is_none()
    }

    /// True if one side has no discs left.
    pub fn is_wipe_out(self) -> bool {
        matches!(self, GameResult::Played(score) if score.is_wipe_out())
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameResult::Played(score) if score.is_wipe_out() => write!(f, "a wipe-out: {score}"),
            GameResult::Played(score) => write!(f, "{score}"),
            GameResult::Resigned(loser) => write!(f, "{} wins: {loser} resigned", !*loser),
            GameResult::TimedOut(loser) => write!(f, "{} wins: {loser}'s time ran out", !*loser),
            GameResult::Left(loser) => write!(f, "{} wins: {loser} left", !*loser),
        }
    }
}
