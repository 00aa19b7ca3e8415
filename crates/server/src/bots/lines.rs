//! Lines out of a stream that may send anything.

use outflank_arena::protocol::json::MAX_LINE;
use tokio::io::{AsyncRead, AsyncReadExt};

/// Bytes that are read at a time.
const CHUNK: usize = 4096;

/// What comes out of a stream.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    /// A line without its end.
    Line(Vec<u8>),
    /// A sign of life without words.
    Beat,
    /// A line that is longer than any may be, its beginning.
    TooLong(Vec<u8>),
    /// There will be no more.
    End,
}

/// Cuts a stream into lines, keeping no more than the longest. Whoever stops waiting loses nothing.
pub(super) struct Lines<R> {
    input: R,
    kept: Vec<u8>,
    /// So much of what is kept has no end of a line in it.
    searched: usize,
}

impl<R: AsyncRead + Unpin> Lines<R> {
    pub(super) fn new(input: R) -> Lines<R> {
        Lines { input, kept: Vec::new(), searched: 0 }
    }

    /// The next line. What stands behind the last end of a line when the stream ends was cut off, and is none.
    pub(super) async fn next(&mut self) -> Heard {
        loop {
            if let Some(end) = self.kept[self.searched..].iter().position(|&byte| byte == b'\n') {
                return Heard::Line(self.take(self.searched + end));
            }
            self.searched = self.kept.len();
            if self.kept.len() >= MAX_LINE {
                return Heard::TooLong(std::mem::take(&mut self.kept));
            }
            let mut chunk = [0; CHUNK];
            match self.input.read(&mut chunk).await {
                Ok(0) | Err(_) => return Heard::End,
                Ok(count) => self.kept.extend_from_slice(&chunk[..count]),
            }
        }
    }

    fn take(&mut self, end: usize) -> Vec<u8> {
        let rest = self.kept.split_off(end + 1);
        let mut line = std::mem::replace(&mut self.kept, rest);
        self.searched = 0;
        line.pop();
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn all(input: &[u8]) -> Vec<Heard> {
        let mut lines = Lines::new(input);
        let mut heard = vec![lines.next().await];
        while !matches!(heard.last(), Some(Heard::End | Heard::TooLong(_))) {
            heard.push(lines.next().await);
        }
        heard
    }

    fn line(text: &str) -> Heard {
        Heard::Line(text.as_bytes().to_vec())
    }

    #[tokio::test]
    async fn lines_are_cut_at_their_ends_and_half_a_line_is_none() {
        assert_eq!(all(b"d3\r\n\n{\"a\":1}\nhalf").await, [line("d3"), line(""), line("{\"a\":1}"), Heard::End]);
    }

    #[tokio::test]
    async fn a_line_without_end_takes_no_memory_without_end() {
        let heard = all(&vec![b'x'; 10 * MAX_LINE]).await;
        let [Heard::TooLong(kept)] = &heard[..] else { panic!("{heard:?}") };
        assert!(kept.len() < MAX_LINE + CHUNK);
        let longest = [vec![b'x'; MAX_LINE - 1], b"\n".to_vec()].concat();
        assert_eq!(all(&longest).await.len(), 2, "the longest line is one");
    }
}
