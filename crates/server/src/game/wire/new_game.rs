//! The request to create a game.

use std::{fmt, ops::RangeInclusive};

use outflank_arena::{Sides, TimeControl};
use outflank_rules::{Color, FirstMover, Variant};
use serde::Deserialize;

use super::{tidy, word};
use crate::{
    game::{
        Seat,
        event::{BotGameTerms, Created, Event},
    },
    log::{
        id::GameId,
        secret::{Secret, SecretHash},
    },
    study::first_game,
};

/// The default opponent, which a beginner can beat.
pub const FRIENDLY: &str = "level:3";

/// The body of a request to create a game. All fields are optional.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NewGame {
    black: Option<String>,
    white: Option<String>,
    you: Option<String>,
    variant: Option<String>,
    first: Option<String>,
    time: Option<String>,
    name: Option<String>,
    from: Option<String>,
    listed: Option<bool>,
    seed: Option<u64>,
    played: Option<Played>,
}

/// A game that was played on the client, without the server.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Played {
    /// Chosen at random by the client. Games with the same key are one game.
    key: String,
    /// The side that resigned.
    resigned: Option<String>,
}

/// Lengths of a key: long enough that nobody guesses it.
const KEY_LENGTHS: RangeInclusive<usize> = 24..=64;

/// The seats that the requester takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum You {
    Black,
    White,
    Both,
    None,
}

impl You {
    fn parse(text: &str) -> Result<You, BadNewGame> {
        match text {
            "black" => Ok(You::Black),
            "white" => Ok(You::White),
            "both" => Ok(You::Both),
            "none" => Ok(You::None),
            _ => Err(BadNewGame::new("you", text, "write black, white, both or none")),
        }
    }

    fn takes(self, color: Color) -> bool {
        match self {
            You::Both => true,
            You::None => false,
            You::Black => color == Color::Black,
            You::White => color == Color::White,
        }
    }
}

/// A game to create.
#[derive(Debug)]
pub struct Draft {
    /// Its first event.
    pub created: Created,
    /// The events that seat its first players.
    pub seated: Vec<Event>,
    /// The secrets of the seats of people. The server returns them once and stores only their
    /// hashes.
    pub secrets: Sides<Option<Secret>>,
}

impl Draft {
    /// A game that the server creates, with free seats for people.
    pub fn of(created: Created) -> Draft {
        Draft { created, seated: Vec::new(), secrets: Sides::default() }
    }

    /// Does a person play in it?
    pub fn has_people(&self) -> bool {
        Color::ALL.into_iter().any(|color| self.created.seats[color].is_human())
    }
}

