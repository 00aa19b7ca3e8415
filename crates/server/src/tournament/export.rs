//! A tournament to take home: the report, tables for spreadsheets, and records, each alone or all in one archive.

use outflank_arena::{
    report::{Edition, Report},
    tournament::{Settings, Tournament, Venue},
};

use super::Contest;
use crate::zip::Zip;

/// What can be made of a tournament that has begun.
pub struct Export<'a> {
    contest: &'a Contest,
    tournament: &'a Tournament,
    settings: Settings,
    date: String,
}

/// A file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name.
    pub name: String,
    /// What is in it, for HTTP.
    pub kind: &'static str,
    /// What is in it.
    pub bytes: Vec<u8>,
}

impl<'a> Export<'a> {
    /// What there is to take home; nothing before the start.
    pub fn new(contest: &'a Contest) -> Option<Export<'a>> {
        let tournament = contest.tournament()?;
        Some(Export { contest, tournament, settings: contest.settings(), date: contest.date() })
    }

    /// One of the files: `report.html`, `standings.csv`, `crosstable.csv`, `ratings.csv`, `games.csv`, `games.ggf` (or `games.pgn`, where GGF has no
    /// form for the board), `games.jsonl`, or the record of a game as the report links to it, `games/0007-ann-bob.ggf`.
    pub fn file(&self, name: &str) -> Option<File> {
        let text = match name {
            "games.jsonl" => self.lines(),
            _ if name == self.records() => self.report().records().1,
            _ if Report::FILES.contains(&name) => self.report().file(name)?,
            _ => {
                // What there is not costs next to nothing.
                let game = self.tournament.game(number_of(name)?)?;
                let report = self.report();
                (report.record_name(game) == name).then(|| report.record(game))?
            }
        };
        Some(File { name: name.to_owned(), kind: kind(name), bytes: text.into_bytes() })
    }

    /// The name of the file with the records of all games.
    fn records(&self) -> String {
        format!("games.{}", self.settings.record_format().extension())
    }

    /// Everything in one archive, as a folder that opens in a browser.
    pub fn archive(&self) -> File {
        let folder = format!("tournament-{}", self.contest.created().code.to_string().to_lowercase());
        let report = self.report();
        let mut archive = Zip::new(self.contest.created_at());
        let mut add = |name: &str, text: &str| archive.add(&format!("{folder}/{name}"), text.as_bytes());
        add("README.txt", &self.read_me());
        for (name, text) in report.files() {
            add(name, &text);
        }
        let (records, text) = report.records();
        add(&records, &text);
        add("games.jsonl", &self.lines());
        for game in self.tournament.games() {
            add(&report.record_name(game), &report.record(game));
        }
        File { name: format!("{folder}.zip"), kind: "application/zip", bytes: archive.finish() }
    }

    fn report(&self) -> Report<'_> {
        let version = env!("CARGO_PKG_VERSION");
        let edition = Edition { version, date: &self.date, venue: Venue::Server, ..Edition::default() };
        Report::new(&self.settings, self.tournament, edition)
    }

    fn lines(&self) -> String {
        self.tournament.games().map(|game| format!("{game}\n")).collect()
    }

    fn read_me(&self) -> String {
        let facts: String = self
            .settings
            .facts(Venue::Server)
            .into_iter()
            .map(|(words, value)| format!("  {words}: {value}\n"))
            .collect();
        let ending = self.settings.record_format().extension();
        format!(
            "{title}\n\n{facts}\n\
             report.html     the whole tournament on one page: open it in a browser\n\
             standings.csv   the table, with errors and times, for a spreadsheet\n\
             crosstable.csv  points of everybody against everybody\n\
             ratings.csv     strengths with error bars\n\
             games.csv       one line a game: who, how it ended, all moves\n\
             games/          a record of each game ({ending}), for any Reversi program\n\
             games.{ending}       all of them in one file\n\
             games.jsonl     the games as this program keeps them\n\n\
             A game is looked at with  outflank show games/0001-....{ending}\n",
            title = self.settings.title,
        )
    }
}

/// The number in the name of a record.
fn number_of(name: &str) -> Option<u32> {
    let digits = name.strip_prefix("games/")?.split('-').next()?;
    digits.parse::<u32>().ok()?.checked_sub(1)
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("csv") => "text/csv; charset=utf-8",
        Some("jsonl") => "application/jsonl; charset=utf-8",
        _ => "text/plain; charset=utf-8",
    }
}
