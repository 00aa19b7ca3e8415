//! Tournaments on the server: many join by a code, the server deals their games to rooms, and a table comes of it.
//!
//! A [`Contest`] is the fold of a tournament's log, as a [`Table`](crate::table::Table) is that of a game's: [`Contest::apply`] takes what happened,
//! [`Contest::decide`] says what follows when somebody wants something, [`Contest::deals`] which games are to begin, and [`Contest::follows`] what happens
//! by itself. It waits for nothing and writes nothing. Who plays whom, who stands where and how everybody behaved is decided by
//! [`outflank_arena::tournament`], to which finished games are given in whatever order they end.
//!
//! A class trusts itself: whoever has the link sees everything, and whoever knows the code joins. Only what the host may do is proven by a secret.

mod code;
mod command;
mod deal;
mod decide;
mod entry;
mod event;
mod export;
mod fold;
mod line;
mod refusal;
#[cfg(test)]
mod tests;
pub mod view;
mod wish;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use outflank_arena::tournament::{Plan, Player, Setting, Settings, Tournament};
use outflank_rules::record::date_of_day;

use crate::{id::GameId, secret::SecretHash, store::GameStatus};

pub use code::{Code, NotACode};
pub use command::{BadCommand, Command};
pub(crate) use deal::TAKEN_OUT;
pub use decide::Decided;
pub use entry::{Entry, LONGEST_NAME, MOST_ENTRANTS, Plays, tidy_name};
pub use event::{Created, Event, UnreadableEvent};
pub use export::{Export, File};
pub use fold::BadLog;
pub use line::game_line;
pub use refusal::Refusal;
pub use wish::{BadNewTournament, NewTournament};

/// The most games of one tournament: each is kept in memory as long as somebody looks.
pub const MOST_GAMES: u32 = 10_000;

/// So many events that are not games a log may have: from then on nobody joins. Enough for everybody to change his name and to come back as often as he may.
const MOST_CHANGES: u32 = 8000;

/// What the host may do beyond that.
const HOSTS_CHANGES: u32 = 1000;

/// The most names that one bot may take before the start.
const MOST_NAMES: u32 = 10;

/// How often a place may be taken over by a bot with another token.
const MOST_RETURNS: u32 = 100;

/// How far a tournament has got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// People join.
    Open,
    /// Games are played.
    Playing,
    /// No more games begin for now.
    Paused,
    /// Everything was played.
    Over,
    /// The host ended it early.
    Stopped,
}

impl Stage {
    /// A word for programs.
    pub const fn word(self) -> &'static str {
        match self {
            Stage::Open => "open",
            Stage::Playing => "playing",
            Stage::Paused => "paused",
            Stage::Over => "over",
            Stage::Stopped => "stopped",
        }
    }

    /// Has it begun, and not ended?
    pub const fn is_under_way(self) -> bool {
        matches!(self, Stage::Playing | Stage::Paused)
    }

    /// Will nothing happen any more?
    pub const fn is_over(self) -> bool {
        matches!(self, Stage::Over | Stage::Stopped)
    }
}

/// A tournament: who takes part, what is played, and what came of it.
#[derive(Clone, Debug)]
pub struct Contest {
    id: GameId,
    version: u64,
    created: Created,
    created_at: u64,
    updated_at: u64,
    started_at: Option<u64>,
    ended_at: Option<u64>,
    stage: Stage,
    entries: Vec<Entry>,
    /// From the start on.
    tournament: Option<Tournament>,
    /// Where each game is or was played.
    dealt: BTreeMap<u32, GameId>,
    /// How many events there were that are no games.
    changes: u32,
    /// How often each bot has come in, or taken another name.
    names: HashMap<SecretHash, u32>,
    /// The tokens of bots that the host sent away before the start.
    kicked: HashSet<SecretHash>,
    /// The places of those who were away in their last game, and lost it by that.
    missed: BTreeSet<usize>,
}

impl Contest {
    /// The tournament's name.
    pub fn id(&self) -> GameId {
        self.id
    }

    /// How many events there are.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// What it is, from the beginning.
    pub fn created(&self) -> &Created {
        &self.created
    }

    /// When it was created.
    pub fn created_at(&self) -> u64 {
        self.created_at
    }

    /// When something last happened.
    pub fn updated_at(&self) -> u64 {
        self.updated_at
    }

    /// How far it has got.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// The same as lists of the store tell it apart.
    pub fn status(&self) -> GameStatus {
        match self.stage {
            Stage::Open => GameStatus::Open,
            Stage::Playing | Stage::Paused => GameStatus::Playing,
            Stage::Over | Stage::Stopped => GameStatus::Over,
        }
    }

    /// Everybody, in the order in which they came.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The place of whoever is called so.
    pub fn entrant_called(&self, name: &str) -> Option<usize> {
        self.entries.iter().position(|entry| entry.is_called(name))
    }

    /// The place of the bot that obeys this token.
    pub fn entrant_of(&self, token: SecretHash) -> Option<usize> {
        self.entries.iter().position(|entry| entry.token() == Some(token))
    }

    /// Is the secret of the host among these?
    pub fn is_host(&self, known: &[SecretHash]) -> bool {
        known.contains(&self.created.host)
    }

    /// Everybody in whose list of tournaments this one belongs.
    pub fn holders(&self) -> Vec<SecretHash> {
        let mut holders = vec![self.created.host];
        holders.extend(self.entries.iter().filter_map(Entry::token));
        holders
    }

    /// What is played and was played; nothing before the start.
    pub fn tournament(&self) -> Option<&Tournament> {
        self.tournament.as_ref()
    }

    /// Where a game is or was played.
    pub fn game(&self, number: u32) -> Option<GameId> {
        self.dealt.get(&number).copied()
    }

    /// The games that are being played, by their numbers.
    pub fn running(&self) -> impl Iterator<Item = (u32, GameId)> {
        let is_played = |number| self.tournament.as_ref().is_some_and(|tournament| tournament.game(number).is_some());
        let games = self.dealt.iter().filter(|_| self.stage.is_under_way());
        games.map(|(number, game)| (*number, *game)).filter(move |(number, _)| !is_played(*number))
    }

    /// The plan; before the start, that for those who have come so far.
    pub fn plan(&self) -> Plan {
        self.created.plan(self.entries.len())
    }

    /// Everything that reports and tables are made from.
    pub fn settings(&self) -> Settings {
        let created = &self.created;
        let player = |entry: &Entry| Player { name: entry.name.clone(), entrant: entry.player() };
        Settings {
            title: created.title.clone(),
            plan: self.plan(),
            players: self.entries.iter().map(player).collect(),
            variant: created.variant,
            time: Some(created.time),
            beginnings: created.beginnings.clone(),
            memory: None,
            keep: true,
        }
    }

    /// How games begin. It takes a while, and is the same from the start on: keep it.
    pub fn setting(&self) -> Setting {
        self.settings().setting()
    }

    /// The day on which it was created, as in `2026-11-15`.
    pub fn date(&self) -> String {
        let (year, month, day) = date_of_day(self.created_at / 86_400_000);
        format!("{year:04}-{month:02}-{day:02}")
    }
}
