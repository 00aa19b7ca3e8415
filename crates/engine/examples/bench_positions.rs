//! Prints the positions of `outflank bench` as OBF: engine games from random openings, cut off
//! at chosen numbers of empty squares.
//!
//! ```text
//! cargo run --release -p outflank-engine --example bench_positions > crates/cli/data/bench.obf
//! ```
//!
//! Do not replace the existing file: other weights or another search play other games, and node
//! counts could no longer be compared.

use outflank_engine::{Limits, Searcher, Settings};
use outflank_rules::{
    Game, Position, Variant,
    record::{Format, Record, write},
    rng::SplitMix64,
};

/// The number of random plies.
const OPENING: usize = 10;

/// For each part of the bench, the numbers of empty squares at which its games are cut off.
const PARTS: [(&str, [u32; 8]); 2] =
    [("endgame", [18, 19, 20, 20, 21, 21, 22, 22]), ("midgame", [50, 47, 44, 41, 38, 35, 32, 29])];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut searcher = Searcher::new(&Settings::default());
    let mut seed = 1;
    for (part, ends) in PARTS {
        for empties in ends {
            let position = loop {
                seed += 1;
                if let Some(position) = played(&mut searcher, seed, empties) {
                    break position;
                }
            };
            let comment = format!("{part}, {empties} empty, seed {seed}");
            print!("{}", write(Format::Obf, &Record { comment, ..Record::of_position(position) })?);
        }
    }
    Ok(())
}

/// A position with this many empty squares in which a disc can be placed, from the game of this
/// seed.
fn played(searcher: &mut Searcher, seed: u64, empties: u32) -> Option<Position> {
    let mut game = Game::new(Variant::STANDARD.start());
    let mut rng = SplitMix64::new(seed);
    while game.position().empties().len() > empties {
        let position = game.position();
        let moves = position.moves();
        let mv = if game.ply() < OPENING {
            *moves.get(rng.next_u64() as usize % moves.len().max(1))?
        } else {
            searcher.search(&position, &Limits::depth(4)).mv?
        };
        game.play(mv).ok()?;
    }
    (!game.position().legal().is_empty()).then(|| game.position())
}
