//! The source of the openings of a match or a tournament, and the openings as games.

use std::{collections::HashSet, fmt};

use outflank_rules::{FirstMover, Game, Variant, record::transcript, rng::SplitMix64};
use serde::{Deserialize, Serialize};

use super::Openings;

/// Where openings come from. Each is played twice, with colors swapped.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningSource {
    /// The balanced openings of [`Openings::embedded`](super::Openings::embedded); standard variant
    /// only.
    #[default]
    Balanced,
    /// No openings: all games start at the start position.
    Start,
    /// This many random moves; different in each pair as long as possible.
    Random(u32),
    /// Lines of moves from the start position of the variant.
    Lines {
        /// The name of the file.
        source: String,
        /// The moves, one opening per line.
        lines: Vec<String>,
    },
}

impl OpeningSource {
    /// The default for a variant.
    pub fn usual(variant: &Variant) -> OpeningSource {
        match variant.spec().size() {
            _ if is_balanced(variant) => OpeningSource::Balanced,
            4 => OpeningSource::Random(2),
            6 => OpeningSource::Random(6),
            _ => OpeningSource::Random(8),
        }
    }

    /// Checks that games of the variant can start like this.
    pub fn check(&self, variant: &Variant) -> Result<(), OpeningSourceError> {
        match self {
            OpeningSource::Balanced if !is_balanced(variant) => Err(OpeningSourceError::Unbalanced(Box::new(*variant))),
            OpeningSource::Lines { lines, .. } if lines.is_empty() => Err(OpeningSourceError::None),
            OpeningSource::Lines { lines, .. } => match lines.iter().find(|line| beginning(variant, line).is_none()) {
                Some(line) => Err(OpeningSourceError::Line(line.clone())),
                None => Ok(()),
            },
            OpeningSource::Balanced | OpeningSource::Start | OpeningSource::Random(_) => Ok(()),
        }
    }

    /// The openings as games. Those that [`check`](OpeningSource::check) rejects are omitted.
    pub fn starts(&self, variant: &Variant) -> OpeningSet {
        OpeningSet::new(self, variant)
    }
}

/// True for the game that the balanced openings are made for.
pub(super) fn is_balanced(variant: &Variant) -> bool {
    variant.start_from_seed(0) == Variant::STANDARD.start()
}

/// A description for people.
impl fmt::Display for OpeningSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpeningSource::Balanced => f.write_str("balanced ones of eight plies"),
            OpeningSource::Start => f.write_str("none"),
            OpeningSource::Random(plies) => write!(f, "{plies} plies by chance"),
            OpeningSource::Lines { source, lines } => write!(f, "{} of {source}", lines.len()),
        }
    }
}

/// A game that starts with these moves; `None` if they are illegal or end the game.
pub fn beginning(variant: &Variant, line: &str) -> Option<Game> {
    let record = transcript::parse_from(line, variant.start_from_seed(0)).ok()?;
    (!record.game.is_over()).then_some(record.game)
}

/// Openings that do not fit the variant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningSourceError {
    /// The variant has no balanced openings.
    #[error("balanced openings are for the standard game, not {0}: write random:{plies} or leave them out", plies = usual_plies(.0))]
    Unbalanced(Box<Variant>),
    /// Illegal moves, or a game that is over.
    #[error("{0:?} is not an opening of this game: give legal moves that leave something to play")]
    Line(String),
    /// An empty list.
    #[error("a list without an opening: give one, or write none")]
    None,
}

fn usual_plies(variant: &Variant) -> u32 {
    match OpeningSource::usual(variant) {
        OpeningSource::Random(plies) => plies,
        _ => 8,
    }
}

/// Attempts before an opening that ends the game is replaced by the start position.
const TRIES: u64 = 100;

/// Up to this many positions, random openings are listed, so each comes once before any repeats.
const MAX_LISTED: usize = 10_000;

/// The openings of a variant, by index.
#[derive(Clone, Debug)]
pub struct OpeningSet {
    variant: Variant,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Balanced,
    /// These games, or the start position if empty.
    Games(Vec<Game>),
    /// Random moves, for more openings than can be listed.
    Drawn(u32),
}

