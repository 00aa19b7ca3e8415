//! WebSocket messages as lines: one message, one line.

use std::{
    io::{self, Cursor, Read, Write},
    net::TcpStream,
    sync::{Arc, Mutex, PoisonError},
};

use tungstenite::{
    Error, HandshakeError, Message, WebSocket, accept_with_config,
    client::client_with_config,
    protocol::{Role, WebSocketConfig},
};

/// Maximum message size; such a line would be too long anyway.
const MAX_MESSAGE_BYTES: usize = 1 << 20;

/// Buffer size for a usual line.
const BUFFER: usize = 8 << 10;

fn config() -> WebSocketConfig {
    WebSocketConfig::default()
        .read_buffer_size(BUFFER)
        .write_buffer_size(0)
        .max_message_size(Some(MAX_MESSAGE_BYTES))
        .max_frame_size(Some(MAX_MESSAGE_BYTES))
}

/// Opens a WebSocket as the client.
pub(super) fn call(stream: &TcpStream, url: &str) -> io::Result<(WsReader, WsWriter)> {
    let (reading, writing) = halves(stream)?;
    let (socket, _) = client_with_config(url, reading, Some(config())).map_err(failed)?;
    Ok(ways(socket, writing, Role::Client))
}

/// Accepts a WebSocket as the server.
pub(super) fn answer(stream: &TcpStream) -> io::Result<(WsReader, WsWriter)> {
    let (reading, writing) = halves(stream)?;
    let socket = accept_with_config(reading, Some(config())).map_err(failed)?;
    Ok(ways(socket, writing, Role::Server))
}

/// The socket of the handshake reads, because it may hold bytes that arrived with the handshake.
fn ways(socket: WebSocket<Frames>, writing: Frames, role: Role) -> (WsReader, WsWriter) {
    let speaker = WebSocket::from_raw_socket(writing, role, Some(config()));
    (WsReader { socket, line: Cursor::default() }, WsWriter { socket: speaker, lines: Vec::new() })
}

fn failed<R: tungstenite::handshake::HandshakeRole>(error: HandshakeError<R>) -> io::Error {
    match error {
        HandshakeError::Failure(Error::Io(cause)) => cause,
        HandshakeError::Failure(cause) => io::Error::other(cause),
        HandshakeError::Interrupted(_) => io::ErrorKind::TimedOut.into(),
    }
}

/// A stream with two writers that each write whole frames: the reading half answers pings.
struct Frames {
    stream: TcpStream,
    out: Arc<Mutex<TcpStream>>,
    frames: Vec<u8>,
}

fn halves(stream: &TcpStream) -> io::Result<(Frames, Frames)> {
    let out = Arc::new(Mutex::new(stream.try_clone()?));
    let half = || io::Result::Ok(Frames { stream: stream.try_clone()?, out: Arc::clone(&out), frames: Vec::new() });
    Ok((half()?, half()?))
}

impl Read for Frames {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.stream.read(buffer)
    }
}

impl Write for Frames {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.frames.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let frames = std::mem::take(&mut self.frames);
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        out.write_all(&frames)
    }
}

/// Reads a line per message.
pub(super) struct WsReader {
    socket: WebSocket<Frames>,
    line: Cursor<Vec<u8>>,
}

impl WsReader {
    /// The next message with a line end; `None` when the other end has closed.
    fn message(&mut self) -> io::Result<Option<Vec<u8>>> {
        loop {
            match self.socket.read() {
                Ok(message @ (Message::Text(_) | Message::Binary(_))) => {
                    let mut line = message.into_data().to_vec();
                    if line.last() != Some(&b'\n') {
                        line.push(b'\n');
                    }
                    return Ok(Some(line));
                }
                Ok(Message::Close(_)) | Err(Error::ConnectionClosed | Error::AlreadyClosed) => return Ok(None),
                Ok(_) => {}
                Err(Error::Io(cause)) => return Err(cause),
                Err(cause @ Error::Capacity(_)) => return Err(io::Error::new(io::ErrorKind::FileTooLarge, cause)),
                Err(cause) => return Err(io::Error::new(io::ErrorKind::InvalidData, cause)),
            }
        }
    }
}

impl Read for WsReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.line.position() == self.line.get_ref().len() as u64 {
            match self.message()? {
                Some(line) => self.line = Cursor::new(line),
                None => return Ok(0),
            }
        }
        self.line.read(buffer)
    }
}

/// Writes a message per line. Dropping it closes the WebSocket.
pub(super) struct WsWriter {
    socket: WebSocket<Frames>,
    lines: Vec<u8>,
}

impl Write for WsWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.lines.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        for line in std::mem::take(&mut self.lines).split_inclusive(|&byte| byte == b'\n') {
            let line = String::from_utf8_lossy(line.trim_ascii_end()).into_owned();
            self.socket.send(Message::text(line)).map_err(io::Error::other)?;
        }
        Ok(())
    }
}

impl Drop for WsWriter {
    fn drop(&mut self) {
        let _ = self.socket.close(None).and_then(|()| self.socket.flush());
    }
}
