//! Moves of computers: the engine pool and the offered programs search, and the task appends their
//! moves.

use std::{future, time::Duration};

use outflank_arena::{Answer, Choice, Foul, PlayerError, Sides, Verdict, seed};
use outflank_rules::{Color, Move};

use super::GameTask;
use crate::{
    Reply,
    bots::programs::ProgramQuestion,
    engine::pool::{Client, MoveRequest, PoolError},
    game::{Seat, event::Event},
    log::GameStatus,
};

/// A search in progress. Dropping it stops the search.
pub(super) struct Thinking(Reply<Thought>);

/// The outcome of a search.
pub(super) enum Thought {
    Chose(Choice),
    /// A program broke the rules or failed.
    Fouled(Foul),
    /// The engine failed.
    Failed(PoolError),
}

impl Thinking {
    /// Waits for the outcome; forever if no search is in progress.
    pub(super) async fn ready(thinking: &mut Option<Thinking>) -> Thought {
        match thinking {
            Some(Thinking(reply)) => reply.await,
            None => future::pending().await,
        }
    }
}

impl GameTask {
    pub(super) fn start_thinking(&mut self) {
        if self.thinking.is_some() || self.game.pause_ends(self.now()).is_some() {
            return;
        }
        let Some((color, seat)) = self.game.computer_to_move() else { return };
        let reply = match seat {
            Seat::Computer(kind) => {
                let request = MoveRequest {
                    position: self.game.game().position(),
                    kind: *kind,
                    seed: self.game.created().seed,
                    clock: self.game.engine_clock(self.now()),
                };
                thought_by_engine(self.rooms.pool.choose(self.client(), request))
            }
            Seat::Program(name) => {
                let question = self.program_question(color);
                thought_by_program(self.rooms.programs().choose(name, self.client(), question))
            }
            Seat::Human | Seat::Bot(_) => return,
        };
        self.thinking = Some(Thinking(reply));
    }

    fn program_question(&self, color: Color) -> ProgramQuestion {
        let (game, now) = (&self.game, self.now());
        let left = |color| game.clock_left(color, now).unwrap_or(Duration::ZERO);
        ProgramQuestion {
            name: game.id().to_string(),
            game: game.game().clone(),
            color,
            opponent: game.title(!color),
            time: game.created().time.map(|control| (control, Sides::of(left))),
            seed: seed::for_bots(seed::derived(game.created().seed, color as u64)),
        }
    }

    /// The client whose share of the engine is used.
    fn client(&self) -> Client {
        let has_people = Color::ALL.into_iter().any(|color| self.game.seat(color).is_human());
        match self.by {
            Some(address) => Client::at(address),
            None if has_people => Client::Game(self.game.id()),
            None => Client::Nobody,
        }
    }

    pub(super) async fn computer_chose(&mut self, thought: Thought) {
        self.thinking = None;
        let now = self.now();
        // A flag that fell before the choice decides the game.
        if self.judge(self.judged_until(now)).await.is_err() || self.game.status() == GameStatus::Over {
            return;
        }
        let event = match thought {
            Thought::Chose(Choice::Move(mv)) => self.game.computer_moves(mv, now),
            Thought::Chose(Choice::Resign) => self.game.computer_resigns(),
            Thought::Fouled(foul) => {
                tracing::warn!(game = %self.game.id(), %foul, "a player of --player failed");
                self.game.computer_fouls(&foul)
            }
            Thought::Failed(error) => {
                tracing::error!(game = %self.game.id(), %error, "the engine failed; the first legal move is made");
                let mv = self.game.game().position().legal().first().map(Move::Place);
                mv.and_then(|mv| self.game.computer_moves(mv, now))
            }
        };
        let Some(event) = event else { return };
        // After a failed append the computer thinks again.
        let _ = self.append(event, now).await;
    }

    /// Drops a search when events change the position.
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

fn thought_by_engine(reply: Reply<Result<Move, PoolError>>) -> Reply<Thought> {
    Box::pin(async { reply.await.map_or_else(Thought::Failed, |mv| Thought::Chose(Choice::Move(mv))) })
}

fn thought_by_program(reply: Reply<Result<Answer, PlayerError>>) -> Reply<Thought> {
    Box::pin(async {
        match reply.await {
            Ok(answer) => Thought::Chose(answer.choice),
            Err(PlayerError::Foul(foul)) => Thought::Fouled(foul),
            Err(PlayerError::OutOfResources(shortage)) => {
                Thought::Fouled(Foul::new(Verdict::NotStarted, b"", shortage.to_string()))
            }
            // The server stops; the next one searches again.
            Err(PlayerError::Stopped) => future::pending().await,
        }
    })
}
