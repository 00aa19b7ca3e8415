//! `outflank check`: is a move legal, is a game, can a board arise?

mod board;
mod games;
mod moves;

use std::io::Write;

use serde::Serialize;

use crate::{
    Verdict,
    error::Error,
    json,
    source::Source,
    subject::{Found, SubjectArgs, Turn},
    tell,
};

/// Say why a move is illegal, or whether a game or a board is possible
///
/// With --move, the move is tried in the position, and if it is illegal, the reason and the legal moves are told.
/// Without it, a game is replayed up to its first illegal move (of files, every game), and a board is judged: it is
/// impossible, with a reason you can check; possible, with a game that leads to it; or undecided.
///
/// The exit code is 1 for what is illegal, impossible or empty, and for a file that cannot be read; the other files
/// are checked nevertheless.
///
/// With --json, one object is printed for one input, and one array of objects for several. Each has its `source` (a
/// file, a text, - for standard input, null for the start of the game) and its `kind`: `board`, `games`, `move`, or
/// `error` for a file that cannot be read. docs/json.md shows each.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  Why not begin on a1?
      outflank check --move a1
  Is row 3, column 2 legal after these moves?
      outflank check f5d6c3 --move '(3, 2)'
  Are all games of these files legal?
      outflank check games.pgn more.ggf
  Can this board arise in a game?
      outflank check board.txt")]
pub(crate) struct Args {
    /// The move to check in the position; may be given several times
    #[arg(long = "move", value_name = "MOVE", allow_hyphen_values = true)]
    moves: Vec<String>,

    /// How much a search may do, taking moves back from a board; 0 for no search [default: 100000]
    ///
    /// An earlier position counts one, and more on a crowded board; some ten thousand are examined a second. The
    /// boards of a file with several get only a short look each, unless this is given.
    #[arg(long, value_name = "POSITIONS")]
    budget: Option<u64>,

    #[command(flatten)]
    subject: SubjectArgs,

    /// Print JSON for programs
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// What was found out about one input.
struct Answer {
    verdict: Verdict,
    /// For people.
    text: String,
    report: Report,
}

/// The same for programs.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Report {
    Board(board::Report),
    Games(games::Report),
    Move(moves::Report),
    Error { verdict: &'static str, reason: String },
}

/// A report and what it is about.
#[derive(Debug, Serialize)]
struct Entry {
    source: Option<String>,
    #[serde(flatten)]
    report: Report,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<Verdict, Error> {
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

    fn check_one(&self, source: Option<&Source>, out: &mut dyn Write) -> Result<Verdict, Error> {
        let (source, answer) = self.check(source)?;
        if self.json {
            json::write(&Entry { source: source.as_ref().map(Source::name), report: answer.report }, out)?;
        } else {
            out.write_all(answer.text.as_bytes())?;
        }
        Ok(answer.verdict)
    }

    /// A file that cannot be read does not keep the others from being checked.
    fn check_several<'a>(
        &self,
        sources: impl Iterator<Item = &'a Source>,
        out: &mut dyn Write,
    ) -> Result<Verdict, Error> {
        let (mut verdict, mut entries) = (Verdict::Fine, Vec::new());
        for source in sources {
            let answer = self.check(Some(source)).map_or_else(|error| Answer::failed(&error), |(_, answer)| answer);
            verdict = verdict.max(answer.verdict);
            if self.json {
                entries.push(Entry { source: Some(source.name()), report: answer.report });
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

    /// The answer, and what it is about, unless that is the start of the game.
    fn check(&self, source: Option<&Source>) -> Result<(Option<Source>, Answer), Error> {
        if !self.moves.is_empty() {
            return self.check_moves();
        }
        Ok(match self.subject.find_in(source)? {
            Found::Start(position) => (None, self.check_board(&position.into(), Turn::Told)),
            Found::Board(source, setup, turn) => (Some(source), self.check_board(&setup, turn)),
            Found::Records(source, records) => {
                let answer = self.check_records(&source, *records)?;
                (Some(source), answer)
            }
        })
    }
}

impl Answer {
    /// People are told at once, with the other messages.
    fn failed(error: &Error) -> Answer {
        tell(format_args!("outflank: {error}"));
        Answer {
            verdict: Verdict::Failed(error.exit_code()),
            text: String::new(),
            report: Report::Error { verdict: "unreadable", reason: error.to_string() },
        }
    }
}

/// Of several inputs, each answer begins with the name of its own.
fn named(source: &Source, text: &str) -> String {
    let prefix = format!("{source}: ");
    if text.is_empty() || text.starts_with(&prefix) { text.to_owned() } else { prefix + text }
}
