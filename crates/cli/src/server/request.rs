//! One question over HTTP, and its answer: no more of it than a server of ours needs.

use std::{
    io::{self, Read, Write},
    net::{TcpStream, ToSocketAddrs},
    time::Duration,
};

/// How long a connection may take.
const DIALLING: Duration = Duration::from_secs(5);

/// How long a server may say nothing.
const MANNERS: Duration = Duration::from_secs(30);

/// More than any answer.
const LONGEST: u64 = 8 << 20;

/// What was answered.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) body: Vec<u8>,
}

/// Asks, on a connection of its own. What is no HTTP is [`io::ErrorKind::InvalidData`].
pub(super) fn send(host: &str, method: &str, path: &str, body: Option<&serde_json::Value>) -> io::Result<Answer> {
    let mut stream = dial(host)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(MANNERS))?;
    stream.set_write_timeout(Some(MANNERS))?;
    let body = body.map(ToString::to_string);
    let kind = body
        .as_ref()
        .map_or(String::new(), |body| format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len()));
    let head = format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{kind}\r\n");
    stream.write_all(format!("{head}{}", body.unwrap_or_default()).as_bytes())?;
    let mut bytes = Vec::new();
    let read = stream.take(LONGEST).read_to_end(&mut bytes);
    match parse(&bytes) {
        Some(answer) => Ok(answer),
        None => read.and(Err(io::Error::new(io::ErrorKind::InvalidData, "that is no answer"))),
    }
}

fn dial(host: &str) -> io::Result<TcpStream> {
    let mut last = io::Error::from(io::ErrorKind::NotFound);
    for number in host.to_socket_addrs()? {
        match TcpStream::connect_timeout(&number, DIALLING) {
            Ok(stream) => return Ok(stream),
            Err(cause) => last = cause,
        }
    }
    Err(last)
}

/// An answer that is whole: it says how long it is, as ours do.
fn parse(bytes: &[u8]) -> Option<Answer> {
    const END: &[u8] = b"\r\n\r\n";
    let end = bytes.windows(END.len()).position(|window| window == END)?;
    let head = str::from_utf8(&bytes[..end]).ok()?;
    let mut lines = head.split("\r\n");
    let mut first = lines.next()?.split(' ');
    if !first.next()?.starts_with("HTTP/1.") {
        return None;
    }
    let status = first.next()?.parse().ok()?;
    let length = |line: &str| {
        let (name, value) = line.split_once(':')?;
        if name.eq_ignore_ascii_case("content-length") { value.trim().parse::<usize>().ok() } else { None }
    };
    let length = lines.find_map(length)?;
    let start = end + END.len();
    Some(Answer { status, body: bytes.get(start..start.checked_add(length)?)?.to_vec() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_whole_or_none() {
        let whole = "HTTP/1.1 202 Accepted\r\nX: y\r\ncontent-length: 2\r\n\r\n{}";
        let answer = parse(whole.as_bytes()).unwrap();
        assert_eq!((answer.status, answer.body.as_slice()), (202, &b"{}"[..]));
        for cut in 0..whole.len() {
            assert!(parse(&whole.as_bytes()[..cut]).is_none(), "{cut}");
        }
        let endless = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", usize::MAX);
        for wrong in ["", "SSH-2.0-OpenSSH\r\n\r\n", "HTTP/1.1 200 OK\r\n\r\nhello", &endless] {
            assert!(parse(wrong.as_bytes()).is_none(), "{wrong}");
        }
    }
}
