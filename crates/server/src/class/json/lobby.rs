//! Who is there, who sits where, and who is ready. It waits for nothing and sends nothing.

use std::{collections::BTreeMap, fmt};

use outflank_rules::Color;
use serde::{Deserialize, Serialize};

use super::message::{Kind, is_name};

/// Tables of the lobby.
pub(super) const TABLES: usize = 3;

/// Somebody who is connected.
pub(super) type UserId = u64;

/// A place at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Chair {
    White,
    Black,
    Observer,
}

impl Chair {
    const ALL: [Chair; 3] = [Chair::White, Chair::Black, Chair::Observer];

    /// The color that is played there.
    pub(super) fn color(self) -> Option<Color> {
        match self {
            Chair::White => Some(Color::White),
            Chair::Black => Some(Color::Black),
            Chair::Observer => None,
        }
    }
}

#[derive(Debug, Default)]
pub(super) struct Lobby {
    users: BTreeMap<UserId, User>,
    tables: [Table; TABLES],
}

#[derive(Debug)]
struct User {
    name: String,
    kind: Kind,
}

#[derive(Debug, Default)]
struct Table {
    status: Status,
    chairs: [Option<Sitter>; 3],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sitter {
    user: UserId,
    is_ready: bool,
}

/// What happens at a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Status {
    #[default]
    Waiting,
    /// A game begins in so many seconds.
    Countdown(u64),
    Playing,
}

/// Why something cannot be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Refused {
    BadName(String),
    NameTaken(String),
    NoSuchTable(usize),
    ChairTaken,
    Playing,
    NotSeated,
}

impl Lobby {
    /// Lets somebody in under a name.
    pub(super) fn enter(&mut self, user: UserId, name: &str, kind: Kind) -> Result<(), Refused> {
        if !is_name(name) {
            return Err(Refused::BadName(name.chars().take(40).collect()));
        }
        if self.users.values().any(|other| other.name.eq_ignore_ascii_case(name)) {
            return Err(Refused::NameTaken(name.to_owned()));
        }
        self.users.insert(user, User { name: name.to_owned(), kind });
        Ok(())
    }

    /// Somebody has gone for good.
    pub(super) fn leave(&mut self, user: UserId) {
        self.stand(user);
        self.users.remove(&user);
    }

    pub(super) fn is_inside(&self, user: UserId) -> bool {
        self.users.contains_key(&user)
    }

    pub(super) fn users(&self) -> impl Iterator<Item = UserId> {
        self.users.keys().copied()
    }

    /// Where somebody sits.
    pub(super) fn seat(&self, user: UserId) -> Option<(usize, Chair)> {
        (0..TABLES).find_map(|table| {
            let sits =
                |chair: &Chair| self.tables[table].chairs[*chair as usize].is_some_and(|sitter| sitter.user == user);
            Chair::ALL.into_iter().find(sits).map(|chair| (table, chair))
        })
    }

    /// Does somebody play a game that is not over?
    pub(super) fn is_playing(&self, user: UserId) -> bool {
        self.seat(user).is_some_and(|(table, chair)| chair.color().is_some() && self.status(table) == Status::Playing)
    }

    /// Sits down, and gets up from wherever one sat.
    pub(super) fn sit(&mut self, user: UserId, table: usize, chair: Chair) -> Result<(), Refused> {
        let wanted = self.tables.get(table).ok_or(Refused::NoSuchTable(table))?;
        if self.is_playing(user) || chair.color().is_some() && wanted.status == Status::Playing {
            return Err(Refused::Playing);
        }
        match wanted.chairs[chair as usize] {
            Some(sitter) if sitter.user == user => return Ok(()),
            Some(_) => return Err(Refused::ChairTaken),
            None => {}
        }
        self.stand(user);
        self.tables[table].chairs[chair as usize] = Some(Sitter { user, is_ready: false });
        self.stop_countdown(table);
        Ok(())
    }

    /// Gets up.
    pub(super) fn stand(&mut self, user: UserId) {
        if let Some((table, chair)) = self.seat(user) {
            self.tables[table].chairs[chair as usize] = None;
            self.stop_countdown(table);
        }
    }

    /// Is ready, or is not any more. Returns the table if everybody there is ready now.
    pub(super) fn ready(&mut self, user: UserId, is_ready: bool) -> Result<Option<usize>, Refused> {
        let (table, chair) = self.seat(user).ok_or(Refused::NotSeated)?;
        if self.status(table) == Status::Playing {
            return Err(Refused::Playing);
        }
        if let Some(sitter) = &mut self.tables[table].chairs[chair as usize] {
            sitter.is_ready = is_ready;
        }
        if !is_ready {
            self.stop_countdown(table);
        }
        Ok(self.is_all_ready(table).then_some(table))
    }

