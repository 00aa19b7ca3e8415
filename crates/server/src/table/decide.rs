//! What happens when somebody wants something.

use outflank_arena::protocol::json::Info;
use outflank_play::Sides;
use outflank_rules::{Color, IllegalMove, Move, Square};

use super::{Circumstances, Command, Held, MOST_EVENTS, MOST_HOLDERS, Refusal, Table, moment};
use crate::{
    event::{Created, Event, Terms},
    secret::SecretHash,
    store::GameStatus,
};

/// What is to be done.
#[derive(Clone, Debug, PartialEq)]
pub enum Decided {
    /// These are to be appended to the log, at one stroke.
    Events(Vec<Event>),
    /// Nothing: it was done before.
    Already,
    /// A new game is to be made, and then [`Event::Rematched`] to be appended.
    NewGame,
}

impl Table {
    /// What follows when whoever holds these seats wants this. The caller sees to what is [`due`](Table::due) first.
    pub fn decide(&self, held: Held, command: Command, around: Circumstances) -> Result<Decided, Refusal> {
        if command == Command::Start {
            return self.start(around.at);
        }
        if held.colors().next().is_none() {
            return Err(Refusal::NotSeated);
        }
        let decided = match command {
            Command::Start => return self.start(around.at),
            Command::Place { ply, square } => return self.place(held, ply, square, None, around.at),
            Command::Resign => self.resign(held)?,
            Command::TakeBack => self.ask_takeback(held)?,
            Command::AnswerTakeback(yes) => self.answer_takeback(held, yes)?,
            Command::Claim => self.claim(held, around)?,
            Command::Rematch => return self.ask_rematch(held),
            Command::DeclineRematch => return self.decline_rematch(held),
        };
        Ok(Decided::Events(self.followed(around.at, decided)))
    }

    /// What has to happen by now without anybody's doing: a flag falls, or a bot that was away has lost.
    pub fn due(&self, at: u64) -> Vec<Event> {
        let fallen = self.clocks.as_ref().and_then(|clocks| clocks.fallen(moment(at)));
        let due = fallen.map(|color| Event::Flagged { color }).or_else(|| self.gone_for_good(at));
        due.map_or_else(Vec::new, |event| self.followed(at, vec![event]))
    }

    /// What follows when the computer whose turn it is moves.
    pub fn computer_moves(&self, mv: Move, at: u64) -> Option<Vec<Event>> {
        let (color, _) = self.computer_to_move()?;
        let square = mv.square().filter(|&square| self.game.position().is_legal(Move::Place(square)))?;
        Some(self.followed(at, vec![self.moved(color, square, None, at)]))
    }

    /// What follows at the very beginning, where a game may begin with a forced pass.
    pub fn opening_events(&self, at: u64) -> Vec<Event> {
        self.followed(at, Vec::new())
    }

