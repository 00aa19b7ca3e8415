//! The Edax console: sets the board before each request and finds the move in the printed text.

use std::sync::atomic::AtomicBool;

use outflank_rules::notation::{BoardStyle, Layout};

use super::{
    super::{Answer, Briefing, Choice, PlayerError, Question, session::ProgramSession},
    ProtocolAdapter, answered, is_usual, move_in, no_move, not_twice, unsupported_game,
};
use crate::Foul;

#[derive(Default)]
pub(super) struct Edax {
    is_set_up: bool,
}

impl ProtocolAdapter for Edax {
    fn begin(
        &mut self,
        session: &mut ProgramSession,
        briefing: &Briefing<'_>,
        stop: &AtomicBool,
    ) -> Result<(), PlayerError> {
        if !is_usual(briefing.game) || briefing.game.start().spec().size() != 8 {
            return Err(unsupported_game("the console knows only the usual goal on the full board of 8x8").into());
        }
        if !self.is_set_up {
            // Mode 3: Edax plays neither side by itself.
            session.send("mode 3")?;
            self.is_set_up = true;
        }
        session.wait_for_start(stop)
    }

    fn drain(&mut self, session: &mut ProgramSession) -> Result<(), Foul> {
        session.drain(is_move)
    }

    fn ask(&mut self, session: &mut ProgramSession, question: &Question<'_>) -> Result<Answer, PlayerError> {
        self.drain(session)?;
        let board = BoardStyle { layout: Layout::Line, ..BoardStyle::default() }.draw(&question.game.position());
        let mut timer = session.timer(question.left());
        session.send(&format!("setboard {}", board.trim_end()))?;
        session.send("go")?;
        loop {
            let line = session.recv(&timer, question.stop)?;
            session.has_started();
            timer.is_ready(line.at);
            let text = String::from_utf8_lossy(&line.bytes);
            let Some((_, answer)) = text.split_once(" plays ") else { continue };
            let word = answer.split_whitespace().next().unwrap_or_default();
            let mv = move_in(word).ok_or_else(|| no_move(&line, "a line such as Edax plays D3"))?;
            not_twice(mv, &line, question, session, is_move)?;
            return Ok(answered(Choice::Move(mv), line, &timer)?);
        }
    }

    fn bye(&mut self, session: &mut ProgramSession) {
        let _ = session.send("quit");
    }
}

fn is_move(text: &str) -> bool {
    text.contains(" plays ")
}
