//! The WebSocket of a game.

use std::{collections::VecDeque, future, mem, sync::Arc, time::Duration};

use axum::extract::ws::{WebSocket, close_code};
use tokio::{sync::broadcast::error::RecvError, time::timeout};

use crate::{
    Reply,
    game::{
        Arrival, Command, Entered, Requester, Room, RoomError, Rooms,
        wire::{self, BadMessage, Hello, Incoming},
    },
    web::{
        Credentials, Peer, Services,
        app::Stopping,
        limits::RateLimiters,
        socket::connection::{self, End, SocketConnection},
    },
};

/// Messages read while a command runs, so that each has its time of arrival. The rest waits unread.
const MOST_WAITING: usize = 16;

/// The client of a WebSocket.
pub(crate) struct SocketClient {
    pub(crate) who: Credentials,
    pub(crate) peer: Peer,
}

pub(crate) struct GameSocket<'a> {
    connection: SocketConnection<'a>,
    room: Room,
    rooms: Rooms,
    client: SocketClient,
    visitor: Requester,
    limiters: Arc<RateLimiters>,
    stopping: Stopping,
    /// The last version that the client received.
    version: u64,
    /// Messages that have arrived and wait for the command that runs.
    inbox: VecDeque<(Result<Incoming, BadMessage>, Arrival)>,
    running: Option<Running>,
}

/// A command that runs.
struct Running {
    id: Option<String>,
    command: Command,
    done: Reply<Result<u64, RoomError>>,
}

impl Running {
    /// Waits for the end of the command; forever if there is none.
    async fn done(running: &mut Option<Running>) -> Result<u64, RoomError> {
        match running {
            Some(running) => running.done.as_mut().await,
            None => future::pending().await,
        }
    }
}

