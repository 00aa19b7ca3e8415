//! Whoever sits opposite the bot that is examined.

use std::{sync::atomic::AtomicBool, thread, time::Duration};

use crate::{Answer, Briefing, Choice, Entrant, Limits, Player, Question, Trouble, bot::BotKind};

/// A built-in bot that may leave when it has seen enough.
pub(super) struct Opponent {
    bot: Box<dyn Player>,
    /// Moves until it resigns.
    moves_left: usize,
    /// How long it takes to get ready.
    pause: Duration,
}

impl Opponent {
    /// One who plays to the end.
    pub(super) fn bot(kind: BotKind) -> Opponent {
        Opponent { bot: Entrant::Bot(kind).player(Limits::default()), moves_left: usize::MAX, pause: Duration::ZERO }
    }

    /// One who resigns when it would have to make another move than these.
    pub(super) fn leaving_after(moves: usize) -> Opponent {
        Opponent { moves_left: moves, ..Opponent::bot(BotKind::Random) }
    }

    /// The same, taking so long to get ready: meanwhile the other should say nothing but hello.
    pub(super) fn pausing(self, pause: Duration) -> Opponent {
        Opponent { pause, ..self }
    }
}

impl Player for Opponent {
    fn name(&self) -> String {
        self.bot.name()
    }

    fn begin(&mut self, briefing: &Briefing<'_>, stop: &AtomicBool) -> Result<(), Trouble> {
        thread::sleep(self.pause);
        self.bot.begin(briefing, stop)
    }

    fn choose(&mut self, question: &Question<'_>) -> Result<Answer, Trouble> {
        let Some(left) = self.moves_left.checked_sub(1) else {
            return Ok(Answer { choice: Choice::Resign, spent: Duration::ZERO, bytes: Vec::new(), info: None });
        };
        self.moves_left = left;
        self.bot.choose(question)
    }
}
