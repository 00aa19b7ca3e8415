//! One game of self-play.

use outflank_rules::{Color, Move, Position, Status};

use super::Player;
use crate::{Chance, Game, Kind, Ply, Value};

/// How games begin and how they stray from best play.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// The board.
    pub kind: Kind,
    /// Where all chance comes from.
    pub seed: u64,
    /// Fewest and most random moves at the beginning, each number as likely.
    pub opening: (u8, u8),
    /// Probability of a random move later on, so that positions appear which best play avoids.
    pub noise: f64,
}

impl Style {
    /// Plays the game of this number: the same one for every caller whose player plays the same.
    pub fn play(&self, number: u32, player: &mut impl Player) -> Game {
        player.begin();
        let mut chance = Chance::of_part(self.seed, u64::from(number));
        let (fewest, most) = self.opening;
        let opening = fewest + chance.below(u32::from(most.saturating_sub(fewest)) + 1) as u8;
        let mut table = Table::new(self.kind.start());
        while table.plies.len() < usize::from(opening) && !table.position.is_over() {
            table.draw(None, &mut chance);
        }
        let opening = table.plies.len() as u8;
        let result = self.play_on(&mut table, player, &mut chance);
        Game { number, opening, plies: table.plies, result }
    }

    /// Plays to the end and tells the result for Black.
    fn play_on(&self, table: &mut Table, player: &mut impl Player, chance: &mut Chance) -> i8 {
        let mut plan = Plan::default();
        loop {
            match table.position.status() {
                Status::Over(score) => return score.official_utility(Color::Black).discs(),
                Status::MustPass => table.put(Ply { mv: Move::Pass, value: None, is_random: false }),
                Status::ToPlace(_) => {
                    let (best, value) =
                        plan.next(&table.position).unwrap_or_else(|| plan.renew(&table.position, player));
                    if chance.happens(self.noise) {
                        table.draw(Some((best, value)), chance);
                    } else {
                        table.put(Ply { mv: best, value: Some(value), is_random: false });
                    }
                }
            }
        }
    }
}

/// The game so far.
struct Table {
    position: Position,
    plies: Vec<Ply>,
}

impl Table {
    fn new(position: Position) -> Table {
        Table { position, plies: Vec::with_capacity(64) }
    }

    fn put(&mut self, ply: Ply) {
        self.position = self.position.play_unchecked(ply.mv);
        self.plies.push(ply);
    }

    /// A random move; one that happens to be the best move is no deviation.
    fn draw(&mut self, thought: Option<(Move, Value)>, chance: &mut Chance) {
        let moves = self.position.moves();
        let mv = moves[chance.below(moves.len() as u32) as usize];
        let is_best = thought.is_some_and(|(best, _)| best == mv);
        self.put(Ply { mv, value: thought.map(|(_, value)| value), is_random: !is_best });
    }
}

/// The rest of the game once it is solved: it need not be solved again at every move.
#[derive(Default)]
struct Plan {
    /// Each position of the solved line with its move and value.
    steps: Vec<(Position, Move, Value)>,
}

impl Plan {
    /// The planned move, if play has not strayed from the plan.
    fn next(&self, position: &Position) -> Option<(Move, Value)> {
        let step = self.steps.iter().find(|(planned, ..)| planned == position);
        step.map(|&(_, mv, value)| (mv, value))
    }

    /// Thinks, and plans the game to its end if the value is exact.
    fn renew(&mut self, position: &Position, player: &mut impl Player) -> (Move, Value) {
        let thought = player.think(position);
        self.steps.clear();
        if let Value::Exact(discs) = thought.value {
            self.plan(*position, &thought.line, discs);
        }
        (thought.line[0], thought.value)
    }

    /// Takes as much of the line as can be played; passes are put in where the line leaves them out.
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

    const STYLE: Style = Style { kind: Kind::Six, seed: 5, opening: (4, 12), noise: 0.1 };

    fn player() -> Plain {
        Plain { depth: 2, exact_from: 8 }
    }

    #[test]
    fn games_are_legal_whole_and_repeatable() {
        for number in 0..50 {
            let game = STYLE.play(number, &mut player());
            let replay = game.replay(Kind::Six).expect("a legal game");
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
            let replay = game.replay(Kind::Six).unwrap();
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
            let replay = game.replay(Kind::Six).unwrap();
            let exact = replay.steps.iter().filter(|step| step.ply.value.is_some_and(Value::is_exact));
            for step in exact {
                assert_eq!(step.ply.value.map(Value::discs), Some(step.for_mover(game.result)));
            }
        }
    }
}
