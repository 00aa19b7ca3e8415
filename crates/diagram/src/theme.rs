//! The colors of boards.

use std::{fmt, str::FromStr};

use outflank_rules::Color;

use crate::ink::Ink;

/// Colors that belong together; the first three are those of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// Green felt in a wooden frame.
    #[default]
    Classic,
    /// The same by night.
    Dark,
    /// For those who need to see every edge.
    Contrast,
    /// Lines on white, for paper and for books.
    Print,
}

/// Every color of a picture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Colors {
    pub(crate) page: Ink,
    pub(crate) ink: Ink,
    pub(crate) soft: Ink,
    pub(crate) line: Ink,
    pub(crate) frame: Ink,
    pub(crate) frame_text: Ink,
    pub(crate) felt: Ink,
    pub(crate) felt_line: Ink,
    pub(crate) hole: Ink,
    pub(crate) black: Ink,
    pub(crate) black_rim: Ink,
    pub(crate) white: Ink,
    pub(crate) white_rim: Ink,
    pub(crate) last_on_black: Ink,
    pub(crate) last_on_white: Ink,
    pub(crate) value: Ink,
    pub(crate) best: Ink,
    pub(crate) accent: Ink,
    pub(crate) danger: Ink,
}

impl Theme {
    /// All of them.
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
    pub(crate) fn disc(&self, color: Color) -> (Ink, Ink) {
        match color {
            Color::Black => (self.black, self.black_rim),
            Color::White => (self.white, self.white_rim),
        }
    }

    /// What is written on a disc, or marks it as the last.
    pub(crate) fn on_disc(&self, color: Color) -> (Ink, Ink) {
        match color {
            Color::Black => (self.white, self.last_on_black),
            Color::White => (self.black, self.last_on_white),
        }
    }
}

const CLASSIC: Colors = Colors {
    page: Ink::of(0xf2ede4),
    ink: Ink::of(0x2a2620),
    soft: Ink::of(0x655c4f),
    line: Ink::of(0xd9d0c0),
    frame: Ink::of(0x5a3d26),
    frame_text: Ink::of(0xecd9bd),
    felt: Ink::of(0x23704f),
    felt_line: Ink::of(0x11442e),
    hole: Ink::of(0x3f2a19),
    black: Ink::of(0x26262a),
    black_rim: Ink::of(0x0c0c0e),
    white: Ink::of(0xf4f0e6),
    white_rim: Ink::of(0xcbc3b2),
    last_on_black: Ink::of(0xf0b24a),
    last_on_white: Ink::of(0xb4471d),
    value: Ink::of(0xf6f2e6),
    best: Ink::of(0xffe08a),
    accent: Ink::of(0x1d6346),
    danger: Ink::of(0xa33327),
};

const DARK: Colors = Colors {
    page: Ink::of(0x191a1b),
    ink: Ink::of(0xe9e5dc),
    soft: Ink::of(0xa9a59b),
    line: Ink::of(0x383b3d),
    frame: Ink::of(0x2d2825),
    frame_text: Ink::of(0xb5a898),
    felt: Ink::of(0x2f5f4b),
    felt_line: Ink::of(0x1a3a2d),
    hole: Ink::of(0x1f1b19),
    black: Ink::of(0x1c1c1f),
    black_rim: Ink::of(0x000000),
    white: Ink::of(0xe3ded2),
    white_rim: Ink::of(0xb3ac9d),
    last_on_black: Ink::of(0xe3a94d),
    last_on_white: Ink::of(0xa44420),
    value: Ink::of(0xf0ece1),
    best: Ink::of(0xffd97a),
    accent: Ink::of(0x6fb592),
    danger: Ink::of(0xee8d7d),
};

const CONTRAST: Colors = Colors {
    page: Ink::of(0xffffff),
    ink: Ink::of(0x000000),
    soft: Ink::of(0x262626),
    line: Ink::of(0x000000),
    frame: Ink::of(0x000000),
    frame_text: Ink::of(0xffffff),
    felt: Ink::of(0x2f8f5f),
    felt_line: Ink::of(0x000000),
    hole: Ink::of(0x000000),
    black: Ink::of(0x000000),
    black_rim: Ink::of(0xffffff),
    white: Ink::of(0xffffff),
    white_rim: Ink::of(0x000000),
    last_on_black: Ink::of(0xffd400),
    last_on_white: Ink::of(0xc00000),
    value: Ink::of(0x000000),
    best: Ink::of(0x000000),
    accent: Ink::of(0x00492c),
    danger: Ink::of(0x8c0f00),
};

const PRINT: Colors = Colors {
    page: Ink::of(0xffffff),
    ink: Ink::of(0x000000),
    soft: Ink::of(0x404040),
    line: Ink::of(0x808080),
    frame: Ink::of(0xffffff),
    frame_text: Ink::of(0x000000),
    felt: Ink::of(0xffffff),
    felt_line: Ink::of(0x000000),
    hole: Ink::of(0x808080),
    black: Ink::of(0x000000),
    black_rim: Ink::of(0x000000),
    white: Ink::of(0xffffff),
    white_rim: Ink::of(0x000000),
    last_on_black: Ink::of(0xffffff),
    last_on_white: Ink::of(0x000000),
    value: Ink::of(0x000000),
    best: Ink::of(0x000000),
    accent: Ink::of(0x000000),
    danger: Ink::of(0x000000),
};

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A word that names no theme.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseThemeError(String);

impl FromStr for Theme {
    type Err = ParseThemeError;

    fn from_str(text: &str) -> Result<Theme, ParseThemeError> {
        let named = Theme::ALL.into_iter().find(|theme| theme.name().eq_ignore_ascii_case(text.trim()));
        named.ok_or_else(|| ParseThemeError(text.chars().take(40).collect()))
    }
}

impl fmt::Display for ParseThemeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a theme: write classic, dark, contrast or print", self.0)
    }
}

impl std::error::Error for ParseThemeError {}
