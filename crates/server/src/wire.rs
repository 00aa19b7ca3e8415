//! What is said to browsers and programs, and what they say.
//!
//! Everything that is sent carries all that is needed to show it: the squares that may be played with the discs they would flip, and
//! for each move the discs that it did flip. A page that shows a game knows no rules.

mod bot;
mod client;
mod drawing;
mod first_game;
mod job;
mod line;
mod message;
mod name;
mod new_game;
mod order;
mod state;
mod subject;
mod summary;
#[cfg(test)]
mod tests;
mod why;

pub(crate) use bot::{bot_clocks, bot_time, player_name};
pub use client::{BadMessage, Hello, Incoming, LONGEST_ID, LONGEST_MESSAGE};
pub use drawing::{Drawing, Drawn};
pub use job::{JobOrder, LONGEST_JOB_MESSAGE};
pub(crate) use job::{job_accepted, job_refused, job_state};
pub use line::{line, transcript};
pub use message::{ack, alive, event, presence, refused};
pub(crate) use name::name_key;
pub use name::{LONGEST_NAME, tidy};
pub use new_game::{BadNewGame, Draft, FRIENDLY, NewGame};
pub use order::Order;
pub(crate) use state::reason;
pub use state::{Asker, Attendance, Presence, may_have_hints, snapshot};
pub(crate) use subject::variant_of;
pub use subject::{BadSubject, Moves, Part, Subject};
pub use summary::summary;
pub use why::Why;
pub(crate) use why::{About, Code, Parts};

use outflank_play::Sides;
use outflank_rules::{Bitboard, Color, DiscDiff, Ground, Position, Square, Variant};
use serde::Serialize;

use crate::{seat::Seat, table::Table};

/// One of a thing for each side, as JSON.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Each<T> {
    black: T,
    white: T,
}

impl<T> Each<T> {
    fn of(mut rule: impl FnMut(Color) -> T) -> Each<T> {
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
    let size = position.ground().size();
    let mut text = String::with_capacity(64);
    for row in 0..size {
        let squares = (0..size).filter_map(|column| Square::new(column, row));
        text.extend(squares.map(|square| cell(position, square)));
    }
    text
}

/// The board and the side to move, as in `---…--- X`: what a board is read from.
pub fn position(position: &Position) -> String {
    let turn = match position.turn() {
        Color::Black => 'X',
        Color::White => 'O',
    };
    format!("{} {turn}", board(position))
}

/// The discs of black and of white at the end of a game that Black won by a margin: empty squares are the winner's.
pub fn discs(ground: &Ground, margin: DiscDiff) -> [i32; 2] {
    let (squares, lead) = (ground.area().len() as i32, i32::from(margin.discs()));
    [lead, -lead].map(|lead| (squares + lead) / 2)
}

fn cell(position: &Position, square: Square) -> char {
    match position.at(square) {
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
        None if position.ground().contains(square) => '-',
        None => '#',
    }
}

fn names(squares: Bitboard) -> Vec<String> {
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
        let ground = variant.ground();
        let goal = match ground.goal() {
            outflank_rules::Goal::Most => "most",
            outflank_rules::Goal::Fewest => "fewest",
        };
        VariantView { name: variant.name(), code: variant.to_string(), size: ground.size(), goal }
    }
}

#[derive(Serialize)]
struct SeatView {
    kind: &'static str,
    player: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<u8>,
    name: Option<String>,
    taken: bool,
}

impl SeatView {
    fn of(table: &Table, color: Color) -> SeatView {
        let seat = table.seat(color);
        let level = match seat {
            Seat::Level(level) => level.number(),
            _ => None,
        };
        let kind = match (seat, level) {
            (Seat::Human, _) => "human",
            (Seat::Bot(_), _) => "network",
            (_, Some(_)) => "level",
            _ => "bot",
        };
        let name = table.name(color).map(str::to_owned);
        SeatView { kind, player: seat.to_string(), level, name, taken: table.is_taken(color) }
    }
}
