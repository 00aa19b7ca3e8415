//! The colors of boards.

use std::{fmt, str::FromStr};

use outflank_rules::{Color, excerpt};
use thiserror::Error;

use crate::rgba::Rgba;

/// A color theme. The first three are those of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// Green felt in a wooden frame.
    #[default]
    Classic,
    /// The dark version.
    Dark,
    /// High contrast.
    Contrast,
    /// Lines on white, for print.
    Print,
}

/// Every color of a picture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Colors {
    pub(crate) page: Rgba,
    pub(crate) ink: Rgba,
    pub(crate) soft: Rgba,
    pub(crate) line: Rgba,
    pub(crate) frame: Rgba,
    pub(crate) frame_text: Rgba,
    pub(crate) felt: Rgba,
    pub(crate) felt_line: Rgba,
    pub(crate) hole: Rgba,
    pub(crate) black: Rgba,
    pub(crate) black_rim: Rgba,
    pub(crate) white: Rgba,
    pub(crate) white_rim: Rgba,
    pub(crate) last_on_black: Rgba,
    pub(crate) last_on_white: Rgba,
    pub(crate) value: Rgba,
    pub(crate) best: Rgba,
    pub(crate) accent: Rgba,
    pub(crate) danger: Rgba,
}

impl Theme {
    /// All themes.
    pub const ALL: [Theme; 4] = [Theme::Classic, Theme::Dark, Theme::Contrast, Theme::Print];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Classic => "classic",
            Theme::Dark => "dark",
            Theme::Contrast => "contrast",
            Theme::Print => "print",
        }
    }

    pub(crate) const fn colors(self) -> Colors {
        match self {
            Theme::Classic => CLASSIC,
            Theme::Dark => DARK,
            Theme::Contrast => CONTRAST,
            Theme::Print => PRINT,
        }
    }
}

impl Colors {
    pub(crate) fn disc(&self, color: Color) -> (Rgba, Rgba) {
        match color {
            Color::Black => (self.black, self.black_rim),
            Color::White => (self.white, self.white_rim),
        }
    }

    /// The color of a text on a disc, or of the mark of the last move.
    pub(crate) fn on_disc(&self, color: Color) -> (Rgba, Rgba) {
        match color {
            Color::Black => (self.white, self.last_on_black),
            Color::White => (self.black, self.last_on_white),
        }
    }
}

const CLASSIC: Colors = Colors {
    page: Rgba::of(0xf2ede4),
    ink: Rgba::of(0x2a2620),
    soft: Rgba::of(0x655c4f),
    line: Rgba::of(0xd9d0c0),
    frame: Rgba::of(0x5a3d26),
    frame_text: Rgba::of(0xecd9bd),
    felt: Rgba::of(0x23704f),
    felt_line: Rgba::of(0x11442e),
    hole: Rgba::of(0x3f2a19),
    black: Rgba::of(0x26262a),
    black_rim: Rgba::of(0x0c0c0e),
    white: Rgba::of(0xf4f0e6),
    white_rim: Rgba::of(0xcbc3b2),
    last_on_black: Rgba::of(0xf0b24a),
    last_on_white: Rgba::of(0xb4471d),
    value: Rgba::of(0xf6f2e6),
    best: Rgba::of(0xffe08a),
    accent: Rgba::of(0x1d6346),
    danger: Rgba::of(0xa33327),
};

const DARK: Colors = Colors {
    page: Rgba::of(0x191a1b),
    ink: Rgba::of(0xe9e5dc),
    soft: Rgba::of(0xa9a59b),
    line: Rgba::of(0x383b3d),
    frame: Rgba::of(0x2d2825),
    frame_text: Rgba::of(0xb5a898),
    felt: Rgba::of(0x2f5f4b),
    felt_line: Rgba::of(0x1a3a2d),
    hole: Rgba::of(0x1f1b19),
    black: Rgba::of(0x1c1c1f),
    black_rim: Rgba::of(0x000000),
    white: Rgba::of(0xe3ded2),
    white_rim: Rgba::of(0xb3ac9d),
    last_on_black: Rgba::of(0xe3a94d),
    last_on_white: Rgba::of(0xa44420),
    value: Rgba::of(0xf0ece1),
    best: Rgba::of(0xffd97a),
    accent: Rgba::of(0x6fb592),
    danger: Rgba::of(0xee8d7d),
};

const CONTRAST: Colors = Colors {
    page: Rgba::of(0xffffff),
    ink: Rgba::of(0x000000),
    soft: Rgba::of(0x262626),
    line: Rgba::of(0x000000),
    frame: Rgba::of(0x000000),
    frame_text: Rgba::of(0xffffff),
    felt: Rgba::of(0x2f8f5f),
    felt_line: Rgba::of(0x000000),
    hole: Rgba::of(0x000000),
    black: Rgba::of(0x000000),
    black_rim: Rgba::of(0xffffff),
    white: Rgba::of(0xffffff),
    white_rim: Rgba::of(0x000000),
    last_on_black: Rgba::of(0xffd400),
    last_on_white: Rgba::of(0xc00000),
    value: Rgba::of(0x000000),
    best: Rgba::of(0x000000),
    accent: Rgba::of(0x00492c),
    danger: Rgba::of(0x8c0f00),
};

const PRINT: Colors = Colors {
    page: Rgba::of(0xffffff),
    ink: Rgba::of(0x000000),
    soft: Rgba::of(0x404040),
    line: Rgba::of(0x808080),
    frame: Rgba::of(0xffffff),
    frame_text: Rgba::of(0x000000),
    felt: Rgba::of(0xffffff),
    felt_line: Rgba::of(0x000000),
    hole: Rgba::of(0x808080),
    black: Rgba::of(0x000000),
    black_rim: Rgba::of(0x000000),
    white: Rgba::of(0xffffff),
    white_rim: Rgba::of(0x000000),
    last_on_black: Rgba::of(0xffffff),
    last_on_white: Rgba::of(0x000000),
    value: Rgba::of(0x000000),
    best: Rgba::of(0x000000),
    accent: Rgba::of(0x000000),
    danger: Rgba::of(0x000000),
};

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that is not a theme.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not a theme: write classic, dark, contrast or print")]
pub struct ParseThemeError(String);

impl FromStr for Theme {
    type Err = ParseThemeError;

    fn from_str(text: &str) -> Result<Theme, ParseThemeError> {
        let named = Theme::ALL.into_iter().find(|theme| theme.name().eq_ignore_ascii_case(text.trim()));
        named.ok_or_else(|| ParseThemeError(excerpt(text)))
    }
}
