//! What there is to choose from.

use axum::{Json, extract::State};
use outflank_engine::Level;
use outflank_rules::{FirstMover, Goal, Variant};
use serde::Serialize;

use super::{Peer, record::FORMATS};
use crate::{reach::Reach, wire};

/// Times that people play with; any other can be asked for.
const TIMES: [&str; 7] = ["1m", "3m+2s", "5m+3s", "10m", "15m+10s", "10s/move", "30s/move"];

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Options {
    levels: Vec<LevelOption>,
    bots: Vec<String>,
    variants: Vec<VariantOption>,
    formats: Vec<FormatOption>,
    times: Vec<&'static str>,
    play_now: &'static str,
    reach: ReachOption,
}

/// Who can open the page, for those who invite somebody.
#[derive(Serialize)]
struct ReachOption {
    public: bool,
    origin: Option<String>,
}

#[derive(Serialize)]
struct LevelOption {
    player: String,
    level: u8,
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

/// `GET /api/options`
pub(super) async fn options(State(reach): State<Reach>, peer: Peer) -> Json<Options> {
    Json(Options {
        levels: Level::all().filter_map(level).collect(),
        bots: vec![Level::GREEDY.to_string(), Level::RANDOM.to_string()],
        variants: Variant::NAMED.iter().map(|(name, title, it)| variant(name, title, it)).collect(),
        formats: FORMATS.map(|it| FormatOption { name: it.to_string(), extension: it.extension() }).into(),
        times: TIMES.into(),
        play_now: wire::FRIENDLY,
        reach: reach_for(&peer, reach),
    })
}

/// Whoever comes from elsewhere came by an address that works. Where that is said to be this machine, something between us passes it on, as for
/// a container, and our own address is none for others.
fn reach_for(peer: &Peer, reach: Reach) -> ReachOption {
    let is_here = peer.address.to_canonical().is_loopback();
    ReachOption { public: reach.is_public(), origin: is_here.then(|| reach.origin()).flatten() }
}

fn level(level: Level) -> Option<LevelOption> {
    level.number().map(|number| LevelOption { player: format!("level:{number}"), level: number })
}

fn variant(name: &'static str, title: &'static str, variant: &Variant) -> VariantOption {
    let ground = variant.ground();
    VariantOption {
        name,
        title,
        size: ground.size(),
        board: wire::board(&variant.start()),
        goal: match ground.goal() {
            Goal::Most => "most",
            Goal::Fewest => "fewest",
        },
        group: group(name, variant),
    }
}

/// Under which heading a variant stands.
fn group(name: &str, variant: &Variant) -> &'static str {
    let is_whole = variant.ground().area().len() == u32::from(variant.ground().size()).pow(2);
    match name {
        "standard" | "six" | "tiny" => "usual",
        _ if name.starts_with("handicap") => "handicap",
        _ if !is_whole || variant.ground().goal() == Goal::Fewest => "other rules",
        _ if variant.first() == FirstMover::Drawn || name == "free-centre" => "other rules",
        _ => "other starts",
    }
}
