//! What all WebSockets share: sends with a timeout, heartbeats in both directions, and a message
//! budget.

use std::sync::Arc;

use axum::{
    body::Bytes,
    extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code},
};
use tokio::time::{self, Instant, Interval, MissedTickBehavior, timeout};

use crate::{
    game::wire,
    web::{Services, limits::RateLimiters, metrics::Metrics},
};

/// How many heartbeats in a row a client may leave unanswered.
const MAX_UNANSWERED: u32 = 4;

/// Why a WebSocket ends.
#[derive(Debug)]
pub(crate) enum End {
    /// The client has gone, or cannot be reached.
    Gone,
    /// The server stops.
    Stopping,
    /// The server closes it with this code and reason.
    Closing(u16, &'static str),
}

pub(crate) struct SocketConnection<'a> {
    socket: WebSocket,
    limiters: Arc<RateLimiters>,
    metrics: &'a Metrics,
    budget: MessageBudget,
    alive: Interval,
    last_input: Instant,
}

/// A message from the client, or the time for a heartbeat.
pub(crate) enum SocketInput {
    Message(Option<Result<Message, axum::Error>>),
    Silence,
}

impl<'a> SocketConnection<'a> {
    pub(crate) fn new(socket: WebSocket, services: &'a Services) -> SocketConnection<'a> {
        let limiters = Arc::clone(&services.limiters);
        let mut alive = time::interval(limiters.alive_every);
        alive.set_missed_tick_behavior(MissedTickBehavior::Delay);
        alive.reset();
        let (metrics, budget) = (&*services.metrics, MessageBudget::new());
        SocketConnection { socket, limiters, metrics, budget, alive, last_input: Instant::now() }
    }

    /// Waits for the next input. Cancel-safe.
    pub(crate) async fn recv(&mut self) -> SocketInput {
        tokio::select! {
            message = self.socket.recv() => {
                self.last_input = Instant::now();
                SocketInput::Message(message)
            }
            _ = self.alive.tick() => SocketInput::Silence,
        }
    }

    /// The text of a message; none for control frames.
    pub(crate) fn text(&self, message: Option<Result<Message, axum::Error>>) -> Result<Option<Utf8Bytes>, End> {
        match message {
            Some(Ok(Message::Text(text))) => {
                self.metrics.received();
                Ok(Some(text))
            }
            Some(Ok(Message::Binary(_))) => Err(End::Closing(close_code::UNSUPPORTED, "send text")),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(None),
            Some(Ok(Message::Close(_))) | None => Err(End::Gone),
            Some(Err(cause)) => {
                tracing::debug!(%cause, "a socket broke");
                self.metrics.dropped();
                Err(End::Gone)
            }
        }
    }

    /// Sends a heartbeat. Fails if the client has been silent for too long.
    pub(crate) async fn ping(&mut self, now: u64) -> Result<(), End> {
        if self.last_input.elapsed() > self.limiters.alive_every * MAX_UNANSWERED {
            return Err(End::Closing(close_code::POLICY, "no message for too long"));
        }
        self.send(&wire::alive(now)).await?;
        self.put(Message::Ping(Bytes::new())).await
    }

    /// Counts a message that does not advance the game. Fails once the client has sent too many.
    pub(crate) fn charge(&mut self) -> Result<(), End> {
        if self.budget.take() {
            return Ok(());
        }
        self.metrics.refused("rate-limited");
        Err(End::Closing(close_code::POLICY, "too many messages"))
    }

    /// Sends a refusal at this version.
    pub(crate) async fn refuse(
        &mut self,
        id: Option<&str>,
        code: &'static str,
        message: &str,
        version: u64,
    ) -> Result<(), End> {
        self.metrics.refused(code);
        self.send(&wire::refused(id, code, message, version)).await
    }

    pub(crate) async fn send(&mut self, text: &str) -> Result<(), End> {
        self.put(Message::text(text)).await
    }

    async fn put(&mut self, message: Message) -> Result<(), End> {
        match timeout(self.limiters.send_time, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(End::Gone),
            Err(_) => {
                self.metrics.dropped();
                Err(End::Gone)
            }
        }
    }

    /// Sends the close frame, if the client is there.
    pub(crate) async fn close(mut self, end: End) {
        let (code, reason) = match end {
            End::Gone => return,
            End::Stopping => (close_code::AWAY, "the server stops"),
            End::Closing(code, reason) => {
                self.metrics.dropped();
                tracing::debug!(reason, "a socket was closed");
                (code, reason)
            }
        };
        let close = Message::Close(Some(CloseFrame { code, reason: Utf8Bytes::from_static(reason) }));
        // A client that does not read even this is gone.
        let _ = timeout(self.limiters.send_time, self.socket.send(close)).await;
    }
}

/// Refusals and other messages without effect that are allowed at once.
const BURST: f64 = 60.0;

/// How many more are allowed each second.
const PER_SECOND: f64 = 5.0;

#[derive(Debug)]
pub(crate) struct MessageBudget {
    left: f64,
    at: Instant,
}

impl MessageBudget {
    pub(crate) fn new() -> MessageBudget {
        MessageBudget { left: BURST, at: Instant::now() }
    }

    /// Charges one message. False if the budget is spent.
    pub(crate) fn take(&mut self) -> bool {
        let now = Instant::now();
        self.left = (self.left + (now - self.at).as_secs_f64() * PER_SECOND).min(BURST);
        self.at = now;
        self.left -= 1.0;
        self.left >= 0.0
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn the_message_budget_is_spent_and_refills() {
        let mut budget = MessageBudget::new();
        let taken = (0..100).take_while(|_| budget.take()).count();
        assert_eq!(taken, 60);
        time::advance(Duration::from_secs(2)).await;
        assert!(budget.take());
    }
}
