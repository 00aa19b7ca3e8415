//! Commands to a game: who may give them, and which events follow.

use outflank_arena::Sides;
use outflank_arena::{Verdict, escape_bytes, protocol::json::Info};
use outflank_rules::{Color, IllegalMove, Move, Square};

use super::{LiveGame, MAX_EVENTS, MAX_HOLDERS};
use crate::{
    game::event::{BotGameTerms, Created, Event, Foul},
    log::{GameStatus, secret::SecretHash},
};

/// A command of a player or a spectator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Start a game that waits for a click. Spectators may.
    Start,
    /// Place a disc.
    Place {
        /// The number of turns before the move. It identifies a move that arrives late or twice.
        ply: usize,
        /// The square.
        square: Square,
    },
    /// Resign.
    Resign,
    /// Take back a move, or ask for it.
    TakeBack,
    /// Accept or decline the takeback that the opponent asks for.
    AnswerTakeback(bool),
    /// Claim the game of an opponent who left.
    Claim,
    /// Play again, or ask for it.
    Rematch,
    /// Decline the rematch that the opponent asks for.
    DeclineRematch,
}

impl Command {
    /// The key of this command, sent with an id by the holder of these seats. It is unique in the
    /// game.
    ///
    /// A move has no key: it names its ply, so sending it again does nothing. A client may use an
    /// id once for each kind of command and seat.
    pub(crate) fn key(self, held: HeldSeats, id: &str) -> Option<String> {
        let kind = match self {
            Command::Start | Command::Place { .. } => return None,
            Command::Resign => "resign",
            Command::TakeBack => "takeback",
            Command::AnswerTakeback(true) => "takeback-yes",
            Command::AnswerTakeback(false) => "takeback-no",
            Command::Claim => "claim",
            Command::Rematch => "rematch",
            Command::DeclineRematch => "rematch-no",
        };
        let color = held.colors().next()?;
        let by = if held.both() { "both".to_owned() } else { color.to_string() };
        Some(format!("{by} {kind} {id}"))
    }
}

/// The seats that a requester holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HeldSeats(pub Sides<bool>);

impl HeldSeats {
    /// Is this seat among them?
    pub fn has(self, color: Color) -> bool {
        self.0[color]
    }

    /// Is there any?
    pub fn is_any(self) -> bool {
        self.0.black || self.0.white
    }

    /// Are there both?
    pub fn both(self) -> bool {
        self.0.black && self.0.white
    }

    /// Their colors.
    pub fn colors(self) -> impl Iterator<Item = Color> {
        Color::ALL.into_iter().filter(move |&color| self.has(color))
    }

    /// The color, if there is exactly one.
    pub fn only(self) -> Option<Color> {
        self.colors().next().filter(|_| !self.both())
    }
}

/// The secret that a client sent to prove a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PresentedSecret {
    /// No secret.
    #[default]
    None,
    /// The hash of a secret.
    Some(SecretHash),
    /// A text that is not a secret, such as an incomplete link.
    Garbled,
}

/// Why a secret gives no seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoSeat {
    /// Another person took the seat with the same link.
    Taken,
    /// The secret is right, and no one has taken the seat yet.
    Free,
    /// The secret belongs to no seat of this game.
    Unknown,
}

/// What a decision depends on besides the game.
#[derive(Clone, Copy, Debug)]
pub struct DecisionContext {
    /// The time of the command.
    pub at: u64,
    /// The sides whose absence lets the opponent claim the game.
    pub gone: Sides<bool>,
}

/// The decision on a command.
#[derive(Clone, Debug, PartialEq)]
pub enum Decided {
    /// Append these events and their follow-ups in one batch.
    Events(Vec<Event>),
    /// Do nothing: the state is as requested.
    Already,
    /// Create a new game, then append [`Event::Rematched`].
    NewGame,
}

impl LiveGame {
    /// Decides on a command of the holder of these seats. The caller appends what is
    /// [`due`](LiveGame::due) first.
    pub fn decide(&self, held: HeldSeats, command: Command, around: DecisionContext) -> Result<Decided, Refusal> {
        if command == Command::Start {
            return self.start();
        }
        if held.colors().next().is_none() {
            return Err(Refusal::NotSeated);
        }
        let decided = match command {
            Command::Start => return self.start(),
            Command::Place { ply, square } => return self.place(held, ply, square, None, around.at),
            Command::Resign => self.resign(held)?,
            Command::TakeBack => match self.ask_takeback(held)? {
                Some(event) => event,
                None => return Ok(Decided::Already),
            },
            Command::AnswerTakeback(yes) => self.answer_takeback(held, yes)?,
            Command::Claim => self.claim(held, around)?,
            Command::Rematch => return self.ask_rematch(held),
            Command::DeclineRematch => return self.decline_rematch(held),
        };
        Ok(Decided::Events(vec![decided]))
    }

