//! A bot at a table: a task that follows the game, asks the bot when it is its turn, and moves for it.

use std::{
    future,
    ops::ControlFlow,
    sync::{Arc, PoisonError},
    time::Duration,
};

use outflank_arena::{
    Verdict,
    protocol::json::{Answer, Code, Fault, Over, OverResult, Request, Start, ToBot},
    seed,
};
use outflank_play::Sides;
use outflank_rules::{Color, Move, Variant};
use tokio::{
    sync::{mpsc, watch},
    time::{Instant, sleep, sleep_until},
};

use super::{
    Bots,
    link::{Link, Mail, Said},
    thought,
    traffic::{self, Log, Traffic, Voice, packed, unpacked},
};
use crate::{
    app::Stopping,
    room::{Room, RoomError},
    secret::SecretHash,
    store::{GameStatus, REST},
    table::{BotCommand, Refusal, Table},
    wire,
};

/// What was said is written to the disk so often, and at the end.
const KEPT_EVERY: Duration = Duration::from_secs(10);

/// Plays a seat for a bot until the game is over, in the background.
pub(super) fn attend(bots: Bots, room: Room, token: SecretHash, name: &str, color: Color) {
    let (links, traffic) = bots.sit(token, name, (room.id(), color));
    let (mail, letters) = mpsc::channel(4);
    let stopping = bots.hall.stopping.clone();
    let seat = Seat {
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
    tokio::spawn(seat.play(letters));
}

struct Seat {
    bots: Bots,
    stopping: Stopping,
    room: Room,
    token: SecretHash,
    color: Color,
    links: watch::Receiver<Option<Link>>,
    traffic: Log,
    /// Where answers to this seat's questions go.
    mail: mpsc::Sender<Mail>,
    /// The connection over which the bot was told of the game.
    greeted: Option<u64>,
    /// What is being asked.
    asked: Option<Asked>,
    /// The version of the game for which an answer has come.
    answered: Option<u64>,
    /// When what was said was kept last.
    kept: Option<Instant>,
}

struct Asked {
    /// The version of the game when it was the bot's turn.
    version: u64,
    /// The turns that were played then.
    ply: usize,
    request: u64,
    link: Link,
    /// When patience ends, in a game without a clock.
    until: Option<Instant>,
}

/// What is forgotten is asked no longer: an answer to it is for nobody.
impl Drop for Asked {
    fn drop(&mut self) {
        self.link.withdraw(self.request);
    }
}

/// What makes the seat look again.
enum News {
    Game,
    Mail(Mail),
    OutOfPatience,
    /// The game's task has broken down.
    Broken,
    /// The server stops.
    End,
}

type Tables = watch::Receiver<Arc<Table>>;

impl Seat {
    async fn play(mut self, mut letters: mpsc::Receiver<Mail>) {
        if self.take_up_log().await.is_some() {
            while let Some(mut tables) = self.watch().await {
                if self.follow(&mut tables, &mut letters).await.is_break() {
                    break;
                }
            }
            self.keep_log().await;
        }
        self.bots.stand_up((self.room.id(), self.color));
        self.bots.pair_up().await;
    }

    /// The game as it goes on, however long the store takes; nothing if there is none, or the server stops.
    async fn watch(&mut self) -> Option<Tables> {
        loop {
            match self.room.watch().await {
                Ok(tables) => return Some(tables),
                Err(RoomError::Store(_) | RoomError::Broken) => self.rest().await?,
                Err(error) => {
                    tracing::error!(game = %self.room.id(), %error, "a bot has lost its game");
                    return None;
                }
            }
        }
    }

    /// Waits for the store; nothing if the server stops.
    async fn rest(&mut self) -> Option<()> {
        tokio::select! {
            () = self.stopping.begun() => None,
            () = sleep(REST) => Some(()),
        }
    }

    /// Plays until the game is over or the server stops; goes on if the game's task has broken down.
    async fn follow(&mut self, tables: &mut Tables, letters: &mut mpsc::Receiver<Mail>) -> ControlFlow<()> {
        loop {
            let table = Arc::clone(&tables.borrow_and_update());
            if table.status() == GameStatus::Over {
                self.tell_end(&table);
                return ControlFlow::Break(());
            }
            let link = self.links.borrow_and_update().clone();
            // What a bot did last is judged before that it has gone.
            if let Ok(mail) = letters.try_recv() {
                self.take(mail, tables).await;
                continue;
            }
            self.look(&table, link).await;
            match self.news(tables, letters).await {
                News::Game => {}
                News::Mail(mail) => self.take(mail, tables).await,
                News::OutOfPatience => self.foul(Verdict::Hung, "", "").await,
                News::Broken => return ControlFlow::Continue(()),
                News::End => return ControlFlow::Break(()),
            }
        }
    }

    async fn news(&mut self, tables: &mut Tables, letters: &mut mpsc::Receiver<Mail>) -> News {
        let until = self.asked.as_ref().and_then(|asked| asked.until);
        let out_of_patience = async move {
            match until {
                Some(until) => sleep_until(until).await,
                None => future::pending().await,
            }
        };
        tokio::select! {
            biased;
            Some(mail) = letters.recv() => News::Mail(mail),
            changed = tables.changed() => if changed.is_ok() { News::Game } else { News::Broken },
            changed = self.links.changed() => if changed.is_ok() { News::Game } else { News::End },
            () = self.stopping.begun() => News::End,
            () = out_of_patience => News::OutOfPatience,
        }
    }

    /// Sees to what the game and the connection ask for now.
    async fn look(&mut self, table: &Table, link: Option<Link>) {
        let Some(link) = link else {
            self.asked = None;
            if !table.is_absent(self.color) {
                self.tell_room(BotCommand::Lost).await;
            }
            return;
        };
        if table.is_absent(self.color) {
            // The game tells of it, and then it is looked at again.
            return self.tell_room(BotCommand::Found).await;
        }
        if self.greeted != Some(link.number()) {
            self.greeted = Some(link.number());
            self.asked = None;
            self.say(&link, &ToBot::Start(self.start(table)));
        }
        let is_asked_for = table.bot_to_move().is_some_and(|(color, _)| color == self.color);
        self.withdraw_old(is_asked_for, table.turn_version());
        if is_asked_for && self.asked.is_none() && self.answered != Some(table.turn_version()) {
            self.ask(table, link);
        }
    }

    /// A question about what has changed since is asked no longer.
    fn withdraw_old(&mut self, is_asked_for: bool, turn: u64) {
        self.asked.take_if(|asked| !is_asked_for || asked.version != turn);
    }

    fn ask(&mut self, table: &Table, link: Link) {
        let request = link.open(self.mail.clone(), &self.traffic);
        let clock = wire::bot_clocks(table, self.color, self.bots.now());
        let name = table.id().to_string();
        let question = Request::new(&name, request, table.game(), clock, self.seed(table));
        self.say(&link, &ToBot::Move(question));
        let patience = self.bots.settings().patience;
        let until = table.clocks().is_none().then(|| Instant::now() + patience);
        self.asked = Some(Asked { version: table.turn_version(), ply: table.game().ply(), request, link, until });
    }

    /// Takes what came to a question, if that is still asked.
    async fn take(&mut self, mail: Mail, tables: &Tables) {
        let Mail { link, request, said } = mail;
        let table = Arc::clone(&tables.borrow());
        let is_this = |asked: &mut Asked| asked.link.number() == link && asked.request == request;
        let asked = self.asked.take_if(is_this).filter(|asked| asked.version == table.turn_version());
        let Some(asked) = asked else {
            return self.note(Voice::Verdict, &format!("ignored: question {request} is no longer asked"));
        };
        match said {
            Said::Answer(answer, line) => {
                self.answered = Some(asked.version);
                self.place(*answer, &line, &asked, tables).await;
                self.keep_log_now_and_then().await;
            }
            Said::Foul(verdict, got, text) => self.foul(verdict, &got, &text).await,
        }
    }

    async fn place(&mut self, answer: Answer, line: &str, asked: &Asked, tables: &Tables) {
        let Answer { mv, info, .. } = answer;
        let Move::Place(square) = mv else {
            let illegal = tables.borrow().game().position().play(mv).err();
            let fault = illegal.map_or_else(|| Fault::new(Code::IllegalPass, line, "pass"), |it| Fault::from(&it));
            return self.refuse(Verdict::IllegalPass, line, fault).await;
        };
        let command =
            BotCommand::Place { ply: asked.ply, square, info: info.map(|info| Box::new(thought::kept(info))) };
        // Any other refusal: the game has moved on without the bot, whose flag has fallen, or a move was taken back.
        if let Err(RoomError::Refused(Refusal::Illegal(illegal))) = self.command(command).await
            && tables.borrow().turn_version() == asked.version
        {
            self.refuse(Verdict::IllegalMove, line, Fault::from(&illegal)).await;
        }
    }

    /// Tells the bot what was wrong, and judges it.
    async fn refuse(&mut self, verdict: Verdict, got: &str, fault: Fault) {
        let text = fault.message.clone();
        if let Some(link) = self.links.borrow().clone() {
            self.say(&link, &ToBot::Error(fault));
        }
        self.foul(verdict, got, &text).await;
    }

    async fn foul(&mut self, verdict: Verdict, got: &str, text: &str) {
        let (got, text) = (got.to_owned(), text.to_owned());
        self.note(Voice::Verdict, &format!("{verdict}: {}", if text.is_empty() { verdict.words() } else { &text }));
        self.tell_room(BotCommand::Foul { verdict, got, text }).await;
    }

    /// What has to be done, however long the store takes.
    async fn command(&self, command: BotCommand) -> Result<u64, RoomError> {
        loop {
            match self.room.bot(self.token, self.color, command.clone()).await {
                Err(RoomError::Store(_) | RoomError::Broken) => sleep(REST).await,
                done => return done,
            }
        }
    }

    /// The same where a game that has ended in the meantime is as well.
    async fn tell_room(&self, command: BotCommand) {
        if let Err(error) = self.command(command).await {
            tracing::debug!(game = %self.room.id(), %error, "the game had gone on");
        }
    }

    fn start(&self, table: &Table) -> Start {
        let start = table.game().start();
        Start {
            game: table.id().to_string(),
            color: self.color,
            variant: Variant::from_position(&start),
            size: start.ground().size(),
            time: wire::bot_time(table),
            seed: self.seed(table),
            opponent: wire::player_name(table, !self.color),
        }
    }

    fn seed(&self, table: &Table) -> u64 {
        seed::told(seed::derived(table.created().seed, self.color as u64))
    }

    fn tell_end(&mut self, table: &Table) {
        let discs = Sides::of(|color| table.game().position().discs(color).len() as u8);
        let reason = match (table.foul(), table.result()) {
            (Some(foul), _) => foul.verdict.to_string(),
            (None, result) => result.map_or_else(String::new, |result| wire::reason(result).to_owned()),
        };
        let winner = table.result().and_then(outflank_play::GameResult::winner);
        let result = OverResult { winner, black: discs.black, white: discs.white, reason: reason.clone() };
        self.note(Voice::Verdict, &format!("over: {reason}"));
        self.withdraw_old(false, table.turn_version());
        if let Some(link) = self.links.borrow().clone() {
            let over = Over { game: table.id().to_string(), result, you: self.color };
            self.say(&link, &ToBot::Over(over));
        }
    }

    fn say(&self, link: &Link, message: &ToBot) {
        let line = message.to_string();
        self.note(Voice::Server, &line);
        link.say(line);
    }

    fn note(&self, voice: Voice, line: &str) {
        traffic::note(&self.traffic, self.bots.now(), voice, line);
    }

    /// After a restart of the server, what was kept of the game before. Nothing if the server stops before that is known.
    async fn take_up_log(&mut self) -> Option<()> {
        let kept = loop {
            match self.bots.hall.store.attachment(self.room.id(), side(self.color)).await {
                Ok(kept) => break kept,
                Err(_) => self.rest().await?,
            }
        };
        if let Some(text) = kept.as_deref().and_then(unpacked) {
            *self.traffic.lock().unwrap_or_else(PoisonError::into_inner) = Traffic::after(text);
        }
        Some(())
    }

    /// Not too much is lost if the server is killed.
    async fn keep_log_now_and_then(&mut self) {
        if self.kept.is_none_or(|kept| kept.elapsed() >= KEPT_EVERY) {
            self.kept = Some(Instant::now());
            self.keep_log().await;
        }
    }

    async fn keep_log(&self) {
        let packed = packed(self.traffic.lock().unwrap_or_else(PoisonError::into_inner).text());
        if let Err(error) = self.bots.hall.store.attach(self.room.id(), side(self.color), packed).await {
            tracing::error!(game = %self.room.id(), %error, "what was said to a bot could not be kept");
        }
    }
}

/// Under which name the log of a side is kept.
pub(super) fn side(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}
