//! The task that owns a game.

use std::{future, net::IpAddr, sync::Arc};

use outflank_rules::Color;
use tokio::{
    sync::{mpsc, watch},
    time::{Instant, sleep_until},
};

use super::{Entered, RoomError, Visitor, Wish, people::People, think::Thinking};
use crate::{
    bus::Notice,
    event::Event,
    id::GameId,
    rooms::House,
    secret::{Secret, SecretHash},
    store::{GameStatus, Logged},
    table::{BotCommand, Circumstances, Command, Decided, Table},
    tournament,
    wire::{self, Asker, Presence},
};

/// Milliseconds for which comings and goings are gathered before they are told.
const GATHERED: u64 = 150;

/// How many missed events are told one by one; whoever missed more is told how the game stands.
const MOST_MISSED: u64 = 200;

/// The only one who changes a game.
pub(crate) struct Owner {
    pub(super) house: Arc<House>,
    pub(super) table: Table,
    /// All that happened, with its time.
    pub(super) log: Vec<(u64, Event)>,
    pub(super) people: People,
    /// Those who follow the game inside of the server.
    pub(super) followers: watch::Sender<Arc<Table>>,
    pub(super) thinking: Option<Thinking>,
    /// Where the person is whom the computers here play for, if that is known.
    pub(super) by: Option<IpAddr>,
    /// When the people in the room are to be told who is there.
    tell_at: Option<u64>,
    /// When nobody wanted anything for long enough.
    idle_at: u64,
    /// Nothing is tried before this: the store failed just now.
    pub(super) rest_until: u64,
}

impl Owner {
    /// Starts the task. It reads the log first.
    pub(crate) fn start(house: Arc<House>, id: GameId, by: Option<IpAddr>, mut wishes: mpsc::Receiver<Wish>) {
        tokio::spawn(async move {
            match Owner::load(&house, id).await {
                Ok((mut owner, leaves)) => {
                    owner.play_for(by);
                    owner.run(wishes, leaves).await;
                }
                Err(error) => {
                    house.forget(id, &mut wishes);
                    refuse_all(&mut wishes, &error).await;
                }
            }
        });
    }

    async fn load(house: &Arc<House>, id: GameId) -> Result<(Owner, mpsc::UnboundedReceiver<u64>), RoomError> {
        let log = house.store.read(id, 0).await?;
        if log.is_empty() {
            return Err(RoomError::Unknown);
        }
        let table = Table::of_log(id, &log);
        // The name of a tournament is not that of a game.
        let table =
            table.map_err(|bad| if is_of_tournament(&log) { RoomError::Unknown } else { RoomError::damaged(bad) })?;
        let events = log.iter().filter_map(|logged| Some((logged.at, Event::from_json(&logged.event).ok()?)));
        let now = house.time.now();
        let patience = house.settings.patience(&table);
        let (people, leaves) = People::new(now, patience);
        let (house, log) = (Arc::clone(house), events.collect());
        let mut owner = Owner {
            house,
            followers: watch::Sender::new(Arc::new(table.clone())),
            table,
            log,
            people,
            thinking: None,
            by: None,
            tell_at: None,
            idle_at: 0,
            rest_until: 0,
        };
        owner.stay_awake();
        owner.note_attendance();
        Ok((owner, leaves))
    }

    async fn run(mut self, mut wishes: mpsc::Receiver<Wish>, mut leaves: mpsc::UnboundedReceiver<u64>) {
        loop {
            self.tend().await;
            let wake_up = self.wake_up();
            tokio::select! {
                wish = wishes.recv() => match wish {
                    Some(wish) => self.grant(wish).await,
                    None => break,
                },
                Some(visit) = leaves.recv() => self.leave(visit),
                choice = Thinking::ready(&mut self.thinking) => self.computer_chose(choice).await,
                () = wake_up => {}
            }
            if self.may_sleep() && wishes.is_empty() {
                break;
            }
        }
        self.house.attend(self.table.id(), None);
        self.house.forget(self.table.id(), &mut wishes);
        // Whoever asked in the last moment finds the way closed and wakes the game again.
    }

    fn wake_up(&self) -> impl Future<Output = ()> + use<> {
        let rest = self.table.computer_to_move().and(Some(self.rest_until)).filter(|_| self.thinking.is_none());
        let alone = self.people.leaves_bot_alone(&self.table).map(|(_, until)| until);
        let times = [self.table.deadline(), alone, self.tell_at, Some(self.idle_at), rest];
        let next = times.into_iter().flatten().min().map(|at| at.max(self.rest_until));
        let next = next.and_then(|at| self.house.time.instant(at));
        async move {
            match next {
                Some(instant) => sleep_until(instant.max(Instant::now())).await,
                None => future::pending().await,
            }
        }
    }

