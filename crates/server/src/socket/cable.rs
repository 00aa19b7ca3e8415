//! A socket of whichever kind: what is sent is taken in time or the client is cut off, and signs of life go both ways.

use std::sync::Arc;

use axum::{
    body::Bytes,
    extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code},
};
use tokio::time::{self, Instant, Interval, MissedTickBehavior, timeout};

use super::patience::Patience;
use crate::{http::Services, limits::Allowances, metrics::Metrics, wire};

/// How many signs of life a client may leave unanswered, saying nothing at all.
const UNANSWERED: u32 = 4;

/// Why a socket ends.
#[derive(Debug)]
pub(super) enum End {
    /// The client went, or cannot be reached.
    Gone,
    /// The server stops.
    Stopping,
    /// The client is told to go, for this reason.
    Told(u16, &'static str),
}

pub(super) struct Cable<'a> {
    socket: WebSocket,
    allowances: Arc<Allowances>,
    metrics: &'a Metrics,
    patience: Patience,
    alive: Interval,
    heard_at: Instant,
}

/// What comes over it, or that a sign of life is due.
pub(super) enum Heard {
    Message(Option<Result<Message, axum::Error>>),
    Silence,
}

impl<'a> Cable<'a> {
    pub(super) fn new(socket: WebSocket, services: &'a Services) -> Cable<'a> {
        let allowances = Arc::clone(&services.allowances);
        let mut alive = time::interval(allowances.alive_every);
        alive.set_missed_tick_behavior(MissedTickBehavior::Delay);
        alive.reset();
        let (metrics, patience) = (&*services.metrics, Patience::new());
        Cable { socket, allowances, metrics, patience, alive, heard_at: Instant::now() }
    }

    /// Waits for the client. Whoever stops waiting loses nothing.
    pub(super) async fn hear(&mut self) -> Heard {
        tokio::select! {
            message = self.socket.recv() => {
                self.heard_at = Instant::now();
                Heard::Message(message)
            }
            _ = self.alive.tick() => Heard::Silence,
        }
    }

    /// The text of a message; nothing for what is not meant for us.
    pub(super) fn text(&self, message: Option<Result<Message, axum::Error>>) -> Result<Option<Utf8Bytes>, End> {
        match message {
            Some(Ok(Message::Text(text))) => {
                self.metrics.heard();
                Ok(Some(text))
            }
            Some(Ok(Message::Binary(_))) => Err(End::Told(close_code::UNSUPPORTED, "send text")),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(None),
            Some(Ok(Message::Close(_))) | None => Err(End::Gone),
            Some(Err(cause)) => {
                tracing::debug!(%cause, "a socket broke");
                self.metrics.dropped();
                Err(End::Gone)
            }
        }
    }

    /// Gives a sign of life, unless the client has given none for too long.
    pub(super) async fn beat(&mut self, now: u64) -> Result<(), End> {
        if self.heard_at.elapsed() > self.allowances.alive_every * UNANSWERED {
            return Err(End::Told(close_code::POLICY, "nothing was heard for too long"));
        }
        self.send(&wire::alive(now)).await?;
        self.put(Message::Ping(Bytes::new())).await
    }

    /// Takes some of the patience with a message that moves nothing on.
    pub(super) fn be_patient(&mut self) -> Result<(), End> {
        if self.patience.try_once() {
            return Ok(());
        }
        self.metrics.refused("limited");
        Err(End::Told(close_code::POLICY, "too many messages"))
    }

    /// Says that something is not done at this version, and why.
    pub(super) async fn refuse(
        &mut self,
        id: Option<&str>,
        code: &'static str,
        message: &str,
        version: u64,
    ) -> Result<(), End> {
        self.metrics.refused(code);
        self.send(&wire::refused(id, code, message, version)).await
    }

    pub(super) async fn send(&mut self, text: &str) -> Result<(), End> {
        self.put(Message::text(text)).await
    }

    async fn put(&mut self, message: Message) -> Result<(), End> {
        match timeout(self.allowances.send_time, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(End::Gone),
            Err(_) => {
                self.metrics.dropped();
                Err(End::Gone)
            }
        }
    }

    /// Says goodbye, if anybody is there.
    pub(super) async fn close(mut self, end: End) {
        let (code, reason) = match end {
            End::Gone => return,
            End::Stopping => (close_code::AWAY, "the server stops"),
            End::Told(code, reason) => {
                self.metrics.dropped();
                tracing::debug!(reason, "a socket was closed");
                (code, reason)
            }
        };
        let close = Message::Close(Some(CloseFrame { code, reason: Utf8Bytes::from_static(reason) }));
        // Who does not take even this is gone.
        let _ = timeout(self.allowances.send_time, self.socket.send(close)).await;
    }
}
