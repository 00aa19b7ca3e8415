//! What the fuzz targets reach of the parsers inside this crate. Only a build for fuzzing has it.

use crate::{
    gtp::answer::{Answer, Answering},
    process::command_line,
};

/// The words of a command line; none where a quote is open.
pub fn command_line(line: &str) -> Option<Vec<String>> {
    command_line::words(line).ok()
}

/// What a program that speaks GTP has answered, as far as it does not write without end.
pub fn gtp_answers(written: &[u8]) -> Vec<String> {
    let (mut answers, mut answering) = (Vec::new(), Answering::default());
    for line in written.split_inclusive(|&byte| byte == b'\n') {
        match answering.line(String::from_utf8_lossy(line).trim_end()) {
            Ok(None) => {}
            Ok(Some(Answer::Done(text) | Answer::Refused(text))) => {
                answers.push(text);
                answering = Answering::default();
            }
            Err(_) => break,
        }
    }
    answers
}