    /// Lets a flag fall that has fallen by then. A clock that ran when the server was away is set right first.
    async fn judge(&mut self, at: u64) -> Result<(), RoomError> {
        let was_away = self.table.updated_at() < self.house.time.started_at();
        if was_away && self.table.deadline().is_some() {
            self.append(vec![Event::Resumed], self.now()).await?;
        }
        let due = self.table.due(at);
        if !due.is_empty() {
            self.append(due, at).await?;
        }
        if let Some((color, _)) = self.people.leaves_bot_alone(&self.table).filter(|(_, until)| *until <= at) {
            self.append(self.table.left_by(color, at), at).await?;
        }
        Ok(())
    }

    /// Sees to what happens by itself.
    async fn tend(&mut self) {
        let now = self.now();
        if now < self.rest_until {
            return;
        }
        // A failure is logged where it happens, and this is tried again after a rest.
        let _ = self.judge(now).await;
        if self.tell_at.is_some_and(|at| at <= now) {
            self.tell_presence();
        }
        self.begin_to_think();
    }

    pub(super) fn now(&self) -> u64 {
        self.house.time.now()
    }

    fn stay_awake(&mut self) {
        let idle = u64::try_from(self.house.settings.idle_after.as_millis()).unwrap_or(u64::MAX);
        self.idle_at = self.now().saturating_add(idle);
    }

    fn has_to_stay_awake(&self) -> bool {
        self.table.deadline().is_some()
            || self.people.leaves_bot_alone(&self.table).is_some()
            || self.table.computer_to_move().is_some()
            || self.followers.receiver_count() > 0
    }

    fn may_sleep(&mut self) -> bool {
        if self.has_to_stay_awake() || !self.people.is_empty() {
            self.stay_awake();
        }
        self.idle_at <= self.now()
    }

    async fn grant(&mut self, wish: Wish) {
        match wish {
            Wish::Command { visitor, command, at, answer } => {
                let done = self.command(&visitor, command, at).await;
                let _ = answer.send(done);
            }
            Wish::Sit { secret, holder, name, answer } => {
                let seated = match self.table.sit(secret, holder, name) {
                    Ok((color, decided)) => self.carry_out(decided, self.now()).await.map(|_| color),
                    Err(refusal) => Err(refusal.into()),
                };
                let _ = answer.send(seated);
            }
            Wish::Invite { visitor, answer } => {
                let invited = self.invite(&visitor).await;
                let _ = answer.send(invited);
            }
            Wish::Enter { visitor, after, answer } => {
                let entered = self.enter(&visitor, after);
                let _ = answer.send(Ok(entered));
            }
            Wish::Snapshot { visitor, answer } => {
                let _ = answer.send(Ok(self.snapshot(&visitor)));
            }
            Wish::Events { after, answer } => {
                let _ = answer.send(Ok((self.messages_after(after), self.table.version())));
            }
            Wish::Table { answer } => {
                let _ = answer.send(Ok(self.table.clone()));
            }
            Wish::Watch { answer } => {
                self.followers.send_replace(Arc::new(self.table.clone()));
                let _ = answer.send(Ok(self.followers.subscribe()));
            }
            Wish::Bot { token, color, command, at, answer } => {
                let done = self.bot(token, color, command, at).await;
                let _ = answer.send(done);
            }
            Wish::Resume { answer } => {
                self.house.call_bots(&self.table);
                let _ = answer.send(Ok(self.has_to_stay_awake()));
                // Where nothing happens by itself, nobody is waited for.
                self.idle_at = self.now();
                return;
            }
        }
        self.stay_awake();
    }

    /// The computers think in the name of whoever is at this address. Behind a proxy everybody is this machine, which tells nothing.
    fn play_for(&mut self, address: Option<IpAddr>) {
        self.by = address.filter(|address| !address.to_canonical().is_loopback()).or(self.by);
    }

    async fn command(&mut self, visitor: &Visitor, command: Command, at: u64) -> Result<u64, RoomError> {
        let at = at.max(self.table.updated_at());
        self.judge(at).await?;
        let held = self.table.held_by(&visitor.known);
        self.people.hear_of(held, self.now());
        if held.colors().next().is_some() {
            self.play_for(visitor.address);
        }
        let around = Circumstances { at, gone: self.people.gone(&self.table, self.now()) };
        let decided = self.table.decide(held, command, around)?;
        self.carry_out(decided, at).await
    }

    async fn bot(&mut self, token: SecretHash, color: Color, command: BotCommand, at: u64) -> Result<u64, RoomError> {
        let at = at.max(self.table.updated_at());
        self.judge(at).await?;
        let decided = self.table.bot_decides(token, color, command, at)?;
        self.carry_out(decided, at).await
    }

    /// Nobody pays for a copy that nobody sees.
    pub(super) fn tell_followers(&self) {
        if self.followers.receiver_count() > 0 {
            self.followers.send_replace(Arc::new(self.table.clone()));
        }
    }

