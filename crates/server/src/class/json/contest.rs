//! A game of two players: a task between the hall and the room, which asks, counts the time, and moves.

use std::{sync::Arc, time::Duration};

use outflank_arena::Verdict;
use outflank_play::{GameResult, Sides};
use outflank_rules::{Color, FirstMover, Move, Position, Variant};
use tokio::{
    sync::{mpsc, watch},
    time::{Instant, sleep, sleep_until},
};

use super::message::{Answer, GameState, Names, ToClient, board, number, place};
use crate::{
    app::Stopping,
    bots::Guest,
    class::{News, NewsSender, Numbers, news, tell},
    event::{self, Created},
    http::Services,
    room::{Room, RoomError},
    seat::Seat,
    store::{GameStatus, REST, StoreError},
    table::{BotCommand, Table},
    wire::{self, Draft},
};

/// What a message may take on its way, which is nobody's fault.
const ON_THE_WAY: Duration = Duration::from_millis(500);

/// Answers that may wait to be looked at.
const WAITING: usize = 32;

/// Lines of the log of a game that clients are told: all, in a game that goes on as games do.
const LONGEST_LOG: usize = 300;

/// What a game is played by.
pub(super) struct Terms {
    pub(super) table: usize,
    pub(super) names: Sides<String>,
    pub(super) observer: Option<String>,
    pub(super) limit: Option<Duration>,
    /// Turns that a player may lose one after another.
    pub(super) forfeits: u32,
    /// Questions of all games have numbers of their own.
    pub(super) requests: Arc<Numbers>,
}

/// The way to a game.
pub(super) struct Way {
    pub(super) answers: mpsc::Sender<Answered>,
    pub(super) orders: mpsc::UnboundedSender<Order>,
}

pub(super) struct Answered {
    pub(super) color: Color,
    pub(super) answer: Answer,
    pub(super) line: String,
}

pub(super) enum Order {
    /// A player has gone.
    Left(Color),
    /// Somebody else looks on, or nobody.
    Observer(Option<String>),
}

/// What the hall is told.
pub(super) enum Update {
    /// How the game stands, for those at the table.
    State { table: usize, line: String, to_players: bool },
    /// An answer that answered nothing.
    Spent { table: usize, color: Color, reason: String },
    /// The last thing that is told.
    Over { table: usize },
}

struct Contest {
    terms: Terms,
    room: Room,
    guests: Sides<Guest>,
    updates: mpsc::UnboundedSender<Update>,
    stopping: Stopping,
    /// The question that is open.
    request: u64,
    /// When the answer is late.
    until: Option<Instant>,
    /// Plies that the log tells of.
    told: Option<usize>,
    log: Vec<String>,
    /// Turns that each has lost one after another.
    forfeited: Sides<u32>,
    /// Why the last turn was lost.
    why: String,
}

/// Makes a game, and lets it be played in the background.
pub(super) async fn begin(
    terms: Terms,
    services: &Services,
    news: Option<NewsSender>,
    updates: mpsc::UnboundedSender<Update>,
) -> Result<Way, StoreError> {
    let guests = Sides::of(|_| services.bots.welcome());
    let room = services.rooms.create(&Draft::of(created(&terms, &guests)), None).await?;
    for color in Color::ALL {
        guests[color].sits(room.id(), color);
        let (player, key) = (&terms.names[color], guests[color].key());
        tracing::info!(game = %room.id(), %color, player, key, "a player of a class sits down");
    }
    let (sender, answers) = mpsc::channel(WAITING);
    let (orders, ordered) = mpsc::unbounded_channel();
    let contest = Contest {
        terms,
        room,
        guests,
        updates,
        stopping: services.stopping.clone(),
        request: 0,
        until: None,
        told: None,
        log: Vec::new(),
        forfeited: Sides::default(),
        why: String::new(),
    };
    tokio::spawn(contest.play(answers, ordered, news));
    Ok(Way { answers: sender, orders })
}

