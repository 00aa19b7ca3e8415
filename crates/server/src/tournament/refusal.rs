//! Why something that was wanted is not done.

use std::fmt;

use outflank_arena::tournament::BadPlan;

use super::{Code, LONGEST_NAME, MOST_ENTRANTS, MOST_GAMES};

/// A reason to refuse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Only the host may do that.
    NotHost,
    /// The code is that of another tournament.
    WrongCode(Code),
    /// There is nothing to be seen of the name.
    NoName(String),
    /// Somebody else has the name.
    NameTaken(String),
    /// As many take part as can.
    Full,
    /// Nobody joins any more.
    Begun,
    /// The host has taken this one out.
    Withdrawn(String),
    /// Nobody is called so.
    Unknown(String),
    /// Nobody here obeys that token.
    NotJoined,
    /// Only players of the server's own can be added.
    NotOurs(String),
    /// It cannot be played as it was asked for.
    Plan(BadPlan),
    /// There would be more games than can be kept.
    TooManyGames(u32),
    /// It has not begun.
    NotBegun,
    /// It is over.
    Over,
    /// Too much has happened already.
    TooLong,
}

impl Refusal {
    /// A word for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Refusal::NotHost => "not-host",
            Refusal::WrongCode(_) => "unknown-code",
            Refusal::NoName(_) => "no-name",
            Refusal::NameTaken(_) => "name-taken",
            Refusal::Full => "full",
            Refusal::Begun => "begun",
            Refusal::Withdrawn(_) => "withdrawn",
            Refusal::Unknown(_) => "unknown-name",
            Refusal::NotJoined => "not-joined",
            Refusal::NotOurs(_) => "not-a-level",
            Refusal::Plan(_) => "bad-plan",
            Refusal::TooManyGames(_) => "too-many-games",
            Refusal::NotBegun => "not-begun",
            Refusal::Over => "over",
            Refusal::TooLong => "too-long",
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NotHost => f.write_str(
                "only who made the tournament may do that: use the browser it was made in, or the secret that was sent then",
            ),
            Refusal::WrongCode(code) => {
                write!(f, "{code} is not the code of this tournament: look at its page again")
            }
            Refusal::NoName(name) => {
                write!(f, "{name:?} is no name: give the bot one of 1 to {LONGEST_NAME} characters that can be seen")
            }
            Refusal::NameTaken(name) => write!(f, "somebody is called {name:?} already: choose another name"),
            Refusal::Full => {
                write!(f, "{MOST_ENTRANTS} take part, and more cannot: let the host send somebody away, or open a second tournament")
            }
            Refusal::Begun => f.write_str("the tournament has begun, and its list is closed: wait for the next one"),
            Refusal::Withdrawn(name) => {
                write!(f, "the host has taken {name:?} out of this tournament: ask him, and wait for the next one")
            }
            Refusal::Unknown(name) => write!(f, "nobody here is called {name:?}: write the name as the list has it"),
            Refusal::NotJoined => f.write_str("this bot does not take part: join with the code of the tournament first"),
            Refusal::NotOurs(seat) => {
                write!(f, "{seat:?} cannot be added: write random, greedy, or level:1 to level:20; bots join by themselves, with the code")
            }
            Refusal::Plan(cause) => write!(f, "{cause}"),
            Refusal::TooManyGames(games) => write!(
                f,
                "that would be {games} games, and {MOST_GAMES} are the most: choose swiss, fewer rounds, or fewer games a meeting"
            ),
            Refusal::NotBegun => f.write_str("the tournament has not begun yet: start it first"),
            Refusal::Over => f.write_str("the tournament is over: make another one"),
            Refusal::TooLong => f.write_str(
                "too many have come and gone, or it was paused too often: play it to its end, or make another one",
            ),
        }
    }
}

impl std::error::Error for Refusal {}
