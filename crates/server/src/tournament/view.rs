//! The JSON views of a tournament.
//!
//! [`snapshot`] changes when a game ends and [`boards`] with every move. [`round`] has the games of
//! one round; clients request it separately because all rounds would be too long for one message.
//! [`summary`] is for lists. Entrants are given by their index in `entrants`.

mod boards;
mod round;
mod standings;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use outflank_arena::{
    report::{Edition, TournamentReport},
    tournament::OpeningSource,
};
use outflank_rules::{Goal, Variant};
use serde::Serialize;

use super::{Code, Entry, LiveTournament, MOST_ENTRANTS};
use crate::log::{id::GameId, secret::SecretHash};

pub use boards::boards;
pub use round::round;
use standings::{Foul, Group, Line, crosstable, fouls, groups, lines, tie_breaks};

/// The viewer, with facts that are not in the log.
pub struct Viewer<'a> {
    /// Is the viewer the host?
    pub is_host: bool,
    /// Returns whether the bot with this token is connected.
    pub is_here: &'a dyn Fn(SecretHash) -> bool,
    /// Milliseconds since 1970.
    pub now: u64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Snapshot<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    id: GameId,
    version: u64,
    now: u64,
    title: &'a str,
    status: &'static str,
    code: Code,
    host: bool,
    created: u64,
    started: Option<u64>,
    ended: Option<u64>,
    terms: SettingsView,
    max_entrants: usize,
    /// The name of `maxEntrants` until 0.3.
    most: usize,
    entrants: Vec<Entrant<'a>>,
    progress: Progress,
    waiting: Waiting,
    tie_breaks: Vec<String>,
    standings: Vec<Line>,
    crosstable: Vec<Vec<Option<(f64, u32)>>>,
    ratings: Vec<Group>,
    fouls: Vec<Foul>,
}

/// The settings of the tournament.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SettingsView {
    format: &'static str,
    /// The name of `format` until 0.3.
    form: &'static str,
    games: u32,
    rounds: Option<u32>,
    challengers: usize,
    time: String,
    variant: Board,
    openings: String,
    seed: u64,
    concurrency: usize,
    /// The name of `concurrency` until 0.3.
    tables: usize,
    grace_ms: u64,
    pace_ms: u64,
    listed: bool,
    course: bool,
}

#[derive(Serialize)]
struct Board {
    name: Option<&'static str>,
    code: String,
    size: u8,
    goal: &'static str,
}

impl Board {
    fn of(variant: Variant) -> Board {
        let spec = variant.spec();
        let goal = match spec.goal() {
            Goal::Most => "most",
            Goal::Fewest => "fewest",
        };
        Board { name: variant.name(), code: variant.to_string(), size: spec.size(), goal }
    }
}

#[derive(Serialize)]
struct Entrant<'a> {
    name: &'a str,
    kind: &'static str,
    player: String,
    /// `None` for built-in bots.
    connected: Option<bool>,
    /// The name of `connected` until 0.3.
    here: Option<bool>,
    withdrawn: bool,
    paused: bool,
}

impl<'a> Entrant<'a> {
    fn of(entry: &'a Entry, viewer: &Viewer<'_>) -> Entrant<'a> {
        let connected = entry.token().map(viewer.is_here);
        let kind = if connected.is_some() { "bot" } else { "level" };
        Entrant {
            name: &entry.name,
            kind,
            player: entry.player(),
            connected,
            here: connected,
            withdrawn: entry.is_withdrawn,
            paused: entry.is_paused,
        }
    }
}

/// How many games were played.
#[derive(Serialize)]
struct Progress {
    played: usize,
    /// Before the start, the total for the present entrants.
    total: u32,
    running: usize,
    /// The first unfinished round, from 1.
    round: Option<u32>,
    rounds: usize,
}

impl Progress {
    fn of(contest: &LiveTournament) -> Progress {
        let plan = contest.plan();
        let rounds = plan.schedule().rounds();
        let running = contest.running().count();
        let Some(tournament) = contest.tournament() else {
            return Progress { played: 0, total: plan.total(), running, round: None, rounds };
        };
        let round = tournament.pending().first().map(|due| due.round);
        Progress { played: tournament.games().len(), total: tournament.total(), running, round, rounds }
    }
}

