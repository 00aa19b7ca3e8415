//! How much nonsense a socket may talk. What moves the game on costs nothing.

use tokio::time::Instant;

/// Refusals and other messages without effect at once.
const BURST: f64 = 60.0;

/// How many more a second.
const A_SECOND: f64 = 5.0;

#[derive(Debug)]
pub(crate) struct Patience {
    left: f64,
    at: Instant,
}

impl Patience {
    pub(crate) fn new() -> Patience {
        Patience { left: BURST, at: Instant::now() }
    }

    /// Takes some of it; false when there is none left.
    pub(crate) fn try_once(&mut self) -> bool {
        let now = Instant::now();
        self.left = (self.left + (now - self.at).as_secs_f64() * A_SECOND).min(BURST);
        self.at = now;
        self.left -= 1.0;
        self.left >= 0.0
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn it_ends_and_comes_back() {
        let mut patience = Patience::new();
        let taken = (0..100).take_while(|_| patience.try_once()).count();
        assert_eq!(taken, 60);
        time::advance(Duration::from_secs(2)).await;
        assert!(patience.try_once());
    }
}