    /// The move of the computer to move; `None` if it is illegal.
    pub fn computer_moves(&self, mv: Move, at: u64) -> Option<Event> {
        let (color, _) = self.computer_to_move()?;
        let square = mv.square().filter(|&square| self.game.position().is_legal(Move::Place(square)))?;
        Some(self.moved(color, square, None, at))
    }

    /// The resignation of the computer to move.
    pub fn computer_resigns(&self) -> Option<Event> {
        let (color, _) = self.computer_to_move()?;
        Some(Event::Resigned { color })
    }

    /// The foul of the program to move.
    pub fn computer_fouls(&self, foul: &outflank_arena::Foul) -> Option<Event> {
        let (color, _) = self.computer_to_move()?;
        // The command line and the last output of a program are only for the operator's log.
        let is_private = matches!(foul.verdict, Verdict::NotStarted | Verdict::Crashed | Verdict::Closed);
        let detail = if is_private { "" } else { &foul.detail };
        let foul = Foul::new(color, foul.verdict, &escape_bytes(&foul.bytes), detail);
        Some(Event::Fouled(foul))
    }

    /// Decides on a client's request for the seat that a secret opens.
    pub fn sit(
        &self,
        secret: SecretHash,
        holder: SecretHash,
        name: Option<String>,
    ) -> Result<(Color, Decided), Refusal> {
        let color = self.seat_of(secret).ok_or(Refusal::WrongSecret)?;
        let taken = &self.seats[color];
        let held = self.held_by(&[holder]);
        if held.has(color) {
            return self.rename(color, holder, name).map(|decided| (color, decided));
        }
        if held.has(!color) {
            return Err(Refusal::OwnLink);
        }
        if taken.is_spent {
            return Err(Refusal::SeatTaken);
        }
        // With the secret of a link as its holder, the seat would be open to everyone who has the
        // link.
        if self.seat_of(holder).is_some() {
            return Err(Refusal::SharedSecret);
        }
        if taken.holders.len() >= MAX_HOLDERS {
            return Err(Refusal::SeatFull);
        }
        // Only the creator knows the secret of their seat; that of a free seat is in a link.
        let spent = taken.holders.is_empty();
        Ok((color, Decided::Events(vec![Event::Seated { color, name, holder, spent }])))
    }

    /// A holder of the seat changes the name.
    fn rename(&self, color: Color, holder: SecretHash, name: Option<String>) -> Result<Decided, Refusal> {
        if name.is_none() || name == self.seats[color].name {
            return Ok(Decided::Already);
        }
        self.may_grow()?;
        let spent = self.seats[color].is_spent;
        Ok(Decided::Events(vec![Event::Seated { color, name, holder, spent }]))
    }

    /// Decides on a new link to the opponent's seat. It is allowed before the opponent has placed a
    /// disc, or when the game could be claimed.
    pub fn invite_again(
        &self,
        held: HeldSeats,
        secret: SecretHash,
        around: DecisionContext,
    ) -> Result<(Color, Event), Refusal> {
        if held.colors().next().is_none() {
            return Err(Refusal::NotSeated);
        }
        if self.status() == GameStatus::Over {
            return Err(Refusal::Over);
        }
        let color = held.only().map(|own| !own).filter(|&color| self.seat(color).is_human());
        let color = color.ok_or(Refusal::NotInvitable)?;
        let is_new = self.seats[color].is_spent && self.takeback_ply(self.sole(color)).is_none();
        if self.is_taken(color) && !is_new && !around.gone[color] {
            return Err(Refusal::NotInvitable);
        }
        self.may_grow()?;
        Ok((color, Event::Reopened { color, secret }))
    }

    /// The same game with colors exchanged, and the events that seat its players.
    pub fn rematch_game(&self, seed: u64) -> (Created, Vec<Event>) {
        let created = &self.created;
        let again = Created {
            seats: created.seats.clone().swapped(),
            secrets: created.secrets.swapped(),
            previous: Some(self.id),
            terms: BotGameTerms {
                bots: created.terms.bots.swapped(),
                missed: Sides::default(),
                held: false,
                ..created.terms.clone()
            },
            seed,
            ..created.clone()
        };
        let seated = Color::ALL.into_iter().flat_map(|color| {
            let taken = &self.seats[color];
            taken.holders.iter().map(move |&holder| Event::Seated {
                color: !color,
                name: taken.name.clone(),
                holder,
                spent: taken.is_spent,
            })
        });
        (again, seated.collect())
    }

