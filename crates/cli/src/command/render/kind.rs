//! The kinds of pictures.

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

    /// The kind for the extension of a path.
    pub(super) fn of_path(path: &Path) -> Option<Kind> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "htm" => Some(Kind::Html),
            ending => ending.parse().ok(),
        }
    }

    /// Whether a terminal cannot show it.
    pub(super) const fn is_binary(self) -> bool {
        matches!(self, Kind::Png | Kind::Gif)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Unknown name of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NotAKind;

impl FromStr for Kind {
    type Err = NotAKind;

    fn from_str(text: &str) -> Result<Kind, NotAKind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == text).ok_or(NotAKind)
    }
}
