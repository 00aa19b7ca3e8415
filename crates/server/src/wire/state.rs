//! A game as it is shown.

use outflank_play::{GameResult, Sides};
use outflank_rules::{Bitboard, Color, Move, Position};
use serde::Serialize;

use super::{Each, SeatView, VariantView, board, names, word};
use crate::{
    event::{Foul, beginning},
    id::GameId,
    store::GameStatus,
    table::{Held, NoSeat, Table},
};

/// Who looks at a game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Asker {
    /// The seats he holds.
    pub held: Held,
    /// Why he holds none, if he tried to take one.
    pub no_seat: Option<NoSeat>,
}

/// Whether somebody is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Attendance {
    /// Is he?
    pub here: bool,
    /// When the other one may claim the game, if he is not; milliseconds since 1970.
    #[serde(rename = "claimableAt")]
    pub claimable_at: Option<u64>,
}

/// Who is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Presence {
    /// The players.
    pub seats: Sides<Attendance>,
    /// How many others look on.
    pub watchers: usize,
}

#[derive(Serialize)]
pub(super) struct PresenceView {
    black: Attendance,
    white: Attendance,
    watchers: usize,
}

impl From<&Presence> for PresenceView {
    fn from(presence: &Presence) -> PresenceView {
        let Sides { black, white } = presence.seats;
        PresenceView { black, white, watchers: presence.watchers }
    }
}

/// The whole of a game, for somebody who knows nothing of it yet.
pub fn snapshot(table: &Table, asker: Asker, presence: &Presence, now: u64) -> String {
    let view = Snapshot {
        kind: "state",
        id: table.id(),
        version: table.version(),
        now,
        created: table.created_at(),
        variant: VariantView::of(table.created().variant),
        start: board(&table.game().start()),
        first: word(table.game().start().turn()),
        you: asker.held.colors().map(word).collect(),
        seat_refused: asker.no_seat.map(refused),
        moves: moves(table),
        previous: table.created().previous,
        tournament: table.created().terms.tournament,
        can_take_back: can_take_back(table, asker.held),
        hints: may_have_hints(table, asker.held),
        presence: presence.into(),
        state: State::of(table, now),
    };
    json(&view)
}

/// May whoever holds these seats ask the engine about this game? Not while two people play each other, nor from outside.
pub fn may_have_hints(table: &Table, held: Held) -> bool {
    let plays = held.colors().next().is_some();
    table.status() == GameStatus::Over || (plays && !table.is_between_people())
}

fn refused(no_seat: NoSeat) -> &'static str {
    match no_seat {
        NoSeat::Taken => "taken",
        NoSeat::Free => "free",
        NoSeat::Unknown => "unknown",
    }
}

fn can_take_back(table: &Table, held: Held) -> bool {
    table.status() == GameStatus::Playing && table.takeback_ply(held).is_some()
}

