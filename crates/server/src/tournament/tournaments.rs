//! Open tournaments, and the most recently viewed finished ones.
//!
//! An open tournament has one [`TournamentTask`], which starts its games in rooms and records their
//! results, and one [`Scoreboard`], which viewers see. A finished tournament is read from its log
//! on request. After a restart each task resumes from the logs of its tournament and its games;
//! nothing else is stored.

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

use super::{
    Code, Command, Decided, Entry, LiveTournament, NewTournament, NewTournamentError, Refusal, Scoreboard,
    task::{TournamentRequest, TournamentTask},
};
use crate::{
    bots::{AdmissionError, Bots, JoinedBot},
    game::Rooms,
    log::{EventLog, LogError, LogKind, LogOwner, OwnerError, RETRY_DELAY, StoreError, id::GameId, secret::SecretHash},
    web::{app::Stopping, limits::Network},
};

/// The most open tournaments.
const MAX_OPEN: usize = 1000;

/// The most finished tournaments in memory.
const MAX_FINISHED: usize = 8;

/// Requests that may wait for the task of one tournament.
const QUEUE_CAPACITY: usize = 64;

/// The tournaments of a server. Cheap to clone; clones share state.
#[derive(Clone)]
pub(crate) struct Tournaments {
    inner: Arc<TournamentsInner>,
}

/// The state that all tournament tasks share.
pub(super) struct TournamentsInner {
    log: EventLog,
    pub(super) rooms: Rooms,
    pub(super) bots: Bots,
    pub(super) stopping: Stopping,
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    /// Tournaments that are not over.
    live: HashMap<GameId, Live>,
    /// The join codes. The id is `None` while a tournament is being created.
    codes: HashMap<Code, Option<GameId>>,
    /// Finished tournaments, the most recently used last.
    finished: VecDeque<Arc<Scoreboard>>,
}

#[derive(Clone)]
struct Live {
    board: Arc<Scoreboard>,
    requests: mpsc::Sender<TournamentRequest>,
    /// The network of its creator, if known.
    by: Option<Network>,
}

impl Tournaments {
    pub(crate) fn new(log: EventLog, rooms: Rooms, bots: Bots, stopping: Stopping) -> Tournaments {
        Tournaments { inner: Arc::new(TournamentsInner { log, rooms, bots, stopping, open: Mutex::default() }) }
    }

    /// Loads the open tournaments; call it before their games are loaded. Logs and skips a
    /// tournament that cannot be read.
    pub(crate) async fn load(&self) -> Result<Vec<LogOwner<LiveTournament>>, StoreError> {
        let mut contests = Vec::new();
        for id in self.inner.log.store().unfinished(LogKind::Tournament).await? {
            match LogOwner::load(self.inner.log.clone(), id).await {
                Ok((contest, _)) => {
                    self.inner.seat_heirs(&contest);
                    contests.push(contest);
                }
                Err(OwnerError::Store(error)) => return Err(error),
                Err(error) => tracing::error!(tournament = %id, %error, "cannot resume a tournament"),
            }
        }
        Ok(contests)
    }

    /// Resumes loaded tournaments.
    pub(crate) fn resume(&self, contests: Vec<LogOwner<LiveTournament>>) {
        for contest in contests {
            self.inner.begin(contest, None);
        }
    }

    /// Creates a tournament for the holder of this secret.
    pub(crate) async fn create(
        &self,
        request: NewTournament,
        host: SecretHash,
        by: IpAddr,
    ) -> Result<Arc<Scoreboard>, TournamentError> {
        // 53 bits: pages show the seed, and a JavaScript number holds no more.
        let seed = getrandom::u64().expect("the system has random bytes") >> 11;
        let reserved = Reserved::new(&self.inner, seed)?;
        let mut events = request.resolve(host, reserved.code, seed)?;
        let (first, log, now) = (events.remove(0), self.inner.log.clone(), self.now());
        let contest = LogOwner::create(log, GameId::random(), first, events, now).await?;
        let board = self.inner.begin(contest, Some(by));
        reserved.keep();
        Ok(board)
    }

    /// The number of open tournaments that were created from this address since the server started.
    pub(crate) fn made_by(&self, address: IpAddr) -> usize {
        let network = Network::from(address);
        self.inner.open().live.values().filter(|live| live.by == Some(network)).count()
    }

