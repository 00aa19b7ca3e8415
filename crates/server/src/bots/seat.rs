//! A bot's seat in a game: a task that follows the game, requests moves from the bot, and sends
//! them to the room. It reports when the bot disconnects and returns; `game/state/time.rs` decides
//! when a disconnected bot has lost.

use std::{
    future,
    ops::ControlFlow,
    sync::{Arc, PoisonError},
    time::Duration,
};

use outflank_arena::{Sides, TimeControl};
use outflank_arena::{
    Verdict,
    protocol::json::{BotAnswer, Clocks, Code, Fault, Info, Over, OverResult, Request, Start, Time, TimeKind, ToBot},
    seed,
};
use outflank_rules::{Color, Move, Square, Variant};
use tokio::{
    sync::{mpsc, watch},
    time::{Instant, sleep, sleep_until},
};

use super::{
    Bots,
    link::{Link, ReplyContent, RequestReply},
    traffic::{self, Log, Traffic, Voice, packed, unpacked},
};
use crate::{
    game::{Arrival, BotCommand, LiveGame, Refusal, Room, RoomError, event::beginning, wire},
    log::{GameStatus, RETRY_DELAY, secret::SecretHash},
    web::app::Stopping,
};

/// Most characters of the text in `info`.
const MAX_INFO_TEXT: usize = 1000;

/// Most moves of the line in `info`, and most characters of each.
const MAX_INFO_MOVES: usize = 60;
const MAX_INFO_MOVE: usize = 8;

/// How often the traffic of a running game is stored.
const STORE_INTERVAL: Duration = Duration::from_secs(10);

/// Plays a seat for a bot in the background until the game is over.
pub(super) fn attend(bots: Bots, room: Room, token: SecretHash, name: &str, color: Color) {
    let (links, traffic) = bots.sit(token, name, (room.id(), color));
    let (mail, replies) = mpsc::channel(4);
    let stopping = bots.inner.stopping.clone();
    let seat = BotSeatTask {
        bots,
        stopping,
        room,
        token,
        color,
        links,
        traffic,
        mail,
        greeted: None,
        asked: None,
        answered: None,
        kept: None,
    };
    tokio::spawn(seat.play(replies));
}

struct BotSeatTask {
    bots: Bots,
    stopping: Stopping,
    room: Room,
    token: SecretHash,
    color: Color,
    links: watch::Receiver<Option<Link>>,
    traffic: Log,
    /// Receives replies to this seat's requests.
    mail: mpsc::Sender<RequestReply>,
    /// The connection on which the bot was sent the start of the game.
    greeted: Option<u64>,
    /// The open request.
    asked: Option<PendingRequest>,
    /// The version of the game whose request was answered.
    answered: Option<u64>,
    /// When the log was stored last.
    kept: Option<Instant>,
}

struct PendingRequest {
    /// The version of the game when the bot's turn began.
    version: u64,
    /// The plies played then.
    ply: usize,
    request: u64,
    link: Link,
    /// The timeout, in a game without a clock.
    until: Option<Instant>,
}

/// A dropped request is withdrawn.
impl Drop for PendingRequest {
    fn drop(&mut self) {
        self.link.withdraw(self.request);
    }
}

/// What the task waits for.
enum SeatEvent {
    Game,
    RequestReply(RequestReply),
    TimedOut,
    /// The task of the game has failed.
    Broken,
    /// The server stops.
    End,
}

type States = watch::Receiver<Arc<LiveGame>>;

impl BotSeatTask {
    async fn play(mut self, mut replies: mpsc::Receiver<RequestReply>) {
        if self.take_up_log().await.is_some() {
            while let Some(mut states) = self.room.follow(&mut self.stopping).await {
                if self.follow(&mut states, &mut replies).await.is_break() {
                    break;
                }
            }
            self.keep_log().await;
        }
        self.bots.stand_up((self.room.id(), self.color));
        self.bots.pair_up().await;
    }

    /// Waits before the next try of the store. `None` if the server stops.
    async fn rest(&mut self) -> Option<()> {
        tokio::select! {
            () = self.stopping.begun() => None,
            () = sleep(RETRY_DELAY) => Some(()),
        }
    }