    pub(super) fn place(
        &self,
        held: HeldSeats,
        ply: usize,
        square: Square,
        info: Option<Box<Info>>,
        at: u64,
    ) -> Result<Decided, Refusal> {
        if self.was_made(held, ply, square) {
            return Ok(Decided::Already);
        }
        let turn = self.running()?;
        if ply != self.game.ply() {
            return Err(Refusal::Stale { ply, now: self.game.ply() });
        }
        if !held.has(turn) {
            return Err(Refusal::NotYourTurn(turn));
        }
        self.game.position().play(Move::Place(square)).map_err(|illegal: IllegalMove| Refusal::Illegal(illegal))?;
        Ok(Decided::Events(vec![self.moved(turn, square, info, at)]))
    }

    /// Was this move made before, and sent again?
    fn was_made(&self, held: HeldSeats, ply: usize, square: Square) -> bool {
        let made = self.game.turns().nth(ply);
        made.is_some_and(|(before, mv)| mv == Move::Place(square) && held.has(before.turn()))
    }

    fn moved(&self, color: Color, square: Square, info: Option<Box<Info>>, at: u64) -> Event {
        Event::Moved { color, square, ms: at.saturating_sub(self.turn_began), late: 0, info }
    }

    /// The side to move of a game in progress.
    pub(super) fn running(&self) -> Result<Color, Refusal> {
        match (self.status(), self.turn()) {
            (GameStatus::Open, _) => Err(Refusal::Open),
            (GameStatus::Playing, _) if self.is_held() => Err(Refusal::Held),
            (GameStatus::Playing, Some(turn)) => Ok(turn),
            _ => Err(Refusal::Over),
        }
    }

    /// A holder of both seats resigns for the side to move.
    fn resign(&self, held: HeldSeats) -> Result<Event, Refusal> {
        let turn = match self.status() {
            GameStatus::Over => return Err(Refusal::Over),
            _ => self.game.position().turn(),
        };
        Ok(Event::Resigned { color: held.only().unwrap_or(turn) })
    }

    /// Refuses takebacks and other repeatable commands once the log has [`MAX_EVENTS`].
    pub(super) fn may_grow(&self) -> Result<(), Refusal> {
        if self.version < MAX_EVENTS { Ok(()) } else { Err(Refusal::TakebackLimit) }
    }

    /// A second request of the same side does nothing. It could fill the log and delay the
    /// opponent's moves.
    fn ask_takeback(&self, held: HeldSeats) -> Result<Option<Event>, Refusal> {
        self.running()?;
        self.may_grow()?;
        let ply = self.takeback_ply(held).ok_or(Refusal::NothingToTakeBack)?;
        match held.only().filter(|_| self.is_between_people()) {
            None => Ok(Some(Event::TakenBack { ply })),
            Some(color) if self.takeback == Some(!color) => self.answer_takeback(held, true).map(Some),
            Some(color) if self.takeback == Some(color) => Ok(None),
            Some(color) => Ok(Some(Event::TakebackAsked { color })),
        }
    }

    fn answer_takeback(&self, held: HeldSeats, yes: bool) -> Result<Event, Refusal> {
        self.running()?;
        let asking = self.takeback.ok_or(Refusal::NoOffer)?;
        if !held.has(!asking) {
            return Err(Refusal::NoOffer);
        }
        if !yes {
            return Ok(Event::TakebackDeclined { color: !asking });
        }
        let ply = self.takeback_ply(self.sole(asking)).ok_or(Refusal::NothingToTakeBack)?;
        Ok(Event::TakenBack { ply })
    }

    pub(super) fn sole(&self, color: Color) -> HeldSeats {
        HeldSeats(Sides::of(|other| other == color))
    }

    /// A game can be claimed only while it waits for an opponent who left.
    fn claim(&self, held: HeldSeats, around: DecisionContext) -> Result<Event, Refusal> {
        let turn = self.running()?;
        let color = held.only().filter(|&color| color != turn).ok_or(Refusal::NotClaimable)?;
        match around.gone[turn] && self.seat(turn).is_human() {
            true => Ok(Event::Claimed { color }),
            false => Err(Refusal::NotClaimable),
        }
    }

