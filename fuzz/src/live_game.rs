//! Games of the server, driven by arbitrary commands of arbitrary clients at arbitrary times.

use std::sync::LazyLock;

use outflank_arena::{Sides, TimeControl, Verdict};
use outflank_rules::{Color, Move, Square, Variant, opening};
use outflank_server::{
    game::{
        BotCommand, Command, Decided, DecisionContext, HeldSeats, LiveGame, Seat,
        event::{BotGameTerms, Created, Event},
        wire::{self, Asker, Attendance, Presence},
    },
    log::{
        GameStatus, Logged,
        id::GameId,
        secret::{Secret, SecretHash},
    },
};

/// Enough for a whole game with offers and takebacks.
const MAX_COMMANDS: usize = 160;

/// Milliseconds since 1970, roughly now.
const START: u64 = 1_800_000_000_000;

const SEATS: [&str; 4] = ["human", "human", "level:1", "greedy"];

/// Milliseconds for which a bot may be away.
const GRACES: [u64; 4] = [0, 1000, 10_000, 60_000];

/// Milliseconds before the turn of a built-in player.
const PACES: [u64; 4] = [0, 5, 500, 5000];

const TIMES: [Option<&str>; 4] = [None, Some("10s/move"), Some("1m+5s"), Some("1s")];

/// The first three bytes make a game. Every three more are a command: the client, the command, and
/// the time since the last one. The log of all decisions must fold into the same game.
pub fn live_game(bytes: &[u8]) {
    let Some((&[variant, seats, time], commands)) = bytes.split_first_chunk() else { return };
    let mut room = Room::new(variant, seats, time);
    for command in commands.as_chunks().0.iter().take(MAX_COMMANDS) {
        room.take(*command);
    }
    room.folds_again();
    crate::server::is_shown(&room.game, room.now);
}

/// The task of a game without its channels.
struct Room {
    game: LiveGame,
    log: Vec<Logged>,
    now: u64,
}

impl Room {
    fn new(variant: u8, seats: u8, time: u8) -> Room {
        let (_, _, variant) = Variant::NAMED[usize::from(variant) % Variant::NAMED.len()];
        let seat = |bits: u8| SEATS[usize::from(bits % 4)].parse::<Seat>().expect("a player");
        let bot = |bits: u8| Seat::Bot(format!("Bot {}", bits % 2));
        let seats = Sides {
            black: if seats & 16 == 0 { seat(seats) } else { bot(0) },
            white: if seats & 32 == 0 { seat(seats >> 2) } else { bot(1) },
        };
        let terms = BotGameTerms {
            bots: Sides::of(|color| seats[color].bot().map(|_| token(color))),
            held: time & 4 != 0,
            grace_ms: GRACES[usize::from(time >> 4) % GRACES.len()],
            missed: Sides { black: time & 16 != 0, white: time & 32 != 0 },
            forfeits: time & 8 != 0,
            tournament: None,
            pace_ms: PACES[usize::from(time >> 6)],
        };
        let secrets = Sides::of(|color| seats[color].is_human().then(|| known(color as u8)));
        let clock_waits = time & 2 != 0;
        let time = TIMES[usize::from(time) % TIMES.len()].map(|text| text.parse::<TimeControl>().expect("a time"));
        let (line, previous) = (Vec::new(), None);
        let created =
            Created { variant, line, seats, secrets, time, clock_waits, seed: 1, listed: true, previous, terms };
        let event = Event::Created(Box::new(created.clone())).to_json();
        let game = LiveGame::new(id(), created, START).expect("nothing was played");
        let mut room = Room { game, log: vec![Logged { version: 1, at: START, event }], now: START };
        room.append(Vec::new(), START);
        room
    }

