//! Durations.

use std::time::Duration;

const fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

/// Placing a disc.
pub(crate) const PLACE: Duration = ms(120);
/// Flipping a disc.
pub(crate) const FLIP: Duration = ms(240);
/// The delay of a flip per square of distance from the placed disc.
pub(crate) const STAGGER: Duration = ms(40);
/// Showing a pass.
pub(crate) const PASS: Duration = ms(600);
/// The pause before the reply of a computer to a person.
pub(crate) const ANSWER: Duration = ms(350);
/// The pause between moves of two computers.
pub(crate) const BETWEEN: Duration = ms(450);
/// The pause between games in watch mode.
pub(crate) const BETWEEN_GAMES: Duration = ms(2500);

/// The time between two frames of an animation.
pub(crate) const FRAME: Duration = ms(40);
/// The poll interval while a search runs.
pub(crate) const THINKING: Duration = ms(20);
/// The poll interval otherwise: for clocks, interrupts and the size of the terminal.
pub(crate) const IDLE: Duration = ms(100);
