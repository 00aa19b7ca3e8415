//! The table: who stands where.

use super::{Conduct, CrossTable, Form, Tournament};
use crate::{
    schedule::{Brightwell, Entrant, PlayedRound, Schedule, Standing, TieBreak, standings},
    stat::Share,
};

/// A line of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// Place, points, games and tie-breaks.
    pub standing: Standing,
    /// How it came to them.
    pub conduct: Conduct,
}

impl Place {
    /// Whose line it is, by the place in the list of entrants.
    pub fn entrant(&self) -> usize {
        self.standing.entrant.0
    }

    /// The part of all points that could be made in games.
    pub fn share(&self) -> Option<Share> {
        let Conduct { wins, draws, losses, .. } = self.conduct;
        let games = wins + draws + losses;
        (games > 0).then(|| Share((f64::from(wins) + f64::from(draws) / 2.0) / f64::from(games)))
    }
}

impl Tournament {
    /// The tie-breaks in their order, for a board of so many squares.
    pub fn tie_breaks(squares: u32) -> Vec<TieBreak> {
        let quotient = Brightwell { squares, ..Brightwell::default() };
        vec![TieBreak::Brightwell(quotient), TieBreak::Buchholz, TieBreak::Discs]
    }

    /// The table of all games so far, best first. In a knock-out those stand first who came farthest.
    pub fn table(&self, tie_breaks: &[TieBreak]) -> Vec<Place> {
        let conduct = Conduct::of(self);
        let mut table = standings(self.plan.entrants, &self.results(), tie_breaks, &[]);
        if let (Form::KnockOut, Schedule::KnockOut(cup)) = (self.plan.form, &self.schedule) {
            by_distance(&mut table, &cup.places(&self.played()));
        }
        let place = |standing: Standing| Place { conduct: conduct[standing.entrant.0].clone(), standing };
        table.into_iter().map(place).collect()
    }

    /// Who made how many points against whom.
    pub fn cross_table(&self) -> CrossTable {
        CrossTable::of(self)
    }

    /// What everybody did, in the order of the entrants.
    pub fn conduct(&self) -> Vec<Conduct> {
        Conduct::of(self)
    }

    /// All results so far, each meeting as a round of as many games as it has had; what was given without play counts once its round has begun.
    fn results(&self) -> Vec<PlayedRound> {
        let mut rounds = Vec::new();
        for stage in &self.stages {
            for place in 0..stage.round.meetings.len() {
                let games = self.games_at(stage, place).count() as u32;
                if games > 0 {
                    rounds.push(PlayedRound { games, meetings: vec![self.result(stage, place)], byes: Vec::new() });
                }
            }
            let has_begun = self.games_of(stage.round.number).next().is_some();
            if has_begun && !stage.round.byes.is_empty() {
                let byes = stage.round.byes.clone();
                rounds.push(PlayedRound { games: self.plan.games, meetings: Vec::new(), byes });
            }
        }
        rounds
    }
}

/// Orders a table by groups, and numbers the places anew: those of a group share theirs.
fn by_distance(table: &mut [Standing], groups: &[Vec<Entrant>]) {
    let group = |entrant: Entrant| groups.iter().position(|group| group.contains(&entrant)).unwrap_or(groups.len());
    table.sort_by_key(|standing| group(standing.entrant));
    let mut before = 0;
    for members in table.chunk_by_mut(|a, b| group(a.entrant) == group(b.entrant)) {
        members.iter_mut().for_each(|standing| standing.place = before + 1);
        before += members.len() as u32;
    }
}
