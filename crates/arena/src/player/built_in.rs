//! Built-in bots as players.

use std::{sync::atomic::AtomicBool, time::Instant};

use outflank_engine::Settings;

use super::{Answer, Briefing, Choice, Player, PlayerError, Question};
use crate::bot::{Bot, BotKind};

/// A built-in bot as a player. Each game gets a new bot.
pub(super) struct BuiltIn {
    kind: BotKind,
    settings: Settings,
    bot: Option<Box<dyn Bot>>,
}

impl BuiltIn {
    pub(super) fn new(kind: BotKind, settings: Settings) -> BuiltIn {
        BuiltIn { kind, settings, bot: None }
    }
}

impl Player for BuiltIn {
    fn name(&self) -> String {
        self.kind.to_string()
    }

    fn begin(&mut self, briefing: &Briefing<'_>, _stop: &AtomicBool) -> Result<(), PlayerError> {
        self.bot = Some(self.kind.bot_with(briefing.seed, &self.settings));
        Ok(())
    }

    fn choose(&mut self, question: &Question<'_>) -> Result<Answer, PlayerError> {
        let begun = Instant::now();
        let bot = self.bot.get_or_insert_with(|| self.kind.bot_with(0, &self.settings));
        let mv = bot.choose(question.game, question.clock(), question.stop);
        let (spent, value) = (begun.elapsed(), bot.value());
        Ok(Answer { choice: Choice::Move(mv), spent, bytes: Vec::new(), info: None, value })
    }
}
