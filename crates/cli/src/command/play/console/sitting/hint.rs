//! Advice for whoever is to move.

use std::io::Write;

use outflank_engine::Level;
use outflank_play::{Advice, Advisor};

use super::{LOOK, Left, Sitting};
use crate::{error::Error, interrupt, line};

/// The level whose advice is given.
const ADVISER: u8 = 12;

impl Sitting<'_> {
    /// Asks the engine what it would play.
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
                writeln!(out, "the adviser broke down: this is a fault of Outflank, please report it")?;
                return Ok(None);
            }
        };
        writeln!(out, "{}", self.advice(&advice))?;
        Ok(None)
    }

    /// The best moves with their values.
    fn advice(&self, advice: &Advice) -> String {
        const SHOWN: usize = 3;
        let shown = advice.analysis.moves.iter().take(SHOWN).map(|valued| {
            let depth = line::depth(valued.depth, valued.selectivity, valued.is_exact());
            let proof = if valued.is_exact() { "with perfect play".to_owned() } else { format!("at depth {depth}") };
            format!("{} {} {proof}", self.words.notation.write(valued.mv), valued.value)
        });
        format!("hint: {}", shown.collect::<Vec<_>>().join("; "))
    }
}
