//! Labels positions of games.
//!
//! The label is the exact value, if known, else a mean of the search value and the result of play.
//! Play counts only up to the next random move, where the search value of that position replaces
//! the result.

use outflank_rules::Position;

use crate::{BoardKind, Game, IllegalGame, Value};

/// A position with its label.
#[derive(Clone, Copy, Debug)]
pub struct Labeled {
    /// The position, in which a disc can be placed.
    pub position: Position,
    /// The label in discs for the side to move.
    pub label: f32,
    /// Is the label the result of perfect play?
    pub is_exact: bool,
    /// The value of the search, exact or not.
    pub value: i8,
}

/// The settings of the labels.
#[derive(Clone, Copy, Debug)]
pub struct Labeling {
    /// The weight of the result of play; the search value has the rest.
    pub lambda: f32,
}

impl Labeling {
    /// Labels the searched positions in which a disc can be placed.
    pub fn of_game(&self, game: &Game, kind: BoardKind) -> Result<Vec<Labeled>, IllegalGame> {
        let replay = game.replay(kind)?;
        // The result of play from here on, for Black.
        let mut outcome = Some(game.result);
        let mut labeled = Vec::with_capacity(replay.steps.len());
        for step in replay.steps.iter().rev() {
            let for_black = step.ply.value.map(|value| step.for_mover(value.discs()));
            if step.ply.is_random || step.ply.value.is_some_and(Value::is_exact) {
                outcome = for_black;
            }
            if let Some(value) = step.ply.value {
                let play = outcome.map(|black| step.for_mover(black));
                labeled.push(Labeled {
                    position: step.position,
                    label: self.blend(value, play),
                    is_exact: value.is_exact(),
                    value: value.discs(),
                });
            }
        }
        labeled.reverse();
        Ok(labeled)
    }

    fn blend(&self, value: Value, play: Option<i8>) -> f32 {
        let own = f32::from(value.discs());
        match play {
            Some(play) if !value.is_exact() => self.lambda * f32::from(play) + (1.0 - self.lambda) * own,
            _ => own,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ply, play::Style, play::plain::Plain};

    fn game(noise: f64, number: u32) -> Game {
        let style = Style { kind: BoardKind::Six, seed: 3, opening: (4, 4), noise };
        style.play(number, &mut Plain { depth: 2, exact_from: 7 })
    }

    fn labels(game: &Game, lambda: f32) -> Vec<Labeled> {
        Labeling { lambda }.of_game(game, BoardKind::Six).unwrap()
    }

    #[test]
    fn without_deviations_labels_lie_between_search_and_result() {
        let game = game(0.0, 1);
        let result = |labeled: &Labeled| f32::from(crate::game::for_side(labeled.position.turn(), game.result));
        assert!(labels(&game, 1.0).iter().all(|labeled| labeled.label == result(labeled)));
        assert!(labels(&game, 0.0).iter().all(|labeled| labeled.label == f32::from(labeled.value)));
        let half = labels(&game, 0.5);
        assert!(half.iter().all(|at| at.label == (f32::from(at.value) + result(at)) / 2.0));
        assert!(half.len() > 20);
    }

    #[test]
    fn only_openings_and_passes_have_no_label() {
        for number in 0..20 {
            let game = game(0.1, number);
            let searched = game.plies.iter().filter(|ply| ply.value.is_some()).count();
            assert_eq!(labels(&game, 0.7).len(), searched);
            assert!(labels(&game, 0.7).iter().all(|at| !at.position.legal().is_empty()));
        }
    }

    #[test]
    fn a_deviation_keeps_the_result_from_the_positions_before_it() {
        let mut game = game(0.0, 2);
        let at = 12;
        let Ply { value: Some(value), .. } = game.plies[at] else { panic!("a pass: choose another game") };
        game.plies[at].is_random = true;
        let replay = game.replay(BoardKind::Six).unwrap();
        let black = replay.steps[at].for_mover(value.discs());
        for (i, labeled) in labels(&game, 1.0).iter().enumerate() {
            let ply = i + usize::from(game.opening);
            let expected = if ply <= at { black } else { game.result };
            let expected = crate::game::for_side(labeled.position.turn(), expected);
            assert_eq!(labeled.label, f32::from(expected), "ply {ply}");
        }
    }

    #[test]
    fn illegal_games_have_no_labels() {
        let mut game = game(0.0, 3);
        game.result += 2;
        assert!(Labeling { lambda: 1.0 }.of_game(&game, BoardKind::Six).is_err());
    }
}
