//! The state of a game as the fold of its events.
//!
//! A [`LiveGame`] does no I/O. [`LiveGame::apply`] applies an event; `decide` returns what a
//! command causes and `time` what the clock causes. All depend only on their arguments, so a log
//! gives the same game on every machine. Times are in ms since 1970 and come from the caller.

mod bots;
mod decide;
#[cfg(test)]
mod tests;
mod time;

use std::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
    time::Duration,
};

use outflank_arena::protocol::json::Info;
use outflank_arena::{Clocks, GameResult, Sides};
use outflank_engine::Clock;
use outflank_rules::{
    Color, Game, Move,
    opening::{self, Opening},
    record::{MoveNote, Player, Record, date_of_day},
};

pub use bots::BotCommand;
pub use decide::{Command, Decided, DecisionContext, HeldSeats, NoSeat, PresentedSecret, Refusal};
pub use time::TOO_LATE;
pub(crate) use time::{Absence, LobbyAnswers, PROGRAM_ANSWER_TIME};

use super::{
    event::{Created, Event, Foul},
    seat::Seat,
    wire,
};
use crate::{
    log::{Aggregate, GameStatus, LogError, LogKind, Logged, Summary, fold, id::GameId, secret::SecretHash},
    tournament,
};

/// The most devices that may hold the seat of a game's creator.
const MAX_HOLDERS: usize = 8;

/// From this many events on, offers and takebacks are refused, so that a log cannot grow without
/// limit. The number of moves is limited anyway.
const MAX_EVENTS: u64 = 2000;

/// The most command ids that a game remembers, so that no command runs twice.
const MAX_COMMANDS: usize = 64;

/// A game: its seats, clocks and offers.
#[derive(Clone, Debug)]
pub struct LiveGame {
    id: GameId,
    version: u64,
    created: Created,
    created_at: u64,
    updated_at: u64,
    game: Game,
    /// The opening so far, cached because finding it is slow.
    opening: Option<&'static str>,
    /// Thinking time in ms of each ply played here.
    thought: Vec<u64>,
    /// When the turn of the side to move started.
    turn_began: u64,
    /// The version at which the current turn started.
    turn_version: u64,
    seats: Sides<Taken>,
    clocks: Option<Clocks>,
    /// Was a disc placed, even if it was taken back?
    has_moved: bool,
    takeback: Option<Color>,
    rematch: Option<Color>,
    /// The keys of the last commands that ran, the newest last.
    commands: VecDeque<Arc<str>>,
    /// The analysis of bots, by the number of plies before each move.
    thoughts: BTreeMap<usize, Arc<Info>>,
    /// Why turns were forfeited, by the number of plies before each.
    lost_turns: BTreeMap<usize, Arc<str>>,
    /// Has the game started? False while it waits for a click.
    is_started: bool,
    /// Since when each bot has been disconnected.
    absent: Sides<Option<u64>>,
    /// Milliseconds that the game has waited for each bot so far.
    waited_for: Sides<u64>,
    /// Has the clock of a bot stopped because it disconnected in its turn? It does so once; then it
    /// runs on.
    is_excused: Sides<bool>,
    /// Has the bot ever been connected?
    is_seen: Sides<bool>,
    /// The result, unless the game ended on the board.
    given_up: Option<GameResult>,
    foul: Option<Foul>,
    is_over: bool,
    next: Option<GameId>,
}

/// The holders of a seat.
#[derive(Clone, Debug, Default)]
struct Taken {
    name: Option<String>,
    holders: Vec<SecretHash>,
    /// The link to this seat is used up: a person took the seat with it.
    is_spent: bool,
}

impl LiveGame {
    /// The id of the game.
    pub fn id(&self) -> GameId {
        self.id
    }

    /// The number of events.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The settings.
    pub fn created(&self) -> &Created {
        &self.created
    }

    /// When it was created, in ms since 1970.
    pub fn created_at(&self) -> u64 {
        self.created_at
    }

    /// The time of the last event, in ms since 1970.
    pub fn updated_at(&self) -> u64 {
        self.updated_at
    }

