//! Animates moves: the disc is placed, then the others flip, the nearest first.

use std::time::Duration;

use crate::play::{Session, Turn};

use outflank_rules::{Color, Square};

use crate::screen::timing::{FLIP, FRAME, PASS, PLACE, STAGGER};

/// Shows the moves of a session one after another, each with its animation and a pause after it.
#[derive(Debug, Default)]
pub(crate) struct BoardAnimator {
    ply: usize,
    animation: Option<Animation>,
    rests_until: Duration,
}

impl BoardAnimator {
    /// Starts with the plies at the start of the session, so that a pass forced at once is
    /// animated.
    pub(crate) fn opening(session: &Session) -> BoardAnimator {
        BoardAnimator { ply: session.opened_at(), ..BoardAnimator::default() }
    }

    pub(crate) fn animation(&self) -> Option<&Animation> {
        self.animation.as_ref()
    }

    /// The last ply on the board, the animated one included.
    pub(crate) fn last_ply(&self) -> usize {
        self.animation.as_ref().map_or(self.ply, |animation| animation.turn().ply)
    }

    /// Is everything shown and the pause over?
    pub(crate) fn is_settled(&self, session: &Session, now: Duration) -> bool {
        self.has_all(session) && now >= self.rests_until
    }

    /// Is everything shown?
    pub(crate) fn has_all(&self, session: &Session) -> bool {
        self.animation.is_none() && self.ply == session.game().ply()
    }

    /// Shows all moves at once.
    pub(crate) fn jump(&mut self, session: &Session) {
        *self = BoardAnimator { ply: session.game().ply(), animation: None, rests_until: Duration::ZERO };
    }

    /// Skips the pause before the next move.
    pub(crate) fn hurry(&mut self) {
        self.rests_until = Duration::ZERO;
    }

    /// Advances the animations to `now`; returns whether anything changed.
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

    /// The time until the next change; `None` if everything is shown.
    pub(crate) fn next_frame(&self, session: &Session, now: Duration) -> Option<Duration> {
        match &self.animation {
            Some(animation) => Some(animation.next_frame(now)),
            None if self.ply == session.game().ply() && now >= self.rests_until => None,
            None => Some(self.rests_until.saturating_sub(now)),
        }
    }
}

fn next_turn(session: &Session, ply: usize) -> Option<Turn> {
    session.turns_since(ply).into_iter().next()
}

/// The visible part of a disc.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Shape {
    Full,
    /// Being placed.
    Small,
    /// Flipping, seen at an angle.
    Narrow,
    /// Flipping, seen from the side.
    Edge,
}

/// A disc in one frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Disc {
    pub(crate) color: Color,
    pub(crate) shape: Shape,
}

impl Disc {
    pub(crate) fn full(color: Color) -> Disc {
        Disc { color, shape: Shape::Full }
    }
}

/// The animation of one turn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Animation {
    turn: Turn,
    begun: Duration,
    /// The time since the start, at speed 1.
    elapsed: Duration,
    speed: f64,
}

impl Animation {
    pub(crate) fn new(turn: Turn, now: Duration, speed: f64) -> Animation {
        Animation { turn, begun: now, elapsed: Duration::ZERO, speed }
    }

    pub(crate) fn turn(&self) -> &Turn {
        &self.turn
    }

    /// The time of the end.
    pub(crate) fn end(&self) -> Duration {
        self.begun + self.length().div_f64(self.speed)
    }

    pub(crate) fn is_over(&self, now: Duration) -> bool {
        now >= self.end()
    }

    /// Advances to `now`; returns whether the frame changed.
    pub(crate) fn advance(&mut self, now: Duration) -> bool {
        let before = frame(self.elapsed);
        self.elapsed = now.saturating_sub(self.begun).mul_f64(self.speed);
        frame(self.elapsed) != before
    }

    /// The time until the next frame.
    pub(crate) fn next_frame(&self, now: Duration) -> Duration {
        FRAME.min(self.end().saturating_sub(now))
    }

    /// The disc on a square.
    pub(crate) fn disc(&self, square: Square) -> Option<Disc> {
        let color = self.turn.after.at(square)?;
        if self.turn.mv.square() == Some(square) {
            let shape = if self.elapsed < PLACE { Shape::Small } else { Shape::Full };
            return Some(Disc { color, shape });
        }
        if !self.turn.flips.contains(square) {
            return Some(Disc::full(color));
        }
        Some(turning(color, self.elapsed.saturating_sub(self.flip_begins(square))))
    }