    /// Two players, and everybody who sits there is ready.
    fn is_all_ready(&self, table: usize) -> bool {
        let Table { chairs, status } = &self.tables[table];
        let has_players = chairs[Chair::White as usize].is_some() && chairs[Chair::Black as usize].is_some();
        *status == Status::Waiting && has_players && chairs.iter().flatten().all(|sitter| sitter.is_ready)
    }

    fn stop_countdown(&mut self, table: usize) {
        if let Status::Countdown(_) = self.tables[table].status {
            self.tables[table].status = Status::Waiting;
        }
    }

    pub(super) fn status(&self, table: usize) -> Status {
        self.tables[table].status
    }

    pub(super) fn set_status(&mut self, table: usize, status: Status) {
        self.tables[table].status = status;
    }

    /// A game is over: who wants another one says so anew.
    pub(super) fn finish(&mut self, table: usize) {
        let Table { status, chairs } = &mut self.tables[table];
        *status = Status::Waiting;
        for sitter in chairs.iter_mut().flatten() {
            sitter.is_ready = false;
        }
    }

    pub(super) fn sitter(&self, table: usize, chair: Chair) -> Option<UserId> {
        self.tables[table].chairs[chair as usize].map(|sitter| sitter.user)
    }

    /// All who sit at a table.
    pub(super) fn sitters(&self, table: usize) -> impl Iterator<Item = UserId> {
        self.tables[table].chairs.iter().flatten().map(|sitter| sitter.user)
    }

    pub(super) fn name(&self, user: UserId) -> Option<&str> {
        self.users.get(&user).map(|user| user.name.as_str())
    }

    pub(super) fn kind(&self, user: UserId) -> Option<Kind> {
        self.users.get(&user).map(|user| user.kind)
    }

    /// As somebody sees it.
    pub(super) fn view(&self, user: UserId) -> LobbyView<'_> {
        let seat = self.seat(user);
        let is_ready = |(table, chair): (usize, Chair)| {
            self.tables[table].chairs[chair as usize].is_some_and(|sitter| sitter.is_ready)
        };
        LobbyView {
            tables: self.tables.iter().map(|table| self.table_view(table)).collect(),
            users: self.users.values().map(|user| user.name.as_str()).collect(),
            you: You {
                table: seat.map(|(table, _)| table),
                seat: seat.map(|(_, chair)| chair),
                ready: seat.is_some_and(is_ready),
            },
        }
    }

    fn table_view(&self, table: &Table) -> TableView<'_> {
        let (status, countdown) = match table.status {
            Status::Waiting => ("waiting", None),
            Status::Countdown(seconds) => ("countdown", Some(seconds)),
            Status::Playing => ("playing", None),
        };
        let player = |chair: Chair| {
            let Sitter { user, is_ready } = table.chairs[chair as usize]?;
            let User { name, kind } = self.users.get(&user)?;
            Some(PlayerView { name, kind: *kind, ready: is_ready })
        };
        let [white, black, observer] = Chair::ALL.map(player);
        TableView { status, countdown, seats: Seats { white, black, observer } }
    }
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct LobbyView<'a> {
    tables: Vec<TableView<'a>>,
    users: Vec<&'a str>,
    you: You,
}

#[derive(Clone, Debug, Serialize)]
struct TableView<'a> {
    status: &'static str,
    countdown: Option<u64>,
    seats: Seats<'a>,
}

#[derive(Clone, Debug, Serialize)]
struct Seats<'a> {
    white: Option<PlayerView<'a>>,
    black: Option<PlayerView<'a>>,
    observer: Option<PlayerView<'a>>,
}

#[derive(Clone, Debug, Serialize)]
struct PlayerView<'a> {
    name: &'a str,
    kind: Kind,
    ready: bool,
}

