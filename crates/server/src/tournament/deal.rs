//! Events that need no command: deal games, award games of removed entrants, and end the
//! tournament.

use std::collections::BTreeSet;

use outflank_arena::{
    Foul, GameEnd, Sides, Verdict,
    journal::GameLine,
    runner,
    tournament::{PendingGame, Tournament},
};
use outflank_rules::{Color, Game, Variant};

use super::{Entry, Event, LiveTournament, Stage, line};
use crate::{game::event, log::secret::SecretHash};

/// The description of a game lost because the host removed the entrant.
pub(crate) const REMOVED_BY_HOST: &str = "removed from the tournament by its host";

/// Milliseconds until a tournament that waits for its host expires. Two weeks: a class that meets
/// once a week may miss one meeting.
const WAITED_FOR: u64 = 14 * 24 * 60 * 60 * 1000;

/// Milliseconds between moves of built-in bots, slow enough to watch.
const WATCHABLE_PACE: u64 = 500;

impl LiveTournament {
    /// Returns the games to start now, in order. `capacity` is the most games that an entrant can
    /// play at the same time; [`Created::concurrency`](super::Created::concurrency) limits the
    /// total.
    pub fn deals(&self, capacity: impl Fn(&Entry) -> usize) -> Vec<PendingGame> {
        let Some(tournament) = self.tournament().filter(|_| self.stage == Stage::Playing) else { return Vec::new() };
        let mut free: Vec<usize> =
            self.entries.iter().map(|entry| if entry.is_paused { 0 } else { capacity(entry) }).collect();
        let mut slots = self.created.concurrency;
        for (number, _) in self.running() {
            slots = slots.saturating_sub(1);
            for entrant in tournament.pairing(number).into_iter().flat_map(both) {
                free[entrant] = free[entrant].saturating_sub(1);
            }
        }
        let open = tournament.pending().into_iter().filter(|due| self.is_open(due));
        let fits = |due: &PendingGame| {
            let fits = both(due.pairing).into_iter().all(|entrant| free[entrant] > 0);
            if fits {
                both(due.pairing).into_iter().for_each(|entrant| free[entrant] -= 1);
            }
            fits
        };
        open.filter(fits).take(slots).collect()
    }

    /// Returns the games that wait for course players who are gone, and the indices of these
    /// players. `is_here` returns whether the player with a token is connected. Tournaments of bots
    /// do not wait: absent bots lose their games.
    pub fn waiting(&self, is_here: impl Fn(SecretHash) -> bool) -> (usize, BTreeSet<usize>) {
        let playing = self.tournament().filter(|_| self.created.course && self.stage == Stage::Playing);
        let is_gone = |place: &usize| self.entries[*place].token().is_some_and(|token| !is_here(token));
        let open = playing.map(Tournament::pending).unwrap_or_default().into_iter().filter(|due| self.is_open(due));
        let gone = open.map(|due| both(due.pairing).into_iter().filter(is_gone).collect::<Vec<_>>());
        let gone: Vec<Vec<usize>> = gone.filter(|gone| !gone.is_empty()).collect();
        (gone.len(), gone.into_iter().flatten().collect())
    }

    /// Returns the first event of a fixture's game. The game is unlisted: the tournament shows it.
    /// `is_here` returns whether the bot with a token is connected. The game waits only briefly for
    /// a bot that is not connected and missed its last game.
    pub fn game_of(&self, fixture: &runner::Fixture, is_here: impl Fn(SecretHash) -> bool) -> event::Created {
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
            clock_waits: false,
            seed: fixture.seed,
            listed: false,
            previous: None,
            terms: event::BotGameTerms {
                bots: Sides::of(|color| entry(color).token()),
                grace_ms: self.created.grace_ms,
                missed: Sides::of(is_missed),
                tournament: Some(self.id),
                pace_ms: self.pace_ms(),
                ..event::BotGameTerms::default()
            },
        }
    }

    /// Milliseconds before a turn of a built-in bot. By default, games are slow enough to watch if
    /// only built-in bots take part; connected bots never wait.
    pub fn pace_ms(&self) -> u64 {
        let is_built_in = |entry: &Entry| entry.token().is_none();
        self.created.pace_ms.unwrap_or(if self.entries.iter().all(is_built_in) { WATCHABLE_PACE } else { 0 })
    }

    /// When a tournament that does not start or continue ends, in ms since 1970.
    pub fn expires_at(&self) -> Option<u64> {
        let may_wait = self.created.course || self.entries.iter().any(|entry| entry.is_paused);
        let is_waiting = matches!(self.stage, Stage::Open | Stage::Paused) || self.stage == Stage::Playing && may_wait;
        is_waiting.then(|| self.updated_at.saturating_add(WAITED_FOR))
    }

    /// Returns the events that follow from the state. Append and apply them, then call it again
    /// until it returns none.
    pub fn follows(&self) -> Vec<Event> {
        let Some(tournament) = self.tournament().filter(|_| self.stage.is_under_way()) else { return Vec::new() };
        if tournament.is_over() {
            return vec![Event::Over];
        }
        if !self.entries.iter().any(|entry| entry.is_withdrawn) {
            return Vec::new();
        }
        let undealt = tournament.pending().into_iter().filter(|due| !self.dealt.contains_key(&due.number));
        let awarded = undealt.filter_map(|due| Some(self.award(&due, self.missing(due.pairing)?)));
        awarded.map(|line| Event::Ended { line: Box::new(line) }).collect()
    }

    /// Returns the removed entrant of a pairing. If both were removed it is Black: colors
    /// alternate.
    pub fn missing(&self, pairing: Sides<usize>) -> Option<Color> {
        let is_gone = |color: &Color| self.entries.get(pairing[*color]).is_some_and(|entry| entry.is_withdrawn);
        Color::ALL.into_iter().find(is_gone)
    }

    fn is_open(&self, due: &PendingGame) -> bool {
        !self.dealt.contains_key(&due.number) && self.missing(due.pairing).is_none()
    }

    /// The result of a game that is lost without play.
    fn award(&self, due: &PendingGame, loser: Color) -> GameLine {
        let fixture = runner::Fixture {
            number: due.number,
            name: format!("r{:02}-{:04}", due.round, due.number + 1),
            players: due.pairing,
            start: Game::new(self.created.variant.start_from_seed(self.created.seed)),
            seed: 0,
        };
        let foul = Foul::new(Verdict::Absent, b"", REMOVED_BY_HOST);
        line::of_parts(fixture.clone(), fixture.start, GameEnd::Foul(loser, foul), Vec::new())
    }
}

fn both(pairing: Sides<usize>) -> [usize; 2] {
    [pairing.black, pairing.white]
}
