//! The names of openings.
//!
//! A name belongs to a position, not to an order of moves. It is found for any transposition,
//! rotation and reflection. Colors are never exchanged: a position with the colors reversed is
//! another one. Names exist only for the full 8x8 board, from the standard or the mirrored start.
//!
//! ```
//! use outflank_rules::{Game, Variant, opening};
//!
//! let moves = "c4 e3 f6 e6 f5 c5 c3".split(' ').map(|mv| mv.parse().unwrap());
//! let game = Game::replay(Variant::STANDARD.start(), moves)?;
//! assert_eq!(opening::name(&game), Some("Stephenson"));
//! # Ok::<(), outflank_rules::ReplayError>(())
//! ```

use std::{collections::HashMap, fmt, sync::LazyLock};

use crate::{Bitboard, BoardSpec, Color, Game, Move, Position, Setup, Variant};

/// A named position near the start of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    names: Vec<&'static str>,
    line: &'static str,
}

impl Opening {
    /// The usual name.
    pub fn name(&self) -> &'static str {
        self.names[0]
    }

    /// Other names in use.
    pub fn aliases(&self) -> &[&'static str] {
        &self.names[1..]
    }

    /// A line of play from the standard start that leads to it, such as `f5d6c3d3c4`.
    pub fn line(&self) -> &'static str {
        self.line
    }

    /// The moves of [`Opening::line`].
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        let squares = self.line.as_bytes().chunks(2);
        squares.map(|square| str::from_utf8(square).ok().and_then(|name| name.parse().ok()).expect("a table of moves"))
    }
}

/// The usual name.
impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// All openings; each stands after those it grows out of.
pub fn all() -> &'static [Opening] {
    &TABLE.openings
}

/// The opening whose position this is, turned or mirrored in any way.
pub fn of_position(position: &Position) -> Option<&'static Opening> {
    if position.occupied().len() > TABLE.most_discs {
        return None;
    }
    let key = key(position)?;
    TABLE.by_position.get(&key).map(|&i| &TABLE.openings[i])
}

/// The last named position that the game went through, and after how many plies.
pub fn of_game(game: &Game) -> Option<(&'static Opening, usize)> {
    let positions = (0..=game.ply()).map_while(|ply| game.position_at(ply).map(|position| (position, ply)));
    positions
        .take_while(|(position, _)| position.occupied().len() <= TABLE.most_discs)
        .filter_map(|(position, ply)| Some((of_position(&position)?, ply)))
        .last()
}

/// The usual name of the opening of a game.
pub fn name(game: &Game) -> Option<&'static str> {
    of_game(game).map(|(opening, _)| opening.name())
}

struct Table {
    openings: Vec<Opening>,
    by_position: HashMap<Position, usize>,
    /// Positions with more discs than this have no name.
    most_discs: u32,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let lines = include_str!("opening/openings.tsv").lines().filter(|line| !line.starts_with('#'));
    let openings: Vec<Opening> = lines.filter_map(parse_line).collect();
    let positions = || openings.iter().map(|opening| position_of(opening).expect("a table of legal lines"));
    let by_position = positions().enumerate().filter_map(|(i, position)| Some((key(&position)?, i))).collect();
    let most_discs = positions().map(|position| position.occupied().len()).max().unwrap_or_default();
    Table { openings, by_position, most_discs }
});

fn parse_line(line: &'static str) -> Option<Opening> {
    let (line, names) = line.split_once('\t')?;
    Some(Opening { names: names.split(", ").collect(), line })
}

fn position_of(opening: &Opening) -> Option<Position> {
    Game::replay(Variant::STANDARD.start(), opening.moves()).ok().map(|game| game.position())
}

/// Returns the lookup key of a position: one of its eight images, on the standard board whatever
/// the goal is.
fn key(position: &Position) -> Option<Position> {
    let is_full_board = position.spec().area() == Bitboard::ALL && position.free_squares().is_empty();
    let discs = |color| position.discs(color);
    let setup = Setup {
        black: discs(Color::Black),
        white: discs(Color::White),
        turn: position.turn(),
        spec: BoardSpec::STANDARD,
    };
    let standard = setup.validate().ok().filter(|_| is_full_board)?;
    Some(standard.canonical().0)
}