    fn take(&mut self, [what, more, later]: [u8; 3]) {
        // Half of the steps are long. A command arrives up to 7 ms before its decision, perhaps
        // before the last event.
        self.now += u64::from(later % 128) << (later / 128 * 7);
        let at = self.now - u64::from(later % 8);
        let due = self.game.due(at);
        self.append(due.into_iter().collect(), at);
        assert!(self.game.deadline().is_none_or(|deadline| deadline > at), "no expired clock is missed");
        let who = [known(what % 4), known(more / 64)];
        match what / 4 % 16 {
            0 => self.sit(known(more % 4), known(more / 4), at),
            1 => self.computer(Square::from_index(more % 64).map_or(Move::Pass, Move::Place), at),
            2 => self.resume(self.now),
            3..=6 if self.game.bot_to_move().is_some() => self.bot(more | 252, at),
            3..=6 => self.computer(self.legal(more), at),
            13 => self.bot(more, at),
            wanted => self.decide(&who, self.command(wanted, more), DecisionContext { at, gone: gone(more) }),
        }
    }

    fn command(&self, wanted: u8, more: u8) -> Command {
        let ply = self.game.game().ply();
        let place = |ply: usize, mv: Move| mv.square().map_or(Command::Claim, |square| Command::Place { ply, square });
        match wanted {
            7 => Command::Resign,
            8 => Command::TakeBack,
            9 => Command::AnswerTakeback(more.is_multiple_of(2)),
            10 => Command::Claim,
            11 if more.is_multiple_of(2) => Command::Rematch,
            11 => Command::DeclineRematch,
            14 => Command::Start,
            12 => place(usize::from(more / 64), Square::from_index(more % 64).map_or(Move::Pass, Move::Place)),
            _ => place(ply, self.legal(more)),
        }
    }

    /// A legal move, so that games get deep.
    fn legal(&self, more: u8) -> Move {
        let legal = self.game.game().position().legal();
        let pick = legal.into_iter().nth(usize::from(more % 64) % legal.len().max(1) as usize);
        pick.map_or(Move::Pass, Move::Place)
    }

    fn sit(&mut self, secret: SecretHash, holder: SecretHash, at: u64) {
        match self.game.sit(secret, holder, Some("Ann".to_owned())) {
            Ok((color, decided)) => {
                self.carry_out(decided, at);
                assert!(self.game.held_by(&[holder]).has(color) && self.game.is_taken(color));
            }
            Err(refusal) => assert!(!refusal.to_string().is_empty()),
        }
    }

    fn computer(&mut self, mv: Move, at: u64) {
        if let Some(event) = self.game.computer_moves(mv, at) {
            self.append(vec![event], at);
        }
    }

    /// Runs a command of a bot. A bot with the token of another bot is refused.
    fn bot(&mut self, more: u8, at: u64) {
        let turn = self.game.turn().unwrap_or(Color::Black);
        let color = if more & 1 == 0 { turn } else { !turn };
        let token = if more & 2 == 0 { token(color) } else { known(more / 64) };
        let ply = self.game.game().ply();
        let command = match more / 4 {
            0..=3 => BotCommand::Lost,
            4..=7 => BotCommand::Found,
            8 => BotCommand::Resign,
            9..=11 => BotCommand::Forfeit { ply: ply - usize::from(more % 4).min(ply), text: "slow".to_owned() },
            12 => {
                let verdict = Verdict::all().nth(usize::from(more) % 15).expect("one of fifteen");
                BotCommand::Foul { verdict, got: "x".to_owned(), text: String::new() }
            }
            13..=20 => self.bot_places(Square::from_index(more % 64).map_or(Move::Pass, Move::Place)),
            _ => self.bot_places(self.legal(more)),
        };
        match self.game.bot_decides(token, color, command, at) {
            Ok(decided) => {
                assert_eq!(self.game.bot(color), Some(token), "only the holder of the token changes the game");
                self.carry_out(decided, at);
            }
            Err(refusal) => assert!(!refusal.to_string().is_empty() && !refusal.code().is_empty()),
        }
    }

    fn bot_places(&self, mv: Move) -> BotCommand {
        let ply = self.game.game().ply();
        mv.square().map_or(BotCommand::Found, |square| BotCommand::Place { ply, square, info: None })
    }

