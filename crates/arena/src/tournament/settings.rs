//! The settings of a tournament, stored with its games, and its fixtures.

use outflank_rules::{
    Variant,
    record::{Format, Record, write},
};
use serde::{Deserialize, Serialize};

use super::{PendingGame, Plan, PlanError, Tournament, TournamentFormat};
use crate::{
    Limits, ParsePlayerError, PlayerSpec, TimeControl,
    journal::Run,
    opening::{OpeningSet, OpeningSource, OpeningSourceError},
    protocol::json::text,
    roster::{self, Roster},
    runner::Fixture,
    schedule::{Pairs, TieBreak},
    seed,
};

/// A stored player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RosterEntry {
    /// The name in tables.
    pub name: String,
    /// The player specification.
    pub entrant: String,
}

/// Where a tournament takes place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Venue {
    /// In a folder: programs are started for it, and logs of fouls lie next to the results.
    #[default]
    Folder,
    /// On a server: bots connect, so how they are started and their logs are their owners'
    /// business.
    Server,
}

/// The settings of a tournament. Together with the games they determine every report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TournamentSettings {
    /// The title.
    pub title: String,
    /// The pairings and the seed.
    pub plan: Plan,
    /// All players, in order.
    pub players: Vec<RosterEntry>,
    /// The variant.
    #[serde(with = "text")]
    pub variant: Variant,
    /// The time control.
    #[serde(with = "text::maybe")]
    pub time: Option<TimeControl>,
    /// The openings.
    #[serde(alias = "beginnings")]
    pub openings: OpeningSource,
    /// Memory limit of each process in bytes.
    #[serde(default)]
    pub memory: Option<u64>,
    /// True if programs stay alive between games.
    pub keep: bool,
}

/// Maximum length of a title in characters.
const MAX_TITLE_CHARS: usize = 200;

impl Run for TournamentSettings {
    const KIND: &str = "tournament";

    fn entrants(&self) -> Vec<PlayerSpec> {
        TournamentSettings::entrants(self).unwrap_or_default()
    }
}

impl TournamentSettings {
    /// Checks that it can be played.
    pub fn check(&self) -> Result<(), TournamentSettingsError> {
        self.plan.check().map_err(TournamentSettingsError::Plan)?;
        if self.plan.entrants != self.players.len() {
            return Err(TournamentSettingsError::Players { entrants: self.plan.entrants, players: self.players.len() });
        }
        self.openings.check(&self.variant).map_err(TournamentSettingsError::Openings)
    }

    /// Removes invisible characters and line breaks from its texts, because a file may contain
    /// anything.
    #[must_use]
    pub fn tidied(mut self) -> TournamentSettings {
        self.title = roster::tidy(&self.title, MAX_TITLE_CHARS).unwrap_or_else(|| "Reversi tournament".to_owned());
        for player in &mut self.players {
            player.name = roster::tidy(&player.name, roster::MAX_NAME_CHARS).unwrap_or_else(|| "unnamed".to_owned());
        }
        self
    }

    /// The players of a roster.
    pub fn roster(roster: &Roster) -> Vec<RosterEntry> {
        let all = roster.names().iter().zip(roster.entrants());
        all.map(|(name, entrant)| RosterEntry { name: name.clone(), entrant: entrant.to_string() }).collect()
    }

    /// The parsed player specifications.
    pub fn entrants(&self) -> Result<Vec<PlayerSpec>, ParsePlayerError> {
        self.players.iter().map(|player| player.entrant.parse()).collect()
    }

    /// Resource limits of the players.
    pub fn limits(&self) -> Limits {
        Limits { memory: self.memory, ..Limits::default() }
    }

    /// The factory for its fixtures.
    pub fn setting(&self) -> FixtureFactory {
        FixtureFactory::new(&self.plan, self.openings.starts(&self.variant))
    }

