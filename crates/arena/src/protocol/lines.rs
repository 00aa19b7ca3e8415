//! Reads lines from GUIs.

use std::io::{self, BufRead, Read};

/// Maximum line length in bytes; no game is longer.
const MAX_LINE_BYTES: usize = 1 << 20;

/// Reads lines. Replaces invalid UTF-8 and cuts overlong lines.
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
    /// Reads lines from this input.
    pub fn new(input: R) -> Lines<R> {
        Lines { input }
    }

    /// The next line without its line end; `None` at the end.
    pub fn next_line(&mut self) -> io::Result<Option<String>> {
        let line = bounded_line(&mut self.input, MAX_LINE_BYTES)?;
        Ok(line.map(|(bytes, _)| String::from_utf8_lossy(&bytes).trim_end_matches(['\r', '\n']).to_owned()))
    }
}

/// The next line with its line end, and whether it was cut to `longest` bytes. `None` at the end.
pub(super) fn bounded_line(input: &mut impl BufRead, longest: usize) -> io::Result<Option<(Vec<u8>, bool)>> {
    let mut bytes = Vec::new();
    input.by_ref().take(longest as u64).read_until(b'\n', &mut bytes)?;
    let is_cut = bytes.len() == longest && bytes.last() != Some(&b'\n');
    if is_cut {
        input.skip_until(b'\n')?;
    }
    Ok((!bytes.is_empty()).then_some((bytes, is_cut)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_endless_line_takes_bounded_memory() {
        let endless = "x".repeat(3 << 20) + "\nnext";
        let mut lines = Lines::new(endless.as_bytes());
        assert_eq!(lines.next_line().unwrap().map(|line| line.len()), Some(1 << 20));
        assert_eq!(lines.next_line().unwrap().as_deref(), Some("next"));
    }

    #[test]
    fn bytes_that_are_not_text_are_read() {
        let mut lines = Lines::new(&b"\xff\xfe\n\n"[..]);
        assert_eq!(lines.next_line().unwrap().as_deref(), Some("\u{fffd}\u{fffd}"));
        assert_eq!(lines.next_line().unwrap().as_deref(), Some(""));
    }
}
