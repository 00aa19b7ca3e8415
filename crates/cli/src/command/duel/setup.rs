//! What the arguments mean: the match that is to be played.

use std::{
    convert::Infallible,
    path::{Path, PathBuf},
    str::FromStr,
};

use outflank_arena::{
    duel::{Beginning, Beginnings, Duel},
    roster::Contestant,
    stat::{Elo, Sprt},
};
use outflank_rules::{Variant, record::Reader};

use super::Args;
use crate::{error::Error, source::Source, start::drawn_seed};

/// Pairs that are played unless others are asked for, and those after which a test gives up.
const PAIRS: u32 = 50;
const PAIRS_OF_TEST: u32 = 50_000;

/// How games begin, as it was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum OpeningsArg {
    Balanced,
    None,
    Random(u32),
    File(PathBuf),
}

/// Longer ones would be games.
const MOST_PLIES: u32 = 50;

impl FromStr for OpeningsArg {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<OpeningsArg, Infallible> {
        let plies =
            text.strip_prefix("random:").and_then(|plies| plies.parse().ok()).filter(|&plies| plies <= MOST_PLIES);
        Ok(match (text, plies) {
            ("balanced", _) => OpeningsArg::Balanced,
            ("none", _) => OpeningsArg::None,
            (_, Some(plies)) => OpeningsArg::Random(plies),
            _ => OpeningsArg::File(text.into()),
        })
    }
}

impl Args {
    /// The match that was asked for.
    pub(super) fn duel(&self, first: &Contestant, second: &Contestant) -> Result<Duel, Error> {
        let variant = self.start.variant();
        let (openings, sprt) = (self.openings(&variant)?, self.test()?);
        let usual = if sprt.is_some() { PAIRS_OF_TEST } else { PAIRS };
        let pairs = self.wanted_pairs().unwrap_or(usual);
        Ok(Duel {
            entrants: [first.entrant.clone(), second.entrant.clone()],
            given_names: [first.name.clone(), second.name.clone()],
            pairs,
            time: self.time,
            variant,
            openings,
            seed: self.start.seed().unwrap_or_else(drawn_seed),
            sprt,
            fresh: self.fresh,
        })
    }

    /// How many pairs were asked for.
    pub(super) fn wanted_pairs(&self) -> Option<u32> {
        self.pairs.or(self.games.map(|games| games.div_ceil(2)))
    }

    fn test(&self) -> Result<Option<Sprt>, Error> {
        let Some(&[elo0, elo1]) = self.sprt.as_deref() else { return Ok(None) };
        Sprt::new(Elo(elo0), Elo(elo1), self.alpha, self.beta).map(Some).map_err(Error::Sprt)
    }

    fn openings(&self, variant: &Variant) -> Result<Beginnings, Error> {
        match &self.openings {
            None => Ok(Beginnings::usual(variant)),
            Some(OpeningsArg::Balanced) if *variant != Variant::STANDARD => {
                Err(Error::UnbalancedVariant(Box::new(*variant)))
            }
            Some(OpeningsArg::Balanced) => Ok(Beginnings::Balanced),
            Some(OpeningsArg::None) => Ok(Beginnings::Start),
            Some(OpeningsArg::Random(plies)) => Ok(Beginnings::Random(*plies)),
            Some(OpeningsArg::File(path)) => self.given(path),
        }
    }

    /// The games and positions of a file; those that are over are of no use.
    fn given(&self, path: &Path) -> Result<Beginnings, Error> {
        let source = Source::File(path.to_owned());
        let opened = source.open(None)?;
        let mut list = Vec::new();
        for record in Reader::new(opened.format, opened.input).with_start(self.start.position()) {
            let record = record.map_err(|error| Error::Read { source: source.clone(), error })?;
            list.extend(Beginning::new(record.game));
        }
        if list.is_empty() { Err(Error::NoOpenings(source)) } else { Ok(Beginnings::Given(list)) }
    }
}
