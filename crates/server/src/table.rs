//! One game as a fold of its events, and what may happen next.
//!
//! A [`Table`] waits for nothing and writes nothing. [`Table::apply`] takes what happened, [`Table::decide`] says what happens when
//! somebody wants something, and both depend on what they are given alone: the same log gives the same table on any machine. Times are
//! milliseconds since 1970, given by the caller.

mod bots;
mod command;
mod decide;
mod fold;
mod record;
mod refusal;
#[cfg(test)]
mod tests;

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use outflank_arena::protocol::json::Info;
use outflank_engine::{Clock, Level};
use outflank_play::{Clocks, GameResult, Sides};
use outflank_rules::{Color, Game, Move};

pub use bots::BotCommand;
pub use command::{Circumstances, Command, Held, NoSeat, SaidSecret};
pub use decide::Decided;
pub use fold::BadLog;
pub use refusal::Refusal;

use crate::{
    event::{Created, Event, Foul},
    id::GameId,
    seat::Seat,
    secret::SecretHash,
    store::GameStatus,
};

/// Devices from which whoever made a game may play his seat.
const MOST_HOLDERS: usize = 8;

/// From so many events on nothing is offered or taken back any more, so that no game grows without end; moves are few by themselves.
const MOST_EVENTS: u64 = 2000;

/// A game, its seats, its clocks and what is being offered.
#[derive(Clone, Debug)]
pub struct Table {
    id: GameId,
    version: u64,
    created: Created,
    created_at: u64,
    updated_at: u64,
    game: Game,
    /// The opening that has been reached, kept since it takes long to find.
    opening: Option<&'static str>,
    /// Milliseconds thought at each ply; those before the game began here have none.
    thought: Vec<u64>,
    /// When the side to move began to think.
    turn_began: u64,
    /// The version since which it is its turn in this position.
    turn_version: u64,
    seats: Sides<Taken>,
    clocks: Option<Clocks>,
    takeback: Option<Color>,
    rematch: Option<Color>,
    /// What bots thought of their moves, by the plies before each.
    thoughts: BTreeMap<usize, Arc<Info>>,
    /// Has the game begun, or does it wait for somebody who lets it?
    is_started: bool,
    /// Since when a bot has been away.
    absent: Sides<Option<u64>>,
    /// Milliseconds that the others have waited for a bot so far.
    waited_for: Sides<u64>,
    /// Has the clock of a bot stood once because it was away in its turn? The next time it runs.
    is_excused: Sides<bool>,
    /// Has a bot been there at some time?
    is_seen: Sides<bool>,
    /// How the game ended, if not on the board.
    given_up: Option<GameResult>,
    foul: Option<Foul>,
    is_over: bool,
    next: Option<GameId>,
}

/// Who sits in a seat.
#[derive(Clone, Debug, Default)]
struct Taken {
    name: Option<String>,
    holders: Vec<SecretHash>,
    /// Somebody came by the link to this seat, which opens it for nobody else since.
    is_spent: bool,
}

impl Table {
    /// The game's name.
    pub fn id(&self) -> GameId {
        self.id
    }

    /// How many events there are.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// What the game is, from the beginning.
    pub fn created(&self) -> &Created {
        &self.created
    }

    /// When it was created.
    pub fn created_at(&self) -> u64 {
        self.created_at
    }

    /// When something last happened.
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

    /// Milliseconds thought at a ply, counted from 0; none where it was played elsewhere.
    pub fn thought(&self, ply: usize) -> Option<u64> {
        self.thought.get(ply.checked_sub(self.created.line.len())?).copied()
    }

    /// Is somebody missing, is it being played, is it over?
    pub fn status(&self) -> GameStatus {
        if self.is_over {
            GameStatus::Over
        } else if Color::ALL.into_iter().all(|color| self.is_taken(color)) {
            GameStatus::Playing
        } else {
            GameStatus::Open
        }
    }

    /// Since when the side to move has been thinking.
    pub fn turn_began(&self) -> u64 {
        self.turn_began
    }

    /// Does the game wait for somebody who lets it begin?
    pub fn is_held(&self) -> bool {
        !self.is_started && !self.is_over
    }

    /// Is it being played, and has it begun?
    fn is_under_way(&self) -> bool {
        self.status() == GameStatus::Playing && self.is_started
    }

    /// The version since which the position and whose turn it is have been what they are.
    pub fn turn_version(&self) -> u64 {
        self.turn_version
    }

    /// Whose turn it is, unless the game is over.
    pub fn turn(&self) -> Option<Color> {
        (!self.is_over).then(|| self.game.position().turn())
    }

    /// Who plays a side.
    pub fn seat(&self, color: Color) -> &Seat {
        &self.created.seats[color]
    }

    /// The name that whoever sits there gave.
    pub fn name(&self, color: Color) -> Option<&str> {
        self.seats[color].name.as_deref().or_else(|| self.seat(color).bot())
    }

    /// Does somebody sit there?
    pub fn is_taken(&self, color: Color) -> bool {
        !self.seat(color).is_human() || !self.seats[color].holders.is_empty()
    }