    fn length(&self) -> Duration {
        let last = self.turn.flips.into_iter().map(|square| self.flip_begins(square)).max();
        match (self.turn.mv.square(), last) {
            (None, _) => PASS,
            (Some(_), None) => PLACE,
            (Some(_), Some(begins)) => begins + FLIP,
        }
    }

    fn flip_begins(&self, square: Square) -> Duration {
        let steps = self.turn.mv.square().map_or(0, |placed| distance(placed, square));
        PLACE + STAGGER * u32::from(steps.saturating_sub(1))
    }
}

/// A disc `since` the start of its flip to a color.
fn turning(to: Color, since: Duration) -> Disc {
    let (color, shape) = match since.as_millis() * 6 / FLIP.as_millis() {
        0 if since.is_zero() => (!to, Shape::Full),
        0 | 1 => (!to, Shape::Narrow),
        2 | 3 => (to, Shape::Edge),
        4 | 5 => (to, Shape::Narrow),
        _ => (to, Shape::Full),
    };
    Disc { color, shape }
}

/// The distance in king moves.
fn distance(from: Square, to: Square) -> u8 {
    from.column().abs_diff(to.column()).max(from.row().abs_diff(to.row()))
}

fn frame(elapsed: Duration) -> u128 {
    elapsed.as_millis() / FRAME.as_millis()
}

#[cfg(test)]
mod tests {
    use crate::play::{Options, Session};
    use outflank_rules::{Game, Position, Variant};

    use super::*;

    /// `b8` flips five discs of row 8, one to five squares away.
    fn long_move() -> Turn {
        let position: Position = "  a b c d e f g h\n1 - - - - - - - -\n2 - - - - - - - -\n3 - - - - - - - -\n4 - - - O X - - -\n5 - - - X O - - -\n\
             6 - - - - - - - -\n7 - - - - - - - -\n8 - - O O O O O X\nblack to move"
            .parse()
            .unwrap();
        let mut session = Session::new(Options::new(Game::new(position)));
        session.play("b8".parse().unwrap()).unwrap();
        session.turns_since(0)[0]
    }

    fn shapes(animation: &Animation) -> String {
        let character = |square: &str| match animation.disc(square.parse().unwrap()) {
            None => '-',
            Some(Disc { shape: Shape::Full, color: Color::Black }) => 'X',
            Some(Disc { shape: Shape::Full, color: Color::White }) => 'O',
            Some(Disc { shape: Shape::Small, .. }) => '.',
            Some(Disc { shape: Shape::Narrow, color: Color::Black }) => 'x',
            Some(Disc { shape: Shape::Narrow, color: Color::White }) => 'o',
            Some(Disc { shape: Shape::Edge, .. }) => '|',
        };
        ["b8", "c8", "d8", "e8", "f8", "g8", "h8"].map(character).iter().collect()
    }

    #[test]
    fn discs_turn_over_in_the_order_of_distance_and_within_600_ms() {
        let mut animation = Animation::new(long_move(), Duration::from_secs(3), 1.0);
        let mut seen = Vec::new();
        for milliseconds in [0, 80, 160, 240, 320, 400, 480, 520] {
            animation.advance(Duration::from_secs(3) + Duration::from_millis(milliseconds));
            seen.push(shapes(&animation));
        }
        let pictures = [".OOOOOX", ".OOOOOX", "XoOOOOX", "X||oOOX", "Xxx||oX", "XXXxx|X", "XXXXXxX", "XXXXXXX"];
        assert_eq!(seen, pictures);
        assert_eq!(animation.end(), Duration::from_millis(3520));
    }

    #[test]
    fn a_higher_speed_shows_the_same_in_less_time() {
        let mut slow = Animation::new(long_move(), Duration::ZERO, 1.0);
        let mut fast = Animation::new(long_move(), Duration::ZERO, 4.0);
        slow.advance(Duration::from_millis(400));
        fast.advance(Duration::from_millis(100));
        assert_eq!(shapes(&slow), shapes(&fast));
        assert_eq!(fast.end() * 4, slow.end());
    }

    #[test]
    fn a_placement_that_flips_nothing_and_a_pass_have_an_end() {
        let mut session = Session::new(Options::new(Game::new(Variant::FREE_CENTRE.start())));
        session.play("d4".parse().unwrap()).unwrap();
        assert_eq!(Animation::new(session.turns_since(0)[0], Duration::ZERO, 1.0).end(), PLACE);
    }
}
