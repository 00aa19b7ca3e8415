//! Why something that was wanted is not done.

use std::fmt;

use outflank_rules::{Color, IllegalMove};

/// A reason to refuse.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// Whoever asks holds no seat here.
    NotSeated,
    /// It is the other one's turn.
    NotYourTurn(Color),
    /// The rules forbid it.
    Illegal(IllegalMove),
    /// The move was meant for another ply.
    Stale {
        /// The ply it was meant for.
        ply: usize,
        /// The ply there is.
        now: usize,
    },
    /// The game is over.
    Over,
    /// The game is not over yet.
    NotOver,
    /// Somebody is missing.
    Open,
    /// The game has not begun.
    Held,
    /// No turn is forfeited here.
    NoForfeits,
    /// There is nothing to take back.
    NothingToTakeBack,
    /// Nobody offers anything.
    NoOffer,
    /// The opponent is here, has not been away for long enough, or it is not his turn.
    NotClaimable,
    /// The secret opens no seat.
    WrongSecret,
    /// Somebody else has taken the seat by the same link.
    SeatTaken,
    /// Whoever asks plays the other side.
    OwnLink,
    /// The secret of the link was given as one's own, which others know too.
    SharedSecret,
    /// Nothing was given by which the seat could be known later.
    NoProof,
    /// Nobody can be invited to the other seat: it is a computer's, or somebody sits there who plays.
    NotInvitable,
    /// Too many devices hold the seat.
    SeatFull,
    /// Too much was taken back and offered already.
    TooLong,
    /// A bot that should play again is not here, or has no time.
    BotBusy,
}

impl Refusal {
    /// A word for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Refusal::NotSeated => "not-seated",
            Refusal::NotYourTurn(_) => "not-your-turn",
            Refusal::Illegal(_) => "illegal-move",
            Refusal::Stale { .. } => "stale",
            Refusal::Over => "over",
            Refusal::NotOver => "not-over",
            Refusal::Open => "open",
            Refusal::Held => "held",
            Refusal::NoForfeits => "no-forfeits",
            Refusal::NothingToTakeBack => "nothing-to-take-back",
            Refusal::NoOffer => "no-offer",
            Refusal::NotClaimable => "not-claimable",
            Refusal::WrongSecret => "wrong-secret",
            Refusal::SeatTaken => "seat-taken",
            Refusal::OwnLink => "own-link",
            Refusal::SharedSecret => "shared-secret",
            Refusal::NoProof => "no-proof",
            Refusal::NotInvitable => "not-invitable",
            Refusal::SeatFull => "seat-full",
            Refusal::TooLong => "too-long",
            Refusal::BotBusy => "bot-busy",
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NotSeated => {
                f.write_str("you hold no seat in this game: open the link you were invited by, or watch")
            }
            Refusal::NotYourTurn(turn) => write!(f, "it is {turn}'s turn"),
            Refusal::Illegal(illegal) => write!(f, "{illegal}"),
            Refusal::Stale { ply, now } => {
                write!(
                    f,
                    "that move was for turn {}, and the game is at turn {}: look at the board again",
                    ply + 1,
                    now + 1
                )
            }
            Refusal::Over => f.write_str("the game is over"),
            Refusal::NotOver => f.write_str("the game is not over yet"),
            Refusal::Open => f.write_str("the other seat is not taken yet: send somebody the link"),
            Refusal::Held => f.write_str("the game has not begun: open its watch page and click"),
            Refusal::NoForfeits => f.write_str("no turn is forfeited in this game: place a disc, or resign"),
            Refusal::NothingToTakeBack => f.write_str("there is no move of yours to take back"),
            Refusal::NoOffer => f.write_str("nobody has asked for that"),
            Refusal::NotClaimable => f.write_str(
                "a game can be claimed when it is the opponent's turn and he has been away for long enough: wait",
            ),
            Refusal::WrongSecret => f.write_str("this link opens no seat of this game: ask for a new one"),
            Refusal::SeatTaken => {
                f.write_str("somebody has taken this seat already: a link seats the first who opens it, others watch")
            }
            Refusal::OwnLink => f.write_str("you play the other side of this game: the link is for your opponent"),
            Refusal::SharedSecret => f.write_str(
                "the secret of a link is known to whoever was sent it: send 64 random hexadecimal digits of your own as Authorization: Bearer",
            ),
            Refusal::NoProof => f.write_str(
                "nothing would prove this seat to be yours: let your browser keep the cookie of this page, or send 64 random hexadecimal \
                 digits of your own as Authorization: Bearer",
            ),
            Refusal::NotInvitable => f.write_str(
                "a new link can be had before the opponent has placed a disc, or when it is his turn and he has been away for long enough",
            ),
            Refusal::SeatFull => write!(f, "this seat is held by {} devices already", super::MOST_HOLDERS),
            Refusal::BotBusy => f.write_str("the bot is not here, or plays as many games as it can: wait, or challenge another"),
            Refusal::TooLong => {
                f.write_str("too much was taken back in this game already: play on, or begin another one")
            }
        }
    }
}

impl std::error::Error for Refusal {}
