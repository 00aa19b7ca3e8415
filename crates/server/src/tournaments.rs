//! All tournaments that are not over, and those that somebody looked at lately.
//!
//! A tournament that is not over has one [`Owner`], which deals its games to rooms and enters what comes of them; what everybody sees of it is on its
//! [`Scoreboard`]. One that is over is its log, which is read when somebody asks. After a restart every owner goes on from the log of its tournament
//! and those of its games: nothing else is kept.

mod class;
mod error;
mod exports;
mod follow;
mod owner;
mod scoreboard;
#[cfg(test)]
mod tests;

use std::{
    collections::{HashMap, VecDeque},
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use outflank_rules::Color;
use tokio::{
    sync::{mpsc, oneshot},
    time::sleep,
};

pub(crate) use error::TournamentError;
pub(crate) use exports::ARCHIVE;
use owner::{Owner, Wish};
pub(crate) use scoreboard::{BOARDS_EVERY, Positions, SNAPSHOTS_EVERY, Scoreboard, Standing, Told};

use crate::{
    app::Stopping,
    bots::Bots,
    id::GameId,
    limits::Network,
    rooms::Rooms,
    secret::SecretHash,
    store::{Append, EventStore, LogKind, Logged, REST, StoreError, Summary},
    tournament::{Code, Command, Contest, Decided, Entry, Event, NewTournament, view},
};
use class::Doorkeeper;

/// The most that are not over: each has a task and its place in memory.
const MOST: usize = 1000;

/// So many that are over stay in memory.
const MOST_FINISHED: usize = 8;

/// Wishes that may wait for the owner of one tournament.
const WAITING: usize = 64;

/// The tournaments of a server. A clone is the same.
#[derive(Clone)]
pub(crate) struct Tournaments {
    house: Arc<House>,
}

/// What every owner needs.
struct House {
    store: Arc<dyn EventStore>,
    rooms: Rooms,
    bots: Bots,
    stopping: Stopping,
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    /// Those that are not over.
    live: HashMap<GameId, Live>,
    /// By which code each is joined; also those that are being made.
    codes: HashMap<Code, Option<GameId>>,
    /// Those that are over, the one that was asked for last at the end.
    finished: VecDeque<Arc<Scoreboard>>,
}

#[derive(Clone)]
struct Live {
    board: Arc<Scoreboard>,
    wishes: mpsc::Sender<Wish>,
    /// Who made it, if that is known.
    by: Option<Network>,
}

impl Tournaments {
    /// No tournament yet. From now on bots that come by a code come to one of these.
    pub(crate) fn new(store: Arc<dyn EventStore>, rooms: Rooms, bots: Bots, stopping: Stopping) -> Tournaments {
        let house = Arc::new(House { store, rooms, bots, stopping, open: Mutex::default() });
        house.bots.admit_by(Arc::new(Doorkeeper::of(&house)));
        Tournaments { house }
    }

    /// Reads the tournaments that are not over, before their games are taken up. A log that cannot be read is left as it is, and told.
    pub(crate) async fn load(&self) -> Result<Vec<Contest>, StoreError> {
        let mut contests = Vec::new();
        for id in self.house.store.unfinished(LogKind::Tournament).await? {
            let log = self.house.store.read(id, 0).await?;
            match Contest::of_log(id, &log) {
                Ok(contest) => {
                    self.house.seat_heirs(&contest);
                    contests.push(contest);
                }
                Err(error) => tracing::error!(tournament = %id, %error, "a tournament could not be resumed"),
            }
        }
        Ok(contests)
    }

    /// Goes on with tournaments that were read.
    pub(crate) fn resume(&self, contests: Vec<Contest>) {
        for contest in contests {
            self.house.begin(contest, None);
        }
    }

    /// Makes a tournament for whoever holds this secret.
    pub(crate) async fn create(
        &self,
        wish: NewTournament,
        host: SecretHash,
        by: IpAddr,
    ) -> Result<Arc<Scoreboard>, TournamentError> {
        // As many bits as a number of JavaScript holds: pages show it.
        let seed = getrandom::u64().expect("the system gives random bytes") >> 11;
        let reserved = Reserved::new(&self.house, seed)?;
        let events = wish.resolve(host, reserved.code, seed).map_err(TournamentError::BadWish)?;
        let contest = self.house.write_first(&events).await?;
        let board = self.house.begin(contest, Some(by));
        reserved.keep();
        Ok(board)
    }

    /// How many that are not over were made from this address since the server has been running.
    pub(crate) fn made_by(&self, address: IpAddr) -> usize {
        let network = Network::from(address);
        self.house.open().live.values().filter(|live| live.by == Some(network)).count()
    }

    /// What everybody sees of a tournament.
    pub(crate) async fn find(&self, id: GameId) -> Result<Arc<Scoreboard>, TournamentError> {
        if let Some(board) = self.house.remembered(id) {
            return Ok(board);
        }
        let log = self.house.store.read(id, 0).await?;
        // Long logs take a while: other connections need not wait.
        let contest =
            tokio::task::spawn_blocking(move || read(id, &log)).await.expect("logs are read without panics")?;
        let board = Arc::new(Scoreboard::new(contest));
        self.house.remember(Arc::clone(&board));
        Ok(board)
    }

    /// The tournament that is joined by this code.
    pub(crate) fn called(&self, code: Code) -> Option<GameId> {
        self.house.open().codes.get(&code).copied().flatten()
    }

    /// Does what somebody who knows these secrets wants, if he may. Returns the version then, which is on the disk.
    pub(crate) async fn command(
        &self,
        id: GameId,
        known: Vec<SecretHash>,
        command: Command,
    ) -> Result<u64, TournamentError> {
        match self.house.ask(id, known.clone(), command.clone()).await {
            Some(done) => done.map(|board| board.contest().version()),
            // It is over, or there is none: that is what is answered then.
            None => {
                let contest = self.find(id).await?.contest();
                match contest.decide(&known, command, |_| false)? {
                    Decided::Already => Ok(contest.version()),
                    // Nobody is there who could do it.
                    Decided::Events(_) => Err(TournamentError::NoOwner),
                }
            }
        }
    }

    /// Is the bot of this token connected?
    pub(crate) fn is_here(&self, token: SecretHash) -> bool {
        self.house.bots.is_here(token)
    }

    /// Milliseconds since 1970.
    pub(crate) fn now(&self) -> u64 {
        self.house.rooms.now()
    }
}

impl House {
    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn write_first(&self, events: &[Event]) -> Result<Contest, TournamentError> {
        let at = self.rooms.now();
        let [Event::Created(created), more @ ..] = events else {
            unreachable!("a wish makes a tournament first");
        };
        let mut contest = Contest::new(GameId::random(), (**created).clone(), at);
        for event in more {
            contest.apply(event, at).map_err(TournamentError::damaged)?;
        }
        self.store.append(append(&contest, 0, events)).await?;
        Ok(contest)
    }

    /// Lets a tournament be seen, and starts its owner.
    fn begin(self: &Arc<House>, contest: Contest, by: Option<IpAddr>) -> Arc<Scoreboard> {
        let board = Arc::new(Scoreboard::new(contest.clone()));
        self.start(Arc::clone(&board), contest, by);
        board
    }

    /// Starts the owner of a tournament.
    fn start(self: &Arc<House>, board: Arc<Scoreboard>, contest: Contest, by: Option<IpAddr>) {
        let (id, code) = (contest.id(), contest.created().code);
        let (wishes, waiting) = mpsc::channel(WAITING);
        let mut open = self.open();
        open.live.insert(id, Live { board: Arc::clone(&board), wishes, by: by.map(Network::from) });
        open.codes.insert(code, Some(id));
        drop(open);
        Owner::start(Arc::clone(self), board, contest, by, waiting);
    }

    /// The owner of a tournament has broken down: another one goes on from the log.
    async fn begin_again(self: Arc<House>, board: Arc<Scoreboard>, by: Option<IpAddr>) {
        let (id, mut stopping) = (board.id(), self.stopping.clone());
        tracing::error!(tournament = %id, "whoever ran a tournament broke down; another one goes on");
        loop {
            tokio::select! {
                () = stopping.begun() => return,
                () = sleep(REST) => {}
            }
            match self.store.read(id, 0).await.map(|log| Contest::of_log(id, &log)) {
                Ok(Ok(contest)) => {
                    board.replace(contest.clone());
                    self.seat_heirs(&contest);
                    return self.start(board, contest, by);
                }
                Ok(Err(error)) => return tracing::error!(tournament = %id, %error, "a tournament could not be resumed"),
                Err(error) => tracing::warn!(tournament = %id, %error, "a tournament cannot be read just now"),
            }
        }
    }

    /// A tournament needs no owner any more.
    fn end(&self, board: &Arc<Scoreboard>) {
        let contest = board.contest();
        let mut open = self.open();
        open.live.remove(&contest.id());
        open.codes.remove(&contest.created().code);
        drop(open);
        self.remember(Arc::clone(board));
        self.bots.release(&contest.created().code.to_string());
    }

    fn remembered(&self, id: GameId) -> Option<Arc<Scoreboard>> {
        let mut open = self.open();
        if let Some(live) = open.live.get(&id) {
            return Some(Arc::clone(&live.board));
        }
        let place = open.finished.iter().position(|board| board.id() == id)?;
        let board = open.finished.remove(place)?;
        open.finished.push_back(Arc::clone(&board));
        Some(board)
    }

    fn remember(&self, board: Arc<Scoreboard>) {
        let mut open = self.open();
        open.finished.retain(|other| other.id() != board.id());
        open.finished.push_back(board);
        if open.finished.len() > MOST_FINISHED {
            open.finished.pop_front();
        }
    }

    /// Asks the owner of a tournament; nothing if it has none.
    async fn ask(
        &self,
        id: GameId,
        known: Vec<SecretHash>,
        command: Command,
    ) -> Option<Result<Arc<Scoreboard>, TournamentError>> {
        let Live { board, wishes, .. } = self.open().live.get(&id).cloned()?;
        let (answer, answered) = oneshot::channel();
        wishes.send(Wish { known, command, answer }).await.ok()?;
        Some(answered.await.ok()?.map(|()| board))
    }

    /// The seats of running games belong to the tokens that entrants have now, which may not be those that the games obey.
    fn seat_heirs(&self, contest: &Contest) {
        for (number, game) in contest.running() {
            let pairing = contest.tournament().and_then(|tournament| tournament.pairing(number));
            let Some(pairing) = pairing else { continue };
            for color in Color::ALL {
                if let Some(token) = contest.entries().get(pairing[color]).and_then(Entry::token) {
                    self.bots.hand_over((game, color), token);
                }
            }
        }
    }
}

/// A code that nobody else is given; free again when this is dropped and not kept.
struct Reserved<'a> {
    house: &'a House,
    code: Code,
    is_kept: bool,
}

