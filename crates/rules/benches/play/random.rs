//! Games of random moves, the same ones in every run.

use outflank_rules::{Game, Variant, rng::SplitMix64};

/// This many complete standard games.
pub(crate) fn games(count: u64) -> Vec<Game> {
    (0..count).map(game).collect()
}

fn game(seed: u64) -> Game {
    let mut rng = SplitMix64::new(seed);
    let mut game = Game::new(Variant::STANDARD.start());
    loop {
        let moves = game.position().moves();
        if moves.is_empty() {
            return game;
        }
        game.play(moves[rng.below(moves.len())]).expect("a listed move is legal");
    }
}
