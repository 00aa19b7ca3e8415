//! The result of a tournament, as text and as JSON.

use std::{collections::BTreeMap, io::Write, time::Duration};

use outflank_arena::{
    Sides, escape_bytes,
    report::TournamentReport,
    schedule::TieBreak,
    stat::{Elo, Interval},
    tournament::{StandingsRow, TimeUse, TournamentRun},
};
use serde::{Serialize, Serializer};

use crate::{
    columns::Columns,
    error::Error,
    number::{counted, time},
    terminal,
};

/// JSON printed by `outflank tournament --json`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TournamentJson {
    title: String,
    folder: String,
    format: String,
    variant: String,
    time: Option<String>,
    seed: u64,
    rounds: usize,
    games_per_pairing: u32,
    games: usize,
    total: u32,
    is_over: bool,
    standings: Vec<StandingJson>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct StandingJson {
    place: u32,
    name: String,
    entrant: String,
    points: f64,
    games: u32,
    wins: u32,
    draws: u32,
    losses: u32,
    byes: u32,
    discs: u32,
    tie_breaks: BTreeMap<String, f64>,
    /// The Brightwell quotient, or the first tie-break of another format.
    #[serde(skip)]
    first_tie_break: f64,
    #[serde(serialize_with = "rounded")]
    rating: Option<Interval<Elo>>,
    colors: Sides<u32>,
    fouls: BTreeMap<String, u32>,
    resigned: u32,
    moves: u32,
    mean_ms: f64,
    slowest_ms: f64,
    total_ms: f64,
}

/// Rounds a rating to tenths.
fn rounded<S: Serializer>(rating: &Option<Interval<Elo>>, serializer: S) -> Result<S::Ok, S::Error> {
    rating.map(|elo| elo.map(|Elo(elo)| (10.0 * elo).round() / 10.0)).serialize(serializer)
}

impl TournamentJson {
    pub(super) fn new(run: &TournamentRun) -> TournamentJson {
        let (settings, tournament) = (run.settings(), run.tournament());
        let report = run.report(false);
        TournamentJson {
            title: settings.title.clone(),
            folder: run.dir().display().to_string(),
            format: settings.plan.format.to_string(),
            variant: settings.variant.to_string(),
            time: settings.time.map(|time| time.to_string()),
            seed: settings.plan.seed,
            rounds: settings.plan.schedule().rounds(),
            games_per_pairing: settings.plan.games,
            games: tournament.games().len(),
            total: tournament.total(),
            is_over: tournament.is_over(),
            standings: report.table().iter().map(|place| StandingJson::new(run, &report, place)).collect(),
        }
    }

    pub(super) fn write_text(&self, out: &mut dyn Write) -> Result<(), Error> {
        let mut table = Columns::new(["#", "bot", "points", "w-d-l", "BQ", "rating", "fouls", "a move", "slowest"], 1);
        self.standings.iter().for_each(|standing| table.row(standing.cells()));
        writeln!(out, "{}", table.text(terminal::width()))?;
        let mut offenders = self.standings.iter().filter(|standing| !standing.fouls.is_empty()).peekable();
        let has_fouls = offenders.peek().is_some();
        for StandingJson { name, fouls, .. } in offenders {
            let verdicts: Vec<String> = fouls.iter().map(|(verdict, count)| format!("{count} {verdict}")).collect();
            writeln!(out, "{}: {}", escape_bytes(name.as_bytes()), verdicts.join(", "))?;
        }
        if has_fouls {
            writeln!(out)?;
        }
        let byes = self.standings.iter().any(|standing| standing.byes > 0);
        let byes = if byes { "; a round without an opponent counts as won" } else { "" };
        let (games, rounds) = (counted(self.total.into(), "game"), counted(self.rounds as u64, "round"));
        writeln!(out, "{} of {games}, {rounds}, seed {}{byes}", self.games, self.seed)?;
        Ok(())
    }
}

impl StandingJson {
    fn new(run: &TournamentRun, report: &TournamentReport<'_>, place: &StandingsRow) -> StandingJson {
        let (standing, stats) = (&place.standing, &place.stats);
        let player = &run.settings().players[place.entrant()];
        let TimeUse { moves, total, slowest } = stats.time;
        StandingJson {
            place: standing.place,
            name: player.name.clone(),
            entrant: player.entrant.clone(),
            points: standing.points.value(),
            games: standing.games,
            wins: stats.wins,
            draws: stats.draws,
            losses: stats.losses,
            byes: standing.byes,
            discs: standing.discs,
            tie_breaks: tie_breaks(report.tie_breaks(), &standing.tie_breaks),
            first_tie_break: standing.tie_breaks.first().copied().unwrap_or_default(),
            rating: report.rating(place.entrant()),
            colors: stats.colors,
            fouls: stats.fouls.iter().map(|(verdict, foul)| (verdict.to_string(), foul.count)).collect(),
            resigned: stats.resigned,
            moves,
            mean_ms: milliseconds(stats.time.mean()),
            slowest_ms: milliseconds(slowest),
            total_ms: milliseconds(total),
        }
    }

    fn cells(&self) -> [String; 9] {
        let taken = |ms: f64| format!("{:>7}", time(Some(ms / 1e3).filter(|_| self.moves > 0)));
        [
            self.place.to_string(),
            self.name.clone(),
            self.points.to_string(),
            format!("{}-{}-{}", self.wins, self.draws, self.losses),
            self.first_tie_break.to_string(),
            self.rating.map_or_else(|| "-".to_owned(), rating_text),
            self.fouls.values().sum::<u32>().to_string(),
            taken(self.mean_ms),
            taken(self.slowest_ms),
        ]
    }
}

/// A rating and half the width of its interval.
fn rating_text(elo: Interval<Elo>) -> String {
    let margin = (elo.high.0 - elo.low.0) / 2.0;
    // Adding 0.0 turns -0.0 into 0.0, so that it prints as +0.
    let value = elo.value.0.round() + 0.0;
    format!("{value:+.0} {} {margin:.0}", if terminal::is_unicode() { "±" } else { "+-" })
}

/// The values of tie-breaks by name. Discs have a separate field.
fn tie_breaks(names: &[TieBreak], values: &[f64]) -> BTreeMap<String, f64> {
    let shown = names.iter().zip(values).filter(|(name, _)| **name != TieBreak::Discs);
    shown.map(|(name, value)| (name.word().to_owned(), *value)).collect()
}

fn milliseconds(time: Duration) -> f64 {
    (1e6 * time.as_secs_f64()).round() / 1e3
}
