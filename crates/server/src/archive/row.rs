//! A game ready to be written: everything that takes time is done before the file is locked.

use std::collections::HashMap;

use outflank_rules::{Game, Variant, opening};
use sha2::{Digest, Sha256};

use super::{
    key::Key,
    name::folded,
    past::{self, Past},
    place::{END, Mark},
};
use crate::id::GameId;

/// What records of games of a server call their event, before the name of the game.
const OF_A_SERVER: &str = "outflank ";

/// A game as it is written.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) past: Past,
    /// What two records of one game have in common.
    pub(super) same: i64,
    pub(super) opening: Option<&'static str>,
    /// Nothing for the standard start.
    pub(super) variant: Option<String>,
    pub(super) moves: Vec<u8>,
    /// Its positions, each once, and what was played there.
    pub(super) places: Vec<(Key, Mark)>,
}

impl Row {
    pub(super) fn new(past: Past) -> Row {
        let start = past.game.start();
        let variant = (start != Variant::STANDARD.start()).then(|| past.variant().to_string());
        let moves: Vec<u8> = past.game.moves().map(past::code).collect();
        let same = same(&past, variant.as_deref().unwrap_or_default(), &moves);
        let places = places(&past);
        Row { opening: opening::name(&past.game), same, variant, moves, places, past }
    }
}

/// Two records are of one game if the same players made the same moves in the same year: events and results are written in many ways. What says
/// that it was played on a server was played once.
fn same(past: &Past, variant: &str, moves: &[u8]) -> i64 {
    let mut hash = Sha256::new();
    let mut add = |part: &[u8]| {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    };
    add(variant.as_bytes());
    add(moves);
    add(folded(&past.black).as_bytes());
    add(folded(&past.white).as_bytes());
    add(&past.day.year().to_be_bytes());
    let of_a_server = past.event.strip_prefix(OF_A_SERVER).and_then(|id| id.parse::<GameId>().ok());
    add(of_a_server.map_or_else(String::new, |id| id.to_string()).as_bytes());
    let first = hash.finalize().first_chunk().copied().expect("a hash has 32 bytes");
    i64::from_be_bytes(first)
}

/// The positions of a game and what was played in each, as all positions of that key lie. Where turns are lost a position may come back: what was
/// played there in the end counts.
fn places(past: &Past) -> Vec<(Key, Mark)> {
    let decision = past.decision();
    let mut places: Vec<(Key, Mark)> = Vec::with_capacity(past.game.ply() + 1);
    for (position, mv) in past.game.turns() {
        let (key, symmetry) = Key::and_symmetry(&position);
        let mv = past::code(symmetry.mv(mv, position.ground().size()));
        places.push((key, Mark::new(mv, decision)));
    }
    places.push((Key::of(&past.game.position()), Mark::new(END, decision)));
    if has_lost_turns(&past.game) {
        let last: HashMap<Key, Mark> = places.iter().copied().collect();
        places = last.into_iter().collect();
    }
    places
}

fn has_lost_turns(game: &Game) -> bool {
    game.turns().any(|(position, mv)| mv.square().is_none() && !position.must_pass())
}
