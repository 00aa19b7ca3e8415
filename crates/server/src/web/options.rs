//! The choices for a new game.

use std::sync::Arc;

use axum::{Json, extract::State};
use outflank_arena::bot::BotKind;
use outflank_engine::Level;
use outflank_rules::{FirstMover, Goal, Variant};
use serde::Serialize;

use super::Peer;
use crate::{
    bots::programs::Programs,
    game::{Seat, record::FORMATS, wire},
    web::reach::Reach,
};

/// Common time controls. Any other can be requested.
const TIMES: [&str; 7] = ["1m", "3m+2s", "5m+3s", "10m", "15m+10s", "10s/move", "30s/move"];

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Options {
    levels: Vec<LevelOption>,
    bots: Vec<String>,
    players: Vec<PlayerOption>,
    variants: Vec<VariantOption>,
    formats: Vec<FormatOption>,
    times: Vec<&'static str>,
    play_now: &'static str,
    reach: ReachOption,
}

/// Who can open the page, for invitations.
#[derive(Serialize)]
struct ReachOption {
    public: bool,
    origin: Option<String>,
}

#[derive(Serialize)]
struct LevelOption {
    player: String,
    level: u8,
    name: String,
}

/// A computer player without levels: a built-in bot, or a player that the operator offers.
#[derive(Serialize)]
struct PlayerOption {
    player: String,
    name: String,
}

impl PlayerOption {
    fn of(seat: &Seat) -> PlayerOption {
        PlayerOption { player: seat.to_string(), name: seat.title() }
    }
}

#[derive(Serialize)]
struct VariantOption {
    name: &'static str,
    title: &'static str,
    size: u8,
    board: String,
    goal: &'static str,
    group: &'static str,
}

#[derive(Serialize)]
struct FormatOption {
    name: String,
    extension: &'static str,
}

impl Options {
    /// The choices of a page whose engine runs in the browser: its players are the levels and these
    /// two bots, and it has no clocks.
    pub(crate) fn without_server() -> Options {
        let players = [BotKind::Greedy, BotKind::Random].map(Seat::from);
        Options {
            levels: Level::all().filter_map(level).collect(),
            bots: Vec::new(),
            players: players.iter().map(PlayerOption::of).collect(),
            variants: Variant::NAMED.iter().map(|(name, title, it)| variant(name, title, it)).collect(),
            formats: FORMATS.map(|it| FormatOption { name: it.to_string(), extension: it.extension() }).into(),
            times: Vec::new(),
            play_now: wire::FRIENDLY,
            reach: ReachOption { public: false, origin: None },
        }
    }
}

/// `GET /api/options`
pub(crate) async fn options(
    State(reach): State<Reach>,
    State(programs): State<Arc<Programs>>,
    peer: Peer,
) -> Json<Options> {
    let offered = programs.names().map(|name| Seat::Program(name.to_owned()));
    Json(Options {
        bots: bots().map(|kind| kind.to_string()).collect(),
        players: bots().map(Seat::from).chain(offered).map(|seat| PlayerOption::of(&seat)).collect(),
        times: TIMES.into(),
        reach: reach_for(&peer, reach),
        ..Options::without_server()
    })
}

/// Tells only clients on this machine the server's address in the network. Other clients have used
/// an address that works, perhaps of a proxy or container, and the server's own may not.
fn reach_for(peer: &Peer, reach: Reach) -> ReachOption {
    let is_here = peer.address.to_canonical().is_loopback();
    ReachOption { public: reach.is_public(), origin: is_here.then(|| reach.origin()).flatten() }
}

/// The built-in bots that people play against. Any other can be requested.
fn bots() -> impl Iterator<Item = BotKind> {
    use BotKind::{Corners, Greedy, Mcts, Minimax, Positional, Random};
    [Greedy, Random, Corners, Positional, Minimax(3), Mcts(1000)].into_iter()
}

fn level(level: Level) -> Option<LevelOption> {
    let kind = BotKind::Level(level);
    level.number().map(|number| LevelOption { player: kind.to_string(), level: number, name: kind.title() })
}

fn variant(name: &'static str, title: &'static str, variant: &Variant) -> VariantOption {
    let spec = variant.spec();
    VariantOption {
        name,
        title,
        size: spec.size(),
        board: wire::board(&variant.start()),
        goal: match spec.goal() {
            Goal::Most => "most",
            Goal::Fewest => "fewest",
        },
        group: group(name, variant),
    }
}

/// The group of a variant.
fn group(name: &str, variant: &Variant) -> &'static str {
    let is_whole = variant.spec().area().len() == u32::from(variant.spec().size()).pow(2);
    match name {
        "standard" | "six" | "tiny" => "usual",
        _ if name.starts_with("handicap") => "handicap",
        _ if !is_whole || variant.spec().goal() == Goal::Fewest => "other rules",
        _ if variant.first() == FirstMover::Drawn || name == "free-centre" => "other rules",
        _ => "other starts",
    }
}
