//! The listener for Python players that send and read pickles: they connect, are asked for moves,
//! and answer.
//!
//! Players send no name. The first plays White, the second Black, and the next two play the next
//! game. With built-in opponents each player plays one of those. With a tournament they join it and
//! play all its games over one connection. [`Decoder`](outflank_arena::protocol::pickle::Decoder)
//! reads pickles without running them.

mod connection;
mod seat;
#[cfg(test)]
mod tests;

use std::{
    collections::{HashSet, VecDeque},
    future,
    net::Ipv4Addr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::Poll,
    time::Duration,
};

use outflank_arena::{Sides, TimeControl};
use outflank_arena::{protocol::pickle, tournament::TournamentFormat};
use outflank_rules::{Color, FirstMover, Position, Variant};
use tokio::{
    net::TcpStream,
    sync::{OwnedSemaphorePermit, Semaphore, mpsc},
};

use super::{CourseEvent, CourseEventSender, PlayerNames, names::Roster, report};
use crate::{
    bots::course_player::Seats,
    game::{
        LiveGame, Room, Seat,
        event::{BotGameTerms, Created},
        wire::Draft,
    },
    log::{GameStatus, id::GameId, secret::Secret},
    tournament::{Code, Command, NewTournament, Refusal, TournamentError},
    web::{Peer, Services},
};
use connection::PickleConnection;

/// Most players that wait for a game.
const MAX_WAITING: usize = 1024;

/// The message to players whose game cannot be read.
const UNREADABLE: &str = "the game cannot be read: try again";

/// The settings of this listener.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PickleCourse {
    /// The port.
    pub port: u16,
    /// The time limit of a move; none means no limit.
    pub time: Option<Duration>,
    /// How often a player is asked again after an illegal answer, before it loses.
    pub tries: u32,
    /// Most games at a time. Further players wait.
    pub concurrency: usize,
    /// How long a player may take for its last answer after the game, before its connection is
    /// closed.
    pub farewell: Duration,
    /// The names of players.
    pub names: PlayerNames,
    /// Built-in players. They take part in the tournament; without one, each course player plays
    /// one of them in turn.
    pub opponents: Vec<Seat>,
    /// The format of the tournament that players join, if any.
    pub tournament: Option<TournamentFormat>,
}

impl Default for PickleCourse {
    /// The port is the one in the players of the course. Many of them think for about 5 s, and
    /// longer at first.
    fn default() -> PickleCourse {
        PickleCourse {
            port: 33333,
            time: Some(Duration::from_secs(30)),
            tries: 3,
            concurrency: 64,
            farewell: Duration::from_secs(300),
            names: PlayerNames::default(),
            opponents: Vec::new(),
            tournament: None,
        }
    }
}

/// Queues players and pairs them.
pub(super) struct PickleMatchmaker {
    settings: PickleCourse,
    services: Services,
    events: Option<CourseEventSender>,
    roster: Arc<Roster>,
    newcomers: mpsc::UnboundedSender<PickleConnection>,
    /// Games that were reported and have not ended.
    reported: Mutex<HashSet<GameId>>,
    /// The tournament that players join now.
    tournament: tokio::sync::Mutex<Option<(GameId, Code)>>,
}

impl PickleMatchmaker {
    /// Pairs players in the background until the server stops.
    pub(super) fn start(
        settings: PickleCourse,
        roster: Arc<Roster>,
        services: Services,
        events: Option<CourseEventSender>,
    ) -> Arc<PickleMatchmaker> {
        let (newcomers, arriving) = mpsc::unbounded_channel();
        let (reported, tournament) = (Mutex::default(), tokio::sync::Mutex::default());
        let matchmaker =
            Arc::new(PickleMatchmaker { settings, services, events, roster, newcomers, reported, tournament });
        if matchmaker.settings.tournament.is_none() {
            matchmaker.roster.clear_entrants();
        }
        let (pairing, mut stopping) = (Arc::clone(&matchmaker), matchmaker.services.stopping.clone());
        tokio::spawn(async move {
            if pairing.settings.tournament.is_some() {
                return pairing.announce_tournament().await;
            }
            tokio::select! {
                () = stopping.begun() => {}
                () = pairing.pair_up(arriving) => {}
            }
        });
        matchmaker
    }

