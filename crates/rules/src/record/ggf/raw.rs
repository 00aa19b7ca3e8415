//! The tags of a GGF record as they stand.

use std::fmt;

use crate::record::Fault;

/// A GGF record before anything in it is understood: it may be of a game on a board that this library does not play.
///
/// ```
/// use outflank_rules::record::{Fault, ggf::Raw};
///
/// let cells = "-".repeat(100);
/// let text = format!("(;GM[Othello]PB[Ann]BO[10 {cells} *];)");
/// let raw = Raw::parse(&text)?;
/// assert_eq!(raw.tag("PB"), Some("Ann"));
/// assert!(matches!(raw.to_record(), Err(Fault::Unsupported(_))));
/// # Ok::<(), Fault>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Raw<'a> {
    tags: Vec<(&'a str, &'a str)>,
}

impl<'a> Raw<'a> {
    /// Reads one record; the number of games of the match may stand before it.
    pub fn parse(text: &'a str) -> Result<Raw<'a>, Fault> {
        let mut rest = text.trim().trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
        rest = rest.strip_prefix("(;").ok_or_else(|| Fault::syntax(rest, "a game, which begins with (;"))?;
        let mut tags = Vec::with_capacity(80);
        loop {
            rest = rest.trim_start();
            if let Some(after) = rest.strip_prefix(";)") {
                return if after.is_empty() { Ok(Raw { tags }) } else { Err(Fault::syntax(after, "nothing after ;)")) };
            }
            let (name, value, after) = split_tag(rest)?;
            tags.push((name, value));
            rest = after;
        }
    }

    /// The tags and their values, in the order of the file.
    pub fn tags(&self) -> &[(&'a str, &'a str)] {
        &self.tags
    }

    /// The value of the first tag of this name.
    pub fn tag(&self, name: &str) -> Option<&'a str> {
        self.tags.iter().find(|&&(known, _)| known == name).map(|&(_, value)| value)
    }
}

/// The first tag of a text, its value, and what follows.
fn split_tag(text: &str) -> Result<(&str, &str, &str), Fault> {
    let name_len = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (name, rest) = text.split_at(name_len);
    let rest = rest.trim_start();
    if rest.is_empty() || rest == ";" && name.is_empty() {
        return Err(Fault::Truncated);
    }
    let inside = rest.strip_prefix('[').filter(|_| !name.is_empty());
    let inside = inside.ok_or_else(|| Fault::syntax(text, "a tag such as PB[name], or ;) at the end"))?;
    let (value, after) = inside.split_once(']').ok_or(Fault::Truncated)?;
    Ok((name, value, after))
}

impl fmt::Display for Raw<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(;")?;
        for (name, value) in &self.tags {
            write!(f, "{name}[{value}]")?;
        }
        f.write_str(";)")
    }
}
