//! The games of one round.

use outflank_arena::{
    Sides,
    journal::GameLine,
    schedule::{Entrant, Meeting},
    tournament::Tournament,
};
use serde::Serialize;

use super::{super::Contest, json};
use crate::{id::GameId, wire::word};

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
    /// The first has Black in the first game.
    entrants: [usize; 2],
    points: [f64; 2],
    winner: Option<usize>,
    games: Vec<GameView>,
}

#[derive(Serialize)]
struct GameView {
    number: u32,
    /// Where it can be looked at.
    game: Option<GameId>,
    black: usize,
    white: usize,
    /// Of a game that was played.
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

/// A round that is known by now, from 1.
pub fn round(contest: &Contest, number: u32) -> Option<String> {
    let tournament = contest.tournament()?;
    let round = tournament.rounds().find(|round| round.number == number)?;
    let games = tournament.plan().games;
    let first = first_number(tournament, number)?;
    let meetings = round.meetings.iter().zip((first..).step_by(games as usize));
    Some(json(&RoundView {
        kind: "round",
        version: contest.version(),
        number,
        meetings: meetings
            .map(|(meeting, first)| MeetingView {
                entrants: meeting.entrants().map(|Entrant(place)| place),
                points: points(tournament, number, *meeting),
                winner: tournament.winner(number, *meeting).map(|Entrant(place)| place),
                games: (first..first + games).filter_map(|number| game(contest, tournament, number)).collect(),
            })
            .collect(),
        byes: round.byes.iter().map(|Entrant(place)| *place).collect(),
    }))
}

/// The number of the first game of a round.
fn first_number(tournament: &Tournament, round: u32) -> Option<u32> {
    let before = tournament.rounds().take_while(|one| one.number < round);
    let meetings: usize = before.map(|round| round.meetings.len()).sum();
    u32::try_from(meetings).ok()?.checked_mul(tournament.plan().games)
}

fn points(tournament: &Tournament, round: u32, meeting: Meeting) -> [f64; 2] {
    meeting.entrants().map(|entrant| tournament.points_in(round, meeting, entrant).value())
}

fn game(contest: &Contest, tournament: &Tournament, number: u32) -> Option<GameView> {
    let Sides { black, white } = tournament.pairing(number)?;
    let result = tournament.game(number).map(Outcome::of);
    Some(GameView { number, game: contest.game(number), black, white, result })
}
