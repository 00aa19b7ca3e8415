//! Errors of HTTP requests, each with its status, error code and message.

use std::time::Duration;

use axum::{
    Json,
    extract::rejection::BytesRejection,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use outflank_rules::record::Unwritable;
use serde::Serialize;
use thiserror::Error;

use super::{guard::REQUEST_TIMEOUT, input::QueryError};
use crate::{
    archive::{ArchiveError, ParseCursorError, http::too_large},
    engine::{
        jobs::{JobError, JobRequestError, UnknownJobError},
        pool::{PoolError, SubmitError},
    },
    game::{
        Refusal, RoomError,
        wire::{BadMessage, BadNewGame},
    },
    log::{self, StoreError, id::NotAGameId, secret::NotASecret},
    study::{ErrorReason, GameInputError, ReasonCode, ReasonParts, http::MAX_FILE_MIB, upload::UploadError},
    tournament::{self, BadCommand, TournamentError},
    web::{blocking::OverloadedError, limits::RetryAfter, qr::QrCodeError},
};

/// Error codes with the names they had before 0.2. Replies hold both until 0.3.
const FORMER_CODES: [(&str, &str); 8] = [
    ("rate-limited", "limited"),
    ("timeout", "too-slow"),
    ("local-only", "not-for-you"),
    ("format-cannot-hold", "unwritable"),
    ("waiting-for-opponent", "open"),
    ("waiting-for-start", "held"),
    ("takeback-limit", "too-long"),
    ("change-limit", "too-long"),
];

/// The name of an error code before 0.2, if it was another.
pub(crate) fn former_code(code: &str) -> Option<&'static str> {
    FORMER_CODES.iter().find(|(now, _)| *now == code).map(|(_, former)| *former)
}

/// `Retry-After` for short work, less one second.
const SHORT_RETRY: Duration = Duration::ZERO;
/// `Retry-After` for long work, less one second.
const LONG_RETRY: Duration = Duration::from_secs(4);

