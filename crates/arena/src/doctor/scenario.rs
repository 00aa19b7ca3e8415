//! Scripted games for the checks, and the opponents in them.

use std::{sync::atomic::AtomicBool, thread, time::Duration};

use outflank_rules::{Color, Game, Move, Square, Variant};

use super::Check;
use crate::{Answer, Briefing, Choice, Limits, Player, PlayerError, PlayerSpec, Question, TimeControl, bot::BotKind};

/// Openings after which this side has passed once, and any of its moves makes the opponent pass.
const PASSES: [(Color, &str); 2] = [
    (
        Color::Black,
        "c4c3f5b4b2d2b3a3c2d3a2b1d1a1a4a5b5c1b6a6a7b7e1b8e2f6f7e3f3f4c5c6g2f2g3f1g4h3g1h5f8e6e7d7d6g7g5h4h2c8c7e8d8g8a8h7h1g6",
    ),
    (
        Color::White,
        "e6f6f5d6c6c4c5c7f7f3d3g5g6d2h5e7e8f4b3b4d7b2a2h7h6c8h8b5b1g8f8g7d8g4h4b8b7a7a8a6a5h3g3c2e2h2g2g1h1f1e1c3a3a4c1e3a1f2",
    ),
];

/// The only move of this side takes the opponent's last disc.
const WIPES_OUT: [(Color, &str); 2] =
    [(Color::Black, "d3c3b3d6d7c7f6e7d8f7b6g5g7"), (Color::White, "c4c5e6c3b3a3b5c6b6f6f5f4d6a5a4a6a7")];

/// After its only move this side loses its last disc to `greedy`.
const IS_WIPED_OUT: [(Color, &str); 2] = [
    (Color::Black, "e6f6c4e7f5g4e8d8g6f8h3g5g7h6g8h8h5h4h7h2f7f4g3g2d6d7c6b7b3b4a4"),
    (Color::White, "c4e3f3c5c6b5a6b3f5f4d3f6f7"),
];

/// Games that this side ends by filling the last square.
const FILLS_BOARD: [(Color, &str); 2] = [
    (
        Color::Black,
        "d3c5c6e3f3f4e6f2c4d6d7c3d2e1f6b6b5b4a6b7a4e7d8a5f7f8f5g5e8c2g8a3a2c7c8a8a7a1b3g7b8h8h7b2g6h5h6d1e2b1c1h4h3g4g3g1g2f1h1",
    ),
    (
        Color::White,
        "e6f6f5d6g7e3c5b4d7c6d3f3b5c2b3b7b6a4e2f7c4h7g8f4h8d2b8d8a2g6e7a6f2a8a3g1c1f1g5d1c3g4g2h4e8a1h5b2c8g3c7h6b1a7h3e1a5h2h1",
    ),
];

/// Moves left in the clock check.
const MOVES_ON_CLOCK: usize = 12;

/// Moves of the opponent before it resigns, in checks where a whole game would show no more.
const SOME: usize = 6;

/// Time for a bot that answers without a request to do so.
const ANSWER_DELAY: Duration = Duration::from_millis(300);

/// A game for the bot.
pub(super) struct CheckScenario {
    pub(super) start: Game,
    /// The bot's color.
    pub(super) color: Color,
    pub(super) opponent: Opponent,
    /// A special time control, if any.
    pub(super) time: Option<TimeControl>,
}

impl CheckScenario {
    fn new(start: Game, color: Color, opponent: Opponent) -> CheckScenario {
        CheckScenario { start, color, opponent, time: None }
    }

    /// The start of a standard game, until the opponent has made this many moves.
    pub(super) fn beginning(color: Color, moves: usize) -> CheckScenario {
        CheckScenario::new(Game::new(Variant::STANDARD.start()), color, Opponent::leaving_after(moves))
    }

    /// The first request of a game, after a moment without requests.
    pub(super) fn opening() -> CheckScenario {
        let start = Game::new(Variant::STANDARD.start());
        CheckScenario::new(start, Color::Black, Opponent::leaving_after(0).pausing(ANSWER_DELAY))
    }

    pub(super) fn whole(variant: Variant, color: Color, opponent: BotKind) -> CheckScenario {
        CheckScenario::new(Game::new(variant.start()), color, Opponent::bot(opponent))
    }
}

