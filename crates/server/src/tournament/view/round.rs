//! The games of one round.

use outflank_arena::{
    Sides,
    journal::GameLine,
    schedule::{EntrantId, Pairing},
    tournament::Tournament,
};
use serde::Serialize;

use super::{super::LiveTournament, json};
use crate::{game::wire::word, log::id::GameId};

#[derive(Serialize)]
struct RoundView {
    #[serde(rename = "type")]
    kind: &'static str,
    version: u64,
    number: u32,
    meetings: Vec<MeetingView>,
    byes: Vec<usize>,
}

#[derive(Serialize)]
struct MeetingView {
    /// The first one has Black in the first game of the pairing.
    entrants: [usize; 2],
    points: [f64; 2],
    winner: Option<usize>,
    games: Vec<GameView>,
}

#[derive(Serialize)]
struct GameView {
    number: u32,
    /// The room to watch it in.
    game: Option<GameId>,
    black: usize,
    white: usize,
    /// Only for finished games.
    result: Option<Outcome>,
}

#[derive(Serialize)]
struct Outcome {
    winner: Option<&'static str>,
    discs: Sides<u32>,
    reason: String,
    by: Option<&'static str>,
}

impl Outcome {
    fn of(line: &GameLine) -> Outcome {
        Outcome {
            winner: line.winner.map(word),
            discs: line.discs,
            reason: line.reason.clone(),
            by: line.foul.as_ref().map(|foul| word(foul.color)),
        }
    }
}

/// Returns the JSON of a round, counted from 1; `None` if it is not paired yet.
pub fn round(contest: &LiveTournament, number: u32) -> Option<String> {
    let tournament = contest.tournament()?;
    let round = tournament.rounds().find(|round| round.number == number)?;
    let games = tournament.plan().games;
    let first = first_number(tournament, number)?;
    let meetings = round.pairings.iter().zip((first..).step_by(games as usize));
    Some(json(&RoundView {
        kind: "round",
        version: contest.version(),
        number,
        meetings: meetings
            .map(|(meeting, first)| MeetingView {
                entrants: meeting.entrants().map(|EntrantId(place)| place),
                points: points(tournament, number, *meeting),
                winner: tournament.winner(number, *meeting).map(|EntrantId(place)| place),
                games: (first..first + games).filter_map(|number| game(contest, tournament, number)).collect(),
            })
            .collect(),
        byes: round.byes.iter().map(|EntrantId(place)| *place).collect(),
    }))
}

/// The number of the first game of a round.
fn first_number(tournament: &Tournament, round: u32) -> Option<u32> {
    let before = tournament.rounds().take_while(|one| one.number < round);
    let meetings: usize = before.map(|round| round.pairings.len()).sum();
    u32::try_from(meetings).ok()?.checked_mul(tournament.plan().games)
}

fn points(tournament: &Tournament, round: u32, meeting: Pairing) -> [f64; 2] {
    meeting.entrants().map(|entrant| tournament.points_in(round, meeting, entrant).value())
}

fn game(contest: &LiveTournament, tournament: &Tournament, number: u32) -> Option<GameView> {
    let Sides { black, white } = tournament.pairing(number)?;
    let result = tournament.game(number).map(Outcome::of);
    Some(GameView { number, game: contest.game(number), black, white, result })
}
