//! Why a request is not answered as it wants, and with which status: one list, one map. What people are told is in `words`.

mod words;

use std::time::Duration;

use axum::{
    Json,
    extract::rejection::BytesRejection,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use outflank_rules::record::Unwritable;
use serde::Serialize;

use super::input::BadQuery;
use crate::{
    archive::{ArchiveError, NotAPlace},
    chores::ChoreError,
    id::NotAGameId,
    jobs::{BadJob, JobError, Refused as JobRefused, UnknownJob},
    limits::Wait,
    pool::PoolError,
    qr::NoQrCode,
    room::RoomError,
    secret::NotASecret,
    store::{NotACursor, StoreError},
    table::Refusal,
    tournament::{self, BadCommand},
    tournaments::TournamentError,
    upload::NotRead,
    wire::{BadMessage, BadNewGame, BadSubject, Code, Parts, Why},
};

/// After how long it is worth trying again where work takes moments, and where others import or export; a second more is told.
const SOON: Duration = Duration::ZERO;
const LATER: Duration = Duration::from_secs(4);

/// A failure, as the client is told.
#[derive(Debug)]
pub(crate) enum ApiError {
    BadJson(serde_json::Error),
    BadBody(BytesRejection),
    BadQuery(BadQuery),
    NotJson,
    /// A file that is longer than those that are read.
    FileTooLarge,
    NotRead(NotRead),
    BadNewGame(BadNewGame),
    BadSubject(BadSubject),
    BadMessage(BadMessage),
    BadCursor(NotACursor),
    BadSecret(NotASecret),
    BadFormat(BadQuery),
    NoQrCode(NoQrCode),
    NotAGameId(NotAGameId),
    UnknownRoute(String),
    WrongMethod,
    CrossOrigin(String),
    UnknownHost(String),
    NotForYou,
    Room(RoomError),
    Store(StoreError),
    Pool(PoolError),
    Chore(ChoreError),
    NoHints,
    Unwritable(Unwritable),
    /// No token says whose bot is meant.
    NoToken,
    /// No bot of this token is connected or plays.
    UnknownBot,
    /// Whoever asks has no bot in this game.
    NotYourBot,
    Tournament(TournamentError),
    /// Words that are no command for a tournament.
    BadTournamentCommand(BadCommand),
    /// Nothing is joined by this code.
    UnknownCode(String),
    /// The tournament has no such round, or no such file.
    NotInTournament(String),
    /// A job that is not done.
    Job(JobError),
    UnknownJob(UnknownJob),
    /// A place among games of the archive that is none.
    BadPlace(NotAPlace),
    /// The archive has no game of this number.
    NotInArchive(String),
    Archive(ArchiveError),
    /// Too many use the archive already.
    ArchiveBusy,
    /// Only this machine may bring games.
    NoImports,
    /// More bytes than are taken at a time.
    TooLarge {
        most: u64,
    },
    Limited(Wait),
    NotASocket,
    TooSlow,
    Panicked,
}

/// What the client is told of it.
#[derive(Serialize)]
pub(crate) struct Told {
    pub(crate) code: &'static str,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    got: Option<String>,
    /// Which move is at fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<usize>,
    /// What exactly is wrong with a game, a position or a file, and what that is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<Code>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parts: Option<Parts>,
    /// What there was too much of, and the seconds after which it is worth trying.
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<u64>,
}

impl ApiError {
    /// The status, and a word for programs.
    pub(crate) fn status_and_code(&self) -> (StatusCode, &'static str) {
        match self {
            ApiError::BadBody(cause) if cause.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                (StatusCode::PAYLOAD_TOO_LARGE, "too-large")
            }
            ApiError::BadJson(_)
            | ApiError::BadBody(_)
            | ApiError::BadMessage(_)
            | ApiError::BadTournamentCommand(_) => (StatusCode::BAD_REQUEST, "bad-message"),
            ApiError::Tournament(error) => (of_tournament(error), error.code()),
            ApiError::UnknownCode(_) => (StatusCode::NOT_FOUND, "unknown-code"),
            ApiError::NotInTournament(_) | ApiError::NotInArchive(_) => (StatusCode::NOT_FOUND, "not-found"),
            ApiError::BadQuery(_) | ApiError::BadCursor(_) | ApiError::BadPlace(_) => {
                (StatusCode::BAD_REQUEST, "bad-query")
            }
            ApiError::TooLarge { .. } | ApiError::FileTooLarge => (StatusCode::PAYLOAD_TOO_LARGE, "too-large"),
            ApiError::NotRead(_) => (StatusCode::BAD_REQUEST, "bad-record"),
            ApiError::NotJson => (StatusCode::UNSUPPORTED_MEDIA_TYPE, "not-json"),
            ApiError::BadNewGame(_) => (StatusCode::BAD_REQUEST, "bad-game"),
            ApiError::BadSubject(bad) => (StatusCode::BAD_REQUEST, bad.code()),
            ApiError::BadSecret(_) => (StatusCode::BAD_REQUEST, "wrong-secret"),
            ApiError::BadFormat(_) => (StatusCode::BAD_REQUEST, "unknown-format"),
            ApiError::NoQrCode(_) => (StatusCode::BAD_REQUEST, "too-large"),
            ApiError::NotAGameId(_) | ApiError::Room(RoomError::Unknown) => (StatusCode::NOT_FOUND, "unknown-game"),
            ApiError::UnknownRoute(_) => (StatusCode::NOT_FOUND, "unknown-route"),
            ApiError::WrongMethod => (StatusCode::METHOD_NOT_ALLOWED, "wrong-method"),
            ApiError::CrossOrigin(_) => (StatusCode::FORBIDDEN, "cross-origin"),
            ApiError::UnknownHost(_) => (StatusCode::MISDIRECTED_REQUEST, "unknown-host"),
            ApiError::NotForYou | ApiError::NoImports => (StatusCode::FORBIDDEN, "not-for-you"),
            ApiError::Room(RoomError::Refused(refusal)) => (refused(refusal), refusal.code()),
            ApiError::Archive(ArchiveError::Damaged { .. }) => (StatusCode::INTERNAL_SERVER_ERROR, "damaged"),
            ApiError::Room(RoomError::Store(_)) | ApiError::Store(_) | ApiError::Archive(_) => {
                (StatusCode::SERVICE_UNAVAILABLE, "unavailable")
            }
            ApiError::Pool(PoolError::Busy | PoolError::Closed)
            | ApiError::Chore(ChoreError::Crowded)
            | ApiError::ArchiveBusy => (StatusCode::SERVICE_UNAVAILABLE, "busy"),
            ApiError::Pool(PoolError::Over) => (StatusCode::CONFLICT, "over"),
            ApiError::NoHints => (StatusCode::FORBIDDEN, "no-hints"),
            ApiError::Unwritable(_) => (StatusCode::UNPROCESSABLE_ENTITY, "unwritable"),
            ApiError::NoToken => (StatusCode::UNAUTHORIZED, "no-token"),
            ApiError::UnknownBot => (StatusCode::NOT_FOUND, "unknown-bot"),
            ApiError::NotYourBot => (StatusCode::FORBIDDEN, "not-your-bot"),
            ApiError::Job(error) => (of_job(error), error.code()),
            ApiError::UnknownJob(_) => (StatusCode::NOT_FOUND, "unknown-job"),
            ApiError::Limited(_) => (StatusCode::TOO_MANY_REQUESTS, "limited"),
            ApiError::NotASocket => (StatusCode::UPGRADE_REQUIRED, "not-a-socket"),
            ApiError::TooSlow => (StatusCode::REQUEST_TIMEOUT, "too-slow"),
            ApiError::Room(RoomError::Damaged(_) | RoomError::Broken)
            | ApiError::Pool(PoolError::Broken)
            | ApiError::Chore(ChoreError::Failed)
            | ApiError::Panicked => (StatusCode::INTERNAL_SERVER_ERROR, "failed"),
        }
    }

    /// The part of the input that is at fault.
    fn got(&self) -> Option<String> {
        match self {
            ApiError::BadNewGame(bad) => Some(bad.got.clone()),
            ApiError::BadSubject(bad) => Some(bad.got.clone()),
            ApiError::Job(JobError::Bad(bad)) => Some(bad.got().to_owned()),
            ApiError::UnknownJob(unknown) => Some(unknown.got.clone()),
            ApiError::Tournament(TournamentError::BadWish(bad)) => Some(bad.got.clone()),
            ApiError::BadQuery(bad) | ApiError::BadFormat(bad) => Some(bad.got.clone()),
            ApiError::Archive(ArchiveError::Damaged { id }) => Some(id.to_string()),
            ApiError::UnknownRoute(got)
            | ApiError::CrossOrigin(got)
            | ApiError::UnknownHost(got)
            | ApiError::UnknownCode(got)
            | ApiError::NotInTournament(got)
            | ApiError::NotInArchive(got) => Some(got.clone()),
            _ => None,
        }
    }

    fn ply(&self) -> Option<usize> {
        match self {
            ApiError::BadSubject(bad) => bad.ply,
            _ => None,
        }
    }

    fn why(&self) -> Option<Why> {
        match self {
            ApiError::BadSubject(bad) => bad.why().cloned(),
            ApiError::NotRead(cause) => Some(Why::from(cause)),
            _ => None,
        }
    }

    pub(crate) fn told(&self) -> Told {
        let wait = self.retry_after();
        let (key, seconds) = (wait.map(|wait| wait.key), wait.map(|wait| wait.seconds()));
        let (_, code) = self.status_and_code();
        let (reason, parts) = self.why().map(|why| (why.code, why.parts)).unzip();
        Told { code, message: self.to_string(), got: self.got(), ply: self.ply(), reason, parts, key, seconds }
    }

    /// After how long it is worth trying again.
    fn retry_after(&self) -> Option<Wait> {
        match self {
            ApiError::Limited(wait) => Some(*wait),
            ApiError::Job(JobError::Refused(refused)) => Some(Wait { key: "jobs", time: refused.wait() }),
            ApiError::Pool(PoolError::Busy) => Some(Wait { key: "moves", time: SOON }),
            ApiError::Chore(ChoreError::Crowded) => Some(Wait { key: "work", time: SOON }),
            ApiError::ArchiveBusy => Some(Wait { key: "archive", time: LATER }),
            _ => None,
        }
    }
}

