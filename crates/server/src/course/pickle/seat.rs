//! A player's seat in one game: asks the player for moves and sends them to the room.

use std::{ops::ControlFlow, sync::Arc};

use outflank_arena::{
    Verdict,
    protocol::pickle::{self, PickleMoveError},
};
use outflank_rules::{Color, Move, Position, Square};
use tokio::sync::watch;

use super::{
    PickleMatchmaker,
    connection::{PickleConnection, PickleInput},
};
use crate::{
    course::how,
    game::{BotCommand, LiveGame, Room},
    log::GameStatus,
    web::app::Stopping,
};

/// Most early answers that are dropped before one request.
const MAX_DROPPED: usize = 100;

struct PickleSeat<'a> {
    matchmaker: &'a PickleMatchmaker,
    stopping: Stopping,
    room: &'a Room,
    color: Color,
    player: &'a mut PickleConnection,
    /// The last square that the player played.
    last: Option<Square>,
    asked: Option<PendingRequest>,
}

/// The open request.
struct PendingRequest {
    /// The version of the game when the turn began.
    turn: u64,
    question: Vec<u8>,
    /// How often the player may be asked again.
    tries: u32,
    /// Does the next answer belong to an earlier request?
    is_early: bool,
    /// Was an answer dropped that repeats the last one?
    is_doubled: bool,
}

/// Plays a seat to the end of the game. Returns the game, unless the server stops first or the log
/// is damaged.
pub(super) async fn play(
    matchmaker: &PickleMatchmaker,
    room: &Room,
    color: Color,
    player: &mut PickleConnection,
) -> Option<Arc<LiveGame>> {
    player.course_player.take_seat(room.id(), color);
    let (name, address) = (&*player.name, player.peer.address);
    tracing::info!(game = %room.id(), %color, player = name, %address, "a course player sits down");
    let stopping = matchmaker.services.stopping.clone();
    let mut seat = PickleSeat { matchmaker, stopping, room, color, player, last: None, asked: None };
    let over = loop {
        let Some(mut states) = room.follow(&mut seat.stopping).await else { break None };
        matchmaker.report_game(&states.borrow());
        if let ControlFlow::Break(over) = seat.run(&mut states).await {
            break over;
        }
    };
    if let Some(game) = &over {
        player.course_player.log_verdict(&format!("over: {}", how(game)));
        if matchmaker.settings.tournament.is_none() {
            player.course_player.log_sent(&quoted(&pickle::over(&game.game().position())));
        }
        matchmaker.report_over(game);
    }
    player.course_player.store_log(room.id(), color).await;
    over
}

impl PickleSeat<'_> {
    /// Plays until the game is over or the server stops. Continues if the task of the game fails.
    async fn run(&mut self, states: &mut watch::Receiver<Arc<LiveGame>>) -> ControlFlow<Option<Arc<LiveGame>>> {
        loop {
            let game = Arc::clone(&states.borrow_and_update());
            if game.status() == GameStatus::Over {
                return ControlFlow::Break(Some(game));
            }
            self.ask_if_due(&game).await;
            let is_done = self.player.is_done();
            let input = tokio::select! {
                input = self.player.recv(), if !is_done => input,
                changed = states.changed() => match changed {
                    Ok(()) => continue,
                    Err(_) => return ControlFlow::Continue(()),
                },
                () = self.stopping.begun() => return ControlFlow::Break(None),
            };
            self.take(input, &game).await;
        }
    }

    /// Asks the player for a move if it is its turn and no request is open.
    async fn ask_if_due(&mut self, game: &LiveGame) {
        let is_asked_for = game.bot_to_move().is_some_and(|(color, _)| color == self.color);
        if !is_asked_for || self.player.is_done() {
            return;
        }
        if self.asked.as_ref().is_some_and(|asked| asked.turn == game.turn_version()) {
            return;
        }
        self.asked = None;
        // Input that has arrived already was sent before the request.
        for _ in 0..MAX_DROPPED {
            let Some(input) = self.player.try_recv() else { break };
            let is_end = !matches!(input, PickleInput::Answer(..));
            self.take(input, game).await;
            if is_end {
                return;
            }
        }
        self.asked = Some(PendingRequest {
            turn: game.turn_version(),
            question: pickle::ask(&game.game().position()),
            tries: self.matchmaker.settings.tries,
            is_early: self.player.is_in_the_middle() || self.player.owes_answer,
            is_doubled: false,
        });
        self.ask().await;
    }

    async fn ask(&mut self) {
        let Some(PendingRequest { question, .. }) = &self.asked else { return };
        self.player.course_player.log_sent(&quoted(question));
        self.player.owes_answer = true;
        if self.player.send(question, self.matchmaker.services.limiters.send_time).await.is_err() {
            self.player.give_up();
            self.foul(Verdict::Closed, "", "it does not read what it is sent").await;
        }
    }

    async fn take(&mut self, input: PickleInput, game: &LiveGame) {
        match input {
            PickleInput::Answer(answer, pickle) => {
                let got = quoted(&pickle);
                self.player.course_player.log_received(&got);
                self.answered(answer, &got, game).await;
            }
            PickleInput::Refused(refusal, pickle) => {
                let got = quoted(&pickle);
                self.player.course_player.log_received(&got);
                self.foul(Verdict::Garbage, &got, &refusal.to_string()).await;
            }
            PickleInput::Stalled(pickle) => {
                self.foul(Verdict::Garbage, &quoted(&pickle), "a pickle began, and its end did not come").await;
            }
            PickleInput::End => self.foul(Verdict::Closed, "", "its connection ended").await,
        }
    }

    async fn answered(&mut self, answer: Result<Move, PickleMoveError>, got: &str, game: &LiveGame) {
        let Some(asked) = self.asked.as_mut() else {
            return self.drop_answer(got, "nothing was asked").await;
        };
        if std::mem::take(&mut asked.is_early) {
            // The answer to this request is still to come.
            self.player.owes_answer = true;
            return self.drop_answer(got, "it began before the question").await;
        }
        match judge(answer, &game.game().position()) {
            Ok(square) => {
                self.asked = None;
                self.last = Some(square);
                self.command(BotCommand::Place { ply: game.game().ply(), square, info: None }).await;
            }
            Err(wrong) => self.refuse(wrong, got).await,
        }
    }

    /// Asks again after an illegal answer, as long as retries are left.
    async fn refuse(&mut self, wrong: Wrong, got: &str) {
        let Some(asked) = &mut self.asked else { return };
        if wrong.square.is_some() && wrong.square == self.last && !asked.is_doubled {
            asked.is_doubled = true;
            self.player.owes_answer = true;
            return self.drop_answer(got, "it repeats the last one").await;
        }
        let Some(tries) = asked.tries.checked_sub(1) else {
            return self.foul(wrong.verdict, got, &wrong.text).await;
        };
        asked.tries = tries;
        self.player.course_player.log_verdict(&format!("{}: {}; it is asked again", wrong.verdict, wrong.text));
        self.ask().await;
    }

    /// Drops an answer without a request. Too many of them lose the game.
    async fn drop_answer(&mut self, got: &str, why: &str) {
        self.player.course_player.log_verdict(&format!("dropped: {why}"));
        if !self.player.may_chatter() {
            self.player.give_up();
            self.foul(Verdict::Flood, got, "it answers without being asked").await;
        }
    }

    async fn foul(&mut self, verdict: Verdict, got: &str, text: &str) {
        let (name, address) = (&*self.player.name, self.player.peer.address);
        tracing::warn!(game = %self.room.id(), player = name, %address, %verdict, text, "a course player has lost its game");
        self.player.course_player.log_verdict(&format!("{verdict}: {text}"));
        self.asked = None;
        if self.player.is_done() {
            // Before the game is over, or a tournament would start the player's next game.
            self.player.course_player.leave();
        }
        let (got, text) = (got.to_owned(), text.to_owned());
        self.command(BotCommand::Foul { verdict, got, text }).await;
    }

    async fn command(&self, command: BotCommand) {
        send(self.room, self.color, self.player, command).await;
    }
}

