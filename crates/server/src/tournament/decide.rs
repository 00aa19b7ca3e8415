//! Decides which events follow from a command.

use outflank_rules::excerpt;

use super::{
    Code, Command, Entry, Event, HOSTS_CHANGES, LiveTournament, MOST_CHANGES, MOST_ENTRANTS, MOST_GAMES, MOST_NAMES,
    MOST_RETURNS, Refusal, Stage, tidy_name,
};
use crate::{game::Seat, log::secret::SecretHash};

/// The result of a command.
#[derive(Clone, Debug, PartialEq)]
pub enum Decided {
    /// Append these to the log, in one batch.
    Events(Vec<Event>),
    /// Do nothing: the state is as requested.
    Already,
}

impl LiveTournament {
    /// Decides on a command of a client that knows these secrets.
    ///
    /// `is_here` returns whether the bot with a token is connected. A bot may take over the name of
    /// a bot that is not connected, so that a student can continue on another laptop.
    pub fn decide(
        &self,
        known: &[SecretHash],
        command: Command,
        is_here: impl Fn(SecretHash) -> bool,
    ) -> Result<Decided, Refusal> {
        match command {
            Command::Join { code, name, token } => self.join(code, &name, token, is_here),
            Command::Leave { token } => self.leave(token),
            _ if !self.is_host(known) => Err(Refusal::NotHost),
            _ if self.stage.is_over() => Err(Refusal::Over),
            Command::Add { seat, name } => self.add(seat, name.as_deref()),
            Command::Kick { name } => self.kick(&name),
            Command::Start => self.ask_start(),
            Command::Pause => self.ask_pause(),
            Command::Resume => self.ask_resume(),
            Command::PausePlayer { name } => self.ask_pause_player(&name, true),
            Command::ResumePlayer { name } => self.ask_pause_player(&name, false),
            Command::Stop => Ok(Decided::Events(vec![Event::Stopped])),
        }
    }

    fn join(
        &self,
        code: Code,
        name: &str,
        token: SecretHash,
        is_here: impl Fn(SecretHash) -> bool,
    ) -> Result<Decided, Refusal> {
        if code != self.created.code {
            return Err(Refusal::WrongCode(code));
        }
        if self.stage.is_over() {
            return Err(Refusal::Over);
        }
        let name = tidy_name(name).ok_or_else(|| Refusal::NoName(excerpt(name)))?;
        if self.kicked.contains(&token) {
            return Err(Refusal::Withdrawn(name));
        }
        if let Some(place) = self.entrant_of(token) {
            return self.join_again(&self.entries[place], name, token);
        }
        match self.entrant_called(&name) {
            Some(place) => self.take_over(&self.entries[place], token, is_here),
            None => self.join_anew(name, token),
        }
    }

    /// Handles a bot that joins again. Before the start it may change its name; later the names are
    /// fixed.
    fn join_again(&self, entry: &Entry, name: String, token: SecretHash) -> Result<Decided, Refusal> {
        if entry.is_withdrawn {
            return Err(Refusal::Withdrawn(entry.name.clone()));
        }
        if self.stage != Stage::Open || entry.name == name {
            return Ok(Decided::Already);
        }
        if !entry.is_called(&name) {
            self.is_free(&name)?;
        }
        if self.names.get(&token).is_some_and(|&names| names >= MOST_NAMES) {
            return Err(Refusal::ChangeLimit);
        }
        self.may_change()?;
        Ok(Decided::Events(vec![
            Event::Left { name: entry.name.clone(), kicked: false },
            Event::Joined { name, token },
        ]))
    }

    fn take_over(
        &self,
        entry: &Entry,
        token: SecretHash,
        is_here: impl Fn(SecretHash) -> bool,
    ) -> Result<Decided, Refusal> {
        if entry.is_withdrawn {
            return Err(Refusal::Withdrawn(entry.name.clone()));
        }
        if entry.token().is_none_or(is_here) {
            return Err(Refusal::NameTaken(entry.name.clone()));
        }
        if entry.returns >= MOST_RETURNS {
            return Err(Refusal::ChangeLimit);
        }
        self.may_change()?;
        Ok(Decided::Events(vec![Event::Rejoined { name: entry.name.clone(), token }]))
    }

    fn join_anew(&self, name: String, token: SecretHash) -> Result<Decided, Refusal> {
        self.has_room()?;
        self.may_change()?;
        Ok(Decided::Events(vec![Event::Joined { name, token }]))
    }

