//! Lines of whoever is at the other end, however strange.

use std::io::{self, BufRead, Read};

/// The longest line that is read to its end; a game that is longer than this is none.
const LONGEST: u64 = 1 << 20;

/// The lines of an input. What is no UTF-8 is replaced, and of a line without an end only the beginning is kept.
///
/// ```
/// use outflank_arena::protocol::Lines;
///
/// let mut lines = Lines::new(&b"name\r\nquit"[..]);
/// assert_eq!(lines.next_line()?.as_deref(), Some("name"));
/// assert_eq!(lines.next_line()?.as_deref(), Some("quit"));
/// assert_eq!(lines.next_line()?, None);
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Lines<R> {
    input: R,
}

impl<R: BufRead> Lines<R> {
    /// Lines of this input.
    pub fn new(input: R) -> Lines<R> {
        Lines { input }
    }

    /// The next line without its end; `None` after the last.
    pub fn next_line(&mut self) -> io::Result<Option<String>> {
        let mut bytes = Vec::new();
        let read = self.input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes)?;
        if read == 0 {
            return Ok(None);
        }
        if bytes.last() != Some(&b'\n') {
            self.input.skip_until(b'\n')?;
        }
        let text = String::from_utf8_lossy(&bytes);
        Ok(Some(text.trim_end_matches(['\r', '\n']).to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_without_end_takes_no_memory_without_end() {
        let endless = "x".repeat(3 << 20) + "\nnext";
        let mut lines = Lines::new(endless.as_bytes());
        assert_eq!(lines.next_line().unwrap().map(|line| line.len()), Some(1 << 20));
        assert_eq!(lines.next_line().unwrap().as_deref(), Some("next"));
    }

    #[test]
    fn what_is_no_text_is_read_all_the_same() {
        let mut lines = Lines::new(&b"\xff\xfe\n\n"[..]);
        assert_eq!(lines.next_line().unwrap().as_deref(), Some("\u{fffd}\u{fffd}"));
        assert_eq!(lines.next_line().unwrap().as_deref(), Some(""));
    }
}
