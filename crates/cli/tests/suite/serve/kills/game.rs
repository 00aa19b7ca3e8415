//! A game that the test plays, with everything the test knows about it.

use std::io;

use outflank_rules::record::{Format, Reader};
use serde_json::{Value, json};

use super::Chance;
use crate::serve::connection::Connection;

#[derive(Clone, Copy)]
pub(super) struct Kind {
    black: &'static str,
    white: &'static str,
    time: Option<&'static str>,
    variant: &'static str,
}

impl Kind {
    /// Alternates people and computers; some games have clocks.
    pub(super) fn of(number: usize) -> Kind {
        let (black, white) =
            [("human", "human"), ("human", "level:1"), ("human", "human"), ("greedy", "human"), ("level:2", "level:3")]
                [number % 5];
        let time = [None, Some("5m+3s"), Some("60s/move")][number % 3];
        let variant = if number.is_multiple_of(4) { "six" } else { "standard" };
        Kind { black, white, time, variant }
    }
}

pub(super) struct Played {
    id: String,
    kind: Kind,
    secrets: Value,
    /// Every turn that was acknowledged or shown.
    known: Vec<String>,
    is_over: bool,
}

impl Played {
    pub(super) fn create(kind: Kind, connection: &mut Connection, chance: &mut Chance) -> io::Result<Played> {
        let Kind { black, white, time, variant } = kind;
        let seed = chance.below(1 << 30);
        let request = json!({"black": black, "white": white, "time": time, "variant": variant, "seed": seed});
        let created = connection.post("/api/games", None, &request)?.expect(201);
        let id = text(&created["id"]).to_owned();
        let mut secrets = created["secrets"].clone();
        if (black, white) == ("human", "human") {
            let (seat, own) = (json!({"secret": secrets["white"]}), format!("{seed:064x}"));
            connection.post(&format!("/api/games/{id}/seats"), Some(own.as_str()), &seat)?.expect(200);
            secrets["white"] = own.into();
        }
        Ok(Played { id, kind, secrets, known: Vec::new(), is_over: false })
    }

    pub(super) fn kind(&self) -> Kind {
        self.kind
    }

    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    pub(super) fn turns(&self) -> usize {
        self.known.len()
    }

    /// Reads the game and checks that no known turn is missing.
    pub(super) fn look(&mut self, connection: &mut Connection) -> io::Result<Value> {
        let state = connection.get(&format!("/api/games/{}", self.id))?.expect(200);
        let moves = state["moves"].as_array().expect("a list").iter();
        let moves: Vec<String> = moves.map(|turn| text(&turn["move"]).to_owned()).collect();
        assert!(moves.starts_with(&self.known), "{}: {:?} was known, and now {moves:?}", self.id, self.known);
        self.known = moves;
        self.is_over = state["status"] == "over";
        Ok(state)
    }

    /// Reads the game, and moves if it is a person's turn. Returns whether a move was acknowledged.
    pub(super) fn play(&mut self, connection: &mut Connection, chance: &mut Chance) -> io::Result<bool> {
        let state = self.look(connection)?;
        let Some(secret) = state["turn"].as_str().and_then(|turn| self.secrets[turn].as_str()) else {
            return Ok(false);
        };
        let legal = state["legal"].as_array().expect("a list");
        let square = text(&legal[chance.below(legal.len())]["square"]);
        let command = json!({"type": "move", "ply": self.known.len(), "square": square});
        connection.post(&format!("/api/games/{}/commands", self.id), Some(secret), &command)?.expect(200);
        self.known.push(square.to_owned());
        Ok(true)
    }

    /// Checks that the record of the finished game is legal and equals the known turns.
    pub(super) fn is_recorded(&self, connection: &mut Connection) {
        let path = format!("/api/games/{}/record?format=json", self.id);
        let answer = connection.get(&path).expect("nobody kills it");
        let record = Reader::new(Format::Json, answer.body.as_bytes()).next().expect("a record");
        let game = record.unwrap_or_else(|refused| panic!("{}: {refused}", answer.body)).game;
        let moves: Vec<String> = game.moves().map(|mv| mv.to_string()).collect();
        assert_eq!(moves, self.known);
        assert!(game.is_over(), "{}", answer.body);
    }
}

#[track_caller]
fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}"))
}
