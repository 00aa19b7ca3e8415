//! A built-in bot that listens: anybody who connects may ask it for moves.

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

/// Conversations at a time; more are turned away.
const MOST_CALLERS: usize = 32;

/// How long somebody may say nothing: the other in a game may think for long, but nobody's place is kept forever.
const LONGEST_SILENCE: Duration = Duration::from_secs(3600);

/// How long a greeting, and the taking of an answer, may last.
const MANNERS: Duration = Duration::from_secs(10);

/// How a WebSocket is asked for; no line of ours begins like this.
const GET: &[u8] = b"GET ";

/// Lets everybody who connects ask a bot for moves, in lines over TCP or as messages of a WebSocket, several at a time. It never ends.
pub fn listen(listener: &TcpListener, kind: BotKind, seed: Option<u64>) -> ! {
    let callers = Arc::new(AtomicUsize::new(0));
    loop {
        let Ok((stream, _)) = listener.accept() else {
            // Too many files are open, or a caller has gone already.
            thread::sleep(Duration::from_millis(50));
            continue;
        };
        let caller = Caller::new(&callers);
        if callers.load(SeqCst) > MOST_CALLERS {
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

/// One who is being talked to, and counted as long.
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
    stream.set_write_timeout(Some(MANNERS))?;
    let told = format!("{MOST_CALLERS} talk to this bot already: come back later");
    writeln!(stream, "{}", FromBot::Error(Fault::new(Code::Other, "", told)))
}

fn converse(stream: &TcpStream, kind: BotKind, seed: Option<u64>) -> io::Result<()> {
    stream.set_nodelay(true)?;
    stream.set_write_timeout(Some(MANNERS))?;
    stream.set_read_timeout(Some(LONGEST_SILENCE))?;
    let (reader, writer) = ways(stream)?;
    // Whoever has hung up needs no reason for it.
    let _ = serve(kind, seed, BufReader::new(reader), writer);
    Ok(())
}

fn ways(stream: &TcpStream) -> io::Result<Ways> {
    if !asks_for_websocket(stream)? {
        return Ok((Box::new(stream.try_clone()?), Box::new(stream.try_clone()?)));
    }
    stream.set_read_timeout(Some(MANNERS))?;
    let (reader, writer) = websocket::answer(stream)?;
    stream.set_read_timeout(Some(LONGEST_SILENCE))?;
    Ok((Box::new(reader), Box::new(writer)))
}

/// Looks at the first bytes without taking them away.
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
        if since.get_or_insert_with(Instant::now).elapsed() > MANNERS {
            return Err(io::ErrorKind::TimedOut.into());
        }
        // Peeking does not wait for more than there is.
        thread::sleep(Duration::from_millis(1));
    }
}
