//! Plays one game of self-play.

use outflank_rules::{Color, Move, Position, Status, rng::SplitMix64};

use super::Player;
use crate::{BoardKind, Game, Ply, Value};

/// The random parts of games.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// The board.
    pub kind: BoardKind,
    /// The seed of the random generator.
    pub seed: u64,
    /// The minimum and maximum of random moves at the start, all equally likely.
    pub opening: (u8, u8),
    /// The probability of a random move later on, which reaches positions that best play avoids.
    pub noise: f64,
}

impl Style {
    /// Plays the game of this number. The result depends only on the settings, the number and the
    /// player.
    pub fn play(&self, number: u32, player: &mut impl Player) -> Game {
        player.begin();
        let mut rng = SplitMix64::of_part(self.seed, u64::from(number));
        let (fewest, most) = self.opening;
        let opening = fewest + rng.below(usize::from(most.saturating_sub(fewest)) + 1) as u8;
        let mut game = GameSoFar::new(self.kind.start());
        while game.plies.len() < usize::from(opening) && !game.position.is_over() {
            game.draw(None, &mut rng);
        }
        let opening = game.plies.len() as u8;
        let result = self.play_on(&mut game, player, &mut rng);
        Game { number, opening, plies: game.plies, result }
    }

    /// Plays to the end and returns the result for Black.
    fn play_on(&self, game: &mut GameSoFar, player: &mut impl Player, rng: &mut SplitMix64) -> i8 {
        let mut plan = Plan::default();
        loop {
            match game.position.status() {
                Status::Over(score) => return score.official_utility(Color::Black).discs(),
                Status::MustPass => game.put(Ply { mv: Move::Pass, value: None, is_random: false }),
                Status::ToPlace(_) => {
                    let (best, value) = plan.next(&game.position).unwrap_or_else(|| plan.renew(&game.position, player));
                    if rng.unit() < self.noise {
                        game.draw(Some((best, value)), rng);
                    } else {
                        game.put(Ply { mv: best, value: Some(value), is_random: false });
                    }
                }
            }
        }
    }
}

/// The game so far.
struct GameSoFar {
    position: Position,
    plies: Vec<Ply>,
}

impl GameSoFar {
    fn new(position: Position) -> GameSoFar {
        GameSoFar { position, plies: Vec::with_capacity(64) }
    }

    fn put(&mut self, ply: Ply) {
        self.position = self.position.play_unchecked(ply.mv);
        self.plies.push(ply);
    }

    /// Makes a random move. It is not marked random if it happens to be the best move.
    fn draw(&mut self, thought: Option<(Move, Value)>, rng: &mut SplitMix64) {
        let moves = self.position.moves();
        let mv = moves[rng.below(moves.len())];
        let is_best = thought.is_some_and(|(best, _)| best == mv);
        self.put(Ply { mv, value: thought.map(|(_, value)| value), is_random: !is_best });
    }
}

/// The rest of a solved game, so that it is not solved again at every move.
#[derive(Default)]
struct Plan {
    /// Each position of the solved line with its move and value.
    steps: Vec<(Position, Move, Value)>,
}

impl Plan {
    /// The planned move, if the game followed the plan.
    fn next(&self, position: &Position) -> Option<(Move, Value)> {
        let step = self.steps.iter().find(|(planned, ..)| planned == position);
        step.map(|&(_, mv, value)| (mv, value))
    }

    /// Searches, and plans the game to its end if the value is exact.
    fn renew(&mut self, position: &Position, player: &mut impl Player) -> (Move, Value) {
        let thought = player.think(position);
        self.steps.clear();
        if let Value::Exact(discs) = thought.value {
            self.plan(*position, &thought.line, discs);
        }
        (thought.line[0], thought.value)
    }

    /// Stores the playable part of the line and inserts the passes that it leaves out.
    fn plan(&mut self, start: Position, line: &[Move], discs: i8) {
        let (mut position, mut moves) = (start, line.iter().copied().filter(|&mv| mv != Move::Pass));
        loop {
            if position.must_pass() {
                position = position.play_unchecked(Move::Pass);
            }
            let Some(mv) = moves.next().filter(|&mv| position.is_legal(mv)) else { return };
            let value = if position.turn() == start.turn() { discs } else { -discs };
            self.steps.push((position, mv, Value::Exact(value)));
            position = position.play_unchecked(mv);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::plain::Plain;

    const STYLE: Style = Style { kind: BoardKind::Six, seed: 5, opening: (4, 12), noise: 0.1 };

    fn player() -> Plain {
        Plain { depth: 2, exact_from: 8 }
    }

    #[test]
    fn games_are_legal_whole_and_repeatable() {
        for number in 0..50 {
            let game = STYLE.play(number, &mut player());
            let replay = game.replay(BoardKind::Six).expect("a legal game");
            assert!(replay.steps[..usize::from(game.opening)].iter().all(|step| step.ply.is_random));
            assert!((4..=12).contains(&game.opening), "{}", game.opening);
            assert_eq!(game, STYLE.play(number, &mut player()));
        }
    }

    #[test]
    fn openings_differ() {
        let first = |number| STYLE.play(number, &mut player()).plies[..4].iter().map(|ply| ply.mv).collect::<Vec<_>>();
        let mut openings: Vec<_> = (0..100).map(first).collect();
        openings.sort();
        openings.dedup();
        assert!(openings.len() > 50, "{} different openings", openings.len());
    }

    #[test]
    fn exact_values_are_those_of_perfect_play_and_deviations_are_marked() {
        let mut deviations = 0;
        for number in 0..40 {
            let game = STYLE.play(number, &mut player());
            let replay = game.replay(BoardKind::Six).unwrap();
            for step in replay.steps.iter().filter(|step| step.position.empties().len() <= 8) {
                deviations += u32::from(step.ply.is_random);
                let Some(value) = step.ply.value else { continue };
                assert_eq!(value, Value::Exact(crate::play::plain::solve(&step.position)), "game {number}");
            }
        }
        assert!(deviations > 5, "{deviations} deviations");
    }

    #[test]
    fn without_deviations_the_result_is_the_first_exact_value() {
        let style = Style { noise: 0.0, ..STYLE };
        for number in 0..40 {
            let game = style.play(number, &mut player());
            let replay = game.replay(BoardKind::Six).unwrap();
            let exact = replay.steps.iter().filter(|step| step.ply.value.is_some_and(Value::is_exact));
            for step in exact {
                assert_eq!(step.ply.value.map(Value::discs), Some(step.for_mover(game.result)));
            }
        }
    }
}
