//! Games of the archive as JSON: what browsers, programs and `--json` are told.

use outflank_rules::{
    DiscDiff, Game, Move, Position, Variant, opening,
    record::{Ending, Outcome},
};
use serde::Serialize;
use serde_json::Value;

use super::{Explored, Found, Judge, Kept, Past, Played, Tally};
use crate::{
    id::GameId,
    wire::{self, VariantView},
};

#[derive(Serialize)]
struct Entry<'a> {
    id: u32,
    black: Option<&'a str>,
    white: Option<&'a str>,
    result: Option<ResultView>,
    plies: usize,
    opening: Option<&'a str>,
    date: Option<String>,
    event: Option<&'a str>,
    source: Option<&'a str>,
    game: Option<GameId>,
    variant: VariantView,
    /// Nothing for the standard start.
    start: Option<String>,
    moves: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<usize>,
}

/// A game, with everything that is needed to show it in a list or to look at it.
pub fn entry(kept: &Kept) -> Value {
    let past = &kept.past;
    let start = past.game.start();
    json(&Entry {
        id: kept.id,
        black: told(&past.black),
        white: told(&past.white),
        result: ResultView::of(past),
        plies: past.game.ply(),
        opening: kept.opening.as_deref(),
        date: Some(past.day.to_string()).filter(|day| !day.is_empty()),
        event: told(&past.event),
        source: told(&past.source),
        game: past.played_here,
        variant: VariantView::of(past.variant()),
        start: (start != Variant::STANDARD.start()).then(|| wire::position(&start)),
        moves: moves(&past.game),
        ply: kept.ply,
    })
}

fn told(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}

fn json(view: &impl Serialize) -> Value {
    serde_json::to_value(view).expect("views have only what JSON can hold")
}

/// The moves one after another. Passes follow from the rules, but for turns that a side lost.
pub(crate) fn moves(game: &Game) -> String {
    let told = |(before, mv): (Position, Move)| match mv {
        Move::Place(square) => Some(square.to_string()),
        Move::Pass => (!before.must_pass()).then(|| mv.to_string()),
    };
    game.turns().filter_map(told).collect()
}

#[derive(Serialize)]
struct ResultView {
    winner: Option<&'static str>,
    /// Discs, with the empty squares for the winner; nothing where only the winner is known.
    black: Option<i32>,
    white: Option<i32>,
    margin: Option<i8>,
    reason: &'static str,
}

impl ResultView {
    /// How the game ended, if that is known.
    fn of(past: &Past) -> Option<ResultView> {
        let Outcome { margin, awarded, ending } = past.outcome;
        if margin.is_none() && awarded.is_none() {
            return None;
        }
        let ground = past.game.start().ground();
        let discs = margin.map(|margin| wire::discs(&ground, margin));
        Some(ResultView {
            winner: past.outcome.winner(ground.goal()).map(wire::word),
            black: discs.map(|[black, _]| black),
            white: discs.map(|[_, white]| white),
            margin: margin.map(DiscDiff::discs),
            reason: reason(ending),
        })
    }
}

fn reason(ending: Ending) -> &'static str {
    match ending {
        Ending::Played => "played",
        Ending::Resigned => "resigned",
        Ending::TimedOut => "time",
        Ending::Left => "gone",
        Ending::Unfinished => "unfinished",
    }
}

#[derive(Serialize)]
struct Page {
    games: Vec<Value>,
    next: Option<String>,
    total: u64,
}

/// A page of what was found.
pub fn page(found: &Found) -> Value {
    let games = found.games.iter().map(entry).collect();
    json(&Page { games, next: found.next.map(|next| next.to_string()), total: found.total })
}

#[derive(Serialize)]
struct ExploredView {
    variant: VariantView,
    position: String,
    turn: Option<&'static str>,
    opening: Option<&'static str>,
    total: TallyView,
    ended: u64,
    moves: Vec<PlayedView>,
    games: Vec<Value>,
}

#[derive(Serialize)]
struct TallyView {
    games: u64,
    black: u64,
    draws: u64,
    white: u64,
}

impl From<Tally> for TallyView {
    fn from(Tally { games, black, draws, white }: Tally) -> TallyView {
        TallyView { games, black, draws, white }
    }
}

#[derive(Serialize)]
struct PlayedView {
    #[serde(rename = "move")]
    mv: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    same: Vec<String>,
    #[serde(flatten)]
    tally: TallyView,
    opening: Option<&'static str>,
    value: Option<i8>,
    /// Who says what it is worth.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<&'static str>,
}

impl Judge {
    /// The word for programs and in tables.
    pub fn word(self) -> &'static str {
        match self {
            Judge::Book => "book",
            Judge::Engine => "engine",
        }
    }
}

impl From<&Played> for PlayedView {
    fn from(played: &Played) -> PlayedView {
        PlayedView {
            mv: played.mv.to_string(),
            same: played.same.iter().map(Move::to_string).collect(),
            tally: played.tally.into(),
            opening: played.opening,
            value: played.worth.map(|worth| worth.value.discs()),
            by: played.worth.map(|worth| worth.by.word()),
        }
    }
}

/// What was played at the end of a game, with some of the games in which it was.
pub fn explored(variant: Variant, line: &Game, explored: &Explored, some: &[Kept]) -> Value {
    let position = line.position();
    json(&ExploredView {
        variant: VariantView::of(variant),
        position: wire::position(&position),
        turn: (!position.is_over()).then(|| wire::word(position.turn())),
        opening: opening::name(line),
        total: explored.total.into(),
        ended: explored.ended,
        moves: explored.moves.iter().map(PlayedView::from).collect(),
        games: some.iter().map(entry).collect(),
    })
}
