//! Bodies that come and go piece by piece.

use std::{
    future::poll_fn,
    io::{self, Read},
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use axum::body::{Body, Bytes};
use hyper::body::{Body as _, Frame};
use tokio::{
    sync::mpsc::{Receiver, Sender},
    time::timeout,
};

use crate::app::Stopping;

/// How long a client may send nothing.
const PATIENCE: Duration = Duration::from_secs(60);

/// An answer whose pieces are made elsewhere.
pub(super) struct Pieces(pub(super) Receiver<Bytes>);

impl hyper::body::Body for Pieces {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        self.0.poll_recv(context).map(|piece| piece.map(|piece| Ok(Frame::data(piece))))
    }
}

/// Passes a body on until it ends, fails, or is not wanted any more.
pub(super) async fn pump(mut body: Body, pieces: Sender<io::Result<Bytes>>, mut stopping: Stopping) {
    loop {
        let next = poll_fn(|context| Pin::new(&mut body).poll_frame(context));
        let piece = tokio::select! {
            next = timeout(PATIENCE, next) => next,
            () = stopping.begun() => {
                let _ = pieces.send(Err(io::Error::other("the server stops"))).await;
                return;
            }
        };
        let piece = match piece {
            Ok(Some(Ok(frame))) => match frame.into_data() {
                Ok(piece) => Ok(piece),
                Err(_) => continue,
            },
            Ok(Some(Err(_))) => Err(io::Error::other("the connection broke")),
            Ok(None) => return,
            Err(_) => Err(io::Error::other("nothing came any more")),
        };
        let is_last = piece.is_err();
        if pieces.send(piece).await.is_err() || is_last {
            return;
        }
    }
}

/// What was passed on, for a thread that may wait, up to a limit.
pub(super) struct Incoming {
    pieces: Receiver<io::Result<Bytes>>,
    piece: Bytes,
    /// Bytes that may still come.
    left: u64,
    most: u64,
}

impl Incoming {
    pub(super) fn new(pieces: Receiver<io::Result<Bytes>>, most: u64) -> Incoming {
        Incoming { pieces, piece: Bytes::new(), left: most, most }
    }
}

impl Read for Incoming {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.piece.is_empty() {
            match self.pieces.blocking_recv() {
                Some(piece) => self.piece = piece?,
                None => return Ok(0),
            }
        }
        if self.left == 0 {
            return Err(io::Error::other(too_large(self.most)));
        }
        let allowed = usize::try_from(self.left).unwrap_or(usize::MAX);
        let length = self.piece.len().min(buffer.len()).min(allowed);
        buffer[..length].copy_from_slice(&self.piece.split_to(length));
        self.left -= length as u64;
        Ok(length)
    }
}

/// What is said of an input that is too large.
pub(in crate::http) fn too_large(most: u64) -> String {
    format!(
        "no more than {} MiB are taken at a time: use `outflank archive import` on the machine of the server",
        most >> 20
    )
}
