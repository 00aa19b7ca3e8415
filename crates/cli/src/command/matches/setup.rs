//! Turns the arguments into the settings of a match.

use outflank_arena::{
    matches::MatchSettings,
    roster::NamedPlayer,
    stat::{Elo, Sprt},
};

use super::Args;
use crate::{error::Error, openings, start::drawn_seed};

/// Default number of pairs, and the limit for a test.
const PAIRS: u32 = 50;
const PAIRS_OF_TEST: u32 = 50_000;

impl Args {
    pub(super) fn settings(&self, first: &NamedPlayer, second: &NamedPlayer) -> Result<MatchSettings, Error> {
        let variant = self.start.variant();
        let (openings, sprt) = (openings::beginnings(self.openings.as_ref(), &variant)?, self.test()?);
        let usual = if sprt.is_some() { PAIRS_OF_TEST } else { PAIRS };
        let pairs = self.wanted_pairs().unwrap_or(usual);
        Ok(MatchSettings {
            entrants: [first.entrant.clone(), second.entrant.clone()],
            given_names: [first.name.clone(), second.name.clone()],
            pairs,
            time: self.time,
            variant,
            openings,
            seed: self.start.seed().unwrap_or_else(drawn_seed),
            sprt,
            fresh: self.restart,
        })
    }

    /// The number of pairs in the arguments, if any.
    pub(super) fn wanted_pairs(&self) -> Option<u32> {
        self.pairs.or(self.games.map(|games| games.div_ceil(2)))
    }

    fn test(&self) -> Result<Option<Sprt>, Error> {
        let Some(&[elo0, elo1]) = self.sprt.as_deref() else { return Ok(None) };
        Sprt::new(Elo(elo0), Elo(elo1), self.alpha, self.beta).map(Some).map_err(Error::Sprt)
    }
}
