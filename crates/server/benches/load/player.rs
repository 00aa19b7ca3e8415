//! Players on WebSockets. They know their moves beforehand, so only the server's time is measured.

use std::{
    io,
    net::SocketAddr,
    sync::Arc,
    time::{Duration, Instant},
};

use futures_util::{SinkExt, StreamExt};
use outflank_rules::{Color, Game, Move, Position};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::{sleep_until, timeout},
};
use tokio_tungstenite::{
    WebSocketStream, client_async_with_config,
    tungstenite::{Message, protocol::WebSocketConfig},
};

/// Events before the first move: the game is created, and two players take their seats.
const BEFORE_THE_GAME: usize = 3;

/// The benchmark fails if a message takes longer.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Bytes that a client reads at a time. Most messages are shorter.
const READ_BYTES: usize = 4096;

/// How fast games are played.
#[derive(Clone, Copy, Debug)]
pub(super) enum Pace {
    /// Each player moves as soon as it knows the move before.
    Free,
    /// The same, but at least this long after the move before.
    Every(Duration),
}

/// A game before it is played.
pub(super) struct Match {
    variant: &'static str,
    moves: Arc<[(Color, Move)]>,
    /// The delay of its first move, as a part of the time between two moves.
    offset: f64,
}

/// One player of a game.
pub(super) struct Player {
    socket: WebSocketStream<TcpStream>,
    color: Color,
    moves: Arc<[(Color, Move)]>,
    offset: f64,
    /// Turns that it knows.
    ply: usize,
    is_over: bool,
}

impl Match {
    /// A game of random moves. The number is the seed.
    pub(super) fn random(variant: &'static str, start: Position, number: usize, games: usize) -> Match {
        let (mut game, mut chance) = (Game::new(start), number as u64);
        while !game.is_over() {
            chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let legal = game.position().legal();
            let pick = (chance >> 33) as usize % legal.len().max(1) as usize;
            let mv = legal.into_iter().nth(pick).map_or(Move::Pass, Move::Place);
            game.play(mv).expect("it is legal");
        }
        let moves = game.turns().map(|(before, mv)| (before.turn(), mv)).collect();
        Match { variant, moves, offset: number as f64 / games as f64 }
    }

    /// Creates the game and connects both players.
    pub(super) async fn players(self, address: SocketAddr) -> io::Result<[Player; 2]> {
        let wish = json!({"black": "human", "white": "human", "you": "both", "variant": self.variant});
        let created = post(address, "/api/games", "", &wish).await?;
        let [black, white] = Color::ALL;
        Ok([self.player(address, &created, black).await?, self.player(address, &created, white).await?])
    }

    async fn player(&self, address: SocketAddr, created: &Value, color: Color) -> io::Result<Player> {
        let id = created["id"].as_str().unwrap_or_default();
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let request = format!("ws://{address}/api/games/{id}/socket");
        // Each read clears the buffer first. With the default of 128 KiB that would cost more than
        // everything else of a client.
        let config = WebSocketConfig::default().read_buffer_size(READ_BYTES);
        let opened = client_async_with_config(request, stream, Some(config)).await;
        let (socket, _) = opened.map_err(io::Error::other)?;
        let (moves, offset) = (Arc::clone(&self.moves), self.offset);
        let mut player = Player { socket, color, moves, offset, ply: 0, is_over: false };
        let secret = &created["secrets"][color.to_string()];
        player.say(json!({"type": "hello", "secret": secret}).to_string()).await?;
        while !player.hear().await?.starts_with(r#"{"type":"state""#) {}
        Ok(player)
    }
}

impl Player {
    /// Plays its moves of the whole game. Returns how long each acknowledgement took.
    pub(super) async fn play(mut self, pace: Pace, began: Instant) -> io::Result<(Player, Vec<Duration>)> {
        let mut latencies = Vec::with_capacity(32);
        let moves = Arc::clone(&self.moves);
        for (ply, &(color, mv)) in moves.iter().enumerate() {
            let Move::Place(square) = mv else { continue };
            if color != self.color {
                continue;
            }
            while self.ply < ply {
                self.listen().await?;
            }
            if let Pace::Every(interval) = pace {
                sleep_until((began + interval.mul_f64(ply as f64 + self.offset)).into()).await;
            }
            let sent = Instant::now();
            self.say(format!(r#"{{"type":"move","id":"m","ply":{ply},"square":"{square}"}}"#)).await?;
            while !self.listen().await? {}
            latencies.push(sent.elapsed());
        }
        while !self.is_over {
            self.listen().await?;
        }
        Ok((self, latencies))
    }

    /// Reads the next message. Returns whether it acknowledges a move.
    async fn listen(&mut self) -> io::Result<bool> {
        let text = self.hear().await?;
        if let Some(rest) = text.strip_prefix(r#"{"type":"event","version":"#) {
            let version = rest.split(',').next().and_then(|digits| digits.parse::<usize>().ok());
            let turns = version.unwrap_or_default().saturating_sub(BEFORE_THE_GAME);
            self.is_over = turns > self.moves.len();
            self.ply = turns;
        }
        if text.starts_with(r#"{"type":"refused""#) {
            return Err(io::Error::other(text));
        }
        Ok(text.starts_with(r#"{"type":"ack""#))
    }

    async fn say(&mut self, text: String) -> io::Result<()> {
        self.socket.send(Message::text(text)).await.map_err(io::Error::other)
    }

    async fn hear(&mut self) -> io::Result<String> {
        loop {
            match timeout(TIMEOUT, self.socket.next()).await? {
                Some(Ok(Message::Text(text))) => return Ok(text.as_str().to_owned()),
                Some(Ok(Message::Close(_))) | None => return Err(io::ErrorKind::UnexpectedEof.into()),
                Some(Ok(_)) => {}
                Some(Err(cause)) => return Err(io::Error::other(cause)),
            }
        }
    }
}

/// Sends one request on a new connection. An empty secret sends no credentials.
pub(super) async fn post(address: SocketAddr, path: &str, secret: &str, body: &Value) -> io::Result<Value> {
    let (body, kind) = (body.to_string(), "Content-Type: application/json");
    let kind = if secret.is_empty() { kind.to_owned() } else { format!("{kind}\r\nAuthorization: Bearer {secret}") };
    let length = body.len();
    let head = format!("POST {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{kind}\r\n");
    let mut stream = TcpStream::connect(address).await?;
    stream.write_all(format!("{head}Content-Length: {length}\r\n\r\n{body}").as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    serde_json::from_str(body).map_err(|_| io::Error::other(answer))
}
