//! What was said in a game with a foul.

use std::{
    fs::{self, File},
    io::Write,
    path::Path,
};

use outflank_rules::Color;

use super::JournalError;
use crate::{Exchange, Voice, hall::Finished};

const FOLDER: &str = "logs";

/// The most bytes that are kept of the beginning of what was said, and of its end.
const KEPT: usize = 64 << 10;

/// Where what was said in a game with a foul is kept: `logs/000001.log` for the first, as people count.
pub fn log_name(number: u32) -> String {
    format!("{FOLDER}/{:06}.log", u64::from(number) + 1)
}

/// Writes the log of a game, one exchange a line, escaped so that every byte can be told. It is not on the disk yet.
pub(super) fn write(dir: &Path, finished: &Finished) -> Result<File, JournalError> {
    let folder = dir.join(FOLDER);
    fs::create_dir_all(&folder).map_err(|cause| JournalError::file("make", &folder, cause))?;
    let path = dir.join(log_name(finished.fixture.number));
    let written = File::create(&path).and_then(|mut file| {
        file.write_all(text(finished).as_bytes())?;
        Ok(file)
    });
    written.map_err(|cause| JournalError::file("write", &path, cause))
}

fn text(finished: &Finished) -> String {
    let mut text = format!("game {}: {}\n", finished.fixture.name, finished.report.conclusion);
    for color in Color::ALL {
        let log = &finished.report.logs[color];
        if !log.is_empty() {
            text += &format!("\n{color} (> told, < answered, ! standard error)\n");
            text += &shortened(log);
        }
    }
    text
}

/// The lines of a log, without those in the middle if there are too many.
fn shortened(log: &[Exchange]) -> String {
    let (begin, rest) = log.split_at(fitting(log.iter()));
    let (middle, end) = rest.split_at(rest.len() - fitting(rest.iter().rev()));
    let lines = |log: &[Exchange]| log.iter().map(line).collect::<String>();
    let left_out: usize = middle.iter().map(|exchange| exchange.bytes.len()).sum();
    let gap = if left_out > 0 { format!("... {left_out} bytes left out\n") } else { String::new() };
    lines(begin) + &gap + &lines(end)
}

/// How many of these have no more bytes than are kept.
fn fitting<'a>(log: impl Iterator<Item = &'a Exchange>) -> usize {
    let sums = log.scan(0, |sum, exchange| {
        *sum += exchange.bytes.len();
        Some(*sum)
    });
    sums.take_while(|sum| *sum <= KEPT).count()
}

fn line(exchange: &Exchange) -> String {
    let sign = match exchange.voice {
        Voice::Runner => '>',
        Voice::Player => '<',
        Voice::Errors => '!',
    };
    format!("{sign} {}\n", exchange.bytes.escape_ascii())
}
