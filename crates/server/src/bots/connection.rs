//! The connection of a bot or a course player: lines over TCP, or messages over a WebSocket.
//!
//! A connection knows lines and no rules. What a line means for a game is decided by the seat that
//! asked for it.

use std::{sync::Arc, time::Duration};

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use outflank_arena::{
    Verdict,
    protocol::json::{Code, Fault, FromBot, MAX_LINE, ToBot},
};
use serde::Serialize;
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWriteExt},
    net::{
        TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    sync::mpsc,
    time::{Instant, timeout},
};

use super::{
    Arrived, Bots,
    hello::{AdmissionError, Introduction},
    link::{Ending, Link},
    traffic::{self, Log, Voice},
};
use crate::{
    log::secret::{Secret, SecretHash},
    tournament::Tournaments,
    web::{Peer, Services, app::Stopping, limits::RateLimiters, socket::MessageBudget},
};

/// Bytes read at a time.
const CHUNK_BYTES: usize = 4096;

/// Lines and bytes that a bot may send that answer no request. Matches have the same limits.
const MAX_IDLE_LINES: f64 = 10_000.0;
const MAX_IDLE_BYTES: f64 = (1 << 20) as f64;

/// The allowance for idle lines refills within this many seconds.
const IDLE_REFILL_SECONDS: f64 = 2000.0;

/// Most characters of a bot's line that a verdict quotes.
const MAX_QUOTED: usize = 200;

/// One input from a connection.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum LineInput {
    /// A line without its line break.
    Line(Vec<u8>),
    /// A WebSocket ping or pong.
    Heartbeat,
    /// The beginning of a line that is longer than [`MAX_LINE`].
    TooLong(Vec<u8>),
    /// The connection has ended.
    End,
}

/// Splits a stream into lines and keeps at most one line of maximum length. Cancel-safe.
struct Lines<R> {
    input: R,
    kept: Vec<u8>,
    /// The first bytes of `kept` that hold no line break.
    searched: usize,
}

impl<R: AsyncRead + Unpin> Lines<R> {
    fn new(input: R) -> Lines<R> {
        Lines { input, kept: Vec::new(), searched: 0 }
    }

    /// Reads the next line. An unfinished line at the end of the stream is dropped.
    async fn next(&mut self) -> LineInput {
        loop {
            if let Some(end) = self.kept[self.searched..].iter().position(|&byte| byte == b'\n') {
                return LineInput::Line(self.take(self.searched + end));
            }
            self.searched = self.kept.len();
            if self.kept.len() >= MAX_LINE {
                return LineInput::TooLong(std::mem::take(&mut self.kept));
            }
            let mut chunk = [0; CHUNK_BYTES];
            match self.input.read(&mut chunk).await {
                Ok(0) | Err(_) => return LineInput::End,
                Ok(count) => self.kept.extend_from_slice(&chunk[..count]),
            }
        }
    }

    fn take(&mut self, end: usize) -> Vec<u8> {
        let rest = self.kept.split_off(end + 1);
        let mut line = std::mem::replace(&mut self.kept, rest);
        self.searched = 0;
        line.pop();
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        line
    }
}

/// A stream of lines to and from a bot.
pub(crate) struct LineStream(Transport);

enum Transport {
    Tcp { input: Lines<OwnedReadHalf>, output: OwnedWriteHalf },
    Socket(Box<WebSocket>),
}

/// The peer disconnected or stopped reading.
#[derive(Debug)]
pub(crate) struct PeerGone;

impl LineStream {
    pub(crate) fn tcp(stream: TcpStream) -> LineStream {
        let (input, output) = stream.into_split();
        LineStream(Transport::Tcp { input: Lines::new(input), output })
    }

    pub(crate) fn socket(socket: WebSocket) -> LineStream {
        LineStream(Transport::Socket(Box::new(socket)))
    }

    /// Waits for the next input. Cancel-safe.
    pub(crate) async fn recv(&mut self) -> LineInput {
        match &mut self.0 {
            Transport::Tcp { input, .. } => input.next().await,
            Transport::Socket(socket) => match socket.recv().await {
                Some(Ok(Message::Text(text))) => LineInput::Line(text.as_bytes().to_vec()),
                Some(Ok(Message::Binary(bytes))) => LineInput::Line(bytes.to_vec()),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => LineInput::Heartbeat,
                Some(Ok(Message::Close(_)) | Err(_)) | None => LineInput::End,
            },
        }
    }

