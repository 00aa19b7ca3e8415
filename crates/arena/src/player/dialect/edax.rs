//! The console of Edax: the board is set before each question, and the move is found in what is printed.

use std::sync::atomic::AtomicBool;

use outflank_rules::notation::{BoardStyle, Layout};

use super::{
    super::{Answer, Briefing, Choice, Question, Trouble, talk::Talk},
    Dialect, answered, is_usual, move_in, no_move, untellable,
};

#[derive(Default)]
pub(super) struct Edax {
    is_told: bool,
}

impl Dialect for Edax {
    fn begin(&mut self, talk: &mut Talk, briefing: &Briefing<'_>, _stop: &AtomicBool) -> Result<(), Trouble> {
        if !is_usual(briefing.game) || briefing.game.start().ground().size() != 8 {
            return Err(untellable("the console knows only the usual goal on the full board of 8x8").into());
        }
        if !self.is_told {
            // It plays no side by itself.
            talk.say("mode 3")?;
            self.is_told = true;
        }
        Ok(())
    }

    fn ask(&mut self, talk: &mut Talk, question: &Question<'_>) -> Result<Answer, Trouble> {
        let board = BoardStyle { layout: Layout::Line, ..BoardStyle::default() }.draw(&question.game.position());
        talk.say(&format!("setboard {}", board.trim_end()))?;
        let timer = talk.timer(question.left());
        talk.say("go")?;
        loop {
            let line = talk.hear(&timer, question.stop)?;
            talk.has_started();
            let text = String::from_utf8_lossy(&line.bytes);
            let Some((_, said)) = text.split_once(" plays ") else { continue };
            let word = said.split_whitespace().next().unwrap_or_default();
            let mv = move_in(word).ok_or_else(|| no_move(&line, "a line such as Edax plays D3"))?;
            return Ok(answered(Choice::Move(mv), line, &timer)?);
        }
    }

    fn bye(&mut self, talk: &mut Talk) {
        let _ = talk.say("quit");
    }
}
