//! What is said over one socket, from hello to goodbye.

use std::{sync::Arc, time::Duration};

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use tokio::time::{self, MissedTickBehavior, timeout};

use super::patience::Patience;
use crate::{
    app::Stopping,
    bus::Heard,
    http::{Peer, Who},
    limits::Allowances,
    metrics::Metrics,
    room::{Entered, Room, RoomError, Visitor},
    rooms::Rooms,
    table::Command,
    wire::{self, Hello, Incoming},
};

/// How many signs of life a client may leave unanswered, saying nothing at all.
const UNANSWERED: u32 = 4;

/// Why a socket ends.
#[derive(Debug)]
enum End {
    /// The client went, or cannot be reached.
    Gone,
    /// The server stops.
    Stopping,
    /// The client is told to go, for this reason.
    Told(u16, &'static str),
}

/// Whoever is at the other end, and what his address may do.
pub(super) struct Guest {
    pub(super) who: Who,
    pub(super) peer: Peer,
    pub(super) allowances: Arc<Allowances>,
}

pub(super) struct Talk<'a> {
    socket: WebSocket,
    room: Room,
    rooms: Rooms,
    guest: Guest,
    metrics: &'a Metrics,
    stopping: Stopping,
    patience: Patience,
    /// The last version that the client has been told.
    version: u64,
}

