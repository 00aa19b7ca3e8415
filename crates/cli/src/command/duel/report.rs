//! The result of a match as programs read it.

use std::{collections::BTreeMap, path::Path};

use outflank_arena::{
    Entrant,
    duel::{Beginnings, Counts, Duel, Fouls, Score, Side},
    journal::log_name,
    stat::{Elo, Interval, Share, Sprt, SprtState},
};
use serde::Serialize;

use super::Pace;
use crate::{interrupt, number::per_second};

#[derive(Serialize)]
pub(super) struct Report<'a> {
    players: [PlayerReport; 2],
    variant: String,
    /// `balanced`, `none`, `random:PLIES`, or how many were given.
    openings: String,
    time: Option<String>,
    seed: u64,
    /// Games that count.
    games: u64,
    /// Those among them that were played before, move for move: they prove nothing.
    repeats: u64,
    /// Pairs that are no repeats, by what they gave the first player: 0, 1/2, 1, 3/2, 2 points.
    pairs: [u32; 5],
    share: Interval<Share>,
    elo: Interval<Elo>,
    normalised_elo: Elo,
    superiority: f64,
    margin: Option<f64>,
    sprt: Option<TestReport<'a>>,
    /// Finished games that do not count, as their pairs are not whole or not their turn.
    uncounted: usize,
    complete: bool,
    interrupted: bool,
    seconds: f64,
    games_per_second: f64,
    folder: Option<String>,
}

#[derive(Serialize)]
struct PlayerReport {
    /// What it is called.
    player: String,
    /// What was run.
    entrant: String,
    #[serde(flatten)]
    all: Counts,
    as_black: Counts,
    as_white: Counts,
    /// By the names of the verdicts.
    fouls: BTreeMap<String, u32>,
    /// The first game of each verdict.
    examples: Vec<ExampleReport>,
    resigned: u32,
    moves: u64,
    /// All moves together, and the slowest.
    seconds: f64,
    slowest_seconds: f64,
}

#[derive(Serialize)]
struct ExampleReport {
    verdict: String,
    /// From 1, as in the log.
    game: u64,
    detail: String,
    bytes: String,
    log: Option<String>,
}

#[derive(Serialize)]
struct TestReport<'a> {
    #[serde(flatten)]
    sprt: &'a Sprt,
    llr: f64,
    lower: f64,
    upper: f64,
    state: SprtState,
}

impl<'a> Report<'a> {
    pub(super) fn new(duel: &'a Duel, score: &'a Score, folder: Option<&Path>, pace: Pace) -> Report<'a> {
        let pairs = score.evidence();
        let [first, second] = duel.names();
        let [one, other] = score.sides();
        Report {
            players: [
                PlayerReport::new(first, &duel.entrants[0], one, folder),
                PlayerReport::new(second, &duel.entrants[1], other, folder),
            ],
            variant: duel.variant.to_string(),
            openings: openings(&duel.openings),
            time: duel.time.map(|time| time.to_string()),
            seed: duel.seed,
            games: score.games(),
            repeats: score.repeats(),
            pairs: pairs.counts,
            share: pairs.share(),
            elo: pairs.elo(),
            normalised_elo: pairs.normalised_elo(),
            superiority: pairs.superiority(),
            margin: score.mean_margin(),
            sprt: score.sprt().zip(score.verdict()).map(|(sprt, state)| {
                let (lower, upper) = sprt.bounds();
                TestReport { sprt, llr: sprt.llr(pairs), lower, upper, state }
            }),
            uncounted: score.uncounted(),
            complete: score.is_over(),
            interrupted: interrupt::came(),
            seconds: pace.seconds,
            games_per_second: per_second(pace.games, pace.seconds),
            folder: folder.map(|folder| folder.display().to_string()),
        }
    }
}

impl PlayerReport {
    fn new(player: String, entrant: &Entrant, side: &Side, folder: Option<&Path>) -> PlayerReport {
        PlayerReport {
            player,
            entrant: entrant.to_string(),
            all: side.counts(),
            as_black: side.by_color.black,
            as_white: side.by_color.white,
            fouls: side.fouls.iter().map(|(verdict, fouls)| (verdict.to_string(), fouls.count)).collect(),
            examples: side.fouls.values().map(|fouls| ExampleReport::new(fouls, folder)).collect(),
            resigned: side.resigned,
            moves: side.moves,
            seconds: side.spent_us as f64 / 1e6,
            slowest_seconds: side.slowest_us as f64 / 1e6,
        }
    }
}

impl ExampleReport {
    fn new(fouls: &Fouls, folder: Option<&Path>) -> ExampleReport {
        ExampleReport {
            verdict: fouls.example.verdict.to_string(),
            game: u64::from(fouls.first) + 1,
            detail: fouls.example.detail.clone(),
            bytes: fouls.example.bytes.clone(),
            log: folder.map(|folder| folder.join(log_name(fouls.first)).display().to_string()),
        }
    }
}

fn openings(openings: &Beginnings) -> String {
    match openings {
        Beginnings::Balanced => "balanced".to_owned(),
        Beginnings::Start => "none".to_owned(),
        Beginnings::Random(plies) => format!("random:{plies}"),
        Beginnings::Lines { lines, .. } => format!("given:{}", lines.len()),
    }
}
