//! A minimal HTTP client: one request per connection, no TLS, bodies with a length.

use std::{
    io::{self, Read, Write},
    net::{TcpStream, ToSocketAddrs},
    time::Duration,
};

const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

const READ_TIMEOUT: Duration = Duration::from_secs(30);

const MAX_RESPONSE_BYTES: u64 = 8 << 20;

#[derive(Debug)]
pub(super) struct HttpResponse {
    pub(super) status: u16,
    pub(super) body: Vec<u8>,
}

/// Sends a request on a new connection. A reply that is not HTTP is [`io::ErrorKind::InvalidData`].
pub(super) fn send(host: &str, method: &str, path: &str, body: Option<&serde_json::Value>) -> io::Result<HttpResponse> {
    let mut stream = connect(host)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(READ_TIMEOUT))?;
    stream.set_write_timeout(Some(READ_TIMEOUT))?;
    let body = body.map(ToString::to_string);
    let kind = body
        .as_ref()
        .map_or(String::new(), |body| format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len()));
    let head = format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{kind}\r\n");
    stream.write_all(format!("{head}{}", body.unwrap_or_default()).as_bytes())?;
    let mut bytes = Vec::new();
    let read = stream.take(MAX_RESPONSE_BYTES).read_to_end(&mut bytes);
    match parse(&bytes) {
        Some(answer) => Ok(answer),
        None => read.and(Err(io::Error::new(io::ErrorKind::InvalidData, "not an HTTP reply"))),
    }
}

fn connect(host: &str) -> io::Result<TcpStream> {
    let mut last = io::Error::from(io::ErrorKind::NotFound);
    for number in host.to_socket_addrs()? {
        match TcpStream::connect_timeout(&number, CONNECT_TIMEOUT) {
            Ok(stream) => return Ok(stream),
            Err(cause) => last = cause,
        }
    }
    Err(last)
}

/// Parses a complete reply. It must have a `Content-Length`, as the replies of the server do.
fn parse(bytes: &[u8]) -> Option<HttpResponse> {
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
    Some(HttpResponse { status, body: bytes.get(start..start.checked_add(length)?)?.to_vec() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn truncated_and_foreign_replies_are_rejected() {
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
