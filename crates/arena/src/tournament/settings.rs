//! All that was asked for, as it is kept with the games.

use std::fmt;

use outflank_rules::{
    Variant,
    record::{Format, Record, write},
};
use serde::{Deserialize, Serialize};

use super::{BadPlan, Form, Plan, Setting, Tournament};
use crate::journal::Run;
use crate::{
    Entrant, Limits, TimeControl, UnknownEntrant,
    opening::{BadBeginnings, Beginnings},
    protocol::json::text,
    roster::{self, Roster},
    schedule::TieBreak,
};

/// Somebody who takes part, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// The name in tables.
    pub name: String,
    /// What was run.
    pub entrant: String,
}

/// Where a tournament is held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Venue {
    /// In a folder: programs are started for it, and what they said in games with fouls lies beside the results.
    #[default]
    Folder,
    /// On a server, to which bots connect: how they are started is their owners' affair, and so are the logs.
    Server,
}

/// A tournament with everything around it: with the games, all that is told follows from this.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// What it is called.
    pub title: String,
    /// Who meets whom, and the seed.
    pub plan: Plan,
    /// Everybody, in order.
    pub players: Vec<Player>,
    /// The board and the rules.
    #[serde(with = "text")]
    pub variant: Variant,
    /// The time of each side.
    #[serde(with = "text::maybe")]
    pub time: Option<TimeControl>,
    /// How games begin.
    pub beginnings: Beginnings,
    /// Bytes of memory of each process.
    #[serde(default)]
    pub memory: Option<u64>,
    /// Whether programs stay alive between games.
    pub keep: bool,
}

/// No title has more signs.
const LONGEST_TITLE: usize = 200;

impl Run for Settings {
    const KIND: &str = "tournament";

    fn entrants(&self) -> Vec<Entrant> {
        Settings::entrants(self).unwrap_or_default()
    }
}

impl Settings {
    /// Nothing if it can be played, or what is wrong with it.
    pub fn check(&self) -> Result<(), BadSettings> {
        self.plan.check().map_err(BadSettings::Plan)?;
        if self.plan.entrants != self.players.len() {
            return Err(BadSettings::Players { entrants: self.plan.entrants, players: self.players.len() });
        }
        self.beginnings.check(&self.variant).map_err(BadSettings::Beginnings)
    }

    /// The same without signs in its texts that are not seen or that would spoil a line: a file may say anything.
    #[must_use]
    pub fn tidied(mut self) -> Settings {
        self.title = roster::tidy(&self.title, LONGEST_TITLE).unwrap_or_else(|| "Reversi tournament".to_owned());
        for player in &mut self.players {
            player.name = roster::tidy(&player.name, roster::LONGEST_NAME).unwrap_or_else(|| "unnamed".to_owned());
        }
        self
    }

    /// Everybody as they were written down.
    pub fn roster(roster: &Roster) -> Vec<Player> {
        let all = roster.names().iter().zip(roster.entrants());
        all.map(|(name, entrant)| Player { name: name.clone(), entrant: entrant.to_string() }).collect()
    }

    /// Those who are asked for moves.
    pub fn entrants(&self) -> Result<Vec<Entrant>, UnknownEntrant> {
        self.players.iter().map(|player| player.entrant.parse()).collect()
    }

    /// What programs may take.
    pub fn limits(&self) -> Limits {
        Limits { memory: self.memory, ..Limits::default() }
    }

    /// How the games begin.
    pub fn setting(&self) -> Setting {
        Setting::new(&self.plan, self.beginnings.starts(&self.variant))
    }

    /// The tie-breaks of the table.
    pub fn tie_breaks(&self) -> Vec<TieBreak> {
        Tournament::tie_breaks(self.variant.start_from_seed(0).ground().area().len())
    }

    /// The format of the records: the usual one where it can hold these games.
    pub fn record_format(&self) -> Format {
        let record = Record::of_position(self.variant.start_from_seed(0));
        if write(Format::Ggf, &record).is_ok() { Format::Ggf } else { Format::Pgn }
    }

    /// Everything in words.
    pub fn facts(&self, venue: Venue) -> Vec<(&'static str, String)> {
        let mut facts = self.terms();
        if venue == Venue::Folder {
            facts.extend(self.programs());
        }
        facts.push(("Seed", self.plan.seed.to_string()));
        facts
    }

    /// What is played.
    fn terms(&self) -> Vec<(&'static str, String)> {
        let plan = &self.plan;
        let form = match plan.form {
            Form::Gauntlet => format!("{}, {} challengers", plan.form.words(), plan.challengers),
            form => form.words().to_owned(),
        };
        let rounds = plan.schedule().rounds();
        let time = self.time.map_or_else(|| "no clock".to_owned(), |time| time.to_string());
        let openings = match &self.beginnings {
            // Whoever asked for what there is none of has been told, or did not want to know.
            asked if asked.check(&self.variant).is_err() => Beginnings::Start.to_string(),
            Beginnings::Start => Beginnings::Start.to_string(),
            asked => format!("{asked}, the same for all meetings of a round"),
        };
        vec![
            ("Form", form),
            ("Rounds", rounds.to_string()),
            ("Games of a meeting", plan.games.to_string()),
            ("Game", self.variant.to_string()),
            ("Time", time),
            ("Openings", openings),
        ]
    }

    /// How programs are run.
    fn programs(&self) -> [(&'static str, String); 2] {
        let programs = if self.keep { "stay alive between games" } else { "start anew for each game" };
        let memory =
            self.memory.map_or_else(|| "unbounded".to_owned(), |bytes| format!("{} MiB for a process", bytes >> 20));
        [("Programs", programs.to_owned()), ("Memory", memory)]
    }
}

/// Settings that make no sense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadSettings {
    /// The plan cannot be played.
    Plan(BadPlan),
    /// Others take part than the plan is for.
    Players {
        /// So many are planned for.
        entrants: usize,
        /// So many there are.
        players: usize,
    },
    /// Games cannot begin so.
    Beginnings(BadBeginnings),
}

impl fmt::Display for BadSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadSettings::Plan(cause) => cause.fmt(f),
            BadSettings::Beginnings(cause) => cause.fmt(f),
            BadSettings::Players { entrants, players } => {
                write!(f, "a plan for {entrants} entrants, and {players} players: there must be as many")
            }
        }
    }
}

impl std::error::Error for BadSettings {}