    /// Plays until the game is over or the server stops. Continues if the task of the game fails.
    async fn follow(&mut self, states: &mut States, replies: &mut mpsc::Receiver<RequestReply>) -> ControlFlow<()> {
        loop {
            let game = Arc::clone(&states.borrow_and_update());
            if game.status() == GameStatus::Over {
                self.send_end(&game);
                return ControlFlow::Break(());
            }
            let link = self.links.borrow_and_update().clone();
            // The last reply counts before the disconnect.
            if let Ok(reply) = replies.try_recv() {
                self.take(reply, states).await;
                continue;
            }
            self.look(&game, link).await;
            match self.news(states, replies).await {
                SeatEvent::Game => {}
                SeatEvent::RequestReply(reply) => self.take(reply, states).await,
                SeatEvent::TimedOut => self.time_out(states, replies).await,
                SeatEvent::Broken => return ControlFlow::Continue(()),
                SeatEvent::End => return ControlFlow::Break(()),
            }
        }
    }

    /// Takes the last reply, or reports the timeout.
    async fn time_out(&mut self, states: &States, replies: &mut mpsc::Receiver<RequestReply>) {
        // No reply comes after this. One that waits is taken first, because its arrival time would
        // hold up the foul.
        if let Some(asked) = &self.asked {
            asked.link.withdraw(asked.request);
        }
        match replies.try_recv() {
            Ok(reply) => self.take(reply, states).await,
            Err(_) => self.foul(Verdict::Hung, "", "", self.room.arrive()).await,
        }
    }

    async fn news(&mut self, states: &mut States, replies: &mut mpsc::Receiver<RequestReply>) -> SeatEvent {
        let until = self.asked.as_ref().and_then(|asked| asked.until);
        let timed_out = async move {
            match until {
                Some(until) => sleep_until(until).await,
                None => future::pending().await,
            }
        };
        tokio::select! {
            biased;
            Some(reply) = replies.recv() => SeatEvent::RequestReply(reply),
            changed = states.changed() => if changed.is_ok() { SeatEvent::Game } else { SeatEvent::Broken },
            changed = self.links.changed() => if changed.is_ok() { SeatEvent::Game } else { SeatEvent::End },
            () = self.stopping.begun() => SeatEvent::End,
            () = timed_out => SeatEvent::TimedOut,
        }
    }

    /// Does what the game and the connection require now.
    async fn look(&mut self, game: &LiveGame, link: Option<Link>) {
        let Some(link) = link else {
            self.asked = None;
            if !game.is_absent(self.color) {
                self.send_to_room(BotCommand::Lost, self.room.arrive()).await;
            }
            return;
        };
        if game.is_absent(self.color) {
            // The game changes by this, and the task looks again.
            return self.send_to_room(BotCommand::Found, self.room.arrive()).await;
        }
        if self.greeted != Some(link.number()) {
            self.greeted = Some(link.number());
            self.asked = None;
            self.send(&link, &ToBot::Start(self.start(game)));
        }
        let is_asked_for = game.bot_to_move().is_some_and(|(color, _)| color == self.color);
        self.withdraw_old(is_asked_for, game.turn_version());
        if is_asked_for && self.asked.is_none() && self.answered != Some(game.turn_version()) {
            self.ask(game, link);
        }
    }

    /// Withdraws a request about an older turn.
    fn withdraw_old(&mut self, is_asked_for: bool, turn: u64) {
        self.asked.take_if(|asked| !is_asked_for || asked.version != turn);
    }

    fn ask(&mut self, game: &LiveGame, link: Link) {
        let request = link.open(self.mail.clone(), self.room.clone(), &self.traffic);
        let clock = bot_clocks(game, self.color, self.bots.now());
        let name = game.id().to_string();
        let question = Request::new(&name, request, game.game(), clock, self.seed(game));
        self.send(&link, &ToBot::Move(question));
        let until = game.answer_time(self.bots.settings()).map(|time| Instant::now() + time);
        self.asked =
            Some(PendingRequest { version: game.turn_version(), ply: game.game().ply(), request, link, until });
    }