/// Why a request fails. The text is the message that the client receives.
#[derive(Debug, Error)]
pub(crate) enum ApiError {
    #[error("the body is not understood: {0}")]
    BadJson(#[from] serde_json::Error),
    #[error("{}", .0.body_text())]
    BadBody(#[from] BytesRejection),
    /// The connection broke before the end of the body, or the body is not chunked as it says.
    #[error("the body broke off before its end: send it again")]
    BodyBrokeOff,
    #[error(transparent)]
    BadQuery(#[from] QueryError),
    #[error("send JSON, and say so: Content-Type: application/json")]
    NotJson,
    #[error(
        "files of up to {MAX_FILE_MIB} MiB are read here: send a part of it, or put it into the archive with outflank archive import FILE"
    )]
    FileTooLarge,
    #[error(transparent)]
    BadUpload(#[from] UploadError),
    #[error(transparent)]
    BadNewGame(#[from] BadNewGame),
    #[error(transparent)]
    BadGameInput(#[from] GameInputError),
    #[error(transparent)]
    BadMessage(#[from] BadMessage),
    #[error(transparent)]
    BadCursor(#[from] log::ParseCursorError),
    #[error(transparent)]
    BadSecret(#[from] NotASecret),
    #[error(transparent)]
    BadFormat(QueryError),
    #[error(transparent)]
    NoQrCode(#[from] QrCodeError),
    #[error(transparent)]
    NotAGameId(#[from] NotAGameId),
    #[error("there is nothing at {0}: see /api/openapi.json")]
    UnknownRoute(String),
    #[error("method not allowed; see /api/openapi.json")]
    WrongMethod,
    #[error("pages of {0} may not use this server")]
    CrossOrigin(String),
    #[error(
        "this server is not called {0:?}: use its number, as in http://127.0.0.1:7654, or start it with --host NAME"
    )]
    UnknownHost(String),
    #[error("only this machine may read this: start the server with --public-metrics to show it to others")]
    LocalOnly,
    #[error("{}", .0.for_players())]
    Room(#[from] RoomError),
    /// The cause is in the log, for the operator.
    #[error("the games cannot be reached just now: try again")]
    Store(#[from] StoreError),
    #[error(transparent)]
    Pool(#[from] PoolError),
    #[error(transparent)]
    Overloaded(#[from] OverloadedError),
    #[error("no hints here: two people play each other, or you only watch")]
    NoHints,
    #[error("{0}: ask for another format")]
    Unwritable(#[from] Unwritable),
    #[error("send the token of your bot as Authorization: Bearer")]
    NoToken,
    #[error("no bot with this token is connected or plays: connect it, or copy the whole token")]
    UnknownBot,
    #[error("no bot of yours plays in this game: send its token as Authorization: Bearer")]
    NotYourBot,
    #[error("{0}")]
    Tournament(TournamentError),
    #[error(transparent)]
    BadTournamentCommand(#[from] BadCommand),
    #[error("no tournament has the code {0:?}; codes look like KITE-42 and expire when the tournament ends")]
    UnknownCode(String),
    /// The tournament has no such round or file.
    #[error("there is no {0:?} in this tournament, or not yet: its page links to everything it has")]
    NotInTournament(String),
    #[error("{0}")]
    Job(JobError),
    #[error(transparent)]
    UnknownJob(#[from] UnknownJobError),
    #[error(transparent)]
    BadArchiveCursor(#[from] ParseCursorError),
    #[error("there is no game {0:?} in the archive")]
    NotInArchive(String),
    #[error("{}", archive_message(.0))]
    Archive(#[from] ArchiveError),
    #[error("another client imports or exports just now: try again later")]
    ArchiveBusy,
    #[error("only this machine may import: start the server with --allow-remote-import to let others do it")]
    NoImports,
    #[error("{}", too_large(*.most))]
    TooLarge { most: u64 },
    #[error(transparent)]
    RateLimited(#[from] RetryAfter),
    #[error("this is the address of a WebSocket")]
    NotASocket,
    /// The body did not arrive in time.
    #[error("the request did not arrive within {} s", REQUEST_TIMEOUT.as_secs())]
    TooSlow,
    /// The server did not finish in time.
    #[error("the server could not finish this within {} s: try again", REQUEST_TIMEOUT.as_secs())]
    Unfinished,
    #[error("the server failed; its log says why")]
    Panicked,
}

/// The cause is in the log, for the operator; only a damaged game is named.
fn archive_message(error: &ArchiveError) -> String {
    match error {
        ArchiveError::Damaged { .. } => error.to_string(),
        _ => "the archive cannot be reached just now: try again".to_owned(),
    }
}

/// The error in the body of a reply.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ErrorBody {
    pub(crate) code: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    former_code: Option<&'static str>,
    message: String,
    /// The part of the input at fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    received: Option<String>,
    /// The name of `received` until 0.3.
    #[serde(skip_serializing_if = "Option::is_none")]
    got: Option<String>,
    /// The number of the move at fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<usize>,
    /// The detailed cause, for an invalid game, position or file.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<ReasonCode>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parts: Option<ReasonParts>,
    #[serde(flatten)]
    wait: Option<RetryAfterView>,
}

/// The limit that was reached, and the seconds to wait.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RetryAfterView {
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<&'static str>,
    retry_after: u64,
    /// The names of `limit` and `retryAfter` until 0.3.
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<&'static str>,
    seconds: u64,
}

impl RetryAfterView {
    pub(crate) fn new(limit: Option<&'static str>, seconds: u64) -> RetryAfterView {
        RetryAfterView { limit, retry_after: seconds, key: limit, seconds }
    }
}

impl From<RetryAfter> for RetryAfterView {
    fn from(wait: RetryAfter) -> RetryAfterView {
        RetryAfterView::new(Some(wait.limit), wait.seconds())
    }
}

impl ApiError {
    /// The status and the error code.
    pub(crate) fn status_and_code(&self) -> (StatusCode, &'static str) {
        match self {
            ApiError::BadBody(cause) if cause.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                (StatusCode::PAYLOAD_TOO_LARGE, "too-large")
            }
            ApiError::BadJson(_)
            | ApiError::BadBody(_)
            | ApiError::BodyBrokeOff
            | ApiError::BadMessage(_)
            | ApiError::BadTournamentCommand(_) => (StatusCode::BAD_REQUEST, "bad-message"),
            ApiError::Tournament(error) => (of_tournament(error), error.code()),
            ApiError::UnknownCode(_) => (StatusCode::NOT_FOUND, "unknown-code"),
            ApiError::NotInTournament(_) | ApiError::NotInArchive(_) => (StatusCode::NOT_FOUND, "not-found"),
            ApiError::BadQuery(_) | ApiError::BadCursor(_) | ApiError::BadArchiveCursor(_) => {
                (StatusCode::BAD_REQUEST, "bad-query")
            }
            ApiError::TooLarge { .. } | ApiError::FileTooLarge => (StatusCode::PAYLOAD_TOO_LARGE, "too-large"),
            ApiError::BadUpload(_) => (StatusCode::BAD_REQUEST, "bad-record"),
            ApiError::NotJson => (StatusCode::UNSUPPORTED_MEDIA_TYPE, "not-json"),
            ApiError::BadNewGame(_) => (StatusCode::BAD_REQUEST, "bad-game"),
            ApiError::BadGameInput(bad) => (StatusCode::BAD_REQUEST, bad.code()),
            ApiError::BadSecret(_) => (StatusCode::BAD_REQUEST, "wrong-secret"),
            ApiError::BadFormat(_) => (StatusCode::BAD_REQUEST, "unknown-format"),
            ApiError::NoQrCode(_) => (StatusCode::BAD_REQUEST, "too-large"),
            ApiError::NotAGameId(_) | ApiError::Room(RoomError::Unknown) => (StatusCode::NOT_FOUND, "unknown-game"),
            ApiError::UnknownRoute(_) => (StatusCode::NOT_FOUND, "unknown-route"),
            ApiError::WrongMethod => (StatusCode::METHOD_NOT_ALLOWED, "wrong-method"),
            ApiError::CrossOrigin(_) => (StatusCode::FORBIDDEN, "cross-origin"),
            ApiError::UnknownHost(_) => (StatusCode::MISDIRECTED_REQUEST, "unknown-host"),
            ApiError::LocalOnly | ApiError::NoImports => (StatusCode::FORBIDDEN, "local-only"),
            ApiError::Room(RoomError::Refused(refusal)) => (refused(refusal), refusal.code()),
            ApiError::Archive(ArchiveError::Damaged { .. }) => (StatusCode::INTERNAL_SERVER_ERROR, "damaged"),
            ApiError::Room(RoomError::Store(_)) | ApiError::Store(_) | ApiError::Archive(_) => {
                (StatusCode::SERVICE_UNAVAILABLE, "unavailable")
            }
            ApiError::Pool(PoolError::Busy | PoolError::Closed)
            | ApiError::Overloaded(OverloadedError::QueueFull)
            | ApiError::ArchiveBusy
            | ApiError::Unfinished => (StatusCode::SERVICE_UNAVAILABLE, "busy"),
            ApiError::Pool(PoolError::Over) => (StatusCode::CONFLICT, "over"),
            ApiError::NoHints => (StatusCode::FORBIDDEN, "no-hints"),
            ApiError::Unwritable(_) => (StatusCode::UNPROCESSABLE_ENTITY, "format-cannot-hold"),
            ApiError::NoToken => (StatusCode::UNAUTHORIZED, "no-token"),
            ApiError::UnknownBot => (StatusCode::NOT_FOUND, "unknown-bot"),
            ApiError::NotYourBot => (StatusCode::FORBIDDEN, "not-your-bot"),
            ApiError::Job(error) => (of_job(error), error.code()),
            ApiError::UnknownJob(_) => (StatusCode::NOT_FOUND, "unknown-job"),
            ApiError::RateLimited(_) => (StatusCode::TOO_MANY_REQUESTS, "rate-limited"),
            ApiError::NotASocket => (StatusCode::UPGRADE_REQUIRED, "not-a-socket"),
            ApiError::TooSlow => (StatusCode::REQUEST_TIMEOUT, "timeout"),
            ApiError::Room(RoomError::Damaged(_) | RoomError::Broken)
            | ApiError::Pool(PoolError::Broken)
            | ApiError::Overloaded(OverloadedError::Panicked)
            | ApiError::Panicked => (StatusCode::INTERNAL_SERVER_ERROR, "failed"),
        }
    }

    /// The part of the input at fault.
    fn received(&self) -> Option<String> {
        match self {
            ApiError::BadNewGame(bad) => Some(bad.got.clone()),
            ApiError::BadGameInput(bad) => Some(bad.got.clone()),
            ApiError::Job(JobError::Request(bad)) => Some(bad.got().to_owned()),
            ApiError::UnknownJob(unknown) => Some(unknown.got.clone()),
            ApiError::Tournament(TournamentError::Invalid(bad)) => Some(bad.got.clone()),
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
            ApiError::BadGameInput(bad) => bad.ply,
            _ => None,
        }
    }

    fn reason(&self) -> Option<ErrorReason> {
        match self {
            ApiError::BadGameInput(bad) => bad.reason().cloned(),
            ApiError::BadUpload(cause) => Some(ErrorReason::from(cause)),
            _ => None,
        }
    }

    pub(crate) fn body(&self) -> ErrorBody {
        let (_, code) = self.status_and_code();
        let (reason, parts) = self.reason().map(|reason| (reason.code, reason.parts)).unzip();
        ErrorBody {
            code,
            former_code: former_code(code),
            message: self.to_string(),
            received: self.received(),
            got: self.received(),
            ply: self.ply(),
            reason,
            parts,
            wait: self.retry_after().map(RetryAfterView::from),
        }
    }

    /// When to try again.
    fn retry_after(&self) -> Option<RetryAfter> {
        match self {
            ApiError::RateLimited(wait) => Some(*wait),
            ApiError::Job(JobError::Refused(refused)) => {
                Some(RetryAfter { limit: "jobs", time: refused.retry_after() })
            }
            ApiError::Pool(PoolError::Busy) => Some(RetryAfter { limit: "moves", time: SHORT_RETRY }),
            ApiError::Overloaded(OverloadedError::QueueFull) => Some(RetryAfter { limit: "work", time: SHORT_RETRY }),
            ApiError::ArchiveBusy => Some(RetryAfter { limit: "archive", time: LONG_RETRY }),
            ApiError::Unfinished => Some(RetryAfter { limit: "work", time: LONG_RETRY }),
            _ => None,
        }
    }
}

fn of_job(error: &JobError) -> StatusCode {
    match error {
        JobError::Request(_) => StatusCode::BAD_REQUEST,
        JobError::Refused(SubmitError::TooMany(_)) => StatusCode::TOO_MANY_REQUESTS,
        JobError::Refused(SubmitError::Full(_)) => StatusCode::SERVICE_UNAVAILABLE,
    }
}

fn of_tournament(error: &TournamentError) -> StatusCode {
    match error {
        TournamentError::Unknown => StatusCode::NOT_FOUND,
        TournamentError::Invalid(_) => StatusCode::BAD_REQUEST,
        TournamentError::TooMany | TournamentError::Store(_) | TournamentError::NoTask => {
            StatusCode::SERVICE_UNAVAILABLE
        }
        TournamentError::Refused(tournament::Refusal::NotHost) => StatusCode::FORBIDDEN,
        TournamentError::Refused(_) => StatusCode::CONFLICT,
        TournamentError::Damaged(_) => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

/// The status of a refused game command.
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
        | Refusal::TakebackLimit
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
        let mut response = (status, Json(serde_json::json!({ "error": self.body() }))).into_response();
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

/// The error code of a reply, for the metrics and the log.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Refused(pub(crate) &'static str);

impl From<TournamentError> for ApiError {
    fn from(error: TournamentError) -> ApiError {
        ApiError::Tournament(error)
    }
}

/// A bad game in a job request is the same error as in any other request.
impl From<JobError> for ApiError {
    fn from(error: JobError) -> ApiError {
        match error {
            JobError::Request(JobRequestError::Input(bad)) => ApiError::BadGameInput(bad),
            error => ApiError::Job(error),
        }
    }
}