pub(super) fn json(view: &impl Serialize) -> String {
    serde_json::to_string(view).expect("views have only what JSON can hold")
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Snapshot {
    #[serde(rename = "type")]
    kind: &'static str,
    id: GameId,
    version: u64,
    now: u64,
    created: u64,
    variant: VariantView,
    start: String,
    first: &'static str,
    you: Vec<&'static str>,
    seat_refused: Option<&'static str>,
    moves: Vec<MoveView>,
    previous: Option<GameId>,
    tournament: Option<GameId>,
    can_take_back: bool,
    hints: bool,
    presence: PresenceView,
    #[serde(flatten)]
    state: State,
}

/// What may change with each event, and is the same for everybody.
#[derive(Serialize)]
pub(super) struct State {
    status: GameStatus,
    held: bool,
    turn: Option<&'static str>,
    board: String,
    counts: Each<u32>,
    legal: Vec<LegalView>,
    opening: Option<&'static str>,
    clock: Option<ClockView>,
    seats: Each<SeatView>,
    offers: Offers,
    result: Option<ResultView>,
    next: Option<GameId>,
}

impl State {
    pub(super) fn of(table: &Table, now: u64) -> State {
        let position = table.game().position();
        State {
            status: table.status(),
            held: table.is_held(),
            turn: table.turn().map(word),
            board: board(&position),
            counts: Each::of(|color| position.discs(color).len()),
            legal: if table.turn().is_some() { legal(&position) } else { Vec::new() },
            opening: table.opening(),
            clock: ClockView::of(table, now),
            seats: Each::of(|color| SeatView::of(table, color)),
            offers: Offers { takeback: table.takeback().map(word), rematch: table.rematch().map(word) },
            result: ResultView::of(table),
            next: table.next(),
        }
    }
}

#[derive(Serialize)]
pub(super) struct LegalView {
    square: String,
    flips: Vec<String>,
}

/// The squares that may be played.
pub(super) fn legal(position: &Position) -> Vec<LegalView> {
    let view = |square| LegalView { flips: names(position.flips(square)), square: square.to_string() };
    position.legal().into_iter().map(view).collect()
}

#[derive(Serialize)]
pub(super) struct MoveView {
    pub(super) ply: usize,
    pub(super) color: &'static str,
    #[serde(rename = "move")]
    pub(super) mv: String,
    pub(super) flips: Vec<String>,
    pub(super) ms: Option<u64>,
}

impl MoveView {
    /// A turn, of which `index` were before it.
    pub(super) fn of(index: usize, before: &Position, mv: Move, ms: Option<u64>) -> MoveView {
        let flips = mv.square().map_or(Bitboard::EMPTY, |square| before.flips(square));
        MoveView { ply: index + 1, color: word(before.turn()), mv: mv.to_string(), flips: names(flips), ms }
    }

    /// The last turn.
    pub(super) fn last(table: &Table) -> Option<MoveView> {
        let index = table.game().ply().checked_sub(1)?;
        let before = table.game().position_at(index)?;
        let mv = table.game().moves().next_back()?;
        Some(MoveView::of(index, &before, mv, table.thought(index)))
    }
}

fn moves(table: &Table) -> Vec<MoveView> {
    let turns = table.game().turns().enumerate();
    turns.map(|(index, (before, mv))| MoveView::of(index, &before, mv, table.thought(index))).collect()
}

#[derive(Serialize)]
pub(super) struct ClockView {
    control: String,
    black: u64,
    white: u64,
    running: Option<&'static str>,
}

impl ClockView {
    pub(super) fn of(table: &Table, now: u64) -> Option<ClockView> {
        let clocks = table.clocks()?;
        let left =
            |color| table.clock_left(color, now).map_or(0, |left| u64::try_from(left.as_millis()).unwrap_or(u64::MAX));
        Some(ClockView {
            control: clocks.control().to_string(),
            black: left(Color::Black),
            white: left(Color::White),
            running: clocks.running().map(word),
        })
    }
}

#[derive(Serialize)]
struct Offers {
    takeback: Option<&'static str>,
    rematch: Option<&'static str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ResultView {
    winner: Option<&'static str>,
    reason: &'static str,
    black: u8,
    white: u8,
    margin: i8,
    official_margin: i8,
    #[serde(skip_serializing_if = "Option::is_none")]
    foul: Option<FoulView>,
}

/// The most signs of what a bot wrote, and of what is said about it: they are in each state of the game.
const LONGEST_QUOTE: usize = 1000;
const LONGEST_TEXT: usize = 300;

/// What a bot did wrong.
#[derive(Serialize)]
pub(super) struct FoulView {
    color: &'static str,
    verdict: String,
    got: String,
    text: String,
}

impl FoulView {
    pub(super) fn of(foul: &Foul) -> FoulView {
        let text = if foul.text.is_empty() { foul.verdict.words() } else { &foul.text };
        FoulView {
            color: word(foul.color),
            verdict: foul.verdict.to_string(),
            got: beginning(&foul.got, LONGEST_QUOTE),
            text: beginning(text, LONGEST_TEXT),
        }
    }
}

impl ResultView {
    /// How the game ended, if it has.
    pub(super) fn of(table: &Table) -> Option<ResultView> {
        let told = ResultView::on_board(table.result()?, &table.game().position());
        let Some(foul) = table.foul() else { return Some(told) };
        Some(ResultView { reason: "foul", foul: Some(FoulView::of(foul)), ..told })
    }

    /// How it ended, with what lies on the board.
    pub(super) fn on_board(result: GameResult, position: &Position) -> ResultView {
        let score = position.score();
        ResultView {
            winner: result.winner().map(word),
            reason: reason(result),
            black: score.discs(Color::Black),
            white: score.discs(Color::White),
            margin: score.margin().discs(),
            official_margin: score.official_margin().discs(),
            foul: None,
        }
    }
}

/// How a game ended, in a word.
pub(crate) fn reason(result: GameResult) -> &'static str {
    match result {
        GameResult::Played(_) if result.is_wipe_out() => "wipe-out",
        GameResult::Played(_) => "played",
        GameResult::Resigned(_) => "resigned",
        GameResult::TimedOut(_) => "time",
        GameResult::Left(_) => "gone",
    }
}
