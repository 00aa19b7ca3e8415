//! A player for single moves, for callers that keep the game and its clocks.

use std::sync::atomic::AtomicBool;

use outflank_rules::{Color, Game};

use super::{Answer, Briefing, Choice, Limits, Player, PlayerError, PlayerSpec, Question};
use crate::{Foul, GameResult};

/// Answers requests about any game at any time: moves may have been taken back since the last
/// request, and the next request may be about another game.
///
/// After a foul or a stopped request, the program is ended and started again for the next request.
pub struct OnCall {
    player: Box<dyn Player>,
    /// The game the player was last prepared for.
    game: Option<(String, Color)>,
}

impl OnCall {
    /// Creates a player. A program is started for the first game.
    pub fn new(entrant: &PlayerSpec, limits: Limits) -> OnCall {
        OnCall { player: entrant.player(Limits { is_clocked_elsewhere: true, ..limits }), game: None }
    }

    /// Prepares the player for a game, unless it was last prepared for this game and color.
    pub fn prepare(&mut self, briefing: &Briefing<'_>, stop: &AtomicBool) -> Result<(), PlayerError> {
        let game = (briefing.name.to_owned(), briefing.color);
        if self.game.as_ref() == Some(&game) {
            return Ok(());
        }
        self.game = Some(game);
        self.player.begin(briefing, stop).inspect_err(|error| self.retire(error, briefing.game))
    }

    /// Requests a move in the prepared game. The returned move is legal.
    pub fn choose(&mut self, question: &Question<'_>) -> Result<Answer, PlayerError> {
        let answer = self.player.choose(question).and_then(|answer| legal(answer, question.game));
        answer.inspect_err(|error| self.retire(error, question.game))
    }

    /// Ends a program that cannot be asked again: it failed, or may still answer a stopped request.
    fn retire(&mut self, error: &PlayerError, game: &Game) {
        self.game = None;
        if let PlayerError::Foul(foul) = error {
            self.player.refuse(foul, game);
        }
        self.player.over(game, GameResult::Left(game.position().turn()), "stopped", true);
    }
}

