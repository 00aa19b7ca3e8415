//! What a position of a game is taught to be worth.
//!
//! A position has up to two judges: the search that looked at it, and what play came to after it. An exact value
//! needs no other judge. Play after a position tells something about it only as far as it was best play: a drawn
//! move ends it, and the search's value of the position where it was drawn stands in for the result.

use outflank_rules::Position;

use crate::{Game, IllegalGame, Kind, Value};

/// A position with its label.
#[derive(Clone, Copy, Debug)]
pub struct Labelled {
    /// The position; a disc can be placed in it.
    pub position: Position,
    /// What it is taught to be worth, in discs for the side to move.
    pub label: f32,
    /// Is the label the result of perfect play?
    pub is_exact: bool,
    /// The value of the search, exact or not.
    pub value: i8,
}

/// How labels are made.
#[derive(Clone, Copy, Debug)]
pub struct Labelling {
    /// The weight of what play came to; the rest is that of the search's value.
    pub lambda: f32,
}

impl Labelling {
    /// The positions of a game that can be taught: those that were searched and in which a disc can be placed.
    pub fn of_game(&self, game: &Game, kind: Kind) -> Result<Vec<Labelled>, IllegalGame> {
        let replay = game.replay(kind)?;
        // For Black: what play from here on came to.
        let mut outcome = Some(game.result);
        let mut labelled = Vec::with_capacity(replay.steps.len());
        for step in replay.steps.iter().rev() {
            let for_black = step.ply.value.map(|value| step.for_mover(value.discs()));
            if step.ply.is_random || step.ply.value.is_some_and(Value::is_exact) {
                outcome = for_black;
            }
            if let Some(value) = step.ply.value {
                let play = outcome.map(|black| step.for_mover(black));
                labelled.push(Labelled {
                    position: step.position,
                    label: self.blend(value, play),
                    is_exact: value.is_exact(),
                    value: value.discs(),
                });
            }
        }
        labelled.reverse();
        Ok(labelled)
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
        let style = Style { kind: Kind::Six, seed: 3, opening: (4, 4), noise };
        style.play(number, &mut Plain { depth: 2, exact_from: 7 })
    }

    fn labels(game: &Game, lambda: f32) -> Vec<Labelled> {
        Labelling { lambda }.of_game(game, Kind::Six).unwrap()
    }

    #[test]
    fn without_deviations_labels_lie_between_search_and_result() {
        let game = game(0.0, 1);
        let result = |labelled: &Labelled| f32::from(crate::game::for_side(labelled.position.turn(), game.result));
        assert!(labels(&game, 1.0).iter().all(|labelled| labelled.label == result(labelled)));
        assert!(labels(&game, 0.0).iter().all(|labelled| labelled.label == f32::from(labelled.value)));
        let half = labels(&game, 0.5);
        assert!(half.iter().all(|at| at.label == (f32::from(at.value) + result(at)) / 2.0));
        assert!(half.len() > 20);
    }

    #[test]
    fn openings_passes_and_nothing_else_go_without_label() {
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
        let replay = game.replay(Kind::Six).unwrap();
        let black = replay.steps[at].for_mover(value.discs());
        for (i, labelled) in labels(&game, 1.0).iter().enumerate() {
            let ply = i + usize::from(game.opening);
            let expected = if ply <= at { black } else { game.result };
            let expected = crate::game::for_side(labelled.position.turn(), expected);
            assert_eq!(labelled.label, f32::from(expected), "ply {ply}");
        }
    }

    #[test]
    fn moves_that_are_no_game_have_no_labels() {
        let mut game = game(0.0, 3);
        game.result += 2;
        assert!(Labelling { lambda: 1.0 }.of_game(&game, Kind::Six).is_err());
    }
}