    fn ask_rematch(&self, held: HeldSeats) -> Result<Decided, Refusal> {
        if self.status() != GameStatus::Over {
            return Err(Refusal::NotOver);
        }
        if self.next.is_some() {
            return Ok(Decided::Already);
        }
        match held.only().filter(|_| self.is_between_people()) {
            None => Ok(Decided::NewGame),
            Some(color) if self.rematch == Some(!color) => Ok(Decided::NewGame),
            Some(color) if self.rematch == Some(color) => Ok(Decided::Already),
            Some(color) => self.may_grow().map(|()| Decided::Events(vec![Event::RematchOffered { color }])),
        }
    }

    fn decline_rematch(&self, held: HeldSeats) -> Result<Decided, Refusal> {
        let asking = self.rematch.ok_or(Refusal::NoOffer)?;
        let color = held.only().filter(|&color| color != asking).ok_or(Refusal::NoOffer)?;
        Ok(Decided::Events(vec![Event::RematchDeclined { color }]))
    }
}

/// Why a command is refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Refusal {
    /// The requester holds no seat here.
    #[error("you have no seat in this game; open the link you were invited with, or watch")]
    NotSeated,
    /// It is the opponent's turn.
    #[error("it is {0}'s turn")]
    NotYourTurn(Color),
    /// The rules forbid the move.
    #[error(transparent)]
    Illegal(IllegalMove),
    /// The move was for another ply.
    #[error("that move was for turn {}, and the game is at turn {}; look at the board again", ply + 1, now + 1)]
    Stale {
        /// The ply of the move.
        ply: usize,
        /// The ply of the game.
        now: usize,
    },
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The game is not over yet.
    #[error("the game is not over yet")]
    NotOver,
    /// A seat is free.
    #[error("the other seat is free; send the link to your opponent")]
    Open,
    /// The game waits for a click.
    #[error("the game has not begun; open its watch page and click to start it")]
    Held,
    /// Turns cannot be forfeited in this game.
    #[error("turns cannot be forfeited in this game; place a disc, or resign")]
    NoForfeits,
    /// There is nothing to take back.
    #[error("there is no move of yours to take back")]
    NothingToTakeBack,
    /// There is no offer to answer.
    #[error("there is no such offer")]
    NoOffer,
    /// The opponent is connected, has not been away for long enough, or is not to move.
    #[error("you can claim the game when it is your opponent's turn and they have been away for long enough")]
    NotClaimable,
    /// The secret is not that of a seat.
    #[error("this link is not for a seat of this game; ask for a new one")]
    WrongSecret,
    /// Another person took the seat with the same link.
    #[error("this seat is taken; a link seats the first person who opens it, others watch")]
    SeatTaken,
    /// The requester plays the other side.
    #[error("you play the other side of this game; the link is for your opponent")]
    OwnLink,
    /// The secret of the link was sent as the holder's own secret, and others know it.
    #[error("others know the secret of a link, so send another: 64 random hexadecimal digits as Authorization: Bearer")]
    SharedSecret,
    /// The requester sent no secret or cookie that could prove the seat later.
    #[error(
        "nothing would prove this seat to be yours; allow the cookie of this page, or send 64 random hexadecimal digits as \
             Authorization: Bearer"
    )]
    NoProof,
    /// The other seat belongs to a computer, or its player is playing.
    #[error(
        "you can make a new link before your opponent has placed a disc, or when it is their turn and they have been away for \
             long enough"
    )]
    NotInvitable,
    /// Too many devices hold the seat.
    #[error("{MAX_HOLDERS} devices hold this seat already")]
    SeatFull,
    /// The log has too many events for offers and takebacks.
    #[error("this game had too many takebacks and offers; play on, or start another game")]
    TakebackLimit,
    /// A bot is not connected, or has no time for a rematch.
    #[error("the bot is not connected, or plays as many games as it can; wait, or challenge another")]
    BotBusy,
}

impl Refusal {
    /// The error code.
    pub fn code(&self) -> &'static str {
        match self {
            Refusal::NotSeated => "not-seated",
            Refusal::NotYourTurn(_) => "not-your-turn",
            Refusal::Illegal(_) => "illegal-move",
            Refusal::Stale { .. } => "stale",
            Refusal::Over => "over",
            Refusal::NotOver => "not-over",
            Refusal::Open => "waiting-for-opponent",
            Refusal::Held => "waiting-for-start",
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
            Refusal::TakebackLimit => "takeback-limit",
            Refusal::BotBusy => "bot-busy",
        }
    }
}