    /// Sends one line. Fails if the peer does not take it within `time`.
    pub(crate) async fn send(&mut self, line: &str, time: Duration) -> Result<(), PeerGone> {
        let sent = timeout(time, async {
            match &mut self.0 {
                Transport::Tcp { output, .. } => output.write_all(format!("{line}\n").as_bytes()).await.is_ok(),
                Transport::Socket(socket) => socket.send(Message::text(line)).await.is_ok(),
            }
        });
        if sent.await == Ok(true) { Ok(()) } else { Err(PeerGone) }
    }

    /// Closes the connection.
    pub(crate) async fn close(mut self, time: Duration) {
        let closed = timeout(time, async {
            match &mut self.0 {
                Transport::Tcp { output, .. } => drop(output.shutdown().await),
                Transport::Socket(socket) => {
                    let reason = Utf8Bytes::from_static("that is all");
                    drop(socket.send(Message::Close(Some(CloseFrame { code: close_code::NORMAL, reason }))).await);
                }
            }
        });
        // A peer that does not read even this is gone.
        let _ = closed.await;
    }
}

/// Limits what a bot may send besides answers. Every answer refills the budget.
#[derive(Debug)]
struct IdleBudget {
    /// The remaining part of the lines and bytes, from 0 to 1.
    left: f64,
    at: Instant,
    /// For lines that the server has to answer with an error.
    errors: MessageBudget,
}

impl IdleBudget {
    fn new() -> IdleBudget {
        IdleBudget { left: 1.0, at: Instant::now(), errors: MessageBudget::new() }
    }

    /// The bot answered a request.
    fn refill(&mut self) {
        *self = IdleBudget::new();
    }

    /// Charges a permitted line of this length. False if the budget is spent.
    fn take_line(&mut self, bytes: usize) -> bool {
        let now = Instant::now();
        self.left = (self.left + (now - self.at).as_secs_f64() / IDLE_REFILL_SECONDS).min(1.0);
        self.at = now;
        self.left -= f64::max(1.0 / MAX_IDLE_LINES, bytes as f64 / MAX_IDLE_BYTES);
        self.left > 0.0
    }

    /// Charges a line with an error. False if the budget is spent.
    fn take_error(&mut self) -> bool {
        self.errors.take()
    }
}

/// Why a connection ends.
enum End {
    /// The bot has gone.
    Gone,
    /// The server closes it after these lines.
    Closed(Vec<String>),
}

impl From<PeerGone> for End {
    fn from(_: PeerGone) -> End {
        End::Gone
    }
}

impl From<AdmissionError> for End {
    fn from(error: AdmissionError) -> End {
        End::Closed(vec![error.line()])
    }
}

#[derive(Serialize)]
struct Greeting<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    outflank: u32,
    name: &'static str,
    bot: &'a str,
    /// Set only if the server made the token.
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<String>,
}

/// Serves a bot until one side closes the connection.
pub(crate) async fn serve(mut stream: LineStream, peer: Peer, services: &Services) {
    let mut stopping = services.stopping.clone();
    let limiters = Arc::clone(&services.limiters);
    let end = match introduced(&mut stream, &peer, &limiters, &mut stopping).await {
        Ok(hello) => BotConnection::run(&mut stream, services, hello, stopping).await,
        Err(end) => end,
    };
    if let End::Closed(lines) = end {
        services.metrics.dropped();
        for line in lines {
            if stream.send(&line, limiters.send_time).await.is_err() {
                return;
            }
        }
    }
    stream.close(limiters.send_time).await;
}

/// Waits for the hello line and charges the limits.
async fn introduced(
    stream: &mut LineStream,
    peer: &Peer,
    limiters: &RateLimiters,
    stopping: &mut Stopping,
) -> Result<Introduction, End> {
    limiters.visits.take(peer.address).map_err(AdmissionError::RateLimited)?;
    let first = tokio::select! {
        () = stopping.begun() => return Err(End::Gone),
        first = timeout(limiters.hello_time, stream.recv()) => first,
    };
    match first {
        Ok(LineInput::Line(line)) => {
            let hello = Introduction::parse(&String::from_utf8_lossy(&line))?;
            // A bot that seeks an opponent is given a game.
            if hello.seek {
                limiters.games.take(peer.address).map_err(AdmissionError::RateLimited)?;
            }
            if let Some(token) = &hello.token {
                limiters.tokens.take(token.hash()).map_err(AdmissionError::RateLimited)?;
            }
            Ok(hello)
        }
        Ok(LineInput::TooLong(_)) => Err(too_long().into()),
        Ok(LineInput::End | LineInput::Heartbeat) => Err(End::Gone),
        Err(_) => {
            let message = r#"no hello in time: send {"type":"hello","outflank":1,"name":"My bot"} first"#;
            Err(AdmissionError::Garbled(Fault::new(Code::TimeOut, "", message)).into())
        }
    }
}

