//! The computer players of a session.

use std::time::Duration;

use outflank_arena::{Answer, Choice, GameResult, Limits, PlayerError, PlayerFault, Seat, Sides, seed};
use outflank_rules::Color;

use super::{Event, Session};
use crate::play::thinker::{Terms, Thinker, ThinkerEvent};

impl Session {
    /// Is a computer player thinking?
    pub fn is_thinking(&self) -> bool {
        Color::ALL.into_iter().any(|color| self.thinker(color).is_some_and(Thinker::is_thinking))
    }

    /// Returns what a computer player or a clock did. Never blocks; the user interface calls it
    /// repeatedly.
    pub fn poll(&mut self) -> Option<Event> {
        self.wait(Duration::ZERO)
    }

    /// As [`Session::poll`], but waits at most `timeout` for a player that thinks. Returns at once
    /// if a person is to move or the session is paused.
    pub fn wait(&mut self, timeout: Duration) -> Option<Event> {
        if self.is_paused() {
            return None;
        }
        self.start_clocks();
        let (color, seat) = self.to_move()?;
        if seat.is_human() {
            return self.check_clock().map(Event::Ended);
        }
        self.ask(color);
        self.receive(color, timeout)
    }

    /// Waits for the reply to a request.
    fn receive(&mut self, color: Color, timeout: Duration) -> Option<Event> {
        let until_flag = self.time_left(color).unwrap_or(Duration::MAX);
        let event = self.thinkers[color].as_mut()?.answer(timeout.min(until_flag));
        let Some((at, event)) = event else { return self.check_clock().map(Event::Ended) };
        let at = at.unwrap_or_else(|| self.now());
        match event {
            ThinkerEvent::Ready => {
                self.start_thinking(color, at);
                self.receive(color, timeout)
            }
            // The time of the reply counts, not the time of this call.
            ThinkerEvent::Decided(_) if self.has_fallen(at) => self.check_clock().map(Event::Ended),
            ThinkerEvent::Decided(decision) => self.take(color, decision, at),
        }
    }

    /// Makes a built-in bot move at once with the best move so far.
    pub fn hurry(&self) {
        Color::ALL.into_iter().filter_map(|color| self.thinker(color)).for_each(Thinker::hurry);
    }

    fn thinker(&self, color: Color) -> Option<&Thinker> {
        self.thinkers[color].as_ref()
    }

    /// Requests a move of the side to move, unless requested already.
    pub(super) fn ask(&mut self, color: Color) {
        if self.thinker(color).is_some_and(Thinker::is_thinking) {
            return;
        }
        self.seat(color);
        let now = self.now();
        let clocks = self.clocks.as_ref();
        let clocks = clocks.map(|clocks| (clocks.control(), Sides::of(|color| clocks.left(color, now))));
        if let Some(thinker) = &mut self.thinkers[color] {
            thinker.ask(self.game.clone(), clocks, self.time_source.clone());
        }
        self.run_clock();
    }

    /// Replaces the player of a side and cancels its thinking. The clock keeps running. Fails
    /// without a change if the program does not exist.
    ///
    /// ```
    /// use outflank_cli::play::{Options, Session};
    /// use outflank_rules::{Color, Game, Variant};
    ///
    /// let mut session = Session::new(Options::new(Game::new(Variant::STANDARD.start())));
    /// session.reseat(Color::White, "level:3".parse()?)?;
    /// assert_eq!(session.seats().white.to_string(), "level:3");
    /// assert!(session.reseat(Color::White, "/no/such/bot".parse()?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn reseat(&mut self, color: Color, seat: Seat) -> Result<(), PlayerFault> {
        if self.seats[color] == seat {
            return Ok(());
        }
        seat.find()?;
        self.thinkers[color] = None;
        self.seats[color] = seat;
        if self.clocks.is_some() {
            self.seat(color);
        }
        if self.game.ply() > 0 {
            self.save();
        }
        Ok(())
    }

    /// Is a program still starting, or receiving the game? Its clock does not run meanwhile.
    pub(super) fn is_preparing(&self, color: Color) -> bool {
        self.thinker(color).is_some_and(Thinker::is_preparing)
    }

    /// Creates the player of a color, if it is a computer and does not exist yet.
    pub(super) fn seat(&mut self, color: Color) {
        if let (None, Some(player)) = (&self.thinkers[color], self.seats[color].computer()) {
            let limits =
                Limits { threads: self.settings.threads, hash_bytes: self.settings.hash_bytes, ..Limits::default() };
            let terms = Terms {
                color,
                opponent: self.seats[!color].title(),
                time: self.time(),
                seed: seed::for_bots(seed::derived(self.seed, color as u64)),
            };
            self.thinkers[color] = Some(Thinker::new(player, limits, terms, &self.game));
        }
    }

    fn take(&mut self, color: Color, answer: Result<Answer, PlayerError>, at: Duration) -> Option<Event> {
        let from_ply = self.game.ply();
        match answer.map(|answer| (answer.choice, answer.value)) {
            Ok((Choice::Resign, _)) => {
                self.end(GameResult::Resigned(color));
                Some(Event::Ended(GameResult::Resigned(color)))
            }
            Ok((Choice::Move(mv), value)) => {
                self.make(mv, value, at).expect("players on call make only legal moves");
                Some(Event::Moved { from_ply })
            }
            Err(trouble) => {
                // The next request creates the player again.
                self.thinkers[color] = None;
                Some(Event::Failed(PlayerFault { player: self.seats[color].clone(), error: trouble }))
            }
        }
    }

    pub(super) fn cancel(&mut self) {
        for color in Color::ALL {
            if let Some(thinker) = &mut self.thinkers[color] {
                thinker.cancel();
            }
        }
    }
}
