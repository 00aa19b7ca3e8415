//! Players who came by another door: they have tokens as bots do, and somebody else looks after their seats.

use std::sync::{Arc, Mutex, PoisonError};

use outflank_rules::Color;

use super::{
    Bots, seat,
    traffic::{Traffic, Voice, packed},
};
use crate::{
    id::GameId,
    secret::{Secret, SecretHash},
};

/// A player of another door, for as long as a game. What is said to it and by it is kept as with bots.
pub(crate) struct Guest {
    bots: Bots,
    secret: Secret,
    traffic: Arc<Mutex<Traffic>>,
}

/// What is known of him here.
pub(super) struct GuestBook {
    traffic: Arc<Mutex<Traffic>>,
    /// Where he plays.
    at: Option<(GameId, Color)>,
}

impl Bots {
    /// Somebody plays who has come by another door: his seats are not looked after here.
    pub(crate) fn welcome(&self) -> Guest {
        let guest = Guest { bots: self.clone(), secret: Secret::random(), traffic: Arc::default() };
        self.guests().insert(guest.token(), GuestBook { traffic: Arc::clone(&guest.traffic), at: None });
        guest
    }

    /// Does somebody else look after the seats of this token?
    pub(super) fn is_guest(&self, token: SecretHash) -> bool {
        self.guests().contains_key(&token)
    }

    /// What is being said to a guest who plays there, and by him.
    pub(super) fn guest_at(&self, game: GameId, color: Color) -> Option<Arc<Mutex<Traffic>>> {
        let guests = self.guests();
        guests.values().find(|guest| guest.at == Some((game, color))).map(|guest| Arc::clone(&guest.traffic))
    }
}

impl Guest {
    /// What his seats obey.
    pub(crate) fn token(&self) -> SecretHash {
        self.secret.hash()
    }

    /// He plays there.
    pub(crate) fn sits(&self, game: GameId, color: Color) {
        if let Some(guest) = self.bots.guests().get_mut(&self.token()) {
            guest.at = Some((game, color));
        }
    }

    /// What opens the log of his game.
    pub(crate) fn key(&self) -> String {
        self.secret.reveal()
    }

    /// He was told something.
    pub(crate) fn was_told(&self, line: &str) {
        self.note(Voice::Server, line);
    }

    /// He said something.
    pub(crate) fn said(&self, line: &str) {
        self.note(Voice::Bot, line);
    }

    /// What was made of it.
    pub(crate) fn was_judged(&self, line: &str) {
        self.note(Voice::Verdict, line);
    }

    fn note(&self, voice: Voice, line: &str) {
        self.traffic.lock().unwrap_or_else(PoisonError::into_inner).add(self.bots.now(), voice, line);
    }

    /// Keeps all of it beside the game.
    pub(crate) async fn keep(self, game: GameId, color: Color) {
        let packed = packed(self.traffic.lock().unwrap_or_else(PoisonError::into_inner).text());
        if let Err(error) = self.bots.hall.store.attach(game, seat::side(color), packed).await {
            tracing::error!(%game, %error, "what was said to a player could not be kept");
        }
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        self.bots.guests().remove(&self.secret.hash());
    }
}
