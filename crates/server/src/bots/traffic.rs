//! The traffic of a bot in a game: every line to it and from it.

use std::{
    fmt::Write,
    sync::{Arc, Mutex, PoisonError},
};

/// Most bytes of a log. No honest game comes near it.
const MAX_BYTES: usize = 1 << 20;

/// A shared log.
pub(super) type Log = Arc<Mutex<Traffic>>;

/// Adds a line to a log.
pub(super) fn note(log: &Log, at: u64, voice: Voice, line: &str) {
    log.lock().unwrap_or_else(PoisonError::into_inner).add(at, voice, line);
}

/// A log of lines: `>` to the bot, `<` from it, `!` a verdict, each with the milliseconds since
/// 1970.
#[derive(Debug, Default)]
pub(super) struct Traffic {
    text: String,
    is_full: bool,
}

/// The author of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Voice {
    Server,
    Bot,
    Verdict,
}

impl Traffic {
    /// Continues a stored log.
    pub(super) fn after(text: String) -> Traffic {
        Traffic { text, is_full: false }
    }

    pub(super) fn add(&mut self, at: u64, voice: Voice, line: &str) {
        if self.is_full {
            return;
        }
        let sign = match voice {
            Voice::Server => '>',
            Voice::Bot => '<',
            Voice::Verdict => '!',
        };
        if self.text.len() + line.len() > MAX_BYTES {
            self.is_full = true;
            self.text.push_str("! the log ends here: it is too long\n");
            return;
        }
        // A WebSocket message may have several lines.
        let line = line.replace('\n', "\\n").replace('\r', "\\r");
        writeln!(self.text, "{at} {sign} {line}").expect("a string takes all");
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }
}

/// Compresses a log for the store: its lines are alike.
pub(super) fn packed(text: &str) -> Vec<u8> {
    miniz_oxide::deflate::compress_to_vec(text.as_bytes(), 6)
}

/// Decompresses a log. `None` if the bytes are no log.
pub(super) fn unpacked(bytes: &[u8]) -> Option<String> {
    let bytes = miniz_oxide::inflate::decompress_to_vec_with_limit(bytes, 2 * MAX_BYTES).ok()?;
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traffic_round_trips_and_is_bounded() {
        let mut traffic = Traffic::default();
        traffic.add(5, Voice::Server, "{\"type\":\"bye\"}");
        traffic.add(6, Voice::Bot, "d3");
        assert_eq!(traffic.text(), "5 > {\"type\":\"bye\"}\n6 < d3\n");
        traffic.add(7, Voice::Bot, "d3\n8 ! over");
        assert!(traffic.text().ends_with("\n7 < d3\\n8 ! over\n"), "nobody writes verdicts himself");
        for _ in 0..100 {
            traffic.add(7, Voice::Bot, &"x".repeat(60_000));
        }
        assert!(traffic.text().len() < 2 * MAX_BYTES && traffic.text().ends_with("too long\n"));
        assert_eq!(unpacked(&packed(traffic.text())).as_deref(), Some(traffic.text()));
    }
}
