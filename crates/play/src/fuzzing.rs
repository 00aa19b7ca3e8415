//! What the fuzz targets reach of the parsers inside this crate. Only a build for fuzzing has it.

use outflank_rules::record::{self, Format, Reader};

use crate::{
    SavedGame,
    gtp::{
        answer::{Answer, Answering, read_line},
        command_line,
    },
};

/// The words of a command line.
pub fn command_line(line: &str) -> Vec<String> {
    command_line::words(line)
}

/// What a program that speaks GTP has answered, as far as it does not write without end.
pub fn gtp_answers(mut written: &[u8]) -> Vec<String> {
    let (mut answers, mut answering) = (Vec::new(), Answering::default());
    while let Ok(Some(line)) = read_line(&mut written) {
        match answering.line(&line) {
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

/// A saved game as a file holds it; `None` if it is damaged.
pub fn read_saved(file: &[u8]) -> Option<SavedGame> {
    let record = Reader::new(Format::Json, file).next()?.ok()?;
    SavedGame::from_record(&record).ok()
}

/// The file of a saved game; `None` if it cannot be written.
pub fn write_saved(saved: &SavedGame) -> Option<String> {
    record::write(Format::Json, &saved.to_record()).ok()
}