    /// Admits a player.
    pub(super) fn admit(self: &Arc<PickleMatchmaker>, stream: TcpStream, peer: Peer) {
        // Before any await, or the second player could overtake the first.
        let name = self.roster.name(peer.address);
        let course_player = self.services.bots.welcome(&name);
        let newcomer = PickleConnection::new(name, course_player, stream, peer, self.services.limiters.hello_time);
        if self.settings.tournament.is_some() {
            return drop(tokio::spawn(Arc::clone(self).compete(newcomer)));
        }
        // The receiver is gone only when the server stops.
        let _ = self.newcomers.send(newcomer);
    }

    /// Sends a player the reason why it cannot play, and closes its connection.
    async fn refuse(&self, player: PickleConnection, why: String) {
        if self.services.stopping.has_begun() {
            return;
        }
        let address = player.peer.address;
        tracing::warn!(%address, why, "a course player was refused");
        let message = refusal(&why);
        report(self.events.as_ref(), CourseEvent::Refused { address, why, count: 1 });
        self.dismiss(player, &message).await;
    }

    async fn dismiss(&self, player: PickleConnection, last: &[u8]) {
        let mut stopping = self.services.stopping.clone();
        tokio::select! {
            () = stopping.begun() => {}
            () = player.dismiss(last, self.services.limiters.send_time, self.settings.farewell) => {}
        }
    }

    /// Pairs the players that have waited longest. Watches all waiting players, so that one that
    /// leaves is removed at once.
    async fn pair_up(self: Arc<PickleMatchmaker>, mut arriving: mpsc::UnboundedReceiver<PickleConnection>) {
        let slots = Arc::new(Semaphore::new(self.settings.concurrency.max(1)));
        let mut opponents = self.settings.opponents.iter().cycle();
        let needed = if self.settings.opponents.is_empty() { 2 } else { 1 };
        let mut waiting = VecDeque::new();
        loop {
            let is_enough = waiting.len() >= needed;
            tokio::select! {
                biased;
                gone = first_gone(&mut waiting) => if let Some(player) = waiting.remove(gone) {
                    self.left(&player);
                },
                Some(newcomer) = arriving.recv() => self.queue(newcomer, &mut waiting),
                Ok(slot) = Arc::clone(&slots).acquire_owned(), if is_enough => {
                    let opponent = opponents.next();
                    let white = waiting.pop_front();
                    let black = if opponent.is_none() { waiting.pop_front() } else { None };
                    tokio::spawn(Arc::clone(&self).play(Sides { black, white }, opponent.cloned(), slot));
                }
            }
        }
    }

    /// Queues a player, unless the queue is full.
    fn queue(self: &Arc<PickleMatchmaker>, newcomer: PickleConnection, waiting: &mut VecDeque<PickleConnection>) {
        if waiting.len() >= MAX_WAITING {
            let matchmaker = Arc::clone(self);
            let why = format!("{MAX_WAITING} players wait already: try again later");
            tokio::spawn(async move { matchmaker.refuse(newcomer, why).await });
            return;
        }
        let (player, address) = (newcomer.name.to_string(), newcomer.peer.address);
        report(self.events.as_ref(), CourseEvent::Came { player, address });
        waiting.push_back(newcomer);
    }

    fn left(&self, player: &PickleConnection) {
        report(self.events.as_ref(), CourseEvent::Left { player: player.name.to_string() });
    }