    /// The start and the moves.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The name of the opening, if it has one.
    pub fn opening(&self) -> Option<&'static str> {
        self.opening
    }

    /// Thinking time in ms of a ply, counted from 0; `None` if it was played elsewhere.
    pub fn thought(&self, ply: usize) -> Option<u64> {
        self.thought.get(ply.checked_sub(self.created.line.len())?).copied()
    }

    /// Does it wait for a player, is it in progress, or is it over?
    pub fn status(&self) -> GameStatus {
        if self.is_over {
            GameStatus::Over
        } else if Color::ALL.into_iter().all(|color| self.is_taken(color)) {
            GameStatus::Playing
        } else {
            GameStatus::Open
        }
    }

    /// When the turn of the side to move started.
    pub fn turn_began(&self) -> u64 {
        self.turn_began
    }

    /// When the pause before the turn of a built-in bot ends, if there is one.
    pub fn pause_ends(&self, at: u64) -> Option<u64> {
        let left = self.turn_began.saturating_sub(at);
        // The pause must not get longer if the system clock is set back.
        (1..=self.created.terms.pace_ms).contains(&left).then_some(self.turn_began)
    }

    /// Does the game wait for a click to start?
    pub fn is_held(&self) -> bool {
        !self.is_started && !self.is_over
    }

    /// Is it in progress and started?
    fn is_under_way(&self) -> bool {
        self.status() == GameStatus::Playing && self.is_started
    }

    /// The version at which the current turn in this position started.
    pub fn turn_version(&self) -> u64 {
        self.turn_version
    }

    /// Do lists show the game to people who do not play it? Not before its first move, unless it
    /// waits for a click.
    pub fn is_listed(&self) -> bool {
        self.created.listed && (self.game.ply() > 0 || self.is_held() || self.is_over)
    }

    /// The side to move; `None` if the game is over.
    pub fn turn(&self) -> Option<Color> {
        (!self.is_over).then(|| self.game.position().turn())
    }

    /// The player of a side.
    pub fn seat(&self, color: Color) -> &Seat {
        &self.created.seats[color]
    }

    /// The name that the player gave.
    pub fn name(&self, color: Color) -> Option<&str> {
        self.seats[color].name.as_deref().or_else(|| self.seat(color).bot())
    }

    /// Is the seat taken?
    pub fn is_taken(&self, color: Color) -> bool {
        !self.seat(color).is_human() || !self.seats[color].holders.is_empty()
    }

    /// Returns the seats that a client with these secrets holds.
    pub fn held_by(&self, known: &[SecretHash]) -> HeldSeats {
        let holds = |color| self.holders(color).any(|hash| known.contains(&hash));
        HeldSeats(Sides::of(|color| self.seat(color).is_human() && holds(color)))
    }

    /// The hashes that hold a seat: its holders, and the secret of the seat itself unless the link
    /// is used up. The link to a free seat holds nothing until a person takes the seat.
    fn holders(&self, color: Color) -> impl Iterator<Item = SecretHash> + '_ {
        let taken = &self.seats[color];
        let own = self.created.secrets[color].filter(|_| !taken.is_spent && !taken.holders.is_empty());
        own.into_iter().chain(taken.holders.iter().copied())
    }

    /// The seat that this secret was made for, used up or not.
    fn seat_of(&self, secret: SecretHash) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.created.secrets[color] == Some(secret))
    }

    /// Returns why a client with these secrets, who sent this one, has no seat; `None` if they have
    /// one.
    pub fn why_no_seat(&self, said: PresentedSecret, known: &[SecretHash]) -> Option<NoSeat> {
        let is_seated = self.held_by(known).colors().next().is_some();
        match said {
            _ if is_seated => None,
            PresentedSecret::None => None,
            PresentedSecret::Some(secret) => Some(match self.seat_of(secret) {
                Some(color) if self.is_taken(color) => NoSeat::Taken,
                Some(_) => NoSeat::Free,
                None => NoSeat::Unknown,
            }),
            PresentedSecret::Garbled => Some(NoSeat::Unknown),
        }
    }

    /// The secrets of the clients whose "mine" list contains this game.
    pub fn all_holders(&self) -> Vec<SecretHash> {
        let of = |color| self.seats[color].holders.iter().copied().chain(self.bot(color));
        Color::ALL.into_iter().flat_map(of).collect()
    }

    /// Are both players people, judging by the seats?
    pub fn is_between_people(&self) -> bool {
        let [black, white] = Color::ALL.map(|color| &self.seats[color].holders);
        Color::ALL.into_iter().all(|color| self.seat(color).is_human())
            && !black.iter().any(|holder| white.contains(holder))
    }

    /// The clocks, if there are any.
    pub fn clocks(&self) -> Option<&Clocks> {
        self.clocks.as_ref()
    }

    /// The remaining time of a side.
    pub fn clock_left(&self, color: Color, at: u64) -> Option<Duration> {
        self.clocks.as_ref().map(|clocks| clocks.left(color, moment(at)))
    }

    /// Has the command with this key run?
    pub(crate) fn has_run(&self, command: &str) -> bool {
        self.commands.iter().any(|run| &**run == command)
    }

    /// The side that asks to take back a move.
    pub fn takeback(&self) -> Option<Color> {
        self.takeback
    }

    /// The side that offers a rematch.
    pub fn rematch(&self) -> Option<Color> {
        self.rematch
    }

    /// The rematch, once the players agreed on it.
    pub fn next(&self) -> Option<GameId> {
        self.next
    }

    /// The result.
    pub fn result(&self) -> Option<GameResult> {
        self.given_up.or_else(|| GameResult::on_board(&self.game)).filter(|_| self.is_over)
    }

    /// The computer to move, and its color. Connected bots do not count: they send their moves.
    pub fn computer_to_move(&self) -> Option<(Color, &Seat)> {
        let color = self.turn().filter(|_| self.is_under_way())?;
        match self.seat(color) {
            seat @ (Seat::Computer(_) | Seat::Program(_)) => Some((color, seat)),
            Seat::Human | Seat::Bot(_) => None,
        }
    }

    /// The name to show: the name that the player gave, or that of their seat.
    pub fn title(&self, color: Color) -> String {
        self.name(color).map_or_else(|| self.seat(color).title(), str::to_owned)
    }

    /// The clock of the side to move, for the engine.
    pub fn engine_clock(&self, at: u64) -> Clock {
        match (&self.clocks, self.turn()) {
            (Some(clocks), Some(color)) => clocks.for_engine(color, moment(at)),
            _ => Clock::Unlimited,
        }
    }

    /// The ply to take back to: before the last disc that one of these colors placed after the
    /// given opening moves.
    pub fn takeback_ply(&self, held: HeldSeats) -> Option<usize> {
        let base = self.created.line.len();
        let mut turns: Vec<_> = self.game.turns().enumerate().skip(base).collect();
        turns.reverse();
        let decided = turns.into_iter().find(|(_, (before, mv))| *mv != Move::Pass && held.has(before.turn()));
        decided.map(|(ply, _)| ply)
    }

    /// The event that the rules force next: a pass, or the end.
    pub fn follow_up(&self) -> Option<Event> {
        let position = self.game.position();
        if self.is_over {
            None
        } else if self.given_up.is_some() || position.is_over() {
            Some(Event::Over)
        } else {
            position.must_pass().then(|| Event::Passed { color: position.turn() })
        }
    }
}

