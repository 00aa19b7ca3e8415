//! The openings of a match or a tournament as games.

use std::collections::HashSet;

use outflank_rules::{FirstMover, Game, Variant};

use super::{
    Beginnings, Openings,
    beginnings::{beginning, is_balanced},
};
use crate::chance::Chance;

/// Draws of an opening before one that ends the game is taken as it is.
const TRIES: u64 = 100;

/// Where there are no more positions after so many moves than this, each comes once before any comes again.
const MOST_LISTED: usize = 10_000;

/// How games of a variant begin, by number.
#[derive(Clone, Debug)]
pub struct Starts {
    variant: Variant,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Balanced,
    /// These, or the start where there are none.
    Games(Vec<Game>),
    /// So many moves by chance, of more than could be listed.
    Drawn(u32),
}

impl Starts {
    pub(super) fn new(beginnings: &Beginnings, variant: &Variant) -> Starts {
        let kind = match beginnings {
            Beginnings::Balanced if is_balanced(variant) => Kind::Balanced,
            Beginnings::Balanced | Beginnings::Start => Kind::Games(Vec::new()),
            Beginnings::Random(plies) => listed(variant, *plies).map_or(Kind::Drawn(*plies), Kind::Games),
            Beginnings::Lines { lines, .. } => {
                Kind::Games(lines.iter().filter_map(|line| beginning(variant, line)).collect())
            }
        };
        Starts { variant: *variant, kind }
    }

    /// From how many openings games draw.
    pub fn count(&self) -> usize {
        match &self.kind {
            Kind::Balanced => Openings::embedded().len(),
            Kind::Games(games) => games.len().max(1),
            Kind::Drawn(_) => 1,
        }
    }

    /// The opening of this number; what chance decides follows from the seed.
    pub fn game(&self, number: usize, seed: u64) -> Game {
        let start = || Game::new(self.variant.start_from_seed(seed));
        match &self.kind {
            Kind::Balanced => Openings::embedded().opening(number).map_or_else(start, |opening| opening.game()),
            Kind::Games(games) => games.get(number).cloned().unwrap_or_else(start),
            Kind::Drawn(plies) => drawn(&start(), *plies, seed),
        }
    }
}

/// A game to each position after so many moves that is not over; `None` if there are too many of them, or the start is not always the same.
fn listed(variant: &Variant, plies: u32) -> Option<Vec<Game>> {
    if variant.first() == FirstMover::Drawn {
        return None;
    }
    let mut games = vec![Game::new(variant.start())];
    for _ in 0..plies {
        let (mut next, mut seen) = (Vec::new(), HashSet::new());
        for game in &games {
            for mv in game.position().moves() {
                let mut game = game.clone();
                game.play(mv).expect("one of the legal moves");
                if !game.is_over() && seen.insert(game.position()) {
                    next.push(game);
                }
            }
            if next.len() > MOST_LISTED {
                return None;
            }
        }
        games = next;
    }
    (!games.is_empty()).then_some(games)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_openings_come_each_once_and_many_are_drawn() {
        let tiny = Beginnings::Random(2).starts(&Variant::TINY);
        let games: Vec<Game> = (0..tiny.count()).map(|number| tiny.game(number, 0)).collect();
        let positions: HashSet<_> = games.iter().map(Game::position).collect();
        assert!(games.len() == positions.len() && games.len() >= 10, "{}", games.len());
        assert!(games.iter().all(|game| game.ply() == 2 && !game.is_over()));
        let large = Beginnings::Random(12).starts(&Variant::STANDARD);
        assert_eq!(large.count(), 1, "there are too many to list");
        assert_eq!(large.game(0, 3), large.game(0, 3));
        assert_ne!(large.game(0, 3), large.game(0, 4));
        assert_eq!(large.game(0, 3).ply(), 12);
    }

    #[test]
    fn what_does_not_fit_a_board_is_told() {
        let lines = |line: &str| Beginnings::Lines { source: "here".to_owned(), lines: vec![line.to_owned()] };
        assert!(
            Beginnings::Balanced.check(&Variant::STANDARD).is_ok() && lines("f5d6").check(&Variant::STANDARD).is_ok()
        );
        for (beginnings, variant, told) in [
            (Beginnings::Balanced, Variant::SIX, "write random:6"),
            (lines("f5d6"), Variant::TINY, "\"f5d6\" is no beginning"),
            (lines("e6 f4 e3 f6 g5 d6 e7 f5 c5"), Variant::STANDARD, "leave something to play"),
            (Beginnings::Lines { source: String::new(), lines: Vec::new() }, Variant::STANDARD, "without an opening"),
        ] {
            let error = beginnings.check(&variant).unwrap_err().to_string();
            assert!(error.contains(told), "{error}");
        }
        for variant in [Variant::STANDARD, Variant::SIX, Variant::TINY] {
            assert!(Beginnings::usual(&variant).check(&variant).is_ok());
        }
    }
}
