//! The protocol of the CodinGame contest. A program plays a single game.

use std::sync::atomic::AtomicBool;

use outflank_rules::{Color, Move};

use super::{
    super::{Answer, Briefing, Choice, PlayerError, Question, session::ProgramSession},
    ProtocolAdapter, answered, drain_lines, is_nonempty, is_usual, move_in, no_move, not_twice, rows, unsupported_game,
};
use crate::Foul;

#[derive(Default)]
pub(super) struct CodinGame {
    /// Set if the program asked to receive the opponent's moves.
    is_expert: bool,
}

impl ProtocolAdapter for CodinGame {
    fn begin(
        &mut self,
        session: &mut ProgramSession,
        briefing: &Briefing<'_>,
        stop: &AtomicBool,
    ) -> Result<(), PlayerError> {
        if !is_usual(briefing.game) {
            return Err(unsupported_game("these programs know only the usual goal on a full board").into());
        }
        let number = if briefing.color == Color::Black { 0 } else { 1 };
        session.send(&format!("{number}\n{}", briefing.game.start().spec().size()))?;
        session.wait_for_start(stop)
    }

    fn drain(&mut self, session: &mut ProgramSession) -> Result<(), Foul> {
        drain_lines(session)
    }

    fn ask(&mut self, session: &mut ProgramSession, question: &Question<'_>) -> Result<Answer, PlayerError> {
        self.drain(session)?;
        let mut lines = rows(question.game, '0', '1', '.');
        if self.is_expert {
            lines.push(moves_of_other(question));
        }
        let legal = question.game.position().moves();
        lines.push(legal.len().to_string());
        lines.extend(legal.iter().map(ToString::to_string));
        let timer = session.timer(question.left());
        session.send(&lines.join("\n"))?;
        let line = session.recv(&timer, question.stop)?;
        session.has_started();
        let mut words = line.text()?.split_whitespace();
        let mut word = words.next().unwrap_or_default();
        if word.eq_ignore_ascii_case("expert") {
            self.is_expert = true;
            word = words.next().unwrap_or_default();
        }
        let mv = move_in(word).ok_or_else(|| no_move(&line, "one of the actions, such as d3"))?;
        not_twice(mv, &line, question, session, is_nonempty)?;
        Ok(answered(Choice::Move(mv), line, &timer)?)
    }
}

/// The opponent's moves since the player's last one, or `pass` if the opponent was skipped.
fn moves_of_other(question: &Question<'_>) -> String {
    let own = question.color();
    let turns: Vec<_> = question.game.turns().collect();
    let since = turns.iter().rposition(|(before, mv)| before.turn() == own && *mv != Move::Pass).map_or(0, |at| at + 1);
    let moves: Vec<String> = turns[since..]
        .iter()
        .filter(|(before, mv)| before.turn() != own && *mv != Move::Pass)
        .map(|(_, mv)| mv.to_string())
        .collect();
    if moves.is_empty() { "pass".to_owned() } else { moves.join(" ") }
}
