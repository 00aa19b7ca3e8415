//! Errors as JSON, with the codes and fields of the server's.

use std::fmt;

use outflank_study::{ErrorReason, GameInputError, ReasonCode, ReasonParts};
use serde::Serialize;

/// Why a call has no result.
#[derive(Debug, Serialize)]
pub(crate) struct Error {
    code: &'static str,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    received: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<ReasonCode>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parts: Option<ReasonParts>,
    /// The name of the weights to install first.
    #[serde(skip_serializing_if = "Option::is_none")]
    weights: Option<&'static str>,
}

impl Error {
    /// An error with the text that is at fault.
    pub(crate) fn new(code: &'static str, received: &str, cause: &impl fmt::Display) -> Box<Error> {
        Box::new(Error { received: Some(received.to_owned()), ..Error::plain(code, cause) })
    }

    fn plain(code: &'static str, cause: &impl fmt::Display) -> Error {
        let message = cause.to_string();
        Error { code, message, received: None, ply: None, reason: None, parts: None, weights: None }
    }

    fn because(self, reason: Option<&ErrorReason>) -> Error {
        let (reason, parts) = reason.cloned().map(|reason| (reason.code, reason.parts)).unzip();
        Error { reason, parts, ..self }
    }

    /// There is no such call.
    pub(crate) fn unknown(call: &str) -> Box<Error> {
        Error::new("bad-message", call, &format!("{call:?} is not a call of this module"))
    }
}

impl From<serde_json::Error> for Box<Error> {
    fn from(error: serde_json::Error) -> Box<Error> {
        Box::new(Error::plain("bad-message", &error))
    }
}

impl From<GameInputError> for Box<Error> {
    fn from(error: GameInputError) -> Box<Error> {
        let plain = Error::plain(error.code(), &error).because(error.reason());
        Box::new(Error { ply: error.ply, received: Some(error.got), ..plain })
    }
}

#[cfg(feature = "records")]
mod records {
    use outflank_study::{ErrorReason, upload::UploadError};

    use super::Error;

    impl From<UploadError> for Box<Error> {
        fn from(error: UploadError) -> Box<Error> {
            Box::new(Error::plain("bad-record", &error).because(Some(&ErrorReason::from(&error))))
        }
    }
}

#[cfg(feature = "engine")]
mod engine {
    use outflank_engine::eval::WeightsError;
    use outflank_study::job::JobRequestError;

    use super::Error;

    impl Error {
        /// The search needs weights that are not installed.
        pub(crate) fn no_weights(name: &'static str) -> Box<Error> {
            let message = format!("the weights {name:?} are missing: install them first");
            Box::new(Error { weights: Some(name), ..Error::plain("no-weights", &message) })
        }

        /// There is no move to choose.
        pub(crate) fn over() -> Box<Error> {
            Box::new(Error::plain("over", &"the game is over: there is no move to choose"))
        }
    }

    impl From<JobRequestError> for Box<Error> {
        fn from(error: JobRequestError) -> Box<Error> {
            match error {
                JobRequestError::Input(error) => Box::from(error),
                field @ JobRequestError::Field { .. } => Error::new(field.code(), field.got(), &field),
            }
        }
    }

    impl From<WeightsError> for Box<Error> {
        fn from(error: WeightsError) -> Box<Error> {
            Box::new(Error::plain("bad-weights", &error))
        }
    }
}