    fn resume(&mut self, at: u64) {
        if self.game.deadline().is_some() && self.game.status() == GameStatus::Playing {
            let before = Color::ALL.map(|color| self.game.clock_left(color, at));
            self.append(vec![Event::Resumed], at);
            let after = Color::ALL.map(|color| self.game.clock_left(color, at));
            assert!(before.iter().zip(&after).all(|(before, after)| before <= after), "no clock loses time by it");
        }
    }

    fn decide(&mut self, known: &[SecretHash], command: Command, around: DecisionContext) {
        let held = self.game.held_by(known);
        match self.game.decide(held, command, around) {
            Ok(decided) => {
                let may_all = command == Command::Start;
                assert!(may_all || held != HeldSeats::default(), "only the holder of a seat changes the game");
                self.carry_out(decided, around.at);
                if let Command::Place { ply, square } = command {
                    let again = self.game.decide(held, command, around);
                    assert_eq!(again, Ok(Decided::Already), "{square} at {ply} sent twice is one move");
                }
            }
            Err(refusal) => assert!(!refusal.to_string().is_empty() && !refusal.code().is_empty()),
        }
    }

    fn carry_out(&mut self, decided: Decided, at: u64) {
        match decided {
            Decided::Already => {}
            Decided::Events(mut events) => {
                let mut at = at;
                if let Some(Event::Moved { late, .. }) = events.first_mut() {
                    (*late, at) = (self.now - at, self.now);
                }
                self.append(events, at);
            }
            Decided::NewGame => {
                let (created, seated) = self.game.rematch_game(2);
                let mut again = LiveGame::new(id(), created, at).expect("a game that was played before");
                for event in seated {
                    again.apply(&event, at).expect("the players keep their seats");
                }
                self.append(vec![Event::Rematched { game: id() }], at);
            }
        }
    }

    /// Each event adds one to the version, has a message, and does not reopen a game that is over.
    fn append(&mut self, events: Vec<Event>, at: u64) {
        let mut events = events.into_iter();
        while let Some(event) = events.next().or_else(|| self.game.follow_up()) {
            let (version, was_over) = (self.game.version(), self.game.status() == GameStatus::Over);
            self.game.apply(&event, at).expect("a decision applies");
            assert_eq!(self.game.version(), version + 1);
            assert!(!was_over || self.game.status() == GameStatus::Over);
            let message = wire::event(&event, &self.game);
            assert!(message.starts_with(&format!(r#"{{"type":"event","version":{},"#, version + 1)), "{message}");
            self.log.push(Logged { version: version + 1, at: self.game.updated_at(), event: event.to_json() });
        }
        let position = self.game.game().position();
        assert!(self.game.turn().is_none() || !position.must_pass() && !position.is_over());
        assert_eq!(self.game.turn().is_none(), self.game.result().is_some());
        assert_eq!(self.game.opening(), opening::name(self.game.game()));
    }

    fn folds_again(&self) {
        let again = LiveGame::of_log(id(), &self.log).expect("the log of decisions is valid");
        assert_eq!(format!("{again:?}"), format!("{:?}", self.game));
        let held = HeldSeats(Sides { black: true, white: true });
        let shown = |game| wire::snapshot(game, Asker { held, no_seat: None }, &nobody(), self.now);
        assert_eq!(shown(&again), shown(&self.game));
    }
}

fn id() -> GameId {
    "aaaaaaaaaaaa".parse().expect("a name")
}

/// The hash of a numbered secret; 0 and 1 are those of the seats of black and white.
fn known(number: u8) -> SecretHash {
    // Hashing each time would take most of the time.
    static HASHES: LazyLock<Vec<SecretHash>> = LazyLock::new(|| {
        (0..64).map(|number| format!("{number:064x}").parse::<Secret>().expect("a secret").hash()).collect()
    });
    HASHES[usize::from(number % 64)]
}

/// The token of a bot's seat.
fn token(color: Color) -> SecretHash {
    known(2 + color as u8)
}

fn gone(bits: u8) -> Sides<bool> {
    Sides { black: bits & 1 != 0, white: bits & 2 != 0 }
}

pub(crate) fn nobody() -> Presence {
    Presence { seats: Sides::of(|_| Attendance { connected: false, claimable_at: None }), watchers: 0 }
}
