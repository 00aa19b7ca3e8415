//! A game of two players: a task between the lobby and the room, which requests moves, keeps the
//! time, and sends moves.

use std::{ops::ControlFlow, sync::Arc, time::Duration};

use outflank_arena::Verdict;
use outflank_arena::{GameResult, Sides};
use outflank_rules::{Color, FirstMover, Move, Position, Variant};
use tokio::{
    sync::{mpsc, watch},
    time::{Instant, sleep_until},
};

use super::message::{CourseAnswer, GameState, Names, ToClient, board, number, place};
use crate::{
    bots::course_player::CoursePlayer,
    course::{CourseEvent, CourseEventSender, Numbers, how, report},
    game::{
        BotCommand, LiveGame, LobbyAnswers, Room, Seat, TOO_LATE,
        event::{self, Created},
        wire::{self, Draft},
    },
    log::{GameStatus, StoreError},
    web::{Services, app::Stopping},
};

/// Answers queued for a game.
const QUEUE_CAPACITY: usize = 32;

/// Most log lines that clients receive; enough for any normal game.
const MAX_LOG_LINES: usize = 300;

/// The terms of a game.
pub(super) struct LobbyGameTerms {
    pub(super) table: usize,
    pub(super) names: Sides<String>,
    pub(super) observer: Option<String>,
    pub(super) limit: Option<Duration>,
    /// Turns that a player may forfeit in a row.
    pub(super) forfeits: u32,
    /// Request numbers, unique over all games.
    pub(super) requests: Arc<Numbers>,
}

/// Channels to a game.
pub(super) struct GameHandle {
    pub(super) answers: mpsc::Sender<Answered>,
    pub(super) orders: mpsc::UnboundedSender<GameOrder>,
}

pub(super) struct Answered {
    pub(super) color: Color,
    pub(super) answer: CourseAnswer,
    pub(super) line: String,
}

pub(super) enum GameOrder {
    /// A player has left.
    Left(Color),
    /// The observer has changed.
    Observer(Option<String>),
}

/// A message to the lobby.
pub(super) enum Update {
    /// The state of the game, for the clients at its table.
    State { table: usize, line: String, to_players: bool },
    /// An answer without an open request.
    Spent { table: usize, color: Color, reason: String },
    /// The last message of a game.
    Over { table: usize },
}

struct LobbyGame {
    terms: LobbyGameTerms,
    room: Room,
    course_players: Sides<CoursePlayer>,
    updates: mpsc::UnboundedSender<Update>,
    stopping: Stopping,
    /// The number of the open request.
    request: u64,
    /// The deadline of the answer.
    until: Option<Instant>,
    /// Plies in the log.
    sent_ply: Option<usize>,
    log: Vec<String>,
    answers: LobbyAnswers,
    /// Why the last turn was forfeited.
    why: String,
}

/// Creates a game and plays it in the background.
pub(super) async fn start(
    terms: LobbyGameTerms,
    services: &Services,
    events: Option<CourseEventSender>,
    updates: mpsc::UnboundedSender<Update>,
) -> Result<GameHandle, StoreError> {
    let course_players = Sides::of(|color| services.bots.welcome(&terms.names[color]));
    let room = services.rooms.create(&Draft::of(created(&terms, &course_players)), None).await?;
    for color in Color::ALL {
        course_players[color].take_seat(room.id(), color);
        let player = &terms.names[color];
        tracing::info!(game = %room.id(), %color, player, "a course player sits down");
    }
    let (sender, answers) = mpsc::channel(QUEUE_CAPACITY);
    let (orders, ordered) = mpsc::unbounded_channel();
    let game = LobbyGame {
        answers: LobbyAnswers::new(terms.limit, terms.forfeits),
        terms,
        room,
        course_players,
        updates,
        stopping: services.stopping.clone(),
        request: 0,
        until: None,
        sent_ply: None,
        log: Vec::new(),
        why: String::new(),
    };
    tokio::spawn(game.play(answers, ordered, events));
    Ok(GameHandle { answers: sender, orders })
}