    /// Handles a reply, if its request is still open.
    async fn take(&mut self, reply: RequestReply, states: &States) {
        let RequestReply { link, request, said, arrival } = reply;
        let game = Arc::clone(&states.borrow());
        let is_this = |asked: &mut PendingRequest| asked.link.number() == link && asked.request == request;
        let asked = self.asked.take_if(is_this).filter(|asked| asked.version == game.turn_version());
        let Some(asked) = asked else {
            return self.note(Voice::Verdict, &format!("ignored: request {request} is no longer open"));
        };
        match said {
            ReplyContent::Answer(answer, line) => {
                self.answered = Some(asked.version);
                self.place(*answer, &line, &asked, states, arrival).await;
                self.keep_log_now_and_then().await;
            }
            ReplyContent::Foul(verdict, got, text) => self.foul(verdict, &got, &text, arrival).await,
        }
    }

    async fn place(
        &mut self,
        answer: BotAnswer,
        line: &str,
        asked: &PendingRequest,
        states: &States,
        arrival: Arrival,
    ) {
        let BotAnswer { mv, info, .. } = answer;
        let Move::Place(square) = mv else {
            let illegal = states.borrow().game().position().play(mv).err();
            let fault = illegal.map_or_else(|| Fault::new(Code::IllegalPass, line, "pass"), |it| Fault::from(&it));
            return self.refuse(Verdict::IllegalPass, line, fault, arrival).await;
        };
        let command = BotCommand::Place { ply: asked.ply, square, info: info.map(|info| Box::new(trimmed_info(info))) };
        // Any other refusal means that the game went on: the flag has fallen, or a move was taken
        // back.
        if let Err(RoomError::Refused(Refusal::Illegal(illegal))) = arrival.bot(self.token, self.color, command).await
            && states.borrow().turn_version() == asked.version
        {
            self.refuse(Verdict::IllegalMove, line, Fault::from(&illegal), arrival).await;
        }
    }

    /// Sends the bot the error and reports the foul.
    async fn refuse(&mut self, verdict: Verdict, got: &str, fault: Fault, arrival: Arrival) {
        let text = fault.message.clone();
        if let Some(link) = self.links.borrow().clone() {
            self.send(&link, &ToBot::Error(fault));
        }
        self.foul(verdict, got, &text, arrival).await;
    }

    async fn foul(&mut self, verdict: Verdict, got: &str, text: &str, arrival: Arrival) {
        let (got, text) = (got.to_owned(), text.to_owned());
        self.note(Voice::Verdict, &format!("{verdict}: {}", if text.is_empty() { verdict.words() } else { &text }));
        self.send_to_room(BotCommand::Foul { verdict, got, text }, arrival).await;
    }

    /// Sends a command. It has no effect on a game that has ended meanwhile.
    async fn send_to_room(&self, command: BotCommand, arrival: Arrival) {
        if let Err(error) = arrival.bot(self.token, self.color, command).await {
            tracing::debug!(game = %self.room.id(), %error, "the game had gone on");
        }
    }

    fn start(&self, game: &LiveGame) -> Start {
        let start = game.game().start();
        Start {
            game: game.id().to_string(),
            color: self.color,
            variant: Variant::from_position(&start),
            size: start.spec().size(),
            time: bot_time(game),
            seed: self.seed(game),
            opponent: game.title(!self.color),
        }
    }

    fn seed(&self, game: &LiveGame) -> u64 {
        seed::for_bots(seed::derived(game.created().seed, self.color as u64))
    }

    fn send_end(&mut self, game: &LiveGame) {
        let discs = Sides::of(|color| game.game().position().discs(color).len() as u8);
        let reason = match (game.foul(), game.result()) {
            (Some(foul), _) => foul.verdict.to_string(),
            (None, result) => result.map_or_else(String::new, |result| wire::reason(result).to_owned()),
        };
        let winner = game.result().and_then(outflank_arena::GameResult::winner);
        let result = OverResult { winner, black: discs.black, white: discs.white, reason: reason.clone() };
        self.note(Voice::Verdict, &format!("over: {reason}"));
        self.withdraw_old(false, game.turn_version());
        if let Some(link) = self.links.borrow().clone() {
            let over = Over { game: game.id().to_string(), result, you: self.color };
            self.send(&link, &ToBot::Over(over));
        }
    }

