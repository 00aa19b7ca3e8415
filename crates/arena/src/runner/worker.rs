//! The workers of the runner, and the queue from which they take fixtures.

use std::{
    collections::BTreeSet,
    iter::Fuse,
    sync::{
        Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering::SeqCst},
    },
};

use super::{Fixture, GameRunner, POLL_INTERVAL};
use crate::{GameAborted, GameReport, Player, Referee, Sides};

/// Maximum number of players that a worker keeps. Each may be a process with pipes.
const MAX_KEPT_PLAYERS: usize = 16;

/// The players of one worker, each created when first needed.
pub(super) struct RunnerWorker<'a> {
    runner: &'a GameRunner<'a>,
    /// Players that stayed, with their entrant indexes; the most recent last.
    players: Vec<(usize, Box<dyn Player>)>,
}

impl<'a> RunnerWorker<'a> {
    pub(super) fn new(runner: &'a GameRunner<'a>) -> RunnerWorker<'a> {
        RunnerWorker { runner, players: Vec::new() }
    }

    /// Plays a game to its end, unless it is stopped.
    pub(super) fn play(&mut self, fixture: &Fixture, halt: &AtomicBool) -> Result<GameReport, GameAborted> {
        let Sides { black, white } = fixture.players;
        let (mut first, mut second) = (self.take(black), self.take(white));
        let names = Sides { black: self.runner.names.get(black), white: self.runner.names.get(white) };
        let names = names.black.zip(names.white).map(|(black, white)| Sides { black: &**black, white: &**white });
        let referee = Referee { names, time: self.runner.time, seed: fixture.seed };
        let players = Sides { black: &mut *first, white: &mut *second };
        let report = referee.play(&fixture.name, fixture.start.clone(), players, halt);
        if !self.runner.fresh {
            self.players.extend([(black, first), (white, second)]);
            // A player that is dropped says goodbye, which may take a moment.
            self.players.drain(..self.players.len().saturating_sub(MAX_KEPT_PLAYERS));
        }
        report
    }

    fn take(&mut self, entrant: usize) -> Box<dyn Player> {
        let GameRunner { entrants, folder, limits, .. } = self.runner;
        match self.players.iter().position(|(place, _)| *place == entrant) {
            Some(place) => self.players.remove(place).1,
            None => entrants[entrant].player_in(folder.as_deref(), *limits),
        }
    }
}

/// Hands out fixtures in order.
pub(super) struct Queue<I> {
    state: Mutex<State<I>>,
    /// Signals that a running game finished.
    moved_on: Condvar,
    /// How many fixtures may be handed out beyond the first unfinished one.
    window: Option<usize>,
}

struct State<I> {
    fixtures: Fuse<I>,
    /// The number handed out.
    taken: usize,
    /// Those handed out and not finished.
    under_way: BTreeSet<usize>,
}

impl<I: Iterator<Item = Fixture>> Queue<I> {
    pub(super) fn new(fixtures: I, window: Option<usize>) -> Queue<I> {
        let state = State { fixtures: fixtures.fuse(), taken: 0, under_way: BTreeSet::new() };
        Queue { state: Mutex::new(state), moved_on: Condvar::new(), window }
    }

    /// The next fixture with its ticket; `None` if there is none or the run stops. Waits while it
    /// would run too far ahead.
    pub(super) fn next(&self, halt: &AtomicBool) -> Option<(usize, Fixture)> {
        // A panic while a fixture was made poisons the lock and ends the run.
        let mut state = self.state.lock().ok()?;
        while self.is_too_far(&state) {
            if halt.load(SeqCst) {
                return None;
            }
            state = self.moved_on.wait_timeout(state, POLL_INTERVAL).map_or(None, |(state, _)| Some(state))?;
        }
        let fixture = state.fixtures.next()?;
        let turn = state.taken;
        state.taken += 1;
        state.under_way.insert(turn);
        Some((turn, fixture))
    }

    /// Marks the game with this ticket as finished.
    pub(super) fn done(&self, turn: usize) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.under_way.remove(&turn);
        self.moved_on.notify_all();
    }

    fn is_too_far(&self, state: &MutexGuard<'_, State<I>>) -> bool {
        let first = state.under_way.first().copied().unwrap_or(state.taken);
        self.window.is_some_and(|window| state.taken - first >= window)
    }
}

#[cfg(test)]
mod tests {
    use outflank_rules::{Game, Variant};

    use super::*;
    use crate::PlayerSpec;

    #[test]
    fn only_the_most_recent_programs_stay_running() {
        let entrants: Vec<PlayerSpec> = (0..40).map(|_| "random".parse().unwrap()).collect();
        let runner = GameRunner::new(&entrants);
        let mut worker = RunnerWorker::new(&runner);
        for round in 0..39 {
            let players = Sides { black: round, white: round + 1 };
            let start = Game::new(Variant::TINY.start());
            let fixture = Fixture { number: 0, name: String::new(), players, start, seed: 1 };
            worker.play(&fixture, &AtomicBool::default()).unwrap();
            assert!(worker.players.len() <= MAX_KEPT_PLAYERS);
        }
        let left: Vec<usize> = worker.players.iter().map(|(place, _)| *place).collect();
        assert_eq!(left, (40 - MAX_KEPT_PLAYERS..40).collect::<Vec<_>>());
    }
}