impl LobbyGame {
    async fn play(
        mut self,
        mut answers: mpsc::Receiver<Answered>,
        mut orders: mpsc::UnboundedReceiver<GameOrder>,
        events: Option<CourseEventSender>,
    ) {
        while let Some(mut states) = self.room.follow(&mut self.stopping).await {
            if self.sent_ply.is_none() {
                report(events.as_ref(), CourseEvent::game(&states.borrow()));
            }
            if let ControlFlow::Break(over) = self.run(&mut states, &mut answers, &mut orders).await {
                if let Some(game) = over {
                    report(events.as_ref(), CourseEvent::over(&game));
                }
                break;
            }
        }
        let _ = self.updates.send(Update::Over { table: self.terms.table });
        let Sides { black, white } = self.course_players;
        black.store_log(self.room.id(), Color::Black).await;
        white.store_log(self.room.id(), Color::White).await;
    }

    /// Plays until the game is over or the server stops. Continues if the task of the game fails.
    async fn run(
        &mut self,
        states: &mut watch::Receiver<Arc<LiveGame>>,
        answers: &mut mpsc::Receiver<Answered>,
        orders: &mut mpsc::UnboundedReceiver<GameOrder>,
    ) -> ControlFlow<Option<Arc<LiveGame>>> {
        loop {
            let game = Arc::clone(&states.borrow_and_update());
            self.send_changes(&game);
            if game.status() == GameStatus::Over {
                return ControlFlow::Break(Some(game));
            }
            let until = self.until;
            tokio::select! {
                // Orders are rare, and answers can wait.
                biased;
                Some(order) = orders.recv() => self.obey(order, &game).await,
                Some(answered) = answers.recv() => self.answered(answered, &game).await,
                changed = states.changed() => if changed.is_err() { return ControlFlow::Continue(()) },
                () = self.stopping.begun() => return ControlFlow::Break(None),
                () = sleep_until(until.unwrap_or_else(Instant::now)), if until.is_some() => {
                    self.forfeit(Verdict::Late, TOO_LATE, &game).await;
                }
            }
        }
    }

    /// Sends the table a change of the game, which also asks the side to move.
    fn send_changes(&mut self, game: &LiveGame) {
        let (ply, is_over) = (game.game().ply(), game.status() == GameStatus::Over);
        if self.sent_ply == Some(ply) && !is_over {
            return;
        }
        self.note(self.sent_ply.unwrap_or(0), game);
        if is_over {
            let how = format!("Game over: {}", how(game));
            self.log(how);
        }
        self.sent_ply = Some(ply);
        self.request = self.terms.requests.next();
        self.until = self.answers.deadline().filter(|_| !is_over);
        let line = self.state(game);
        for color in Color::ALL {
            self.course_players[color].log_sent(&line);
        }
        self.send(line, true);
    }

