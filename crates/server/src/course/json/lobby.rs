//! The state of the lobby: users, seats, and who is ready. Pure: it waits for nothing and sends
//! nothing.

use std::collections::BTreeMap;

use outflank_rules::Color;
use serde::{Deserialize, Serialize};

use super::message::{Kind, is_name};

/// Tables in the lobby.
pub(super) const TABLES: usize = 3;

/// The number of a connected user.
pub(super) type UserId = u64;

/// A seat at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum LobbySeat {
    White,
    Black,
    Observer,
}

impl LobbySeat {
    const ALL: [LobbySeat; 3] = [LobbySeat::White, LobbySeat::Black, LobbySeat::Observer];

    /// The color of the seat.
    pub(super) fn color(self) -> Option<Color> {
        match self {
            LobbySeat::White => Some(Color::White),
            LobbySeat::Black => Some(Color::Black),
            LobbySeat::Observer => None,
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
    seats: [Option<Sitter>; 3],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sitter {
    user: UserId,
    is_ready: bool,
}

/// The state of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Status {
    #[default]
    Waiting,
    /// A game starts in this many seconds.
    Countdown(u64),
    Playing,
}

/// Why the lobby refuses a request.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum LobbyError {
    #[error("{0:?} cannot be a name: 1 to 16 letters, digits, _ and - can")]
    BadName(String),
    #[error("another player is called {0:?}: choose another name")]
    NameTaken(String),
    #[error("there is no table {0}: they are 0 to {max}", max = TABLES - 1)]
    UnknownTable(usize),
    #[error("this seat is taken")]
    SeatTaken,
    #[error("a game is being played there: wait for its end, or stand up to leave it")]
    Playing,
    #[error("sit down first")]
    NotSeated,
}

impl Lobby {
    /// Logs a user in under a name.
    pub(super) fn enter(&mut self, user: UserId, name: &str, kind: Kind) -> Result<(), LobbyError> {
        if !is_name(name) {
            return Err(LobbyError::BadName(outflank_rules::excerpt(name)));
        }
        if self.users.values().any(|other| other.name.eq_ignore_ascii_case(name)) {
            return Err(LobbyError::NameTaken(name.to_owned()));
        }
        self.users.insert(user, User { name: name.to_owned(), kind });
        Ok(())
    }

    /// Removes a user.
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

    /// The seat of a user.
    pub(super) fn seat(&self, user: UserId) -> Option<(usize, LobbySeat)> {
        (0..TABLES).find_map(|table| {
            let sits =
                |seat: &LobbySeat| self.tables[table].seats[*seat as usize].is_some_and(|sitter| sitter.user == user);
            LobbySeat::ALL.into_iter().find(sits).map(|seat| (table, seat))
        })
    }

    /// Does a user play an unfinished game?
    pub(super) fn is_playing(&self, user: UserId) -> bool {
        self.seat(user).is_some_and(|(table, seat)| seat.color().is_some() && self.status(table) == Status::Playing)
    }

    /// Takes a seat and leaves the previous one.
    pub(super) fn sit(&mut self, user: UserId, table: usize, seat: LobbySeat) -> Result<(), LobbyError> {
        let wanted = self.tables.get(table).ok_or(LobbyError::UnknownTable(table))?;
        if self.is_playing(user) || seat.color().is_some() && wanted.status == Status::Playing {
            return Err(LobbyError::Playing);
        }
        match wanted.seats[seat as usize] {
            Some(sitter) if sitter.user == user => return Ok(()),
            Some(_) => return Err(LobbyError::SeatTaken),
            None => {}
        }
        self.stand(user);
        self.tables[table].seats[seat as usize] = Some(Sitter { user, is_ready: false });
        self.stop_countdown(table);
        Ok(())
    }

    /// Leaves the seat.
    pub(super) fn stand(&mut self, user: UserId) {
        if let Some((table, seat)) = self.seat(user) {
            self.tables[table].seats[seat as usize] = None;
            self.stop_countdown(table);
        }
    }

    /// Sets whether a user is ready. Returns the table if all users there are ready now.
    pub(super) fn ready(&mut self, user: UserId, is_ready: bool) -> Result<Option<usize>, LobbyError> {
        let (table, seat) = self.seat(user).ok_or(LobbyError::NotSeated)?;
        if self.status(table) == Status::Playing {
            return Err(LobbyError::Playing);
        }
        if let Some(sitter) = &mut self.tables[table].seats[seat as usize] {
            sitter.is_ready = is_ready;
        }
        if !is_ready {
            self.stop_countdown(table);
        }
        Ok(self.is_all_ready(table).then_some(table))
    }

