//! One game with the people around it: its owner task, and the handle on it.
//!
//! The owner decides, appends to the log, tells everybody, and acknowledges, in this order and one wish after another. So nothing is told
//! that could be lost, and nobody needs a lock.

mod appended;
mod owner;
mod people;
mod think;

use std::{fmt, net::IpAddr, sync::Arc};

use outflank_rules::Color;
use tokio::sync::{oneshot, watch};

pub(crate) use owner::Owner;
pub use people::Visit;

use crate::{
    bus::Subscription,
    id::GameId,
    rooms::House,
    secret::{Secret, SecretHash},
    store::StoreError,
    table::{BadLog, BotCommand, Command, Held, Refusal, SaidSecret, Table},
};

/// How often a game that fell asleep at the wrong moment is woken again.
const TRIES: usize = 5;

/// Somebody who asks: what he can prove by the secrets he knows.
#[derive(Clone, Debug, Default)]
pub struct Visitor {
    /// Hashes of the secrets that he knows.
    pub known: Vec<SecretHash>,
    /// The one that he said to prove a seat here; the others a browser sends to all games.
    pub said: SaidSecret,
    /// Where he is, if that is known: the engine's time is shared out among addresses.
    pub address: Option<IpAddr>,
}

/// What is asked of a game's owner.
pub(crate) enum Wish {
    Command { visitor: Visitor, command: Command, at: u64, answer: Answer<u64> },
    Sit { secret: SecretHash, holder: SecretHash, name: Option<String>, answer: Answer<Color> },
    Invite { visitor: Visitor, answer: Answer<(Color, Secret)> },
    Enter { visitor: Visitor, after: Option<u64>, answer: Answer<Entered> },
    Snapshot { visitor: Visitor, answer: Answer<String> },
    Events { after: u64, answer: Answer<(Vec<String>, u64)> },
    Table { answer: Answer<Table> },
    Watch { answer: Answer<watch::Receiver<Arc<Table>>> },
    Bot { token: SecretHash, color: Color, command: BotCommand, at: u64, answer: Answer<u64> },
    Resume { answer: Answer<bool> },
}

type Answer<T> = oneshot::Sender<Result<T, RoomError>>;

/// Somebody has come to look at a game.
#[derive(Debug)]
pub struct Entered {
    /// What he has to be told first.
    pub first: Vec<String>,
    /// The version that he knows then.
    pub version: u64,
    /// What he will be told later.
    pub subscription: Subscription,
    /// The seats he holds.
    pub held: Held,
    /// Counts him as present until it is dropped.
    pub visit: Visit,
}

/// A handle on a game.
#[derive(Clone)]
pub struct Room {
    house: Arc<House>,
    id: GameId,
}

impl Room {
    pub(crate) fn new(house: Arc<House>, id: GameId) -> Room {
        Room { house, id }
    }

    /// The game's name.
    pub fn id(&self) -> GameId {
        self.id
    }

    /// Does what somebody wants, if he may. Returns the version of the game then, which is on the disk.
    pub async fn command(&self, visitor: &Visitor, command: Command) -> Result<u64, RoomError> {
        let at = self.house.time.now();
        self.ask(|answer| Wish::Command { visitor: visitor.clone(), command, at, answer }).await
    }

    /// Lets somebody who knows a seat's secret sit down there; the seat obeys `holder` from then on.
    pub async fn sit(&self, secret: SecretHash, holder: SecretHash, name: Option<String>) -> Result<Color, RoomError> {
        self.ask(|answer| Wish::Sit { secret, holder, name: name.clone(), answer }).await
    }

    /// Makes a new link to the seat of this visitor's opponent, who loses it if he had it.
    pub async fn invite(&self, visitor: &Visitor) -> Result<(Color, Secret), RoomError> {
        self.ask(|answer| Wish::Invite { visitor: visitor.clone(), answer }).await
    }

    /// Lets somebody in who saw the game up to a version, if at all.
    pub async fn enter(&self, visitor: &Visitor, after: Option<u64>) -> Result<Entered, RoomError> {
        self.ask(|answer| Wish::Enter { visitor: visitor.clone(), after, answer }).await
    }

    /// The whole game as this visitor may see it.
    pub async fn snapshot(&self, visitor: &Visitor) -> Result<String, RoomError> {
        self.ask(|answer| Wish::Snapshot { visitor: visitor.clone(), answer }).await
    }

    /// What happened after a version, and the version now.
    pub async fn events(&self, after: u64) -> Result<(Vec<String>, u64), RoomError> {
        self.ask(|answer| Wish::Events { after, answer }).await
    }

    /// The game as it stands.
    pub async fn table(&self) -> Result<Table, RoomError> {
        self.ask(|answer| Wish::Table { answer }).await
    }

    /// The game as it stands now and after everything that will happen; it stays awake as long as this lives.
    pub async fn watch(&self) -> Result<watch::Receiver<Arc<Table>>, RoomError> {
        self.ask(|answer| Wish::Watch { answer }).await
    }

    /// Does what the bot wants that plays this color by its token, if it may. Returns the version of the game then, which is on the disk.
    pub async fn bot(&self, token: SecretHash, color: Color, command: BotCommand) -> Result<u64, RoomError> {
        let at = self.house.time.now();
        self.ask(|answer| Wish::Bot { token, color, command: command.clone(), at, answer }).await
    }

    /// Takes the game up again after the server was away; says whether it has to stay awake.
    pub(crate) async fn resume(&self) -> Result<bool, RoomError> {
        self.ask(|answer| Wish::Resume { answer }).await
    }

    async fn ask<T>(&self, wish: impl Fn(Answer<T>) -> Wish) -> Result<T, RoomError> {
        for _ in 0..TRIES {
            let (answer, answered) = oneshot::channel();
            if self.house.owner(self.id).send(wish(answer)).await.is_err() {
                continue;
            }
            if let Ok(answer) = answered.await {
                return answer;
            }
        }
        Err(RoomError::Broken)
    }
}

/// Why a game does not do what is asked of it.
#[derive(Clone, Debug)]
pub enum RoomError {
    /// There is no such game.
    Unknown,
    /// It may not be done.
    Refused(Refusal),
    /// The log could not be written or read.
    Store(StoreError),
    /// The log tells of nothing that can be.
    Damaged(Arc<BadLog>),
    /// The game's owner broke down.
    Broken,
}

impl RoomError {
    pub(crate) fn damaged(log: BadLog) -> RoomError {
        RoomError::Damaged(Arc::new(log))
    }

    /// What those are told who play. What the disk says is for the operator, who finds it in the log.
    pub fn for_players(&self) -> String {
        match self {
            RoomError::Store(_) => "the game cannot be stored or read just now: try again".to_owned(),
            RoomError::Damaged(_) => "this game cannot be read any more; its operator finds why in the log".to_owned(),
            RoomError::Unknown | RoomError::Refused(_) | RoomError::Broken => self.to_string(),
        }
    }
}

impl From<Refusal> for RoomError {
    fn from(refusal: Refusal) -> RoomError {
        RoomError::Refused(refusal)
    }
}

impl fmt::Display for RoomError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RoomError::Unknown => f.write_str("there is no such game: was the link copied as a whole?"),
            RoomError::Refused(refusal) => write!(f, "{refusal}"),
            RoomError::Store(error) => write!(f, "{error}"),
            RoomError::Damaged(error) => write!(f, "{error}"),
            RoomError::Broken => f.write_str("something broke in this game: try again"),
        }
    }
}

impl std::error::Error for RoomError {}
