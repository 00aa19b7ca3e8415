//! Cross-origin protection: pages of other servers may not act here with the cookies of our
//! visitors.

use axum::http::{HeaderMap, header};

use super::ApiError;

/// Refuses a request from a page of another origin. Programs send no `Origin` header.
pub(crate) fn check(headers: &HeaderMap) -> Result<(), ApiError> {
    let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
    let origin = origin.to_str().unwrap_or("?");
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    if host.is_some_and(|host| is_same(origin, host)) {
        return Ok(());
    }
    Err(ApiError::CrossOrigin(origin.chars().take(80).collect()))
}

fn is_same(origin: &str, host: &str) -> bool {
    let (scheme, authority) = origin.split_once("://").unwrap_or_default();
    let default_port = match scheme {
        "http" => ":80",
        "https" => ":443",
        _ => return false,
    };
    let bare = |name: &str| name.strip_suffix(default_port).unwrap_or(name).to_ascii_lowercase();
    bare(authority) == bare(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_of_one_server_are_one_origin() {
        for (origin, host) in [
            ("http://127.0.0.1:7654", "127.0.0.1:7654"),
            ("http://Example.org", "example.org"),
            ("https://example.org", "example.org:443"),
            ("http://[::1]:7654", "[::1]:7654"),
        ] {
            assert!(is_same(origin, host), "{origin} {host}");
        }
    }

    #[test]
    fn other_origins_differ() {
        for (origin, host) in [
            ("http://evil.example", "example.org"),
            ("http://127.0.0.1:7655", "127.0.0.1:7654"),
            ("https://example.org", "example.org:80"),
            ("null", "example.org"),
            ("", ""),
            ("file://", ""),
            ("http://example.org.evil.example", "example.org"),
        ] {
            assert!(!is_same(origin, host), "{origin} {host}");
        }
    }
}