/// The games of a check that consists of games only, each with a freshly started bot.
pub(super) fn scenes(check: Check) -> Vec<CheckScenario> {
    let greedy = || Opponent::bot(BotKind::Greedy);
    let after = |list: &[(Color, &str)]| -> Vec<CheckScenario> {
        list.iter().map(|(color, moves)| CheckScenario::new(game(moves), *color, greedy())).collect()
    };
    let both = |variant, opponent| Color::ALL.map(|color| CheckScenario::whole(variant, color, opponent)).into();
    let some = |variant: Variant| {
        let scene = |color| CheckScenario::new(Game::new(variant.start()), color, Opponent::leaving_after(SOME));
        Color::ALL.map(scene).into()
    };
    match check {
        Check::White => vec![CheckScenario::beginning(Color::White, 3)],
        Check::Pass => after(&PASSES),
        Check::WipeOut => after(&[WIPES_OUT, IS_WIPED_OUT].concat()),
        Check::FullBoard => after(&FILLS_BOARD),
        Check::Tiny => both(Variant::TINY, BotKind::Greedy),
        Check::Six => both(Variant::SIX, BotKind::Greedy),
        Check::Holes => some(Variant::OCTAGON),
        Check::Anti => some(Variant::ANTI),
        Check::FreeCentre => some(Variant::FREE_CENTRE),
        Check::Clock => vec![on_clock()],
        Check::Random => both(Variant::STANDARD, BotKind::Random),
        Check::Greedy => both(Variant::STANDARD, BotKind::Greedy),
        Check::Opening | Check::TwoGames | Check::UnknownFields | Check::Ending | Check::Seed => Vec::new(),
    }
}

fn on_clock() -> CheckScenario {
    let mut start = game(FILLS_BOARD[0].1);
    while start.position().empties().len() < MOVES_ON_CLOCK as u32 {
        start.undo();
    }
    let color = start.position().turn();
    let time = TimeControl::Game { main: super::TINY_CLOCK, increment: Duration::ZERO };
    CheckScenario { time: Some(time), ..CheckScenario::new(start, color, Opponent::bot(BotKind::Greedy)) }
}

fn game(squares: &str) -> Game {
    let squares = squares.as_bytes().chunks(2).map(|square| Square::new(square[0] - b'a', square[1] - b'1'));
    let moves = squares.map(|square| Move::Place(square.expect("a square")));
    Game::replay_with_passes_implied(Variant::STANDARD.start(), moves).expect("a game that was played")
}

/// A built-in bot that can resign after some moves.
pub(super) struct Opponent {
    bot: Box<dyn Player>,
    /// Moves until it resigns.
    moves_left: usize,
    /// How long it takes to get ready.
    pause: Duration,
}

impl Opponent {
    /// An opponent that plays to the end.
    pub(super) fn bot(kind: BotKind) -> Opponent {
        Opponent { bot: PlayerSpec::Bot(kind).player(Limits::default()), moves_left: usize::MAX, pause: Duration::ZERO }
    }

    /// An opponent that resigns after this many moves.
    pub(super) fn leaving_after(moves: usize) -> Opponent {
        Opponent { moves_left: moves, ..Opponent::bot(BotKind::Random) }
    }

    /// Delays its preparation; meanwhile the bot may send only a greeting.
    pub(super) fn pausing(self, pause: Duration) -> Opponent {
        Opponent { pause, ..self }
    }
}

impl Player for Opponent {
    fn name(&self) -> String {
        self.bot.name()
    }

    fn begin(&mut self, briefing: &Briefing<'_>, stop: &AtomicBool) -> Result<(), PlayerError> {
        thread::sleep(self.pause);
        self.bot.begin(briefing, stop)
    }

    fn choose(&mut self, question: &Question<'_>) -> Result<Answer, PlayerError> {
        let Some(left) = self.moves_left.checked_sub(1) else {
            return Ok(Answer {
                choice: Choice::Resign,
                spent: Duration::ZERO,
                bytes: Vec::new(),
                info: None,
                value: None,
            });
        };
        self.moves_left = left;
        self.bot.choose(question)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use outflank_engine::Clock;

    use super::*;

    fn at_move(moves: &str) -> Game {
        let mut game = game(moves);
        if game.position().must_pass() {
            game.play(Move::Pass).unwrap();
        }
        game
    }

    #[test]
    fn passes_are_in_the_right_places() {
        for (color, moves) in PASSES {
            let game = at_move(moves);
            let position = game.position();
            assert_eq!(position.turn(), color);
            assert!(game.turns().any(|(before, mv)| before.turn() == color && mv == Move::Pass));
            assert!(position.moves().into_iter().all(|mv| position.play_unchecked(mv).must_pass()));
        }
    }

    #[test]
    fn the_last_disc_is_taken() {
        for (color, moves) in WIPES_OUT {
            let position = at_move(moves).position();
            let &[mv] = &position.moves()[..] else { panic!("one move") };
            assert!(position.turn() == color && position.play_unchecked(mv).discs(!color).is_empty());
        }
        for (color, moves) in IS_WIPED_OUT {
            let mut game = at_move(moves);
            let &[mv] = &game.position().moves()[..] else { panic!("one move") };
            assert_eq!(game.position().turn(), color);
            game.play(mv).unwrap();
            let answer = BotKind::Greedy.bot(0).choose(&game, Clock::Unlimited, &AtomicBool::default());
            game.play(answer).unwrap();
            assert!(game.position().discs(color).is_empty());
        }
    }

    #[test]
    fn the_board_is_filled() {
        for (color, moves) in FILLS_BOARD {
            let position = at_move(moves).position();
            assert_eq!((position.turn(), position.empties().len(), position.moves().len()), (color, 1, 1));
        }
        assert_eq!(on_clock().start.position().empties().len(), MOVES_ON_CLOCK as u32);
    }
}
