//! Names of the built-in bots.

use std::{fmt, str::FromStr};

use outflank_engine::{Level, Settings};

use super::{Bot, Budget, Corners, Greedy, LevelBot, Mcts, Minimax, Positional, Random, SearchBot};

/// Maximum search depth in plies: no game is longer.
const MAX_DEPTH: u32 = 60;

/// Maximum number of playouts per move for `mcts`; each can take some hundred bytes.
const MAX_PLAYOUTS: u32 = 1_000_000;

/// Maximum number of nodes per move for `nodes`.
pub const MAX_NODES: u64 = 1_000_000_000_000;

/// The kind of a built-in bot; parses and prints its name and creates bots.
///
/// ```
/// use outflank_arena::bot::BotKind;
///
/// for name in ["random", "greedy", "corners", "positional", "minimax:3", "mcts:500", "level:8", "depth:6", "nodes:20000"] {
///     assert_eq!(name.parse::<BotKind>()?.to_string(), name);
///     assert_eq!(name.parse::<BotKind>()?.bot(1).name(), name);
/// }
/// # Ok::<(), outflank_arena::bot::ParseBotError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BotKind {
    /// Any legal move.
    Random,
    /// The move that flips the most discs.
    Greedy,
    /// Corners, if available.
    Corners,
    /// The best squares according to a table of weights.
    Positional,
    /// Searches this many plies ahead, 1 to 60.
    Minimax(u32),
    /// Plays this many random games per move, 1 to 1,000,000.
    Mcts(u32),
    /// The engine at a numbered level.
    Level(Level),
    /// The engine with a fixed depth in plies, 1 to 60.
    Depth(u32),
    /// The engine with about this many nodes per move, 1 to 1,000,000,000,000.
    Nodes(u64),
}

/// The largest number allowed after a bot's name, for bots that take one.
pub(crate) fn most(word: &str) -> Option<u64> {
    match word.to_ascii_lowercase().as_str() {
        "minimax" | "depth" => Some(MAX_DEPTH.into()),
        "mcts" => Some(MAX_PLAYOUTS.into()),
        "level" => Some(20),
        "nodes" => Some(MAX_NODES),
        _ => None,
    }
}

impl BotKind {
    /// Each kind once with a one-line description. Kinds that take a number have a typical one.
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

    /// The display name: `Level 8`, `Greedy`, `Minimax 3`. [`fmt::Display`] writes the name that
    /// parses.
    pub fn title(self) -> String {
        match self {
            BotKind::Random => "Random".to_owned(),
            BotKind::Greedy => "Greedy".to_owned(),
            BotKind::Corners => "Corners".to_owned(),
            BotKind::Positional => "Positional".to_owned(),
            BotKind::Minimax(depth) => format!("Minimax {depth}"),
            BotKind::Mcts(games) => format!("MCTS {games}"),
            BotKind::Level(level) => format!("Level {level}"),
            BotKind::Depth(depth) => format!("Depth {depth}"),
            BotKind::Nodes(nodes) => format!("Nodes {nodes}"),
        }
    }

    /// Creates a bot for one game. The seed determines its random choices.
    pub fn bot(self, seed: u64) -> Box<dyn Bot> {
        self.bot_with(seed, &Settings { threads: 1, ..Settings::default() })
    }

    /// Like [`BotKind::bot`], with engine settings for the levels.
    pub(crate) fn bot_with(self, seed: u64, settings: &Settings) -> Box<dyn Bot> {
        match self {
            BotKind::Random => Box::new(Random::new(seed)),
            BotKind::Greedy => Box::new(Greedy),
            BotKind::Corners => Box::new(Corners::new(seed)),
            BotKind::Positional => Box::new(Positional),
            BotKind::Minimax(depth) => Box::new(Minimax::new(depth)),
            BotKind::Mcts(games) => Box::new(Mcts::new(games, seed)),
            BotKind::Level(level) => Box::new(LevelBot::new(level, seed, settings)),
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

/// A text that is not the name of a built-in bot.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is not a built-in bot: write random, greedy, corners, positional, minimax:3 (plies, 1 to {MAX_DEPTH}), mcts:1000 \
    (games for a move, 1 to {MAX_PLAYOUTS}), level:8 (1 to 20), depth:6 (plies, 1 to {MAX_DEPTH}) or nodes:100000 (positions \
    for a move, 1 to {MAX_NODES})"
)]
pub struct ParseBotError(String);

/// Case-insensitive. A bare number is a level.
impl FromStr for BotKind {
    type Err = ParseBotError;

    fn from_str(text: &str) -> Result<BotKind, ParseBotError> {
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
            ("minimax", _) => up_to(MAX_DEPTH).map(BotKind::Minimax),
            ("mcts", _) => up_to(MAX_PLAYOUTS).map(BotKind::Mcts),
            (number, None) if number.bytes().all(|byte| byte.is_ascii_digit()) => {
                number.parse().ok().and_then(Level::numbered).map(BotKind::Level)
            }
            ("level", _) => up_to(20).and_then(|level| Level::numbered(level as u8)).map(BotKind::Level),
            ("depth", _) => up_to(MAX_DEPTH).map(BotKind::Depth),
            ("nodes", _) => up_to_large(MAX_NODES).map(BotKind::Nodes),
            _ => None,
        };
        kind.ok_or_else(|| ParseBotError(text.to_owned()))
    }
}
