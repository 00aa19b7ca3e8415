//! Exposes internal parsers to the fuzz targets.

use crate::{
    player::adapter::gtp_answer::{Answering, GtpAnswer},
    process::command,
};

/// The words of a command line, or `None` if a quote is open.
pub fn command_line(line: &str) -> Option<Vec<String>> {
    command::words(line).ok()
}

/// The answers of a GTP program, up to the first oversized one.
pub fn gtp_answers(written: &[u8]) -> Vec<String> {
    let (mut answers, mut answering) = (Vec::new(), Answering::default());
    for line in written.split_inclusive(|&byte| byte == b'\n') {
        match answering.line(String::from_utf8_lossy(line).trim_end()) {
            Ok(None) => {}
            Ok(Some(GtpAnswer::Done(text) | GtpAnswer::Refused(text))) => {
                answers.push(text);
                answering = Answering::default();
            }
            Err(_) => break,
        }
    }
    answers
}
