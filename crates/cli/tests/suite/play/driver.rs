//! Drives a running program: waits for its output and never sleeps.

use std::{
    io::{self, Read, Write},
    process::Child,
    sync::mpsc::{self, Receiver, RecvTimeoutError},
    thread,
    time::{Duration, Instant},
};

/// Timeout for expected output.
pub(super) const TIMEOUT: Duration = Duration::from_secs(120);

/// A running program with its input and output.
pub(super) struct Driver<W> {
    pub(super) child: Child,
    input: W,
    output: Receiver<Vec<u8>>,
    text: Vec<u8>,
    /// Length of the text when the last line was typed.
    read: usize,
}

impl<W: Write> Driver<W> {
    pub(super) fn new(child: Child, input: W, output: impl Read + Send + 'static) -> Driver<W> {
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || pass_on(output, &sender));
        Driver { child, input, output: receiver, text: Vec::new(), read: 0 }
    }

    /// Waits for a prompt and types a line.
    #[track_caller]
    pub(super) fn answer(&mut self, line: &str) {
        self.wait_for_prompt();
        self.read = self.text.len();
        writeln!(self.input, "{line}").and_then(|()| self.input.flush()).expect("the program reads");
    }

    /// Presses keys at once. Earlier output still counts for [`wait_until`](Driver::wait_until).
    pub(super) fn press(&mut self, keys: &str) {
        self.input.write_all(keys.as_bytes()).and_then(|()| self.input.flush()).expect("the program reads");
    }

    #[track_caller]
    pub(super) fn wait_for_prompt(&mut self) {
        self.wait_until("a prompt", |text| text.ends_with("> "));
    }

    /// Waits until the output since the last typed line satisfies a condition.
    #[track_caller]
    pub(super) fn wait_until(&mut self, what: &str, is_there: impl Fn(&str) -> bool) {
        let begun = Instant::now();
        while !is_there(&String::from_utf8_lossy(&self.text[self.read..])) {
            match self.output.recv_timeout(TIMEOUT.saturating_sub(begun.elapsed())) {
                Ok(bytes) => self.text.extend(bytes),
                Err(RecvTimeoutError::Disconnected) => panic!("it ended without {what}:\n{}", self.text()),
                Err(RecvTimeoutError::Timeout) => panic!("{what} did not come:\n{}", self.text()),
            }
        }
    }

    /// Returns the whole output and the exit code.
    pub(super) fn finish(mut self) -> (String, Option<i32>) {
        while let Ok(bytes) = self.output.recv_timeout(TIMEOUT) {
            self.text.extend(bytes);
        }
        let status = self.child.wait().expect("it ends");
        (self.text(), status.code())
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.text).replace("\r\n", "\n")
    }
}

fn pass_on(mut output: impl Read, sender: &mpsc::Sender<Vec<u8>>) {
    let mut bytes = [0; 4096];
    loop {
        // A closed terminal is an error here; a closed pipe is the end of the input.
        match output.read(&mut bytes) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Ok(0) | Err(_) => return,
            Ok(count) => {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    return;
                }
            }
        }
    }
}
