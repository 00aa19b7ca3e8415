//! The forms of a tournament, by name.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

/// Who plays whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// Equals meet, nobody twice.
    Swiss,
    /// Who loses is out.
    KnockOut,
    /// The first of the list meet all others.
    Gauntlet,
}

impl Form {
    /// All of them.
    pub const ALL: [Form; 4] = [Form::RoundRobin, Form::Swiss, Form::KnockOut, Form::Gauntlet];

    /// Its name in an argument.
    pub const fn name(self) -> &'static str {
        match self {
            Form::RoundRobin => "round-robin",
            Form::Swiss => "swiss",
            Form::KnockOut => "knock-out",
            Form::Gauntlet => "gauntlet",
        }
    }

    /// Its name in a text.
    pub const fn words(self) -> &'static str {
        match self {
            Form::RoundRobin => "round robin",
            Form::Swiss => "Swiss",
            Form::KnockOut => "knock-out",
            Form::Gauntlet => "gauntlet",
        }
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A word that names no form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownForm(String);

impl fmt::Display for UnknownForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a form of a tournament: write {}", self.0, Form::ALL.map(Form::name).join(", "))
    }
}

impl std::error::Error for UnknownForm {}

impl FromStr for Form {
    type Err = UnknownForm;

    fn from_str(text: &str) -> Result<Form, UnknownForm> {
        let found = Form::ALL.into_iter().find(|form| form.name().eq_ignore_ascii_case(text));
        found.ok_or_else(|| UnknownForm(text.to_owned()))
    }
}
