//! Both ways of a conversation, each with a thread of its own: what is said waits for nobody, and what is heard has the time at which it came.

use std::{
    io::{Read, Write},
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering::SeqCst},
        mpsc::{self, Receiver, RecvTimeoutError, SyncSender, TrySendError},
    },
    thread,
    time::Duration,
};

use super::{
    lock,
    meter::Meter,
    output::{self, Heard},
};

/// Lines that may wait to be read; who writes more has to wait.
const WAITING_LINES: usize = 256;

/// What we say that may wait until the other reads it, in pieces.
const WAITING_INPUT: usize = 64;

/// Somebody who could not be spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Deaf {
    /// It does not read what it is told.
    NotReading,
    /// It has closed its input, or ended.
    Gone,
}

/// What came next.
#[derive(Debug)]
pub(crate) enum Next {
    /// Something was said.
    Said(Heard),
    /// Nothing until then.
    Nothing,
    /// Its output has ended.
    End,
}

/// A conversation in lines.
pub(crate) struct Wire {
    input: Option<SyncSender<Vec<u8>>>,
    /// How much was said that is not yet written, in pieces.
    unwritten: Arc<AtomicUsize>,
    /// Tells whether what was written has been read; `None` where nobody can tell.
    meter: Option<Meter>,
    output: Receiver<Heard>,
    open_line: Arc<Mutex<Vec<u8>>>,
    /// Why the output ended, if that was an error.
    fault: Arc<Mutex<Option<String>>>,
}

impl Wire {
    /// What is said goes to `writer`, which is dropped when no more is said; what is heard comes from `reader`.
    pub(crate) fn new(reader: impl Read + Send + 'static, writer: impl Write + Send + 'static) -> Wire {
        let (input, to_say) = mpsc::sync_channel(WAITING_INPUT);
        let (said, output) = mpsc::sync_channel(WAITING_LINES);
        let (open_line, fault) = (Arc::default(), Arc::default());
        let unwritten = Arc::new(AtomicUsize::new(0));
        let for_writer = Arc::clone(&unwritten);
        let (for_line, for_fault) = (Arc::clone(&open_line), Arc::clone(&fault));
        thread::spawn(move || {
            write_all(writer, &to_say, &for_writer);
            for_writer.store(0, SeqCst);
        });
        thread::spawn(move || {
            let end = output::read(reader, &said, &for_line);
            *lock(&for_fault) = end.err().map(|cause| cause.to_string());
        });
        Wire { input: Some(input), unwritten, meter: None, output, open_line, fault }
    }

    /// The same, with something that tells what has been read.
    pub(crate) fn with_meter(mut self, meter: Option<Meter>) -> Wire {
        self.meter = meter;
        self
    }

    /// Has the other read all that was said? `None` where that cannot be seen.
    pub(crate) fn is_read(&self) -> Option<bool> {
        self.meter.as_ref().map(|meter| self.unwritten.load(SeqCst) == 0 && meter.is_empty())
    }

    /// Says something; it is on its way when this returns, and never waited for.
    pub(crate) fn say(&self, bytes: Vec<u8>) -> Result<(), Deaf> {
        let input = self.input.as_ref().ok_or(Deaf::Gone)?;
        input.try_send(bytes).map_err(|unsaid| match unsaid {
            TrySendError::Full(_) => Deaf::NotReading,
            TrySendError::Disconnected(_) => Deaf::Gone,
        })?;
        // The other thread may have counted it off already: the sum is right in the end, and never zero before.
        self.unwritten.fetch_add(1, SeqCst);
        Ok(())
    }

    /// What the other says next, waiting no longer than this.
    pub(crate) fn hear(&self, timeout: Duration) -> Next {
        match self.output.recv_timeout(timeout) {
            Ok(heard) => Next::Said(heard),
            Err(RecvTimeoutError::Timeout) => Next::Nothing,
            Err(RecvTimeoutError::Disconnected) => Next::End,
        }
    }

    /// What was written of a line that has no end yet.
    pub(crate) fn open_line(&self) -> Vec<u8> {
        lock(&self.open_line).clone()
    }

    /// Lets the other see the end of its input.
    pub(crate) fn close_input(&mut self) {
        (self.input, self.meter) = (None, None);
    }

    /// Why the output ended, if that was an error.
    pub(crate) fn fault(&self) -> Option<String> {
        lock(&self.fault).clone()
    }
}

fn write_all(mut writer: impl Write, to_say: &Receiver<Vec<u8>>, unwritten: &AtomicUsize) {
    while let Ok(bytes) = to_say.recv() {
        if writer.write_all(&bytes).and_then(|()| writer.flush()).is_err() {
            return;
        }
        unwritten.fetch_sub(1, SeqCst);
    }
}
