//! The JSON messages between clients and server.
//!
//! Messages contain all that a page shows, such as the legal squares and the discs that each move
//! flips. So pages need no knowledge of the rules.

pub(crate) mod message;
mod name;
mod new_game;
pub(crate) mod state;
mod summary;
#[cfg(test)]
mod tests;

pub use message::{BadMessage, Hello, Incoming, LONGEST_ID, LONGEST_MESSAGE, ack, alive, event, presence, refused};
pub(crate) use name::name_key;
pub use name::{LONGEST_NAME, tidy};
pub use new_game::{BadNewGame, Draft, FRIENDLY, NewGame};
pub(crate) use state::reason;
pub use state::{Asker, Attendance, Presence, may_have_hints, snapshot};
pub use summary::summary;

use outflank_arena::{Sides, bot::BotKind};
use outflank_rules::{Bitboard, BoardSpec, Color, DiscDiff, Position, Square, Variant};
use serde::Serialize;

use crate::game::{LiveGame, Seat};

/// A value for each side, as JSON.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Each<T> {
    black: T,
    white: T,
}

impl<T> Each<T> {
    pub(crate) fn of(mut rule: impl FnMut(Color) -> T) -> Each<T> {
        let Sides { black, white } = Sides::of(&mut rule);
        Each { black, white }
    }
}

/// A color as JSON.
pub(crate) fn word(color: Color) -> &'static str {
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

pub(crate) fn names(squares: Bitboard) -> Vec<String> {
    squares.into_iter().map(|square| square.to_string()).collect()
}

#[derive(Serialize)]
pub(crate) struct VariantView {
    name: Option<&'static str>,
    code: String,
    size: u8,
    goal: &'static str,
}

impl VariantView {
    pub(crate) fn of(variant: Variant) -> VariantView {
        let spec = variant.spec();
        let goal = match spec.goal() {
            outflank_rules::Goal::Most => "most",
            outflank_rules::Goal::Fewest => "fewest",
        };
        VariantView { name: variant.name(), code: variant.to_string(), size: spec.size(), goal }
    }
}

#[derive(Serialize)]
struct SeatView {
    kind: &'static str,
    player: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<u8>,
    /// The name that a person gave, or that of a connected bot.
    name: Option<String>,
    /// The name to show.
    title: String,
    taken: bool,
}

impl SeatView {
    fn of(game: &LiveGame, color: Color) -> SeatView {
        let seat = game.seat(color);
        let level = match seat {
            Seat::Computer(BotKind::Level(level)) => level.number(),
            _ => None,
        };
        let kind = match (seat, level) {
            (Seat::Human, _) => "human",
            (Seat::Bot(_), _) => "network",
            (_, Some(_)) => "level",
            _ => "bot",
        };
        let name = game.name(color).map(str::to_owned);
        SeatView { kind, player: seat.to_string(), level, name, title: game.title(color), taken: game.is_taken(color) }
    }
}
