//! One game: its events, state, decisions, task, JSON, HTTP endpoints and WebSocket.

pub mod event;
pub(crate) mod http;
pub(crate) mod list;
pub(crate) mod record;
mod rooms;
mod seat;
pub(crate) mod socket;
mod state;
mod task;
pub mod wire;

pub use rooms::{Arrival, Entered, Notice, Requester, Room, RoomError, RoomSettings, Rooms};
pub(crate) use rooms::{RoomRequest, RoomsInner};
pub use seat::{ParseSeatError, Seat};
pub(crate) use state::{Absence, LobbyAnswers, PROGRAM_ANSWER_TIME};
pub use state::{
    BotCommand, Command, Decided, DecisionContext, HeldSeats, LiveGame, NoSeat, PresentedSecret, Refusal, TOO_LATE,
};
pub use task::PresenceGuard;
