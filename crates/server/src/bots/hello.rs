//! The hello line of a bot, and why the server refuses a bot.

use outflank_arena::protocol::json::{Code, Fault, FromBot, Hello};
use serde::{Deserialize, Serialize};

use crate::{
    game::wire::tidy,
    log::{RETRY_DELAY, secret::Secret},
    web::{
        error::{RetryAfterView, former_code},
        limits::RetryAfter,
    },
};

/// Most games at a time that a bot may offer to play.
const MAX_GAMES: usize = 32;

/// A parsed hello line.
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
    /// Parses the first line of a bot.
    pub(super) fn parse(line: &str) -> Result<Introduction, AdmissionError> {
        let hello: FromBot = line.parse().map_err(AdmissionError::Garbled)?;
        let FromBot::Hello(Hello { name, version, author, .. }) = hello else {
            return Err(garbled(
                line,
                r#"the first line must be a hello: {"type":"hello","outflank":1,"name":"My bot"}"#,
            ));
        };
        let extra: Extra = serde_json::from_str(line)
            .map_err(|fault| garbled(line, format!("a message of type \"hello\": {fault}")))?;
        let name = tidy(&name).ok_or_else(|| garbled(line, r#"a bot needs a name: "name":"My bot""#))?;
        let token = extra.token.as_deref().map(str::parse).transpose().map_err(|_| AdmissionError::BadToken)?;
        let games = extra.games.unwrap_or(1);
        if !(1..=MAX_GAMES).contains(&games) {
            return Err(garbled(line, format!("\"games\" is {games}: a bot plays 1 to {MAX_GAMES} at a time")));
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

fn garbled(line: &str, message: impl Into<String>) -> AdmissionError {
    AdmissionError::Garbled(Fault::new(Code::BadField, line, message))
}

/// A bot that a tournament has admitted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct JoinedBot {
    /// The join code in its canonical spelling.
    pub(crate) join_code: String,
    /// The name of the bot in the tournament.
    pub(crate) name: String,
}

/// Why the server refuses a bot.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum AdmissionError {
    /// The first line is no valid hello.
    #[error("{}", .0.message)]
    Garbled(Fault),
    #[error("a token has 64 hexadecimal digits: copy all of them, or leave it out to get a new one")]
    BadToken,
    #[error("no tournament has the code {0:?}; codes expire when the tournament ends, so ask your host for the code")]
    UnknownCode(String),
    #[error("a bot called {0:?} is connected already: choose another name, or send its token")]
    NameTaken(String),
    /// The tournament refused it.
    #[error("{0}")]
    Refused(String),
    #[error("too many connections: wait {} s", .0.seconds())]
    RateLimited(RetryAfter),
    /// The tournament is unavailable for now.
    #[error("{0}")]
    Unavailable(String),
}

/// The error line that a refused bot receives.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct AdmissionErrorLine {
    #[serde(rename = "type")]
    kind: &'static str,
    code: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    former_code: Option<&'static str>,
    got: String,
    message: String,
    expected: Vec<String>,
    #[serde(flatten)]
    wait: Option<RetryAfterView>,
}

impl AdmissionError {
    /// The error code.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            AdmissionError::Garbled(_) => "bad-hello",
            AdmissionError::BadToken => "bad-token",
            AdmissionError::UnknownCode(_) => "unknown-code",
            AdmissionError::NameTaken(_) => "name-taken",
            AdmissionError::Refused(_) => "refused",
            AdmissionError::RateLimited(_) => "rate-limited",
            AdmissionError::Unavailable(_) => "unavailable",
        }
    }

    /// The error line for the bot.
    pub(super) fn line(&self) -> String {
        let (got, expected) = match self {
            AdmissionError::Garbled(fault) => (fault.got.clone(), fault.expected.clone()),
            AdmissionError::UnknownCode(got) | AdmissionError::NameTaken(got) => (got.clone(), Vec::new()),
            AdmissionError::BadToken
            | AdmissionError::Refused(_)
            | AdmissionError::RateLimited(_)
            | AdmissionError::Unavailable(_) => (String::new(), Vec::new()),
        };
        let wait = match self {
            AdmissionError::RateLimited(wait) => Some(RetryAfterView::from(*wait)),
            AdmissionError::Unavailable(_) => Some(RetryAfterView::new(None, RETRY_DELAY.as_secs())),
            _ => None,
        };
        let line = AdmissionErrorLine {
            kind: "error",
            code: self.code(),
            former_code: former_code(self.code()),
            got,
            message: self.to_string(),
            expected,
            wait,
        };
        serde_json::to_string(&line).expect("texts and numbers are JSON")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_for_now_says_when_to_retry() {
        let line: serde_json::Value =
            serde_json::from_str(&AdmissionError::Unavailable("try again".to_owned()).line()).unwrap();
        assert_eq!(
            (&line["code"], &line["retryAfter"], &line["message"]),
            (&"unavailable".into(), &1.into(), &"try again".into())
        );
        assert!(line.get("limit").is_none());
    }
}
