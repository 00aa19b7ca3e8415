//! The task that runs a tournament.

use std::{
    collections::{HashMap, HashSet},
    future,
    net::IpAddr,
    sync::Arc,
    time::Duration,
};

use outflank_arena::{
    journal::GameLine,
    tournament::{Due, Setting, Tournament},
};
use outflank_rules::Color;
use tokio::{
    sync::{mpsc, oneshot},
    task::JoinSet,
    time::sleep,
};

use super::{
    House, Scoreboard, TournamentError, append,
    follow::{Followed, Follower},
};
use crate::{
    id::GameId,
    secret::SecretHash,
    store::{REST, StoreError},
    tournament::{Command, Contest, Decided, Entry, Event, Refusal, game_line},
};

/// What is asked of the owner.
pub(super) struct Wish {
    pub(super) known: Vec<SecretHash>,
    pub(super) command: Command,
    pub(super) answer: oneshot::Sender<Result<(), TournamentError>>,
}

/// The only one who changes a tournament.
///
/// It looks at what is there and does what is missing, so that it need not know whether it goes on or begins: games that were dealt and are not
/// followed are followed, and made if there are none; games that are due are dealt; what has ended is entered.
pub(super) struct Owner {
    house: Arc<House>,
    board: Arc<Scoreboard>,
    contest: Contest,
    /// How games begin, from the start on.
    setting: Option<Setting>,
    games: JoinSet<Followed>,
    /// The games that are followed, each with the way to say that somebody was taken out.
    followed: HashMap<u32, Option<oneshot::Sender<Color>>>,
    /// What has ended and is not in the log yet.
    ended: Vec<GameLine>,
    /// Games that cannot be read any more.
    lost: Vec<u32>,
    /// Who made it, if that is known: computers play in his name.
    by: Option<IpAddr>,
}

impl Owner {
    /// Starts the task.
    pub(super) fn start(
        house: Arc<House>,
        board: Arc<Scoreboard>,
        contest: Contest,
        by: Option<IpAddr>,
        wishes: mpsc::Receiver<Wish>,
    ) {
        let owner = Owner {
            house,
            board,
            contest,
            setting: None,
            games: JoinSet::new(),
            followed: HashMap::new(),
            ended: Vec::new(),
            lost: Vec::new(),
            by,
        };
        let (house, board) = (Arc::clone(&owner.house), Arc::clone(&owner.board));
        let running = tokio::spawn(owner.run(wishes));
        tokio::spawn(async move {
            if running.await.is_err_and(|broken| broken.is_panic()) {
                house.begin_again(board, by).await;
            }
        });
    }

    async fn run(mut self, mut wishes: mpsc::Receiver<Wish>) {
        let mut stopping = self.house.stopping.clone();
        let mut comings = self.house.bots.comings();
        loop {
            let is_well = self.settle().await.is_ok();
            if self.contest.stage().is_over() {
                break;
            }
            let expiry = self.expiry();
            tokio::select! {
                () = stopping.begun() => return,
                wish = wishes.recv() => match wish {
                    Some(wish) => self.grant(wish).await,
                    None => return,
                },
                Some(followed) = self.games.join_next() => self.hear(followed.ok()),
                changed = comings.changed() => match changed {
                    Ok(()) => self.board.stir(),
                    Err(_) => return,
                },
                () = sleep(REST), if !is_well => {}
                () = expiry => {}
            }
        }
        self.board.clear();
        self.house.end(&self.board);
        // Who asks from now on is answered without an owner.
    }

    /// Waits until nobody is waited for any more.
    fn expiry(&self) -> impl Future<Output = ()> + use<> {
        let left = self.contest.expires_at().map(|at| at.saturating_sub(self.house.rooms.now()));
        async move {
            match left {
                Some(left) => sleep(Duration::from_millis(left)).await,
                None => future::pending().await,
            }
        }
    }

    /// Ends what nobody has gone on with for too long.
    async fn expire(&mut self) -> Result<(), StoreError> {
        match self.contest.expires_at() {
            Some(at) if at <= self.house.rooms.now() => self.append(vec![Event::Stopped]).await,
            _ => Ok(()),
        }
    }

    async fn grant(&mut self, Wish { known, command, answer }: Wish) {
        let bots = self.house.bots.clone();
        let done = match self.contest.decide(&known, command, |token| bots.is_here(token)) {
            Ok(Decided::Already) => Ok(()),
            Ok(Decided::Events(events)) => self.append(events).await.map_err(TournamentError::from),
            Err(refusal) => Err(refusal.into()),
        };
        // Who has gone need not know.
        let _ = answer.send(done);
    }

    /// A game has ended, or whoever followed it broke down: then all are followed anew.
    fn hear(&mut self, followed: Option<Followed>) {
        match followed {
            Some(Followed::Over { fixture, table }) => {
                self.ended.extend(game_line(fixture, &table));
            }
            Some(Followed::Lost(number)) => self.lost.push(number),
            None => {
                self.games = JoinSet::new();
                self.followed.clear();
            }
        }
    }

