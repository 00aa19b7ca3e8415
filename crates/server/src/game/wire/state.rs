//! The JSON views of a game.

use outflank_arena::{GameResult, Sides, Verdict};
use outflank_rules::{Color, Move, Position};
use outflank_study::view::{self, LegalView, MoveView};
pub(crate) use outflank_study::view::{json, legal};
use serde::Serialize;

use super::{Each, SeatView, VariantView, board, word};
use crate::{
    game::{
        HeldSeats, LiveGame, NoSeat, TOO_LATE,
        event::{Foul, beginning},
    },
    log::{GameStatus, id::GameId},
};

/// The client that views a game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Asker {
    /// The seats that the client holds.
    pub held: HeldSeats,
    /// Why the client holds none, if they tried to take one.
    pub no_seat: Option<NoSeat>,
}

/// The presence of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attendance {
    /// Is the player connected?
    pub connected: bool,
    /// When the opponent may claim the game of an absent player, in ms since 1970.
    pub claimable_at: Option<u64>,
}

/// The clients that are connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Presence {
    /// The players.
    pub seats: Sides<Attendance>,
    /// The number of spectators.
    pub watchers: usize,
}

#[derive(Serialize)]
pub(crate) struct PresenceView {
    #[serde(flatten)]
    seats: Each<AttendanceView>,
    watchers: usize,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct AttendanceView {
    connected: bool,
    /// The name of `connected` until 0.3.
    here: bool,
    claimable_at: Option<u64>,
}

impl From<&Presence> for PresenceView {
    fn from(presence: &Presence) -> PresenceView {
        let seats = Each::of(|color| {
            let Attendance { connected, claimable_at } = presence.seats[color];
            AttendanceView { connected, here: connected, claimable_at }
        });
        PresenceView { seats, watchers: presence.watchers }
    }
}

/// Returns the whole game.
pub fn snapshot(game: &LiveGame, asker: Asker, presence: &Presence, now: u64) -> String {
    let view = Snapshot {
        kind: "state",
        id: game.id(),
        version: game.version(),
        now,
        created: game.created_at(),
        variant: VariantView::of(game.created().variant),
        start: board(&game.game().start()),
        first: word(game.game().start().turn()),
        you: asker.held.colors().map(word).collect(),
        seat_refused: asker.no_seat.map(refused),
        moves: moves(game),
        previous: game.created().previous,
        tournament: game.created().terms.tournament,
        can_take_back: can_take_back(game, asker.held),
        hints: may_have_hints(game, asker.held),
        presence: presence.into(),
        state: State::of(game, now),
    };
    json(&view)
}

/// May the holder of these seats use the engine in this game? While it is being played, only
/// players may, and not if two people play each other.
pub fn may_have_hints(game: &LiveGame, held: HeldSeats) -> bool {
    let plays = held.colors().next().is_some();
    game.status() == GameStatus::Over || (plays && !game.is_between_people())
}

fn refused(no_seat: NoSeat) -> &'static str {
    match no_seat {
        NoSeat::Taken => "taken",
        NoSeat::Free => "free",
        NoSeat::Unknown => "unknown",
    }
}

fn can_take_back(game: &LiveGame, held: HeldSeats) -> bool {
    game.status() == GameStatus::Playing && game.takeback_ply(held).is_some()
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

/// The part that may change with each event and is the same for all clients.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct State {
    status: GameStatus,
    waiting_for_start: bool,
    /// The name of `waitingForStart` until 0.3.
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
    rematch_game: Option<GameId>,
    /// The name of `rematchGame` until 0.3.
    next: Option<GameId>,
}

impl State {
    pub(crate) fn of(game: &LiveGame, now: u64) -> State {
        let position = game.game().position();
        State {
            status: game.status(),
            waiting_for_start: game.is_held(),
            held: game.is_held(),
            turn: game.turn().map(word),
            board: board(&position),
            counts: Each::of(|color| position.discs(color).len()),
            legal: if game.turn().is_some() { legal(&position) } else { Vec::new() },
            opening: game.opening(),
            clock: ClockView::of(game, now),
            seats: Each::of(|color| SeatView::of(game, color)),
            offers: Offers { takeback: game.takeback().map(word), rematch: game.rematch().map(word) },
            result: ResultView::of(game),
            rematch_game: game.next(),
            next: game.next(),
        }
    }
}

