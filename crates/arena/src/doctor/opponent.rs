//! Whoever sits opposite the bot that is examined.

use std::{sync::atomic::AtomicBool, time::Duration};

use outflank_engine::Clock;

use crate::{
    Answer, Briefing, Choice, Player, Question, Trouble,
    bot::{Bot, BotKind},
};

/// A built-in bot that may leave when it has seen enough.
pub(super) struct Opponent {
    kind: BotKind,
    bot: Box<dyn Bot>,
    /// Moves until it resigns.
    moves_left: usize,
}

impl Opponent {
    /// One who plays to the end.
    pub(super) fn bot(kind: BotKind) -> Opponent {
        Opponent { kind, bot: kind.bot(0), moves_left: usize::MAX }
    }

    /// One who resigns when it would have to make another move than these.
    pub(super) fn leaving_after(moves: usize) -> Opponent {
        Opponent { moves_left: moves, ..Opponent::bot(BotKind::Random) }
    }
}

impl Player for Opponent {
    fn name(&self) -> String {
        self.kind.to_string()
    }

    fn begin(&mut self, briefing: &Briefing<'_>, _stop: &AtomicBool) -> Result<(), Trouble> {
        self.bot = self.kind.bot(briefing.seed);
        Ok(())
    }

    fn choose(&mut self, question: &Question<'_>) -> Result<Answer, Trouble> {
        let choice = match self.moves_left.checked_sub(1) {
            None => Choice::Resign,
            Some(left) => {
                self.moves_left = left;
                Choice::Move(self.bot.choose(question.game, Clock::Unlimited, question.stop))
            }
        };
        // It is no rival: its own time does not pass.
        Ok(Answer { choice, spent: Duration::ZERO, bytes: Vec::new(), info: None })
    }
}
