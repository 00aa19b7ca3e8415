//! A game as the protocol of bots tells it.

use std::time::Duration;

use outflank_arena::protocol::json::{Clocks, Time, TimeKind};
use outflank_play::TimeControl;
use outflank_rules::Color;

use crate::{seat::Seat, table::Table};

/// The time of a game, as a bot is told before it begins.
pub(crate) fn bot_time(table: &Table) -> Time {
    table.created().time.map_or_else(Time::default, |control| {
        let (kind, increment_ms) = parts(control);
        Time { kind, ms: Some(milliseconds(control.initial())), increment_ms }
    })
}

/// The clocks, as a bot is told with a question.
pub(crate) fn bot_clocks(table: &Table, own: Color, now: u64) -> Clocks {
    table.created().time.map_or_else(Clocks::default, |control| {
        let (kind, increment_ms) = parts(control);
        let left = |color| table.clock_left(color, now).map(milliseconds);
        Clocks { own_ms: left(own), opp_ms: left(!own), increment_ms, kind }
    })
}

/// Who plays a side, by name.
pub(crate) fn player_name(table: &Table, color: Color) -> String {
    match (table.name(color), table.seat(color)) {
        (Some(name), _) => name.to_owned(),
        (None, Seat::Human) => "somebody".to_owned(),
        (None, seat) => seat.to_string(),
    }
}

fn parts(control: TimeControl) -> (TimeKind, u64) {
    match control {
        TimeControl::PerMove(_) => (TimeKind::Move, 0),
        TimeControl::Game { increment, .. } => (TimeKind::Game, milliseconds(increment)),
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