fn too_long() -> AdmissionError {
    AdmissionError::Garbled(Fault::new(Code::TooLong, "", format!("a line has at most {MAX_LINE} bytes")))
}

struct BotConnection<'a> {
    stream: &'a mut LineStream,
    link: Link,
    bots: Bots,
    token: SecretHash,
    send_time: Duration,
    budget: IdleBudget,
}

impl BotConnection<'_> {
    async fn run(stream: &mut LineStream, services: &Services, hello: Introduction, stopping: Stopping) -> End {
        let (link, lines, ending) = Link::new();
        let (bots, tournaments): (Bots, &Tournaments) = (services.bots.clone(), &services.tournaments);
        let Arrived { token, made, name } = match bots.arrive(&hello, link.clone(), tournaments).await {
            Ok(arrived) => arrived,
            Err(error) => return error.into(),
        };
        let greeting = Greeting {
            kind: "hello",
            outflank: 1,
            name: "Outflank",
            bot: &name,
            token: made.as_ref().map(Secret::reveal),
        };
        let greeting = serde_json::to_string(&greeting).expect("texts and numbers are JSON");
        let send_time = services.limiters.send_time;
        let mut connection = BotConnection { stream, link, bots, token, send_time, budget: IdleBudget::new() };
        let end = match connection.send(&greeting).await {
            Ok(()) => connection.exchange(lines, &ending, stopping).await.err().unwrap_or(End::Gone),
            Err(end) => end,
        };
        if let End::Closed(lines) = &end {
            let log = connection.link.log(None);
            lines.iter().for_each(|line| connection.note(log.as_ref(), Voice::Server, line));
        }
        connection.bots.depart(connection.token, connection.link.number());
        end
    }

    /// Sends and receives lines until the connection ends.
    async fn exchange(
        &mut self,
        mut lines: mpsc::Receiver<String>,
        ending: &Ending,
        mut stopping: Stopping,
    ) -> Result<std::convert::Infallible, End> {
        loop {
            tokio::select! {
                () = stopping.begun() => return Err(End::Closed(Vec::new())),
                last = ending.asked() => return Err(last.map_or(End::Gone, |line| End::Closed(vec![line]))),
                Some(line) = lines.recv() => self.send(&line).await?,
                input = self.stream.recv() => self.handle(input)?,
            }
        }
    }

    fn handle(&mut self, input: LineInput) -> Result<(), End> {
        match input {
            LineInput::Line(line) => self.handle_line(line),
            LineInput::Heartbeat if self.budget.take_error() => Ok(()),
            LineInput::Heartbeat => Err(self.flooded("", FLOODED)),
            LineInput::TooLong(line) => {
                let got = quoted(&line.escape_ascii().to_string());
                self.note(self.link.log(None).as_ref(), Voice::Bot, &got);
                Err(self.flooded(&got, "a line had no end"))
            }
            LineInput::End => Err(End::Gone),
        }
    }

    /// Logs a line in the log of its game, and acts on it.
    fn handle_line(&mut self, line: Vec<u8>) -> Result<(), End> {
        let bytes = line.len();
        let (text, message) = parse(line);
        let request = match &message {
            Ok(FromBot::Move(answer)) => answer.request,
            _ => None,
        };
        let log = self.link.log(request);
        self.note(log.as_ref(), Voice::Bot, &text);
        match message {
            Ok(FromBot::Move(answer)) => match self.link.answered(answer, &text) {
                Ok(()) => {
                    self.budget.refill();
                    Ok(())
                }
                Err(reason) => self.refuse(log.as_ref(), Fault::new(Code::WrongRequest, &text, reason.to_string())),
            },
            Ok(FromBot::Hello(_) | FromBot::Log { .. } | FromBot::Error(_)) => self.charge_line(bytes, &text),
            Err(_) if text.is_empty() => self.charge_line(bytes, &text),
            Err(fault) => {
                self.link.fouled(Verdict::Garbage, &text, &fault.message);
                self.refuse(log.as_ref(), fault)
            }
        }
    }

    /// Sends the bot an error about a line.
    fn refuse(&mut self, log: Option<&Log>, fault: Fault) -> Result<(), End> {
        let got = fault.got.clone();
        let line = ToBot::Error(fault).to_string();
        self.note(log, Voice::Server, &line);
        self.link.send(line);
        if self.budget.take_error() { Ok(()) } else { Err(self.flooded(&got, FLOODED)) }
    }

    fn charge_line(&mut self, bytes: usize, text: &str) -> Result<(), End> {
        if self.budget.take_line(bytes) { Ok(()) } else { Err(self.flooded(text, FLOODED)) }
    }

    /// Makes the bot lose every game in which it is asked for a move.
    fn flooded(&self, got: &str, text: &str) -> End {
        let got = quoted(got);
        while self.link.fouled(Verdict::Flood, &got, text) {}
        let fault = Fault::new(Code::TooLong, &got, format!("{text}: the connection is closed"));
        End::Closed(vec![ToBot::Error(fault).to_string()])
    }

    /// Logs a line in the log of a game, or in that of the bot.
    fn note(&self, log: Option<&Log>, voice: Voice, line: &str) {
        match log {
            Some(log) => traffic::note(log, self.bots.now(), voice, line),
            None => self.bots.note(self.token, voice, line),
        }
    }

    async fn send(&mut self, line: &str) -> Result<(), End> {
        Ok(self.stream.send(line, self.send_time).await?)
    }
}

