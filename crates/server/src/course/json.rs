//! The listener for players that send JSON lines: they log in with a password, sit down at tables,
//! and play when all are ready.
//!
//! [`connection`] carries lines. [`lobby_task`] is one task that owns the [`lobby`] and handles all
//! requests. Each [`game`] is a task between the lobby and the room of the game. A late or illegal
//! answer loses the turn and not the game.

mod connection;
#[doc(hidden)]
pub mod fuzzing;
mod game;
mod lobby;
mod lobby_task;
mod message;

use std::{fmt, sync::Arc, time::Duration};

use sha2::{Digest, Sha256};
use tokio::{net::TcpStream, sync::mpsc};

use super::{CourseEventSender, Numbers};
use crate::web::{Peer, Services};
use lobby_task::{LobbyRequest, LobbyTask};

/// Requests queued for the lobby. Further clients wait before they can send.
const QUEUE_CAPACITY: usize = 256;

/// The settings of this listener.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonCourse {
    /// The port.
    pub port: u16,
    /// The password of the course.
    pub password: Password,
    /// The time limit of a move by a program; none means no limit. People have no limit.
    pub time: Option<Duration>,
    /// The delay between the moment when all are ready and the start of the game.
    pub countdown: Duration,
    /// Turns that a player may forfeit in a row before it loses the game.
    pub forfeits: u32,
}

impl JsonCourse {
    /// The settings of the course, with this password.
    pub fn new(password: &str) -> JsonCourse {
        JsonCourse {
            port: 33333,
            password: Password::new(password),
            time: Some(Duration::from_secs(5)),
            countdown: Duration::from_secs(3),
            forfeits: 10,
        }
    }
}

/// The hash of a password.
#[derive(Clone, PartialEq, Eq)]
pub struct Password([u8; 32]);

impl Password {
    /// Hashes a password.
    pub fn new(text: &str) -> Password {
        Password(Sha256::digest(text.as_bytes()).into())
    }

    /// Compares hashes, so the time taken says nothing about the password.
    fn is(&self, text: &str) -> bool {
        *self == Password::new(text)
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password")
    }
}

/// The line with the reason why a connection is refused.
pub(super) fn refusal(why: &str) -> Vec<u8> {
    (message::ToClient::Error { reason: why.to_owned() }.line() + "\n").into_bytes()
}

/// Passes new connections to the lobby.
pub(super) struct LobbyListener {
    services: Services,
    inbox: mpsc::Sender<LobbyRequest>,
    numbers: Numbers,
}

impl LobbyListener {
    /// Starts the lobby in the background, until the server stops.
    pub(super) fn start(
        settings: JsonCourse,
        services: Services,
        events: Option<CourseEventSender>,
    ) -> Arc<LobbyListener> {
        let (inbox, said) = mpsc::channel(QUEUE_CAPACITY);
        tokio::spawn(LobbyTask::new(settings, services.clone(), events).run(said));
        Arc::new(LobbyListener { services, inbox, numbers: Numbers::default() })
    }

    /// Admits a connection, which then has to log in.
    pub(super) fn admit(&self, stream: TcpStream, peer: Peer) {
        let (services, inbox, user) = (self.services.clone(), self.inbox.clone(), self.numbers.next());
        tokio::spawn(connection::serve(stream, peer, services, inbox, user));
    }
}
