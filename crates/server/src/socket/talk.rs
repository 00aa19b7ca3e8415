//! What is said over one socket, from hello to goodbye.

use std::{sync::Arc, time::Duration};

use axum::extract::ws::{WebSocket, close_code};
use tokio::time::timeout;

use super::cable::{self, Cable, End};
use crate::{
    app::Stopping,
    bus::Heard,
    http::{Peer, Services, Who},
    limits::Allowances,
    room::{Entered, Room, RoomError, Visitor},
    rooms::Rooms,
    table::Command,
    wire::{self, Hello, Incoming},
};

/// Whoever is at the other end.
pub(super) struct Guest {
    pub(super) who: Who,
    pub(super) peer: Peer,
}

pub(super) struct Talk<'a> {
    cable: Cable<'a>,
    room: Room,
    rooms: Rooms,
    guest: Guest,
    allowances: Arc<Allowances>,
    stopping: Stopping,
    /// The last version that the client has been told.
    version: u64,
}

impl<'a> Talk<'a> {
    pub(super) fn new(socket: WebSocket, room: Room, guest: Guest, services: &'a Services) -> Talk<'a> {
        Talk {
            cable: Cable::new(socket, services),
            room,
            rooms: services.rooms.clone(),
            guest,
            allowances: Arc::clone(&services.allowances),
            stopping: services.stopping.clone(),
            version: 0,
        }
    }

    /// Talks until one of both has enough.
    pub(super) async fn run(mut self) {
        let Err(end) = self.talk().await;
        self.cable.close(end).await;
    }

    async fn talk(&mut self) -> Result<std::convert::Infallible, End> {
        let hello = self.hello(self.allowances.hello_time).await?;
        let visitor = self.guest.who.visitor_saying(hello.secret);
        let mut entered = self.enter(&visitor, hello.after).await?;
        loop {
            tokio::select! {
                () = self.stopping.begun() => return Err(End::Stopping),
                heard = self.cable.hear() => match heard {
                    cable::Heard::Message(message) => {
                        let text = self.cable.text(message)?;
                        self.hear(text.as_deref(), &visitor).await?;
                    }
                    cable::Heard::Silence => self.cable.beat(self.rooms.now()).await?,
                },
                heard = entered.subscription.next() => match heard {
                    Heard::Notice(notice) if notice.version != 0 && notice.version <= self.version => {}
                    Heard::Notice(notice) => {
                        self.version = self.version.max(notice.version);
                        self.cable.send(notice.text.as_str()).await?;
                    }
                    Heard::Missed => entered = self.enter(&visitor, Some(self.version)).await?,
                    Heard::Closed => return Err(End::Told(close_code::AGAIN, "connect again")),
                },
            }
        }
    }

    /// Waits for the first message.
    async fn hello(&mut self, time: Duration) -> Result<Hello, End> {
        let first = async {
            loop {
                // Nobody need give a sign of life before he has said anything.
                if let cable::Heard::Message(message) = self.cable.hear().await {
                    return message;
                }
            }
        };
        let first = tokio::select! {
            () = self.stopping.begun() => return Err(End::Stopping),
            first = timeout(time, first) => first,
        };
        let Ok(first) = first else { return Err(End::Told(close_code::POLICY, "hello was not said in time")) };
        let text = self.cable.text(first)?.unwrap_or_default();
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
            self.cable.send(text).await?;
        }
        self.version = entered.version;
        Ok(entered)
    }

    /// Hears a text, or something that is none.
    async fn hear(&mut self, text: Option<&str>, visitor: &Visitor) -> Result<(), End> {
        let Some(text) = text else { return self.cable.be_patient() };
        let Incoming { id, command } = match Incoming::parse(text) {
            Ok(incoming) => incoming,
            Err(bad) => {
                self.refuse(None, "bad-message", &bad.to_string()).await?;
                return self.cable.be_patient();
            }
        };
        // A rematch makes a game.
        if command == Command::Rematch && self.allowances.games.take(self.guest.peer.address).is_err() {
            self.refuse(id.as_deref(), "limited", "too many games were made: wait a little").await?;
            return self.cable.be_patient();
        }
        match self.room.command(visitor, command).await {
            Ok(version) => {
                self.cable.send(&wire::ack(id.as_deref(), version)).await?;
                let moves_on = matches!(command, Command::Place { .. }) && version > self.version;
                if moves_on { Ok(()) } else { self.cable.be_patient() }
            }
            Err(error) => {
                let code = match &error {
                    RoomError::Refused(refusal) => refusal.code(),
                    RoomError::Unknown => "unknown-game",
                    RoomError::Store(_) | RoomError::Damaged(_) | RoomError::Broken => "unavailable",
                };
                self.refuse(id.as_deref(), code, &error.for_players()).await?;
                self.cable.be_patient()
            }
        }
    }

    async fn refuse(&mut self, id: Option<&str>, code: &'static str, message: &str) -> Result<(), End> {
        self.cable.refuse(id, code, message, self.version).await
    }
}
