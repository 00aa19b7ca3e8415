//! Tournaments on the server: bots join with a code, the server plays their games in rooms, and
//! viewers see the standings.
//!
//! A [`LiveTournament`] is the fold of a tournament's log. [`LiveTournament::apply`] applies an
//! event, [`LiveTournament::decide`] turns a command into events, [`LiveTournament::deals`] returns
//! the games to start, and [`LiveTournament::follows`] the events that need no command. It does no
//! I/O. Pairings, standings and fouls come from [`outflank_arena::tournament`], which accepts
//! results in any order.
//!
//! Viewers need only the link and bots only the code. The commands of the host need a secret.

mod code;
mod command;
mod deal;
mod decide;
mod entry;
mod event;
mod export;
mod fold;
pub(crate) mod http;
mod line;
pub(crate) mod list;
mod new_tournament;
pub(crate) mod order;
mod refusal;
mod scoreboard;
pub(crate) mod socket;
mod task;
#[cfg(test)]
mod tests;
mod tournaments;
pub mod view;

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    sync::Arc,
};

use outflank_arena::tournament::{FixtureFactory, Plan, RosterEntry, Tournament, TournamentSettings};
use outflank_rules::record::date_of_day;

use crate::log::{GameStatus, id::GameId, secret::SecretHash};

pub use code::{Code, NotACode};
pub use command::{BadCommand, Command};
pub(crate) use deal::REMOVED_BY_HOST;
pub use decide::Decided;
pub use entry::{Entry, LONGEST_NAME, MOST_ENTRANTS, Plays, tidy_name};
pub use event::{Created, Event};
pub use export::{Export, File};
pub use line::game_line;
pub use new_tournament::{NewTournament, NewTournamentError};
pub use order::Order;
pub use refusal::Refusal;
pub(crate) use scoreboard::{
    BOARDS_EVERY, EXPORT_ARCHIVE, Positions, RenderedText, SNAPSHOTS_EVERY, Scoreboard, Standing,
};
pub(crate) use tournaments::{TournamentError, Tournaments};

/// The most games of one tournament. Their results stay in memory while anyone views it.
pub const MOST_GAMES: u32 = 10_000;

/// The most events other than games in a log; then no bot can join or change its name. This is
/// enough for every entrant to use all of [`MOST_NAMES`] and [`MOST_RETURNS`].
const MOST_CHANGES: u32 = 8000;

/// Further events that only the host may cause.
const HOSTS_CHANGES: u32 = 1000;

/// The most names that one bot may take before the start.
const MOST_NAMES: u32 = 10;

/// How many times bots with other tokens may take over one entry.
const MOST_RETURNS: u32 = 100;

/// The stage of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Bots can join.
    Open,
    /// Games are being played.
    Playing,
    /// No new games start; running games continue.
    Paused,
    /// All games were played.
    Over,
    /// The host ended it early.
    Stopped,
}

impl Stage {
    /// The name in JSON.
    pub const fn word(self) -> &'static str {
        match self {
            Stage::Open => "open",
            Stage::Playing => "playing",
            Stage::Paused => "paused",
            Stage::Over => "over",
            Stage::Stopped => "stopped",
        }
    }

    /// Has it started and not ended?
    pub const fn is_under_way(self) -> bool {
        matches!(self, Stage::Playing | Stage::Paused)
    }

    /// Has it ended?
    pub const fn is_over(self) -> bool {
        matches!(self, Stage::Over | Stage::Stopped)
    }
}

