//! Bots that are part of this program.

use std::{
    sync::atomic::{AtomicBool, Ordering::SeqCst},
    time::Instant,
};

use super::{Answer, Briefing, Choice, Player, Question, Trouble};
use crate::{
    Foul, Verdict,
    bot::{Bot, BotKind},
};

/// A built-in bot as a player; each game has a new one.
pub(super) struct BuiltIn {
    kind: BotKind,
    bot: Box<dyn Bot>,
}

impl BuiltIn {
    pub(super) fn new(kind: BotKind) -> BuiltIn {
        BuiltIn { kind, bot: kind.bot(0) }
    }
}

impl Player for BuiltIn {
    fn name(&self) -> String {
        self.kind.to_string()
    }

    fn begin(&mut self, briefing: &Briefing<'_>, _stop: &AtomicBool) -> Result<(), Trouble> {
        self.bot = self.kind.bot(briefing.seed);
        Ok(())
    }

    fn choose(&mut self, question: &Question<'_>) -> Result<Answer, Trouble> {
        let begun = Instant::now();
        let mv = self.bot.choose(question.game, question.clock(), question.stop);
        let spent = begun.elapsed();
        if question.stop.load(SeqCst) {
            return Err(Trouble::Stopped);
        }
        if question.left().is_some_and(|left| spent > left) {
            return Err(Foul::new(Verdict::Late, b"", format!("after {spent:.3?}")).after(spent).into());
        }
        Ok(Answer { choice: Choice::Move(mv), spent, bytes: Vec::new(), info: None })
    }
}
