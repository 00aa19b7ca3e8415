//! The rounds drawn so far, and the numbers of their games: round by round, pairing by pairing.

use std::{ops::Range, sync::Arc};

use super::{PendingGame, Tournament, discs, points};
use crate::{
    Sides,
    journal::GameLine,
    schedule::{Played, PlayedRound, Round, Schedule},
    stat::Points,
};

/// A drawn round with the number of its first game.
#[derive(Clone, Debug)]
pub(super) struct Stage {
    pub(super) round: Round,
    pub(super) first: u32,
    /// The number of its games played.
    pub(super) played: u32,
}

impl Tournament {
    /// Stores a game whose number is known.
    pub(super) fn keep(&mut self, game: GameLine) {
        let place = self.place_of(game.number);
        let is_new = self.games.insert(game.number, Arc::new(game)).is_none();
        if let Some(stage) = self.stages.get_mut(place) {
            stage.played += u32::from(is_new);
        }
    }

    /// The index of the round of a game.
    fn place_of(&self, number: u32) -> usize {
        self.stages.partition_point(|stage| self.numbers(stage).end <= number)
    }

    /// Draws all rounds that can be known.
    pub(super) fn draw(&mut self) {
        while let Some(round) = self.next_round() {
            let first = self.stages.last().map_or(0, |stage| self.numbers(stage).end);
            self.stages.push(Stage { round, first, played: 0 });
        }
    }

    fn next_round(&self) -> Option<Round> {
        let drawn = self.stages.len();
        match &self.schedule {
            Schedule::RoundRobin(schedule) => schedule.round(drawn),
            Schedule::Gauntlet(schedule) => schedule.round(drawn),
            Schedule::Swiss(_) | Schedule::KnockOut(_) => {
                let is_played = self.stages.last().is_none_or(|stage| self.is_played(stage));
                if is_played { self.schedule.next(&self.played()) } else { None }
            }
        }
    }

    pub(super) fn is_played(&self, stage: &Stage) -> bool {
        stage.played as usize == self.numbers(stage).len()
    }

    pub(super) fn numbers(&self, stage: &Stage) -> Range<u32> {
        let games = (stage.round.pairings.len() as u32).saturating_mul(self.plan.games);
        stage.first..stage.first.saturating_add(games)
    }

    pub(super) fn due_numbered(&self, number: u32) -> Option<PendingGame> {
        let stage = self.stages.get(self.place_of(number))?;
        let (place, game) = ((number - stage.first) / self.plan.games, (number - stage.first) % self.plan.games);
        let pairing = stage.round.pairings[place as usize];
        let pairing = Sides { black: pairing.first.0, white: pairing.second.0 };
        let pairing = if game.is_multiple_of(2) { pairing } else { pairing.swapped() };
        Some(PendingGame { number, round: stage.round.number, game, pairing })
    }

    /// The finished games of a pairing.
    pub(super) fn games_at(&self, stage: &Stage, place: usize) -> impl Iterator<Item = &GameLine> {
        let first = stage.first + place as u32 * self.plan.games;
        self.games.range(first..first + self.plan.games).map(|(_, game)| &**game)
    }

    /// The complete rounds, from which later rounds follow.
    pub(super) fn played(&self) -> Vec<PlayedRound> {
        let whole = self.stages.iter().take_while(|stage| self.is_played(stage));
        whole
            .map(|stage| {
                let places = 0..stage.round.pairings.len();
                let pairings = places.map(|place| self.result(stage, place)).collect();
                PlayedRound { games: self.plan.games, pairings, byes: stage.round.byes.clone() }
            })
            .collect()
    }

    /// The result of a pairing so far.
    pub(super) fn result(&self, stage: &Stage, place: usize) -> Played {
        let pairing = stage.round.pairings[place];
        let sum = |entrant| {
            let games = self.games_at(stage, place);
            games.fold((Points::ZERO, 0), |(sum, all), game| (sum + points(game, entrant), all + discs(game, entrant)))
        };
        let [(first, own), (second, opp)] = pairing.entrants().map(sum);
        Played { pairing, points: [first, second], discs: [own, opp] }
    }
}
