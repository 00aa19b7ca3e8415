//! The protocol of the tournaments at TJHSST: time, side and board in, the number of a square out.

use std::{sync::atomic::AtomicBool, time::Duration};

use outflank_engine::Clock;
use outflank_rules::{Color, Move, Square};

use super::{
    super::{Answer, Briefing, Choice, Question, Trouble, talk::Talk},
    Dialect, answered, drain_lines, is_said, is_usual, no_move, not_twice, rows, untellable,
};
use crate::Foul;

/// What a program without a clock is told.
const NO_CLOCK: Duration = Duration::from_secs(60);

#[derive(Default)]
pub(super) struct Tjcsl;

impl Dialect for Tjcsl {
    fn begin(&mut self, _talk: &mut Talk, briefing: &Briefing<'_>, _stop: &AtomicBool) -> Result<(), Trouble> {
        if !is_usual(briefing.game) || briefing.game.start().ground().size() != 8 {
            return Err(untellable("these programs know only the usual goal on the full board of 8x8").into());
        }
        Ok(())
    }

    fn drain(&mut self, talk: &mut Talk) -> Result<(), Foul> {
        drain_lines(talk)
    }

    fn ask(&mut self, talk: &mut Talk, question: &Question<'_>) -> Result<Answer, Trouble> {
        self.drain(talk)?;
        let seconds = seconds(question);
        let side = if question.color() == Color::Black { 'x' } else { 'o' };
        let board = rows(question.game, 'x', 'o', '.').concat();
        let timer = talk.timer(question.left());
        talk.say(&format!("{seconds}\n{side}\n{board}"))?;
        let line = talk.hear(&timer, question.stop)?;
        talk.has_started();
        // Behind a semicolon stands the time that it did not use.
        let number = line.text()?.split(';').next().unwrap_or_default().trim();
        let square = number.parse().ok().and_then(Square::from_index);
        let mv = Move::Place(square.ok_or_else(|| no_move(&line, "the number of a square, 0 to 63"))?);
        not_twice(mv, &line, question, talk, is_said)?;
        Ok(answered(Choice::Move(mv), line, &timer)?)
    }
}

/// Whole seconds for this move, as the protocol has no clock for a game: of that, an equal share for each move that may be left to make.
/// Nobody is told that there is no time at all, which some take for a mistake.
fn seconds(question: &Question<'_>) -> u64 {
    let time = match question.clock() {
        Clock::Unlimited => NO_CLOCK,
        Clock::PerMove(left) => left,
        Clock::Game { left, increment } => {
            let moves = question.game.position().empties().len().div_ceil(2).max(1);
            (left / moves).saturating_add(increment).min(left)
        }
    };
    time.as_secs().max(1)
}
