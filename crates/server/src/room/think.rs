//! Computers at the table: they think elsewhere, and move through the same door as everybody.

use std::future;

use outflank_engine::Choice;
use outflank_rules::{Color, Move};

use super::Owner;
use crate::{
    Reply,
    event::Event,
    pool::{Client, PoolError, Question},
};

/// A computer that thinks. Dropped, it stops.
pub(super) struct Thinking(Reply<Result<Choice, PoolError>>);

impl Thinking {
    /// What is thought of, once it is there; for ever if nobody thinks.
    pub(super) async fn ready(thinking: &mut Option<Thinking>) -> Result<Choice, PoolError> {
        match thinking {
            Some(Thinking(reply)) => reply.await,
            None => future::pending().await,
        }
    }
}

impl Owner {
    pub(super) fn begin_to_think(&mut self) {
        if self.thinking.is_some() {
            return;
        }
        if let Some((_, level)) = self.table.computer_to_move() {
            let question = Question {
                position: self.table.game().position(),
                level,
                seed: self.table.created().seed,
                clock: self.table.engine_clock(self.now()),
            };
            let reply = self.house.pool.choose(self.client(), question);
            self.thinking = Some(Thinking(reply));
        }
    }

    /// In whose name it is thought.
    fn client(&self) -> Client {
        let has_people = Color::ALL.into_iter().any(|color| self.table.seat(color).is_human());
        match self.by {
            Some(address) => Client::at(address),
            None if has_people => Client::Game(self.table.id()),
            None => Client::Nobody,
        }
    }

    pub(super) async fn computer_chose(&mut self, choice: Result<Choice, PoolError>) {
        self.thinking = None;
        let mv = match choice {
            Ok(choice) => Some(choice.mv),
            Err(error) => {
                tracing::error!(game = %self.table.id(), %error, "the engine could not choose; any legal move is made");
                self.table.game().position().legal().first().map(Move::Place)
            }
        };
        let now = self.now();
        let Some(events) = mv.and_then(|mv| self.table.computer_moves(mv, now)) else { return };
        // What could not be written is thought of again after a rest.
        let _ = self.append(events, now).await;
    }

    /// What is being thought about is out of date once the position has changed.
    pub(super) fn forget_thoughts(&mut self, events: &[Event]) {
        let changes = |event: &Event| {
            !matches!(
                event,
                Event::Seated { .. }
                    | Event::Lost { .. }
                    | Event::Found { .. }
                    | Event::TakebackAsked { .. }
                    | Event::TakebackDeclined { .. }
            )
        };
        if events.iter().any(changes) {
            self.thinking = None;
        }
    }
}