fn legal(answer: Answer, game: &Game) -> Result<Answer, PlayerError> {
    match answer.choice {
        Choice::Resign => Ok(answer),
        Choice::Move(mv) => match game.position().play(mv) {
            Ok(_) => Ok(answer),
            Err(illegal) => Err(Foul::illegal(mv, &answer.bytes, &illegal).into()),
        },
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::time::Duration;

    use outflank_rules::Variant;

    use super::*;
    use crate::{Sides, TimeControl, Verdict};

    fn asked(
        player: &mut OnCall,
        game: &Game,
        time: Option<(TimeControl, Sides<Duration>)>,
    ) -> Result<Answer, PlayerError> {
        let stop = AtomicBool::default();
        let (name, color, opponent) = ("game", game.position().turn(), "Guest");
        player.prepare(&Briefing { game, name, color, opponent, time: None, seed: 0 }, &stop)?;
        player.choose(&Question { game, time, stop: &stop })
    }

    fn start() -> Game {
        Game::new(Variant::STANDARD.start())
    }

    fn fault(command: &str, limits: Limits) -> Foul {
        match asked(&mut OnCall::new(&command.parse().unwrap(), limits), &start(), None) {
            Err(PlayerError::Foul(foul)) => foul,
            other => panic!("{other:?}"),
        }
    }

    /// `cat` echoes its input, which is not an answer.
    #[test]
    fn waiting_for_a_silent_program_ends() {
        let hasty = Limits { startup: Duration::from_millis(1100), ..Limits::default() };
        assert_eq!(fault("gtp:cat", hasty).verdict, Verdict::Hung);
    }

    /// The program agrees to everything and never moves.
    #[test]
    fn a_move_has_more_time_than_other_answers() {
        let agreeing = r#"gtp:sh -c 'while read -r word rest; do [ $word = genmove ] || printf "=\n\n"; done'"#;
        let startup = Duration::from_secs(100);
        let hasty = Limits { startup, patience: Duration::from_millis(1100), ..Limits::default() };
        assert_eq!(fault(agreeing, hasty).verdict, Verdict::Hung);
    }

    #[test]
    fn a_late_answer_is_returned_if_the_caller_keeps_the_clock() {
        let slow = r#"gtp:sh -c 'while read -r word rest; do [ $word = genmove ] && sleep 1 && printf "= d3\n\n" || printf "=\n\n"; done'"#;
        let (startup, grace) = (Duration::from_secs(100), Duration::from_secs(100));
        let mut player = OnCall::new(&slow.parse().unwrap(), Limits { startup, grace, ..Limits::default() });
        let left = Duration::from_millis(1);
        let time = (TimeControl::PerMove(left), Sides::of(|_| left));
        assert_eq!(asked(&mut player, &start(), Some(time)).unwrap().choice, Choice::Move("d3".parse().unwrap()));
    }

    #[test]
    fn an_unflushed_answer_is_diagnosed() {
        let hasty = Limits { startup: Duration::from_secs(3), ..Limits::default() };
        let foul = fault("gtp:sh -c 'cat > /dev/null; printf \"=\\n\\n\"'", hasty);
        assert!(foul.to_string().contains("did not flush its output: flush each line"), "{foul}");
    }

    #[test]
    fn an_illegal_move_is_a_foul_and_the_program_starts_again() {
        let dir = tempfile::tempdir().unwrap();
        let starts = dir.path().join("starts");
        let script = format!("echo >> '{}'; while read -r line; do echo a1; done", starts.display());
        let path = dir.path().join("bot.sh");
        std::fs::write(&path, script).unwrap();
        let mut player = OnCall::new(&format!("codingame:sh '{}'", path.display()).parse().unwrap(), Limits::default());
        for count in 1..=2 {
            assert!(asked(&mut player, &start(), None).is_err());
            assert_eq!(std::fs::read_to_string(&starts).unwrap().lines().count(), count);
        }
    }

    /// The program reads its number and the size once, then boards, and plays the first of the
    /// moves offered.
    #[test]
    fn a_program_for_one_game_starts_again_for_another() {
        let dir = tempfile::tempdir().unwrap();
        let starts = dir.path().join("starts");
        let turn = "for row in 2 3 4 5 6 7 8; do read -r row; done; read -r count; read -r first; \
            while [ $count -gt 1 ]; do read -r other; count=$((count - 1)); done; echo $first";
        let script =
            format!("echo >> '{}'; read -r id; read -r size; while read -r row; do {turn}; done", starts.display());
        let path = dir.path().join("bot.sh");
        std::fs::write(&path, script).unwrap();
        let mut player = OnCall::new(&format!("codingame:sh '{}'", path.display()).parse().unwrap(), Limits::default());
        let (game, stop) = (start(), AtomicBool::default());
        for (name, count) in [("one", 1), ("one", 1), ("two", 2), ("one", 3)] {
            let (color, opponent) = (Color::Black, "Guest");
            player.prepare(&Briefing { game: &game, name, color, opponent, time: None, seed: 0 }, &stop).unwrap();
            let answer = player.choose(&Question { game: &game, time: None, stop: &stop }).unwrap();
            assert!(matches!(answer.choice, Choice::Move(_)), "{answer:?}");
            assert_eq!(std::fs::read_to_string(&starts).unwrap().lines().count(), count);
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_memory_limit_holds_from_the_start() {
        let dir = tempfile::tempdir().unwrap();
        let told = dir.path().join("told");
        fault(&format!("gtp:sh -c 'ulimit -d > \"{}\"'", told.display()), Limits::default());
        assert_eq!(std::fs::read_to_string(told).unwrap(), format!("{}\n", crate::process::DEFAULT_MEMORY >> 10));
    }

    #[test]
    fn a_built_in_bot_answers_with_its_best_when_it_is_stopped() {
        let game = start();
        let mut player = OnCall::new(&"level:20".parse().unwrap(), Limits::default());
        let stop = AtomicBool::new(true);
        let (color, opponent) = (Color::Black, "Guest");
        player.prepare(&Briefing { game: &game, name: "game", color, opponent, time: None, seed: 0 }, &stop).unwrap();
        let answer = player.choose(&Question { game: &game, time: None, stop: &stop }).unwrap();
        assert!(matches!(answer.choice, Choice::Move(_)));
    }
}
