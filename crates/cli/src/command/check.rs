//! `outflank check`: checks moves, games and boards.

mod board;
mod games;
mod moves;

use std::io::Write;

use serde::Serialize;

use crate::{
    CommandStatus,
    error::Error,
    json,
    source::Source,
    subject::{ResolvedInput, SideToMove, SubjectArgs},
    tell,
};

/// Check moves, games and boards, and explain what is wrong
///
/// With --move, tries a move in the position and prints why it is illegal. Without it, replays every game up to its first
/// illegal move. A board is impossible, with a reason you can check; possible, with a game that leads to it; or
/// undecided.
///
/// The exit code is 1 if something is illegal, impossible, empty or unreadable. The other files are still checked.
///
/// With --json, prints one object for one input and an array for several. Each object has its `source` (a file, a text,
/// `-` for standard input, null for the start of the game) and its `kind`: `board`, `games`, `move`, or `error` for an
/// unreadable file. See docs/reference/json.md.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  Explain why a1 is illegal:
      outflank check --move a1
  Check row 3, column 2 after these moves:
      outflank check f5d6c3 --move '(3, 2)'
  Check all games of these files:
      outflank check games.pgn more.ggf
  Check whether a board is possible:
      outflank check board.txt")]
pub(crate) struct Args {
    /// Check this move in the position (repeatable)
    #[arg(long = "move", value_name = "MOVE", allow_hyphen_values = true)]
    moves: Vec<String>,

    /// Search at most this many earlier positions of a board; 0 for no search [default: 100000]
    ///
    /// A position on a crowded board counts more than one; about 10,000 are searched per second. By default, the boards
    /// of a file with several get a short search each.
    #[arg(long, value_name = "POSITIONS")]
    budget: Option<u64>,

    #[command(flatten)]
    subject: SubjectArgs,

    /// Print JSON instead of text
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// The result of checking one input.
struct Answer {
    verdict: CommandStatus,
    /// The result as text.
    text: String,
    report: CheckResultJson,
}

/// The result for one input as JSON.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum CheckResultJson {
    Board(board::BoardCheckJson),
    Games(games::GamesCheckJson),
    Move(moves::MovesCheckJson),
    Error { verdict: &'static str, reason: String },
}

/// JSON printed by `outflank check --json`, for one input.
#[derive(Debug, Serialize)]
struct CheckJson {
    source: Option<String>,
    #[serde(flatten)]
    report: CheckResultJson,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<CommandStatus, Error> {
        let sources = self.subject.sources();
        if !self.moves.is_empty() && sources.len() > 1 {
            return Err(Error::SeveralFiles);
        }
        if self.moves.is_empty() && self.subject.stops_early() {
            return Err(Error::PlyOfCheck);
        }
        match sources.as_slice() {
            [source] => self.check_one(source.as_ref(), out),
            several => self.check_several(several.iter().flatten(), out),
        }
    }

    fn check_one(&self, source: Option<&Source>, out: &mut dyn Write) -> Result<CommandStatus, Error> {
        let (source, answer) = self.check(source)?;
        if self.json {
            json::write(&CheckJson { source: source.as_ref().map(Source::name), report: answer.report }, out)?;
        } else {
            out.write_all(answer.text.as_bytes())?;
        }
        Ok(answer.verdict)
    }

    /// Checks each input. An unreadable file does not stop the others.
    fn check_several<'a>(
        &self,
        sources: impl Iterator<Item = &'a Source>,
        out: &mut dyn Write,
    ) -> Result<CommandStatus, Error> {
        let (mut verdict, mut entries) = (CommandStatus::Fine, Vec::new());
        for source in sources {
            let answer = self.check(Some(source)).map_or_else(|error| Answer::failed(&error), |(_, answer)| answer);
            verdict = verdict.max(answer.verdict);
            if self.json {
                entries.push(CheckJson { source: Some(source.name()), report: answer.report });
            } else {
                out.write_all(named(source, &answer.text).as_bytes())?;
                out.flush()?;
            }
        }
        if self.json {
            json::write(&entries, out)?;
        }
        Ok(verdict)
    }

    /// Checks one input. Returns its source too, or `None` for the start of the game.
    fn check(&self, source: Option<&Source>) -> Result<(Option<Source>, Answer), Error> {
        if !self.moves.is_empty() {
            return self.check_moves();
        }
        Ok(match self.subject.find_in(source)? {
            ResolvedInput::Start(position) => {
                let setup = position.into();
                (None, self.check_board(&setup, &self.variant_of(&setup), SideToMove::Known))
            }
            ResolvedInput::Board(source, setup, turn) => {
                let answer = self.check_board(&setup, &self.variant_of(&setup), turn);
                (Some(source), answer)
            }
            ResolvedInput::Records(source, records) => {
                let answer = self.check_records(&source, *records, Args::variant_of_record)?;
                (Some(source), answer)
            }
            ResolvedInput::Boards(source, records) => {
                let answer = self.check_records(&source, *records, Args::variant_of)?;
                (Some(source), answer)
            }
        })
    }
}

impl Answer {
    /// The result for an unreadable file. Prints the error to stderr at once.
    fn failed(error: &Error) -> Answer {
        tell(format_args!("outflank: {error}"));
        Answer {
            verdict: CommandStatus::Failed(error.exit_code()),
            text: String::new(),
            report: CheckResultJson::Error { verdict: "unreadable", reason: error.to_string() },
        }
    }
}

/// Puts the name of the input before its result.
fn named(source: &Source, text: &str) -> String {
    let prefix = format!("{source}: ");
    if text.is_empty() || text.starts_with(&prefix) { text.to_owned() } else { prefix + text }
}