/// Effects of the events.
impl LiveGame {
    /// The state after the first event; `None` if the moves of its line are illegal.
    pub fn new(id: GameId, created: Created, at: u64) -> Option<LiveGame> {
        let game = created.game()?;
        let clocks = created.time.map(Clocks::new);
        let mut game = LiveGame {
            id,
            version: 1,
            created_at: at,
            updated_at: at,
            opening: opening::name(&game),
            game,
            thought: Vec::new(),
            turn_began: at,
            turn_version: 1,
            seats: Sides::of(|_| Taken::default()),
            clocks,
            has_moved: false,
            takeback: None,
            rematch: None,
            commands: VecDeque::new(),
            thoughts: BTreeMap::new(),
            lost_turns: BTreeMap::new(),
            is_started: !created.terms.held,
            absent: Sides::default(),
            waited_for: Sides::default(),
            is_excused: Sides::default(),
            is_seen: Sides::default(),
            given_up: None,
            foul: None,
            is_over: false,
            next: None,
            created,
        };
        game.start_clock(at);
        Some(game)
    }

    /// Folds a log.
    pub fn of_log(id: GameId, log: &[Logged]) -> Result<LiveGame, LogError> {
        fold(id, log)
    }

    /// Applies an event. An impossible event is an error and changes nothing.
    ///
    /// Times may go back. They do so slightly if a command arrived before another but was decided
    /// after it, and far at [`Event::Resumed`], after the system clock was set back.
    pub fn apply(&mut self, event: &Event, at: u64) -> Result<(), LogError> {
        self.change(event, at).ok_or(LogError::Impossible(self.version + 1))?;
        self.version += 1;
        self.updated_at = at;
        Ok(())
    }