    /// Plays one game and sends both players its end.
    async fn play(
        self: Arc<PickleMatchmaker>,
        mut players: Sides<Option<PickleConnection>>,
        opponent: Option<Seat>,
        slot: OwnedSemaphorePermit,
    ) {
        self.roster.keep().await;
        let created = self.created(&players, opponent.as_ref());
        let room = match self.services.rooms.create(&Draft::of(created), None).await {
            Ok(room) => room,
            Err(error) => {
                tracing::error!(%error, "a game of a course could not be created");
                return self.refuse_all(players, "the game could not be stored: try again").await;
            }
        };
        let Sides { black, white } = &mut players;
        let played =
            tokio::join!(self.play_side(&room, Color::Black, black), self.play_side(&room, Color::White, white));
        // The next game can start while these players still think.
        drop(slot);
        let Some(over) = played.0.or(played.1) else {
            return self.refuse_all(players, UNREADABLE).await;
        };
        let last = pickle::over(&over.game().position());
        let Sides { black, white } = players;
        let dismiss = async |player| {
            if let Some(player) = player {
                self.dismiss(player, &last).await;
            }
        };
        tokio::join!(dismiss(black), dismiss(white));
    }

    async fn refuse_all(&self, Sides { black, white }: Sides<Option<PickleConnection>>, why: &str) {
        let refuse = async |player| {
            if let Some(player) = player {
                self.refuse(player, why.to_owned()).await;
            }
        };
        tokio::join!(refuse(black), refuse(white));
    }

    async fn play_side(
        &self,
        room: &Room,
        color: Color,
        player: &mut Option<PickleConnection>,
    ) -> Option<Arc<LiveGame>> {
        seat::play(self, room, color, player.as_mut()?).await
    }

    /// The standard start with White to move. No reconnect time, because a player cannot return to
    /// a game.
    fn created(&self, players: &Sides<Option<PickleConnection>>, opponent: Option<&Seat>) -> Created {
        let seat = |color: Color| match (&players[color], opponent) {
            (Some(player), _) => Seat::Bot(player.name.to_string()),
            (None, Some(opponent)) => opponent.clone(),
            (None, None) => unreachable!("two players, or one and an opponent"),
        };
        Created {
            variant: variant(),
            line: Vec::new(),
            seats: Sides::of(seat),
            secrets: Sides::default(),
            time: self.settings.time.map(TimeControl::PerMove),
            clock_waits: false,
            seed: getrandom::u64().expect("the system gives random bytes"),
            listed: true,
            previous: None,
            terms: BotGameTerms {
                bots: Sides::of(|color| players[color].as_ref().map(|player| player.course_player.token())),
                held: !self.services.bots.settings().autostart,
                ..BotGameTerms::default()
            },
        }
    }

    /// Plays all games of a player in the tournament over one connection.
    async fn compete(self: Arc<PickleMatchmaker>, mut player: PickleConnection) {
        let mut seats = match self.join(&player).await {
            Ok(seats) => seats,
            Err(why) => return self.refuse(player, why).await,
        };
        let (name, address) = (player.name.to_string(), player.peer.address);
        report(self.events.as_ref(), CourseEvent::Came { player: name, address });
        let (mut last, mut stopping) = (start(), self.services.stopping.clone());
        while !player.is_done() {
            let seat = tokio::select! {
                biased;
                () = stopping.begun() => return,
                () = player.left() => break,
                seat = seats.recv() => seat,
            };
            let Some((room, color)) = seat else {
                // The tournament is over, or the player was removed from it.
                self.roster.withdrawn(&player.name);
                return self.dismiss(player, &pickle::over(&last)).await;
            };
            let Some(over) = seat::play(&self, &room, color, &mut player).await else {
                return self.refuse(player, UNREADABLE.to_owned()).await;
            };
            last = over.game().position();
        }
        self.left(&player);
        player.course_player.leave();
        // Seats that were dealt before the server knew that the player is gone.
        while let Ok((room, color)) = seats.try_recv() {
            seat::give_up(&room, color, &player).await;
        }
        self.dismiss(player, &pickle::over(&last)).await;
    }

