//! Clients as strangers write them: plain HTTP over a connection, and a WebSocket.

use std::{
    collections::HashMap,
    net::{Ipv4Addr, SocketAddr},
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::Duration,
};

use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
    time::timeout,
};
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{Error, Message, client::IntoClientRequest, http},
};

use super::described;

/// Whatever takes longer does not come: a test that waits for it fails instead of hanging.
pub(super) const TIMEOUT: Duration = Duration::from_secs(60);

pub(super) struct Request {
    address: SocketAddr,
    /// The address of the client.
    from: Ipv4Addr,
    head: String,
    body: Vec<u8>,
}

/// An answer as it came.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) headers: HashMap<String, String>,
    pub(super) body: String,
    /// The body where it is no text.
    pub(super) bytes: Vec<u8>,
}

impl Request {
    pub(super) fn new(address: SocketAddr, method: &str, path: &str) -> Request {
        Request::to(address, &address.to_string(), method, path)
    }

    /// To a server that is called this.
    pub(super) fn to(address: SocketAddr, host: &str, method: &str, path: &str) -> Request {
        let head = format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n");
        Request { address, from: Ipv4Addr::LOCALHOST, head, body: Vec::new() }
    }

    /// The same from another address. Linux has all of 127.0.0.0/8 without any setup.
    #[cfg(target_os = "linux")]
    pub(super) fn from(self, from: Ipv4Addr) -> Request {
        Request { from, ..self }
    }

    pub(super) fn header(mut self, name: &str, value: &str) -> Request {
        self.head += &format!("{name}: {value}\r\n");
        self
    }

    pub(super) fn bearer(self, secret: &str) -> Request {
        self.header("Authorization", &format!("Bearer {secret}"))
    }

    pub(super) fn json(self, body: &Value) -> Request {
        self.body("application/json", body.to_string())
    }

    pub(super) fn body(self, kind: &str, body: impl AsRef<[u8]>) -> Request {
        let body = body.as_ref();
        let request = self.header("Content-Type", kind).header("Content-Length", &body.len().to_string());
        Request { body: body.to_vec(), ..request }
    }

    /// A body without anything said about it.
    pub(super) fn raw(self, body: impl Into<Vec<u8>>) -> Request {
        Request { body: body.into(), ..self }
    }

    /// Says it and reads no answer: the connection, which ends when it is dropped.
    pub(super) async fn say_only(self) -> TcpStream {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.bind((self.from, 0).into()).expect("an address of this machine");
        let mut stream = socket.connect(self.address).await.expect("it listens");
        let whole = [self.head.as_bytes(), b"\r\n", &self.body].concat();
        // A server that refuses a body may hang up before it has read it.
        let _ = stream.write_all(&whole).await;
        stream
    }

    pub(super) async fn send(self) -> Answer {
        let head = self.head.clone();
        let mut stream = self.say_only().await;
        let mut answer = Vec::new();
        let read = timeout(TIMEOUT, stream.read_to_end(&mut answer)).await.expect("it answers");
        assert!(read.is_ok() || !answer.is_empty(), "{read:?}");
        let answer = Answer::parse(&answer);
        let mut line = head.split(' ');
        let (method, path) = (line.next().unwrap_or_default(), line.next().unwrap_or_default());
        described::check(method, path, answer.status, answer.described_body().as_ref());
        answer
    }
}

impl Answer {
    fn parse(answer: &[u8]) -> Answer {
        let end = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n").expect("an answer");
        let head = str::from_utf8(&answer[..end]).expect("UTF-8");
        let mut lines = head.lines();
        let status = lines.next().and_then(|line| line.split(' ').nth(1)).and_then(|status| status.parse().ok());
        let headers = lines.filter_map(|line| line.split_once(": "));
        Answer {
            status: status.unwrap_or_else(|| panic!("no status: {head:?}")),
            headers: headers.map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned())).collect(),
            body: String::from_utf8_lossy(&answer[end + 4..]).into_owned(),
            bytes: answer[end + 4..].to_vec(),
        }
    }

    /// The body of a whole JSON reply.
    fn described_body(&self) -> Option<Value> {
        let is_json = self.headers.get("content-type").is_some_and(|kind| kind == "application/json");
        if !is_json || self.body.is_empty() { None } else { serde_json::from_str(&self.body).ok() }
    }

    /// A body that came in chunks; nothing if it broke off before its end.
    pub(super) fn unchunked(&self) -> Option<Vec<u8>> {
        let (mut whole, mut rest) = (Vec::new(), &self.bytes[..]);
        loop {
            let end = rest.windows(2).position(|bytes| bytes == b"\r\n")?;
            let length = usize::from_str_radix(str::from_utf8(&rest[..end]).ok()?, 16).ok()?;
            if length == 0 {
                return Some(whole);
            }
            rest = &rest[end + 2..];
            whole.extend(rest.get(..length)?);
            rest = rest.get(length + 2..)?;
        }
    }

    /// The JSON of an answer that must have this status.
    #[track_caller]
    pub(super) fn expect(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.body);
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("no JSON: {}", self.body))
    }

    /// An error that must have this status and code.
    #[track_caller]
    pub(super) fn refused(&self, status: u16, code: &str) -> Value {
        let answer = self.expect(status);
        assert_eq!(answer["error"]["code"], code, "{answer}");
        answer
    }

    /// The cookie it sets, as a browser sends it back.
    pub(super) fn cookie(&self) -> String {
        let cookie = self.headers.get("set-cookie").expect("a cookie");
        cookie.split(';').next().expect("a pair").to_owned()
    }
}

