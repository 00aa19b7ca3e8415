//! The two ways in which a bot is connected: lines over TCP, and messages over a WebSocket.

use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use tokio::{
    io::AsyncWriteExt,
    net::{
        TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    time::timeout,
};

use super::lines::{Heard, Lines};

/// A connection to a bot.
pub(crate) struct Port(Way);

enum Way {
    Lines { input: Lines<OwnedReadHalf>, output: OwnedWriteHalf },
    Socket(Box<WebSocket>),
}

/// The bot takes nothing of what it is sent, or is gone.
#[derive(Debug)]
pub(crate) struct Deaf;

impl Port {
    /// Lines over TCP.
    pub(crate) fn lines(stream: TcpStream) -> Port {
        let (input, output) = stream.into_split();
        Port(Way::Lines { input: Lines::new(input), output })
    }

    /// Messages over a WebSocket.
    pub(crate) fn socket(socket: WebSocket) -> Port {
        Port(Way::Socket(Box::new(socket)))
    }

    /// What the bot says next. Whoever stops waiting loses nothing.
    pub(crate) async fn hear(&mut self) -> Heard {
        match &mut self.0 {
            Way::Lines { input, .. } => input.next().await,
            Way::Socket(socket) => match socket.recv().await {
                Some(Ok(Message::Text(text))) => Heard::Line(text.as_bytes().to_vec()),
                Some(Ok(Message::Binary(bytes))) => Heard::Line(bytes.to_vec()),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => Heard::Beat,
                Some(Ok(Message::Close(_)) | Err(_)) | None => Heard::End,
            },
        }
    }

    /// Says one line, within this time.
    pub(crate) async fn say(&mut self, line: &str, time: Duration) -> Result<(), Deaf> {
        let said = timeout(time, async {
            match &mut self.0 {
                Way::Lines { output, .. } => output.write_all(format!("{line}\n").as_bytes()).await.is_ok(),
                Way::Socket(socket) => socket.send(Message::text(line)).await.is_ok(),
            }
        });
        if said.await == Ok(true) { Ok(()) } else { Err(Deaf) }
    }

    /// Hangs up.
    pub(crate) async fn close(mut self, time: Duration) {
        let farewell = timeout(time, async {
            match &mut self.0 {
                Way::Lines { output, .. } => drop(output.shutdown().await),
                Way::Socket(socket) => {
                    let reason = Utf8Bytes::from_static("that is all");
                    drop(socket.send(Message::Close(Some(CloseFrame { code: close_code::NORMAL, reason }))).await);
                }
            }
        });
        // Who does not take even this is gone.
        let _ = farewell.await;
    }
}