fn of_job(error: &JobError) -> StatusCode {
    match error {
        JobError::Bad(_) => StatusCode::BAD_REQUEST,
        JobError::Refused(JobRefused::TooMany(_)) => StatusCode::TOO_MANY_REQUESTS,
        JobError::Refused(JobRefused::Full(_) | JobRefused::Closed) => StatusCode::SERVICE_UNAVAILABLE,
    }
}

fn of_tournament(error: &TournamentError) -> StatusCode {
    match error {
        TournamentError::Unknown => StatusCode::NOT_FOUND,
        TournamentError::BadWish(_) => StatusCode::BAD_REQUEST,
        TournamentError::TooMany | TournamentError::Store(_) | TournamentError::NoOwner => {
            StatusCode::SERVICE_UNAVAILABLE
        }
        TournamentError::Refused(tournament::Refusal::NotHost) => StatusCode::FORBIDDEN,
        TournamentError::Refused(_) => StatusCode::CONFLICT,
        TournamentError::Damaged(_) => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

/// A no to whoever is not allowed, or a conflict with the game as it is.
fn refused(refusal: &Refusal) -> StatusCode {
    match refusal {
        Refusal::NoProof => StatusCode::UNAUTHORIZED,
        Refusal::NotSeated
        | Refusal::WrongSecret
        | Refusal::SeatTaken
        | Refusal::SeatFull
        | Refusal::OwnLink
        | Refusal::SharedSecret => StatusCode::FORBIDDEN,
        Refusal::Illegal(_) => StatusCode::UNPROCESSABLE_ENTITY,
        Refusal::NotYourTurn(_)
        | Refusal::Stale { .. }
        | Refusal::Over
        | Refusal::NotOver
        | Refusal::Open
        | Refusal::Held
        | Refusal::NoForfeits
        | Refusal::NothingToTakeBack
        | Refusal::NoOffer
        | Refusal::NotClaimable
        | Refusal::NotInvitable
        | Refusal::TooLong
        | Refusal::BotBusy => StatusCode::CONFLICT,
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let (status, code) = self.status_and_code();
        match &self {
            ApiError::Store(cause)
            | ApiError::Room(RoomError::Store(cause))
            | ApiError::Tournament(TournamentError::Store(cause)) => {
                tracing::error!(%cause, "the games cannot be reached");
            }
            ApiError::Archive(cause @ ArchiveError::Damaged { .. }) => tracing::error!(%cause, "a game cannot be read"),
            ApiError::Archive(cause) => tracing::error!(%cause, "the archive cannot be reached"),
            ApiError::Room(cause @ RoomError::Damaged(_)) => tracing::error!(%cause, "a game cannot be read"),
            ApiError::Tournament(TournamentError::Damaged(cause)) => {
                tracing::error!(%cause, "a tournament cannot be read");
            }
            failed if status == StatusCode::INTERNAL_SERVER_ERROR => tracing::error!(%failed, "a request failed"),
            _ => {}
        }
        let mut response = (status, Json(serde_json::json!({ "error": self.told() }))).into_response();
        response.extensions_mut().insert(Refused(code));
        if status == StatusCode::UNAUTHORIZED {
            response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if let Some(wait) = self.retry_after() {
            response.headers_mut().insert(header::RETRY_AFTER, wait.seconds().into());
        }
        response
    }
}

/// Goes with the answer to those who count refusals.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Refused(pub(crate) &'static str);

macro_rules! from {
    ($($variant:ident($cause:ty)),* $(,)?) => {$(
        impl From<$cause> for ApiError {
            fn from(cause: $cause) -> ApiError {
                ApiError::$variant(cause)
            }
        }
    )*};
}

from!(
    BadJson(serde_json::Error),
    BadBody(BytesRejection),
    BadQuery(BadQuery),
    NotRead(NotRead),
    BadNewGame(BadNewGame),
    BadSubject(BadSubject),
    BadMessage(BadMessage),
    BadCursor(NotACursor),
    BadPlace(NotAPlace),
    Archive(ArchiveError),
    BadSecret(NotASecret),
    NoQrCode(NoQrCode),
    NotAGameId(NotAGameId),
    Room(RoomError),
    Store(StoreError),
    Pool(PoolError),
    Chore(ChoreError),
    Unwritable(Unwritable),
    Limited(Wait),
    Tournament(TournamentError),
    BadTournamentCommand(BadCommand),
    UnknownJob(UnknownJob),
);

/// What is wrong with a game is told as everywhere.
impl From<JobError> for ApiError {
    fn from(error: JobError) -> ApiError {
        match error {
            JobError::Bad(BadJob::Subject(bad)) => ApiError::BadSubject(bad),
            error => ApiError::Job(error),
        }
    }
}