impl<'a> Reserved<'a> {
    fn new(house: &'a House, seed: u64) -> Result<Reserved<'a>, TournamentError> {
        let mut open = house.open();
        let code = Code::drawn(seed, |code| open.codes.contains_key(&code));
        let code = code.filter(|_| open.codes.len() < MOST).ok_or(TournamentError::TooMany)?;
        open.codes.insert(code, None);
        Ok(Reserved { house, code, is_kept: false })
    }

    fn keep(mut self) {
        self.is_kept = true;
    }
}

impl Drop for Reserved<'_> {
    fn drop(&mut self) {
        if !self.is_kept {
            self.house.open().codes.remove(&self.code);
        }
    }
}

/// The tournament that a log tells of.
fn read(id: GameId, log: &[Logged]) -> Result<Contest, TournamentError> {
    // The name of a game is not that of a tournament.
    let is_game = || log.first().is_none_or(|first| crate::event::Event::from_json(&first.event).is_ok());
    let contest = Contest::of_log(id, log);
    contest.map_err(|bad| if is_game() { TournamentError::Unknown } else { TournamentError::damaged(bad) })
}

/// What the log grows by when a tournament came to be by these events, of which the first is not in it yet.
fn append(after: &Contest, expected: u64, events: &[Event]) -> Append {
    let summary = Summary {
        kind: LogKind::Tournament,
        status: after.status(),
        listed: after.created().listed,
        updated: after.updated_at(),
        holders: after.holders(),
        data: view::summary(after),
    };
    let events = events.iter().map(Event::to_json).collect();
    Append { game: after.id(), expected, at: after.updated_at(), events, summary }
}