/// The view of a turn of this game.
fn turn_in(game: &LiveGame, index: usize, before: &Position, mv: Move) -> MoveView {
    let reason = |why| if why == TOO_LATE { "late" } else { "illegal" };
    let turn = MoveView::of(index, before, mv, game.thought(index));
    MoveView { lost: game.lost_turn(index).map(reason).or(turn.lost), ..turn }
}

/// The last turn.
pub(crate) fn last_turn(game: &LiveGame) -> Option<MoveView> {
    let index = game.game().ply().checked_sub(1)?;
    let before = game.game().position_at(index)?;
    let mv = game.game().moves().next_back()?;
    Some(turn_in(game, index, &before, mv))
}

fn moves(game: &LiveGame) -> Vec<MoveView> {
    let turns = game.game().turns().enumerate();
    turns.map(|(index, (before, mv))| turn_in(game, index, &before, mv)).collect()
}

#[derive(Serialize)]
pub(crate) struct ClockView {
    control: String,
    black: u64,
    white: u64,
    running: Option<&'static str>,
}

impl ClockView {
    pub(crate) fn of(game: &LiveGame, now: u64) -> Option<ClockView> {
        let clocks = game.clocks()?;
        let left =
            |color| game.clock_left(color, now).map_or(0, |left| u64::try_from(left.as_millis()).unwrap_or(u64::MAX));
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
pub(crate) struct ResultView {
    #[serde(flatten)]
    result: view::ResultView,
    #[serde(skip_serializing_if = "Option::is_none")]
    foul: Option<FoulView>,
}

/// The most characters of a bot's output and of the details. Every state of the game contains them.
const LONGEST_QUOTE: usize = 1000;
const LONGEST_TEXT: usize = 300;

/// A bot's foul.
#[derive(Serialize)]
pub(crate) struct FoulView {
    color: &'static str,
    #[serde(flatten)]
    text: FoulText,
}

/// The texts about a foul, in games and tournaments.
#[derive(Serialize)]
pub(crate) struct FoulText {
    verdict: String,
    /// The verdict as a phrase.
    description: &'static str,
    /// The bot's output.
    received: String,
    /// Empty if there are none.
    detail: String,
    /// The names of `description`, `received` and `detail` until 0.3.
    words: &'static str,
    got: String,
    text: String,
}

impl FoulText {
    pub(crate) fn new(verdict: Verdict, received: String, detail: String) -> FoulText {
        FoulText {
            verdict: verdict.to_string(),
            description: verdict.words(),
            words: verdict.words(),
            got: received.clone(),
            received,
            text: detail.clone(),
            detail,
        }
    }
}

impl FoulView {
    pub(crate) fn of(foul: &Foul) -> FoulView {
        let (received, detail) = (beginning(&foul.got, LONGEST_QUOTE), beginning(&foul.text, LONGEST_TEXT));
        FoulView { color: word(foul.color), text: FoulText::new(foul.verdict, received, detail) }
    }
}

impl ResultView {
    /// The result, if the game is over.
    pub(crate) fn of(game: &LiveGame) -> Option<ResultView> {
        let result = game.result()?;
        let foul = game.foul().map(FoulView::of);
        let reason = if foul.is_some() { "foul" } else { reason(result) };
        let result = view::ResultView::new(result.winner(), reason, &game.game().position());
        Some(ResultView { result, foul })
    }
}

/// The kind of a result, as in JSON.
pub(crate) fn reason(result: GameResult) -> &'static str {
    match result {
        GameResult::Played(score) => view::played(score),
        GameResult::Resigned(_) => "resigned",
        GameResult::TimedOut(_) => "time",
        GameResult::Left(_) => "gone",
    }
}
