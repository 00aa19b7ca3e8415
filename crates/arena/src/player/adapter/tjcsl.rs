//! The protocol of the TJHSST tournaments: time, side and board in; the number of a square out.

use std::{sync::atomic::AtomicBool, time::Duration};

use outflank_engine::Clock;
use outflank_rules::{Color, Move, Square};

use super::{
    super::{Answer, Briefing, Choice, PlayerError, Question, session::ProgramSession},
    ProtocolAdapter, answered, drain_lines, is_nonempty, is_usual, no_move, not_twice, rows, unsupported_game,
};
use crate::Foul;

/// The time sent without a clock.
const NO_CLOCK: Duration = Duration::from_secs(60);

#[derive(Default)]
pub(super) struct Tjcsl;

impl ProtocolAdapter for Tjcsl {
    fn begin(
        &mut self,
        _talk: &mut ProgramSession,
        briefing: &Briefing<'_>,
        _stop: &AtomicBool,
    ) -> Result<(), PlayerError> {
        if !is_usual(briefing.game) || briefing.game.start().spec().size() != 8 {
            return Err(unsupported_game("these programs know only the usual goal on the full board of 8x8").into());
        }
        Ok(())
    }

    fn drain(&mut self, session: &mut ProgramSession) -> Result<(), Foul> {
        drain_lines(session)
    }

    fn ask(&mut self, session: &mut ProgramSession, question: &Question<'_>) -> Result<Answer, PlayerError> {
        self.drain(session)?;
        let seconds = seconds(question);
        let side = if question.color() == Color::Black { 'x' } else { 'o' };
        let board = rows(question.game, 'x', 'o', '.').concat();
        let timer = session.timer(question.left());
        session.send(&format!("{seconds}\n{side}\n{board}"))?;
        let line = session.recv(&timer, question.stop)?;
        session.has_started();
        // The unused time follows a semicolon.
        let number = line.text()?.split(';').next().unwrap_or_default().trim();
        let square = number.parse().ok().and_then(Square::from_index);
        let mv = Move::Place(square.ok_or_else(|| no_move(&line, "the number of a square, 0 to 63"))?);
        not_twice(mv, &line, question, session, is_nonempty)?;
        Ok(answered(Choice::Move(mv), line, &timer)?)
    }
}

/// Whole seconds for this move. The protocol has no clock per game, so the remaining time is
/// divided by the moves that may be left. Never 0, which some programs reject.
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
