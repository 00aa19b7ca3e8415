//! A running program that is read until it says something, without ever sleeping.

use std::{
    io::{self, Read, Write},
    process::Child,
    sync::mpsc::{self, Receiver, RecvTimeoutError},
    thread,
    time::{Duration, Instant},
};

/// What is not said within this time will never be.
pub(super) const PATIENCE: Duration = Duration::from_secs(120);

/// A program, what goes to it and what comes from it.
pub(super) struct Driver<W> {
    pub(super) child: Child,
    input: W,
    output: Receiver<Vec<u8>>,
    text: Vec<u8>,
    /// How much of the text was there when something was last typed.
    read: usize,
}

impl<W: Write> Driver<W> {
    pub(super) fn new(child: Child, input: W, output: impl Read + Send + 'static) -> Driver<W> {
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || pass_on(output, &sender));
        Driver { child, input, output: receiver, text: Vec::new(), read: 0 }
    }

    /// Types a line, once the program asks for one.
    #[track_caller]
    pub(super) fn answer(&mut self, line: &str) {
        self.wait_for_prompt();
        self.read = self.text.len();
        writeln!(self.input, "{line}").and_then(|()| self.input.flush()).expect("the program reads");
    }

    /// Presses keys, whatever the program does; what came before still counts as there.
    pub(super) fn press(&mut self, keys: &str) {
        self.input.write_all(keys.as_bytes()).and_then(|()| self.input.flush()).expect("the program reads");
    }

    #[track_caller]
    pub(super) fn wait_for_prompt(&mut self) {
        self.wait_until("a prompt", |text| text.ends_with("> "));
    }

    /// Reads until what came since the last line was typed is as it should be.
    #[track_caller]
    pub(super) fn wait_until(&mut self, what: &str, is_there: impl Fn(&str) -> bool) {
        let begun = Instant::now();
        while !is_there(&String::from_utf8_lossy(&self.text[self.read..])) {
            match self.output.recv_timeout(PATIENCE.saturating_sub(begun.elapsed())) {
                Ok(bytes) => self.text.extend(bytes),
                Err(RecvTimeoutError::Disconnected) => panic!("it ended without {what}:\n{}", self.text()),
                Err(RecvTimeoutError::Timeout) => panic!("{what} did not come:\n{}", self.text()),
            }
        }
    }

    /// All that was said until the program ended, and its exit code.
    pub(super) fn finish(mut self) -> (String, Option<i32>) {
        while let Ok(bytes) = self.output.recv_timeout(PATIENCE) {
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
        // A terminal whose other side is closed is an error here, where a pipe is at its end.
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
