//! How a bot introduces itself, and why it may not come in.

use std::fmt;

use outflank_arena::protocol::json::{Code, Fault, Hello};
use serde::{Deserialize, Serialize};

use crate::{
    Reply,
    limits::Wait,
    secret::{Secret, SecretHash},
    store::REST,
    wire::tidy,
};

/// Games at a time that a bot may offer to play.
const MOST_GAMES: usize = 32;

/// What a bot says first.
#[derive(Clone, Debug)]
pub(super) struct Introduction {
    pub(super) name: String,
    pub(super) version: String,
    pub(super) author: String,
    pub(super) token: Option<Secret>,
    pub(super) join: Option<String>,
    pub(super) games: usize,
    pub(super) seek: bool,
}

#[derive(Deserialize)]
struct Extra {
    #[serde(default)]
    token: Option<String>,
    #[serde(default)]
    join: Option<String>,
    #[serde(default)]
    games: Option<usize>,
    #[serde(default)]
    seek: bool,
}

impl Introduction {
    /// Reads the first line of a bot.
    pub(super) fn parse(line: &str) -> Result<Introduction, NotAdmitted> {
        let hello: outflank_arena::protocol::json::FromBot = line.parse().map_err(NotAdmitted::Garbled)?;
        let outflank_arena::protocol::json::FromBot::Hello(Hello { name, version, author, .. }) = hello else {
            return Err(garbled(
                line,
                r#"who connects says first who he is: {"type":"hello","outflank":1,"name":"My bot"}"#,
            ));
        };
        let extra: Extra = serde_json::from_str(line)
            .map_err(|fault| garbled(line, format!("a message of type \"hello\": {fault}")))?;
        let name = tidy(&name).ok_or_else(|| garbled(line, r#"a bot needs a name: "name":"My bot""#))?;
        let token = extra.token.as_deref().map(str::parse).transpose().map_err(|_| NotAdmitted::BadToken)?;
        let games = extra.games.unwrap_or(1);
        if !(1..=MOST_GAMES).contains(&games) {
            return Err(garbled(line, format!("\"games\" is {games}: a bot plays 1 to {MOST_GAMES} at a time")));
        }
        Ok(Introduction {
            name,
            version: tidy(&version).unwrap_or_default(),
            author: tidy(&author).unwrap_or_default(),
            token,
            join: extra.join.map(|code| code.trim().to_uppercase()).filter(|code| !code.is_empty()),
            games,
            seek: extra.seek,
        })
    }
}

fn garbled(line: &str, message: impl Into<String>) -> NotAdmitted {
    NotAdmitted::Garbled(Fault::new(Code::BadField, line, message))
}

/// Where codes are looked up.
pub(crate) trait Classes: Send + Sync + 'static {
    /// Lets a bot with this name and token in by a code.
    fn join(&self, code: String, name: String, token: SecretHash) -> Reply<Result<Pupil, NotAdmitted>>;
}

/// A bot that may come in by a code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pupil {
    /// The code, as it is written there.
    pub(crate) class: String,
    /// What it is called there.
    pub(crate) name: String,
}

/// Why a bot may not come in.
#[derive(Clone, Debug)]
pub(crate) enum NotAdmitted {
    /// Its first line was no greeting.
    Garbled(Fault),
    /// What it said to be its token is none.
    BadToken,
    /// Nobody has given out this code.
    UnknownCode(String),
    /// Another bot of this name is connected.
    NameTaken(String),
    /// Whoever gave out the code does not want it, for this reason.
    Refused(String),
    /// It comes too often.
    Limited(Wait),
    /// What the code is for has no time just now, for this reason.
    Later(String),
}

/// What a bot is told that may not come in.
#[derive(Serialize)]
struct Told {
    #[serde(rename = "type")]
    kind: &'static str,
    code: String,
    got: String,
    message: String,
    expected: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<u64>,
}

impl NotAdmitted {
    /// A word for programs.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            NotAdmitted::Garbled(_) => "bad-hello",
            NotAdmitted::BadToken => "bad-token",
            NotAdmitted::UnknownCode(_) => "unknown-code",
            NotAdmitted::NameTaken(_) => "name-taken",
            NotAdmitted::Refused(_) => "refused",
            NotAdmitted::Limited(_) => "limited",
            NotAdmitted::Later(_) => "unavailable",
        }
    }

    /// The line in which the bot is told.
    pub(super) fn line(&self) -> String {
        let (got, expected) = match self {
            NotAdmitted::Garbled(fault) => (fault.got.clone(), fault.expected.clone()),
            NotAdmitted::UnknownCode(got) | NotAdmitted::NameTaken(got) => (got.clone(), Vec::new()),
            NotAdmitted::BadToken | NotAdmitted::Refused(_) | NotAdmitted::Limited(_) | NotAdmitted::Later(_) => {
                (String::new(), Vec::new())
            }
        };
        let (key, seconds) = match self {
            NotAdmitted::Limited(wait) => (Some(wait.key), Some(wait.seconds())),
            NotAdmitted::Later(_) => (None, Some(REST.as_secs())),
            _ => (None, None),
        };
        let told = Told {
            kind: "error",
            code: self.code().to_owned(),
            got,
            message: self.to_string(),
            expected,
            key,
            seconds,
        };
        serde_json::to_string(&told).expect("texts and numbers are JSON")
    }
}

impl fmt::Display for NotAdmitted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotAdmitted::Garbled(fault) => f.write_str(&fault.message),
            NotAdmitted::BadToken => {
                f.write_str("a token has 64 hexadecimal digits: leave it out to be given one, or copy the whole of it")
            }
            NotAdmitted::UnknownCode(code) => {
                write!(
                    f,
                    "nothing is joined by {code:?} (any more): what it was for is over, or ask whoever invited you for the code"
                )
            }
            NotAdmitted::NameTaken(name) => {
                write!(f, "a bot called {name:?} is connected already: choose another name, or send its token")
            }
            NotAdmitted::Refused(reason) | NotAdmitted::Later(reason) => f.write_str(reason),
            NotAdmitted::Limited(wait) => write!(f, "that was too much at once: wait {} s", wait.seconds()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_may_come_back_is_told_when() {
        let line: serde_json::Value = serde_json::from_str(&NotAdmitted::Later("try again".to_owned()).line()).unwrap();
        assert_eq!(
            (&line["code"], &line["seconds"], &line["message"]),
            (&"unavailable".into(), &1.into(), &"try again".into())
        );
        assert!(line.get("key").is_none());
    }
}