    /// Logs the turns from this ply on.
    fn note(&mut self, from: usize, game: &LiveGame) {
        for (before, mv) in game.game().turns().skip(from).collect::<Vec<_>>() {
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
        if self.log.len() == MAX_LOG_LINES {
            self.log.remove(0);
        }
        self.log.push(line);
    }

    fn state(&self, game: &LiveGame) -> String {
        let position = game.game().position();
        let last = game.game().turns().filter_map(|(before, mv)| Some((before, mv.square()?))).last();
        let is_over = game.status() == GameStatus::Over;
        let winner = || match game.result().and_then(GameResult::winner) {
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
        // A closed lobby needs no updates.
        let _ = self.updates.send(Update::State { table: self.terms.table, line, to_players });
    }

    async fn answered(&mut self, Answered { color, answer, line }: Answered, game: &LiveGame) {
        self.course_players[color].log_received(&line);
        let turn = game.game().position().turn();
        if turn != color || answer.request_id != self.request {
            let reason = match turn == color {
                true => format!("request {} is no longer open: answer the newest", answer.request_id),
                false => "it is not your turn".to_owned(),
            };
            self.course_players[color].log_verdict(&format!("dropped: {reason}"));
            let _ = self.updates.send(Update::Spent { table: self.terms.table, color, reason });
            return;
        }
        let Some(square) = answer.square() else {
            let why = match (answer.x, answer.y) {
                (-1, -1) => "it gave no move".to_owned(),
                (x, y) => format!("({x}, {y}) is not on the board"),
            };
            return self.forfeit(Verdict::IllegalMove, &why, game).await;
        };
        if let Err(illegal) = game.game().position().play(Move::Place(square)) {
            let why = illegal.explain_by(&|square| format!("({}, {})", square.row(), square.column()));
            return self.forfeit(Verdict::IllegalMove, &why, game).await;
        }
        self.answers.answered(color);
        self.command(color, BotCommand::Place { ply: game.game().ply(), square, info: None }).await;
    }

    /// Forfeits the turn of the side to move, or the game after too many turns.
    async fn forfeit(&mut self, verdict: Verdict, why: &str, game: &LiveGame) {
        let color = game.game().position().turn();
        why.clone_into(&mut self.why);
        self.until = None;
        self.course_players[color].log_verdict(&format!("turn forfeited: {why}"));
        if let Some(lost) = self.answers.lose_turn(color) {
            let text = format!("{lost} turns were forfeited one after another; the last: {why}");
            return self.foul(color, verdict, text).await;
        }
        let forfeit = BotCommand::Forfeit { ply: game.game().ply(), text: why.to_owned() };
        if !self.command(color, forfeit).await {
            // If no turn can be forfeited any more, as with a full log, the game is lost.
            self.foul(color, verdict, why.to_owned()).await;
        }
    }

    async fn obey(&mut self, order: GameOrder, game: &LiveGame) {
        match order {
            GameOrder::Left(color) => {
                let line = format!("{} left the game", self.terms.names[color]);
                self.log(line);
                self.foul(color, Verdict::Closed, "it left the game".to_owned()).await;
            }
            GameOrder::Observer(observer) => {
                self.terms.observer = observer;
                let line = self.state(game);
                self.send(line, false);
            }
        }
    }

    async fn foul(&mut self, color: Color, verdict: Verdict, text: String) {
        let player = &self.terms.names[color];
        tracing::warn!(game = %self.room.id(), player, %verdict, text, "a course player has lost its game");
        self.course_players[color].log_verdict(&format!("{verdict}: {text}"));
        self.command(color, BotCommand::Foul { verdict, got: String::new(), text }).await;
    }

    /// Sends a command to the room and waits for the store. False if the room refuses it.
    async fn command(&self, color: Color, command: BotCommand) -> bool {
        let done = self.room.arrive().bot(self.course_players[color].token(), color, command).await;
        if let Err(error) = &done {
            tracing::debug!(game = %self.room.id(), %error, "the game had gone on");
        }
        done.is_ok()
    }
}

/// The discs that a move flipped.
fn flipped(before: &Position, after: &Position, placed: outflank_rules::Square) -> Vec<[u8; 2]> {
    let gained = after.discs(before.turn()) & before.discs(!before.turn());
    gained.into_iter().filter(|&square| square != placed).map(place).collect()
}

/// The standard start with White to move. No clock: a late player loses the turn, not the game.
fn created(terms: &LobbyGameTerms, course_players: &Sides<CoursePlayer>) -> Created {
    Created {
        variant: Variant::STANDARD.with_first(FirstMover::Fixed(Color::White)),
        line: Vec::new(),
        seats: Sides::of(|color| Seat::Bot(terms.names[color].clone())),
        secrets: Sides::default(),
        time: None,
        clock_waits: false,
        seed: getrandom::u64().expect("the system gives random bytes"),
        listed: true,
        previous: None,
        terms: event::BotGameTerms {
            bots: Sides::of(|color| Some(course_players[color].token())),
            forfeits: true,
            ..event::BotGameTerms::default()
        },
    }
}
