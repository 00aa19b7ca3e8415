//! Many games side by side: who is to play whom comes from outside, and so does what becomes of the games.

mod table;
#[cfg(test)]
mod tests;

use std::{
    ops::ControlFlow,
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering::SeqCst},
        mpsc::{self, Receiver, RecvTimeoutError, SyncSender},
    },
    thread,
    time::Duration,
};

use outflank_rules::Game;

use crate::{Entrant, Limits, Report, Sides, TimeControl};

use table::Table;

/// One game to be played.
#[derive(Clone, Debug)]
pub struct Fixture {
    /// Its place among all games, from 0; what is decided by results is decided in this order.
    pub number: u32,
    /// What it is called.
    pub name: String,
    /// Who plays, by the place in the list of entrants.
    pub players: Sides<usize>,
    /// How it begins, with the moves of its opening.
    pub start: Game,
    /// For what chance decides.
    pub seed: u64,
}

/// A game that was led to its end.
#[derive(Clone, Debug)]
pub struct Finished {
    /// What was to be played.
    pub fixture: Fixture,
    /// What came of it.
    pub report: Report,
}

/// A place where games are played side by side.
///
/// ```
/// use std::{ops::ControlFlow, sync::atomic::AtomicBool};
///
/// use outflank_arena::{Entrant, Limits, Sides, hall::{Fixture, Hall}};
/// use outflank_rules::{Game, Variant};
///
/// let entrants: Vec<Entrant> = ["greedy", "random"].map(|name| name.parse().unwrap()).into();
/// let hall = Hall { entrants: &entrants, limits: Limits::default(), time: None, concurrency: 2, fresh: false };
/// let fixtures = (0..10).map(|number| Fixture {
///     number,
///     name: format!("game {number}"),
///     players: if number % 2 == 0 { Sides { black: 0, white: 1 } } else { Sides { black: 1, white: 0 } },
///     start: Game::new(Variant::STANDARD.start()),
///     seed: u64::from(number),
/// });
/// let mut played = 0;
/// let ended = hall.play(fixtures, &AtomicBool::new(false), |finished| {
///     assert!(finished.report.game.is_over());
///     played += 1;
///     ControlFlow::<()>::Continue(())
/// });
/// assert!(ended.is_continue() && played == 10);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Hall<'a> {
    /// Who takes part.
    pub entrants: &'a [Entrant],
    /// What programs may take.
    pub limits: Limits,
    /// The time of each side in each game.
    pub time: Option<TimeControl>,
    /// Games at a time; none means one.
    pub concurrency: usize,
    /// Do players begin anew for each game? Programs are then started and ended with it; otherwise they stay, one for each entrant that
    /// plays at a table, and what one keeps from game to game depends on how many tables there are.
    pub fresh: bool,
}

/// How often the flag of the caller is looked at.
const LOOK: Duration = Duration::from_millis(20);

/// Games of a player that may wait to be taken; players do not run ahead of who counts.
const WAITING: usize = 64;

impl Hall<'_> {
    /// Plays fixtures in their order, as many at a time as `concurrency` says. Each finished game is handed to `done` on the calling
    /// thread, in the order in which they finish. `Break`, or the flag, ends it: the games under way are stopped, and nobody hears of them.
    ///
    /// All programs are ended before this returns.
    pub fn play<B>(
        &self,
        fixtures: impl Iterator<Item = Fixture> + Send,
        stop: &AtomicBool,
        mut done: impl FnMut(Finished) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let tables = self.concurrency.max(1);
        let fixtures = Mutex::new(fixtures.fuse());
        let halt = AtomicBool::new(stop.load(SeqCst));
        thread::scope(|scope| {
            let (sender, finished) = mpsc::sync_channel(tables * WAITING);
            for _ in 0..tables {
                let (sender, fixtures, halt) = (sender.clone(), &fixtures, &halt);
                scope.spawn(move || self.work(fixtures, stop, halt, &sender));
            }
            drop(sender);
            let ended = receive(&finished, stop, &halt, &mut done);
            halt.store(true, SeqCst);
            ended
        })
    }

    /// Plays what is left, game after game, at one table.
    fn work(
        &self,
        fixtures: &Mutex<impl Iterator<Item = Fixture>>,
        stop: &AtomicBool,
        halt: &AtomicBool,
        sender: &SyncSender<Finished>,
    ) {
        let mut table = Table::new(self);
        while !halt.load(SeqCst) {
            // Whoever panicked while a fixture was made ends everything; nothing more is to be played then.
            let next = fixtures.lock().map_or(None, |mut fixtures| fixtures.next());
            let Some(fixture) = next else { return };
            let Some(report) = table.play(&fixture, halt) else { return };
            // Whoever wants an end may have ended the programs as well: that is no fault of theirs.
            if report.conclusion.foul().is_some() && stop.load(SeqCst) {
                return;
            }
            if sender.send(Finished { fixture, report }).is_err() {
                return;
            }
        }
    }
}

/// Hands on what is finished until all tables are empty or the rest is not wanted.
fn receive<B>(
    finished: &Receiver<Finished>,
    stop: &AtomicBool,
    halt: &AtomicBool,
    done: &mut impl FnMut(Finished) -> ControlFlow<B>,
) -> ControlFlow<B> {
    loop {
        match finished.recv_timeout(LOOK) {
            Ok(game) => done(game)?,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return ControlFlow::Continue(()),
        }
        if stop.load(SeqCst) {
            halt.store(true, SeqCst);
        }
    }
}
