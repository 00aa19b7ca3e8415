//! An HTTP client with one persistent connection.

use std::{
    io::{self, BufRead, BufReader, Read, Write},
    net::TcpStream,
    time::Duration,
};

use serde_json::Value;

/// Timeout of a reply.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A connection to the server. Any error ends it; replies are complete.
pub(super) struct Connection(BufReader<TcpStream>);

pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) body: String,
}

impl Connection {
    pub(super) fn open(host: &str) -> io::Result<Connection> {
        let stream = TcpStream::connect(host)?;
        stream.set_read_timeout(Some(TIMEOUT))?;
        Ok(Connection(BufReader::new(stream)))
    }

    pub(super) fn get(&mut self, path: &str) -> io::Result<Answer> {
        self.ask(&format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n"))
    }

    /// Posts JSON with a secret as the bearer token.
    pub(super) fn post(&mut self, path: &str, secret: Option<&str>, body: &Value) -> io::Result<Answer> {
        let secret = secret.map_or_else(String::new, |secret| format!("Authorization: Bearer {secret}\r\n"));
        let body = body.to_string();
        let length = body.len();
        let kind = "Content-Type: application/json";
        self.ask(&format!(
            "POST {path} HTTP/1.1\r\nHost: localhost\r\n{secret}{kind}\r\nContent-Length: {length}\r\n\r\n{body}"
        ))
    }

    fn ask(&mut self, request: &str) -> io::Result<Answer> {
        self.0.get_mut().write_all(request.as_bytes())?;
        let status = self.line()?.split(' ').nth(1).and_then(|status| status.parse().ok());
        let mut length = 0;
        loop {
            let line = self.line()?.to_ascii_lowercase();
            match line.split_once(": ") {
                Some(("content-length", value)) => length = value.parse().map_err(io::Error::other)?,
                Some(_) => {}
                None => break,
            }
        }
        let mut body = vec![0; length];
        self.0.read_exact(&mut body)?;
        let status = status.ok_or_else(|| io::Error::other("no status"))?;
        Ok(Answer { status, body: String::from_utf8(body).map_err(io::Error::other)? })
    }

    fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        self.0.read_line(&mut line)?;
        if line.ends_with("\r\n") { Ok(line.trim_end().to_owned()) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
    }
}

impl Answer {
    /// Returns the JSON of the reply. Panics if the status differs.
    #[track_caller]
    pub(super) fn expect(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.body);
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("no JSON: {}", self.body))
    }
}
