//! A WebSocket client that only receives.

use std::{
    io::{self, BufRead, BufReader, Read, Write},
    net::TcpStream,
};

use super::restarts::TIMEOUT;

pub(super) struct Socket(BufReader<TcpStream>);

impl Socket {
    pub(super) fn open(host: &str, path: &str) -> io::Result<Socket> {
        let mut stream = TcpStream::connect(host)?;
        stream.set_read_timeout(Some(TIMEOUT))?;
        let key = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==";
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n{key}\r\n\r\n"
        )?;
        let mut input = BufReader::new(stream);
        let mut line = String::new();
        input.read_line(&mut line)?;
        if !line.starts_with("HTTP/1.1 101") {
            return Err(io::Error::other(line));
        }
        while line != "\r\n" {
            line.clear();
            if input.read_line(&mut line)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        Ok(Socket(input))
    }

    /// The next text message.
    pub(super) fn next(&mut self) -> io::Result<String> {
        loop {
            let [kind, short] = self.bytes()?;
            let length = match short {
                126 => u64::from(u16::from_be_bytes(self.bytes()?)),
                127 => u64::from_be_bytes(self.bytes()?),
                short => u64::from(short),
            };
            let mut content = vec![0; usize::try_from(length).map_err(io::Error::other)?];
            self.0.read_exact(&mut content)?;
            // A text message in one frame. Other frames are heartbeats or the close frame.
            if kind == 0x81 {
                return String::from_utf8(content).map_err(io::Error::other);
            }
        }
    }

    fn bytes<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.0.read_exact(&mut bytes)?;
        Ok(bytes)
    }
}