    /// Which seats obey somebody who knows these secrets.
    pub fn held_by(&self, known: &[SecretHash]) -> Held {
        let holds = |color| self.holders(color).any(|hash| known.contains(&hash));
        Held(Sides::of(|color| self.seat(color).is_human() && holds(color)))
    }

    /// All hashes that open a seat: those of its holders, and that of the seat itself where it is the holders' own. The link to a free
    /// seat leads to it and is not the seat: nobody sits before he has sat down.
    fn holders(&self, color: Color) -> impl Iterator<Item = SecretHash> + '_ {
        let taken = &self.seats[color];
        let own = self.created.secrets[color].filter(|_| !taken.is_spent && !taken.holders.is_empty());
        own.into_iter().chain(taken.holders.iter().copied())
    }

    /// The seat that this secret was made for, spent or not.
    fn seat_of(&self, secret: SecretHash) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.created.secrets[color] == Some(secret))
    }

    /// Why somebody who said this secret and knows these has no seat; nothing if he has one.
    pub fn why_no_seat(&self, said: SaidSecret, known: &[SecretHash]) -> Option<NoSeat> {
        let is_seated = self.held_by(known).colors().next().is_some();
        match said {
            _ if is_seated => None,
            SaidSecret::None => None,
            SaidSecret::Some(secret) => Some(match self.seat_of(secret) {
                Some(color) if self.is_taken(color) => NoSeat::Taken,
                Some(_) => NoSeat::Free,
                None => NoSeat::Unknown,
            }),
            SaidSecret::Garbled => Some(NoSeat::Unknown),
        }
    }

    /// Everybody in whose list of games this one belongs.
    pub fn all_holders(&self) -> Vec<SecretHash> {
        let of = |color| self.seats[color].holders.iter().copied().chain(self.bot(color));
        Color::ALL.into_iter().flat_map(of).collect()
    }

    /// Do two people play each other, as far as the seats tell?
    pub fn is_between_people(&self) -> bool {
        let [black, white] = Color::ALL.map(|color| &self.seats[color].holders);
        Color::ALL.into_iter().all(|color| self.seat(color).is_human())
            && !black.iter().any(|holder| white.contains(holder))
    }

    /// The clocks, if there are any.
    pub fn clocks(&self) -> Option<&Clocks> {
        self.clocks.as_ref()
    }

    /// What the clock of a side says.
    pub fn clock_left(&self, color: Color, at: u64) -> Option<Duration> {
        self.clocks.as_ref().map(|clocks| clocks.left(color, moment(at)))
    }

    /// Who asks to take back a move.
    pub fn takeback(&self) -> Option<Color> {
        self.takeback
    }

    /// Who asks for another game.
    pub fn rematch(&self) -> Option<Color> {
        self.rematch
    }

    /// The rematch, once it is agreed on.
    pub fn next(&self) -> Option<GameId> {
        self.next
    }

    /// How the game ended.
    pub fn result(&self) -> Option<GameResult> {
        self.given_up.or_else(|| GameResult::on_board(&self.game)).filter(|_| self.is_over)
    }

    /// The level that has to move now, and whose color it plays.
    pub fn computer_to_move(&self) -> Option<(Color, Level)> {
        let color = self.turn().filter(|_| self.is_under_way())?;
        match self.seat(color) {
            Seat::Level(level) => Some((color, *level)),
            Seat::Human | Seat::Bot(_) => None,
        }
    }

    /// The clock of the side to move as the engine knows it.
    pub fn engine_clock(&self, at: u64) -> Clock {
        match (&self.clocks, self.turn()) {
            (Some(clocks), Some(color)) => clocks.for_engine(color, moment(at)),
            _ => Clock::Unlimited,
        }
    }

    /// When something will happen by itself: a flag falls, or a bot has been away for too long.
    pub fn deadline(&self) -> Option<u64> {
        let falls = self.clocks.as_ref().and_then(Clocks::falls_at);
        let falls = falls.map(|(_, falls)| u64::try_from(falls.as_millis()).unwrap_or(u64::MAX));
        falls.into_iter().chain(self.grace_ends()).min()
    }

    /// The ply to which somebody would take back: before the last disc placed by one of these colors here.
    pub fn takeback_ply(&self, held: Held) -> Option<usize> {
        let base = self.created.line.len();
        let mut turns: Vec<_> = self.game.turns().enumerate().skip(base).collect();
        turns.reverse();
        let decided = turns.into_iter().find(|(_, (before, mv))| *mv != Move::Pass && held.has(before.turn()));
        decided.map(|(ply, _)| ply)
    }

    /// What happens after a table is made of these events: a forced pass, the end.
    fn followed(&self, at: u64, mut events: Vec<Event>) -> Vec<Event> {
        let mut after = self.clone();
        for event in &events {
            after.apply(event, at).expect("what was decided can be done");
        }
        while let Some(event) = after.by_itself() {
            after.apply(&event, at).expect("what follows by itself can be done");
            events.push(event);
        }
        events
    }

    fn by_itself(&self) -> Option<Event> {
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

/// Time as the clocks count it.
fn moment(at: u64) -> Duration {
    Duration::from_millis(at)
}
