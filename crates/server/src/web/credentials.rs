//! The credentials of a request: the browser's cookie, or the secret that a program sends.

use std::net::IpAddr;

use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, HeaderValue, StatusCode, header, request::Parts},
    response::IntoResponse,
};

use super::{ApiError, LimitedPeer, Peer};
use crate::{
    game::{PresentedSecret, Requester},
    log::secret::{NotASecret, Secret, SecretHash},
};

const COOKIE: &str = "outflank";

/// A year: returning players have finished their games by then.
const SECONDS: u32 = 365 * 24 * 60 * 60;

/// `POST /api/session`, `POST /api/browser` until 0.3
///
/// Gives a browser the cookie that proves its seats, unless it has one. The page asks before it
/// takes a seat, so that the browser has shown that it keeps cookies.
pub(crate) async fn introduce(who: Credentials, _: LimitedPeer) -> Result<impl IntoResponse, ApiError> {
    let (_, secret) = who.holder_or_new();
    Ok((StatusCode::NO_CONTENT, kept_by_browser(secret.as_ref())))
}

/// The cookie that stores a secret in a browser.
pub(crate) fn kept_by_browser(secret: Option<&Secret>) -> HeaderMap {
    secret.map(|secret| (header::SET_COOKIE, set_cookie(secret))).into_iter().collect()
}

/// The credentials of a request.
#[derive(Clone, Debug, Default)]
pub(crate) struct Credentials {
    /// From a program.
    bearer: Option<Secret>,
    /// From a browser.
    cookie: Option<Secret>,
    address: Option<IpAddr>,
}

impl Credentials {
    /// The secret that owns games in lists.
    pub(crate) fn holder(&self) -> Option<SecretHash> {
        self.bearer.as_ref().or(self.cookie.as_ref()).map(Secret::hash)
    }

    /// The secret that owns games in lists, or a new one.
    pub(crate) fn holder_or_new(&self) -> (SecretHash, Option<Secret>) {
        if let Some(holder) = self.holder() {
            return (holder, None);
        }
        let secret = Secret::random();
        (secret.hash(), Some(secret))
    }

    /// The requester with all secrets of the request.
    pub(crate) fn visitor(&self) -> Requester {
        let known = self.bearer.iter().chain(&self.cookie).map(Secret::hash).collect();
        let said = self.bearer.as_ref().map_or(PresentedSecret::None, |secret| PresentedSecret::Some(secret.hash()));
        Requester { known, said, address: self.address }
    }

    /// The requester with all secrets of the request and those of a message.
    pub(crate) fn visitor_saying(&self, secret: Option<Result<Secret, NotASecret>>) -> Requester {
        let mut visitor = self.visitor();
        match secret.map(|secret| secret.map(|secret| secret.hash())) {
            Some(Ok(secret)) => {
                visitor.known.push(secret);
                visitor.said = PresentedSecret::Some(secret);
            }
            Some(Err(NotASecret)) => visitor.said = PresentedSecret::Garbled,
            None => {}
        }
        visitor
    }
}

impl<S: Sync> FromRequestParts<S> for Credentials {
    type Rejection = ApiError;

    /// A cookie that is no secret is ignored and replaced later. A program that sends such a secret
    /// gets an error.
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Credentials, ApiError> {
        let address = parts.extensions.get::<Peer>().map(|peer| peer.address);
        Ok(Credentials { bearer: bearer(&parts.headers)?, cookie: cookie(&parts.headers), address })
    }
}

fn bearer(headers: &HeaderMap) -> Result<Option<Secret>, ApiError> {
    let Some(value) = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()) else {
        return Ok(None);
    };
    let secret = value.split_once(' ').filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
    Ok(secret.map(|(_, secret)| secret.trim().parse()).transpose()?)
}

fn cookie(headers: &HeaderMap) -> Option<Secret> {
    let values = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = values.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find_map(|(name, value)| (name == COOKIE).then(|| value.parse().ok())?)
}

fn set_cookie(secret: &Secret) -> HeaderValue {
    let cookie = format!("{COOKIE}={}; Path=/; Max-Age={SECONDS}; HttpOnly; SameSite=Strict", secret.reveal());
    HeaderValue::from_str(&cookie).expect("a secret is ASCII")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(header::HeaderName, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.clone(), value.parse().expect("a value"))).collect()
    }

    #[test]
    fn a_cookie_is_found_among_others_and_comes_back_as_it_was_set() {
        let secret = Secret::random();
        let set = set_cookie(&secret);
        let kept = set.to_str().expect("ASCII").split(';').next().expect("a pair");
        let found = cookie(&headers(&[(header::COOKIE, &format!("a=b; {kept}; c=d"))]));
        assert_eq!(found.map(|it| it.hash()), Some(secret.hash()));
        for other in ["", "outflank", "outflank=short", "xoutflank=1", "=;=;"] {
            assert!(cookie(&headers(&[(header::COOKIE, other)])).is_none(), "{other:?}");
        }
    }

    #[test]
    fn an_invalid_secret_of_a_program_is_an_error() {
        assert!(bearer(&headers(&[(header::AUTHORIZATION, "Bearer abc")])).is_err());
        assert!(bearer(&headers(&[(header::AUTHORIZATION, "Basic abc")])).expect("not ours").is_none());
        let secret = Secret::random();
        let found = bearer(&headers(&[(header::AUTHORIZATION, &format!("bearer {}", secret.reveal()))]));
        assert_eq!(found.expect("a secret").map(|it| it.hash()), Some(secret.hash()));
    }
}