    /// Enters a player into the tournament, or into a new one if the last is over.
    async fn join(&self, player: &PickleConnection) -> Result<Seats, String> {
        self.roster.keep().await;
        let mut tournament = self.tournament.lock().await;
        loop {
            let (id, code) = match *tournament {
                Some(open) => open,
                None => self.open_tournament().await.map_err(|error| error.to_string())?,
            };
            *tournament = Some((id, code));
            let seats = player.course_player.enters(&code.to_string());
            let join = Command::Join { code, name: player.name.to_string(), token: player.course_player.token() };
            match self.services.tournaments.command(id, Vec::new(), join).await {
                Ok(_) => {
                    self.roster.entered(player.peer.address, &player.name);
                    self.roster.keep().await;
                    return Ok(seats);
                }
                Err(TournamentError::Refused(Refusal::Over)) => *tournament = None,
                Err(TournamentError::Refused(refusal @ Refusal::Withdrawn(_))) => {
                    self.roster.withdrawn(&player.name);
                    return Err(refusal.to_string());
                }
                Err(error) => return Err(error.to_string()),
            }
        }
    }

    async fn announce_tournament(&self) {
        let mut tournament = self.tournament.lock().await;
        match self.open_tournament().await {
            Ok(open) => *tournament = Some(open),
            Err(error) => tracing::error!(%error, "the tournament of the course could not be created"),
        }
    }

    /// The unfinished tournament of the course, or a new one.
    async fn open_tournament(&self) -> Result<(GameId, Code), TournamentError> {
        let tournaments = &self.services.tournaments;
        let (id, code) = match tournaments.of_course() {
            Some(open) => open,
            None => {
                let host = self.services.bots.settings().operator.unwrap_or_else(|| Secret::random().hash());
                let board = tournaments.create(self.new_tournament(), host, Ipv4Addr::LOCALHOST.into()).await?;
                self.roster.clear_entrants();
                (board.id(), board.tournament().created().code)
            }
        };
        report(self.events.as_ref(), CourseEvent::Tournament { tournament: id });
        Ok((id, code))
    }

    fn new_tournament(&self) -> NewTournament {
        NewTournament::of_course(
            self.settings.tournament.unwrap_or_default(),
            self.settings.time.map(TimeControl::PerMove),
            variant(),
            self.settings.concurrency,
            self.settings.opponents.iter().map(Seat::to_string).collect(),
        )
    }

    /// Reports a game once; both seats call this.
    fn report_game(&self, game: &LiveGame) {
        if game.status() != GameStatus::Over && self.reported().insert(game.id()) {
            report(self.events.as_ref(), CourseEvent::game(game));
        }
    }

    /// Reports the end of a game once; both seats call this.
    fn report_over(&self, game: &LiveGame) {
        if self.reported().remove(&game.id()) {
            report(self.events.as_ref(), CourseEvent::over(game));
        }
    }

    fn reported(&self) -> MutexGuard<'_, HashSet<GameId>> {
        self.reported.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Waits until a player leaves, and returns its index in the queue.
async fn first_gone(waiting: &mut VecDeque<PickleConnection>) -> usize {
    let mut leaving: Vec<_> = waiting.iter_mut().map(|player| Box::pin(player.left())).collect();
    future::poll_fn(|context| {
        let gone = leaving.iter_mut().position(|left| left.as_mut().poll(context).is_ready());
        gone.map_or(Poll::Pending, Poll::Ready)
    })
    .await
}

/// The standard board with White to move first.
fn variant() -> Variant {
    Variant::STANDARD.with_first(FirstMover::Fixed(Color::White))
}

fn start() -> Position {
    variant().start()
}

/// A message that ends a course player with an error that shows this text.
pub(super) fn refusal(why: &str) -> Vec<u8> {
    pickle::refuse(&format!("Outflank refuses this player: {why}"))
}
