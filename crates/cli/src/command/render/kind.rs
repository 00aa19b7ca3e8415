//! The kinds of pictures.

use std::{fmt, path::Path, str::FromStr};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PictureKind {
    Svg,
    Png,
    Gif,
    Html,
}

impl PictureKind {
    pub(super) const ALL: [PictureKind; 4] = [PictureKind::Svg, PictureKind::Png, PictureKind::Gif, PictureKind::Html];

    pub(super) const fn name(self) -> &'static str {
        match self {
            PictureKind::Svg => "svg",
            PictureKind::Png => "png",
            PictureKind::Gif => "gif",
            PictureKind::Html => "html",
        }
    }

    /// The kind for the extension of a path.
    pub(super) fn of_path(path: &Path) -> Option<PictureKind> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "htm" => Some(PictureKind::Html),
            ending => ending.parse().ok(),
        }
    }

    /// Whether a terminal cannot show it.
    pub(super) const fn is_binary(self) -> bool {
        matches!(self, PictureKind::Png | PictureKind::Gif)
    }
}

impl fmt::Display for PictureKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Unknown name of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ParsePictureKindError;

impl FromStr for PictureKind {
    type Err = ParsePictureKindError;

    fn from_str(text: &str) -> Result<PictureKind, ParsePictureKindError> {
        PictureKind::ALL.into_iter().find(|kind| kind.name() == text).ok_or(ParsePictureKindError)
    }
}