    /// Returns the scoreboard of a tournament.
    pub(crate) async fn find(&self, id: GameId) -> Result<Arc<Scoreboard>, TournamentError> {
        if let Some(board) = self.inner.remembered(id) {
            return Ok(board);
        }
        let (log, entries) = (self.inner.log.clone(), self.inner.log.store().read(id, 0).await?);
        // Long logs take long to fold: do not block other connections.
        let folded = tokio::task::spawn_blocking(move || LogOwner::<LiveTournament>::from_entries(log, id, &entries));
        let (contest, _) = folded.await.expect("folding does not panic")?;
        let board = Arc::new(Scoreboard::new(Arc::clone(contest.state())));
        self.inner.remember(Arc::clone(&board));
        Ok(board)
    }

    /// Returns the tournament with this join code.
    pub(crate) fn called(&self, code: Code) -> Option<GameId> {
        self.inner.open().codes.get(&code).copied().flatten()
    }

    /// Returns the open tournament of course players.
    pub(crate) fn of_course(&self) -> Option<(GameId, Code)> {
        let open = self.inner.open();
        let mut contests = open.live.values().map(|live| live.board.tournament());
        let contest = contests.find(|contest| contest.created().course && !contest.stage().is_over())?;
        Some((contest.id(), contest.created().code))
    }

    /// Adds the host's secret if the client is the operator of the server.
    pub(crate) fn proven(&self, contest: &LiveTournament, mut known: Vec<SecretHash>) -> Vec<SecretHash> {
        if self.inner.bots.is_operator(&known) {
            known.push(contest.created().host);
        }
        known
    }

    /// Runs a command of a client that knows these secrets. Returns the new version once it is on
    /// the disk.
    pub(crate) async fn command(
        &self,
        id: GameId,
        mut known: Vec<SecretHash>,
        command: Command,
    ) -> Result<u64, TournamentError> {
        if self.inner.bots.is_operator(&known) {
            known = self.proven(&self.find(id).await?.tournament(), known);
        }
        match self.inner.ask(id, known.clone(), command.clone()).await {
            Some(done) => done.map(|board| board.tournament().version()),
            // It is over or unknown; `find` and `decide` return which.
            None => {
                let contest = self.find(id).await?.tournament();
                match contest.decide(&known, command, |_| false)? {
                    Decided::Already => Ok(contest.version()),
                    Decided::Events(_) => Err(TournamentError::NoTask),
                }
            }
        }
    }

    /// Enters a bot into the tournament with this join code.
    pub(crate) async fn join(&self, code: &str, name: &str, token: SecretHash) -> Result<JoinedBot, AdmissionError> {
        let unknown = || AdmissionError::UnknownCode(outflank_rules::excerpt(code));
        let parsed = code.parse::<Code>().map_err(|_| unknown())?;
        let id = self.called(parsed).ok_or_else(unknown)?;
        let join = Command::Join { code: parsed, name: name.to_owned(), token };
        let joined = self.inner.ask(id, Vec::new(), join).await;
        let tournament = joined.unwrap_or(Err(TournamentError::NoTask)).map_err(refused)?.tournament();
        let place = tournament.entrant_of(token).ok_or_else(unknown)?;
        Ok(JoinedBot { join_code: parsed.to_string(), name: tournament.entries()[place].name.clone() })
    }

    /// Is the bot of this token connected?
    pub(crate) fn is_here(&self, token: SecretHash) -> bool {
        self.inner.bots.is_here(token)
    }

    /// Milliseconds since 1970.
    pub(crate) fn now(&self) -> u64 {
        self.inner.rooms.now()
    }
}

impl TournamentsInner {
    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts the task and the scoreboard of a tournament.
    fn begin(self: &Arc<TournamentsInner>, contest: LogOwner<LiveTournament>, by: Option<IpAddr>) -> Arc<Scoreboard> {
        let board = Arc::new(Scoreboard::new(Arc::clone(contest.state())));
        self.start(Arc::clone(&board), contest, by);
        board
    }

    /// Starts the task of a tournament.
    fn start(
        self: &Arc<TournamentsInner>,
        board: Arc<Scoreboard>,
        contest: LogOwner<LiveTournament>,
        by: Option<IpAddr>,
    ) {
        let (id, code) = (contest.id(), contest.created().code);
        let (requests, waiting) = mpsc::channel(QUEUE_CAPACITY);
        let mut open = self.open();
        open.live.insert(id, Live { board: Arc::clone(&board), requests, by: by.map(Network::from) });
        open.codes.insert(code, Some(id));
        drop(open);
        TournamentTask::start(Arc::clone(self), board, contest, by, waiting);
    }