impl NewGame {
    /// The id of the game that a client has played, which its key determines. A request that is sent
    /// again therefore finds the game of the first one.
    pub fn played(&self) -> Result<Option<GameId>, BadNewGame> {
        let Some(Played { key, .. }) = &self.played else { return Ok(None) };
        if !KEY_LENGTHS.contains(&key.len()) || !key.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err(BadNewGame::new("played", key, "write a key of 24 to 64 random letters and digits"));
        }
        Ok(Some(GameId::of_key(key)))
    }

    /// Returns the game for the holder of this secret. The seed decides what the request leaves
    /// open.
    pub fn resolve(self, holder: SecretHash, seed: u64) -> Result<Draft, BadNewGame> {
        let you = self.you.as_deref().map(You::parse).transpose()?;
        let seats = self.seats(you)?;
        let seed = self.seed.unwrap_or(seed);
        let (variant, line) = self.start(seed)?;
        let secrets = Sides::of(|color| seats[color].is_human().then(Secret::random));
        let name = self.name.as_deref().and_then(tidy);
        let you = you.unwrap_or(if seats.black.is_human() { You::Black } else { You::White });
        let takes = |color: &Color| you.takes(*color) && seats[*color].is_human();
        let seated = Color::ALL.into_iter().filter(takes);
        let seated = seated.map(|color| Event::Seated { color, name: name.clone(), holder, spent: false });
        let seated = seated.chain(self.resignation()?).collect();
        let time = self.time.as_deref().map(|text| parsed::<TimeControl>("time", text)).transpose()?;
        let hashes = Sides::of(|color| secrets[color].as_ref().map(Secret::hash));
        let listed = self.listed.unwrap_or(true);
        let created = Created {
            variant,
            line,
            seats,
            secrets: hashes,
            time,
            clock_waits: true,
            seed,
            listed,
            previous: None,
            terms: BotGameTerms::default(),
        };
        Ok(Draft { created, seated, secrets })
    }

    /// By default, the requester plays the sides they take, and a weak computer plays the others.
    fn seats(&self, you: Option<You>) -> Result<Sides<Seat>, BadNewGame> {
        let unnamed = |color| if you.unwrap_or(You::Black).takes(color) { "human" } else { FRIENDLY };
        let black = seat("black", self.black.as_deref().unwrap_or(unnamed(Color::Black)))?;
        let white = seat("white", self.white.as_deref().unwrap_or(unnamed(Color::White)))?;
        let seats = Sides { black, white };
        if self.played.is_some() {
            // Nobody else has played it.
            let other = Color::ALL.into_iter().find(|&color| matches!(seats[color], Seat::Program(_) | Seat::Bot(_)));
            if let Some(color) = other {
                return Err(BadNewGame::new(word(color), &seats[color].to_string(), "only this server can play it"));
            }
        }
        match Color::ALL.into_iter().find(|&color| you.is_some_and(|you| you.takes(color)) && !seats[color].is_human())
        {
            Some(color) => {
                Err(BadNewGame::contradiction(self.you.as_deref().unwrap_or_default(), color, &seats[color]))
            }
            None => Ok(seats),
        }
    }

    fn resignation(&self) -> Result<Option<Event>, BadNewGame> {
        let resigned = self.played.as_ref().and_then(|played| played.resigned.as_deref());
        Ok(resigned.map(|text| parsed("played", text)).transpose()?.map(|color| Event::Resigned { color }))
    }

    fn start(&self, seed: u64) -> Result<(Variant, Vec<outflank_rules::Move>), BadNewGame> {
        let variant: Variant = parsed("variant", self.variant.as_deref().unwrap_or("standard"))?;
        let variant = match self.first.as_deref() {
            None => variant,
            Some("random") => variant.with_first(FirstMover::Drawn),
            Some(color) => variant.with_first(FirstMover::Fixed(parsed("first", color)?)),
        };
        let start = variant.start_from_seed(seed);
        let fixed = variant.with_first(FirstMover::Fixed(start.turn()));
        let Some(text) = &self.from else { return Ok((fixed, Vec::new())) };
        let game = first_game(text, start).map_err(|cause| BadNewGame::new("from", text, cause))?;
        if game.is_over() && self.played.is_none() {
            return Err(BadNewGame::new("from", text, "that game is over; leave out its last moves"));
        }
        if game.is_over() && self.played.as_ref().is_some_and(|played| played.resigned.is_some()) {
            return Err(BadNewGame::new("from", text, "that game is over; leave out `resigned`"));
        }
        if game.lost_turns().next().is_some() {
            let reason = "that game has a forfeited turn, which a new game cannot repeat; send the position instead";
            return Err(BadNewGame::new("from", text, reason));
        }
        Ok((Variant::from_position(&game.start()), game.moves().collect()))
    }
}

fn seat(field: &'static str, text: &str) -> Result<Seat, BadNewGame> {
    parsed(field, text)
}

fn parsed<T: std::str::FromStr<Err: fmt::Display>>(field: &'static str, text: &str) -> Result<T, BadNewGame> {
    text.parse().map_err(|reason| BadNewGame::new(field, text, reason))
}

/// A request that is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadNewGame {
    /// The invalid field.
    pub field: &'static str,
    /// The beginning of its value.
    pub got: String,
    reason: String,
}

impl BadNewGame {
    fn new(field: &'static str, got: &str, reason: impl fmt::Display) -> BadNewGame {
        BadNewGame { field, got: got.chars().take(80).collect(), reason: reason.to_string() }
    }

    /// The operator offers no player with this name.
    pub(crate) fn unknown_program<'a>(color: Color, name: &str, offered: impl Iterator<Item = &'a str>) -> BadNewGame {
        let bad = BadNewGame::new(word(color), name, "");
        let offered: Vec<String> = offered.map(|name| format!("player:{name}")).collect();
        let others = match offered.len() {
            0 => r#"its operator can add one with outflank serve --player "NAME=COMMAND""#.to_owned(),
            _ => format!("write one of {}", offered.join(", ")),
        };
        BadNewGame { reason: format!("this server offers no player called {:?}; {others}", bad.got), ..bad }
    }

    /// No free bot with this name is connected.
    pub(crate) fn unknown_bot(color: Color, name: &str) -> BadNewGame {
        let bad = BadNewGame::new(word(color), name, "");
        let reason = format!("no bot called {:?} is connected and free; check the list of bots", bad.got);
        BadNewGame { reason, ..bad }
    }

    /// A bot would wait for a person who may never come.
    pub(crate) fn nobody_plays() -> BadNewGame {
        BadNewGame::new("you", "none", "a person must play against the bot; set \"you\" to the person's color")
    }

    /// The requester takes a seat that the request gives to another player.
    fn contradiction(you: &str, color: Color, seat: &Seat) -> BadNewGame {
        let reason = format!(
            "you take {color}, but {color} is {seat}; write \"{color}\": \"human\" or leave it out, or change \"you\""
        );
        BadNewGame::new("you", you, reason)
    }
}

impl fmt::Display for BadNewGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.reason)
    }
}

impl std::error::Error for BadNewGame {}
