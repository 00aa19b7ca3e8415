//! Bots that are connected over TCP and play tournaments against each other.

use std::{
    collections::HashMap,
    fmt, io,
    net::SocketAddr,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use serde::Deserialize;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::{
        TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    task::JoinSet,
    time::{sleep, timeout},
};

use super::{player::post, server::Server};

/// The benchmark fails if a message takes longer.
const TIMEOUT: Duration = Duration::from_secs(60);

/// The secret of the host of the tournaments.
const SECRET: &str = "5ec2e75ec2e75ec2e75ec2e75ec2e75ec2e75ec2e75ec2e75ec2e75ec2e70000";

/// The size of the measurement.
#[derive(Clone, Copy)]
pub(super) struct Crowd {
    pub(super) tournaments: usize,
    /// Bots per tournament, an even number.
    pub(super) bots: usize,
    pub(super) variant: &'static str,
    /// The time that each bot waits before it answers.
    pub(super) thinks: Duration,
    /// How long to measure.
    pub(super) time: Duration,
}

impl Crowd {
    /// 200 bots; each has a game almost always.
    pub(super) const LARGE: Crowd = Crowd {
        tournaments: 4,
        bots: 50,
        variant: "standard",
        thinks: Duration::from_millis(50),
        time: Duration::from_secs(20),
    };

    pub(super) const SMALL: Crowd = Crowd {
        tournaments: 2,
        bots: 4,
        variant: "tiny",
        thinks: Duration::from_millis(1),
        time: Duration::from_millis(300),
    };
}

/// The results.
pub(super) struct Measured {
    crowd: Crowd,
    moves: usize,
    latencies: Vec<Duration>,
    time: Duration,
    processor: Duration,
    /// The server's memory per bot that waits.
    idle_bytes: u64,
    /// The server's memory per bot at the end.
    playing_bytes: u64,
}

/// Moves on their way, by game, and the times until the opponent received them.
#[derive(Default)]
struct Sent {
    open: HashMap<String, Instant>,
    latencies: Vec<Duration>,
    moves: usize,
}

/// Lets all bots play on a new server for `crowd.time`.
pub(super) async fn measure(crowd: Crowd) -> io::Result<Measured> {
    let server = Server::start()?;
    let sent = Arc::new(Mutex::new(Sent::default()));
    let (mut playing, mut ids) = (JoinSet::new(), Vec::new());
    // The first tournament does not count: the server also allocates memory that all bots share.
    let mut bytes = Vec::new();
    for number in 0..crowd.tournaments {
        ids.push(open(&crowd, number, server.address, &sent, &mut playing).await?);
        bytes.push(server.memory()?);
    }
    let (first, idle) = (bytes[0], bytes[crowd.tournaments - 1]);
    let (began, processor_before) = (Instant::now(), server.processor_time()?);
    for id in &ids {
        command(server.address, id, "start").await?;
    }
    tokio::select! {
        () = sleep(crowd.time) => {}
        Some(ended) = playing.join_next() => {
            ended.map_err(io::Error::other)??;
            return Err(io::Error::other("a bot was sent away"));
        }
    }
    let time = began.elapsed();
    let processor = server.processor_time()? - processor_before;
    let bots = (crowd.tournaments * crowd.bots) as u64;
    let idle_bytes = idle.saturating_sub(first) / (bots - crowd.bots as u64).max(1);
    let playing_bytes = server.memory()?.saturating_sub(idle) / bots + idle_bytes;
    let Sent { latencies, moves, .. } = std::mem::take(&mut *sent.lock().expect("no panic"));
    Ok(Measured { crowd, moves, latencies, time, processor, idle_bytes, playing_bytes })
}

/// Creates a tournament and connects all its bots.
async fn open(
    crowd: &Crowd,
    number: usize,
    address: SocketAddr,
    sent: &Arc<Mutex<Sent>>,
    playing: &mut JoinSet<io::Result<()>>,
) -> io::Result<String> {
    let wish = json!({
        "variant": crowd.variant, "games": 2, "time": "1m/move", "concurrency": crowd.bots / 2, "seed": number,
    });
    let made = post(address, "/api/tournaments", SECRET, &wish).await?;
    let text = |field: &str| made[field].as_str().unwrap_or_default().to_owned();
    for bot in 0..crowd.bots {
        let bot = Bot::join(address, &text("code"), bot, crowd.thinks).await?;
        playing.spawn(bot.play(Arc::clone(sent)));
    }
    Ok(text("id"))
}

async fn command(address: SocketAddr, id: &str, word: &str) -> io::Result<()> {
    let path = format!("/api/tournaments/{id}/commands");
    let answer: Value = post(address, &path, SECRET, &json!({"type": word})).await?;
    if answer["type"] == "ack" { Ok(()) } else { Err(io::Error::other(answer.to_string())) }
}

struct Bot {
    input: BufReader<OwnedReadHalf>,
    output: OwnedWriteHalf,
    number: usize,
    thinks: Duration,
}

/// The fields that matter here of a message to a bot.
#[derive(Deserialize)]
struct Message {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    game: String,
    #[serde(default)]
    request: u64,
    #[serde(default)]
    legal: Vec<String>,
}

impl Bot {
    async fn join(address: SocketAddr, code: &str, number: usize, thinks: Duration) -> io::Result<Bot> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let (input, output) = stream.into_split();
        let mut bot = Bot { input: BufReader::new(input), output, number, thinks };
        let hello = json!({"type": "hello", "outflank": 1, "name": format!("bot {number}"), "join": code});
        bot.say(&format!("{hello}\n")).await?;
        let greeting = bot.hear().await?;
        if greeting.kind == "hello" { Ok(bot) } else { Err(io::Error::other(greeting.kind)) }
    }

    async fn play(mut self, sent: Arc<Mutex<Sent>>) -> io::Result<()> {
        loop {
            let message = self.hear().await?;
            if message.kind == "move" || message.kind == "over" {
                let heard = Instant::now();
                let mut sent = sent.lock().expect("no panic");
                if let Some(at) = sent.open.remove(&message.game) {
                    sent.latencies.push(heard - at);
                }
            }
            if message.kind == "move" {
                self.answer(message, &sent).await?;
            }
        }
    }

    async fn answer(&mut self, question: Message, sent: &Mutex<Sent>) -> io::Result<()> {
        if !self.thinks.is_zero() {
            sleep(self.thinks).await;
        }
        let square = &question.legal[self.number % question.legal.len().max(1)];
        let line = format!("{{\"type\":\"move\",\"request\":{},\"move\":\"{square}\"}}\n", question.request);
        {
            let mut sent = sent.lock().expect("no panic");
            sent.moves += 1;
            sent.open.insert(question.game, Instant::now());
        }
        self.say(&line).await
    }

    async fn say(&mut self, text: &str) -> io::Result<()> {
        self.output.write_all(text.as_bytes()).await
    }

    async fn hear(&mut self) -> io::Result<Message> {
        let mut line = String::new();
        if timeout(TIMEOUT, self.input.read_line(&mut line)).await?? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        serde_json::from_str(&line).map_err(io::Error::other)
    }
}

impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Measured { crowd, moves, time, .. } = self;
        let bots = crowd.tournaments * crowd.bots;
        writeln!(f, "{bots} bots in {} tournaments, each thinks for {:?}:", crowd.tournaments, crowd.thinks)?;
        let rate = *moves as f64 / time.as_secs_f64();
        writeln!(f, "  {moves} moves in {:.2} s: {rate:.0} moves/s, each on the disk", time.as_secs_f64())?;
        let [half, most, all] = [500, 990, 1000].map(|per_mille| super::report::latency(&self.latencies, per_mille));
        writeln!(
            f,
            "  the other side is asked after {half:.1} ms (median), {most:.1} ms (99 %), {all:.1} ms (longest)"
        )?;
        let processor = self.processor.as_secs_f64() * 1e6 / (*moves).max(1) as f64;
        let [idle, playing] = [self.idle_bytes, self.playing_bytes].map(|bytes| bytes as f64 / 1024.0);
        writeln!(
            f,
            "  the server used {processor:.0} us of a processor a move, {idle:.0} KiB of memory a bot that waits,"
        )?;
        writeln!(f, "  and {playing:.0} KiB a bot at the end, with all that was played")
    }
}
