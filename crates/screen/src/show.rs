//! How much of the game is on the board already, and the move that is being made there.

mod animation;

use std::time::Duration;

use outflank_play::{Session, Turn};

pub(crate) use animation::{Animation, Disc, Shape};

/// The board lags behind the session: moves are shown one after another, each with its animation and a rest after it.
#[derive(Debug, Default)]
pub(crate) struct Show {
    ply: usize,
    animation: Option<Animation>,
    rests_until: Duration,
}

impl Show {
    /// The game as it was when it was opened: a pass that was forced at once is yet to be seen.
    pub(crate) fn opening(session: &Session) -> Show {
        Show { ply: session.opened_at(), ..Show::default() }
    }

    pub(crate) fn animation(&self) -> Option<&Animation> {
        self.animation.as_ref()
    }

    /// The last turn that is on the board or being made.
    pub(crate) fn last_ply(&self) -> usize {
        self.animation.as_ref().map_or(self.ply, |animation| animation.turn().ply)
    }

    /// Is everything shown, and the rest over?
    pub(crate) fn is_settled(&self, session: &Session, now: Duration) -> bool {
        self.has_all(session) && now >= self.rests_until
    }

    /// Is everything shown?
    pub(crate) fn has_all(&self, session: &Session) -> bool {
        self.animation.is_none() && self.ply == session.game().ply()
    }

    /// Shows the game as it is, at once.
    pub(crate) fn jump(&mut self, session: &Session) {
        *self = Show { ply: session.game().ply(), animation: None, rests_until: Duration::ZERO };
    }

    /// The next move is shown without a rest before it.
    pub(crate) fn hurry(&mut self) {
        self.rests_until = Duration::ZERO;
    }

    /// Goes on with what there is to show; whether anything changed.
    pub(crate) fn advance(&mut self, session: &Session, now: Duration, speed: f64, rest: Duration) -> bool {
        if self.ply > session.game().ply() {
            self.jump(session);
            return true;
        }
        if let Some(animation) = self.animation.as_mut() {
            if !animation.is_over(now) {
                return animation.advance(now);
            }
            self.ply = animation.turn().ply;
            self.rests_until = animation.end() + rest.div_f64(speed);
            self.animation = None;
            return true;
        }
        let next = if now >= self.rests_until { next_turn(session, self.ply) } else { None };
        let begins = next.is_some();
        self.animation = next.map(|turn| Animation::new(turn, now, speed));
        begins
    }

    /// How long nothing changes.
    pub(crate) fn patience(&self, session: &Session, now: Duration) -> Option<Duration> {
        match &self.animation {
            Some(animation) => Some(animation.patience(now)),
            None if self.ply == session.game().ply() && now >= self.rests_until => None,
            None => Some(self.rests_until.saturating_sub(now)),
        }
    }
}

fn next_turn(session: &Session, ply: usize) -> Option<Turn> {
    session.turns_since(ply).into_iter().next()
}
