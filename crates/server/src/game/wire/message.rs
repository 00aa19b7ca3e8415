//! Messages about single events.

use serde::Serialize;

use super::{
    Presence,
    state::{ClockView, FoulView, MoveView, PresenceView, ResultView, State, json},
    word,
};
use crate::{
    game::{LiveGame, event::Event},
    log::id::GameId,
};

#[derive(Serialize)]
struct EventMessage {
    #[serde(rename = "type")]
    kind: &'static str,
    version: u64,
    now: u64,
    event: EventView,
    state: State,
}

/// An event without hashes, for all clients.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum EventView {
    Created,
    Seated {
        color: &'static str,
        name: Option<String>,
    },
    Reopened {
        color: &'static str,
    },
    Moved(MoveView),
    Passed(MoveView),
    Started,
    TurnForfeited {
        #[serde(flatten)]
        turn: MoveView,
        text: String,
    },
    Fouled(FoulView),
    Lost {
        color: &'static str,
    },
    Found {
        color: &'static str,
    },
    TakebackAsked {
        color: &'static str,
    },
    TakebackDeclined {
        color: &'static str,
    },
    TakenBack {
        ply: usize,
    },
    Flagged {
        color: &'static str,
    },
    Resigned {
        color: &'static str,
    },
    Claimed {
        color: &'static str,
    },
    Over {
        result: Option<ResultView>,
    },
    RematchOffered {
        color: &'static str,
    },
    RematchDeclined {
        color: &'static str,
    },
    Rematched {
        game: GameId,
    },
    Resumed,
}

impl EventView {
    fn of(event: &Event, after: &LiveGame) -> EventView {
        match event {
            Event::Created(_) => EventView::Created,
            Event::Seated { color, name, .. } => EventView::Seated { color: word(*color), name: name.clone() },
            Event::Reopened { color, .. } => EventView::Reopened { color: word(*color) },
            Event::Moved { .. } => EventView::Moved(last(after)),
            Event::Passed { .. } => EventView::Passed(last(after)),
            Event::Started => EventView::Started,
            Event::TurnForfeited { text, .. } => EventView::TurnForfeited { turn: last(after), text: text.clone() },
            Event::Fouled(foul) => EventView::Fouled(FoulView::of(foul)),
            Event::Lost { color } => EventView::Lost { color: word(*color) },
            Event::Found { color } => EventView::Found { color: word(*color) },
            Event::TakebackAsked { color } => EventView::TakebackAsked { color: word(*color) },
            Event::TakebackDeclined { color } => EventView::TakebackDeclined { color: word(*color) },
            Event::TakenBack { ply } => EventView::TakenBack { ply: *ply },
            Event::Flagged { color } => EventView::Flagged { color: word(*color) },
            Event::Resigned { color } => EventView::Resigned { color: word(*color) },
            Event::Claimed { color } => EventView::Claimed { color: word(*color) },
            Event::Over => EventView::Over { result: ResultView::of(after) },
            Event::RematchOffered { color } => EventView::RematchOffered { color: word(*color) },
            Event::RematchDeclined { color } => EventView::RematchDeclined { color: word(*color) },
            Event::Rematched { game } => EventView::Rematched { game: *game },
            Event::Resumed => EventView::Resumed,
        }
    }
}

fn last(after: &LiveGame) -> MoveView {
    MoveView::last(after).expect("a turn has just been played")
}

/// The message about the last event, with the state after it.
pub fn event(happened: &Event, after: &LiveGame) -> String {
    let at = after.updated_at();
    let event = EventView::of(happened, after);
    json(&EventMessage { kind: "event", version: after.version(), now: at, event, state: State::of(after, at) })
}

/// The message about who is connected and the current clocks.
pub fn presence(table: &LiveGame, presence: &Presence, now: u64) -> String {
    #[derive(Serialize)]
    struct Message {
        #[serde(rename = "type")]
        kind: &'static str,
        now: u64,
        presence: PresenceView,
        clock: Option<ClockView>,
    }
    json(&Message { kind: "presence", now, presence: presence.into(), clock: ClockView::of(table, now) })
}

/// The heartbeat.
pub fn alive(now: u64) -> String {
    format!(r#"{{"type":"alive","now":{now}}}"#)
}

/// The reply to a command that succeeded.
pub fn ack(id: Option<&str>, version: u64) -> String {
    #[derive(Serialize)]
    struct Message<'a> {
        #[serde(rename = "type")]
        kind: &'static str,
        id: Option<&'a str>,
        version: u64,
    }
    json(&Message { kind: "ack", id, version })
}

/// The reply to a refused command.
pub fn refused(id: Option<&str>, code: &str, message: &str, version: u64) -> String {
    #[derive(Serialize)]
    struct Message<'a> {
        #[serde(rename = "type")]
        kind: &'static str,
        id: Option<&'a str>,
        code: &'a str,
        message: &'a str,
        version: u64,
    }
    json(&Message { kind: "refused", id, code, message, version })
}