    /// After the start no entrant leaves: an absent bot loses its games one by one, and may come
    /// back.
    fn leave(&self, token: SecretHash) -> Result<Decided, Refusal> {
        let place = self.entrant_of(token).ok_or(Refusal::NotJoined)?;
        match self.stage {
            Stage::Open => {
                Ok(Decided::Events(vec![Event::Left { name: self.entries[place].name.clone(), kicked: false }]))
            }
            Stage::Playing | Stage::Paused => Err(Refusal::Begun),
            Stage::Over | Stage::Stopped => Err(Refusal::Over),
        }
    }

    fn add(&self, seat: Seat, name: Option<&str>) -> Result<Decided, Refusal> {
        if !matches!(seat, Seat::Computer(_)) {
            return Err(Refusal::NotOurs(excerpt(&seat.to_string())));
        }
        self.has_room()?;
        self.host_may_change()?;
        let name = match name {
            Some(text) => {
                let name = tidy_name(text).ok_or_else(|| Refusal::NoName(excerpt(text)))?;
                self.is_free(&name)?;
                name
            }
            None => self.free_name(&seat.title()),
        };
        Ok(Decided::Events(vec![Event::Added { name, seat }]))
    }

    /// Returns the name, or the first unused one with a number appended.
    fn free_name(&self, wanted: &str) -> String {
        let numbered = (2..).map(|number: u32| format!("{wanted} ({number})"));
        let mut names = std::iter::once(wanted.to_owned()).chain(numbered);
        names.find(|name| self.is_free(name).is_ok()).expect("there are more numbers than entrants")
    }

    fn kick(&self, name: &str) -> Result<Decided, Refusal> {
        let place = self.entrant_called(name).ok_or_else(|| Refusal::Unknown(excerpt(name)))?;
        let entry = &self.entries[place];
        if entry.is_withdrawn {
            return Ok(Decided::Already);
        }
        Ok(Decided::Events(vec![Event::Left { name: entry.name.clone(), kicked: true }]))
    }

    fn ask_start(&self) -> Result<Decided, Refusal> {
        if self.stage != Stage::Open {
            return Ok(Decided::Already);
        }
        let plan = self.plan();
        plan.check().map_err(Refusal::Plan)?;
        match plan.total() {
            games if games > MOST_GAMES => Err(Refusal::TooManyGames(games)),
            _ => Ok(Decided::Events(vec![Event::Started])),
        }
    }

    fn ask_pause(&self) -> Result<Decided, Refusal> {
        match self.stage {
            Stage::Open => Err(Refusal::NotBegun),
            Stage::Playing => self.host_may_change().map(|()| Decided::Events(vec![Event::Paused])),
            _ => Ok(Decided::Already),
        }
    }

    fn ask_resume(&self) -> Result<Decided, Refusal> {
        match self.stage {
            Stage::Open => Err(Refusal::NotBegun),
            Stage::Paused => Ok(Decided::Events(vec![Event::Resumed])),
            _ => Ok(Decided::Already),
        }
    }

    fn ask_pause_player(&self, name: &str, paused: bool) -> Result<Decided, Refusal> {
        let place = self.entrant_called(name).ok_or_else(|| Refusal::Unknown(excerpt(name)))?;
        let entry = &self.entries[place];
        if entry.is_withdrawn {
            return Err(Refusal::Withdrawn(entry.name.clone()));
        }
        if entry.is_paused == paused {
            return Ok(Decided::Already);
        }
        self.host_may_change()?;
        let name = entry.name.clone();
        Ok(Decided::Events(vec![if paused { Event::PlayerPaused { name } } else { Event::PlayerResumed { name } }]))
    }

    /// Checks that one more entrant may join.
    fn has_room(&self) -> Result<(), Refusal> {
        match self.stage {
            Stage::Open if self.entries.len() >= MOST_ENTRANTS => Err(Refusal::Full),
            Stage::Open => Ok(()),
            _ => Err(Refusal::Begun),
        }
    }

    fn is_free(&self, name: &str) -> Result<(), Refusal> {
        if self.entrant_called(name).is_some() { Err(Refusal::NameTaken(name.to_owned())) } else { Ok(()) }
    }

    fn may_change(&self) -> Result<(), Refusal> {
        if self.changes < MOST_CHANGES { Ok(()) } else { Err(Refusal::ChangeLimit) }
    }

    /// The host has a reserve that joining bots cannot use up.
    fn host_may_change(&self) -> Result<(), Refusal> {
        if self.changes < MOST_CHANGES + HOSTS_CHANGES { Ok(()) } else { Err(Refusal::ChangeLimit) }
    }
}
