//! What whoever runs a class is told at once: players of courses have no page of their own that could tell them.

use std::{fmt, net::IpAddr};

use outflank_play::GameResult;
use outflank_rules::Color;
use tokio::sync::mpsc;

use crate::{id::GameId, table::Table, wire};

/// Where news go.
pub type NewsSender = mpsc::UnboundedSender<News>;

/// Something that happened in a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// A player has connected.
    Came {
        /// What it is called here.
        player: String,
        /// Where it is.
        address: IpAddr,
    },
    /// A game was made.
    Game {
        /// Which.
        game: GameId,
        /// Who plays White.
        white: String,
        /// Who plays Black.
        black: String,
        /// Does it wait for a click on its watch page?
        is_held: bool,
    },
    /// A game has ended.
    Over {
        /// Which.
        game: GameId,
        /// How, in words.
        how: String,
    },
}

impl News {
    pub(super) fn game(table: &Table) -> News {
        let name = |color| wire::player_name(table, color);
        let (white, black) = (name(Color::White), name(Color::Black));
        News::Game { game: table.id(), white, black, is_held: table.is_held() }
    }

    pub(super) fn over(table: &Table) -> News {
        News::Over { game: table.id(), how: how(table) }
    }
}

/// How a game ended, in a line.
pub(super) fn how(table: &Table) -> String {
    let name = |color| wire::player_name(table, color);
    let discs = |color| table.game().position().discs(color).len();
    let score = format!("{}-{}", discs(Color::White), discs(Color::Black));
    let Some(winner) = table.result().and_then(GameResult::winner) else { return format!("drawn, {score}") };
    match table.foul() {
        Some(foul) => format!("{} wins: {} {}", name(winner), name(foul.color), foul.verdict.words()),
        None => match table.result() {
            Some(GameResult::TimedOut(color)) => format!("{} wins: {} ran out of time", name(winner), name(color)),
            _ => format!("{} wins, {score}", name(winner)),
        },
    }
}

impl fmt::Display for News {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            News::Came { player, address } => write!(f, "{player} is here, from {address}"),
            News::Game { white, black, .. } => write!(f, "{white} (white, 1) plays {black} (black, -1)"),
            News::Over { how, .. } => f.write_str(how),
        }
    }
}