impl<'a> GameSocket<'a> {
    pub(crate) fn new(socket: WebSocket, room: Room, client: SocketClient, services: &'a Services) -> GameSocket<'a> {
        GameSocket {
            connection: SocketConnection::new(socket, services),
            room,
            rooms: services.rooms.clone(),
            client,
            visitor: Requester::default(),
            limiters: Arc::clone(&services.limiters),
            stopping: services.stopping.clone(),
            version: 0,
            inbox: VecDeque::new(),
            running: None,
        }
    }

    /// Runs until the client or the server closes the connection.
    pub(crate) async fn run(mut self) {
        let Err(end) = self.serve().await;
        if !matches!(end, End::Closing(..)) {
            self.finish().await;
        }
        self.connection.close(end).await;
    }

    /// Runs the commands that the client sent before it disconnected.
    async fn finish(&mut self) {
        if let Some(running) = self.running.take() {
            let _ = running.done.await;
        }
        let visitor = mem::take(&mut self.visitor);
        for (incoming, arrival) in mem::take(&mut self.inbox) {
            if let Ok(Incoming { id, command }) = incoming
                && self.may_run(command)
            {
                let _ = arrival.command(&visitor, id.as_deref(), command).await;
            }
        }
    }

    async fn serve(&mut self) -> Result<std::convert::Infallible, End> {
        let hello = self.hello(self.limiters.hello_time).await?;
        self.visitor = self.client.who.visitor_saying(hello.secret);
        let mut entered = self.enter(hello.after).await?;
        loop {
            self.run_next().await?;
            tokio::select! {
                () = self.stopping.begun() => return Err(End::Stopping),
                input = self.connection.recv(), if self.inbox.len() < MOST_WAITING => match input {
                    connection::SocketInput::Message(message) => match self.connection.text(message)? {
                        Some(text) => self.receive(&text, entered.visit.is_seated()),
                        None => self.connection.charge()?,
                    },
                    connection::SocketInput::Silence => self.connection.ping(self.rooms.now()).await?,
                },
                done = Running::done(&mut self.running) => self.reply(done).await?,
                notice = entered.notices.recv() => match notice {
                    Ok(notice) if notice.version != 0 && notice.version <= self.version => {}
                    Ok(notice) => {
                        self.version = self.version.max(notice.version);
                        self.connection.send(notice.text.as_str()).await?;
                    }
                    Err(RecvError::Lagged(_)) => entered = self.enter(Some(self.version)).await?,
                    // The game's task has failed.
                    Err(RecvError::Closed) => return Err(End::Closing(close_code::AGAIN, "connect again")),
                },
            }
        }
    }

    /// Waits for the first message.
    async fn hello(&mut self, time: Duration) -> Result<Hello, End> {
        let first = async {
            loop {
                // No pings before the first message.
                if let connection::SocketInput::Message(message) = self.connection.recv().await {
                    return message;
                }
            }
        };
        let first = tokio::select! {
            () = self.stopping.begun() => return Err(End::Stopping),
            first = timeout(time, first) => first,
        };
        let Ok(first) = first else { return Err(End::Closing(close_code::POLICY, "no hello in time")) };
        let text = self.connection.text(first)?.unwrap_or_default();
        match Hello::parse(&text) {
            Ok(hello) => Ok(hello),
            Err(bad) => {
                self.refuse(None, "bad-message", &bad.to_string()).await?;
                Err(End::Closing(close_code::POLICY, "the first message must be hello"))
            }
        }
    }

    /// Enters the game and sends its state.
    async fn enter(&mut self, after: Option<u64>) -> Result<Entered, End> {
        let entered = match self.room.enter(&self.visitor, after).await {
            Ok(entered) => entered,
            Err(error) => {
                let (code, end) = match error {
                    RoomError::Unknown => ("unknown-game", End::Closing(close_code::POLICY, "there is no such game")),
                    _ => ("unavailable", End::Closing(close_code::AGAIN, "connect again")),
                };
                self.refuse(None, code, &error.for_players()).await?;
                return Err(end);
            }
        };
        for text in &entered.first {
            self.connection.send(text).await?;
        }
        self.version = entered.version;
        Ok(entered)
    }

    /// Queues a message with its time of arrival. Flags wait only for commands of players.
    fn receive(&mut self, text: &str, is_seated: bool) {
        let incoming = Incoming::parse(text);
        let may_move = is_seated && incoming.is_ok();
        let arrival = if may_move { self.room.arrive() } else { self.room.arrive_as_spectator() };
        self.inbox.push_back((incoming, arrival));
    }

    /// Starts queued commands until one runs.
    async fn run_next(&mut self) -> Result<(), End> {
        while self.running.is_none()
            && let Some((incoming, arrival)) = self.inbox.pop_front()
        {
            let Incoming { id, command } = match incoming {
                Ok(incoming) => incoming,
                Err(bad) => {
                    self.refuse(None, "bad-message", &bad.to_string()).await?;
                    self.connection.charge()?;
                    continue;
                }
            };
            if !self.may_run(command) {
                self.refuse(id.as_deref(), "rate-limited", "too many games were created; try again later").await?;
                self.connection.charge()?;
                continue;
            }
            let (visitor, word) = (self.visitor.clone(), id.clone());
            let done = Box::pin(async move { arrival.command(&visitor, word.as_deref(), command).await });
            self.running = Some(Running { id, command, done });
        }
        Ok(())
    }

    /// A rematch creates a game, and each address has a limit of those.
    fn may_run(&self, command: Command) -> bool {
        command != Command::Rematch || self.limiters.games.take(self.client.peer.address).is_ok()
    }

    /// Replies to the command that ran.
    async fn reply(&mut self, done: Result<u64, RoomError>) -> Result<(), End> {
        let Some(Running { id, command, .. }) = self.running.take() else { return Ok(()) };
        match done {
            Ok(version) => {
                self.connection.send(&wire::ack(id.as_deref(), version)).await?;
                let moves_on = matches!(command, Command::Place { .. }) && version > self.version;
                if moves_on { Ok(()) } else { self.connection.charge() }
            }
            Err(error) => {
                let code = match &error {
                    RoomError::Refused(refusal) => refusal.code(),
                    RoomError::Unknown => "unknown-game",
                    RoomError::Store(_) | RoomError::Damaged(_) | RoomError::Broken => "unavailable",
                };
                self.refuse(id.as_deref(), code, &error.for_players()).await?;
                self.connection.charge()
            }
        }
    }

    async fn refuse(&mut self, id: Option<&str>, code: &'static str, message: &str) -> Result<(), End> {
        self.connection.refuse(id, code, message, self.version).await
    }
}
