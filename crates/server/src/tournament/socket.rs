//! The WebSocket of a tournament's spectators: standings and boards.

use std::{future, sync::Arc, time::Duration};

use axum::extract::ws::{WebSocket, close_code};
use serde::{Deserialize, Deserializer};
use tokio::{
    sync::watch,
    time::{Instant, sleep_until},
};

use crate::{
    game::wire,
    log::secret::{Secret, SecretHash},
    tournament::{BOARDS_EVERY, Order, Positions, RenderedText, SNAPSHOTS_EVERY, Scoreboard, Standing, Tournaments},
    web::{
        Services,
        app::Stopping,
        socket::connection::{End, SocketConnection, SocketInput},
    },
};

/// A spectator of a tournament.
pub(crate) struct Spectator {
    pub(crate) socket: WebSocket,
    pub(crate) board: Arc<Scoreboard>,
    /// The secrets that the client proved; the host's may be among them.
    pub(crate) known: Vec<SecretHash>,
}

/// Sends a spectator all changes until the tournament or the connection ends.
pub(crate) async fn look_on(spectator: Spectator, services: &Services) {
    let Spectator { socket, board, known } = spectator;
    let changes = board.changes();
    let mut look = Look {
        connection: SocketConnection::new(socket, services),
        tournaments: services.tournaments.clone(),
        known,
        said: None,
        stopping: services.stopping.clone(),
        standing: Repeated::new(SNAPSHOTS_EVERY),
        positions: Repeated::new(BOARDS_EVERY),
        board,
    };
    let Err(end) = look.go_on(changes).await;
    look.connection.close(end).await;
}

struct Look<'a> {
    connection: SocketConnection<'a>,
    board: Arc<Scoreboard>,
    tournaments: Tournaments,
    known: Vec<SecretHash>,
    /// The secret of the last hello.
    said: Option<SecretHash>,
    stopping: Stopping,
    standing: Repeated<Standing>,
    positions: Repeated<Positions>,
}

/// The first message of a page that holds the key of the host or operator: browsers cannot put the
/// key into the headers of a WebSocket request.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Hello {
    Hello {
        #[serde(deserialize_with = "secret")]
        secret: Secret,
    },
}

fn secret<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Secret, D::Error> {
    String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
}

/// A text that is sent again when it has changed, at limited intervals.
struct Repeated<T> {
    every: Duration,
    sent: Option<T>,
    /// The earliest time of the next send.
    next: Instant,
    /// May it have changed since the last send?
    is_due: bool,
}

impl<T: PartialEq> Repeated<T> {
    fn new(every: Duration) -> Repeated<T> {
        Repeated { every, sent: None, next: Instant::now(), is_due: true }
    }

    /// When to check it next, if at all.
    fn at(&self) -> Option<Instant> {
        self.is_due.then_some(self.next)
    }

    /// Is it time to check it?
    fn is_ripe(&self) -> bool {
        self.at().is_some_and(|at| at <= Instant::now())
    }

    /// Returns the text to send; `None` if it was sent before. Checks an outdated text again later.
    fn see(&mut self, RenderedText { of, text, is_current }: RenderedText<T>) -> Option<Arc<str>> {
        self.next = Instant::now() + if is_current { self.every } else { self.every / 4 };
        self.is_due = !is_current;
        let is_new = self.sent.as_ref() != Some(&of);
        self.sent = Some(of);
        is_new.then_some(text)
    }
}

impl Look<'_> {
    async fn go_on(&mut self, mut changes: watch::Receiver<()>) -> Result<std::convert::Infallible, End> {
        loop {
            self.tell().await?;
            let next = [self.standing.at(), self.positions.at()].into_iter().flatten().min();
            let ripe = async move {
                match next {
                    Some(at) => sleep_until(at).await,
                    None => future::pending().await,
                }
            };
            tokio::select! {
                () = self.stopping.begun() => return Err(End::Stopping),
                input = self.connection.recv() => self.receive(input).await?,
                changed = changes.changed() => match changed {
                    Ok(()) => (self.standing.is_due, self.positions.is_due) = (true, true),
                    Err(_) => return Err(End::Closing(close_code::AGAIN, "connect again")),
                },
                () = ripe => {}
            }
        }
    }

    /// Sends the changes that are due.
    async fn tell(&mut self) -> Result<(), End> {
        if self.standing.is_ripe() {
            let rendered = self.board.snapshot(&self.tournaments, self.is_host(), SNAPSHOTS_EVERY).await;
            if let Some(text) = self.standing.see(rendered) {
                self.connection.send(&text).await?;
            }
        }
        if self.positions.is_ripe() {
            let rendered = self.board.boards(&self.tournaments, BOARDS_EVERY).await;
            if let Some(text) = self.positions.see(rendered) {
                self.connection.send(&text).await?;
            }
        }
        Ok(())
    }

    fn known(&self) -> Vec<SecretHash> {
        self.known.iter().copied().chain(self.said).collect()
    }

    fn is_host(&self) -> bool {
        let contest = self.board.tournament();
        contest.is_host(&self.tournaments.proven(&contest, self.known()))
    }

    async fn receive(&mut self, input: SocketInput) -> Result<(), End> {
        let SocketInput::Message(message) = input else { return self.connection.ping(self.tournaments.now()).await };
        if let Some(text) = self.connection.text(message)? {
            if let Ok(Hello::Hello { secret }) = serde_json::from_str(&text) {
                let was_host = self.is_host();
                self.said = Some(secret.hash());
                if self.is_host() != was_host {
                    // The client may have become the host or stopped being it, so the next snapshot
                    // differs.
                    (self.standing.sent, self.standing.is_due) = (None, true);
                }
                return self.connection.charge();
            }
            match Order::parse(&text) {
                Ok(order) => self.obey(order).await?,
                Err(bad) => self.refuse(None, "bad-message", &bad.to_string()).await?,
            }
        }
        self.connection.charge()
    }

    async fn obey(&mut self, Order { id, command }: Order) -> Result<(), End> {
        match self.tournaments.command(self.board.id(), self.known(), command).await {
            Ok(version) => self.connection.send(&wire::ack(id.as_deref(), version)).await,
            Err(error) => self.refuse(id.as_deref(), error.code(), &error.to_string()).await,
        }
    }

    async fn refuse(&mut self, id: Option<&str>, code: &'static str, message: &str) -> Result<(), End> {
        self.connection.refuse(id, code, message, self.board.tournament().version()).await
    }
}