    /// Are both players there, and all users at the table ready?
    fn is_all_ready(&self, table: usize) -> bool {
        let Table { seats, status } = &self.tables[table];
        let has_players = seats[LobbySeat::White as usize].is_some() && seats[LobbySeat::Black as usize].is_some();
        *status == Status::Waiting && has_players && seats.iter().flatten().all(|sitter| sitter.is_ready)
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

    /// Ends a game. Its players are not ready for the next one.
    pub(super) fn finish(&mut self, table: usize) {
        let Table { status, seats } = &mut self.tables[table];
        *status = Status::Waiting;
        for sitter in seats.iter_mut().flatten() {
            sitter.is_ready = false;
        }
    }

    pub(super) fn sitter(&self, table: usize, seat: LobbySeat) -> Option<UserId> {
        self.tables[table].seats[seat as usize].map(|sitter| sitter.user)
    }

    /// All users at a table.
    pub(super) fn sitters(&self, table: usize) -> impl Iterator<Item = UserId> {
        self.tables[table].seats.iter().flatten().map(|sitter| sitter.user)
    }

    pub(super) fn name(&self, user: UserId) -> Option<&str> {
        self.users.get(&user).map(|user| user.name.as_str())
    }

    pub(super) fn kind(&self, user: UserId) -> Option<Kind> {
        self.users.get(&user).map(|user| user.kind)
    }

    /// The lobby as a user sees it.
    pub(super) fn view(&self, user: UserId) -> LobbyView<'_> {
        let seat = self.seat(user);
        let is_ready = |(table, seat): (usize, LobbySeat)| {
            self.tables[table].seats[seat as usize].is_some_and(|sitter| sitter.is_ready)
        };
        LobbyView {
            tables: self.tables.iter().map(|table| self.table_view(table)).collect(),
            users: self.users.values().map(|user| user.name.as_str()).collect(),
            you: You {
                table: seat.map(|(table, _)| table),
                seat: seat.map(|(_, seat)| seat),
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
        let player = |seat: LobbySeat| {
            let Sitter { user, is_ready } = table.seats[seat as usize]?;
            let User { name, kind } = self.users.get(&user)?;
            Some(PlayerView { name, kind: *kind, ready: is_ready })
        };
        let [white, black, observer] = LobbySeat::ALL.map(player);
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
    seat: Option<LobbySeat>,
    ready: bool,
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
    fn names_are_unique() {
        let mut lobby = lobby(&["Ann"]);
        assert_eq!(lobby.enter(1, "ann", Kind::Ai), Err(LobbyError::NameTaken("ann".to_owned())));
        assert!(matches!(lobby.enter(1, "no good", Kind::Ai), Err(LobbyError::BadName(_))));
        lobby.leave(0);
        assert_eq!(lobby.enter(1, "Ann", Kind::Ai), Ok(()));
    }

    #[test]
    fn a_game_starts_when_all_players_of_a_table_are_ready() {
        let mut lobby = lobby(&["Ann", "Bob", "Cy"]);
        for (user, seat) in [(0, LobbySeat::White), (1, LobbySeat::Black), (2, LobbySeat::Observer)] {
            lobby.sit(user, 1, seat).expect("a free seat");
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
    fn a_seat_has_one_user_and_a_user_one_seat() {
        let mut lobby = lobby(&["Ann", "Bob"]);
        assert_eq!(lobby.ready(0, true), Err(LobbyError::NotSeated));
        assert_eq!(lobby.sit(0, 3, LobbySeat::White), Err(LobbyError::UnknownTable(3)));
        lobby.sit(0, 0, LobbySeat::White).expect("it is free");
        assert_eq!(lobby.sit(1, 0, LobbySeat::White), Err(LobbyError::SeatTaken));
        lobby.sit(0, 2, LobbySeat::Black).expect("it is free");
        assert_eq!(lobby.seat(0), Some((2, LobbySeat::Black)));
        assert_eq!(lobby.sit(1, 0, LobbySeat::White), Ok(()), "the old seat is free again");
    }

    #[test]
    fn players_keep_their_seats_and_others_may_observe() {
        let mut lobby = lobby(&["Ann", "Bob", "Cy"]);
        lobby.sit(0, 0, LobbySeat::White).expect("it is free");
        lobby.sit(1, 0, LobbySeat::Black).expect("it is free");
        lobby.set_status(0, Status::Playing);
        assert!(lobby.is_playing(0) && !lobby.is_playing(2));
        assert_eq!(lobby.sit(0, 1, LobbySeat::White), Err(LobbyError::Playing));
        assert_eq!(lobby.ready(1, false), Err(LobbyError::Playing));
        assert_eq!(lobby.sit(2, 0, LobbySeat::Observer), Ok(()));
        lobby.finish(0);
        assert_eq!((lobby.status(0), lobby.seat(1)), (Status::Waiting, Some((0, LobbySeat::Black))));
    }

    #[test]
    fn the_view_has_the_format_of_the_course() {
        let mut lobby = lobby(&["Ann", "Bob"]);
        lobby.sit(0, 0, LobbySeat::White).expect("it is free");
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