impl OpeningSet {
    pub(super) fn new(openings: &OpeningSource, variant: &Variant) -> OpeningSet {
        let kind = match openings {
            OpeningSource::Balanced if is_balanced(variant) => Kind::Balanced,
            OpeningSource::Balanced | OpeningSource::Start => Kind::Games(Vec::new()),
            OpeningSource::Random(plies) => listed(variant, *plies).map_or(Kind::Drawn(*plies), Kind::Games),
            OpeningSource::Lines { lines, .. } => {
                Kind::Games(lines.iter().filter_map(|line| beginning(variant, line)).collect())
            }
        };
        OpeningSet { variant: *variant, kind }
    }

    /// The number of openings to draw from.
    pub fn count(&self) -> usize {
        match &self.kind {
            Kind::Balanced => Openings::embedded().len(),
            Kind::Games(games) => games.len().max(1),
            Kind::Drawn(_) => 1,
        }
    }

    /// The opening with this index; the seed determines random moves.
    pub fn game(&self, number: usize, seed: u64) -> Game {
        let start = || Game::new(self.variant.start_from_seed(seed));
        match &self.kind {
            Kind::Balanced => Openings::embedded().opening(number).map_or_else(start, |opening| opening.game()),
            Kind::Games(games) => games.get(number).cloned().unwrap_or_else(start),
            Kind::Drawn(plies) => drawn(&start(), *plies, seed),
        }
    }
}

/// One game per position after this many moves, without finished games; `None` if there are too
/// many, or the start is random.
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
            if next.len() > MAX_LISTED {
                return None;
            }
        }
        games = next;
    }
    (!games.is_empty()).then_some(games)
}

/// A game with this many random moves that is not over.
fn drawn(start: &Game, plies: u32, seed: u64) -> Game {
    let draw = |part| {
        let (mut game, mut rng) = (start.clone(), SplitMix64::of_part(seed, part));
        for _ in 0..plies {
            let moves = game.position().moves();
            if moves.is_empty() {
                break;
            }
            game.play(moves[rng.below(moves.len())]).expect("one of the legal moves");
        }
        game
    };
    (1..=TRIES).map(draw).find(|game| !game.is_over()).unwrap_or_else(|| start.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_openings_are_enumerated_and_many_are_sampled() {
        let tiny = OpeningSource::Random(2).starts(&Variant::TINY);
        let games: Vec<Game> = (0..tiny.count()).map(|number| tiny.game(number, 0)).collect();
        let positions: HashSet<_> = games.iter().map(Game::position).collect();
        assert!(games.len() == positions.len() && games.len() >= 10, "{}", games.len());
        assert!(games.iter().all(|game| game.ply() == 2 && !game.is_over()));
        let large = OpeningSource::Random(12).starts(&Variant::STANDARD);
        assert_eq!(large.count(), 1, "there are too many to list");
        assert_eq!(large.game(0, 3), large.game(0, 3));
        assert_ne!(large.game(0, 3), large.game(0, 4));
        assert_eq!(large.game(0, 3).ply(), 12);
    }

    #[test]
    fn openings_that_do_not_fit_the_variant_are_refused() {
        let lines = |line: &str| OpeningSource::Lines { source: "here".to_owned(), lines: vec![line.to_owned()] };
        assert!(
            OpeningSource::Balanced.check(&Variant::STANDARD).is_ok()
                && lines("f5d6").check(&Variant::STANDARD).is_ok()
        );
        for (openings, variant, message) in [
            (OpeningSource::Balanced, Variant::SIX, "write random:6"),
            (lines("f5d6"), Variant::TINY, "\"f5d6\" is not an opening"),
            (lines("e6 f4 e3 f6 g5 d6 e7 f5 c5"), Variant::STANDARD, "leave something to play"),
            (
                OpeningSource::Lines { source: String::new(), lines: Vec::new() },
                Variant::STANDARD,
                "without an opening",
            ),
        ] {
            let error = openings.check(&variant).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
        for variant in [Variant::STANDARD, Variant::SIX, Variant::TINY] {
            assert!(OpeningSource::usual(&variant).check(&variant).is_ok());
        }
    }
}
