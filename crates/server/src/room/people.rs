//! Who is there.

use std::time::Duration;

use outflank_play::Sides;
use outflank_rules::Color;
use tokio::sync::mpsc;

use crate::{
    store::GameStatus,
    table::{Held, Table},
    wire::{Attendance, Presence},
};

/// Somebody who is present as long as this lives.
#[derive(Debug)]
pub struct Visit {
    held: Held,
    leaving: mpsc::UnboundedSender<Held>,
}

impl Drop for Visit {
    fn drop(&mut self) {
        // A room that is gone needs no goodbye.
        let _ = self.leaving.send(self.held);
    }
}

/// The people in a room.
#[derive(Debug)]
pub(super) struct People {
    /// Sockets of each seat's holders.
    here: Sides<usize>,
    watchers: usize,
    /// Since when nobody of a seat was there.
    away_since: Sides<u64>,
    claim_after: u64,
    leaving: mpsc::UnboundedSender<Held>,
}

impl People {
    pub(super) fn new(now: u64, claim_after: Duration) -> (People, mpsc::UnboundedReceiver<Held>) {
        let (leaving, leaves) = mpsc::unbounded_channel();
        let claim_after = u64::try_from(claim_after.as_millis()).unwrap_or(u64::MAX);
        let away_since = Sides::of(|_| now);
        (People { here: Sides::default(), watchers: 0, away_since, claim_after, leaving }, leaves)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.watchers == 0 && Color::ALL.into_iter().all(|color| self.here[color] == 0)
    }

    pub(super) fn enter(&mut self, held: Held) -> Visit {
        for color in held.colors() {
            self.here[color] += 1;
        }
        self.watchers += usize::from(held.colors().next().is_none());
        Visit { held, leaving: self.leaving.clone() }
    }

    pub(super) fn leave(&mut self, held: Held, now: u64) {
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

    /// Which sides have been away for so long that their game may be claimed.
    pub(super) fn gone(&self, now: u64) -> Sides<bool> {
        Sides::of(|color| self.here[color] == 0 && now >= self.away_since[color].saturating_add(self.claim_after))
    }

    /// What others may know of it. Computers are always there.
    pub(super) fn presence(&self, table: &Table) -> Presence {
        let seats = Sides::of(|color| {
            let here = !table.seat(color).is_human() || self.here[color] > 0;
            let claimable = !here && table.is_between_people() && table.status() == GameStatus::Playing;
            let claimable_at = claimable.then(|| self.away_since[color].saturating_add(self.claim_after));
            Attendance { here, claimable_at }
        });
        Presence { seats, watchers: self.watchers }
    }
}
