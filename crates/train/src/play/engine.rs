//! The engine as a player.

use std::sync::Arc;

use outflank_engine::{Limits, Searcher, Selectivity, Settings, eval::Model};
use outflank_rules::Position;

use super::{Player, Thought};
use crate::Value;

/// How the engine plays in training.
#[derive(Clone, Copy, Debug)]
pub struct Strength {
    /// Search depth in plies.
    pub depth: u32,
    /// The risk that is taken at that depth.
    pub selectivity: Selectivity,
    /// Empty squares from which on play is perfect.
    pub exact_from: u32,
}

/// One thread's engine.
pub struct Engine {
    searcher: Searcher,
    strength: Strength,
}

/// A table that stays in the cache: the searches are short.
const HASH_BYTES: usize = 1 << 20;

impl Engine {
    /// An engine with these weights, or with the embedded ones.
    pub fn new(model: Option<Arc<Model>>, strength: Strength) -> Engine {
        let searcher = Searcher::new(&Settings { hash_bytes: HASH_BYTES, threads: 1 });
        let searcher = match model {
            Some(model) => searcher.with_model(model),
            None => searcher,
        };
        Engine { searcher, strength }
    }
}

impl Player for Engine {
    fn begin(&mut self) {
        self.searcher.clear();
    }

    fn think(&mut self, position: &Position) -> Thought {
        let Strength { depth, selectivity, exact_from } = self.strength;
        let limits = if position.empties().len() <= exact_from {
            Limits::exact()
        } else {
            Limits::depth(depth).with_selectivity(selectivity)
        };
        let outcome = self.searcher.search(position, &limits);
        let discs = outcome.value.clamp(-64, 64) as i8;
        let value = if outcome.is_exact { Value::Exact(discs) } else { Value::Estimate(discs) };
        let line = if outcome.line.is_empty() { outcome.best.into_iter().collect() } else { outcome.line };
        Thought { line, value }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Kind,
        play::{Style, plain::solve},
    };

    #[test]
    fn the_engine_plays_whole_games_with_exact_ends() {
        let strength = Strength { depth: 2, selectivity: Selectivity::Full, exact_from: 9 };
        for kind in Kind::ALL {
            let style = Style { kind, seed: 2, opening: (5, 15), noise: 0.05 };
            for number in 0..8 {
                let game = style.play(number, &mut Engine::new(None, strength));
                for step in game.replay(kind).expect("a legal game").steps {
                    let is_near = step.position.empties().len() <= 9;
                    let Some(value) = step.ply.value else { continue };
                    assert_eq!(value.is_exact(), is_near);
                    if is_near {
                        assert_eq!(value.discs(), solve(&step.position), "{:?}", step.position);
                    }
                }
            }
        }
    }

    #[test]
    fn a_game_does_not_depend_on_the_games_before() {
        let style = Style { kind: Kind::Six, seed: 3, opening: (5, 10), noise: 0.05 };
        let strength = Strength { depth: 3, selectivity: Selectivity::Full, exact_from: 10 };
        let mut engine = Engine::new(None, strength);
        let games: Vec<_> = (0..6).map(|number| style.play(number, &mut engine)).collect();
        for game in games {
            assert_eq!(game, style.play(game.number, &mut Engine::new(None, strength)));
        }
    }
}
