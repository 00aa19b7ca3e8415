//! Tournaments of many players, and their standings.
//!
//! A [`Tournament`] is a fold of its finished games, which may come in any order. It knows what is
//! due next, the standings, and everyone's statistics. Nothing else is stored, so an interrupted
//! tournament resumes from the saved games with the same outcome. Rounds that depend on results
//! depend on complete rounds only, so the order in which games end does not matter.
//!
//! ```
//! use outflank_arena::tournament::{TournamentFormat, Plan, Tournament};
//!
//! let plan = Plan::new(TournamentFormat::RoundRobin, 4, 7);
//! let tournament = Tournament::new(plan);
//! let pending = tournament.pending();
//! assert_eq!((pending.len(), tournament.total()), (12, 12), "six pairings of two games");
//! assert_eq!(pending[0].pairing.swapped(), pending[1].pairing, "with the colors exchanged");
//! ```
//!
//! Openings, players and files are deliberately absent: see [`FixtureFactory`] for the first,
//! [`runner`](crate::runner) and [`journal`](crate::journal) for the others.

mod plan;
mod rounds;
mod run;
mod settings;
mod standings;
#[cfg(test)]
pub(crate) mod tests;

use std::{collections::BTreeMap, sync::Arc};

use crate::{
    Sides,
    journal::GameLine,
    rating::{Ratings, Results},
    schedule::{EntrantId, Pairing, Round, Schedule},
    stat::Points,
};

pub use crate::{
    journal::RunMismatch,
    opening::{OpeningSource, beginning},
};
pub use plan::{ParseTournamentFormatError, TournamentFormat};
pub use plan::{Plan, PlanError};
use rounds::Stage;
pub use run::{TournamentRun, TournamentRunError};
pub(crate) use run::{record, record_name};
pub use settings::FixtureFactory;
pub use settings::{RosterEntry, TournamentSettings, TournamentSettingsError, Venue};
pub use standings::StandingsRow;
pub use standings::{Cell, CrossTable};
pub use standings::{EntrantStats, FoulCount, TimeUse};

/// A game that is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PendingGame {
    /// Its index among all games, from 0.
    pub number: u32,
    /// The round, from 1.
    pub round: u32,
    /// Its index in the pairing, from 0.
    pub game: u32,
    /// The players.
    pub pairing: Sides<usize>,
}

/// A tournament and the games played so far. Clones share the games.
#[derive(Clone, Debug)]
pub struct Tournament {
    plan: Plan,
    schedule: Schedule,
    stages: Vec<Stage>,
    games: BTreeMap<u32, Arc<GameLine>>,
}

impl Tournament {
    /// A tournament without games.
    pub fn new(plan: Plan) -> Tournament {
        let schedule = plan.schedule();
        let mut tournament = Tournament { plan, schedule, stages: Vec::new(), games: BTreeMap::new() };
        tournament.draw();
        tournament
    }

    /// A tournament with these games.
    pub fn resumed(plan: Plan, games: impl IntoIterator<Item = GameLine>) -> Result<Tournament, RunMismatch> {
        let mut games: Vec<GameLine> = games.into_iter().collect();
        games.sort_by_key(|game| game.number);
        let mut tournament = Tournament::new(plan);
        games.into_iter().try_for_each(|game| tournament.enter(game))?;
        Ok(tournament)
    }

