//! Every length of time on the screen.

use std::time::Duration;

const fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

/// A disc is laid down.
pub(crate) const PLACE: Duration = ms(120);
/// A disc turns over.
pub(crate) const FLIP: Duration = ms(240);
/// One that lies a square further from the placed disc begins so much later.
pub(crate) const STAGGER: Duration = ms(40);
/// A pass stands for so long.
pub(crate) const PASS: Duration = ms(600);
/// The computer answers no sooner than this after a move has landed.
pub(crate) const ANSWER: Duration = ms(350);
/// Between two moves of computers.
pub(crate) const BETWEEN: Duration = ms(450);
/// Between two games that are watched.
pub(crate) const BETWEEN_GAMES: Duration = ms(2500);

/// Between two pictures of an animation.
pub(crate) const FRAME: Duration = ms(40);
/// How often an engine that thinks is asked whether it is done.
pub(crate) const THINKING: Duration = ms(20);
/// How often somebody who waits for keys looks up: for clocks, interrupts, and a new size of the terminal.
pub(crate) const IDLE: Duration = ms(100);
