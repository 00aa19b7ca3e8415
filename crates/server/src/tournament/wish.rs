//! The wish for a tournament.

use std::{fmt, ops::RangeInclusive};

use outflank_arena::tournament::{Beginnings, Form, beginning};
use outflank_play::TimeControl;
use outflank_rules::Variant;
use serde::Deserialize;

use super::{Code, Command, Contest, Created, Decided, Event, entry::tidy_words};
use crate::{id::GameId, seat::Seat, secret::SecretHash};

/// The most characters of a title.
const LONGEST_TITLE: usize = 80;

/// The most beginnings that are kept with a tournament.
const MOST_LINES: usize = 500;

/// The time of a side where nothing is said.
const USUAL_TIME: &str = "5s/move";

/// What somebody asks for. Everything may be left out.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NewTournament {
    title: Option<String>,
    form: Option<String>,
    rounds: Option<u32>,
    games: Option<u32>,
    challengers: Option<u32>,
    time: Option<String>,
    variant: Option<String>,
    openings: Option<String>,
    tables: Option<u32>,
    grace: Option<u32>,
    listed: Option<bool>,
    seed: Option<u64>,
    players: Vec<String>,
}

impl NewTournament {
    /// The first events of the tournament that is asked for by the holder of this secret; `seed` decides where it is left open.
    pub fn resolve(self, host: SecretHash, code: Code, seed: u64) -> Result<Vec<Event>, BadNewTournament> {
        let created = self.created(host, code, seed)?;
        let mut contest = Contest::new(GameId::random(), created.clone(), 0);
        let mut events = vec![Event::Created(Box::new(created))];
        for text in &self.players {
            let seat: Seat = parsed("players", text)?;
            let added = contest.decide(&[host], Command::Add { seat, name: None }, |_| false);
            let added = added.map_err(|refusal| BadNewTournament::new("players", text, refusal))?;
            let Decided::Events(added) = added else { continue };
            for event in added {
                contest.apply(&event, 0).expect("what was decided can be done");
                events.push(event);
            }
        }
        Ok(events)
    }

    fn created(&self, host: SecretHash, code: Code, seed: u64) -> Result<Created, BadNewTournament> {
        let variant: Variant = parsed("variant", self.variant.as_deref().unwrap_or("standard"))?;
        let title = self.title.as_deref().and_then(|title| tidy_words(title, LONGEST_TITLE));
        let form: Form = parsed("form", self.form.as_deref().unwrap_or(Form::default().name()))?;
        if form == Form::KnockOut && self.rounds.is_some() {
            let rounds = self.rounds.unwrap_or_default().to_string();
            return Err(BadNewTournament::new(
                "rounds",
                &rounds,
                "a knock-out has as many as it takes: leave them out",
            ));
        }
        Ok(Created {
            title: title.unwrap_or_else(|| format!("Tournament {code}")),
            form,
            games: within("games", self.games.unwrap_or(2), 1..=100)?,
            rounds: self.rounds.map(|rounds| within("rounds", rounds, 1..=100)).transpose()?,
            challengers: within("challengers", self.challengers.unwrap_or(1), 1..=63)? as usize,
            time: parsed::<TimeControl>("time", self.time.as_deref().unwrap_or(USUAL_TIME))?,
            variant,
            beginnings: beginnings(self.openings.as_deref().unwrap_or("balanced"), &variant)?,
            seed: self.seed.unwrap_or(seed),
            code,
            host,
            tables: within("tables", self.tables.unwrap_or(8), 1..=64)? as usize,
            grace_ms: 1000 * u64::from(within("grace", self.grace.unwrap_or(60), 0..=3600)?),
            listed: self.listed.unwrap_or(true),
        })
    }
}

/// `balanced`, `none`, or lines of moves. Where nobody knows balanced ones, on other boards, chance plays the first moves.
fn beginnings(text: &str, variant: &Variant) -> Result<Beginnings, BadNewTournament> {
    match text.trim() {
        "" | "balanced" => return Ok(Beginnings::usual(variant)),
        "none" => return Ok(Beginnings::Start),
        _ => {}
    }
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    if lines.len() > MOST_LINES {
        let reason = format!("{} lines, and {MOST_LINES} are the most: leave some out", lines.len());
        return Err(BadNewTournament::new("openings", text, reason));
    }
    if let Some(wrong) = lines.iter().find(|line| beginning(variant, line).is_none()) {
        let reason = "no game begins so: write balanced, none, or the moves of one opening a line, as in f5d6c3";
        return Err(BadNewTournament::new("openings", wrong, reason));
    }
    Ok(Beginnings::Lines { source: "the host".to_owned(), lines: lines.into_iter().map(str::to_owned).collect() })
}

fn parsed<T: std::str::FromStr<Err: fmt::Display>>(field: &'static str, text: &str) -> Result<T, BadNewTournament> {
    text.parse().map_err(|reason| BadNewTournament::new(field, text, reason))
}

fn within(field: &'static str, number: u32, range: RangeInclusive<u32>) -> Result<u32, BadNewTournament> {
    if range.contains(&number) {
        return Ok(number);
    }
    let reason = format!("{number} cannot be: write {} to {}", range.start(), range.end());
    Err(BadNewTournament::new(field, &number.to_string(), reason))
}

/// A wish that cannot be fulfilled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadNewTournament {
    /// Which part of it.
    pub field: &'static str,
    /// What was written there, the beginning of it.
    pub got: String,
    reason: String,
}

impl BadNewTournament {
    fn new(field: &'static str, got: &str, reason: impl fmt::Display) -> BadNewTournament {
        BadNewTournament { field, got: got.chars().take(80).collect(), reason: reason.to_string() }
    }
}

impl fmt::Display for BadNewTournament {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.reason)
    }
}

impl std::error::Error for BadNewTournament {}
