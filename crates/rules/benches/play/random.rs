//! Games of random moves, the same ones in every run.

use outflank_rules::{Game, Variant};

/// The splitmix64 sequence: enough for play, and no dependency.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

/// This many complete standard games.
pub(crate) fn games(count: u64) -> Vec<Game> {
    (0..count).map(game).collect()
}

fn game(seed: u64) -> Game {
    let mut random = Random(seed);
    let mut game = Game::new(Variant::STANDARD.start());
    loop {
        let moves = game.position().moves();
        if moves.is_empty() {
            return game;
        }
        game.play(moves[random.below(moves.len())]).expect("a listed move is legal");
    }
}
