//! A channel of lines in both directions. Each direction has a thread: sending never blocks, and
//! received lines carry their arrival time.

#[cfg(target_os = "linux")]
use std::os::fd::{AsFd, OwnedFd};
use std::{
    io::{self, ErrorKind, Read, Write},
    mem,
    process::ChildStdin,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering::SeqCst},
        mpsc::{self, Receiver, RecvTimeoutError, SyncSender, TrySendError},
    },
    thread,
    time::{Duration, Instant},
};

use super::lock;

/// Received lines that may wait; the program blocks beyond that.
const LINE_QUEUE_CAPACITY: usize = 256;

/// Messages that may wait until the program reads them.
const INPUT_QUEUE_CAPACITY: usize = 64;

/// Why a message could not be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SendError {
    /// The program does not read its input.
    NotReading,
    /// It closed its input or ended.
    Gone,
}

/// The next event.
#[derive(Debug)]
pub(crate) enum Received {
    /// A piece of output.
    Output(TimedOutput),
    /// Nothing within the time.
    Timeout,
    /// The output has ended.
    End,
}

/// A channel of lines.
pub(crate) struct LineChannel {
    input: Option<SyncSender<Vec<u8>>>,
    /// The number of messages not yet written.
    unwritten: Arc<AtomicUsize>,
    /// Tells whether written messages were read; `None` if unknown.
    meter: Option<Meter>,
    output: Receiver<TimedOutput>,
    open_line: Arc<Mutex<Vec<u8>>>,
    /// Why the output ended, if by an error.
    fault: Arc<Mutex<Option<String>>>,
}

impl LineChannel {
    /// Writes messages to `writer`, which is dropped when the input is closed, and reads lines from
    /// `reader`.
    pub(crate) fn new(reader: impl Read + Send + 'static, writer: impl Write + Send + 'static) -> LineChannel {
        let (input, to_send) = mpsc::sync_channel(INPUT_QUEUE_CAPACITY);
        let (sender, output) = mpsc::sync_channel(LINE_QUEUE_CAPACITY);
        let (open_line, fault) = (Arc::default(), Arc::default());
        let unwritten = Arc::new(AtomicUsize::new(0));
        let for_writer = Arc::clone(&unwritten);
        let (for_line, for_fault) = (Arc::clone(&open_line), Arc::clone(&fault));
        thread::spawn(move || {
            write_all(writer, &to_send, &for_writer);
            for_writer.store(0, SeqCst);
        });
        thread::spawn(move || {
            let end = read(reader, &sender, &for_line);
            *lock(&for_fault) = end.err().map(|cause| cause.to_string());
        });
        LineChannel { input: Some(input), unwritten, meter: None, output, open_line, fault }
    }

    /// Adds a meter for unread input.
    pub(crate) fn with_meter(mut self, meter: Option<Meter>) -> LineChannel {
        self.meter = meter;
        self
    }

    /// True if everything sent has been read; `None` if unknown.
    pub(crate) fn is_read(&self) -> Option<bool> {
        self.meter.as_ref().map(|meter| self.unwritten.load(SeqCst) == 0 && meter.is_empty())
    }

    /// Queues a message; never blocks.
    pub(crate) fn send(&self, bytes: Vec<u8>) -> Result<(), SendError> {
        let input = self.input.as_ref().ok_or(SendError::Gone)?;
        input.try_send(bytes).map_err(|unsaid| match unsaid {
            TrySendError::Full(_) => SendError::NotReading,
            TrySendError::Disconnected(_) => SendError::Gone,
        })?;
        // The writer may have counted it down already: the sum is right in the end, and never zero
        // too early.
        self.unwritten.fetch_add(1, SeqCst);
        Ok(())
    }

    /// Waits for the next event, at most this long.
    pub(crate) fn recv(&self, timeout: Duration) -> Received {
        match self.output.recv_timeout(timeout) {
            Ok(output) => Received::Output(output),
            Err(RecvTimeoutError::Timeout) => Received::Timeout,
            Err(RecvTimeoutError::Disconnected) => Received::End,
        }
    }

    /// The unfinished line.
    pub(crate) fn open_line(&self) -> Vec<u8> {
        lock(&self.open_line).clone()
    }

    /// Closes the program's input.
    pub(crate) fn close_input(&mut self) {
        (self.input, self.meter) = (None, None);
    }

