//! The connection of a player: pickles in, pickles out.

use std::{mem, time::Duration};

use outflank_arena::protocol::pickle::{Decoder, NotAMove, Progress, Refusal};
use outflank_rules::Move;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::{Instant, timeout, timeout_at},
};

use crate::{app::Stopping, http::Peer, socket::Patience};

/// Bytes that are read at a time.
const CHUNK: usize = 4096;

/// How long a player that was told of the end may take to hang up. It may still be thinking, and a connection that is cut under its answer
/// would take the end with it.
const FAREWELL: Duration = Duration::from_secs(30);

/// What a player may still say then.
const LAST_BYTES: usize = 1 << 16;

pub(super) struct Player {
    pub(super) name: String,
    pub(super) peer: Peer,
    stream: TcpStream,
    decoder: Decoder,
    /// The pickle that has begun.
    pickle: Vec<u8>,
    /// Since when.
    begun: Option<Instant>,
    /// How long it may take to its end.
    pickle_time: Duration,
    /// What was read and not looked at yet.
    rest: Vec<u8>,
    patience: Patience,
}

/// What a player says.
#[derive(Debug)]
pub(super) enum Heard {
    /// A pickle of some plain things.
    Answer(Result<Move, NotAMove>, Vec<u8>),
    /// A pickle that is not followed to its end. Whatever comes after it is not understood.
    Refused(Refusal, Vec<u8>),
    /// The end of a pickle does not come.
    Stalled(Vec<u8>),
    /// The connection has ended.
    End,
}

/// The player takes nothing of what it is sent, or is gone.
#[derive(Debug)]
pub(super) struct Deaf;

impl Player {
    pub(super) fn new(name: String, stream: TcpStream, peer: Peer, pickle_time: Duration) -> Player {
        Player {
            name,
            peer,
            stream,
            decoder: Decoder::default(),
            pickle: Vec::new(),
            begun: None,
            pickle_time,
            rest: Vec::new(),
            patience: Patience::new(),
        }
    }

    /// What comes next. Whoever stops waiting loses nothing.
    pub(super) async fn hear(&mut self) -> Heard {
        loop {
            if let Some(heard) = self.cut() {
                return heard;
            }
            let mut chunk = [0; CHUNK];
            let reading = self.stream.read(&mut chunk);
            let read = match self.begun {
                None => reading.await,
                Some(begun) => match timeout_at(begun + self.pickle_time, reading).await {
                    Ok(read) => read,
                    Err(_) => return Heard::Stalled(mem::take(&mut self.pickle)),
                },
            };
            match read {
                Ok(0) | Err(_) => return Heard::End,
                Ok(count) => self.rest.extend_from_slice(&chunk[..count]),
            }
        }
    }

    /// What has come already.
    pub(super) fn hear_now(&mut self) -> Option<Heard> {
        loop {
            if let Some(heard) = self.cut() {
                return Some(heard);
            }
            let mut chunk = [0; CHUNK];
            match self.stream.try_read(&mut chunk) {
                Ok(0) => return Some(Heard::End),
                Ok(count) => self.rest.extend_from_slice(&chunk[..count]),
                // Also a connection that broke: it is heard of when it is waited for.
                Err(_) => return None,
            }
        }
    }

    /// Cuts the next pickle off what was read.
    fn cut(&mut self) -> Option<Heard> {
        if self.rest.is_empty() {
            return None;
        }
        let rest = mem::take(&mut self.rest);
        let progress = self.decoder.read(&rest);
        let used = if let Progress::Done { used, .. } = progress { used } else { rest.len() };
        self.pickle.extend_from_slice(&rest[..used]);
        self.rest.extend_from_slice(&rest[used..]);
        match progress {
            Progress::NeedMore => {
                self.begun.get_or_insert_with(Instant::now);
                None
            }
            Progress::Done { answer, .. } => {
                self.begun = None;
                Some(Heard::Answer(answer, mem::take(&mut self.pickle)))
            }
            Progress::Refused(refusal) => Some(Heard::Refused(refusal, mem::take(&mut self.pickle))),
        }
    }

    /// Has a pickle begun that is not at its end?
    pub(super) fn is_in_the_middle(&self) -> bool {
        self.begun.is_some()
    }

    /// Takes some of the patience with what nobody asked for; false when there is none left.
    pub(super) fn may_chatter(&mut self) -> bool {
        self.patience.try_once()
    }

    /// Waits, before there is a game, until the player is gone or is no player.
    pub(super) async fn left(&mut self) {
        loop {
            let heard = self.hear().await;
            if self.ends_waiting(&heard) {
                return;
            }
        }
    }

    /// Is it gone, before there is a game, as far as can be told at once?
    pub(super) fn has_left(&mut self) -> bool {
        while let Some(heard) = self.hear_now() {
            if self.ends_waiting(&heard) {
                return true;
            }
        }
        false
    }

    fn ends_waiting(&mut self, heard: &Heard) -> bool {
        let reason = match heard {
            Heard::Answer(..) if self.may_chatter() => return false,
            Heard::End => {
                tracing::info!(player = self.name, address = %self.peer.address, "a player of a class left before its game");
                return true;
            }
            Heard::Answer(..) => "it wrote without end".to_owned(),
            Heard::Refused(refusal, _) => refusal.to_string(),
            Heard::Stalled(_) => "a pickle had no end".to_owned(),
        };
        tracing::warn!(player = self.name, address = %self.peer.address, reason, "a player of a class was sent away before its game");
        true
    }

    /// Sends a message in one piece, as players take it with one read.
    pub(super) async fn say(&mut self, message: &[u8], time: Duration) -> Result<(), Deaf> {
        match timeout(time, self.stream.write_all(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(Deaf),
        }
    }

    /// Says the last thing, and waits for the other side to hang up.
    pub(super) async fn dismiss(mut self, last: &[u8], time: Duration, mut stopping: Stopping) {
        if self.say(last, time).await.is_err() || self.stream.shutdown().await.is_err() {
            return;
        }
        let hung_up = async {
            let (mut chunk, mut left) = ([0; CHUNK], LAST_BYTES);
            while let Ok(count @ 1..) = self.stream.read(&mut chunk).await
                && count < left
            {
                left -= count;
            }
        };
        tokio::select! {
            () = stopping.begun() => {}
            _ = timeout(FAREWELL, hung_up) => {}
        }
    }
}
