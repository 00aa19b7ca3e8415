//! The task that runs a tournament, with one task for each of its games.

use std::{
    collections::{HashMap, HashSet},
    future,
    net::IpAddr,
    sync::Arc,
    time::Duration,
};

use outflank_arena::{
    Verdict,
    journal::GameLine,
    runner::Fixture,
    tournament::{FixtureFactory, PendingGame, Tournament},
};
use outflank_rules::Color;
use tokio::{
    sync::{mpsc, oneshot, watch},
    task::JoinSet,
    time::sleep,
};

use super::{
    Command, Decided, Entry, Event, LiveTournament, REMOVED_BY_HOST, Refusal, Scoreboard, TournamentError, game_line,
    tournaments::TournamentsInner,
};
use crate::{
    game::{BotCommand, LiveGame, Room, RoomError, Rooms, event::Created, wire::Draft},
    log::{GameStatus, LogOwner, OwnerError, RETRY_DELAY, StoreError, id::GameId, secret::SecretHash},
};

/// A request to the task that owns a tournament.
pub(super) struct TournamentRequest {
    pub(super) known: Vec<SecretHash>,
    pub(super) command: Command,
    pub(super) answer: oneshot::Sender<Result<(), TournamentError>>,
}

/// The only writer of a tournament.
///
/// It compares the state with what should be and does what is missing, so a resumed tournament
/// needs no special case. It follows dealt games and creates missing ones, deals games that are
/// due, and records results.
pub(super) struct TournamentTask {
    inner: Arc<TournamentsInner>,
    board: Arc<Scoreboard>,
    tournament: LogOwner<LiveTournament>,
    /// Makes the fixtures; `None` before the start.
    setting: Option<FixtureFactory>,
    games: JoinSet<Followed>,
    /// The followed games, each with the channel that reports a removed player.
    followed: HashMap<u32, Option<oneshot::Sender<Color>>>,
    /// Results that are not in the log yet.
    ended: Vec<GameLine>,
    /// Games whose log is damaged.
    lost: Vec<u32>,
    /// The address of the creator, if known: built-in bots use its share of the engine.
    by: Option<IpAddr>,
}

impl TournamentTask {
    /// Starts the task.
    pub(super) fn start(
        inner: Arc<TournamentsInner>,
        board: Arc<Scoreboard>,
        tournament: LogOwner<LiveTournament>,
        by: Option<IpAddr>,
        requests: mpsc::Receiver<TournamentRequest>,
    ) {
        let task = TournamentTask {
            inner,
            board,
            tournament,
            setting: None,
            games: JoinSet::new(),
            followed: HashMap::new(),
            ended: Vec::new(),
            lost: Vec::new(),
            by,
        };
        let (inner, board) = (Arc::clone(&task.inner), Arc::clone(&task.board));
        let running = tokio::spawn(task.run(requests));
        tokio::spawn(async move {
            if running.await.is_err_and(|broken| broken.is_panic()) {
                inner.begin_again(board, by).await;
            }
        });
    }

    async fn run(mut self, mut requests: mpsc::Receiver<TournamentRequest>) {
        let mut stopping = self.inner.stopping.clone();
        let mut comings = self.inner.bots.comings();
        loop {
            let is_settled = self.settle().await.is_ok();
            if self.tournament.stage().is_over() {
                break;
            }
            let expiry = self.expiry();
            tokio::select! {
                () = stopping.begun() => return,
                request = requests.recv() => match request {
                    Some(request) => self.handle(request).await,
                    None => return,
                },
                Some(followed) = self.games.join_next() => self.game_ended(followed.ok()),
                changed = comings.changed() => match changed {
                    Ok(()) => self.board.stir(),
                    Err(_) => return,
                },
                () = sleep(RETRY_DELAY), if !is_settled => {}
                () = expiry => {}
            }
        }
        self.board.clear();
        self.inner.end(&self.board);
    }

    /// Waits for the expiry of a tournament that does not continue.
    fn expiry(&self) -> impl Future<Output = ()> + use<> {
        let left = self.tournament.expires_at().map(|at| at.saturating_sub(self.inner.rooms.now()));
        async move {
            match left {
                Some(left) => sleep(Duration::from_millis(left)).await,
                None => future::pending().await,
            }
        }
    }

    /// Stops a tournament that has expired.
    async fn expire(&mut self) -> Result<(), OwnerError> {
        match self.tournament.expires_at() {
            Some(at) if at <= self.inner.rooms.now() => self.append(vec![Event::Stopped]).await,
            _ => Ok(()),
        }
    }

    async fn handle(&mut self, TournamentRequest { known, command, answer }: TournamentRequest) {
        let bots = self.inner.bots.clone();
        let done = match self.tournament.decide(&known, command, |token| bots.is_here(token)) {
            Ok(Decided::Already) => Ok(()),
            Ok(Decided::Events(events)) => self.append(events).await.map_err(TournamentError::from),
            Err(refusal) => Err(refusal.into()),
        };
        let _ = answer.send(done);
    }