/// A WebSocket.
pub(super) struct Line(WebSocketStream<TcpStream>);

impl Line {
    pub(super) async fn open(address: SocketAddr, game: &str) -> Line {
        Line::try_open(address, game, &[]).await.expect("a socket")
    }

    /// The socket at another address than that of a game.
    pub(super) async fn open_at(address: SocketAddr, path: &str) -> Line {
        let stream = TcpStream::connect(address).await.expect("it listens");
        Line(client_async(format!("ws://{address}{path}"), stream).await.expect("a socket").0)
    }

    /// The same with additional headers.
    pub(super) async fn open_with(address: SocketAddr, path: &str, headers: &[(&str, &str)]) -> Line {
        let mut request = format!("ws://{address}{path}").into_client_request().expect("an address");
        for (name, value) in headers {
            let name = http::HeaderName::from_bytes(name.as_bytes()).expect("a name");
            request.headers_mut().insert(name, value.parse().expect("a value"));
        }
        let stream = TcpStream::connect(address).await.expect("it listens");
        Line(client_async(request, stream).await.expect("a socket").0)
    }

    /// A socket with a small receive buffer.
    pub(super) async fn narrow(address: SocketAddr, game: &str) -> Line {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.set_recv_buffer_size(4096).expect("it is small");
        let stream = socket.connect(address).await.expect("it listens");
        let request = format!("ws://{address}/api/games/{game}/socket");
        Line(client_async(request, stream).await.expect("a socket").0)
    }

    /// Opens the socket of a game with additional headers, which may fail.
    pub(super) async fn try_open(address: SocketAddr, game: &str, headers: &[(&str, &str)]) -> Result<Line, Error> {
        let mut request = format!("ws://{address}/api/games/{game}/socket").into_client_request().expect("an address");
        for (name, value) in headers {
            let name = http::HeaderName::from_bytes(name.as_bytes()).expect("a name");
            request.headers_mut().insert(name, value.parse().expect("a value"));
        }
        let stream = TcpStream::connect(address).await.expect("it listens");
        let opened = client_async(request, stream).await;
        if let Err(Error::Http(refusal)) = &opened {
            described::check("GET", &format!("/api/games/{game}/socket"), refusal.status().as_u16(), None);
        }
        Ok(Line(opened?.0))
    }

    pub(super) async fn say(&mut self, message: &Value) {
        self.say_text(&message.to_string()).await;
    }

    pub(super) async fn say_text(&mut self, text: &str) {
        // Whether it was taken shows in what is heard.
        let _ = self.0.send(Message::text(text)).await;
    }

    pub(super) async fn say_raw(&mut self, message: Message) {
        let _ = self.0.send(message).await;
    }

    /// Ends the connection without a goodbye.
    pub(super) fn reset(self) {
        self.0.get_ref().set_zero_linger().expect("a connection");
    }

    /// The next text; nothing when the socket has ended.
    pub(super) async fn next(&mut self) -> Option<Value> {
        loop {
            match timeout(TIMEOUT, self.0.next()).await.expect("something is heard") {
                Some(Ok(Message::Text(text))) => return Some(serde_json::from_str(&text).expect("JSON")),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// The next message of this type; others are passed over.
    pub(super) async fn hear(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await.unwrap_or_else(|| panic!("the socket ended before {kind:?} came"));
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// Says something and waits for its answer.
    pub(super) async fn ask(&mut self, mut command: Value) -> Value {
        static ASKED: AtomicU64 = AtomicU64::new(0);
        // A server runs a command with an id once, so that each has its own.
        let id = format!("q{}", ASKED.fetch_add(1, Relaxed));
        command["id"] = id.as_str().into();
        self.say(&command).await;
        loop {
            let message = self.next().await.expect("an answer");
            if message["id"] == id.as_str() {
                return message;
            }
        }
    }

    /// Waits until the server has closed it.
    pub(super) async fn is_ended(&mut self) {
        while self.next().await.is_some() {}
    }
}