    /// What follows when somebody who knows a seat's secret sits down there.
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
        // What opened the seat for its holder would open it for everybody who has the link, or had it.
        if self.seat_of(holder).is_some() {
            return Err(Refusal::SharedSecret);
        }
        if taken.holders.len() >= MOST_HOLDERS {
            return Err(Refusal::SeatFull);
        }
        // Whoever made the game has the secret of his own seat for himself; that of a free seat was given away in a link.
        let spent = taken.holders.is_empty();
        Ok((color, Decided::Events(vec![Event::Seated { color, name, holder, spent }])))
    }

    /// What follows when somebody who sits already says how he is called.
    fn rename(&self, color: Color, holder: SecretHash, name: Option<String>) -> Result<Decided, Refusal> {
        if name.is_none() || name == self.seats[color].name {
            return Ok(Decided::Already);
        }
        self.may_grow()?;
        let spent = self.seats[color].is_spent;
        Ok(Decided::Events(vec![Event::Seated { color, name, holder, spent }]))
    }

    /// What follows when somebody wants a new link to the other seat, for an opponent who cannot prove his any more: before he who came by the
    /// link has placed a disc, or when he is missed for so long that the game could be claimed.
    pub fn invite_again(
        &self,
        held: Held,
        secret: SecretHash,
        around: Circumstances,
    ) -> Result<(Color, Vec<Event>), Refusal> {
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
        Ok((color, vec![Event::Reopened { color, secret }]))
    }

    /// The same game again with the colors exchanged, and those who sit there.
    pub fn rematch_game(&self, seed: u64) -> (Created, Vec<Event>) {
        let created = &self.created;
        let again = Created {
            seats: created.seats.clone().swapped(),
            secrets: created.secrets.swapped(),
            previous: Some(self.id),
            terms: Terms {
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
        held: Held,
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
        Ok(Decided::Events(self.followed(at, vec![self.moved(turn, square, info, at)])))
    }

    /// Is this a move that was made before, sent once more?
    fn was_made(&self, held: Held, ply: usize, square: Square) -> bool {
        let made = self.game.turns().nth(ply);
        made.is_some_and(|(before, mv)| mv == Move::Place(square) && held.has(before.turn()))
    }

    fn moved(&self, color: Color, square: Square, info: Option<Box<Info>>, at: u64) -> Event {
        Event::Moved { color, square, ms: at.saturating_sub(self.turn_began), info }
    }

    /// Whose turn it is in a game that is being played.
    pub(super) fn running(&self) -> Result<Color, Refusal> {
        match (self.status(), self.turn()) {
            (GameStatus::Open, _) => Err(Refusal::Open),
            (GameStatus::Playing, _) if self.is_held() => Err(Refusal::Held),
            (GameStatus::Playing, Some(turn)) => Ok(turn),
            _ => Err(Refusal::Over),
        }
    }

    /// Whoever holds both seats resigns for the side to move.
    fn resign(&self, held: Held) -> Result<Vec<Event>, Refusal> {
        let turn = match self.status() {
            GameStatus::Over => return Err(Refusal::Over),
            _ => self.game.position().turn(),
        };
        Ok(vec![Event::Resigned { color: held.only().unwrap_or(turn) }])
    }

    /// May something happen that could happen again and again?
    pub(super) fn may_grow(&self) -> Result<(), Refusal> {
        if self.version < MOST_EVENTS { Ok(()) } else { Err(Refusal::TooLong) }
    }

    fn ask_takeback(&self, held: Held) -> Result<Vec<Event>, Refusal> {
        self.running()?;
        self.may_grow()?;
        let ply = self.takeback_ply(held).ok_or(Refusal::NothingToTakeBack)?;
        match held.only().filter(|_| self.is_between_people()) {
            None => Ok(vec![Event::TakenBack { ply }]),
            Some(color) if self.takeback == Some(!color) => self.answer_takeback(held, true),
            Some(color) => Ok(vec![Event::TakebackAsked { color }]),
        }
    }

    fn answer_takeback(&self, held: Held, yes: bool) -> Result<Vec<Event>, Refusal> {
        self.running()?;
        let asking = self.takeback.ok_or(Refusal::NoOffer)?;
        if !held.has(!asking) {
            return Err(Refusal::NoOffer);
        }
        if !yes {
            return Ok(vec![Event::TakebackDeclined { color: !asking }]);
        }
        let ply = self.takeback_ply(self.sole(asking)).ok_or(Refusal::NothingToTakeBack)?;
        Ok(vec![Event::TakenBack { ply }])
    }

    pub(super) fn sole(&self, color: Color) -> Held {
        Held(Sides::of(|other| other == color))
    }

    /// Only a game that waits for somebody who is gone can be claimed: as long as it is one's own turn nobody is missed.
    fn claim(&self, held: Held, around: Circumstances) -> Result<Vec<Event>, Refusal> {
        let turn = self.running()?;
        let color = held.only().filter(|&color| color != turn).ok_or(Refusal::NotClaimable)?;
        match around.gone[turn] && self.seat(turn).is_human() {
            true => Ok(vec![Event::Claimed { color }]),
            false => Err(Refusal::NotClaimable),
        }
    }

    fn ask_rematch(&self, held: Held) -> Result<Decided, Refusal> {
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

    fn decline_rematch(&self, held: Held) -> Result<Decided, Refusal> {
        let asking = self.rematch.ok_or(Refusal::NoOffer)?;
        let color = held.only().filter(|&color| color != asking).ok_or(Refusal::NoOffer)?;
        Ok(Decided::Events(vec![Event::RematchDeclined { color }]))
    }
}
