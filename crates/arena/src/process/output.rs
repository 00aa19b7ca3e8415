//! What a program says, cut into lines, each with the moment at which it was there.

use std::{
    io::{self, ErrorKind, Read},
    mem,
    sync::{Mutex, mpsc::SyncSender},
    time::Instant,
};

use super::lock;

/// The longest line, in bytes, its end included.
const LONGEST_LINE: usize = 64 << 10;

/// Something that was said, and when it had come.
#[derive(Debug)]
pub(crate) struct Heard {
    pub(crate) at: Instant,
    pub(crate) output: Output,
}

/// A piece of output, byte for byte.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Output {
    /// A line with its end.
    Line(Vec<u8>),
    /// The beginning of a line that is too long.
    TooLong(Vec<u8>),
    /// What stood behind the last line when the output ended.
    Half(Vec<u8>),
}

/// Passes on what comes until it ends or nobody listens; `open` is always the line that has no end yet. An error is why it ended, if that
/// was not as it should.
pub(super) fn read(mut input: impl Read, listener: &SyncSender<Heard>, open: &Mutex<Vec<u8>>) -> io::Result<()> {
    let ended = read_lines(&mut input, listener, open);
    let rest = mem::take(&mut *lock(open));
    let last = match &ended {
        Err(cause) if cause.kind() == ErrorKind::FileTooLarge => Some(Output::TooLong(rest)),
        _ if rest.is_empty() => None,
        _ => Some(Output::Half(rest)),
    };
    if let Some(output) = last {
        let _ = listener.send(Heard { at: Instant::now(), output });
    }
    ended
}

fn read_lines(input: &mut impl Read, listener: &SyncSender<Heard>, open: &Mutex<Vec<u8>>) -> io::Result<()> {
    let mut chunk = [0; 8192];
    while let Some(count) = read_some(input, &mut chunk)? {
        let at = Instant::now();
        for part in chunk[..count].split_inclusive(|&byte| byte == b'\n') {
            let Some(output) = joined(part, open) else { continue };
            if listener.send(Heard { at, output }).is_err() {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// The line that this part completes, if it does.
fn joined(part: &[u8], open: &Mutex<Vec<u8>>) -> Option<Output> {
    let mut open = lock(open);
    open.extend_from_slice(part);
    if open.len() > LONGEST_LINE {
        Some(Output::TooLong(mem::take(&mut *open)))
    } else {
        part.ends_with(b"\n").then(|| Output::Line(mem::take(&mut *open)))
    }
}

/// Some bytes; `None` at the end.
pub(super) fn read_some(input: &mut impl Read, chunk: &mut [u8]) -> io::Result<Option<usize>> {
    loop {
        match input.read(chunk) {
            Ok(0) => return Ok(None),
            Ok(count) => return Ok(Some(count)),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    fn outputs(written: &[u8]) -> Vec<Output> {
        let (sender, heard) = mpsc::sync_channel(100);
        read(written, &sender, &Mutex::default()).unwrap();
        heard.try_iter().map(|heard| heard.output).collect()
    }

    #[test]
    fn lines_keep_every_byte() {
        let expected = [
            Output::Line(b"d3\r\n".to_vec()),
            Output::Line(b"\n".to_vec()),
            Output::Line(b"\xff\0\n".to_vec()),
            Output::Half(b"c4".to_vec()),
        ];
        assert_eq!(outputs(b"d3\r\n\n\xff\0\nc4"), expected);
    }

    #[test]
    fn a_line_has_a_longest() {
        let longest = [vec![b'x'; LONGEST_LINE - 1], vec![b'\n']].concat();
        assert_eq!(outputs(&longest), [Output::Line(longest.clone())]);
        let longer = vec![b'x'; LONGEST_LINE + 1];
        assert!(matches!(&outputs(&longer)[..], [Output::TooLong(_), ..]));
    }
}
