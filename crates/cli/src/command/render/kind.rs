//! What can be made of a game.

use std::{fmt, path::Path, str::FromStr};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Svg,
    Png,
    Gif,
    Html,
}

impl Kind {
    pub(super) const ALL: [Kind; 4] = [Kind::Svg, Kind::Png, Kind::Gif, Kind::Html];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Kind::Svg => "svg",
            Kind::Png => "png",
            Kind::Gif => "gif",
            Kind::Html => "html",
        }
    }

    /// As the end of a file's name says.
    pub(super) fn of_path(path: &Path) -> Option<Kind> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "htm" => Some(Kind::Html),
            ending => ending.parse().ok(),
        }
    }

    /// Is it nothing that a terminal should be sent?
    pub(super) const fn is_binary(self) -> bool {
        matches!(self, Kind::Png | Kind::Gif)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No kind has this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NotAKind;

impl FromStr for Kind {
    type Err = NotAKind;

    fn from_str(text: &str) -> Result<Kind, NotAKind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == text).ok_or(NotAKind)
    }
}