    /// Why the output ended, if by an error.
    pub(crate) fn fault(&self) -> Option<String> {
        lock(&self.fault).clone()
    }
}

fn write_all(mut writer: impl Write, to_send: &Receiver<Vec<u8>>, unwritten: &AtomicUsize) {
    while let Ok(bytes) = to_send.recv() {
        if writer.write_all(&bytes).and_then(|()| writer.flush()).is_err() {
            return;
        }
        unwritten.fetch_sub(1, SeqCst);
    }
}

/// Maximum length of a line in bytes, including its end.
const MAX_LINE_BYTES: usize = 64 << 10;

/// A piece of output with its arrival time.
#[derive(Debug)]
pub(crate) struct TimedOutput {
    pub(crate) at: Instant,
    pub(crate) output: Output,
}

/// A piece of output.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Output {
    /// A complete line.
    Line(Vec<u8>),
    /// The start of a line that is too long.
    TooLong(Vec<u8>),
    /// What followed the last line when the output ended.
    Half(Vec<u8>),
}

/// Passes lines on until the output ends or the receiver is dropped. `open` always holds the
/// unfinished line. Returns an error if the output did not end regularly.
pub(super) fn read(mut input: impl Read, listener: &SyncSender<TimedOutput>, open: &Mutex<Vec<u8>>) -> io::Result<()> {
    let ended = read_lines(&mut input, listener, open);
    let rest = mem::take(&mut *lock(open));
    let last = match &ended {
        Err(cause) if cause.kind() == ErrorKind::FileTooLarge => Some(Output::TooLong(rest)),
        _ if rest.is_empty() => None,
        _ => Some(Output::Half(rest)),
    };
    if let Some(output) = last {
        let _ = listener.send(TimedOutput { at: Instant::now(), output });
    }
    ended
}

fn read_lines(input: &mut impl Read, listener: &SyncSender<TimedOutput>, open: &Mutex<Vec<u8>>) -> io::Result<()> {
    let mut chunk = [0; 8192];
    while let Some(count) = read_some(input, &mut chunk)? {
        let at = Instant::now();
        for part in chunk[..count].split_inclusive(|&byte| byte == b'\n') {
            let Some(output) = joined(part, open) else { continue };
            if listener.send(TimedOutput { at, output }).is_err() {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// The line that this part completes, if any.
fn joined(part: &[u8], open: &Mutex<Vec<u8>>) -> Option<Output> {
    let mut open = lock(open);
    open.extend_from_slice(part);
    if open.len() > MAX_LINE_BYTES {
        Some(Output::TooLong(mem::take(&mut *open)))
    } else {
        part.ends_with(b"\n").then(|| Output::Line(mem::take(&mut *open)))
    }
}

/// Reads some bytes; `None` at the end.
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

/// Counts unread bytes in a pipe. It keeps the pipe open: drop it to close the pipe.
pub(crate) struct Meter(#[cfg(target_os = "linux")] OwnedFd);

impl Meter {
    /// `None` if the system does not provide the count.
    #[cfg(target_os = "linux")]
    pub(crate) fn new(pipe: &ChildStdin) -> Option<Meter> {
        pipe.as_fd().try_clone_to_owned().ok().map(Meter)
    }

    #[cfg(not(target_os = "linux"))]
    pub(crate) fn new(_pipe: &ChildStdin) -> Option<Meter> {
        None
    }

    /// True if the pipe is empty.
    #[cfg(target_os = "linux")]
    pub(crate) fn is_empty(&self) -> bool {
        rustix::io::ioctl_fionread(&self.0).is_ok_and(|bytes| bytes == 0)
    }

    #[cfg(not(target_os = "linux"))]
    pub(crate) fn is_empty(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    fn outputs(written: &[u8]) -> Vec<Output> {
        let (sender, received) = mpsc::sync_channel(100);
        read(written, &sender, &Mutex::default()).unwrap();
        received.try_iter().map(|received| received.output).collect()
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
    fn line_length_is_bounded() {
        let longest = [vec![b'x'; MAX_LINE_BYTES - 1], vec![b'\n']].concat();
        assert_eq!(outputs(&longest), [Output::Line(longest.clone())]);
        let longer = vec![b'x'; MAX_LINE_BYTES + 1];
        assert!(matches!(&outputs(&longer)[..], [Output::TooLong(_), ..]));
    }
}
