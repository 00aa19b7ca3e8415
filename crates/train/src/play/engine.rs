//! The engine as a player.

use std::{sync::Arc, time::Duration};

use outflank_engine::{Limits, Searcher, Selectivity, Settings, eval::Model};
use outflank_rules::Position;

use super::{Player, Thought};
use crate::Value;

/// The search settings of the engine in training.
#[derive(Clone, Copy, Debug)]
pub struct Strength {
    /// Search depth in plies.
    pub depth: u32,
    /// The selectivity at that depth.
    pub selectivity: Selectivity,
    /// Play is perfect from this many empty squares on.
    pub exact_from: u32,
    /// The time per move, which then replaces `depth` and `exact_from`.
    pub time: Option<Duration>,
}

/// The engine of one thread.
pub struct Engine {
    searcher: Searcher,
    strength: Strength,
}

/// A small table, which stays in the processor cache, for searches by depth.
const HASH_BYTES: usize = 1 << 20;
/// The table for searches by time.
const LARGE_HASH_BYTES: usize = 1 << 25;

impl Strength {
    fn limits(&self, position: &Position) -> Limits {
        match self.time {
            Some(time) => Limits::exact().with_time(time),
            None if position.empties().len() <= self.exact_from => Limits::exact(),
            None => Limits::depth(self.depth).with_selectivity(self.selectivity),
        }
    }
}

impl Engine {
    /// Creates an engine with these weights, or with the embedded ones.
    pub fn new(model: Option<Arc<Model>>, strength: Strength) -> Engine {
        let hash_bytes = if strength.time.is_some() { LARGE_HASH_BYTES } else { HASH_BYTES };
        let searcher = Searcher::new(&Settings { hash_bytes, threads: 1 });
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
        let outcome = self.searcher.search(position, &self.strength.limits(position));
        let discs = outcome.value.discs();
        let value = if outcome.is_exact() { Value::Exact(discs) } else { Value::Estimate(discs) };
        let line = if outcome.line.is_empty() { outcome.mv.into_iter().collect() } else { outcome.line };
        Thought { line, value }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        BoardKind,
        play::{Style, plain::solve},
    };

    #[test]
    fn the_engine_plays_whole_games_with_exact_ends() {
        let strength = Strength { depth: 2, selectivity: Selectivity::Full, exact_from: 9, time: None };
        for kind in BoardKind::ALL {
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
        let style = Style { kind: BoardKind::Six, seed: 3, opening: (5, 10), noise: 0.05 };
        let strength = Strength { depth: 3, selectivity: Selectivity::Full, exact_from: 10, time: None };
        let mut engine = Engine::new(None, strength);
        let games: Vec<_> = (0..6).map(|number| style.play(number, &mut engine)).collect();
        for game in games {
            assert_eq!(game, style.play(game.number, &mut Engine::new(None, strength)));
        }
    }
}