    /// Takes the result of a game. If its follower panicked, all games are followed again.
    fn game_ended(&mut self, followed: Option<Followed>) {
        match followed {
            Some(Followed::Over { fixture, game }) => {
                self.ended.extend(game_line(fixture, &game));
            }
            Some(Followed::Lost(number)) => self.lost.push(number),
            None => {
                self.games = JoinSet::new();
                self.followed.clear();
            }
        }
    }

    /// Does everything that is due.
    async fn settle(&mut self) -> Result<(), OwnerError> {
        self.expire().await?;
        self.enter_ended().await?;
        self.deal_again().await?;
        loop {
            let follows = self.tournament.follows();
            if follows.is_empty() {
                break;
            }
            self.append(follows).await?;
        }
        self.deal().await?;
        self.follow_all();
        self.send_away();
        Ok(())
    }

    /// Drops results that are in the log already. An append may have succeeded although the store
    /// reported an error.
    fn forget_known(&mut self) {
        let Some(tournament) = self.tournament.tournament() else { return };
        let is_known = |number: u32| tournament.game(number).is_some();
        self.followed.retain(|&number, _| !is_known(number));
        self.ended.retain(|line| !is_known(line.number));
        self.lost.retain(|&number| !is_known(number));
    }

    async fn enter_ended(&mut self) -> Result<(), OwnerError> {
        self.forget_known();
        if !self.tournament.stage().is_under_way() {
            self.ended.clear();
        }
        if self.ended.is_empty() {
            return Ok(());
        }
        let ended = |line: &GameLine| Event::Ended { line: Box::new(line.clone()) };
        self.append(self.ended.iter().map(ended).collect()).await?;
        for line in self.ended.drain(..) {
            self.followed.remove(&line.number);
            self.tournament.game(line.number).into_iter().for_each(|game| self.inner.bots.forget_heirs(game));
        }
        Ok(())
    }

    /// Deals damaged games again, under new ids.
    async fn deal_again(&mut self) -> Result<(), OwnerError> {
        if self.lost.is_empty() || !self.tournament.stage().is_under_way() {
            return Ok(());
        }
        let dealt = |number: &u32| Event::Dealt { number: *number, game: GameId::random() };
        self.append(self.lost.iter().map(dealt).collect()).await?;
        for number in self.lost.drain(..) {
            self.followed.remove(&number);
        }
        Ok(())
    }

    /// Deals the games that are due, before they are created.
    async fn deal(&mut self) -> Result<(), OwnerError> {
        let bots = &self.inner.bots;
        let own: HashSet<GameId> = self.tournament.running().map(|(_, game)| game).collect();
        // A course player who disconnects loses the game, so new games wait for the player's return
        // or removal.
        let waits = |token| self.tournament.created().course && !bots.is_here(token);
        let capacity = |entry: &Entry| match entry.token() {
            None => usize::MAX,
            Some(token) if waits(token) => 0,
            Some(token) => bots.capacity(token, |game| own.contains(&game)),
        };
        let dealt = |due: PendingGame| Event::Dealt { number: due.number, game: GameId::random() };
        let dealt: Vec<Event> = self.tournament.deals(capacity).into_iter().map(dealt).collect();
        if dealt.is_empty() { Ok(()) } else { self.append(dealt).await }
    }

    /// Follows the games that are not followed yet.
    fn follow_all(&mut self) {
        let new: Vec<(u32, GameId)> =
            self.tournament.running().filter(|(number, _)| !self.followed.contains_key(number)).collect();
        if new.is_empty() {
            return;
        }
        let setting = self.setting.get_or_insert_with(|| self.tournament.setting());
        let due = self.tournament.tournament().map(Tournament::pending).unwrap_or_default();
        for (number, game) in new {
            let Some(due) = due.iter().find(|due| due.number == number) else { continue };
            let fixture = setting.fixture(due);
            let (kick, kicked) = oneshot::channel();
            let follower = Follower {
                rooms: self.inner.rooms.clone(),
                board: Arc::clone(&self.board),
                created: self.tournament.game_of(&fixture, |token| self.inner.bots.is_here(token)),
                fixture,
                game,
                by: self.by,
                kicked,
            };
            self.followed.insert(number, Some(kick));
            self.games.spawn(follower.run());
        }
    }

    /// Ends the running games of removed players.
    fn send_away(&mut self) {
        let Some(tournament) = self.tournament.tournament() else { return };
        for (number, _) in self.tournament.running() {
            let missing = tournament.pairing(number).and_then(|pairing| self.tournament.missing(pairing));
            let Some(color) = missing else { continue };
            if let Some(kick) = self.followed.get_mut(&number).and_then(Option::take) {
                let _ = kick.send(color);
            }
        }
    }

