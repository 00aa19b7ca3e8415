//! Measures the latency of jobs for a client: until the first values, until the end of a review,
//! and from a cancel until a thread is free.
//!
//! Run it with `cargo bench -p outflank-server --bench jobs`. The server runs in this process; the
//! requests use real sockets.

use std::{
    net::SocketAddr,
    time::{Duration, Instant},
};

use futures_util::{SinkExt, StreamExt};
use outflank_server::{
    config::{Config, JobSettings},
    web::app::App,
};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::{WebSocketStream, client_async, tungstenite::Message};

/// Games of 60 moves: one that begins with a book line, and two of weak players.
const GAMES: [&str; 3] = [
    "d3c5c6e3f3f4e6f2c4d6d7c3d2e1f6b6b5b4a6b7a4e7d8a5f7f8f5g5e8c2g8a3a2c7c8a8a7a1b3g7b8h8h7b2g6h5h6d1e2b1c1h4h3g4g3g1g2f1h1",
    "e6f6f5d6c6c4c5c7f7f3d3g5g6d2h5e7e8f4b3b4d7b2a2h7h6c8h8b5b1g8f8g7d8g4h4b8b7a7a8a6a5h3g3c2e2h2g2g1h1f1e1c3a3a4c1e3a1f2",
    "e6f6f5d6g7e3c5b4d7c6d3f3b5c2b3b7b6a4e2f7c4h7g8f4h8d2b8d8a2g6e7a6f2a8a3g1c1f1g5d1c3g4g2h4e8a1h5b2c8g3c7h6b1a7h3e1a5h2h1",
];

/// The number of measurements of each short operation.
const TIMES: usize = 40;

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("threads can be started");
    runtime.block_on(async {
        let app = App::build(Config::default()).await.expect("a server");
        let address = app.address();
        tokio::spawn(app.run(std::future::pending()));
        warm_up(address).await;
        first_values(address, 0).await;
        first_values(address, JobSettings::default().workers - 1).await;
        cancel(address).await;
        review(address).await;
    });
}

/// A job of an hour.
fn long(ply: usize) -> Value {
    json!({"kind": "values", "moves": GAMES[0][..2 * ply], "depth": 50, "selectivity": 100})
}

async fn warm_up(address: SocketAddr) {
    for _ in 0..2 * JobSettings::default().workers {
        let mut line = Line::open(address).await;
        line.submit(&json!({"kind": "values", "depth": 1, "timeMs": 50})).await;
        line.end().await;
    }
}

/// Measures from the request to the first values, while the engine works on `others` other jobs.
async fn first_values(address: SocketAddr, others: usize) {
    let mut busy = Vec::new();
    for ply in 0..others {
        let mut line = Line::open(address).await;
        line.submit(&long(ply + 4)).await;
        line.values().await;
        busy.push(line);
    }
    let mut times = Vec::new();
    for time in 0..TIMES {
        let mut line = Line::open(address).await;
        let begun = Instant::now();
        line.submit(&long(time % 30)).await;
        line.values().await;
        times.push(begun.elapsed());
    }
    tell(&format!("first values, {others} others at work"), &mut times);
}

/// Measures from the cancel until a thread is free.
async fn cancel(address: SocketAddr) {
    let mut times = Vec::new();
    for time in 0..TIMES {
        let mut line = Line::open(address).await;
        until_idle(address).await;
        let id = line.submit(&long(time % 40)).await;
        line.values().await;
        let begun = Instant::now();
        line.say(&json!({"type": "cancel", "id": id})).await;
        until_idle(address).await;
        times.push(begun.elapsed());
    }
    tell("free after a cancel", &mut times);
}

async fn review(address: SocketAddr) {
    for (number, game) in GAMES.iter().enumerate() {
        let mut line = Line::open(address).await;
        let begun = Instant::now();
        line.submit(&json!({"kind": "review", "moves": game})).await;
        let end = line.end().await;
        let judged = end["review"]["moves"].as_array().map_or(0, Vec::len);
        println!("review of game {}: {judged} moves in {:.2} s", number + 1, begun.elapsed().as_secs_f64());
    }
}

/// Waits until no thread works.
async fn until_idle(address: SocketAddr) {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    loop {
        let mut stream = TcpStream::connect(address).await.expect("it listens");
        let request = format!("GET /metrics HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.expect("it is taken");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.expect("it answers");
        if answer.lines().any(|line| line == "outflank_jobs_running 0") {
            return;
        }
    }
}

fn tell(what: &str, times: &mut [Duration]) {
    times.sort_unstable();
    let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize].as_secs_f64() * 1e3;
    println!("{what}: {:.1} ms in the median, {:.1} at 90 %, {:.1} at most", at(0.5), at(0.9), at(1.0));
}

/// A socket for jobs.
struct Line(WebSocketStream<TcpStream>);

impl Line {
    async fn open(address: SocketAddr) -> Line {
        let stream = TcpStream::connect(address).await.expect("it listens");
        stream.set_nodelay(true).expect("a socket");
        Line(client_async(format!("ws://{address}/api/jobs/socket"), stream).await.expect("a socket").0)
    }

    async fn say(&mut self, message: &Value) {
        self.0.send(Message::text(message.to_string())).await.expect("it is taken");
    }

    async fn next(&mut self) -> Value {
        loop {
            if let Message::Text(text) = self.0.next().await.expect("it is open").expect("it is well") {
                return serde_json::from_str(&text).expect("JSON");
            }
        }
    }

    async fn submit(&mut self, job: &Value) -> String {
        self.say(&json!({"type": "submit", "job": job})).await;
        let answer = self.next().await;
        answer["id"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
    }

    /// The next state that has values.
    async fn values(&mut self) -> Value {
        loop {
            let message = self.next().await;
            if message["state"]["values"].is_object() {
                return message["state"].clone();
            }
        }
    }

    async fn end(&mut self) -> Value {
        loop {
            let message = self.next().await;
            if message["state"]["status"] == "done" {
                return message["state"].clone();
            }
        }
    }
}
