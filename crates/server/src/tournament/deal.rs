//! What happens without anybody's wish: games are dealt, those of whoever was taken out are lost, and at last all is over.

use outflank_arena::{Conclusion, Foul, Sides, Verdict, hall, journal::GameLine, tournament::Due};
use outflank_rules::{Color, Game, Variant};

use super::{Contest, Entry, Event, Stage, line};
use crate::{event, secret::SecretHash};

/// What is said of a game that was lost because somebody was taken out.
pub(crate) const TAKEN_OUT: &str = "taken out of the tournament by its host";

/// Milliseconds for which a tournament waits for its host: two weeks, so that a class that meets once a week may miss one.
const WAITED_FOR: u64 = 14 * 24 * 60 * 60 * 1000;

impl Contest {
    /// The games that are to begin now, in order: as many as there are free tables, and for nobody more at a time than he can play. `capacity` says how
    /// many that are.
    pub fn deals(&self, capacity: impl Fn(&Entry) -> usize) -> Vec<Due> {
        let Some(tournament) = self.tournament().filter(|_| self.stage == Stage::Playing) else { return Vec::new() };
        let mut free: Vec<usize> = self.entries.iter().map(capacity).collect();
        let mut tables = self.created.tables;
        for (number, _) in self.running() {
            tables = tables.saturating_sub(1);
            for entrant in tournament.pairing(number).into_iter().flat_map(both) {
                free[entrant] = free[entrant].saturating_sub(1);
            }
        }
        let open = tournament.due().into_iter().filter(|due| self.is_open(due));
        let fits = |due: &Due| {
            let fits = both(due.pairing).into_iter().all(|entrant| free[entrant] > 0);
            if fits {
                both(due.pairing).into_iter().for_each(|entrant| free[entrant] -= 1);
            }
            fits
        };
        open.filter(fits).take(tables).collect()
    }

    /// The game of a fixture, as a room begins it. It is in no list: the tournament shows it. `is_here` says whether the bot that obeys a token is connected: one
    /// that is not and was missed in its last game is not waited for long.
    pub fn game_of(&self, fixture: &hall::Fixture, is_here: impl Fn(SecretHash) -> bool) -> event::Created {
        let entry = |color| &self.entries[fixture.players[color]];
        let is_missed = |color| {
            self.missed.contains(&fixture.players[color]) && entry(color).token().is_some_and(|token| !is_here(token))
        };
        event::Created {
            variant: Variant::from_position(&fixture.start.start()),
            line: fixture.start.moves().collect(),
            seats: Sides::of(|color| entry(color).seat()),
            secrets: Sides::of(|_| None),
            time: Some(self.created.time),
            seed: fixture.seed,
            listed: false,
            previous: None,
            terms: event::Terms {
                bots: Sides::of(|color| entry(color).token()),
                grace_ms: self.created.grace_ms,
                missed: Sides::of(is_missed),
                tournament: Some(self.id),
                ..event::Terms::default()
            },
        }
    }

    /// When nobody is waited for any more: a tournament that does not begin, or does not go on, ends by itself one day.
    pub fn expires_at(&self) -> Option<u64> {
        let is_waiting = matches!(self.stage, Stage::Open | Stage::Paused);
        is_waiting.then(|| self.updated_at.saturating_add(WAITED_FOR))
    }

    /// What follows by itself from what has happened: to be appended, applied and asked again until it is nothing.
    pub fn follows(&self) -> Vec<Event> {
        let Some(tournament) = self.tournament().filter(|_| self.stage.is_under_way()) else { return Vec::new() };
        if tournament.is_over() {
            return vec![Event::Over];
        }
        if !self.entries.iter().any(|entry| entry.is_withdrawn) {
            return Vec::new();
        }
        let undealt = tournament.due().into_iter().filter(|due| !self.dealt.contains_key(&due.number));
        let awarded = undealt.filter_map(|due| Some(self.award(&due, self.missing(due.pairing)?)));
        awarded.map(|line| Event::Ended { line: Box::new(line) }).collect()
    }

    /// Whoever was taken out of two who should play. Where both were it is Black: colors alternate.
    pub fn missing(&self, pairing: Sides<usize>) -> Option<Color> {
        let is_gone = |color: &Color| self.entries.get(pairing[*color]).is_some_and(|entry| entry.is_withdrawn);
        Color::ALL.into_iter().find(is_gone)
    }

    fn is_open(&self, due: &Due) -> bool {
        !self.dealt.contains_key(&due.number) && self.missing(due.pairing).is_none()
    }

    /// A game that is lost without play.
    fn award(&self, due: &Due, loser: Color) -> GameLine {
        let fixture = hall::Fixture {
            number: due.number,
            name: format!("r{:02}-{:04}", due.round, due.number + 1),
            players: due.pairing,
            start: Game::new(self.created.variant.start_from_seed(self.created.seed)),
            seed: 0,
        };
        let foul = Foul::new(Verdict::Absent, b"", TAKEN_OUT);
        line::of_parts(fixture.clone(), fixture.start, Conclusion::Foul(loser, foul), Vec::new())
    }
}

fn both(pairing: Sides<usize>) -> [usize; 2] {
    [pairing.black, pairing.white]
}