    /// Does all that is to be done by itself.
    async fn settle(&mut self) -> Result<(), StoreError> {
        self.expire().await?;
        self.enter_ended().await?;
        self.deal_again().await?;
        loop {
            let follows = self.contest.follows();
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

    /// Where an event was written and the store said that it was not, what was to be written is in the log already.
    fn forget_known(&mut self) {
        let Some(tournament) = self.contest.tournament() else { return };
        let is_known = |number: u32| tournament.game(number).is_some();
        self.followed.retain(|&number, _| !is_known(number));
        self.ended.retain(|line| !is_known(line.number));
        self.lost.retain(|&number| !is_known(number));
    }

    async fn enter_ended(&mut self) -> Result<(), StoreError> {
        self.forget_known();
        if !self.contest.stage().is_under_way() {
            self.ended.clear();
        }
        if self.ended.is_empty() {
            return Ok(());
        }
        let ended = |line: &GameLine| Event::Ended { line: Box::new(line.clone()) };
        self.append(self.ended.iter().map(ended).collect()).await?;
        for line in self.ended.drain(..) {
            self.followed.remove(&line.number);
            self.contest.game(line.number).into_iter().for_each(|game| self.house.bots.forget_heirs(game));
        }
        Ok(())
    }

    /// What cannot be read any more is played anew elsewhere.
    async fn deal_again(&mut self) -> Result<(), StoreError> {
        if self.lost.is_empty() || !self.contest.stage().is_under_way() {
            return Ok(());
        }
        let dealt = |number: &u32| Event::Dealt { number: *number, game: GameId::random() };
        self.append(self.lost.iter().map(dealt).collect()).await?;
        for number in self.lost.drain(..) {
            self.followed.remove(&number);
        }
        Ok(())
    }

    /// Writes down which games are to be played, before there is anything of them.
    async fn deal(&mut self) -> Result<(), StoreError> {
        let bots = &self.house.bots;
        let own: HashSet<GameId> = self.contest.running().map(|(_, game)| game).collect();
        let capacity =
            |entry: &Entry| entry.token().map_or(usize::MAX, |token| bots.capacity(token, |game| own.contains(&game)));
        let dealt = |due: Due| Event::Dealt { number: due.number, game: GameId::random() };
        let dealt: Vec<Event> = self.contest.deals(capacity).into_iter().map(dealt).collect();
        if dealt.is_empty() { Ok(()) } else { self.append(dealt).await }
    }

    /// Follows the games that nobody follows yet.
    fn follow_all(&mut self) {
        let new: Vec<(u32, GameId)> =
            self.contest.running().filter(|(number, _)| !self.followed.contains_key(number)).collect();
        if new.is_empty() {
            return;
        }
        let setting = self.setting.get_or_insert_with(|| self.contest.setting());
        let due = self.contest.tournament().map(Tournament::due).unwrap_or_default();
        for (number, game) in new {
            let Some(due) = due.iter().find(|due| due.number == number) else { continue };
            let fixture = setting.fixture(due);
            let (kick, kicked) = oneshot::channel();
            let follower = Follower {
                rooms: self.house.rooms.clone(),
                board: Arc::clone(&self.board),
                created: self.contest.game_of(&fixture, |token| self.house.bots.is_here(token)),
                fixture,
                game,
                by: self.by,
                kicked,
            };
            self.followed.insert(number, Some(kick));
            self.games.spawn(follower.run());
        }
    }

    /// Ends the running games of whoever was taken out.
    fn send_away(&mut self) {
        let Some(tournament) = self.contest.tournament() else { return };
        for (number, _) in self.contest.running() {
            let missing = tournament.pairing(number).and_then(|pairing| self.contest.missing(pairing));
            let Some(color) = missing else { continue };
            if let Some(kick) = self.followed.get_mut(&number).and_then(Option::take) {
                // A game that has ended in the meantime is as well.
                let _ = kick.send(color);
            }
        }
    }

    /// Writes events, and when they are on the disk lets everybody see them. Nothing has changed if that fails.
    async fn append(&mut self, events: Vec<Event>) -> Result<(), StoreError> {
        let (at, expected) = (self.house.rooms.now(), self.contest.version());
        let kicked: Vec<(SecretHash, Refusal)> = events.iter().filter_map(|event| self.kicked(event)).collect();
        for event in &events {
            if let Err(error) = self.contest.apply(event, at) {
                // It was decided from what is known: this does not happen.
                tracing::error!(tournament = %self.contest.id(), %error, "an event does not fit");
                self.contest = Contest::clone(&self.board.contest());
                return Err(StoreError::Conflict { game: self.contest.id(), expected, actual: self.contest.version() });
            }
        }
        if let Err(error) = self.house.store.append(append(&self.contest, expected, &events)).await {
            return Err(self.failed(error).await);
        }
        let takes_over = events.iter().any(|event| matches!(event, Event::Rejoined { .. }));
        self.board.happened(&events, at);
        if takes_over {
            self.house.seat_heirs(&self.contest);
        }
        for (token, reason) in kicked {
            self.house.bots.send_away(token, &self.contest.created().code.to_string(), reason.to_string());
        }
        Ok(())
    }

    /// The bot that is sent away by an event before the start, and what it is told. Later its games tell it.
    fn kicked(&self, event: &Event) -> Option<(SecretHash, Refusal)> {
        let Event::Left { name, kicked: true } = event else { return None };
        let place = self.contest.entrant_called(name).filter(|_| !self.contest.stage().is_under_way())?;
        Some((self.contest.entries()[place].token()?, Refusal::Withdrawn(name.clone())))
    }

    /// If there is more in the log than was known, that is true.
    async fn failed(&mut self, error: StoreError) -> StoreError {
        tracing::error!(tournament = %self.contest.id(), %error, "an event of a tournament could not be written");
        self.contest = Contest::clone(&self.board.contest());
        if let StoreError::Conflict { .. } = error
            && let Ok(log) = self.house.store.read(self.contest.id(), 0).await
            && let Ok(contest) = Contest::of_log(self.contest.id(), &log)
        {
            self.board.replace(contest.clone());
            self.contest = contest;
        }
        error
    }
}
