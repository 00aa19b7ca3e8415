//! What somebody may want of a game, and who wants it.

use outflank_play::Sides;
use outflank_rules::{Color, Square};

use crate::secret::SecretHash;

/// Something wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Let a game begin that was held back; whoever looks at it may.
    Start,
    /// Place a disc.
    Place {
        /// The turns that were played when this was decided on, so that a move that comes late or twice is known for what it is.
        ply: usize,
        /// Where.
        square: Square,
    },
    /// Give up.
    Resign,
    /// Take back a move, or ask for it.
    TakeBack,
    /// Say yes or no to the other one who asks for it.
    AnswerTakeback(bool),
    /// Claim the game of an opponent who is gone.
    Claim,
    /// Play again, or ask for it.
    Rematch,
    /// Say no to the other one who asks for it.
    DeclineRematch,
}

/// The seats that somebody holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Held(pub Sides<bool>);

impl Held {
    /// Does he hold this one?
    pub fn has(self, color: Color) -> bool {
        self.0[color]
    }

    /// Does he hold both?
    pub fn both(self) -> bool {
        self.0.black && self.0.white
    }

    /// The colors he holds.
    pub fn colors(self) -> impl Iterator<Item = Color> {
        Color::ALL.into_iter().filter(move |&color| self.has(color))
    }

    /// The only color he holds.
    pub fn only(self) -> Option<Color> {
        self.colors().next().filter(|_| !self.both())
    }
}

/// The secret that somebody said to prove his seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SaidSecret {
    /// He said none.
    #[default]
    None,
    /// The hash of this one.
    Some(SecretHash),
    /// Something that is no secret, as a link that was not copied as a whole.
    Garbled,
}

/// Why a secret gives no seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoSeat {
    /// Somebody else came by the same link before.
    Taken,
    /// Nobody has sat down there yet.
    Free,
    /// It never belonged to this game.
    Unknown,
}

/// What a game cannot know by itself.
#[derive(Clone, Copy, Debug)]
pub struct Circumstances {
    /// When it is wanted.
    pub at: u64,
    /// Which sides have been away so long that the other one may claim the game.
    pub gone: Sides<bool>,
}
