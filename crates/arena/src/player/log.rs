//! What was said in a game, bounded.

use std::collections::VecDeque;

use super::{Exchange, Voice};

/// No more bytes are kept of the beginning of a game, and of its end.
const MOST: usize = 512 << 10;

/// The beginning and the end of what was said: where a game ends by a foul, the end tells why.
#[derive(Default)]
pub(super) struct Log {
    begin: Vec<Exchange>,
    end: VecDeque<Exchange>,
    /// The bytes of each.
    begin_bytes: usize,
    end_bytes: usize,
}

impl Log {
    pub(super) fn add(&mut self, voice: Voice, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        let exchange = Exchange { voice, bytes: bytes.to_vec() };
        if self.end.is_empty() && self.begin_bytes + bytes.len() <= MOST {
            self.begin_bytes += bytes.len();
            self.begin.push(exchange);
            return;
        }
        self.end_bytes += bytes.len();
        self.end.push_back(exchange);
        while self.end_bytes > MOST && self.end.len() > 1 {
            self.end_bytes -= self.end.pop_front().map_or(0, |oldest| oldest.bytes.len());
        }
    }

    /// All that is kept, in its order; nothing is then.
    pub(super) fn take(&mut self) -> Vec<Exchange> {
        let Log { mut begin, end, .. } = std::mem::take(self);
        begin.extend(end);
        begin
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_and_the_end_are_kept() {
        let mut log = Log::default();
        let line = vec![b'x'; 64 << 10];
        log.add(Voice::Runner, b"first");
        (0..100).for_each(|_| log.add(Voice::Player, &line));
        log.add(Voice::Player, b"last");
        let kept = log.take();
        assert_eq!((&kept[0].bytes[..], &kept[kept.len() - 1].bytes[..]), (&b"first"[..], &b"last"[..]));
        assert!(kept.iter().map(|exchange| exchange.bytes.len()).sum::<usize>() <= 2 * MOST);
        assert!(kept.len() > 10 && log.take().is_empty());
    }
}
