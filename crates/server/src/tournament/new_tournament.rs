//! The request to create a tournament.

use std::{fmt, ops::RangeInclusive, time::Duration};

use outflank_arena::TimeControl;
use outflank_arena::tournament::{OpeningSource, TournamentFormat, beginning};
use outflank_rules::Variant;
use serde::Deserialize;

use super::{Code, Command, Created, Decided, Event, LiveTournament, entry::tidy_words};
use crate::{
    game::Seat,
    log::{id::GameId, secret::SecretHash},
};

/// The most characters of a title.
const LONGEST_TITLE: usize = 80;

/// The most openings of a tournament.
const MOST_LINES: usize = 500;

/// The default time control of each side.
const USUAL_TIME: &str = "5s/move";

/// The longest pause before a turn of a built-in bot.
const MAX_PACE: Duration = Duration::from_secs(10);

/// The body of a request to create a tournament. All fields are optional.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NewTournament {
    title: Option<String>,
    #[serde(alias = "form")]
    format: Option<String>,
    rounds: Option<u32>,
    games: Option<u32>,
    challengers: Option<u32>,
    time: Option<String>,
    variant: Option<String>,
    openings: Option<String>,
    #[serde(alias = "tables")]
    concurrency: Option<u32>,
    grace: Option<u32>,
    pace: Option<f64>,
    listed: Option<bool>,
    seed: Option<u64>,
    players: Vec<String>,
    #[serde(skip)]
    course: bool,
}

impl NewTournament {
    /// A tournament for the players of a course: two games a pairing from the start position,
    /// without openings.
    pub(crate) fn of_course(
        format: TournamentFormat,
        time: Option<TimeControl>,
        variant: Variant,
        concurrency: usize,
        players: Vec<String>,
    ) -> NewTournament {
        NewTournament {
            title: Some("Course".to_owned()),
            format: Some(format.name().to_owned()),
            time: time.map(|time| time.to_string()),
            variant: Some(variant.to_string()),
            openings: Some("none".to_owned()),
            concurrency: Some(u32::try_from(concurrency).unwrap_or(u32::MAX).clamp(1, 64)),
            players,
            course: true,
            ..NewTournament::default()
        }
    }

    /// Returns the first events of the tournament, with the holder of this secret as host. The seed
    /// decides what the request leaves open.
    pub fn resolve(self, host: SecretHash, code: Code, seed: u64) -> Result<Vec<Event>, NewTournamentError> {
        let created = self.created(host, code, seed)?;
        let mut contest = LiveTournament::new(GameId::random(), created.clone(), 0);
        let mut events = vec![Event::Created(Box::new(created))];
        for text in &self.players {
            let seat: Seat = parsed("players", text)?;
            let added = contest.decide(&[host], Command::Add { seat, name: None }, |_| false);
            let added = added.map_err(|refusal| NewTournamentError::new("players", text, refusal))?;
            let Decided::Events(added) = added else { continue };
            for event in added {
                contest.apply(&event, 0).expect("decided events can be applied");
                events.push(event);
            }
        }
        Ok(events)
    }

    fn created(&self, host: SecretHash, code: Code, seed: u64) -> Result<Created, NewTournamentError> {
        let variant: Variant = parsed("variant", self.variant.as_deref().unwrap_or("standard"))?;
        let title = self.title.as_deref().and_then(|title| tidy_words(title, LONGEST_TITLE));
        let format: TournamentFormat =
            parsed("format", self.format.as_deref().unwrap_or(TournamentFormat::default().name()))?;
        if format == TournamentFormat::KnockOut && self.rounds.is_some() {
            let rounds = self.rounds.unwrap_or_default().to_string();
            return Err(NewTournamentError::new(
                "rounds",
                &rounds,
                "a knockout plays as many as it needs; leave them out",
            ));
        }
        Ok(Created {
            title: title.unwrap_or_else(|| format!("Tournament {code}")),
            format,
            games: within("games", self.games.unwrap_or(2), 1..=100)?,
            rounds: self.rounds.map(|rounds| within("rounds", rounds, 1..=100)).transpose()?,
            challengers: within("challengers", self.challengers.unwrap_or(1), 1..=63)? as usize,
            time: parsed::<TimeControl>("time", self.time.as_deref().unwrap_or(USUAL_TIME))?,
            variant,
            beginnings: beginnings(self.openings.as_deref().unwrap_or("balanced"), &variant)?,
            seed: self.seed.unwrap_or(seed),
            code,
            host,
            concurrency: within("concurrency", self.concurrency.unwrap_or(8), 1..=64)? as usize,
            grace_ms: 1000 * u64::from(within("grace", self.grace.unwrap_or(60), 0..=3600)?),
            pace_ms: self.pace.map(pace_ms).transpose()?,
            listed: self.listed.unwrap_or(true),
            course: self.course,
        })
    }
}

/// Parses `balanced`, `none`, or lines of moves. Boards without a list of balanced openings start
/// with random moves.
fn beginnings(text: &str, variant: &Variant) -> Result<OpeningSource, NewTournamentError> {
    match text.trim() {
        "" | "balanced" => return Ok(OpeningSource::usual(variant)),
        "none" => return Ok(OpeningSource::Start),
        _ => {}
    }
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    if lines.len() > MOST_LINES {
        let reason = format!("{} lines are too many; write at most {MOST_LINES}", lines.len());
        return Err(NewTournamentError::new("openings", text, reason));
    }
    if let Some(wrong) = lines.iter().find(|line| beginning(variant, line).is_none()) {
        let reason = "not an opening; write balanced, none, or one opening per line, as in f5d6c3";
        return Err(NewTournamentError::new("openings", wrong, reason));
    }
    Ok(OpeningSource::Lines { source: "the host".to_owned(), lines: lines.into_iter().map(str::to_owned).collect() })
}

fn parsed<T: std::str::FromStr<Err: fmt::Display>>(field: &'static str, text: &str) -> Result<T, NewTournamentError> {
    text.parse().map_err(|reason| NewTournamentError::new(field, text, reason))
}

fn within(field: &'static str, number: u32, range: RangeInclusive<u32>) -> Result<u32, NewTournamentError> {
    if range.contains(&number) {
        return Ok(number);
    }
    let reason = format!("{number} cannot be: write {} to {}", range.start(), range.end());
    Err(NewTournamentError::new(field, &number.to_string(), reason))
}

fn pace_ms(seconds: f64) -> Result<u64, NewTournamentError> {
    let pace = Duration::try_from_secs_f64(seconds).ok().filter(|pace| *pace <= MAX_PACE);
    let got = format!("{seconds:?}");
    let reason = format!("{got} is out of range; write 0 to {} seconds", MAX_PACE.as_secs());
    let pace = pace.ok_or_else(|| NewTournamentError::new("pace", &got, reason))?;
    Ok(u64::try_from(pace.as_millis()).unwrap_or(u64::MAX))
}

/// A request that is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewTournamentError {
    /// The invalid field.
    pub field: &'static str,
    /// The beginning of its value.
    pub got: String,
    reason: String,
}

impl NewTournamentError {
    fn new(field: &'static str, got: &str, reason: impl fmt::Display) -> NewTournamentError {
        NewTournamentError { field, got: got.chars().take(80).collect(), reason: reason.to_string() }
    }
}

impl fmt::Display for NewTournamentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.reason)
    }
}

impl std::error::Error for NewTournamentError {}