impl<'a> Talk<'a> {
    pub(super) fn new(
        socket: WebSocket,
        room: Room,
        rooms: Rooms,
        guest: Guest,
        metrics: &'a Metrics,
        stopping: Stopping,
    ) -> Talk<'a> {
        Talk { socket, room, rooms, guest, metrics, stopping, patience: Patience::new(), version: 0 }
    }

    /// Talks until one of both has enough.
    pub(super) async fn run(mut self) {
        let Err(end) = self.talk().await;
        let (code, reason) = match end {
            End::Gone => return,
            End::Stopping => (close_code::AWAY, "the server stops"),
            End::Told(code, reason) => {
                self.metrics.dropped();
                tracing::debug!(game = %self.room.id(), reason, "a socket was closed");
                (code, reason)
            }
        };
        let close = Message::Close(Some(CloseFrame { code, reason: Utf8Bytes::from_static(reason) }));
        // Who does not take even this is gone.
        let _ = timeout(self.guest.allowances.send_time, self.socket.send(close)).await;
    }

    async fn talk(&mut self) -> Result<std::convert::Infallible, End> {
        let hello = self.hello(self.guest.allowances.hello_time).await?;
        let visitor = self.guest.who.visitor_saying(hello.secret);
        let mut entered = self.enter(&visitor, hello.after).await?;
        let alive_every = self.guest.allowances.alive_every;
        let mut alive = time::interval(alive_every);
        alive.set_missed_tick_behavior(MissedTickBehavior::Delay);
        alive.reset();
        let mut heard_at = time::Instant::now();
        loop {
            tokio::select! {
                () = self.stopping.begun() => return Err(End::Stopping),
                message = self.socket.recv() => {
                    heard_at = time::Instant::now();
                    self.hear(message, &visitor).await?;
                }
                heard = entered.subscription.next() => match heard {
                    Heard::Notice(notice) if notice.version != 0 && notice.version <= self.version => {}
                    Heard::Notice(notice) => {
                        self.version = self.version.max(notice.version);
                        self.send(notice.text.as_str()).await?;
                    }
                    Heard::Missed => entered = self.enter(&visitor, Some(self.version)).await?,
                    Heard::Closed => return Err(End::Told(close_code::AGAIN, "connect again")),
                },
                _ = alive.tick() => {
                    if heard_at.elapsed() > alive_every * UNANSWERED {
                        return Err(End::Told(close_code::POLICY, "nothing was heard for too long"));
                    }
                    self.send(&wire::alive(self.rooms.now())).await?;
                    self.put(Message::Ping(axum::body::Bytes::new())).await?;
                }
            }
        }
    }

    /// Waits for the first message.
    async fn hello(&mut self, time: Duration) -> Result<Hello, End> {
        let first = tokio::select! {
            () = self.stopping.begun() => return Err(End::Stopping),
            first = timeout(time, self.socket.recv()) => first,
        };
        let Ok(first) = first else { return Err(End::Told(close_code::POLICY, "hello was not said in time")) };
        let text = self.text(first)?.unwrap_or_default();
        match Hello::parse(&text) {
            Ok(hello) => Ok(hello),
            Err(bad) => {
                self.refuse(None, "bad-message", &bad.to_string()).await?;
                Err(End::Told(close_code::POLICY, "the first message must be hello"))
            }
        }
    }

    /// Comes in, and tells what is there.
    async fn enter(&mut self, visitor: &Visitor, after: Option<u64>) -> Result<Entered, End> {
        let entered = match self.room.enter(visitor, after).await {
            Ok(entered) => entered,
            Err(error) => {
                let (code, end) = match error {
                    RoomError::Unknown => ("unknown-game", End::Told(close_code::POLICY, "there is no such game")),
                    _ => ("unavailable", End::Told(close_code::AGAIN, "connect again")),
                };
                self.refuse(None, code, &error.for_players()).await?;
                return Err(end);
            }
        };
        for text in &entered.first {
            self.send(text).await?;
        }
        self.version = entered.version;
        Ok(entered)
    }

    /// The text of a message; nothing for what is not meant for us.
    fn text(&mut self, message: Option<Result<Message, axum::Error>>) -> Result<Option<String>, End> {
        match message {
            Some(Ok(Message::Text(text))) => Ok(Some(text.as_str().to_owned())),
            Some(Ok(Message::Binary(_))) => Err(End::Told(close_code::UNSUPPORTED, "send text")),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(None),
            Some(Ok(Message::Close(_))) | None => Err(End::Gone),
            Some(Err(cause)) => {
                tracing::debug!(game = %self.room.id(), %cause, "a socket broke");
                self.metrics.dropped();
                Err(End::Gone)
            }
        }
    }

    async fn hear(&mut self, message: Option<Result<Message, axum::Error>>, visitor: &Visitor) -> Result<(), End> {
        let Some(text) = self.text(message)? else { return self.be_patient() };
        self.metrics.heard();
        let Incoming { id, command } = match Incoming::parse(&text) {
            Ok(incoming) => incoming,
            Err(bad) => {
                self.refuse(None, "bad-message", &bad.to_string()).await?;
                return self.be_patient();
            }
        };
        // A rematch makes a game.
        if command == Command::Rematch && self.guest.allowances.games.take(self.guest.peer.address).is_err() {
            self.refuse(id.as_deref(), "limited", "too many games were made: wait a little").await?;
            return self.be_patient();
        }
        match self.room.command(visitor, command).await {
            Ok(version) => {
                self.send(&wire::ack(id.as_deref(), version)).await?;
                let moves_on = matches!(command, Command::Place { .. }) && version > self.version;
                if moves_on { Ok(()) } else { self.be_patient() }
            }
            Err(error) => {
                let code = match &error {
                    RoomError::Refused(refusal) => refusal.code(),
                    RoomError::Unknown => "unknown-game",
                    RoomError::Store(_) | RoomError::Damaged(_) | RoomError::Broken => "unavailable",
                };
                self.refuse(id.as_deref(), code, &error.for_players()).await?;
                self.be_patient()
            }
        }
    }

    fn be_patient(&mut self) -> Result<(), End> {
        if self.patience.try_once() {
            return Ok(());
        }
        self.metrics.refused("limited");
        Err(End::Told(close_code::POLICY, "too many messages"))
    }

    async fn refuse(&mut self, id: Option<&str>, code: &'static str, message: &str) -> Result<(), End> {
        self.metrics.refused(code);
        self.send(&wire::refused(id, code, message, self.version)).await
    }

    async fn send(&mut self, text: &str) -> Result<(), End> {
        self.put(Message::text(text)).await
    }

    async fn put(&mut self, message: Message) -> Result<(), End> {
        match timeout(self.guest.allowances.send_time, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(End::Gone),
            Err(_) => {
                self.metrics.dropped();
                Err(End::Gone)
            }
        }
    }
}
