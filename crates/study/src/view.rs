//! The JSON of boards, moves and results, and the words in it.

use outflank_rules::{Bitboard, BoardSpec, Color, DiscDiff, FinalScore, Goal, Move, Position, Square, Status, Variant};
use serde::Serialize;

/// Writes a view as JSON.
pub fn json(view: &impl Serialize) -> String {
    serde_json::to_string(view).expect("views serialize to JSON")
}

/// A value for each side, as JSON.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Each<T> {
    black: T,
    white: T,
}

impl<T> Each<T> {
    /// The value of each side by a rule.
    pub fn of(mut rule: impl FnMut(Color) -> T) -> Each<T> {
        Each { black: rule(Color::Black), white: rule(Color::White) }
    }
}

/// A color as JSON.
pub fn word(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// The board row by row from the top: `X` black, `O` white, `-` empty, `#` no square.
pub fn board(position: &Position) -> String {
    let size = position.spec().size();
    let mut text = String::with_capacity(64);
    for row in 0..size {
        let squares = (0..size).filter_map(|column| Square::new(column, row));
        text.extend(squares.map(|square| cell(position, square)));
    }
    text
}

/// The board and the side to move, as in `---…--- X`, for parsing.
pub fn position(position: &Position) -> String {
    let turn = match position.turn() {
        Color::Black => 'X',
        Color::White => 'O',
    };
    format!("{} {turn}", board(position))
}

/// The discs of Black and White at the end of a game that Black won by this margin. Empty squares
/// count for the winner.
pub fn discs(spec: &BoardSpec, margin: DiscDiff) -> [i32; 2] {
    let (squares, lead) = (spec.area().len() as i32, i32::from(margin.discs()));
    [lead, -lead].map(|lead| (squares + lead) / 2)
}

fn cell(position: &Position, square: Square) -> char {
    match position.at(square) {
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
        None if position.spec().contains(square) => '-',
        None => '#',
    }
}

/// The names of squares.
pub fn names(squares: Bitboard) -> Vec<String> {
    squares.into_iter().map(|square| square.to_string()).collect()
}

/// A variant.
#[derive(Debug, Serialize)]
pub struct VariantView {
    name: Option<&'static str>,
    code: String,
    size: u8,
    goal: &'static str,
}

impl VariantView {
    /// The view of a variant.
    pub fn of(variant: Variant) -> VariantView {
        let spec = variant.spec();
        let goal = match spec.goal() {
            Goal::Most => "most",
            Goal::Fewest => "fewest",
        };
        VariantView { name: variant.name(), code: variant.to_string(), size: spec.size(), goal }
    }
}

/// A legal square and the discs that a move there flips.
#[derive(Debug, Serialize)]
pub struct LegalView {
    square: String,
    flips: Vec<String>,
}

/// The legal squares.
pub fn legal(position: &Position) -> Vec<LegalView> {
    let view = |square| LegalView { flips: names(position.flips(square)), square: square.to_string() };
    position.legal().into_iter().map(view).collect()
}

/// A turn of a game.
#[derive(Debug, Serialize)]
pub struct MoveView {
    /// The number of the turn, from 1.
    pub ply: usize,
    /// The side that moved.
    pub color: &'static str,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The squares of the flipped discs.
    pub flips: Vec<String>,
    /// The time of the move, in milliseconds.
    pub ms: Option<u64>,
    /// Why the turn was forfeited, if it was: `late`, `illegal` or `unknown`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost: Option<&'static str>,
}

impl MoveView {
    /// The view of a turn; `index` is the number of turns before it.
    pub fn of(index: usize, before: &Position, mv: Move, ms: Option<u64>) -> MoveView {
        let flips = mv.square().map_or(Bitboard::EMPTY, |square| before.flips(square));
        let lost = before.loses_turn(mv).then_some("unknown");
        MoveView { ply: index + 1, color: word(before.turn()), mv: mv.to_string(), flips: names(flips), ms, lost }
    }
}

/// The result of a game, with the discs on the board.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ResultView {
    winner: Option<&'static str>,
    reason: &'static str,
    black: u8,
    white: u8,
    margin: i8,
    official_margin: i8,
}

impl ResultView {
    /// The result of a game that ended in this position for this reason.
    pub fn new(winner: Option<Color>, reason: &'static str, position: &Position) -> ResultView {
        let score = position.score();
        ResultView {
            winner: winner.map(word),
            reason,
            black: score.discs(Color::Black),
            white: score.discs(Color::White),
            margin: score.margin().discs(),
            official_margin: score.official_margin().discs(),
        }
    }

    /// The result on the board, if the game is over there.
    pub fn on_board(position: &Position) -> Option<ResultView> {
        match position.status() {
            Status::Over(score) => Some(ResultView::new(score.winner(), played(score), position)),
            _ => None,
        }
    }
}

/// The reason of a result on the board.
pub fn played(score: FinalScore) -> &'static str {
    if score.is_wipe_out() { "wipe-out" } else { "played" }
}
