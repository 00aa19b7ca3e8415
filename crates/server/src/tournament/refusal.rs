//! Reasons why a command is refused.

use std::fmt;

use outflank_arena::tournament::PlanError;

use super::{Code, LONGEST_NAME, MOST_ENTRANTS, MOST_GAMES};

/// The reason why a command is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Only the host may do this.
    NotHost,
    /// The code belongs to another tournament.
    WrongCode(Code),
    /// The name has no visible characters.
    NoName(String),
    /// Another entrant has the name.
    NameTaken(String),
    /// The number of entrants is at its limit.
    Full,
    /// The list of entrants is closed.
    Begun,
    /// The host removed this entrant.
    Withdrawn(String),
    /// No entrant has this name.
    Unknown(String),
    /// No entrant has this token.
    NotJoined,
    /// Only built-in bots can be added.
    NotOurs(String),
    /// The settings do not fit the entrants.
    Plan(PlanError),
    /// The tournament would have more games than the limit.
    TooManyGames(u32),
    /// It has not started.
    NotBegun,
    /// It is over.
    Over,
    /// The log has reached its limit of events.
    ChangeLimit,
}

impl Refusal {
    /// The error code.
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
            Refusal::ChangeLimit => "change-limit",
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NotHost => f.write_str(
                "only the host may do this; use the browser that created the tournament, or the secret returned then",
            ),
            Refusal::WrongCode(code) => {
                write!(f, "{code} is not the code of this tournament; check the code on its page")
            }
            Refusal::NoName(name) => {
                write!(f, "{name:?} is not a name; use 1 to {LONGEST_NAME} visible characters")
            }
            Refusal::NameTaken(name) => write!(f, "the name {name:?} is taken; choose another name"),
            Refusal::Full => {
                write!(
                    f,
                    "the tournament is full with {MOST_ENTRANTS} entrants; the host can remove one or create a second tournament"
                )
            }
            Refusal::Begun => f.write_str("the tournament has started and is closed; wait for the next one"),
            Refusal::Withdrawn(name) => {
                write!(f, "the host removed {name:?} from this tournament; wait for the next one")
            }
            Refusal::Unknown(name) => {
                write!(f, "no entrant is called {name:?}; write the name as in the list of entrants")
            }
            Refusal::NotJoined => f.write_str("this bot has not joined; join with the code of the tournament first"),
            Refusal::NotOurs(seat) => {
                write!(
                    f,
                    "{seat:?} cannot be added; write a built-in bot, such as greedy, minimax:3 or level:8. Other bots join with the code"
                )
            }
            Refusal::Plan(cause) => write!(f, "{cause}"),
            Refusal::TooManyGames(games) => write!(
                f,
                "the tournament would have {games} games, more than {MOST_GAMES}; choose swiss, fewer rounds, or fewer games per pairing"
            ),
            Refusal::NotBegun => f.write_str("the tournament has not started; start it first"),
            Refusal::Over => f.write_str("the tournament is over; create another one"),
            Refusal::ChangeLimit => {
                f.write_str("too many changes of entrants or pauses; finish the tournament or create another one")
            }
        }
    }
}

impl std::error::Error for Refusal {}
