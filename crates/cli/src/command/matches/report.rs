//! The result of a match as JSON.

use std::{collections::BTreeMap, path::Path};

use outflank_arena::{
    PlayerSpec,
    journal::log_path,
    matches::{Counts, Fouls, OpeningSource, Side},
    stat::{Elo, Interval, Share, Sprt, SprtState},
};
use serde::Serialize;

use super::MatchReport;
use crate::{interrupt, number::per_second};

/// JSON printed by `outflank match --json`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct MatchJson<'a> {
    players: [MatchPlayerJson; 2],
    variant: String,
    /// `balanced`, `none`, `random:PLIES`, or the number of given openings.
    openings: String,
    time: Option<String>,
    seed: u64,
    /// Games that count for the result.
    games: u64,
    /// Those among them that repeat an earlier game move for move, which prove nothing.
    repeats: u64,
    /// Pairs without repeats, by the points of the first player: 0, 1/2, 1, 3/2 and 2.
    pairs: [u32; 5],
    share: Interval<Share>,
    elo: Interval<Elo>,
    normalised_elo: Elo,
    superiority: f64,
    margin: Option<f64>,
    sprt: Option<SprtJson<'a>>,
    /// Finished games that do not count, because their pair is incomplete or earlier pairs are.
    uncounted: usize,
    complete: bool,
    interrupted: bool,
    seconds: f64,
    games_per_second: f64,
    folder: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct MatchPlayerJson {
    player: String,
    /// The specification of the player, such as `level:8` or a command line.
    entrant: String,
    #[serde(flatten)]
    all: Counts,
    as_black: Counts,
    as_white: Counts,
    /// Counts by verdict.
    fouls: BTreeMap<String, u32>,
    /// The first game with each verdict.
    examples: Vec<FoulExampleJson>,
    resigned: u32,
    moves: u64,
    /// The time of all moves, and below it that of the slowest.
    seconds: f64,
    slowest_seconds: f64,
}

#[derive(Serialize)]
struct FoulExampleJson {
    verdict: String,
    /// Counted from 1, as in the log.
    game: u64,
    detail: String,
    bytes: String,
    log: Option<String>,
}

#[derive(Serialize)]
struct SprtJson<'a> {
    #[serde(flatten)]
    sprt: &'a Sprt,
    llr: f64,
    lower: f64,
    upper: f64,
    state: SprtState,
}

impl<'a> From<MatchReport<'a>> for MatchJson<'a> {
    fn from(MatchReport { settings, score, folder, pace }: MatchReport<'a>) -> MatchJson<'a> {
        let pairs = score.evidence();
        let [first, second] = settings.names();
        let [one, other] = score.sides();
        MatchJson {
            players: [
                MatchPlayerJson::new(first, &settings.entrants[0], one, folder),
                MatchPlayerJson::new(second, &settings.entrants[1], other, folder),
            ],
            variant: settings.variant.to_string(),
            openings: openings(&settings.openings),
            time: settings.time.map(|time| time.to_string()),
            seed: settings.seed,
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
                SprtJson { sprt, llr: sprt.llr(pairs), lower, upper, state }
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

impl MatchPlayerJson {
    fn new(player: String, entrant: &PlayerSpec, side: &Side, folder: Option<&Path>) -> MatchPlayerJson {
        MatchPlayerJson {
            player,
            entrant: entrant.to_string(),
            all: side.counts(),
            as_black: side.by_color.black,
            as_white: side.by_color.white,
            fouls: side.fouls.iter().map(|(verdict, fouls)| (verdict.to_string(), fouls.count)).collect(),
            examples: side.fouls.values().map(|fouls| FoulExampleJson::new(fouls, folder)).collect(),
            resigned: side.resigned,
            moves: side.moves,
            seconds: side.spent_us as f64 / 1e6,
            slowest_seconds: side.slowest_us as f64 / 1e6,
        }
    }
}

impl FoulExampleJson {
    fn new(fouls: &Fouls, folder: Option<&Path>) -> FoulExampleJson {
        FoulExampleJson {
            verdict: fouls.example.verdict.to_string(),
            game: u64::from(fouls.first) + 1,
            detail: fouls.example.detail.clone(),
            bytes: fouls.example.bytes.clone(),
            log: folder.map(|folder| log_path(folder, fouls.first).display().to_string()),
        }
    }
}

fn openings(openings: &OpeningSource) -> String {
    match openings {
        OpeningSource::Balanced => "balanced".to_owned(),
        OpeningSource::Start => "none".to_owned(),
        OpeningSource::Random(plies) => format!("random:{plies}"),
        OpeningSource::Lines { lines, .. } => format!("given:{}", lines.len()),
    }
}
