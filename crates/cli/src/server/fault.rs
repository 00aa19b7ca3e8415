//! Why a server does not do what it is asked.

use std::{fmt, io, time::Duration};

/// Why a server does not do what it is asked.
#[derive(Debug)]
pub(crate) enum ServerFault {
    /// Nobody listens there.
    Unreachable { server: String, cause: io::Error },
    /// Somebody listens there who is no server of ours.
    Foreign(String),
    /// A server of another version.
    OtherVersion { server: String, version: String },
    /// A server that does not know of this yet.
    TooOld(String),
    /// It does not want to.
    Refused { server: String, message: String, seconds: Option<u64> },
    /// It hung up, or said nothing for too long.
    Broken { server: String, cause: io::Error },
    /// It gave up what it had begun.
    GaveUp { server: String, message: Option<String> },
}

impl ServerFault {
    /// After how long the same question is worth asking again, if the server has said so.
    pub(crate) fn wait(&self) -> Option<Duration> {
        match self {
            ServerFault::Refused { seconds, .. } => seconds.map(Duration::from_secs),
            _ => None,
        }
    }
}

impl fmt::Display for ServerFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServerFault::Unreachable { server, cause } => write!(
                f,
                "no server is at {server}: {cause}; start one with outflank serve, or say where it is with --server HOST:PORT"
            ),
            ServerFault::Foreign(server) => {
                write!(f, "what answers at {server} is not outflank serve: say where that is with --server HOST:PORT")
            }
            ServerFault::OtherVersion { server, version } => write!(
                f,
                "the server at {server} is outflank {version} and this is {}: use the same on both sides",
                env!("CARGO_PKG_VERSION")
            ),
            ServerFault::TooOld(server) => {
                write!(f, "the server at {server} is too old for this: start it from the same outflank as this")
            }
            ServerFault::Refused { server, message, seconds } => {
                write!(f, "the server at {server} refuses: {message}")?;
                seconds.map_or(Ok(()), |seconds| write!(f, " (worth trying again in {seconds} s)"))
            }
            ServerFault::Broken { server, cause } => write!(f, "the server at {server} was lost: {cause}; try again"),
            ServerFault::GaveUp { server, message: Some(message) } => {
                write!(f, "the server at {server} cannot do it: {message}")
            }
            ServerFault::GaveUp { server, message: None } => {
                write!(f, "the server at {server} gave it up, perhaps because it stops: try again")
            }
        }
    }
}