    /// Appends events and shows the state after them. On failure nothing has changed.
    async fn append(&mut self, events: Vec<Event>) -> Result<(), OwnerError> {
        let kicked: Vec<(SecretHash, Refusal)> = events.iter().filter_map(|event| self.kicked(event)).collect();
        let takes_over = events.iter().any(|event| matches!(event, Event::Rejoined { .. }));
        if let Err(error) = self.tournament.append(None, events, self.inner.rooms.now(), |_, _| ()).await {
            return Err(self.append_failed(error).await);
        }
        self.board.replace(Arc::clone(self.tournament.state()));
        if takes_over {
            self.inner.seat_heirs(&self.tournament);
        }
        for (token, reason) in kicked {
            self.inner.bots.send_away(token, &self.tournament.created().code.to_string(), reason.to_string());
        }
        Ok(())
    }

    /// Returns the bot that an event removes before the start, with the message to it. After the
    /// start its games notify it.
    fn kicked(&self, event: &Event) -> Option<(SecretHash, Refusal)> {
        let Event::Left { name, kicked: true } = event else { return None };
        let place = self.tournament.entrant_called(name).filter(|_| !self.tournament.stage().is_under_way())?;
        Some((self.tournament.entries()[place].token()?, Refusal::Withdrawn(name.clone())))
    }

    /// After a conflict the log is right, so this loads the tournament again.
    async fn append_failed(&mut self, error: OwnerError) -> OwnerError {
        tracing::error!(tournament = %self.tournament.id(), %error, "cannot append an event of a tournament");
        if error.is_conflict() && self.tournament.reload().await.is_some() {
            self.board.replace(Arc::clone(self.tournament.state()));
        }
        error
    }
}

/// The outcome of a followed game.
enum Followed {
    /// It is over.
    Over { fixture: Fixture, game: Arc<LiveGame> },
    /// The log of the game of this number is damaged; it has to be played again.
    Lost(u32),
}

/// Follows a game that was dealt.
struct Follower {
    rooms: Rooms,
    board: Arc<Scoreboard>,
    fixture: Fixture,
    game: GameId,
    /// The game to create, if there is none yet.
    created: Created,
    by: Option<IpAddr>,
    /// Receives the color of a player that the host removed.
    kicked: oneshot::Receiver<Color>,
}

impl Follower {
    /// Creates the game if there is none, and waits for its end.
    async fn run(mut self) -> Followed {
        let number = self.fixture.number;
        let room = self.rooms.game(self.game);
        loop {
            let Some(states) = self.watch(&room).await else { return Followed::Lost(number) };
            self.board.show(number, states.clone());
            if let Some(game) = self.wait(&room, states).await {
                self.board.keep(number, Arc::clone(&game), self.rooms.now());
                return Followed::Over { fixture: self.fixture, game };
            }
        }
    }

    async fn watch(&self, room: &Room) -> Option<watch::Receiver<Arc<LiveGame>>> {
        loop {
            match room.watch().await {
                Ok(states) => return Some(states),
                Err(RoomError::Unknown) => self.create().await,
                Err(error @ RoomError::Damaged(_)) => {
                    tracing::error!(game = %self.game, %error, "a game of a tournament is damaged and played again");
                    return None;
                }
                Err(_) => sleep(RETRY_DELAY).await,
            }
        }
    }

    async fn create(&self) {
        let draft = Draft::of(self.created.clone());
        match self.rooms.create_as(self.game, &draft, self.by).await {
            // Another request created it first.
            Ok(_) | Err(StoreError::Conflict { .. }) => {}
            Err(error) => {
                tracing::error!(game = %self.game, %error, "cannot create a game of a tournament");
                sleep(RETRY_DELAY).await;
            }
        }
    }

    /// Returns the finished game; `None` if its task panicked.
    async fn wait(&mut self, room: &Room, mut states: watch::Receiver<Arc<LiveGame>>) -> Option<Arc<LiveGame>> {
        let mut is_kicked = false;
        loop {
            let game = Arc::clone(&states.borrow_and_update());
            self.board.stir();
            if game.status() == GameStatus::Over {
                return Some(game);
            }
            tokio::select! {
                changed = states.changed() => changed.ok()?,
                kicked = &mut self.kicked, if !is_kicked => {
                    is_kicked = true;
                    if let Ok(color) = kicked {
                        send_away(room, &game, color).await;
                    }
                }
            }
        }
    }
}

/// Makes a removed bot lose. A built-in bot plays to the end: nobody waits for it.
async fn send_away(room: &Room, game: &LiveGame, color: Color) {
    let Some(token) = game.bot(color) else { return };
    let foul = BotCommand::Foul { verdict: Verdict::Absent, got: String::new(), text: REMOVED_BY_HOST.to_owned() };
    // A game that has ended meanwhile refuses this.
    let _ = room.arrive().bot(token, color, foul).await;
}
