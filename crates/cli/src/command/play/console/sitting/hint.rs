//! Suggests moves to the player.

use std::io::Write;

use crate::play::{Advice, Advisor};
use outflank_engine::Level;

use super::{LOOK, Left, Sitting};
use crate::{error::Error, interrupt, search_report::SearchDepth};

/// The level that suggests moves.
const ADVISER: u8 = 12;

impl Sitting<'_> {
    /// Prints the best moves at this level.
    pub(super) fn hint(&self, out: &mut dyn Write) -> Result<Option<Left>, Error> {
        out.flush()?;
        let position = self.session.position();
        let mut advisor = Advisor::new(&self.engine.settings()?);
        let level = Level::numbered(ADVISER).unwrap_or(Level::STRONGEST);
        advisor.ask(position, level.limits(position.empties().len()));
        let advice = loop {
            if interrupt::came() {
                return Ok(Some(Left::Interrupt));
            }
            if let Some(advice) = advisor.wait(LOOK) {
                break advice;
            }
            if advisor.is_broken() {
                writeln!(out, "the hint failed: this is a bug in Outflank, please report it")?;
                return Ok(None);
            }
        };
        writeln!(out, "{}", self.advice(&advice))?;
        Ok(None)
    }

    /// Formats the best moves with their values.
    fn advice(&self, advice: &Advice) -> String {
        const SHOWN: usize = 3;
        let shown = advice.analysis.moves.iter().take(SHOWN).map(|valued| {
            let depth = SearchDepth::new(valued.depth, valued.selectivity, valued.is_exact());
            format!("{} {} {}", self.words.notation.write(valued.mv), valued.value, depth.proof())
        });
        format!("hint: {}", shown.collect::<Vec<_>>().join("; "))
    }
}