    fn change(&mut self, event: &Event, at: u64) -> Option<()> {
        match event {
            Event::Created(_) => return None,
            Event::Seated { color, name, holder, spent } => self.seat_down(*color, name.as_ref(), *holder, *spent, at),
            Event::Reopened { color, secret } => self.free_seat(*color, *secret, at)?,
            Event::Moved { color, square, ms, late, info } => {
                let ply = self.game.ply();
                self.make(*color, Move::Place(*square), *ms, at.saturating_sub(*late), at)?;
                self.keep_thought(ply, info.as_deref());
            }
            Event::Passed { color } => self.make(*color, Move::Pass, 0, at, at)?,
            Event::Started => self.begin(at)?,
            Event::TurnForfeited { color, text } => self.skip(*color, text, at)?,
            Event::Fouled(foul) => self.lose_by(foul, at),
            Event::Lost { color } => self.lose(*color, at)?,
            Event::Found { color } => self.find(*color, at)?,
            Event::TakebackAsked { color } => self.takeback = Some(*color),
            Event::TakebackDeclined { .. } => self.takeback = None,
            Event::TakenBack { ply } => self.take_back(*ply, at)?,
            Event::Flagged { color } => self.give_up(GameResult::TimedOut(*color), at),
            Event::Resigned { color } => self.give_up(GameResult::Resigned(*color), at),
            Event::Claimed { color } => self.give_up(GameResult::Left(!*color), at),
            Event::Over => self.close(at),
            Event::RematchOffered { color } => self.rematch = Some(*color),
            Event::RematchDeclined { .. } => self.rematch = None,
            Event::Rematched { game } => {
                self.rematch = None;
                self.next = Some(*game);
            }
            Event::Resumed => self.resume(at),
        }
        Some(())
    }

    /// Seats a player. The game starts when the last free seat is taken. A holder of the seat only
    /// changes the name.
    fn seat_down(&mut self, color: Color, name: Option<&String>, holder: SecretHash, spent: bool, at: u64) {
        let taken = &mut self.seats[color];
        let was_free = taken.holders.is_empty();
        taken.name = name.cloned().or(taken.name.take());
        taken.is_spent |= spent;
        if !taken.holders.contains(&holder) {
            taken.holders.push(holder);
        }
        if was_free {
            self.turn_began = at;
            self.start_clock(at);
        }
    }

    /// Frees the seat for the next person with its link; the game and its clocks wait.
    fn free_seat(&mut self, color: Color, secret: SecretHash, at: u64) -> Option<()> {
        if self.is_over || !self.seat(color).is_human() {
            return None;
        }
        self.seats[color] = Taken::default();
        self.created.secrets[color] = Some(secret);
        self.takeback = None;
        self.halt(at);
        Some(())
    }

    fn make(&mut self, color: Color, mv: Move, ms: u64, arrived: u64, at: u64) -> Option<()> {
        if self.turn() != Some(color) {
            return None;
        }
        let position = self.game.play(mv).ok()?;
        self.opening = opening::of_position(&position).map(Opening::name).or(self.opening);
        if mv != Move::Pass {
            self.has_moved = true;
            self.stop_clock(color, arrived);
        }
        self.made(color, ms, at);
        Some(())
    }

    /// Stops the clock at the end of a turn, and adds the increment. A forced pass does neither.
    fn stop_clock(&mut self, color: Color, arrived: u64) {
        let ply = self.game.ply() - 1;
        if let Some(clocks) = &mut self.clocks {
            clocks.moved(ply, color, moment(arrived));
        }
    }

    /// Starts the next turn.
    fn made(&mut self, color: Color, ms: u64, at: u64) {
        self.is_seen[color] = true;
        self.thought.push(ms);
        self.turn_version = self.version + 1;
        self.turn_began = at.saturating_add(self.pause());
        self.takeback = None;
        self.start_clock(self.turn_began);
    }

    /// Milliseconds until the turn of the side to move starts.
    fn pause(&self) -> u64 {
        match self.seat(self.game.position().turn()) {
            Seat::Computer(_) | Seat::Program(_) => self.created.terms.pace_ms,
            Seat::Human | Seat::Bot(_) => 0,
        }
    }

