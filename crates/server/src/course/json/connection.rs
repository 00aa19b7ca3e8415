//! The connection of a client. The lobby interprets its lines.

use std::time::Duration;

use tokio::{
    net::TcpStream,
    sync::mpsc,
    time::{Instant, sleep_until},
};

use super::{
    lobby::UserId,
    lobby_task::{LobbyMessage, LobbyRequest, Outbox},
    message::{FromClient, ToClient},
};
use crate::{
    bots::connection::{LineInput, LineStream},
    web::{Peer, Services, socket::MessageBudget},
};

/// Lines queued for a client.
const QUEUE_CAPACITY: usize = 256;

/// Timeout for the login.
const LOGIN_TIME: Duration = Duration::from_secs(120);

/// Serves a client until one side closes the connection.
pub(super) async fn serve(
    stream: TcpStream,
    peer: Peer,
    services: Services,
    inbox: mpsc::Sender<LobbyRequest>,
    user: UserId,
) {
    let (sender, mut lines) = mpsc::channel(QUEUE_CAPACITY);
    let (outbox, mut cut) = Outbox::new(sender);
    let send_time = services.limiters.send_time;
    let mut connection = LobbyConnection {
        stream: LineStream::tcp(stream),
        peer,
        send_time,
        inbox,
        user,
        outbox,
        budget: MessageBudget::new(),
        login_until: Instant::now() + LOGIN_TIME,
    };
    let mut stopping = services.stopping.clone();
    loop {
        let login_until = connection.login_until;
        let goes_on = tokio::select! {
            () = stopping.begun() => false,
            _ = cut.changed() => false,
            () = sleep_until(login_until), if !connection.outbox.is_inside() => false,
            Some(line) = lines.recv() => connection.stream.send(&line, send_time).await.is_ok(),
            input = connection.stream.recv() => connection.handle(input).await,
        };
        if !goes_on {
            break;
        }
    }
    connection.pass_on(LobbyMessage::Gone).await;
    // The last line, if there is one.
    while let Ok(line) = lines.try_recv() {
        if connection.stream.send(&line, send_time).await.is_err() {
            break;
        }
    }
    connection.stream.close(send_time).await;
}

struct LobbyConnection {
    stream: LineStream,
    peer: Peer,
    send_time: Duration,
    inbox: mpsc::Sender<LobbyRequest>,
    user: UserId,
    outbox: Outbox,
    budget: MessageBudget,
    login_until: Instant,
}

impl LobbyConnection {
    /// Handles an input. False if the connection ends.
    async fn handle(&mut self, input: LineInput) -> bool {
        let line = match input {
            LineInput::Line(line) => String::from_utf8_lossy(&line).trim().to_owned(),
            LineInput::Heartbeat => return self.charge().await,
            LineInput::TooLong(_) => {
                self.refuse("a line has at most 65536 characters: the connection is closed").await;
                return false;
            }
            LineInput::End => return false,
        };
        if line.is_empty() {
            return self.charge().await;
        }
        match FromClient::parse(&line) {
            // An answer that advances a game is free; the lobby counts those that do not.
            Ok(FromClient::Move(answer)) => {
                let spent = self.outbox.take_spent();
                self.pass_on(LobbyMessage::Answer(answer, line)).await && self.charge_times(spent).await
            }
            Ok(FromClient::Login { name, password, player_kind }) => {
                let login = LobbyMessage::Login { name, password, kind: player_kind, address: self.peer.address };
                self.charge().await && self.pass_on(login).await
            }
            Ok(message) => self.charge().await && self.pass_on(LobbyMessage::Request(message)).await,
            Err(fault) => {
                self.refuse(&fault.to_string()).await;
                self.charge().await
            }
        }
    }

    async fn pass_on(&mut self, what: LobbyMessage) -> bool {
        self.inbox.send(LobbyRequest { user: self.user, outbox: self.outbox.clone(), what }).await.is_ok()
    }

    async fn charge(&mut self) -> bool {
        self.charge_times(1).await
    }

    async fn charge_times(&mut self, count: u32) -> bool {
        if (0..count).all(|_| self.budget.take()) {
            return true;
        }
        tracing::warn!(address = %self.peer.address, "a course player was disconnected: it wrote without end");
        self.refuse("you write without end: the connection is closed").await;
        false
    }

    async fn refuse(&mut self, reason: &str) {
        let line = ToClient::Error { reason: reason.to_owned() }.line();
        // A client that does not read is disconnected at the next line.
        let _ = self.stream.send(&line, self.send_time).await;
    }
}