    /// The tie-breaks of the standings.
    pub fn tie_breaks(&self) -> Vec<TieBreak> {
        Tournament::tie_breaks(self.variant.start_from_seed(0).spec().area().len())
    }

    /// The format of the records: GGF if it can express these games, else PGN.
    pub fn record_format(&self) -> Format {
        let record = Record::of_position(self.variant.start_from_seed(0));
        if write(Format::Ggf, &record).is_ok() { Format::Ggf } else { Format::Pgn }
    }

    /// All settings with labels, for people.
    pub fn facts(&self, venue: Venue) -> Vec<(&'static str, String)> {
        let mut facts = self.terms();
        if venue == Venue::Folder {
            facts.extend(self.programs());
        }
        facts.push(("Seed", self.plan.seed.to_string()));
        facts
    }

    /// The rules of the tournament.
    fn terms(&self) -> Vec<(&'static str, String)> {
        let plan = &self.plan;
        let format = match plan.format {
            TournamentFormat::Gauntlet => format!("{}, {} challengers", plan.format.words(), plan.challengers),
            format => format.words().to_owned(),
        };
        let rounds = plan.schedule().rounds();
        let time = self.time.map_or_else(|| "no clock".to_owned(), |time| time.to_string());
        let openings = match &self.openings {
            // Openings that do not fit the variant were reported before; the games start at the
            // start position.
            asked if asked.check(&self.variant).is_err() => OpeningSource::Start.to_string(),
            OpeningSource::Start => OpeningSource::Start.to_string(),
            asked => format!("{asked}, the same for all pairings of a round"),
        };
        vec![
            ("Format", format),
            ("Rounds", rounds.to_string()),
            ("Games per pairing", plan.games.to_string()),
            ("Game", self.variant.to_string()),
            ("Time", time),
            ("Openings", openings),
        ]
    }

    /// How programs are run.
    fn programs(&self) -> [(&'static str, String); 2] {
        let programs = if self.keep { "stay alive between games" } else { "start again for each game" };
        let memory =
            self.memory.map_or_else(|| "unbounded".to_owned(), |bytes| format!("{} MiB for a process", bytes >> 20));
        [("Programs", programs.to_owned()), ("Memory", memory)]
    }
}

/// Invalid settings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TournamentSettingsError {
    /// The plan cannot be played.
    #[error("{0}")]
    Plan(PlanError),
    /// The number of players differs from the plan.
    #[error("the plan has {entrants} entrants, but there are {players} players: give as many players as entrants")]
    Players {
        /// Entrants in the plan.
        entrants: usize,
        /// Players in the settings.
        players: usize,
    },
    /// The openings do not fit.
    #[error("{0}")]
    Openings(OpeningSourceError),
}

/// Creates fixtures. All pairings of a round play the same openings, so no one is luckier than
/// others.
#[derive(Clone, Debug)]
pub struct FixtureFactory {
    starts: OpeningSet,
    pairs: Pairs,
    games: u32,
    seed: u64,
}

impl FixtureFactory {
    /// A factory with these openings, shuffled by the seed of the plan.
    pub fn new(plan: &Plan, starts: OpeningSet) -> FixtureFactory {
        let pairs = Pairs::new(starts.count(), plan.seed);
        FixtureFactory { starts, pairs, games: plan.games, seed: plan.seed }
    }

    /// The fixture of a pending game.
    pub fn fixture(&self, pending: &PendingGame) -> Fixture {
        let pair = u64::from(pending.round - 1) * u64::from(self.games.div_ceil(2)) + u64::from(pending.game / 2);
        let plan = self.pairs.pair(pair);
        Fixture {
            number: pending.number,
            name: format!("r{:02}-{:04}", pending.round, pending.number + 1),
            players: pending.pairing,
            start: self.starts.game(plan.opening, plan.seeds[0]),
            seed: seed::for_bots(seed::derived(self.seed, pending.number.into())),
        }
    }
}
