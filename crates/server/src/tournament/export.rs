//! Export of a tournament: the report, CSV tables and game records, as single files or one archive.

use outflank_arena::{
    report::{Edition, TournamentReport},
    tournament::{Tournament, TournamentSettings, Venue},
};

use super::LiveTournament;
use crate::web::zip::Zip;

/// The export of a tournament that has started.
pub struct Export<'a> {
    contest: &'a LiveTournament,
    tournament: &'a Tournament,
    settings: TournamentSettings,
    date: String,
}

/// An exported file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// The file name.
    pub name: String,
    /// The content type for HTTP.
    pub kind: &'static str,
    /// The content.
    pub bytes: Vec<u8>,
}

impl<'a> Export<'a> {
    /// Returns the export; `None` before the start.
    pub fn new(contest: &'a LiveTournament) -> Option<Export<'a>> {
        let tournament = contest.tournament()?;
        Some(Export { contest, tournament, settings: contest.settings(), date: contest.date() })
    }

    /// Returns one file: `report.html`, `standings.csv`, `crosstable.csv`, `ratings.csv`,
    /// `games.csv`, `games.ggf` (`games.pgn` for boards that GGF does not support), `games.jsonl`,
    /// or a game record with the name that the report links to, such as `games/0007-ann-bob.ggf`.
    pub fn file(&self, name: &str) -> Option<File> {
        let text = match name {
            "games.jsonl" => self.lines(),
            _ if name == self.records() => self.report().records().1,
            _ if TournamentReport::FILES.contains(&name) => self.report().file(name)?,
            _ => {
                // An unknown name costs almost nothing.
                let game = self.tournament.game(number_of(name)?)?;
                let report = self.report();
                (report.record_name(game) == name).then(|| report.record(game))?
            }
        };
        Some(File { name: name.to_owned(), kind: kind(name), bytes: text.into_bytes() })
    }

    /// The name of the file with all game records.
    fn records(&self) -> String {
        format!("games.{}", self.settings.record_format().extension())
    }

    /// Returns a ZIP archive of all files, with a report that opens in a browser.
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

    fn report(&self) -> TournamentReport<'_> {
        let version = env!("CARGO_PKG_VERSION");
        let edition = Edition { version, date: &self.date, venue: Venue::Server, ..Edition::default() };
        TournamentReport::new(&self.settings, self.tournament, edition)
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
             standings.csv   the standings with fouls and times, for a spreadsheet\n\
             crosstable.csv  points of each player against each other\n\
             ratings.csv     ratings with 95 % intervals\n\
             games.csv       one line per game: players, result, all moves\n\
             games/          a record of each game ({ending}), for any Reversi program\n\
             games.{ending}       all of them in one file\n\
             games.jsonl     the games as this program keeps them\n\n\
             A game is looked at with  outflank show games/0001-....{ending}\n",
            title = self.settings.title,
        )
    }
}

/// Returns the game number in the name of a record.
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
