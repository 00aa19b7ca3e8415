//! A position as JSON.

use outflank_rules::{
    Bitboard, Color, FinalScore, Move, Position, Setup, Square, Status,
    notation::{BoardStyle, Layout, Notation, read_board},
};
use serde::{Deserialize, Serialize, Serializer};

/// A position as `--json` prints it, with squares in the notation of the arguments.
#[derive(Debug, Serialize)]
pub(crate) struct State {
    pub(crate) size: u8,
    /// Row by row: `X` black, `O` white, `-` empty, `#` no square, `?` to be filled by the free
    /// opening.
    pub(crate) board: Vec<String>,
    pub(crate) black: u32,
    pub(crate) white: u32,
    pub(crate) empty: u32,
    pub(crate) turn: String,
    /// `place`, `pass` or `over`.
    pub(crate) status: &'static str,
    pub(crate) legal: Vec<String>,
    /// The result of a finished game.
    #[serde(serialize_with = "score", skip_serializing_if = "Option::is_none")]
    pub(crate) result: Option<FinalScore>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ScoreJson {
    /// `black`, `white`, or null for a draw.
    winner: Option<String>,
    /// Black discs minus white discs.
    margin: i8,
    /// The margin with empty squares counted for the winner.
    official_margin: i8,
}

impl State {
    pub(crate) fn new(position: &Position, notation: Notation) -> State {
        let rows = BoardStyle { layout: Layout::Rows, ..BoardStyle::default() }.draw(position);
        let (status, legal, result) = match position.status() {
            Status::ToPlace(legal) => ("place", legal, None),
            Status::MustPass => ("pass", Bitboard::EMPTY, None),
            Status::Over(score) => ("over", Bitboard::EMPTY, Some(score)),
        };
        State {
            size: position.spec().size(),
            board: rows.lines().map(str::to_owned).collect(),
            black: position.discs(Color::Black).len(),
            white: position.discs(Color::White).len(),
            empty: position.empties().len(),
            turn: position.turn().to_string(),
            status,
            legal: names(legal, notation),
            result,
        }
    }
}

fn score<S: Serializer>(score: &Option<FinalScore>, serializer: S) -> Result<S::Ok, S::Error> {
    let score = score.map(|score| ScoreJson {
        winner: score.winner().map(|color| color.to_string()),
        margin: score.margin().discs(),
        official_margin: score.official_margin().discs(),
    });
    score.serialize(serializer)
}

/// The keys of a [`State`] that are read back.
#[derive(Deserialize)]
struct PrintedState {
    board: Vec<String>,
    turn: String,
}

/// Reads a position that `--json` printed: its board and the side to move. `None` for any other
/// text.
pub(crate) fn read_printed(text: &[u8]) -> Option<Setup> {
    let printed: PrintedState = serde_json::from_slice(text).ok()?;
    let turn: Color = printed.turn.parse().ok()?;
    let board = read_board(&printed.board.join("\n")).ok()?;
    Some(Setup { turn, ..board.setup })
}

/// The squares of a set, each in the notation.
pub(crate) fn names(squares: Bitboard, notation: Notation) -> Vec<String> {
    squares.into_iter().map(|square: Square| notation.write(Move::Place(square))).collect()
}