#[derive(Clone, Debug, Serialize)]
struct You {
    table: Option<usize>,
    seat: Option<Chair>,
    ready: bool,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::BadName(name) => {
                write!(f, "{name:?} cannot be a name: 1 to 16 letters, digits, _ and - can")
            }
            Refused::NameTaken(name) => write!(f, "somebody is called {name:?} already: choose another name"),
            Refused::NoSuchTable(table) => write!(f, "there is no table {table}: they are 0 to {}", TABLES - 1),
            Refused::ChairTaken => f.write_str("somebody sits there already"),
            Refused::Playing => f.write_str("a game is being played there: wait for its end, or stand up to leave it"),
            Refused::NotSeated => f.write_str("sit down first"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lobby(names: &[&str]) -> Lobby {
        let mut lobby = Lobby::default();
        for (user, name) in names.iter().enumerate() {
            lobby.enter(user as UserId, name, Kind::Ai).expect("a free name");
        }
        lobby
    }

    #[test]
    fn a_name_is_had_once() {
        let mut lobby = lobby(&["Ann"]);
        assert_eq!(lobby.enter(1, "ann", Kind::Ai), Err(Refused::NameTaken("ann".to_owned())));
        assert!(matches!(lobby.enter(1, "no good", Kind::Ai), Err(Refused::BadName(_))));
        lobby.leave(0);
        assert_eq!(lobby.enter(1, "Ann", Kind::Ai), Ok(()));
    }

    #[test]
    fn a_game_begins_when_everybody_at_the_table_is_ready() {
        let mut lobby = lobby(&["Ann", "Bob", "Cy"]);
        for (user, chair) in [(0, Chair::White), (1, Chair::Black), (2, Chair::Observer)] {
            lobby.sit(user, 1, chair).expect("a free chair");
        }
        assert_eq!(lobby.ready(0, true), Ok(None));
        assert_eq!(lobby.ready(1, true), Ok(None), "the observer is not");
        assert_eq!(lobby.ready(2, true), Ok(Some(1)));
        lobby.set_status(1, Status::Countdown(3));
        assert_eq!(lobby.ready(0, false), Ok(None));
        assert_eq!(lobby.status(1), Status::Waiting, "it is off");
        assert_eq!(lobby.ready(0, true), Ok(Some(1)));
    }

    #[test]
    fn a_chair_has_one_sitter_and_a_sitter_one_chair() {
        let mut lobby = lobby(&["Ann", "Bob"]);
        assert_eq!(lobby.ready(0, true), Err(Refused::NotSeated));
        assert_eq!(lobby.sit(0, 3, Chair::White), Err(Refused::NoSuchTable(3)));
        lobby.sit(0, 0, Chair::White).expect("it is free");
        assert_eq!(lobby.sit(1, 0, Chair::White), Err(Refused::ChairTaken));
        lobby.sit(0, 2, Chair::Black).expect("it is free");
        assert_eq!(lobby.seat(0), Some((2, Chair::Black)));
        assert_eq!(lobby.sit(1, 0, Chair::White), Ok(()), "the old chair is free again");
    }

    #[test]
    fn who_plays_stays_and_others_may_look_on() {
        let mut lobby = lobby(&["Ann", "Bob", "Cy"]);
        lobby.sit(0, 0, Chair::White).expect("it is free");
        lobby.sit(1, 0, Chair::Black).expect("it is free");
        lobby.set_status(0, Status::Playing);
        assert!(lobby.is_playing(0) && !lobby.is_playing(2));
        assert_eq!(lobby.sit(0, 1, Chair::White), Err(Refused::Playing));
        assert_eq!(lobby.ready(1, false), Err(Refused::Playing));
        assert_eq!(lobby.sit(2, 0, Chair::Observer), Ok(()));
        lobby.finish(0);
        assert_eq!((lobby.status(0), lobby.seat(1)), (Status::Waiting, Some((0, Chair::Black))));
    }

    #[test]
    fn it_looks_as_the_course_says() {
        let mut lobby = lobby(&["Ann", "Bob"]);
        lobby.sit(0, 0, Chair::White).expect("it is free");
        lobby.ready(0, true).expect("it sits");
        let view = serde_json::to_value(lobby.view(0)).expect("JSON");
        assert_eq!(
            view["tables"][0],
            serde_json::json!({"status": "waiting", "countdown": null,
                "seats": {"white": {"name": "Ann", "kind": "ai", "ready": true}, "black": null, "observer": null}})
        );
        assert_eq!(view["users"], serde_json::json!(["Ann", "Bob"]));
        assert_eq!(view["you"], serde_json::json!({"table": 0, "seat": "white", "ready": true}));
        let other = serde_json::to_value(lobby.view(1)).expect("JSON");
        assert_eq!(other["you"], serde_json::json!({"table": null, "seat": null, "ready": false}));
    }
}