    fn take_back(&mut self, ply: usize, at: u64) -> Option<()> {
        let base = self.created.line.len();
        if self.is_over || ply < base || ply > self.game.ply() {
            return None;
        }
        while self.game.ply() > ply {
            self.game.undo();
        }
        self.opening = opening::name(&self.game);
        self.thought.truncate(ply - base);
        self.thoughts.retain(|&thought, _| thought < ply);
        self.lost_turns.retain(|&lost, _| lost < ply);
        self.turn_version = self.version + 1;
        self.turn_began = at;
        self.takeback = None;
        if let Some(clocks) = &mut self.clocks {
            clocks.taken_back(ply, moment(at));
        }
        self.start_clock(at);
        Some(())
    }

    fn give_up(&mut self, result: GameResult, at: u64) {
        self.given_up = Some(result);
        self.halt(at);
    }

    fn close(&mut self, at: u64) {
        self.is_over = true;
        self.takeback = None;
        self.halt(at);
    }

    fn halt(&mut self, at: u64) {
        if let Some(clocks) = &mut self.clocks {
            clocks.halt(moment(at));
        }
    }

    /// Bots that were disconnected while the server was down are not to blame. The time may be
    /// earlier than before.
    fn resume(&mut self, at: u64) {
        self.turn_began = at;
        self.is_excused = Sides::default();
        self.absent = Sides::of(|color: Color| self.absent[color].map(|since| since.min(at)));
        if let Some(clocks) = &mut self.clocks {
            clocks.forgive(moment(at));
        }
    }

    /// Starts the clock of the side to move, once both seats are taken, the game has started, and
    /// the side is connected. The clock of a person who moves first waits for the first move: they
    /// may have left since the link was sent.
    fn start_clock(&mut self, at: u64) {
        let turn = self.game.position().turn();
        let stands = self.created.clock_waits && !self.has_moved && self.seat(turn).is_human();
        let plays = self.is_under_way() && self.given_up.is_none() && !self.is_waited_for(turn) && !stands;
        if let Some(clocks) = self.clocks.as_mut().filter(|_| plays) {
            clocks.run(turn, moment(at));
        }
    }
}

impl Aggregate for LiveGame {
    type Event = Event;

    fn first(id: GameId, event: &Event, at: u64) -> Option<LiveGame> {
        match event {
            Event::Created(created) => LiveGame::new(id, (**created).clone(), at),
            _ => None,
        }
    }

    fn apply(&mut self, event: &Event, at: u64) -> Result<(), LogError> {
        LiveGame::apply(self, event, at)
    }

    fn follow_up(&self) -> Option<Event> {
        LiveGame::follow_up(self)
    }

    fn remember(&mut self, command: &str) {
        if self.commands.len() == MAX_COMMANDS {
            self.commands.pop_front();
        }
        self.commands.push_back(command.into());
    }

    fn id(&self) -> GameId {
        self.id
    }

    fn version(&self) -> u64 {
        self.version
    }

    fn summary(&self) -> Summary {
        Summary {
            kind: LogKind::Game,
            status: self.status(),
            listed: self.is_listed(),
            updated: self.updated_at,
            holders: self.all_holders(),
            data: wire::summary(self),
        }
    }

    fn is_foreign(first: &str) -> bool {
        tournament::Event::from_json(first).is_ok()
    }
}

impl LiveGame {
    /// The record of the game so far.
    pub fn record(&self) -> Record {
        let mut record = Record::new(self.game.clone());
        record.black = self.player(Color::Black);
        record.white = self.player(Color::White);
        record.event = format!("outflank {}", self.id);
        record.date = date(self.created_at);
        record.clock = self.created.time.map_or_else(String::new, |time| time.to_string());
        record.outcome = self.result().map_or_else(|| record.outcome, GameResult::outcome);
        if let Some(foul) = self.foul() {
            record.outcome.ending = foul.verdict.ending();
        }
        record.notes = (0..self.game.ply()).map(|ply| self.note(ply)).collect();
        record
    }

    fn player(&self, color: Color) -> Player {
        Player { name: self.title(color), rating: None }
    }

    fn note(&self, ply: usize) -> MoveNote {
        let seconds = self.thought(ply).map(|ms| ms as f64 / 1000.0);
        let comment = self.lost_turn(ply).unwrap_or_default().to_owned();
        MoveNote { seconds, comment, ..MoveNote::default() }
    }
}

/// The date of a time in ms since 1970, as in `2026-11-15`.
fn date(at: u64) -> String {
    let (year, month, day) = date_of_day(at / 86_400_000);
    format!("{year:04}-{month:02}-{day:02}")
}

/// A time as the clocks take it.
fn moment(at: u64) -> Duration {
    Duration::from_millis(at)
}
