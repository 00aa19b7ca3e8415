//! The names of the built-in bots.

use std::{fmt, str::FromStr};

use outflank_engine::Level;

use super::{Bot, Budget, Corners, Greedy, LevelBot, Mcts, Minimax, Positional, Random, SearchBot};

/// The deepest that somebody can be told to look: no game is longer.
const DEEPEST: u32 = 60;

/// The most games for a move of `mcts`: each may take some hundred bytes.
const MOST_GAMES: u32 = 1_000_000;

/// The most positions for a move of `nodes`.
pub const MOST_NODES: u64 = 1_000_000_000_000;

/// A built-in bot by its name, and what makes one.
///
/// ```
/// use outflank_arena::bot::BotKind;
///
/// for name in ["random", "greedy", "corners", "positional", "minimax:3", "mcts:500", "level:8", "depth:6", "nodes:20000"] {
///     assert_eq!(name.parse::<BotKind>()?.to_string(), name);
///     assert_eq!(name.parse::<BotKind>()?.bot(1).name(), name);
/// }
/// # Ok::<(), outflank_arena::bot::UnknownBot>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BotKind {
    /// Any legal move.
    Random,
    /// The move that flips most.
    Greedy,
    /// Corners where there are any.
    Corners,
    /// The best squares by a table.
    Positional,
    /// Looks so many plies ahead, 1 to 60.
    Minimax(u32),
    /// Tries so many random games for a move, 1 to 1,000,000.
    Mcts(u32),
    /// The engine; a level that has a number.
    Level(Level),
    /// The engine, so many plies for each move, 1 to 60.
    Depth(u32),
    /// The engine, about so many positions for each move, 1 to 1,000,000,000,000.
    Nodes(u64),
}

/// The largest number behind the word of a bot that has one.
pub(crate) fn most(word: &str) -> Option<u64> {
    match word.to_ascii_lowercase().as_str() {
        "minimax" | "depth" => Some(DEEPEST.into()),
        "mcts" => Some(MOST_GAMES.into()),
        "level" => Some(20),
        "nodes" => Some(MOST_NODES),
        _ => None,
    }
}

impl BotKind {
    /// Each kind once, with a line on what it does; those with a number with a usual one.
    pub fn all() -> [(BotKind, &'static str); 9] {
        [
            (BotKind::Random, "any legal move"),
            (BotKind::Greedy, "the move that flips most"),
            (BotKind::Corners, "corners, and not the squares beside them"),
            (BotKind::Positional, "the best squares by a table"),
            (BotKind::Minimax(3), "looks ahead, here three plies"),
            (BotKind::Mcts(1000), "tries random games, here a thousand for a move"),
            (BotKind::Level(Level::STRONGEST), "the engine, level 1 to 20"),
            (BotKind::Depth(6), "the engine, here six plies for each move"),
            (BotKind::Nodes(100_000), "the engine, here 100,000 positions for each move"),
        ]
    }

    /// A bot of this kind for one game; chance in it follows from the seed.
    pub fn bot(self, seed: u64) -> Box<dyn Bot> {
        match self {
            BotKind::Random => Box::new(Random::new(seed)),
            BotKind::Greedy => Box::new(Greedy),
            BotKind::Corners => Box::new(Corners::new(seed)),
            BotKind::Positional => Box::new(Positional),
            BotKind::Minimax(depth) => Box::new(Minimax::new(depth)),
            BotKind::Mcts(games) => Box::new(Mcts::new(games, seed)),
            BotKind::Level(level) => Box::new(LevelBot::new(level, seed)),
            BotKind::Depth(depth) => Box::new(SearchBot::new(Budget::Depth(depth))),
            BotKind::Nodes(nodes) => Box::new(SearchBot::new(Budget::Nodes(nodes))),
        }
    }
}

impl fmt::Display for BotKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BotKind::Random => f.pad("random"),
            BotKind::Greedy => f.pad("greedy"),
            BotKind::Corners => f.pad("corners"),
            BotKind::Positional => f.pad("positional"),
            BotKind::Minimax(depth) => f.pad(&format!("minimax:{depth}")),
            BotKind::Mcts(games) => f.pad(&format!("mcts:{games}")),
            BotKind::Level(level) => f.pad(&format!("level:{level}")),
            BotKind::Depth(depth) => f.pad(&format!("depth:{depth}")),
            BotKind::Nodes(nodes) => f.pad(&format!("nodes:{nodes}")),
        }
    }
}

/// A text that names no built-in bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownBot(String);

impl fmt::Display for UnknownBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} is not a built-in bot: write random, greedy, corners, positional, minimax:3 (plies, 1 to {DEEPEST}), mcts:1000 \
             (games for a move, 1 to {MOST_GAMES}), level:8 (1 to 20), depth:6 (plies, 1 to {DEEPEST}) or nodes:100000 (positions \
             for a move, 1 to {MOST_NODES})",
            self.0
        )
    }
}

impl std::error::Error for UnknownBot {}

/// Reads a name in any case.
impl FromStr for BotKind {
    type Err = UnknownBot;

    fn from_str(text: &str) -> Result<BotKind, UnknownBot> {
        let name = text.trim().to_ascii_lowercase();
        let (word, number) = name.split_once(':').map_or((name.as_str(), None), |(word, number)| (word, Some(number)));
        let up_to_large =
            |most: u64| number.and_then(|number| number.parse().ok()).filter(|number| (1..=most).contains(number));
        let up_to = |most: u32| up_to_large(most.into()).and_then(|number| u32::try_from(number).ok());
        let kind = match (word, number) {
            ("random", None) => Some(BotKind::Random),
            ("greedy", None) => Some(BotKind::Greedy),
            ("corners", None) => Some(BotKind::Corners),
            ("positional", None) => Some(BotKind::Positional),
            ("minimax", _) => up_to(DEEPEST).map(BotKind::Minimax),
            ("mcts", _) => up_to(MOST_GAMES).map(BotKind::Mcts),
            ("level", _) => up_to(20).and_then(|level| Level::numbered(level as u8)).map(BotKind::Level),
            ("depth", _) => up_to(DEEPEST).map(BotKind::Depth),
            ("nodes", _) => up_to_large(MOST_NODES).map(BotKind::Nodes),
            _ => None,
        };
        kind.ok_or_else(|| UnknownBot(text.to_owned()))
    }
}
