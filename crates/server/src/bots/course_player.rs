//! Course players. They have tokens as bots do; the course listeners attend to their seats.

use std::sync::{Arc, Mutex, PoisonError};

use outflank_rules::Color;
use tokio::sync::mpsc;

use super::{
    Bots,
    http::BotView,
    seat,
    traffic::{Traffic, Voice, packed},
};
use crate::{
    game::Room,
    log::{
        id::GameId,
        secret::{Secret, SecretHash},
    },
};

/// The seats of a course player in a tournament, one after another. Ends when the tournament does.
pub(crate) type Seats = mpsc::UnboundedReceiver<(Room, Color)>;

/// A course player, for as long as it is connected. Its traffic in a game is stored as with bots.
pub(crate) struct CoursePlayer {
    bots: Bots,
    secret: Secret,
    traffic: Arc<Mutex<Traffic>>,
}

/// The entry of a course player in the list of bots.
pub(super) struct CoursePlayerEntry {
    name: String,
    since: u64,
    traffic: Arc<Mutex<Traffic>>,
    /// Its seat.
    at: Option<(GameId, Color)>,
    /// The join code of its tournament, and the channel for its seats there.
    tournament: Option<(String, mpsc::UnboundedSender<(Room, Color)>)>,
}

impl Bots {
    /// Lists a course player. Its listener attends to its seats.
    pub(crate) fn welcome(&self, name: &str) -> CoursePlayer {
        let player = CoursePlayer { bots: self.clone(), secret: Secret::random(), traffic: Arc::default() };
        let traffic = Arc::clone(&player.traffic);
        let entry = CoursePlayerEntry { name: name.to_owned(), since: self.now(), traffic, at: None, tournament: None };
        self.course_players().insert(player.token(), entry);
        self.inner.comings.send_replace(());
        player
    }

    /// Sends a course player a seat. False if the token does not belong to one.
    pub(super) fn call_course_player(&self, token: SecretHash, room: &Room, color: Color) -> bool {
        let players = self.course_players();
        let Some(player) = players.get(&token) else { return false };
        if let Some((_, seats)) = &player.tournament {
            // The listener notices a player that has just gone.
            let _ = seats.send((room.clone(), color));
        }
        true
    }

    /// Is a course player with this token connected?
    pub(super) fn is_course_player(&self, token: SecretHash) -> bool {
        self.course_players().contains_key(&token)
    }

    /// Ends the part of course players in the tournament with this join code: of one player, or of
    /// all.
    pub(super) fn dismiss_course_players(&self, code: &str, only: Option<SecretHash>) {
        let mut players = self.course_players();
        for (_, player) in players.iter_mut().filter(|(token, _)| only.is_none_or(|only| only == **token)) {
            player.tournament.take_if(|(of, _)| of == code);
        }
    }

    /// The traffic of a course player in a running game.
    pub(super) fn course_player_at(&self, game: GameId, color: Color) -> Option<Arc<Mutex<Traffic>>> {
        let players = self.course_players();
        players.values().find(|player| player.at == Some((game, color))).map(|player| Arc::clone(&player.traffic))
    }

    /// Course players for the list of bots.
    pub(super) fn course_player_views(&self) -> Vec<BotView> {
        let view = |player: &CoursePlayerEntry| BotView::of_course(&player.name, player.at.is_some(), player.since);
        self.course_players().values().map(view).collect()
    }
}

impl CoursePlayer {
    /// The token of its seats.
    pub(crate) fn token(&self) -> SecretHash {
        self.secret.hash()
    }

    /// Subscribes to the player's seats in the tournament with this join code.
    pub(crate) fn enters(&self, code: &str) -> Seats {
        let (sender, seats) = mpsc::unbounded_channel();
        self.change(|entry| entry.tournament = Some((code.to_owned(), sender)));
        seats
    }

    /// Seats the player in a game, with an empty log.
    pub(crate) fn take_seat(&self, game: GameId, color: Color) {
        *self.traffic.lock().unwrap_or_else(PoisonError::into_inner) = Traffic::default();
        self.change(|entry| entry.at = Some((game, color)));
    }

    /// Removes the player. Its connection may last a little longer.
    pub(crate) fn leave(&self) {
        self.bots.course_players().remove(&self.token());
        self.bots.inner.comings.send_replace(());
    }

    fn change(&self, change: impl FnOnce(&mut CoursePlayerEntry)) {
        if let Some(entry) = self.bots.course_players().get_mut(&self.token()) {
            change(entry);
        }
    }

    /// Logs a line that was sent to the player.
    pub(crate) fn log_sent(&self, line: &str) {
        self.note(Voice::Server, line);
    }

    /// Logs a line from the player.
    pub(crate) fn log_received(&self, line: &str) {
        self.note(Voice::Bot, line);
    }

    /// Logs a verdict.
    pub(crate) fn log_verdict(&self, line: &str) {
        self.note(Voice::Verdict, line);
    }

    fn note(&self, voice: Voice, line: &str) {
        self.traffic.lock().unwrap_or_else(PoisonError::into_inner).add(self.bots.now(), voice, line);
    }

    /// Stores the log beside the game, which is over.
    pub(crate) async fn store_log(&self, game: GameId, color: Color) {
        let packed = packed(self.traffic.lock().unwrap_or_else(PoisonError::into_inner).text());
        if let Err(error) = self.bots.inner.store.attach(game, seat::side(color), packed).await {
            tracing::error!(%game, %error, "the traffic of a course player could not be stored");
        }
        self.change(|entry| entry.at = None);
    }
}

impl Drop for CoursePlayer {
    fn drop(&mut self) {
        self.leave();
    }
}