impl Contest {
    async fn play(
        mut self,
        answers: mpsc::Receiver<Answered>,
        orders: mpsc::UnboundedReceiver<Order>,
        news: Option<NewsSender>,
    ) {
        if let Ok(mut tables) = self.room.watch().await {
            tell(news.as_ref(), News::game(&tables.borrow()));
            if let Some(table) = self.go_on(&mut tables, answers, orders).await {
                tell(news.as_ref(), News::over(&table));
            }
        }
        let _ = self.updates.send(Update::Over { table: self.terms.table });
        let Sides { black, white } = self.guests;
        black.keep(self.room.id(), Color::Black).await;
        white.keep(self.room.id(), Color::White).await;
    }

    /// Plays to the end, unless the server stops before.
    async fn go_on(
        &mut self,
        tables: &mut watch::Receiver<Arc<Table>>,
        mut answers: mpsc::Receiver<Answered>,
        mut orders: mpsc::UnboundedReceiver<Order>,
    ) -> Option<Arc<Table>> {
        loop {
            let table = Arc::clone(&tables.borrow_and_update());
            self.tell_news(&table);
            if table.status() == GameStatus::Over {
                return Some(table);
            }
            let until = self.until;
            tokio::select! {
                // Who comes and goes is few, and answers wait.
                biased;
                Some(order) = orders.recv() => self.obey(order, &table).await,
                Some(answered) = answers.recv() => self.answered(answered, &table).await,
                changed = tables.changed() => changed.ok()?,
                () = self.stopping.begun() => return None,
                () = sleep_until(until.unwrap_or_else(Instant::now)), if until.is_some() => {
                    self.forfeit(Verdict::Late, "no answer in time", &table).await;
                }
            }
        }
    }

    /// Tells everybody at the table if something has happened, and asks whoever is to move.
    fn tell_news(&mut self, table: &Table) {
        let (ply, is_over) = (table.game().ply(), table.status() == GameStatus::Over);
        if self.told == Some(ply) && !is_over {
            return;
        }
        self.note(self.told.unwrap_or(0), table);
        if is_over {
            let how = format!("Game over: {}", news::how(table));
            self.log(how);
        }
        self.told = Some(ply);
        self.request = self.terms.requests.next();
        self.until = self.terms.limit.filter(|_| !is_over).map(|limit| Instant::now() + limit + ON_THE_WAY);
        let line = self.state(table);
        for color in Color::ALL {
            self.guests[color].was_told(&line);
        }
        self.send(line, true);
    }

    /// The log tells of the turns from this ply on.
    fn note(&mut self, from: usize, table: &Table) {
        for (before, mv) in table.game().turns().skip(from).collect::<Vec<_>>() {
            let name = &self.terms.names[before.turn()];
            let line = match mv {
                Move::Place(square) => {
                    let [row, column] = place(square);
                    format!("{name} plays ({row}, {column})")
                }
                Move::Pass if before.must_pass() => format!("{name} passes"),
                Move::Pass => format!("{name} forfeits the turn: {}", self.why),
            };
            self.log(line);
        }
    }

    fn log(&mut self, line: String) {
        if self.log.len() == LONGEST_LOG {
            self.log.remove(0);
        }
        self.log.push(line);
    }

    fn state(&self, table: &Table) -> String {
        let position = table.game().position();
        let last = table.game().turns().filter_map(|(before, mv)| Some((before, mv.square()?))).last();
        let is_over = table.status() == GameStatus::Over;
        let winner = || match table.result().and_then(GameResult::winner) {
            Some(color) => wire::word(color),
            None => "draw",
        };
        let discs = |color| position.discs(color).len();
        let state = GameState {
            request_id: self.request,
            turn: number(position.turn()),
            board: board(&position),
            time_limit: self.terms.limit.map(|limit| limit.as_secs_f64()),
            game_over: is_over,
            names: Names::of(&self.terms.names, self.terms.observer.as_deref()),
            log: &self.log,
            last_move: last.map(|(_, square)| place(square)),
            flipped: last.map_or_else(Vec::new, |(before, square)| flipped(&before, &position, square)),
            white: discs(Color::White),
            black: discs(Color::Black),
            winner: is_over.then(winner),
        };
        ToClient::GameState(Box::new(state)).line()
    }

    fn send(&self, line: String, to_players: bool) {
        // A hall that is closed needs no news.
        let _ = self.updates.send(Update::State { table: self.terms.table, line, to_players });
    }