    fn send(&self, link: &Link, message: &ToBot) {
        let line = message.to_string();
        self.note(Voice::Server, &line);
        link.send(line);
    }

    fn note(&self, voice: Voice, line: &str) {
        traffic::note(&self.traffic, self.bots.now(), voice, line);
    }

    /// Loads the stored log after a restart of the server. `None` if the server stops first.
    async fn take_up_log(&mut self) -> Option<()> {
        let kept = loop {
            match self.bots.inner.store.attachment(self.room.id(), side(self.color)).await {
                Ok(kept) => break kept,
                Err(_) => self.rest().await?,
            }
        };
        if let Some(text) = kept.as_deref().and_then(unpacked) {
            *self.traffic.lock().unwrap_or_else(PoisonError::into_inner) = Traffic::after(text);
        }
        Some(())
    }

    /// Limits the loss if the server is killed.
    async fn keep_log_now_and_then(&mut self) {
        if self.kept.is_none_or(|kept| kept.elapsed() >= STORE_INTERVAL) {
            self.kept = Some(Instant::now());
            self.keep_log().await;
        }
    }

    async fn keep_log(&self) {
        let packed = packed(self.traffic.lock().unwrap_or_else(PoisonError::into_inner).text());
        if let Err(error) = self.bots.inner.store.attach(self.room.id(), side(self.color), packed).await {
            tracing::error!(game = %self.room.id(), %error, "the traffic of a bot could not be stored");
        }
    }
}

/// The name of the attachment with a side's log.
pub(super) fn side(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// Cuts the info of a move to size, because the log of the game keeps it for good.
fn trimmed_info(info: Info) -> Info {
    let Info { values, line, text, depth, nodes } = info;
    let square = |name: &str| name.trim().parse::<Square>().ok();
    let values = values.into_iter().filter_map(|(name, value)| Some((square(&name)?.to_string(), value)));
    let line = line.iter().take(MAX_INFO_MOVES).map(|mv| beginning(mv, MAX_INFO_MOVE));
    Info { values: values.collect(), line: line.collect(), text: beginning(&text, MAX_INFO_TEXT), depth, nodes }
}

/// The time control in the protocol of bots.
fn bot_time(game: &LiveGame) -> Time {
    game.created().time.map_or_else(Time::default, |control| {
        let (kind, increment_ms) = parts(control);
        Time { kind, ms: Some(milliseconds(control.initial())), increment_ms }
    })
}

/// The clocks in the protocol of bots.
fn bot_clocks(game: &LiveGame, own: Color, now: u64) -> Clocks {
    game.created().time.map_or_else(Clocks::default, |control| {
        let (kind, increment_ms) = parts(control);
        let left = |color| game.clock_left(color, now).map(milliseconds);
        Clocks { own_ms: left(own), opp_ms: left(!own), increment_ms, kind }
    })
}

fn parts(control: TimeControl) -> (TimeKind, u64) {
    match control {
        TimeControl::PerMove(_) => (TimeKind::Move, 0),
        TimeControl::Game { increment, .. } => (TimeKind::Game, milliseconds(increment)),
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn info_is_trimmed_and_only_squares_have_values() {
        let long: Vec<String> = vec!["\u{10ffff}".repeat(60); 1000];
        let values = long.iter().enumerate().map(|(number, name)| (format!("{name}{number}"), 1.into()));
        let info = Info { values: values.collect(), text: long.concat(), line: long, ..Info::default() };
        let kept_info = trimmed_info(info);
        assert!(serde_json::to_string(&kept_info).unwrap().len() < 8000);
        assert!(kept_info.values.is_empty());
        let info: Info =
            serde_json::from_str(r#"{"values":{"d3":4,"C4":-2.5,"z9":1},"line":["d3","c3"],"depth":8}"#).unwrap();
        let trimmed = serde_json::to_value(trimmed_info(info)).unwrap();
        assert_eq!(trimmed, serde_json::json!({"values": {"d3": 4, "c4": -2.5}, "line": ["d3", "c3"], "depth": 8}));
    }
}
