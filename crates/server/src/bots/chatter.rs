//! How much a bot may say that answers nothing. What moves the game on costs nothing, and makes good for what was said before it.

use tokio::time::Instant;

use crate::socket::Patience;

/// Lines and bytes without an answer, as in matches and tournaments of programs.
const LINES: f64 = 10_000.0;
const BYTES: f64 = (1 << 20) as f64;

/// After so many seconds of silence all of it may be said again: a bot that nobody challenges may write a line now and then.
const SECONDS: f64 = 2000.0;

#[derive(Debug)]
pub(super) struct Chatter {
    /// What is left of the lines and bytes, from 0 to 1.
    left: f64,
    at: Instant,
    /// With lines that have to be answered by an error.
    patience: Patience,
}

impl Chatter {
    pub(super) fn new() -> Chatter {
        Chatter { left: 1.0, at: Instant::now(), patience: Patience::new() }
    }

    /// The bot has answered a question.
    pub(super) fn answered(&mut self) {
        *self = Chatter::new();
    }

    /// It says something that may be said, so many bytes long. False if it has said too much.
    pub(super) fn may_say(&mut self, bytes: usize) -> bool {
        let now = Instant::now();
        self.left = (self.left + (now - self.at).as_secs_f64() / SECONDS).min(1.0);
        self.at = now;
        self.left -= f64::max(1.0 / LINES, bytes as f64 / BYTES);
        self.left > 0.0
    }

    /// It says something that is wrong. False if it does so too often.
    pub(super) fn may_err(&mut self) -> bool {
        self.patience.try_once()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn an_answer_makes_good_for_what_was_said_before_it() {
        let mut chatter = Chatter::new();
        assert!((0..9_000).all(|_| chatter.may_say(30)));
        assert!((0..50).all(|_| chatter.may_err()));
        chatter.answered();
        assert!((0..9_000).all(|_| chatter.may_say(30)));
        assert!((0..50).all(|_| chatter.may_err()));
        let more = (0..10_000).take_while(|_| chatter.may_say(30)).count();
        assert!((990..=1000).contains(&more), "{more}");
        time::advance(Duration::from_secs(60)).await;
        assert!((0..250).all(|_| chatter.may_say(30)));
    }

    #[tokio::test(start_paused = true)]
    async fn long_lines_count_by_their_bytes() {
        let mut chatter = Chatter::new();
        assert_eq!((0..100).take_while(|_| chatter.may_say(60_000)).count(), 17);
    }
}