/// Gives up a seat that the player never reached, because its connection has ended.
pub(super) async fn give_up(room: &Room, color: Color, player: &PickleConnection) {
    let text = "its connection ended".to_owned();
    send(room, color, player, BotCommand::Foul { verdict: Verdict::Closed, got: String::new(), text }).await;
}

/// Sends a command. It has no effect on a game that has ended meanwhile.
async fn send(room: &Room, color: Color, player: &PickleConnection, command: BotCommand) {
    if let Err(error) = room.arrive().bot(player.course_player.token(), color, command).await {
        tracing::debug!(game = %room.id(), %error, "the game had gone on");
    }
}

/// Bytes as Python writes them.
fn quoted(pickle: &[u8]) -> String {
    format!("b\"{}\"", pickle.escape_ascii())
}

/// An answer that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Wrong {
    verdict: Verdict,
    text: String,
    /// The square, if the answer is one.
    square: Option<Square>,
}

/// The square of a legal answer.
fn judge(answer: Result<Move, PickleMoveError>, position: &Position) -> Result<Square, Wrong> {
    let (verdict, text, square) = match answer {
        Ok(mv) => match (mv, position.play(mv)) {
            (Move::Place(square), Ok(_)) => return Ok(square),
            (Move::Place(square), Err(illegal)) => (Verdict::IllegalMove, illegal.explain_by(&pair), Some(square)),
            (Move::Pass, Err(illegal)) => (Verdict::IllegalPass, illegal.explain_by(&pair), None),
            // The server passes for players that must pass.
            (Move::Pass, Ok(_)) => (Verdict::IllegalPass, "the pass was made already".to_owned(), None),
        },
        Err(off @ PickleMoveError::OffBoard { .. }) => (Verdict::IllegalMove, off.to_string(), None),
        Err(garbage) => (Verdict::Garbage, garbage.to_string(), None),
    };
    Err(Wrong { verdict, text, square })
}

/// A square as course players write it.
fn pair(square: Square) -> String {
    format!("[{}, {}]", square.column(), square.row())
}

#[cfg(test)]
mod tests {
    use outflank_rules::{Color, Variant};

    use super::*;

    #[test]
    fn each_kind_of_answer_has_its_verdict() {
        let start = Variant::STANDARD.start().with_turn(Color::White);
        let verdict = |answer| judge(answer, &start).map_err(|wrong| wrong.verdict);
        assert_eq!(verdict(Ok("c5".parse().unwrap())), Ok("c5".parse().unwrap()));
        assert_eq!(verdict(Ok("a1".parse().unwrap())), Err(Verdict::IllegalMove));
        let text = judge(Ok("b1".parse().unwrap()), &start).unwrap_err().text;
        assert_eq!(text, "[1, 0] flips nothing for white; legal for white: [4, 2] [5, 3] [2, 4] [3, 5]");
        assert_eq!(verdict(Ok(Move::Pass)), Err(Verdict::IllegalPass));
        assert_eq!(verdict(Err(PickleMoveError::OffBoard { x: 8, y: 0 })), Err(Verdict::IllegalMove));
        assert_eq!(verdict(Err(PickleMoveError::NotAPair("None".to_owned()))), Err(Verdict::Garbage));
    }
}
