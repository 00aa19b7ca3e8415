//! How the games of a match begin.

use std::{fmt, str::FromStr};

use outflank_rules::{
    Game, Variant,
    record::{Fault, Record, transcript},
};
use serde::{Deserialize, Serialize};

use crate::{chance::Chance, opening::Openings, protocol::json::text};

/// Where the openings come from. Each is played twice, with the colors exchanged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Beginnings {
    /// The balanced ones of [`Openings::embedded`]: for the standard game.
    Balanced,
    /// None: all games begin at the start.
    Start,
    /// So many moves by chance, other ones in each pair.
    Random(u32),
    /// These.
    #[serde(with = "text::list")]
    Given(Vec<Beginning>),
}

/// Draws of an opening before one that ends the game is taken as it is.
const TRIES: u64 = 100;

impl Beginnings {
    /// What is usual for a variant.
    pub fn usual(variant: &Variant) -> Beginnings {
        match variant.ground().size() {
            _ if *variant == Variant::STANDARD => Beginnings::Balanced,
            4 => Beginnings::Random(2),
            6 => Beginnings::Random(6),
            _ => Beginnings::Random(8),
        }
    }

    /// From how many openings the pairs draw.
    pub(super) fn count(&self) -> usize {
        match self {
            Beginnings::Balanced => Openings::embedded().len(),
            Beginnings::Start | Beginnings::Random(_) => 1,
            Beginnings::Given(list) => list.len(),
        }
    }

    /// The opening of this number as a game.
    pub(super) fn game(&self, variant: &Variant, number: usize, seed: u64) -> Game {
        let start = || Game::new(variant.start_from_seed(seed));
        match self {
            Beginnings::Balanced => Openings::embedded().opening(number).map_or_else(start, |opening| opening.game()),
            Beginnings::Start => start(),
            Beginnings::Random(plies) => drawn(&start(), *plies, seed),
            Beginnings::Given(list) => list.get(number).map_or_else(start, |beginning| beginning.game.clone()),
        }
    }
}

/// So many moves by chance, after which the game is not over.
fn drawn(start: &Game, plies: u32, seed: u64) -> Game {
    let draw = |part| {
        let (mut game, mut chance) = (start.clone(), Chance::of_part(seed, part));
        for _ in 0..plies {
            let moves = game.position().moves();
            if moves.is_empty() {
                break;
            }
            game.play(moves[chance.below(moves.len())]).expect("one of the legal moves");
        }
        game
    };
    (0..TRIES).map(draw).find(|game| !game.is_over()).unwrap_or_else(|| start.clone())
}

/// How a game begins, written as moves, with the start before them where it is not the usual one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beginning {
    game: Game,
}

impl Beginning {
    /// Of a game that is not over; `None` of one that is.
    pub fn new(game: Game) -> Option<Beginning> {
        (!game.is_over()).then_some(Beginning { game })
    }

    /// As a game.
    pub fn game(&self) -> &Game {
        &self.game
    }
}

impl fmt::Display for Beginning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = transcript::write(&Record::new(self.game.clone())).map_err(|_| fmt::Error)?;
        f.write_str(text.trim_end())
    }
}

impl FromStr for Beginning {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Beginning, Fault> {
        let game = transcript::parse(text)?.game;
        Beginning::new(game).ok_or_else(|| Fault::Unsupported(format!("{text:?} is over: nothing is left to play")))
    }
}