/// Games of a course that cannot begin, and the absent players they wait for.
#[derive(Serialize)]
struct Waiting {
    games: usize,
    entrants: BTreeSet<usize>,
}

impl Waiting {
    fn of(contest: &LiveTournament, viewer: &Viewer<'_>) -> Waiting {
        let (games, entrants) = contest.waiting(viewer.is_here);
        Waiting { games, entrants }
    }
}

/// Returns the whole tournament except its games.
pub fn snapshot(contest: &LiveTournament, viewer: &Viewer<'_>) -> String {
    let settings = contest.settings();
    let report =
        contest.tournament().map(|tournament| TournamentReport::new(&settings, tournament, Edition::default()));
    let report = report.as_ref();
    json(&Snapshot {
        kind: "tournament",
        id: contest.id(),
        version: contest.version(),
        now: viewer.now,
        title: &contest.created().title,
        status: contest.stage().word(),
        code: contest.created().code,
        host: viewer.is_host,
        created: contest.created_at(),
        started: contest.started_at,
        ended: contest.ended_at,
        terms: terms(contest),
        max_entrants: MOST_ENTRANTS,
        most: MOST_ENTRANTS,
        entrants: contest.entries().iter().map(|entry| Entrant::of(entry, viewer)).collect(),
        progress: Progress::of(contest),
        waiting: Waiting::of(contest, viewer),
        tie_breaks: report.map(tie_breaks).unwrap_or_default(),
        standings: report.map(lines).unwrap_or_default(),
        crosstable: report.map(crosstable).unwrap_or_default(),
        ratings: report.map(groups).unwrap_or_default(),
        fouls: fouls(contest),
    })
}

fn terms(contest: &LiveTournament) -> SettingsView {
    let created = contest.created();
    SettingsView {
        format: created.format.name(),
        form: created.format.name(),
        games: created.games,
        rounds: created.rounds,
        challengers: created.challengers,
        time: created.time.to_string(),
        variant: Board::of(created.variant),
        openings: openings(&created.beginnings),
        seed: created.seed,
        concurrency: created.concurrency,
        tables: created.concurrency,
        grace_ms: created.grace_ms,
        pace_ms: contest.pace_ms(),
        listed: created.listed,
        course: created.course,
    }
}

fn openings(beginnings: &OpeningSource) -> String {
    match beginnings {
        OpeningSource::Balanced => "balanced".to_owned(),
        OpeningSource::Start => "none".to_owned(),
        OpeningSource::Random(plies) => format!("random:{plies}"),
        OpeningSource::Lines { lines, .. } => lines.join("\n"),
    }
}

#[derive(Serialize)]
struct Summary<'a> {
    id: GameId,
    title: &'a str,
    status: &'static str,
    code: Code,
    format: &'static str,
    /// The name of `format` until 0.3.
    form: &'static str,
    time: String,
    variant: Board,
    entrants: usize,
    progress: Progress,
    /// The leaders or winners.
    first: Vec<&'a str>,
    created: u64,
    updated: u64,
}

/// Returns the summary for lists.
pub fn summary(contest: &LiveTournament) -> String {
    let created = contest.created();
    json(&Summary {
        id: contest.id(),
        title: &created.title,
        status: contest.stage().word(),
        code: created.code,
        format: created.format.name(),
        form: created.format.name(),
        time: created.time.to_string(),
        variant: Board::of(created.variant),
        entrants: contest.entries().len(),
        progress: Progress::of(contest),
        first: first(contest),
        created: contest.created_at(),
        updated: contest.updated_at(),
    })
}

/// The entrants at the top of the table; empty before the first result.
fn first(contest: &LiveTournament) -> Vec<&str> {
    let Some(tournament) = contest.tournament().filter(|tournament| tournament.games().len() > 0) else {
        return Vec::new();
    };
    let table = tournament.table(&contest.settings().tie_breaks());
    let top = table.iter().take_while(|place| place.standing.place == 1);
    top.filter_map(|place| contest.entries().get(place.entrant())).map(|entry| entry.name.as_str()).collect()
}

fn json(view: &impl Serialize) -> String {
    serde_json::to_string(view).expect("views serialize to JSON")
}
