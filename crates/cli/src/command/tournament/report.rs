//! The tournament as JSON.

use std::{collections::BTreeMap, time::Duration};

use outflank_arena::{
    Sides,
    report::TournamentReport,
    schedule::TieBreak,
    stat::{Elo, Interval},
    tournament::{StandingsRow, TimeUse, TournamentRun},
};
use serde::Serialize;

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
    rating: Option<Interval<f64>>,
    colors: Sides<u32>,
    fouls: BTreeMap<String, u32>,
    resigned: u32,
    moves: u32,
    mean_ms: f64,
    slowest_ms: f64,
    total_ms: f64,
}

pub(super) fn of(event: &TournamentRun) -> TournamentJson {
    let (settings, tournament) = (event.settings(), event.tournament());
    let report = event.report(false);
    TournamentJson {
        title: settings.title.clone(),
        folder: event.dir().display().to_string(),
        format: settings.plan.format.to_string(),
        variant: settings.variant.to_string(),
        time: settings.time.map(|time| time.to_string()),
        seed: settings.plan.seed,
        rounds: settings.plan.schedule().rounds(),
        games_per_pairing: settings.plan.games,
        games: tournament.games().len(),
        total: tournament.total(),
        is_over: tournament.is_over(),
        standings: report.table().iter().map(|place| line(event, &report, place)).collect(),
    }
}

fn line(event: &TournamentRun, report: &TournamentReport<'_>, place: &StandingsRow) -> StandingJson {
    let (standing, stats) = (&place.standing, &place.stats);
    let player = &event.settings().players[place.entrant()];
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
        rating: report.rating(place.entrant()).map(|elo| elo.map(|Elo(elo)| (10.0 * elo).round() / 10.0)),
        colors: stats.colors,
        fouls: stats.fouls.iter().map(|(verdict, foul)| (verdict.to_string(), foul.count)).collect(),
        resigned: stats.resigned,
        moves,
        mean_ms: milliseconds(stats.time.mean()),
        slowest_ms: milliseconds(slowest),
        total_ms: milliseconds(total),
    }
}

/// The values of tie-breaks by name. Discs have a separate field.
fn tie_breaks(names: &[TieBreak], values: &[f64]) -> BTreeMap<String, f64> {
    let shown = names.iter().zip(values).filter(|(name, _)| **name != TieBreak::Discs);
    shown.map(|(name, value)| (name.word().to_owned(), *value)).collect()
}

fn milliseconds(time: Duration) -> f64 {
    (1e6 * time.as_secs_f64()).round() / 1e3
}
