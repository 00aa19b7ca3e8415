//! The JSON of the archive, for the API and for `--json`.

use outflank_rules::{
    DiscDiff, Game, Move, Position, Variant,
    notation::Notation,
    opening,
    record::{Ending, Outcome},
};
use serde::Serialize;
use serde_json::Value;

use super::{ArchiveEntry, ArchivedGame, Explored, ExploredMove, SearchPage, Tally, ValueSource};
use crate::{
    game::wire::{self, VariantView},
    log::id::GameId,
    study,
    web::list::NextCursor,
};

#[derive(Serialize)]
struct EntryView<'a> {
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
    /// `None` for the standard start.
    start: Option<String>,
    moves: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<usize>,
}

/// The JSON of a game, with its moves.
pub fn entry(entry: &ArchiveEntry) -> Value {
    let game = &entry.game;
    let start = game.game.start();
    json(&EntryView {
        id: entry.id,
        black: non_empty(&game.black),
        white: non_empty(&game.white),
        result: ResultView::of(game),
        plies: game.game.ply(),
        opening: entry.opening.as_deref(),
        date: Some(game.day.to_string()).filter(|day| !day.is_empty()),
        event: non_empty(&game.event),
        source: non_empty(&game.source),
        game: game.played_here,
        variant: VariantView::of(game.variant()),
        start: (start != Variant::STANDARD.start()).then(|| wire::position(&start)),
        moves: study::transcript(&game.game),
        ply: entry.ply,
    })
}

fn non_empty(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}

fn json(view: &impl Serialize) -> Value {
    serde_json::to_value(view).expect("views serialize to JSON")
}

#[derive(Serialize)]
struct ResultView {
    winner: Option<&'static str>,
    /// Discs, with empty squares for the winner; `None` if only the winner is known.
    black: Option<i32>,
    white: Option<i32>,
    margin: Option<i8>,
    reason: &'static str,
}

impl ResultView {
    /// The result, if it is known.
    fn of(game: &ArchivedGame) -> Option<ResultView> {
        let Outcome { margin, awarded, ending } = game.outcome;
        if margin.is_none() && awarded.is_none() {
            return None;
        }
        let spec = game.game.start().spec();
        let discs = margin.map(|margin| wire::discs(&spec, margin));
        Some(ResultView {
            winner: game.outcome.winner(spec.goal()).map(wire::word),
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
        Ending::Foul => "foul",
        Ending::Unfinished => "unfinished",
    }
}

#[derive(Serialize)]
struct PageView {
    games: Vec<Value>,
    #[serde(flatten)]
    next: NextCursor,
    total: u64,
}

/// The JSON of a page of results.
pub fn page(page: &SearchPage) -> Value {
    let games = page.games.iter().map(entry).collect();
    let next = NextCursor::new(page.next.map(|next| next.to_string()));
    json(&PageView { games, next, total: page.total })
}

#[derive(Serialize)]
struct ExploredView {
    variant: VariantView,
    position: String,
    turn: Option<&'static str>,
    opening: Option<&'static str>,
    total: TallyView,
    ended: u64,
    moves: Vec<ExploredMoveView>,
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
#[serde(rename_all = "camelCase")]
struct ExploredMoveView {
    #[serde(rename = "move")]
    mv: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    equivalent_moves: Vec<String>,
    /// The name of `equivalentMoves` until 0.3.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    same: Vec<String>,
    #[serde(flatten)]
    tally: TallyView,
    opening: Option<&'static str>,
    value: Option<i8>,
    /// The source of the value.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<&'static str>,
}

impl ValueSource {
    /// The name in JSON and in tables.
    pub fn word(self) -> &'static str {
        match self {
            ValueSource::Book => "book",
            ValueSource::Engine => "engine",
        }
    }
}

impl ExploredMoveView {
    fn of(position: &Position, played: &ExploredMove) -> ExploredMoveView {
        let equivalent: Vec<_> = played.equivalent.iter().map(Move::to_string).collect();
        ExploredMoveView {
            mv: Notation::Standard.write_turn(position, played.mv),
            same: equivalent.clone(),
            equivalent_moves: equivalent,
            tally: played.tally.into(),
            opening: played.opening,
            value: played.value.map(|value| value.discs.discs()),
            by: played.value.map(|value| value.source.word()),
        }
    }
}

/// The JSON of the explorer at the end of a line of moves, with some of the games.
pub fn explored(variant: Variant, line: &Game, explored: &Explored, games: &[ArchiveEntry]) -> Value {
    let position = line.position();
    json(&ExploredView {
        variant: VariantView::of(variant),
        position: wire::position(&position),
        turn: (!position.is_over()).then(|| wire::word(position.turn())),
        opening: opening::name(line),
        total: explored.total.into(),
        ended: explored.ended,
        moves: explored.moves.iter().map(|played| ExploredMoveView::of(&position, played)).collect(),
        games: games.iter().map(entry).collect(),
    })
}