    async fn answered(&mut self, Answered { color, answer, line }: Answered, table: &Table) {
        self.guests[color].said(&line);
        let turn = table.game().position().turn();
        if turn != color || answer.request_id != self.request {
            let reason = match turn == color {
                true => format!("question {} is no longer open: answer the newest", answer.request_id),
                false => "it is not your turn".to_owned(),
            };
            self.guests[color].was_judged(&format!("dropped: {reason}"));
            let _ = self.updates.send(Update::Spent { table: self.terms.table, color, reason });
            return;
        }
        let Some(square) = answer.square() else {
            let why = match (answer.x, answer.y) {
                (-1, -1) => "it gave no move".to_owned(),
                (x, y) => format!("({x}, {y}) is not on the board"),
            };
            return self.forfeit(Verdict::IllegalMove, &why, table).await;
        };
        if let Err(illegal) = table.game().position().play(Move::Place(square)) {
            let why = illegal.explain_by(&|square| format!("({}, {})", square.row(), square.column()));
            return self.forfeit(Verdict::IllegalMove, &why, table).await;
        }
        self.forfeited[color] = 0;
        self.command(color, BotCommand::Place { ply: table.game().ply(), square, info: None }).await;
    }

    /// The side to move loses its turn; if that was too often, the game.
    async fn forfeit(&mut self, verdict: Verdict, why: &str, table: &Table) {
        let color = table.game().position().turn();
        why.clone_into(&mut self.why);
        self.until = None;
        self.forfeited[color] += 1;
        self.guests[color].was_judged(&format!("turn forfeited: {why}"));
        if self.forfeited[color] > self.terms.forfeits {
            let text = format!("{} turns were forfeited one after another; the last: {why}", self.forfeited[color]);
            return self.foul(color, verdict, text).await;
        }
        let forfeit = BotCommand::Forfeit { ply: table.game().ply(), text: why.to_owned() };
        if !self.command(color, forfeit).await {
            // Where no turn can be lost any more, as in a log that is full, the game is.
            self.foul(color, verdict, why.to_owned()).await;
        }
    }

    async fn obey(&mut self, order: Order, table: &Table) {
        match order {
            Order::Left(color) => {
                let line = format!("{} left the game", self.terms.names[color]);
                self.log(line);
                self.foul(color, Verdict::Closed, "it left the game".to_owned()).await;
            }
            Order::Observer(observer) => {
                self.terms.observer = observer;
                let line = self.state(table);
                self.send(line, false);
            }
        }
    }

    async fn foul(&mut self, color: Color, verdict: Verdict, text: String) {
        let player = &self.terms.names[color];
        tracing::warn!(game = %self.room.id(), player, %verdict, text, "a player of a class has lost its game");
        self.guests[color].was_judged(&format!("{verdict}: {text}"));
        self.command(color, BotCommand::Foul { verdict, got: String::new(), text }).await;
    }

    /// Does what has to be done, however long the store takes; false if the room does not let it.
    async fn command(&self, color: Color, command: BotCommand) -> bool {
        loop {
            match self.room.bot(self.guests[color].token(), color, command.clone()).await {
                Err(RoomError::Store(_) | RoomError::Broken) => sleep(REST).await,
                Err(error) => {
                    tracing::debug!(game = %self.room.id(), %error, "the game had gone on");
                    return false;
                }
                Ok(_) => return true,
            }
        }
    }
}

/// The discs that a move has flipped.
fn flipped(before: &Position, after: &Position, placed: outflank_rules::Square) -> Vec<[u8; 2]> {
    let gained = after.discs(before.turn()) & before.discs(!before.turn());
    gained.into_iter().filter(|&square| square != placed).map(place).collect()
}

/// The usual discs, White to move. There is no clock: time loses turns here and not games.
fn created(terms: &Terms, guests: &Sides<Guest>) -> Created {
    Created {
        variant: Variant::STANDARD.with_first(FirstMover::Fixed(Color::White)),
        line: Vec::new(),
        seats: Sides::of(|color| Seat::Bot(terms.names[color].clone())),
        secrets: Sides::default(),
        time: None,
        seed: getrandom::u64().expect("the system gives random bytes"),
        listed: true,
        previous: None,
        terms: event::Terms {
            bots: Sides::of(|color| Some(guests[color].token())),
            forfeits: true,
            ..event::Terms::default()
        },
    }
}
