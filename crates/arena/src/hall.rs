//! Many games side by side: who is to play whom comes from outside, and so does what becomes of the games.

mod queue;
mod table;
#[cfg(test)]
mod tests;

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

use crate::{Entrant, Limits, Report, Shortage, Sides, TimeControl, Unplayed, journal::GameLine, seed};

use queue::Queue;
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
    /// For what chance decides; below 2^53, as [`seed::told`] has it.
    pub seed: u64,
}

impl Fixture {
    /// Whether a game that was kept is this one, whatever came of it. Older versions had seeds with more bits.
    pub fn fits(&self, line: &GameLine) -> bool {
        let placed = |game: &Game| game.moves().filter(|mv| *mv != Move::Pass).collect::<Vec<_>>();
        let begins_so = |start: Game| start.start() == self.start.start() && placed(&start) == placed(&self.start);
        (line.number, seed::told(line.seed)) == (self.number, self.seed)
            && Sides { black: line.black, white: line.white } == self.players
            && line.start().is_ok_and(begins_so)
    }
}

/// A game that was led to its end.
#[derive(Clone, Debug)]
pub struct Finished {
    /// What was to be played.
    pub fixture: Fixture,
    /// What came of it. What was said is there only if it ended by a foul.
    pub report: Report,
}

/// A place where games are played side by side.
///
/// ```
/// use std::{ops::ControlFlow, sync::atomic::AtomicBool};
///
/// use outflank_arena::{Entrant, Sides, hall::{Fixture, Hall}};
/// use outflank_rules::{Game, Variant};
///
/// let entrants: Vec<Entrant> = ["greedy", "random"].map(|name| name.parse().unwrap()).into();
/// let hall = Hall { concurrency: 2, ..Hall::new(&entrants) };
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
/// assert!(ended.unwrap().is_continue() && played == 10);
/// ```
#[derive(Clone, Debug)]
pub struct Hall<'a> {
    /// Who takes part.
    pub entrants: &'a [Entrant],
    /// What players are told that the others are called, by the places of these: always the same, whoever has played before. Where there is none, it
    /// is what a player calls itself.
    pub names: Vec<String>,
    /// Where programs are started, if not where we are.
    pub folder: Option<PathBuf>,
    /// What programs may take.
    pub limits: Limits,
    /// The time of each side in each game.
    pub time: Option<TimeControl>,
    /// Games at a time; none means one.
    pub concurrency: usize,
    /// Do players begin anew for each game? Programs are then started and ended with it; otherwise they stay, one for each entrant that
    /// plays at a table, and what one keeps from game to game depends on how many tables there are.
    pub fresh: bool,
    /// Are results of use only in the order of the fixtures? Then nobody runs far ahead of a game that takes long: what is played beyond
    /// the first that is not finished may be in vain, and has to be held by somebody.
    pub is_in_order: bool,
}

/// How often the flag of the caller is looked at.
const LOOK: Duration = Duration::from_millis(20);

/// Games of a table that may wait to be taken, or for one before them that is not finished.
const WAITING: usize = 64;

/// The most tables.
const MOST_TABLES: usize = 1024;

impl<'a> Hall<'a> {
    /// One table where these play without a clock, and stay between games.
    pub fn new(entrants: &'a [Entrant]) -> Hall<'a> {
        Hall {
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

    /// Plays fixtures in their order, as many at a time as `concurrency` says. Each finished game is handed to `done` on the calling
    /// thread, in the order in which they finish. `Break`, or the flag, ends it: the games under way are stopped, and nobody hears of them. So does
    /// a shortage of this machine, which is nobody's loss.
    ///
    /// All programs are ended before this returns.
    pub fn play<B>(
        &self,
        fixtures: impl Iterator<Item = Fixture> + Send,
        stop: &AtomicBool,
        mut done: impl FnMut(Finished) -> ControlFlow<B>,
    ) -> Result<ControlFlow<B>, Shortage> {
        let most = fixtures.size_hint().1.unwrap_or(MOST_TABLES).clamp(1, MOST_TABLES);
        let tables = self.concurrency.clamp(1, most);
        let fixtures = Queue::new(fixtures, self.is_in_order.then_some(tables * WAITING));
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
        fixtures: &Queue<impl Iterator<Item = Fixture>>,
        stop: &AtomicBool,
        halt: &AtomicBool,
        sender: &SyncSender<Result<Finished, Shortage>>,
    ) {
        let mut table = Table::new(self);
        while !halt.load(SeqCst) {
            let Some((turn, fixture)) = fixtures.next(halt) else { return };
            let report = match table.play(&fixture, halt) {
                // What was said is of use only where something went wrong, and games may wait here.
                Ok(report) if report.conclusion.foul().is_none() => Report { logs: Sides::default(), ..report },
                Ok(report) => report,
                Err(Unplayed::Stopped) => return,
                Err(Unplayed::Shortage(shortage)) => return drop(sender.send(Err(shortage))),
            };
            fixtures.done(turn);
            // Whoever wants an end may have ended the programs as well: that is no fault of theirs.
            if report.conclusion.foul().is_some() && stop.load(SeqCst) {
                return;
            }
            if sender.send(Ok(Finished { fixture, report })).is_err() {
                return;
            }
        }
    }
}

/// Hands on what is finished until all tables are empty or the rest is not wanted.
fn receive<B>(
    finished: &Receiver<Result<Finished, Shortage>>,
    stop: &AtomicBool,
    halt: &AtomicBool,
    done: &mut impl FnMut(Finished) -> ControlFlow<B>,
) -> Result<ControlFlow<B>, Shortage> {
    loop {
        match finished.recv_timeout(LOOK) {
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
