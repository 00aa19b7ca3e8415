//! The standings with tie-breaks, crosstable, ratings and fouls.

use std::collections::BTreeMap;

use outflank_arena::{
    Sides,
    report::TournamentReport,
    schedule::TieBreak,
    stat::{Elo, Interval},
    tournament::{StandingsRow, Tournament},
};
use serde::Serialize;

use super::super::LiveTournament;
use crate::{
    game::{
        event::beginning,
        wire::{state::FoulText, word},
    },
    log::id::GameId,
};

/// The most fouls listed, the latest. The standings count all of them.
const MOST_FOULS: usize = 100;

/// The most characters of a bot's faulty output.
const LONGEST_QUOTE: usize = 200;

/// The most characters of the description of a foul.
const LONGEST_TEXT: usize = 300;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Line {
    place: u32,
    entrant: usize,
    points: f64,
    games: u32,
    wins: u32,
    draws: u32,
    losses: u32,
    byes: u32,
    /// In the order of `tieBreaks`.
    tie_breaks: Vec<f64>,
    rating: Option<Interval<f64>>,
    colors: Sides<u32>,
    fouls: BTreeMap<String, u32>,
    resigned: u32,
    moves: u32,
    mean_ms: f64,
    slowest_ms: f64,
    total_ms: f64,
}

/// The standings, best first.
pub(super) fn lines(report: &TournamentReport<'_>) -> Vec<Line> {
    report.table().iter().map(|place| line(report, place)).collect()
}

fn line(report: &TournamentReport<'_>, place: &StandingsRow) -> Line {
    let (standing, stats) = (&place.standing, &place.stats);
    let time = stats.time;
    Line {
        place: standing.place,
        entrant: place.entrant(),
        points: standing.points.value(),
        games: standing.games,
        wins: stats.wins,
        draws: stats.draws,
        losses: stats.losses,
        byes: standing.byes,
        tie_breaks: standing.tie_breaks.clone(),
        rating: report.rating(place.entrant()).filter(|_| standing.games > 0).map(rounded),
        colors: stats.colors,
        fouls: stats.fouls.iter().map(|(verdict, foul)| (verdict.to_string(), foul.count)).collect(),
        resigned: stats.resigned,
        moves: time.moves,
        mean_ms: milliseconds(time.mean()),
        slowest_ms: milliseconds(time.slowest),
        total_ms: milliseconds(time.total),
    }
}

fn rounded(elo: Interval<Elo>) -> Interval<f64> {
    elo.map(|Elo(elo)| (10.0 * elo).round() / 10.0)
}

fn milliseconds(time: std::time::Duration) -> f64 {
    (1e4 * time.as_secs_f64()).round() / 10.0
}

/// The names of the tie-breaks, in their order.
pub(super) fn tie_breaks(report: &TournamentReport<'_>) -> Vec<String> {
    let name = |tie_break: &TieBreak| tie_break.to_string().split(':').next().unwrap_or_default().to_owned();
    report.tie_breaks().iter().map(name).collect()
}

/// Points and games of each entrant against each other one, in the order of the standings; `None`
/// if the two did not play.
pub(super) fn crosstable(report: &TournamentReport<'_>) -> Vec<Vec<Option<(f64, u32)>>> {
    let cell = |own: usize, opp: usize| {
        let cell = report.cross_table().cell(own, opp);
        (cell.games > 0).then(|| (cell.points.value(), cell.games))
    };
    let order: Vec<usize> = report.table().iter().map(StandingsRow::entrant).collect();
    order.iter().map(|own| order.iter().map(|opp| cell(*own, *opp)).collect()).collect()
}

/// A group of entrants whose ratings can be compared.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Group {
    entrants: Vec<usize>,
    rests_on_prior: bool,
}

pub(super) fn groups(report: &TournamentReport<'_>) -> Vec<Group> {
    let groups = report.rating_groups().iter().filter(|group| group.ratings.len() > 1);
    groups
        .map(|group| Group {
            entrants: group.ratings.iter().map(|rating| rating.player).collect(),
            rests_on_prior: group.rests_on_prior,
        })
        .collect()
}

#[derive(Serialize)]
pub(super) struct Foul {
    number: u32,
    game: Option<GameId>,
    entrant: usize,
    color: &'static str,
    #[serde(flatten)]
    text: FoulText,
}

/// The latest fouls, by game number.
pub(super) fn fouls(contest: &LiveTournament) -> Vec<Foul> {
    let games: Vec<_> = contest.tournament().into_iter().flat_map(Tournament::games).collect();
    let fouls = games.into_iter().rev().filter_map(|line| {
        let foul = line.foul.as_ref()?;
        let players = Sides { black: line.black, white: line.white };
        Some(Foul {
            number: line.number,
            game: contest.game(line.number),
            entrant: players[foul.color],
            color: word(foul.color),
            text: FoulText::new(
                foul.verdict,
                beginning(&foul.bytes, LONGEST_QUOTE),
                beginning(&foul.detail, LONGEST_TEXT),
            ),
        })
    });
    fouls.take(MOST_FOULS).collect()
}
