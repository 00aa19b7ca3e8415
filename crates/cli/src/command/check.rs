//! `outflank check`: checks moves, games and boards.

mod board;
mod games;
mod moves;

use std::io::Write;

use serde::Serialize;

use crate::{
    CommandStatus,
    cli::whole_number,
    error::Error,
    input::{InputArgs, ResolvedInput, SideToMove},
    json, print_message,
    source::Source,
};

/// Check moves, games and boards, and explain what is wrong
///
/// With --move, tries a move in the position and prints why it is illegal. Without it, replays
/// every game up to its first illegal move. A board is impossible, with a reason you can check;
/// possible, with a game that leads to it; or undecided.
///
/// The exit code is 1 if something is illegal, impossible, empty or unreadable. The other files are
/// still checked.
///
/// With --json, prints one object for one input and an array for several. Each object has its
/// `source` (a file, a text, `-` for standard input, null for the start of the game) and its
/// `kind`: `board`, `games`, `move`, or `error` for an unreadable file. See docs/reference/json.md.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  Explain why a1 is illegal:
      outflank check --move a1
  Check row 3, column 2 after these moves:
      outflank check f5d6c3 --move \"(3, 2)\"
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
    /// A position on a crowded board counts more than one; about 10,000 are searched per second. By
    /// default, the boards of a file with several get a short search each.
    #[arg(long, value_name = "POSITIONS", value_parser = whole_number::<u64>(0..))]
    budget: Option<u64>,

    #[command(flatten)]
    input: InputArgs,

    /// Print JSON instead of text
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// The result of checking one input; JSON printed by `outflank check --json`.
#[derive(Serialize)]
struct CheckJson {
    source: Option<String>,
    #[serde(flatten)]
    result: CheckResultJson,
    /// The result as text.
    #[serde(skip)]
    text: String,
    #[serde(skip)]
    status: CommandStatus,
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum CheckResultJson {
    Board(board::BoardCheckJson),
    Games(games::GamesCheckJson),
    Move(moves::MovesCheckJson),
    Error { verdict: &'static str, reason: String },
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<CommandStatus, Error> {
        let sources = self.input.sources();
        if !self.moves.is_empty() && sources.len() > 1 {
            return Err(Error::SeveralFiles);
        }
        if self.moves.is_empty() && self.input.stops_early() {
            return Err(Error::PlyOfCheck);
        }
        match sources.as_slice() {
            [source] => self.check_one(source.as_ref(), out),
            several => self.check_several(several.iter().flatten(), out),
        }
    }

    fn check_one(&self, source: Option<&Source>, out: &mut dyn Write) -> Result<CommandStatus, Error> {
        let report = self.check(source)?;
        json::print(&report, self.json, out, |report, out| Ok(out.write_all(report.text.as_bytes())?))?;
        Ok(report.status)
    }

    /// Checks each input. An unreadable file does not stop the others.
    fn check_several<'a>(
        &self,
        sources: impl Iterator<Item = &'a Source>,
        out: &mut dyn Write,
    ) -> Result<CommandStatus, Error> {
        let (mut status, mut reports) = (CommandStatus::Fine, Vec::new());
        for source in sources {
            let report = self.check(Some(source)).unwrap_or_else(|error| CheckJson::failed(source, &error));
            status = status.max(report.status);
            json::print_part(self.json, out, |out| Ok(out.write_all(named(source, &report.text).as_bytes())?))?;
            reports.push(report);
        }
        json::print(&reports, self.json, out, |_, _| Ok(()))?;
        Ok(status)
    }

    /// Checks one input. The source of the result is `None` for the start of the game.
    fn check(&self, source: Option<&Source>) -> Result<CheckJson, Error> {
        if !self.moves.is_empty() {
            return self.check_moves();
        }
        match self.input.find_in(source)? {
            ResolvedInput::Start(position) => {
                let setup = position.into();
                Ok(self.check_board(None, &setup, &self.variant_of(&setup), SideToMove::Known))
            }
            ResolvedInput::Board(source, setup, turn) => {
                Ok(self.check_board(Some(&source), &setup, &self.variant_of(&setup), turn))
            }
            ResolvedInput::Records(source, records) => self.check_records(&source, *records, Args::variant_of_record),
            ResolvedInput::Boards(source, records) => self.check_records(&source, *records, Args::variant_of),
        }
    }
}

impl CheckJson {
    fn new(source: Option<&Source>, is_fine: bool, text: String, result: CheckResultJson) -> CheckJson {
        let status = if is_fine { CommandStatus::Fine } else { CommandStatus::Refused };
        CheckJson { source: source.map(Source::name), result, text, status }
    }

    /// The result for an unreadable file. Prints the error to stderr at once.
    fn failed(source: &Source, error: &Error) -> CheckJson {
        print_message(format_args!("outflank: {error}"));
        let result = CheckResultJson::Error { verdict: "unreadable", reason: error.to_string() };
        let status = CommandStatus::Failed(error.exit_code());
        CheckJson { status, ..CheckJson::new(Some(source), false, String::new(), result) }
    }
}

/// Puts the name of the input before its result.
fn named(source: &Source, text: &str) -> String {
    let prefix = format!("{source}: ");
    if text.is_empty() || text.starts_with(&prefix) { text.to_owned() } else { prefix + text }
}
