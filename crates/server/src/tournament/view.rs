//! A tournament as it is shown.
//!
//! [`snapshot`] has all that changes when a game ends, [`boards`] what changes with every move, [`round`] the games of one round, which are asked for when
//! somebody opens it: all of them would be too much for a message. [`summary`] is for lists. Entrants are told by their places in the list `entrants`.

mod boards;
mod round;
mod standings;
#[cfg(test)]
mod tests;

use outflank_arena::{
    report::{Edition, Report},
    tournament::Beginnings,
};
use outflank_rules::{Goal, Variant};
use serde::Serialize;

use super::{Code, Contest, Entry, MOST_ENTRANTS};
use crate::{id::GameId, secret::SecretHash};

pub use boards::boards;
pub use round::round;
use standings::{Foul, Group, Line, crosstable, fouls, groups, lines, tie_breaks};

/// Who looks, and what he cannot know from the log.
pub struct Viewer<'a> {
    /// Is he the host?
    pub is_host: bool,
    /// Is the bot that obeys this token connected?
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
    terms: Terms,
    most: usize,
    entrants: Vec<Entrant<'a>>,
    progress: Progress,
    tie_breaks: Vec<String>,
    standings: Vec<Line>,
    crosstable: Vec<Vec<Option<(f64, u32)>>>,
    ratings: Vec<Group>,
    fouls: Vec<Foul>,
}

/// What was asked for.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Terms {
    form: &'static str,
    games: u32,
    rounds: Option<u32>,
    challengers: usize,
    time: String,
    variant: Board,
    openings: String,
    seed: u64,
    tables: usize,
    grace_ms: u64,
    listed: bool,
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
        let ground = variant.ground();
        let goal = match ground.goal() {
            Goal::Most => "most",
            Goal::Fewest => "fewest",
        };
        Board { name: variant.name(), code: variant.to_string(), size: ground.size(), goal }
    }
}

#[derive(Serialize)]
struct Entrant<'a> {
    name: &'a str,
    kind: &'static str,
    player: String,
    /// Of a player of the server's own that is not asked.
    here: Option<bool>,
    withdrawn: bool,
}

impl<'a> Entrant<'a> {
    fn of(entry: &'a Entry, viewer: &Viewer<'_>) -> Entrant<'a> {
        let here = entry.token().map(viewer.is_here);
        let kind = if here.is_some() { "bot" } else { "level" };
        Entrant { name: &entry.name, kind, player: entry.player(), here, withdrawn: entry.is_withdrawn }
    }
}

/// How much of it was played.
#[derive(Serialize)]
struct Progress {
    played: usize,
    /// Before the start, as many as there would be now.
    total: u32,
    running: usize,
    /// The first round of which something is left to play, from 1.
    round: Option<u32>,
    rounds: usize,
}

impl Progress {
    fn of(contest: &Contest) -> Progress {
        let plan = contest.plan();
        let rounds = plan.schedule().rounds();
        let running = contest.running().count();
        let Some(tournament) = contest.tournament() else {
            return Progress { played: 0, total: plan.total(), running, round: None, rounds };
        };
        let round = tournament.due().first().map(|due| due.round);
        Progress { played: tournament.games().len(), total: tournament.total(), running, round, rounds }
    }
}

/// The whole of a tournament but its games, for somebody who knows nothing of it yet.
pub fn snapshot(contest: &Contest, viewer: &Viewer<'_>) -> String {
    let settings = contest.settings();
    let report = contest.tournament().map(|tournament| Report::new(&settings, tournament, Edition::default()));
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
        most: MOST_ENTRANTS,
        entrants: contest.entries().iter().map(|entry| Entrant::of(entry, viewer)).collect(),
        progress: Progress::of(contest),
        tie_breaks: report.map(tie_breaks).unwrap_or_default(),
        standings: report.map(lines).unwrap_or_default(),
        crosstable: report.map(crosstable).unwrap_or_default(),
        ratings: report.map(groups).unwrap_or_default(),
        fouls: fouls(contest),
    })
}

fn terms(contest: &Contest) -> Terms {
    let created = contest.created();
    Terms {
        form: created.form.name(),
        games: created.games,
        rounds: created.rounds,
        challengers: created.challengers,
        time: created.time.to_string(),
        variant: Board::of(created.variant),
        openings: openings(&created.beginnings),
        seed: created.seed,
        tables: created.tables,
        grace_ms: created.grace_ms,
        listed: created.listed,
    }
}

fn openings(beginnings: &Beginnings) -> String {
    match beginnings {
        Beginnings::Balanced => "balanced".to_owned(),
        Beginnings::Start => "none".to_owned(),
        Beginnings::Random(plies) => format!("random:{plies}"),
        Beginnings::Lines { lines, .. } => lines.join("\n"),
    }
}

#[derive(Serialize)]
struct Summary<'a> {
    id: GameId,
    title: &'a str,
    status: &'static str,
    code: Code,
    form: &'static str,
    time: String,
    variant: Board,
    entrants: usize,
    progress: Progress,
    /// Who stands first, or won.
    first: Vec<&'a str>,
    created: u64,
    updated: u64,
}

/// What lists show of a tournament.
pub fn summary(contest: &Contest) -> String {
    let created = contest.created();
    json(&Summary {
        id: contest.id(),
        title: &created.title,
        status: contest.stage().word(),
        code: created.code,
        form: created.form.name(),
        time: created.time.to_string(),
        variant: Board::of(created.variant),
        entrants: contest.entries().len(),
        progress: Progress::of(contest),
        first: first(contest),
        created: contest.created_at(),
        updated: contest.updated_at(),
    })
}

/// Those at the top of the table, once something was played.
fn first(contest: &Contest) -> Vec<&str> {
    let Some(tournament) = contest.tournament().filter(|tournament| tournament.games().len() > 0) else {
        return Vec::new();
    };
    let table = tournament.table(&contest.settings().tie_breaks());
    let top = table.iter().take_while(|place| place.standing.place == 1);
    top.filter_map(|place| contest.entries().get(place.entrant())).map(|entry| entry.name.as_str()).collect()
}

fn json(view: &impl Serialize) -> String {
    serde_json::to_string(view).expect("views have only what JSON can hold")
}
