//! The door for players that speak JSON lines: they log in with the password of the class, sit down at tables, and are asked when all are ready.
//!
//! [`talk`] is a connection and knows lines alone; [`hall`] is one task that owns the [`lobby`] and hears everybody; each game is a task,
//! [`contest`], between the hall and the room of the game. An answer that is late or illegal loses the turn and not the game.

mod contest;
#[cfg(fuzzing)]
#[doc(hidden)]
pub mod fuzzing;
mod hall;
mod lobby;
mod message;
mod talk;

use std::{fmt, sync::Arc, time::Duration};

use sha2::{Digest, Sha256};
use tokio::{net::TcpStream, sync::mpsc};

use super::{NewsSender, Numbers};
use crate::http::{Peer, Services};
use hall::{Hall, Said};

/// Messages that may wait for the hall; who comes then waits before sending.
const WAITING: usize = 256;

/// What an operator may choose about this door.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonClass {
    /// Where it is.
    pub port: u16,
    /// What opens it.
    pub password: Password,
    /// How long a program may think about a move; for ever, if this is none. Where a person plays there is no limit.
    pub time: Option<Duration>,
    /// How long after everybody is ready a game begins.
    pub countdown: Duration,
    /// Turns that a player may lose one after another before it has lost the game.
    pub forfeits: u32,
}

impl JsonClass {
    /// As in the course, with this password.
    pub fn new(password: &str) -> JsonClass {
        JsonClass {
            port: 33333,
            password: Password::new(password),
            time: Some(Duration::from_secs(5)),
            countdown: Duration::from_secs(3),
            forfeits: 10,
        }
    }
}

/// A password, of which only the hash is kept.
#[derive(Clone, PartialEq, Eq)]
pub struct Password([u8; 32]);

impl Password {
    /// The one that is written so.
    pub fn new(text: &str) -> Password {
        Password(Sha256::digest(text.as_bytes()).into())
    }

    /// Is it this? How long that takes tells nothing but about the hashes.
    fn is(&self, text: &str) -> bool {
        *self == Password::new(text)
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password")
    }
}

/// The way in.
pub(super) struct Entrance {
    services: Services,
    inbox: mpsc::Sender<Said>,
    numbers: Numbers,
}

impl Entrance {
    /// Opens the hall, in the background, until the server stops.
    pub(super) fn start(class: JsonClass, services: Services, news: Option<NewsSender>) -> Arc<Entrance> {
        let (inbox, said) = mpsc::channel(WAITING);
        tokio::spawn(Hall::new(class, services.clone(), news).run(said));
        Arc::new(Entrance { services, inbox, numbers: Numbers::default() })
    }

    /// Lets somebody in, who has yet to log in.
    pub(super) fn admit(&self, stream: TcpStream, peer: Peer) {
        let (services, inbox, user) = (self.services.clone(), self.inbox.clone(), self.numbers.next());
        tokio::spawn(talk::serve(stream, peer, services, inbox, user));
    }
}
