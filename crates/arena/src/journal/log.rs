//! Traffic logs of games with a foul.

use std::{
    fs::File,
    io::Write,
    path::{Path, PathBuf},
};

use outflank_rules::Color;

use super::JournalError;
use crate::{TrafficLine, TrafficSource, escape_bytes, private, runner::Finished};

const FOLDER: &str = "logs";

/// Maximum number of bytes kept of the start of the traffic, and of its end.
const KEPT: usize = 64 << 10;

/// The link from a report to the log of a game with a foul: `logs/000001.log` for the first game.
pub(crate) fn log_name(number: u32) -> String {
    format!("{FOLDER}/{}", file_name(number))
}

/// The log of a game with a foul in the folder of a run.
pub fn log_path(dir: &Path, number: u32) -> PathBuf {
    dir.join(FOLDER).join(file_name(number))
}

fn file_name(number: u32) -> String {
    format!("{:06}.log", u64::from(number) + 1)
}

/// Writes the log of a game, one escaped line per message. Does not sync it.
pub(super) fn write(dir: &Path, finished: &Finished) -> Result<File, JournalError> {
    let folder = dir.join(FOLDER);
    private::folder().recursive(true).create(&folder).map_err(|cause| JournalError::file("make", &folder, cause))?;
    let path = log_path(dir, finished.fixture.number);
    let written = private::file().write(true).create(true).truncate(true).open(&path).and_then(|mut file| {
        file.write_all(text(finished).as_bytes())?;
        Ok(file)
    });
    written.map_err(|cause| JournalError::file("write", &path, cause))
}

fn text(finished: &Finished) -> String {
    let mut text = format!("game {}: {}\n", finished.fixture.name, finished.report.end);
    for color in Color::ALL {
        let log = &finished.report.logs[color];
        if !log.is_empty() {
            text += &format!("\n{color} (> to the bot, < from the bot, ! standard error)\n");
            text += &shortened(log);
        }
    }
    text
}

/// The lines of a log; the middle is omitted if there is too much.
fn shortened(log: &[TrafficLine]) -> String {
    let all: usize = log.iter().map(|exchange| exchange.bytes.len()).sum();
    if all <= 2 * KEPT {
        return log.iter().map(|exchange| line(exchange.source, &exchange.bytes)).collect();
    }
    let mut begin = String::new();
    let mut left = KEPT;
    for TrafficLine { source, bytes } in log {
        begin += &line(*source, &bytes[..bytes.len().min(left)]);
        left = left.saturating_sub(bytes.len());
        if left == 0 {
            break;
        }
    }
    let mut end = Vec::new();
    let mut left = KEPT;
    for TrafficLine { source, bytes } in log.iter().rev() {
        end.push(line(*source, &bytes[bytes.len().saturating_sub(left)..]));
        left = left.saturating_sub(bytes.len());
        if left == 0 {
            break;
        }
    }
    end.reverse();
    format!("{begin}... {} bytes left out\n{}", all - 2 * KEPT, end.concat())
}

fn line(source: TrafficSource, bytes: &[u8]) -> String {
    let mark = match source {
        TrafficSource::Runner => '>',
        TrafficSource::Player => '<',
        TrafficSource::Errors => '!',
    };
    format!("{mark} {}\n", escape_bytes(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_logs_keep_their_start_and_end() {
        let traffic = |source, text: String| TrafficLine { source, bytes: text.into_bytes() };
        let flood = format!("<{}>", "x".repeat(9 * KEPT));
        let log = [
            traffic(TrafficSource::Runner, "go".to_owned()),
            traffic(TrafficSource::Player, flood),
            traffic(TrafficSource::Player, "z9".to_owned()),
        ];
        let text = shortened(&log);
        assert!(text.starts_with("> go\n< <xxx") && text.ends_with("xxx>\n< z9\n"), "{}", text.len());
        assert_eq!(text.matches('x').count(), 2 * KEPT - "go<>z9".len());
        assert!(text.contains(&format!("\n... {} bytes left out\n", 7 * KEPT + 6)));
        assert_eq!(shortened(&log[..1]), "> go\n");
    }
}
