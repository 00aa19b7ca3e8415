//! Failures in sentences for people.

use std::fmt;

use super::{
    super::{archive::too_large, read::LARGEST_MIB},
    ApiError,
};
use crate::archive::ArchiveError;

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ApiError::BadJson(cause) => write!(f, "the body is not understood: {cause}"),
            ApiError::BadBody(cause) => f.write_str(&cause.body_text()),
            ApiError::BadQuery(cause) | ApiError::BadFormat(cause) => cause.fmt(f),
            ApiError::FileTooLarge => write!(
                f,
                "files of up to {LARGEST_MIB} MiB are read here: send a part of it, or put it into the archive with outflank archive import FILE"
            ),
            ApiError::NotRead(cause) => cause.fmt(f),
            ApiError::NotJson => f.write_str("send JSON, and say so: Content-Type: application/json"),
            ApiError::BadNewGame(cause) => cause.fmt(f),
            ApiError::BadSubject(cause) => cause.fmt(f),
            ApiError::BadMessage(cause) => cause.fmt(f),
            ApiError::BadCursor(cause) => cause.fmt(f),
            ApiError::BadSecret(cause) => cause.fmt(f),
            ApiError::NoQrCode(cause) => cause.fmt(f),
            ApiError::NotAGameId(cause) => cause.fmt(f),
            ApiError::UnknownRoute(path) => write!(f, "there is nothing at {path}: see /api/openapi.json"),
            ApiError::WrongMethod => f.write_str("this is asked in another way: see /api/openapi.json"),
            ApiError::CrossOrigin(origin) => write!(f, "pages of {origin} may not ask this server"),
            ApiError::UnknownHost(host) => write!(
                f,
                "this server is not called {host:?}: use its number, as in http://127.0.0.1:7654, or start it with --host NAME"
            ),
            ApiError::NotForYou => {
                f.write_str("only this machine may read this: start the server with --metrics to show it to others")
            }
            // What the disk says is for the operator, who finds it in the log.
            ApiError::Store(_) => f.write_str("the games cannot be reached just now: try again"),
            ApiError::Room(cause) => f.write_str(&cause.for_players()),
            ApiError::Pool(cause) => cause.fmt(f),
            ApiError::Chore(cause) => cause.fmt(f),
            ApiError::NoHints => f.write_str("no hints here: two people play each other, or you only watch"),
            ApiError::Unwritable(cause) => write!(f, "{cause}: ask for another format"),
            ApiError::NoToken => f.write_str("send the token of your bot as Authorization: Bearer"),
            ApiError::UnknownBot => {
                f.write_str("no bot of this token is connected or plays: connect it, or copy the whole token")
            }
            ApiError::NotYourBot => {
                f.write_str("no bot of yours plays in this game: send its token as Authorization: Bearer")
            }
            ApiError::Tournament(cause) => cause.fmt(f),
            ApiError::BadTournamentCommand(cause) => cause.fmt(f),
            ApiError::UnknownCode(code) => {
                write!(f, "nothing is joined by {code:?}: codes look like KITE-42, and end with their tournament")
            }
            ApiError::NotInTournament(what) => {
                write!(f, "there is no {what:?} in this tournament, or not yet: its page links to all there is")
            }
            ApiError::Job(cause) => cause.fmt(f),
            ApiError::UnknownJob(cause) => cause.fmt(f),
            ApiError::BadPlace(cause) => cause.fmt(f),
            ApiError::NotInArchive(id) => write!(f, "there is no game {id:?} in the archive"),
            ApiError::Archive(cause @ ArchiveError::Damaged { .. }) => cause.fmt(f),
            ApiError::Archive(_) => f.write_str("the archive cannot be reached just now: try again"),
            ApiError::ArchiveBusy => f.write_str("others import or export just now: try again when they are done"),
            ApiError::NoImports => {
                f.write_str("only this machine may import: start the server with --open-import to let others do it")
            }
            ApiError::TooLarge { most } => f.write_str(&too_large(*most)),
            ApiError::Limited(wait) => write!(f, "that was too much at once: wait {} s", wait.seconds()),
            ApiError::NotASocket => f.write_str("this is the address of a WebSocket"),
            ApiError::TooSlow => f.write_str("the request took too long"),
            ApiError::Panicked => f.write_str("the server failed at this; the failure is in its log"),
        }
    }
}
