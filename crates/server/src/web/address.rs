//! Builds links with queries.

use std::fmt::Write;

/// A path with the parameters that have a value.
pub(crate) fn with_query(path: &str, pairs: &[(&str, Option<&str>)]) -> String {
    let pairs: Vec<String> =
        pairs.iter().filter_map(|(name, text)| Some(format!("{name}={}", encoded((*text)?)))).collect();
    if pairs.is_empty() { path.to_owned() } else { format!("{path}?{}", pairs.join("&")) }
}

/// Percent-encodes a text.
fn encoded(text: &str) -> String {
    text.bytes().fold(String::new(), |mut text, byte| {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' => text.push(char::from(byte)),
            other => {
                let _ = write!(text, "%{other:02X}");
            }
        }
        text
    })
}

#[cfg(test)]
mod tests {
    use super::with_query;

    #[test]
    fn values_are_escaped() {
        let pairs = [("moves", Some("f5d6")), ("ply", None), ("title", Some("Ö & \"b\"?#"))];
        assert_eq!(with_query("/analyse", &pairs), "/analyse?moves=f5d6&title=%C3%96%20%26%20%22b%22%3F%23");
        assert_eq!(with_query("/analyse", &[("ply", None)]), "/analyse");
    }
}
