//! Many who play each other, and the table that comes of it.
//!
//! A tournament is a fold of its finished games: [`Tournament`] is given them in any order and knows at any time what is to be played next, who stands
//! where, and how everybody behaved. Nothing else is kept, so that one that was interrupted goes on from the games that were saved, and becomes
//! what it would have become. Rounds that follow from results follow from whole rounds only, so the order in which games end does not matter.
//!
//! ```
//! use outflank_arena::tournament::{Form, Plan, Tournament};
//!
//! let plan = Plan::new(Form::RoundRobin, 4, 7);
//! let tournament = Tournament::new(plan);
//! let due = tournament.due();
//! assert_eq!((due.len(), tournament.total()), (12, 12), "six meetings of two games");
//! assert_eq!(due[0].pairing.swapped(), due[1].pairing, "with the colors exchanged");
//! ```
//!
//! Openings, players and files are deliberately absent: see [`Setting`] for the first, [`hall`](crate::hall) and [`journal`](crate::journal) for the others.

mod conduct;
mod cross;
mod event;
mod folder;
mod form;
mod place;
mod plan;
mod rounds;
mod setting;
mod settings;
#[cfg(test)]
pub(crate) mod tests;

use std::collections::BTreeMap;

use crate::{
    Sides,
    journal::GameLine,
    rating::{Ratings, Results},
    schedule::{Entrant, Meeting, Round, Schedule},
    stat::Points,
};

pub use crate::{
    journal::Misfit,
    opening::{Beginnings, beginning},
};
pub use conduct::{Conduct, FoulCount, TimeUse};
pub use cross::{Cell, CrossTable};
pub use event::{Event, EventError};
pub(crate) use folder::{record, record_name};
pub use form::{Form, UnknownForm};
pub use place::Place;
pub use plan::{BadPlan, Plan};
use rounds::Stage;
pub use setting::Setting;
pub use settings::{BadSettings, Player, Settings, Venue};

/// A game that is to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Due {
    /// Its place among all games, from 0.
    pub number: u32,
    /// The round, from 1.
    pub round: u32,
    /// Which game of its meeting, from 0.
    pub game: u32,
    /// Who plays.
    pub pairing: Sides<usize>,
}

/// A tournament, as far as it was played.
#[derive(Clone, Debug)]
pub struct Tournament {
    plan: Plan,
    schedule: Schedule,
    stages: Vec<Stage>,
    games: BTreeMap<u32, GameLine>,
}

impl Tournament {
    /// One of which nothing was played.
    pub fn new(plan: Plan) -> Tournament {
        let schedule = plan.schedule();
        let mut tournament = Tournament { plan, schedule, stages: Vec::new(), games: BTreeMap::new() };
        tournament.draw();
        tournament
    }

    /// One of which these games were played, in the order of their numbers.
    pub fn resumed(plan: Plan, games: impl IntoIterator<Item = GameLine>) -> Result<Tournament, Misfit> {
        let mut games: Vec<GameLine> = games.into_iter().collect();
        games.sort_by_key(|game| game.number);
        let mut tournament = Tournament::new(plan);
        games.into_iter().try_for_each(|game| tournament.enter(game))?;
        Ok(tournament)
    }

    /// Takes a finished game; the rounds that follow from it are drawn.
    pub fn enter(&mut self, game: GameLine) -> Result<(), Misfit> {
        let misfit = Misfit { number: game.number };
        let due = self.due_numbered(game.number).ok_or(misfit)?;
        if due.pairing != (Sides { black: game.black, white: game.white }) {
            return Err(misfit);
        }
        self.keep(game);
        self.draw();
        Ok(())
    }

    /// What it was to be.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The games that were played, by their numbers.
    pub fn games(&self) -> impl ExactSizeIterator<Item = &GameLine> {
        self.games.values()
    }

    /// A game that was played.
    pub fn game(&self, number: u32) -> Option<&GameLine> {
        self.games.get(&number)
    }

    /// How many games there will be in all.
    pub fn total(&self) -> u32 {
        self.plan.total()
    }

    /// Was everything played?
    pub fn is_over(&self) -> bool {
        self.games.len() as u64 >= u64::from(self.total())
    }

    /// The rounds that are known by now.
    pub fn rounds(&self) -> impl ExactSizeIterator<Item = &Round> {
        self.stages.iter().map(|stage| &stage.round)
    }

    /// The games of a round, from 1, in the order of their numbers.
    pub fn games_of(&self, round: u32) -> impl Iterator<Item = &GameLine> {
        let stage = (round as usize).checked_sub(1).and_then(|place| self.stages.get(place));
        let numbers = stage.map_or(0..0, |stage| self.numbers(stage));
        self.games.range(numbers).map(|(_, game)| game)
    }

    /// The round of a game, from 1.
    pub fn round_of(&self, number: u32) -> Option<u32> {
        self.due_numbered(number).map(|due| due.round)
    }

    /// Who plays a game.
    pub fn pairing(&self, number: u32) -> Option<Sides<usize>> {
        self.due_numbered(number).map(|due| due.pairing)
    }

    /// The points of one of two in a meeting of a round.
    pub fn points_in(&self, round: u32, meeting: Meeting, entrant: Entrant) -> Points {
        self.games_in(round, meeting).map(|game| points(game, entrant)).sum()
    }

    /// The discs of one of two in a meeting of a round.
    pub fn discs_in(&self, round: u32, meeting: Meeting, entrant: Entrant) -> u32 {
        self.games_in(round, meeting).map(|game| discs(game, entrant)).sum()
    }

    fn games_in(&self, round: u32, meeting: Meeting) -> impl Iterator<Item = &GameLine> {
        let is_theirs =
            move |game: &&GameLine| meeting.entrants().iter().all(|one| [game.black, game.white].contains(&one.0));
        self.games_of(round).filter(is_theirs)
    }

    /// Who won a meeting of a round, once all its games are played.
    pub fn winner(&self, round: u32, meeting: Meeting) -> Option<Entrant> {
        let stage = self.stages.get((round as usize).checked_sub(1)?)?;
        let place = stage.round.meetings.iter().position(|one| *one == meeting)?;
        let is_played = self.games_at(stage, place).count() == self.plan.games as usize;
        is_played.then(|| self.result(stage, place).winner())
    }

    /// Everything that can be played now, in order. Nothing is left only when the tournament is over.
    pub fn due(&self) -> Vec<Due> {
        let numbers = self.stages.iter().flat_map(|stage| self.numbers(stage));
        numbers
            .filter(|number| !self.games.contains_key(number))
            .filter_map(|number| self.due_numbered(number))
            .collect()
    }

    /// Strengths with error bars. The games of a meeting that share an opening are entered together.
    pub fn ratings(&self) -> Ratings {
        let mut results = Results::new(self.plan.entrants);
        for stage in &self.stages {
            for (place, meeting) in stage.round.meetings.iter().enumerate() {
                let games: Vec<_> = self.games_at(stage, place).collect();
                let pair = |game: &GameLine| (game.number - stage.first) % self.plan.games / 2;
                for pair in games.chunk_by(|one, other| pair(one) == pair(other)) {
                    let points = pair.iter().map(|game| points(game, meeting.first)).sum();
                    results.add(meeting.first.0, meeting.second.0, points, pair.len() as u32);
                }
            }
        }
        Ratings::of(&results)
    }
}

fn points(game: &GameLine, entrant: Entrant) -> Points {
    game.ending(entrant.0).points()
}

fn discs(game: &GameLine, entrant: Entrant) -> u32 {
    let discs = game.counted();
    if game.black == entrant.0 { discs.black } else { discs.white }
}
