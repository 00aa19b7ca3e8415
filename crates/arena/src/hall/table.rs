//! A table of the hall: one game after another, by players who stay.

use std::sync::atomic::AtomicBool;

use super::{Fixture, Hall};
use crate::{Player, Referee, Report, Sides, Unplayed};

/// Players who stay at a table at most: each may be a process with its pipes, and a machine has only so many of those.
const MOST: usize = 16;

/// The players at one table, each made when first needed.
pub(super) struct Table<'a> {
    hall: &'a Hall<'a>,
    /// Those who stayed, with their places in the list of entrants; who has played last comes last.
    players: Vec<(usize, Box<dyn Player>)>,
}

impl<'a> Table<'a> {
    pub(super) fn new(hall: &'a Hall<'a>) -> Table<'a> {
        Table { hall, players: Vec::new() }
    }

    /// Plays a game to its end, unless it is stopped.
    pub(super) fn play(&mut self, fixture: &Fixture, halt: &AtomicBool) -> Result<Report, Unplayed> {
        let Sides { black, white } = fixture.players;
        let (mut first, mut second) = (self.take(black), self.take(white));
        let names = Sides { black: self.hall.names.get(black), white: self.hall.names.get(white) };
        let names = names.black.zip(names.white).map(|(black, white)| Sides { black: &**black, white: &**white });
        let referee = Referee { names, time: self.hall.time, seed: fixture.seed };
        let players = Sides { black: &mut *first, white: &mut *second };
        let report = referee.play(&fixture.name, fixture.start.clone(), players, halt);
        if !self.hall.fresh {
            self.players.extend([(black, first), (white, second)]);
            // Whoever goes takes leave, which may take a moment.
            self.players.drain(..self.players.len().saturating_sub(MOST));
        }
        report
    }

    fn take(&mut self, entrant: usize) -> Box<dyn Player> {
        let Hall { entrants, folder, limits, .. } = self.hall;
        match self.players.iter().position(|(place, _)| *place == entrant) {
            Some(place) => self.players.remove(place).1,
            None => entrants[entrant].player_in(folder.as_deref(), *limits),
        }
    }
}

#[cfg(test)]
mod tests {
    use outflank_rules::{Game, Variant};

    use super::*;
    use crate::Entrant;

    #[test]
    fn only_so_many_stay_and_those_who_played_last() {
        let entrants: Vec<Entrant> = (0..40).map(|_| "random".parse().unwrap()).collect();
        let hall = Hall::new(&entrants);
        let mut table = Table::new(&hall);
        for round in 0..39 {
            let players = Sides { black: round, white: round + 1 };
            let start = Game::new(Variant::TINY.start());
            let fixture = Fixture { number: 0, name: String::new(), players, start, seed: 1 };
            table.play(&fixture, &AtomicBool::default()).unwrap();
            assert!(table.players.len() <= MOST);
        }
        let left: Vec<usize> = table.players.iter().map(|(place, _)| *place).collect();
        assert_eq!(left, (40 - MOST..40).collect::<Vec<_>>());
    }
}