    /// Adds a finished game and draws the rounds that follow from it.
    pub fn enter(&mut self, game: GameLine) -> Result<(), RunMismatch> {
        let misfit = RunMismatch { number: game.number };
        let pending = self.due_numbered(game.number).ok_or(misfit)?;
        if pending.pairing != (Sides { black: game.black, white: game.white }) {
            return Err(misfit);
        }
        self.keep(game);
        self.draw();
        Ok(())
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The finished games by number.
    pub fn games(&self) -> impl ExactSizeIterator<Item = &GameLine> {
        self.games.values().map(|game| &**game)
    }

    /// A finished game.
    pub fn game(&self, number: u32) -> Option<&GameLine> {
        self.games.get(&number).map(|game| &**game)
    }

    /// The total number of games.
    pub fn total(&self) -> u32 {
        self.plan.total()
    }

    /// True if all games were played.
    pub fn is_over(&self) -> bool {
        self.games.len() as u64 >= u64::from(self.total())
    }

    /// The rounds drawn so far.
    pub fn rounds(&self) -> impl ExactSizeIterator<Item = &Round> {
        self.stages.iter().map(|stage| &stage.round)
    }

    /// The games of a round, from 1, in order of number.
    pub fn games_of(&self, round: u32) -> impl Iterator<Item = &GameLine> {
        let stage = (round as usize).checked_sub(1).and_then(|place| self.stages.get(place));
        let numbers = stage.map_or(0..0, |stage| self.numbers(stage));
        self.games.range(numbers).map(|(_, game)| &**game)
    }

    /// The round of a game, from 1.
    pub fn round_of(&self, number: u32) -> Option<u32> {
        self.due_numbered(number).map(|pending| pending.round)
    }

    /// The players of a game.
    pub fn pairing(&self, number: u32) -> Option<Sides<usize>> {
        self.due_numbered(number).map(|pending| pending.pairing)
    }

    /// An entrant's points in a pairing of a round.
    pub fn points_in(&self, round: u32, pairing: Pairing, entrant: EntrantId) -> Points {
        self.games_in(round, pairing).map(|game| points(game, entrant)).sum()
    }

    /// An entrant's discs in a pairing of a round.
    pub fn discs_in(&self, round: u32, pairing: Pairing, entrant: EntrantId) -> u32 {
        self.games_in(round, pairing).map(|game| discs(game, entrant)).sum()
    }

    fn games_in(&self, round: u32, pairing: Pairing) -> impl Iterator<Item = &GameLine> {
        let is_theirs =
            move |game: &&GameLine| pairing.entrants().iter().all(|one| [game.black, game.white].contains(&one.0));
        self.games_of(round).filter(is_theirs)
    }

    /// The winner of a pairing of a round, once all its games are played.
    pub fn winner(&self, round: u32, pairing: Pairing) -> Option<EntrantId> {
        let stage = self.stages.get((round as usize).checked_sub(1)?)?;
        let place = stage.round.pairings.iter().position(|one| *one == pairing)?;
        let is_played = self.games_at(stage, place).count() == self.plan.games as usize;
        is_played.then(|| self.result(stage, place).winner())
    }

    /// All games that can be played now, in order. Empty only when the tournament is over.
    pub fn pending(&self) -> Vec<PendingGame> {
        let numbers = self.stages.iter().flat_map(|stage| self.numbers(stage));
        numbers
            .filter(|number| !self.games.contains_key(number))
            .filter_map(|number| self.due_numbered(number))
            .collect()
    }

    /// Ratings with error bars. Games of a pairing that share an opening are added together.
    pub fn ratings(&self) -> Ratings {
        let mut results = Results::new(self.plan.entrants);
        for stage in &self.stages {
            for (place, pairing) in stage.round.pairings.iter().enumerate() {
                let games: Vec<_> = self.games_at(stage, place).collect();
                let pair = |game: &GameLine| (game.number - stage.first) % self.plan.games / 2;
                for pair in games.chunk_by(|one, other| pair(one) == pair(other)) {
                    let points = pair.iter().map(|game| points(game, pairing.first)).sum();
                    results.add(pairing.first.0, pairing.second.0, points, pair.len() as u32);
                }
            }
        }
        Ratings::of(&results)
    }
}

fn points(game: &GameLine, entrant: EntrantId) -> Points {
    game.ending(entrant.0).points()
}

fn discs(game: &GameLine, entrant: EntrantId) -> u32 {
    let discs = game.counted();
    if game.black == entrant.0 { discs.black } else { discs.white }
}
