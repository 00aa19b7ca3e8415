//! Who is there.

use std::{collections::HashMap, time::Duration};

use outflank_play::Sides;
use outflank_rules::Color;
use tokio::sync::mpsc;

use crate::{
    secret::SecretHash,
    store::GameStatus,
    table::{Held, Table},
    wire::{Attendance, Presence},
};

/// Milliseconds that a bot waits in a game without a clock for somebody who sits there: others want to play it too.
const LONGEST_TURN: u64 = 30 * 60 * 1000;

/// Somebody who is present as long as this lives.
#[derive(Debug)]
pub struct Visit {
    number: u64,
    leaving: mpsc::UnboundedSender<u64>,
}

impl Drop for Visit {
    fn drop(&mut self) {
        // A room that is gone needs no goodbye.
        let _ = self.leaving.send(self.number);
    }
}

/// One socket: what its owner knows, and which seats are his by that.
#[derive(Debug)]
struct Guest {
    known: Vec<SecretHash>,
    held: Held,
}

/// The people in a room.
#[derive(Debug)]
pub(super) struct People {
    guests: HashMap<u64, Guest>,
    /// How many have come so far.
    visits: u64,
    /// Sockets of each seat's holders.
    here: Sides<usize>,
    watchers: usize,
    /// Since when nobody of a seat was there.
    away_since: Sides<u64>,
    /// Since when it is known who is here.
    here_since: u64,
    /// Milliseconds for which a game waits for somebody who has left.
    patience: u64,
    leaving: mpsc::UnboundedSender<u64>,
}

impl People {
    pub(super) fn new(now: u64, patience: Duration) -> (People, mpsc::UnboundedReceiver<u64>) {
        let (leaving, leaves) = mpsc::unbounded_channel();
        let patience = u64::try_from(patience.as_millis()).unwrap_or(u64::MAX);
        let away_since = Sides::of(|_| now);
        let (guests, here) = (HashMap::new(), Sides::default());
        (People { guests, visits: 0, here, watchers: 0, away_since, here_since: now, patience, leaving }, leaves)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.guests.is_empty()
    }

    /// Somebody comes who knows these secrets.
    pub(super) fn enter(&mut self, known: &[SecretHash], table: &Table) -> Visit {
        let held = table.held_by(known);
        self.visits += 1;
        self.guests.insert(self.visits, Guest { known: known.to_vec(), held });
        self.count_in(held);
        Visit { number: self.visits, leaving: self.leaving.clone() }
    }

    pub(super) fn leave(&mut self, number: u64, now: u64) {
        if let Some(Guest { held, .. }) = self.guests.remove(&number) {
            self.count_out(held, now);
        }
    }

    /// Seats have changed hands: who was there without one may hold one now, and the other way round.
    pub(super) fn reseat(&mut self, table: &Table, now: u64) {
        let guests = self.guests.values_mut();
        let others = guests.filter_map(|guest| {
            let held = table.held_by(&guest.known);
            let before = std::mem::replace(&mut guest.held, held);
            (before != held).then_some((before, held))
        });
        for (before, held) in others.collect::<Vec<_>>() {
            self.count_in(held);
            self.count_out(before, now);
        }
    }

    fn count_in(&mut self, held: Held) {
        for color in held.colors() {
            self.here[color] += 1;
        }
        self.watchers += usize::from(held.colors().next().is_none());
    }

    fn count_out(&mut self, held: Held, now: u64) {
        for color in held.colors() {
            self.here[color] = self.here[color].saturating_sub(1);
            if self.here[color] == 0 {
                self.away_since[color] = now;
            }
        }
        if held.colors().next().is_none() {
            self.watchers = self.watchers.saturating_sub(1);
        }
    }

    /// Somebody without a socket was heard of: he is away from now on only.
    pub(super) fn hear_of(&mut self, held: Held, now: u64) {
        for color in held.colors().filter(|&color| self.here[color] == 0) {
            self.away_since[color] = now;
        }
    }

    /// Is one of the players there?
    pub(super) fn has_players(&self) -> bool {
        Color::ALL.into_iter().any(|color| self.here[color] > 0)
    }

    /// Which sides have let the other one wait for so long that he may claim the game.
    pub(super) fn gone(&self, table: &Table, now: u64) -> Sides<bool> {
        Sides::of(|color| self.claimable_at(table, color).is_some_and(|at| at <= now))
    }

    /// When the other one may claim the game of this side. Nobody is waited for but who is to move, and from then on only: who was away during
    /// the other one's turn has lost nobody's time.
    fn claimable_at(&self, table: &Table, color: Color) -> Option<u64> {
        let is_missed = self.here[color] == 0
            && table.turn() == Some(color)
            && table.status() == GameStatus::Playing
            && table.is_between_people();
        let since = self.away_since[color].max(table.turn_began());
        is_missed.then(|| since.saturating_add(self.patience))
    }

    /// Which person loses to a bot that is left alone, and when: one who never came, or who is to move where no clock runs. A bot has a number of games,
    /// and who leaves one open would keep it from everybody.
    pub(super) fn leaves_bot_alone(&self, table: &Table) -> Option<(Color, u64)> {
        let is_missed = |color: &Color| match table.status() {
            GameStatus::Open => !table.is_taken(*color),
            GameStatus::Playing => table.turn() == Some(*color) && table.clocks().is_none() && !table.is_held(),
            GameStatus::Over => false,
        };
        let mut people = Color::ALL.into_iter().filter(|&color| table.has_bots() && table.seat(color).is_human());
        let color = people.find(is_missed)?;
        let (since, long) = match self.here[color] {
            0 => (self.away_since[color].max(table.turn_began()), self.patience),
            _ => (self.here_since.max(table.turn_began()), LONGEST_TURN),
        };
        Some((color, since.saturating_add(long)))
    }

    /// What others may know of it. Computers are always there, and bots while they are connected.
    pub(super) fn presence(&self, table: &Table) -> Presence {
        let seats = Sides::of(|color| {
            let is_there = !table.seat(color).is_human() && !table.is_absent(color);
            let here = is_there || self.here[color] > 0;
            Attendance { here, claimable_at: self.claimable_at(table, color) }
        });
        Presence { seats, watchers: self.watchers }
    }
}