    async fn invite(&mut self, visitor: &Visitor) -> Result<(Color, Secret), RoomError> {
        let at = self.now();
        self.judge(at).await?;
        let held = self.table.held_by(&visitor.known);
        let around = Circumstances { at, gone: self.people.gone(&self.table, at) };
        let secret = Secret::random();
        let (color, events) = self.table.invite_again(held, secret.hash(), around)?;
        self.append(events, at).await?;
        Ok((color, secret))
    }

    async fn carry_out(&mut self, decided: Decided, at: u64) -> Result<u64, RoomError> {
        match decided {
            Decided::Already => Ok(self.table.version()),
            Decided::Events(events) => self.append(events, at).await,
            Decided::NewGame => self.play_again(at).await,
        }
    }

    async fn play_again(&mut self, at: u64) -> Result<u64, RoomError> {
        let game = GameId::random();
        self.house.create_again(game, &self.table, self.table.rematch_game(drawn_seed()), self.by).await?;
        self.append(vec![Event::Rematched { game }], at).await
    }

    fn enter(&mut self, visitor: &Visitor, after: Option<u64>) -> Entered {
        let held = self.table.held_by(&visitor.known);
        let subscription = self.house.bus.subscribe(self.table.id());
        let visit = self.people.enter(&visitor.known, &self.table);
        self.note_attendance();
        self.tell_soon();
        let version = self.table.version();
        let first = match after {
            Some(after) if after <= version && version - after <= MOST_MISSED => self.missed(after),
            _ => vec![self.snapshot(visitor)],
        };
        Entered { first, version, subscription, held, visit }
    }

    fn missed(&self, after: u64) -> Vec<String> {
        let mut messages = self.messages_after(after);
        messages.push(self.presence_message());
        messages
    }

    fn leave(&mut self, visit: u64) {
        self.people.leave(visit, self.now());
        self.note_attendance();
        self.tell_soon();
        self.stay_awake();
    }

    fn snapshot(&self, visitor: &Visitor) -> String {
        let held = self.table.held_by(&visitor.known);
        let asker = Asker { held, no_seat: self.table.why_no_seat(visitor.said, &visitor.known) };
        wire::snapshot(&self.table, asker, &self.people.presence(&self.table), self.now())
    }

    /// Lists show as being played what somebody plays.
    pub(super) fn note_attendance(&self) {
        let is_shown = self.table.created().listed && self.table.status() == GameStatus::Playing;
        let updated = (is_shown && self.people.has_players()).then(|| self.table.updated_at());
        self.house.attend(self.table.id(), updated);
    }

    /// Who waits for somebody that has left is told when that has changed.
    pub(super) fn tell_if_other(&mut self, before: &Presence) {
        if !self.people.is_empty() && self.people.presence(&self.table) != *before {
            self.tell_soon();
        }
    }

    fn tell_soon(&mut self) {
        let soon = self.now() + GATHERED;
        self.tell_at.get_or_insert(soon);
    }

    fn tell_presence(&mut self) {
        self.tell_at = None;
        let notice = Notice { version: 0, text: self.presence_message() };
        self.house.bus.publish(self.table.id(), Arc::new(notice));
    }

    fn presence_message(&self) -> String {
        wire::presence(&self.table, &self.people.presence(&self.table), self.now())
    }
}

fn is_of_tournament(log: &[Logged]) -> bool {
    log.first().is_some_and(|first| tournament::Event::from_json(&first.event).is_ok())
}

/// Chance for a game that nobody gave a seed.
fn drawn_seed() -> u64 {
    getrandom::u64().expect("the system gives random bytes")
}

/// Answers everybody who asked a game that could not be woken.
async fn refuse_all(wishes: &mut mpsc::Receiver<Wish>, error: &RoomError) {
    if !matches!(error, RoomError::Unknown) {
        tracing::error!(%error, "a game cannot be woken");
    }
    while let Some(wish) = wishes.recv().await {
        wish.refuse(error);
    }
}

impl Wish {
    fn refuse(self, error: &RoomError) {
        match self {
            Wish::Command { answer, .. } | Wish::Bot { answer, .. } => drop(answer.send(Err(error.clone()))),
            Wish::Sit { answer, .. } => drop(answer.send(Err(error.clone()))),
            Wish::Invite { answer, .. } => drop(answer.send(Err(error.clone()))),
            Wish::Enter { answer, .. } => drop(answer.send(Err(error.clone()))),
            Wish::Snapshot { answer, .. } => drop(answer.send(Err(error.clone()))),
            Wish::Events { answer, .. } => drop(answer.send(Err(error.clone()))),
            Wish::Table { answer } => drop(answer.send(Err(error.clone()))),
            Wish::Watch { answer } => drop(answer.send(Err(error.clone()))),
            Wish::Resume { answer } => drop(answer.send(Err(error.clone()))),
        }
    }
}
