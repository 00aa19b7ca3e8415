//! A built-in bot that listens for connections and answers move requests.

use std::{
    io::{self, BufReader, Write},
    net::{Shutdown, TcpListener, TcpStream},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::SeqCst},
    },
    thread,
    time::{Duration, Instant},
};

use super::{Ways, websocket};
use crate::{
    bot::BotKind,
    protocol::json::{Code, Fault, FromBot, serve},
};

/// Maximum number of connections at once; more are refused.
const MAX_CLIENTS: usize = 32;

/// Maximum idle time of a connection. The opponent in a game may think for long.
const IDLE_TIMEOUT: Duration = Duration::from_secs(3600);

/// Time limit for a handshake, and for the client to accept an answer.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(10);

/// The start of a WebSocket request; no line of our protocol starts like this.
const GET: &[u8] = b"GET ";

/// Serves a bot to every client, in lines over TCP or as WebSocket messages, several at once. Never
/// returns.
pub fn listen(listener: &TcpListener, kind: BotKind, seed: Option<u64>) -> ! {
    let callers = Arc::new(AtomicUsize::new(0));
    loop {
        let Ok((stream, _)) = listener.accept() else {
            // Too many open files, or the client is already gone.
            thread::sleep(Duration::from_millis(50));
            continue;
        };
        let caller = Caller::new(&callers);
        if callers.load(SeqCst) > MAX_CLIENTS {
            let _ = turn_away(stream);
            continue;
        }
        thread::spawn(move || {
            let _caller = caller;
            let _ = converse(&stream, kind, seed);
            let _ = stream.shutdown(Shutdown::Both);
        });
    }
}

/// Counts one connection until dropped.
struct Caller(Arc<AtomicUsize>);

impl Caller {
    fn new(callers: &Arc<AtomicUsize>) -> Caller {
        callers.fetch_add(1, SeqCst);
        Caller(Arc::clone(callers))
    }
}

impl Drop for Caller {
    fn drop(&mut self) {
        self.0.fetch_sub(1, SeqCst);
    }
}

fn turn_away(mut stream: TcpStream) -> io::Result<()> {
    stream.set_write_timeout(Some(HANDSHAKE_TIMEOUT))?;
    let message = format!("this bot already has {MAX_CLIENTS} connections: try again later");
    writeln!(stream, "{}", FromBot::Error(Fault::new(Code::Other, "", message)))
}

fn converse(stream: &TcpStream, kind: BotKind, seed: Option<u64>) -> io::Result<()> {
    stream.set_nodelay(true)?;
    stream.set_write_timeout(Some(HANDSHAKE_TIMEOUT))?;
    stream.set_read_timeout(Some(IDLE_TIMEOUT))?;
    let (reader, writer) = ways(stream)?;
    // A client that disconnects needs no error.
    let _ = serve(kind, seed, BufReader::new(reader), writer);
    Ok(())
}

fn ways(stream: &TcpStream) -> io::Result<Ways> {
    if !asks_for_websocket(stream)? {
        return Ok((Box::new(stream.try_clone()?), Box::new(stream.try_clone()?)));
    }
    stream.set_read_timeout(Some(HANDSHAKE_TIMEOUT))?;
    let (reader, writer) = websocket::answer(stream)?;
    stream.set_read_timeout(Some(IDLE_TIMEOUT))?;
    Ok((Box::new(reader), Box::new(writer)))
}

/// Peeks at the first bytes.
fn asks_for_websocket(stream: &TcpStream) -> io::Result<bool> {
    let mut begin = [0; GET.len()];
    let mut since = None;
    loop {
        let count = stream.peek(&mut begin)?;
        if count == 0 || begin[..count] != GET[..count] {
            return Ok(false);
        }
        if count == GET.len() {
            return Ok(true);
        }
        if since.get_or_insert_with(Instant::now).elapsed() > HANDSHAKE_TIMEOUT {
            return Err(io::ErrorKind::TimedOut.into());
        }
        // Peeking does not wait for more bytes.
        thread::sleep(Duration::from_millis(1));
    }
}
