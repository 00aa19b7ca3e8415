//! The clients that are connected to a game.

use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::Duration,
};

use outflank_arena::Sides;
use outflank_rules::Color;
use tokio::sync::mpsc;

use crate::{
    game::{
        Absence, HeldSeats, LiveGame,
        wire::{Attendance, Presence},
    },
    log::secret::SecretHash,
};

/// Counts a client as present until it is dropped.
#[derive(Debug)]
pub struct PresenceGuard {
    number: u64,
    is_seated: Arc<AtomicBool>,
    leaving: mpsc::UnboundedSender<u64>,
}

impl PresenceGuard {
    /// Does the client hold a seat now?
    pub fn is_seated(&self) -> bool {
        self.is_seated.load(Relaxed)
    }
}

impl Drop for PresenceGuard {
    fn drop(&mut self) {
        let _ = self.leaving.send(self.number);
    }
}

/// One socket, with the secrets and seats of its client.
#[derive(Debug)]
struct Occupant {
    known: Vec<SecretHash>,
    held: HeldSeats,
    /// For the [`PresenceGuard`].
    is_seated: Arc<AtomicBool>,
}

/// All sockets of a game.
#[derive(Debug)]
pub(super) struct Occupants {
    occupants: HashMap<u64, Occupant>,
    /// The number of all sockets so far.
    visits: u64,
    /// The number of sockets of each seat.
    here: Sides<usize>,
    watchers: usize,
    /// When the last socket of a seat closed.
    away_since: Sides<u64>,
    /// Since when the task counts sockets.
    here_since: u64,
    /// Milliseconds that the game waits for a player who left.
    wait: u64,
    leaving: mpsc::UnboundedSender<u64>,
}

impl Occupants {
    pub(super) fn new(now: u64, wait: Duration) -> (Occupants, mpsc::UnboundedReceiver<u64>) {
        let (leaving, leaves) = mpsc::unbounded_channel();
        let wait = u64::try_from(wait.as_millis()).unwrap_or(u64::MAX);
        let away_since = Sides::of(|_| now);
        let (occupants, here) = (HashMap::new(), Sides::default());
        (Occupants { occupants, visits: 0, here, watchers: 0, away_since, here_since: now, wait, leaving }, leaves)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.occupants.is_empty()
    }

    /// Adds a socket of a client that knows these secrets.
    pub(super) fn enter(&mut self, known: &[SecretHash], game: &LiveGame) -> PresenceGuard {
        let held = game.held_by(known);
        self.visits += 1;
        let is_seated = Arc::new(AtomicBool::new(held.is_any()));
        self.occupants.insert(self.visits, Occupant { known: known.to_vec(), held, is_seated: Arc::clone(&is_seated) });
        self.count_in(held);
        PresenceGuard { number: self.visits, is_seated, leaving: self.leaving.clone() }
    }

    pub(super) fn leave(&mut self, number: u64, now: u64) {
        if let Some(Occupant { held, .. }) = self.occupants.remove(&number) {
            self.count_out(held, now);
        }
    }

    /// Recomputes the seats of all sockets after seats have changed hands.
    pub(super) fn reseat(&mut self, game: &LiveGame, now: u64) {
        let occupants = self.occupants.values_mut();
        let others = occupants.filter_map(|occupant| {
            let held = game.held_by(&occupant.known);
            let before = std::mem::replace(&mut occupant.held, held);
            occupant.is_seated.store(held.is_any(), Relaxed);
            (before != held).then_some((before, held))
        });
        for (before, held) in others.collect::<Vec<_>>() {
            self.count_in(held);
            self.count_out(before, now);
        }
    }

    fn count_in(&mut self, held: HeldSeats) {
        for color in held.colors() {
            self.here[color] += 1;
        }
        self.watchers += usize::from(!held.is_any());
    }

    fn count_out(&mut self, held: HeldSeats, now: u64) {
        for color in held.colors() {
            self.here[color] = self.here[color].saturating_sub(1);
            if self.here[color] == 0 {
                self.away_since[color] = now;
            }
        }
        if !held.is_any() {
            self.watchers = self.watchers.saturating_sub(1);
        }
    }

    /// Records a command of players without a socket: their absence counts from now.
    pub(super) fn note_command(&mut self, held: HeldSeats, now: u64) {
        for color in held.colors().filter(|&color| self.here[color] == 0) {
            self.away_since[color] = now;
        }
    }

    /// Is one of the players connected?
    pub(super) fn has_players(&self) -> bool {
        Color::ALL.into_iter().any(|color| self.here[color] > 0)
    }

    /// Returns the sides whose absence lets the opponent claim the game.
    pub(super) fn gone(&self, game: &LiveGame, now: u64) -> Sides<bool> {
        Sides::of(|color| self.claimable_at(game, color).is_some_and(|at| at <= now))
    }

    fn claimable_at(&self, game: &LiveGame, color: Color) -> Option<u64> {
        game.claimable_at(color, self.absence(color))
    }

    pub(super) fn absence(&self, color: Color) -> Absence {
        Absence {
            is_connected: self.here[color] > 0,
            away_since: self.away_since[color],
            known_since: self.here_since,
            wait: self.wait,
        }
    }

    /// The presence that all clients see. Computers are always present, bots while they are
    /// connected.
    pub(super) fn presence(&self, game: &LiveGame) -> Presence {
        let seats = Sides::of(|color| {
            let is_there = !game.seat(color).is_human() && !game.is_absent(color);
            let connected = is_there || self.here[color] > 0;
            Attendance { connected, claimable_at: self.claimable_at(game, color) }
        });
        Presence { seats, watchers: self.watchers }
    }
}