/// A tournament: its settings, entrants and results.
#[derive(Clone, Debug)]
pub struct LiveTournament {
    id: GameId,
    version: u64,
    created: Arc<Created>,
    created_at: u64,
    updated_at: u64,
    started_at: Option<u64>,
    ended_at: Option<u64>,
    stage: Stage,
    entries: Vec<Entry>,
    /// `None` before the start. Shared, because each append starts from a copy of this state.
    tournament: Option<Arc<Tournament>>,
    /// The rooms of the games, by game number.
    dealt: BTreeMap<u32, GameId>,
    /// The number of events other than games.
    changes: u32,
    /// How many names each bot has used.
    names: HashMap<SecretHash, u32>,
    /// Tokens of bots that the host removed before the start.
    kicked: HashSet<SecretHash>,
    /// The indices of entrants that were absent in their last game and lost it.
    missed: BTreeSet<usize>,
}

impl LiveTournament {
    /// The id of the tournament.
    pub fn id(&self) -> GameId {
        self.id
    }

    /// The number of events.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The settings from its creation.
    pub fn created(&self) -> &Created {
        &self.created
    }

    /// When it was created, in ms since 1970.
    pub fn created_at(&self) -> u64 {
        self.created_at
    }

    /// The time of the last event, in ms since 1970.
    pub fn updated_at(&self) -> u64 {
        self.updated_at
    }

    /// The stage.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// The status that the store filters lists by.
    pub fn status(&self) -> GameStatus {
        match self.stage {
            Stage::Open => GameStatus::Open,
            Stage::Playing | Stage::Paused => GameStatus::Playing,
            Stage::Over | Stage::Stopped => GameStatus::Over,
        }
    }

    /// The entrants in the order of joining.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Returns the index of the entrant with this name.
    pub fn entrant_called(&self, name: &str) -> Option<usize> {
        self.entries.iter().position(|entry| entry.is_called(name))
    }

    /// Returns the index of the bot with this token.
    pub fn entrant_of(&self, token: SecretHash) -> Option<usize> {
        self.entries.iter().position(|entry| entry.token() == Some(token))
    }

    /// Is the secret of the host among these?
    pub fn is_host(&self, known: &[SecretHash]) -> bool {
        known.contains(&self.created.host)
    }

    /// The secrets of the clients whose "mine" list contains this tournament.
    pub fn holders(&self) -> Vec<SecretHash> {
        let mut holders = vec![self.created.host];
        holders.extend(self.entries.iter().filter_map(Entry::token));
        holders
    }

    /// The pairings and results; `None` before the start.
    pub fn tournament(&self) -> Option<&Tournament> {
        self.tournament.as_deref()
    }

    /// Returns the room of a game.
    pub fn game(&self, number: u32) -> Option<GameId> {
        self.dealt.get(&number).copied()
    }

    /// The running games by number.
    pub fn running(&self) -> impl Iterator<Item = (u32, GameId)> {
        let is_played = |number| self.tournament.as_ref().is_some_and(|tournament| tournament.game(number).is_some());
        let games = self.dealt.iter().filter(|_| self.stage.is_under_way());
        games.map(|(number, game)| (*number, *game)).filter(move |(number, _)| !is_played(*number))
    }

    /// The plan. Before the start, it is for the entrants so far.
    pub fn plan(&self) -> Plan {
        self.created.plan(self.entries.len())
    }

    /// The settings that reports and tables need.
    pub fn settings(&self) -> TournamentSettings {
        let created = &self.created;
        let player = |entry: &Entry| RosterEntry { name: entry.name.clone(), entrant: entry.player() };
        TournamentSettings {
            title: created.title.clone(),
            plan: self.plan(),
            players: self.entries.iter().map(player).collect(),
            variant: created.variant,
            time: Some(created.time),
            openings: created.beginnings.clone(),
            memory: None,
            keep: true,
        }
    }

    /// Returns the maker of fixtures. This is slow and does not change after the start, so cache
    /// it.
    pub fn setting(&self) -> FixtureFactory {
        self.settings().setting()
    }

    /// The date of its creation, as in `2026-11-15`.
    pub fn date(&self) -> String {
        let (year, month, day) = date_of_day(self.created_at / 86_400_000);
        format!("{year:04}-{month:02}-{day:02}")
    }
}