/// What the verdict says of a bot that floods its connection.
const FLOODED: &str = "it wrote without end";

/// Trims and parses a line. Bytes that are not UTF-8 are escaped.
fn parse(line: Vec<u8>) -> (String, Result<FromBot, Fault>) {
    match String::from_utf8(line) {
        Ok(text) => {
            let text = text.trim().to_owned();
            let message = text.parse();
            (text, message)
        }
        Err(bad) => {
            let text = bad.as_bytes().escape_ascii().to_string();
            let fault = Fault::new(Code::NotUtf8, &text, "this is not UTF-8, which all lines must be");
            (text, Err(fault))
        }
    }
}

fn quoted(text: &str) -> String {
    text.chars().take(MAX_QUOTED).collect()
}

/// The last line on the older of two connections of one bot.
pub(super) fn replaced() -> String {
    let message = "the same bot has connected again: this connection is closed";
    ToBot::Error(Fault::new(Code::Other, "", message)).to_string()
}

#[cfg(test)]
mod tests {
    use tokio::time;

    use super::*;

    async fn all(input: &[u8]) -> Vec<LineInput> {
        let mut lines = Lines::new(input);
        let mut inputs = vec![lines.next().await];
        while !matches!(inputs.last(), Some(LineInput::End | LineInput::TooLong(_))) {
            inputs.push(lines.next().await);
        }
        inputs
    }

    fn line(text: &str) -> LineInput {
        LineInput::Line(text.as_bytes().to_vec())
    }

    #[tokio::test]
    async fn input_is_split_into_lines_and_an_unfinished_line_waits() {
        assert_eq!(all(b"d3\r\n\n{\"a\":1}\nhalf").await, [line("d3"), line(""), line("{\"a\":1}"), LineInput::End]);
    }

    #[tokio::test]
    async fn a_line_without_end_takes_bounded_memory() {
        let inputs = all(&vec![b'x'; 10 * MAX_LINE]).await;
        let [LineInput::TooLong(kept)] = &inputs[..] else { panic!("{inputs:?}") };
        assert!(kept.len() < MAX_LINE + CHUNK_BYTES);
        let longest = [vec![b'x'; MAX_LINE - 1], b"\n".to_vec()].concat();
        assert_eq!(all(&longest).await.len(), 2, "the longest line is one");
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_refills_the_budget() {
        let mut budget = IdleBudget::new();
        assert!((0..9_000).all(|_| budget.take_line(30)));
        assert!((0..50).all(|_| budget.take_error()));
        budget.refill();
        assert!((0..9_000).all(|_| budget.take_line(30)));
        assert!((0..50).all(|_| budget.take_error()));
        let more = (0..10_000).take_while(|_| budget.take_line(30)).count();
        assert!((990..=1000).contains(&more), "{more}");
        time::advance(Duration::from_secs(60)).await;
        assert!((0..250).all(|_| budget.take_line(30)));
    }

    #[tokio::test(start_paused = true)]
    async fn long_lines_count_by_their_bytes() {
        let mut budget = IdleBudget::new();
        assert_eq!((0..100).take_while(|_| budget.take_line(60_000)).count(), 17);
    }
}