    /// Starts another task from the log after one panicked.
    pub(super) async fn begin_again(self: Arc<TournamentsInner>, board: Arc<Scoreboard>, by: Option<IpAddr>) {
        let (id, mut stopping) = (board.id(), self.stopping.clone());
        tracing::error!(tournament = %id, "the task of a tournament panicked; another one takes over");
        loop {
            tokio::select! {
                () = stopping.begun() => return,
                () = sleep(RETRY_DELAY) => {}
            }
            match LogOwner::<LiveTournament>::load(self.log.clone(), id).await {
                Ok((contest, _)) => {
                    board.replace(Arc::clone(contest.state()));
                    self.seat_heirs(&contest);
                    return self.start(board, contest, by);
                }
                Err(error @ OwnerError::Store(_)) => {
                    tracing::warn!(tournament = %id, %error, "cannot read a tournament");
                }
                Err(error) => return tracing::error!(tournament = %id, %error, "cannot resume a tournament"),
            }
        }
    }

    /// Forgets the task of a tournament that is over.
    pub(super) fn end(&self, board: &Arc<Scoreboard>) {
        let contest = board.tournament();
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
        if open.finished.len() > MAX_FINISHED {
            open.finished.pop_front();
        }
    }

    /// Sends a command to the task of a tournament. `None` if it has no task.
    async fn ask(
        &self,
        id: GameId,
        known: Vec<SecretHash>,
        command: Command,
    ) -> Option<Result<Arc<Scoreboard>, TournamentError>> {
        let Live { board, requests, .. } = self.open().live.get(&id).cloned()?;
        let (answer, answered) = oneshot::channel();
        requests.send(TournamentRequest { known, command, answer }).await.ok()?;
        Some(answered.await.ok()?.map(|()| board))
    }

    /// Hands the seats of running games to the current tokens of the entrants. The games may have
    /// older ones.
    pub(super) fn seat_heirs(&self, contest: &LiveTournament) {
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

/// A reserved join code. Dropping it before [`Reserved::keep`] frees the code.
struct Reserved<'a> {
    inner: &'a TournamentsInner,
    code: Code,
    is_kept: bool,
}

impl<'a> Reserved<'a> {
    fn new(inner: &'a TournamentsInner, seed: u64) -> Result<Reserved<'a>, TournamentError> {
        let mut open = inner.open();
        let code = Code::drawn(seed, |code| open.codes.contains_key(&code));
        let code = code.filter(|_| open.codes.len() < MAX_OPEN).ok_or(TournamentError::TooMany)?;
        open.codes.insert(code, None);
        Ok(Reserved { inner, code, is_kept: false })
    }

    fn keep(mut self) {
        self.is_kept = true;
    }
}

impl Drop for Reserved<'_> {
    fn drop(&mut self) {
        if !self.is_kept {
            self.inner.open().codes.remove(&self.code);
        }
    }
}

fn refused(error: TournamentError) -> AdmissionError {
    match error {
        TournamentError::Refused(Refusal::NameTaken(name)) => AdmissionError::NameTaken(name),
        later @ (TournamentError::Store(_) | TournamentError::NoTask) => AdmissionError::Unavailable(later.to_string()),
        other => AdmissionError::Refused(other.to_string()),
    }
}

/// Why a request to a tournament failed. Details of disk errors are only in the server's log.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum TournamentError {
    #[error("there is no such tournament; check that the link is complete")]
    Unknown,
    /// The request to create it is invalid.
    #[error(transparent)]
    Invalid(#[from] NewTournamentError),
    #[error("too many tournaments are open here; stop one, or try again later")]
    TooMany,
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The log could not be written or read.
    #[error("the tournament cannot be stored or read at the moment; try again")]
    Store(#[from] StoreError),
    /// The server stops, or the tournament's task panicked.
    #[error("the tournament is not running at the moment; try again")]
    NoTask,
    #[error("this tournament is damaged; the server's log says why")]
    Damaged(Arc<LogError>),
}

impl TournamentError {
    /// The error code.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            TournamentError::Unknown => "unknown-tournament",
            TournamentError::Invalid(_) => "bad-tournament",
            TournamentError::TooMany => "busy",
            TournamentError::Refused(refusal) => refusal.code(),
            TournamentError::Store(_) | TournamentError::NoTask => "unavailable",
            TournamentError::Damaged(_) => "failed",
        }
    }
}

impl From<OwnerError> for TournamentError {
    fn from(error: OwnerError) -> TournamentError {
        match error {
            OwnerError::Unknown => TournamentError::Unknown,
            OwnerError::Store(error) => TournamentError::Store(error),
            OwnerError::Damaged(error) => TournamentError::Damaged(error),
        }
    }
}
