//! Runs many games at once. Callers supply the fixtures and receive the finished games.

#[cfg(test)]
mod tests;
mod worker;

use std::{
    ops::ControlFlow,
    path::PathBuf,
    sync::{
        atomic::{AtomicBool, Ordering::SeqCst},
        mpsc::{self, Receiver, RecvTimeoutError, SyncSender},
    },
    thread,
    time::Duration,
};

use outflank_rules::{Game, Move};

use crate::{GameAborted, GameReport, Limits, OutOfResources, PlayerSpec, Sides, TimeControl, journal::GameLine, seed};

use worker::Queue;
use worker::RunnerWorker;

/// A game to be played.
#[derive(Clone, Debug)]
pub struct Fixture {
    /// Its index among all games, from 0. Decisions that depend on results follow this order.
    pub number: u32,
    /// The name that the players see.
    pub name: String,
    /// The players, as indexes into the list of entrants.
    pub players: Sides<usize>,
    /// The start position with the moves of the opening.
    pub start: Game,
    /// Seed for random choices; below 2^53, as [`seed::for_bots`] returns.
    pub seed: u64,
}

impl Fixture {
    /// True if a stored game is this fixture, whatever its result. Older versions stored seeds with
    /// more bits.
    pub fn fits(&self, line: &GameLine) -> bool {
        let placed = |game: &Game| game.moves().filter(|mv| *mv != Move::Pass).collect::<Vec<_>>();
        let begins_so = |start: Game| start.start() == self.start.start() && placed(&start) == placed(&self.start);
        (line.number, seed::for_bots(line.seed)) == (self.number, self.seed)
            && Sides { black: line.black, white: line.white } == self.players
            && line.start().is_ok_and(begins_so)
    }
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct Finished {
    /// What was to be played.
    pub fixture: Fixture,
    /// The result. It includes the traffic logs only if the game ended by a foul.
    pub report: GameReport,
}

/// Plays games on several threads.
///
/// ```
/// use std::{ops::ControlFlow, sync::atomic::AtomicBool};
///
/// use outflank_arena::{PlayerSpec, Sides, runner::{Fixture, GameRunner}};
/// use outflank_rules::{Game, Variant};
///
/// let entrants: Vec<PlayerSpec> = ["greedy", "random"].map(|name| name.parse().unwrap()).into();
/// let runner = GameRunner { concurrency: 2, ..GameRunner::new(&entrants) };
/// let fixtures = (0..10).map(|number| Fixture {
///     number,
///     name: format!("game {number}"),
///     players: if number % 2 == 0 { Sides { black: 0, white: 1 } } else { Sides { black: 1, white: 0 } },
///     start: Game::new(Variant::STANDARD.start()),
///     seed: u64::from(number),
/// });
/// let mut played = 0;
/// let ended = runner.play(fixtures, &AtomicBool::new(false), |finished| {
///     assert!(finished.report.game.is_over());
///     played += 1;
///     ControlFlow::<()>::Continue(())
/// });
/// assert!(ended.unwrap().is_continue() && played == 10);
/// ```
#[derive(Clone, Debug)]
pub struct GameRunner<'a> {
    /// The players.
    pub entrants: &'a [PlayerSpec],
    /// Names that opponents see, by entrant index. Without one, opponents see the name that the
    /// player gives itself.
    pub names: Vec<String>,
    /// Working directory of programs; `None` for the current one.
    pub folder: Option<PathBuf>,
    /// Resource limits of the players.
    pub limits: Limits,
    /// The time control of each game.
    pub time: Option<TimeControl>,
    /// Games at once; 0 means 1.
    pub concurrency: usize,
    /// Starts new players for each game. Otherwise each worker keeps one player per entrant, so
    /// what a program remembers between games depends on the number of workers.
    pub fresh: bool,
    /// Results are used only in the order of the fixtures. Workers then do not run far ahead of a
    /// slow game: later games may be wasted and must be buffered.
    pub is_in_order: bool,
}

/// Poll interval for the caller's stop flag.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Finished games per worker that may wait for the caller, or for an earlier game.
const QUEUE_CAPACITY: usize = 64;

/// Maximum number of workers.
const MAX_WORKERS: usize = 1024;

impl<'a> GameRunner<'a> {
    /// One worker without clocks; players stay between games.
    pub fn new(entrants: &'a [PlayerSpec]) -> GameRunner<'a> {
        GameRunner {
            entrants,
            names: Vec::new(),
            folder: None,
            limits: Limits::default(),
            time: None,
            concurrency: 1,
            fresh: false,
            is_in_order: false,
        }
    }

    /// Plays fixtures in order, `concurrency` at a time. Calls `done` with each finished game on
    /// the calling thread, in the order in which they finish. `Break`, or the stop flag, ends the
    /// run: running games are stopped and not reported. So does a resource shortage of this
    /// machine, which counts against no player.
    ///
    /// All programs have ended when this returns.
    pub fn play<B>(
        &self,
        fixtures: impl Iterator<Item = Fixture> + Send,
        stop: &AtomicBool,
        mut done: impl FnMut(Finished) -> ControlFlow<B>,
    ) -> Result<ControlFlow<B>, OutOfResources> {
        let most = fixtures.size_hint().1.unwrap_or(MAX_WORKERS).clamp(1, MAX_WORKERS);
        let tables = self.concurrency.clamp(1, most);
        let fixtures = Queue::new(fixtures, self.is_in_order.then_some(tables * QUEUE_CAPACITY));
        let halt = AtomicBool::new(stop.load(SeqCst));
        thread::scope(|scope| {
            let (sender, finished) = mpsc::sync_channel(tables * QUEUE_CAPACITY);
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

    /// Plays the remaining games on one worker.
    fn work(
        &self,
        fixtures: &Queue<impl Iterator<Item = Fixture>>,
        stop: &AtomicBool,
        halt: &AtomicBool,
        sender: &SyncSender<Result<Finished, OutOfResources>>,
    ) {
        let mut table = RunnerWorker::new(self);
        while !halt.load(SeqCst) {
            let Some((turn, fixture)) = fixtures.next(halt) else { return };
            let report = match table.play(&fixture, halt) {
                // Traffic logs matter only after a foul; dropping them bounds the memory of waiting
                // games.
                Ok(report) if report.end.foul().is_none() => GameReport { logs: Sides::default(), ..report },
                Ok(report) => report,
                Err(GameAborted::Stopped) => return,
                Err(GameAborted::OutOfResources(shortage)) => return drop(sender.send(Err(shortage))),
            };
            fixtures.done(turn);
            // The caller that stops the run may have ended the programs too: that is not their
            // foul.
            if report.end.foul().is_some() && stop.load(SeqCst) {
                return;
            }
            if sender.send(Ok(Finished { fixture, report })).is_err() {
                return;
            }
        }
    }
}

/// Passes finished games on until all workers are done or the caller stops.
fn receive<B>(
    finished: &Receiver<Result<Finished, OutOfResources>>,
    stop: &AtomicBool,
    halt: &AtomicBool,
    done: &mut impl FnMut(Finished) -> ControlFlow<B>,
) -> Result<ControlFlow<B>, OutOfResources> {
    loop {
        match finished.recv_timeout(POLL_INTERVAL) {
            Ok(game) => {
                if let broken @ ControlFlow::Break(_) = done(game?) {
                    return Ok(broken);
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(ControlFlow::Continue(())),
        }
        if stop.load(SeqCst) {
            halt.store(true, SeqCst);
        }
    }
}
