//! Referees one game. The referee keeps the board and the clocks; every wrong answer ends the game
//! with a named verdict.

use std::{
    fmt,
    sync::atomic::{AtomicBool, Ordering::SeqCst},
    time::Duration,
};

use outflank_rules::{Color, FinalScore, Game, IllegalMove, Move, Status, record::MoveNote};

use crate::{
    Answer, Briefing, Choice, Clocks, Foul, GameResult, OutOfResources, Player, PlayerError, Question, Sides,
    TimeControl, TrafficLine, player::timer, protocol::json::Info, seed,
};

/// Referees games.
///
/// ```
/// use outflank_arena::{PlayerSpec, Limits, Referee, Sides};
/// use outflank_rules::{Game, Variant};
///
/// let player = |name: &str| name.parse::<PlayerSpec>().map(|entrant| entrant.player(Limits::default()));
/// let (mut black, mut white) = (player("greedy")?, player("random")?);
/// let players = Sides { black: &mut *black, white: &mut *white };
/// let start = Game::new(Variant::STANDARD.start());
/// let report = Referee { seed: 7, ..Referee::default() }.play("g1", start, players, &Default::default()).unwrap();
/// assert!(report.game.is_over());
/// # Ok::<(), outflank_arena::ParsePlayerError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Referee<'a> {
    /// The name that each player sees of its opponent. Defaults to the name the opponent gives
    /// itself.
    pub names: Option<Sides<&'a str>>,
    /// The time control; `None` for unlimited time.
    pub time: Option<TimeControl>,
    /// Derives the players' seeds.
    pub seed: u64,
}

/// Why a game was not finished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameAborted {
    /// The caller stopped it.
    Stopped,
    /// This machine ran out of a resource.
    OutOfResources(OutOfResources),
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameEnd {
    /// Played to the end.
    Played(FinalScore),
    /// This side resigned.
    Resigned(Color),
    /// This side committed a foul and lost.
    Foul(Color, Foul),
}

impl GameEnd {
    /// The result without the kind of foul: a foul counts as leaving, or as lost on time. Records
    /// use [`Verdict::ending`](crate::Verdict::ending).
    pub fn result(&self) -> GameResult {
        match self {
            GameEnd::Played(score) => GameResult::Played(*score),
            GameEnd::Resigned(loser) => GameResult::Resigned(*loser),
            GameEnd::Foul(loser, foul) if foul.verdict.is_about_time() => GameResult::TimedOut(*loser),
            GameEnd::Foul(loser, _) => GameResult::Left(*loser),
        }
    }

    /// The winner, or `None` for a draw.
    pub fn winner(&self) -> Option<Color> {
        self.result().winner()
    }

    /// The foul that ended the game and the side that committed it.
    pub fn foul(&self) -> Option<(Color, &Foul)> {
        match self {
            GameEnd::Foul(loser, foul) => Some((*loser, foul)),
            GameEnd::Played(_) | GameEnd::Resigned(_) => None,
        }
    }

    /// `played`, `resigned`, or the name of a verdict.
    pub fn reason(&self) -> String {
        match self {
            GameEnd::Played(_) => "played".to_owned(),
            GameEnd::Resigned(_) => "resigned".to_owned(),
            GameEnd::Foul(_, foul) => foul.verdict.to_string(),
        }
    }
}

impl fmt::Display for GameEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameEnd::Foul(loser, foul) => write!(f, "{} wins: {loser} {foul}", !*loser),
            other => other.result().fmt(f),
        }
    }
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct GameReport {
    /// The moves.
    pub game: Game,
    /// How it ended.
    pub end: GameEnd,
    /// The time of each move; one note per ply, up to the last one that has any.
    pub notes: Vec<MoveNote>,
    /// The players' analysis of their moves, each with the plies before the move.
    pub thoughts: Vec<(usize, Info)>,
    /// The total time each side used.
    pub spent: Sides<Duration>,
    /// The name, version and author each side gave.
    pub identity: Sides<Option<String>>,
    /// All bytes to and from each side.
    pub logs: Sides<Vec<TrafficLine>>,
}

impl Referee<'_> {
    /// Plays a game from its current position to its end, unless `stop` is set first. A foul ends
    /// the game, never this program.
    pub fn play(
        &self,
        name: &str,
        game: Game,
        players: Sides<&mut (dyn Player + '_)>,
        stop: &AtomicBool,
    ) -> Result<GameReport, GameAborted> {
        let clocks = self.time.map(Clocks::new);
        let mut refereed = RefereedGame {
            game,
            clocks,
            now: Duration::ZERO,
            notes: Vec::new(),
            thoughts: Vec::new(),
            spent: Sides::default(),
            players,
            are_informed: Sides::default(),
            stop,
        };
        let end = match self.begin(name, &mut refereed) {
            Ok(None) => refereed.conclude(),
            Ok(Some(early)) => Ok(early),
            Err(aborted) => Err(aborted),
        }?;
        Ok(refereed.report(end))
    }

    /// Prepares both players. Returns the end of the game if one of them fails.
    fn begin(&self, name: &str, refereed: &mut RefereedGame<'_, '_>) -> Result<Option<GameEnd>, GameAborted> {
        for color in Color::ALL {
            let opponent = self.names.map_or_else(|| refereed.players[!color].name(), |names| names[!color].to_owned());
            let briefing = Briefing {
                game: &refereed.game,
                name,
                color,
                opponent: &opponent,
                time: self.time,
                seed: seed::for_bots(seed::derived(self.seed, color as u64)),
            };
            refereed.are_informed[color] = true;
            match refereed.players[color].begin(&briefing, refereed.stop) {
                Ok(()) => {}
                Err(error) => return error.caused_by(color).map(Some),
            }
        }
        Ok(None)
    }
}

impl PlayerError {
    /// The effect of this error on a game if this side caused it.
    fn caused_by(self, color: Color) -> Result<GameEnd, GameAborted> {
        match self {
            PlayerError::Foul(foul) => Ok(GameEnd::Foul(color, foul)),
            PlayerError::OutOfResources(shortage) => Err(GameAborted::OutOfResources(shortage)),
            PlayerError::Stopped => Err(GameAborted::Stopped),
        }
    }
}

/// A game in progress.
struct RefereedGame<'a, 'p> {
    game: Game,
    clocks: Option<Clocks>,
    /// The time counted so far. Only the players' thinking counts.
    now: Duration,
    notes: Vec<MoveNote>,
    thoughts: Vec<(usize, Info)>,
    spent: Sides<Duration>,
    players: Sides<&'a mut (dyn Player + 'p)>,
    /// The sides that were briefed about the game.
    are_informed: Sides<bool>,
    stop: &'a AtomicBool,
}

impl RefereedGame<'_, '_> {
    /// Plays to the end.
    fn conclude(&mut self) -> Result<GameEnd, GameAborted> {
        loop {
            let position = self.game.position();
            match position.status() {
                Status::Over(score) => return Ok(self.last_words().unwrap_or(GameEnd::Played(score))),
                Status::MustPass => self.make(Move::Pass).expect("the rules force it"),
                Status::ToPlace(_) => match self.turn(position.turn()) {
                    Ok(None) => {}
                    Ok(Some(end)) => return Ok(end),
                    Err(error) => return error.caused_by(position.turn()),
                },
            }
            if self.stop.load(SeqCst) {
                return Err(GameAborted::Stopped);
            }
        }
    }

    /// Output that nobody requested, after the last move: it belongs to this game, not to the next.
    fn last_words(&mut self) -> Option<GameEnd> {
        Color::ALL
            .into_iter()
            .find_map(|color| self.players[color].last_word().err().map(|foul| GameEnd::Foul(color, foul)))
    }

    /// Requests a move and plays it.
    fn turn(&mut self, color: Color) -> Result<Option<GameEnd>, PlayerError> {
        if let Some(clocks) = &mut self.clocks {
            clocks.run(color, self.now);
        }
        let now = self.now;
        let time = self.clocks.as_ref().map(|clocks| (clocks.control(), Sides::of(|side| clocks.left(side, now))));
        let question = Question { game: &self.game, time, stop: self.stop };
        let left = question.left();
        let answer = self.players[color].choose(&question).inspect_err(|error| {
            if let PlayerError::Foul(foul) = error {
                // A player that ran out of time has used all of it.
                let left = left.filter(|_| foul.verdict.is_about_time());
                self.spent[color] += foul.spent.or(left).unwrap_or_default();
            }
        })?;
        if self.stop.load(SeqCst) {
            return Err(PlayerError::Stopped);
        }
        if let Some(foul) = timer::late(&answer, left) {
            self.spent[color] += answer.spent;
            return Err(foul.into());
        }
        self.count(color, &answer);
        match answer.choice {
            Choice::Resign => Ok(Some(GameEnd::Resigned(color))),
            Choice::Move(mv) => self.take(mv, answer).map(|()| None),
        }
    }

    fn count(&mut self, color: Color, answer: &Answer) {
        self.now += answer.spent;
        self.spent[color] += answer.spent;
        if let Some(clocks) = &mut self.clocks {
            clocks.moved(self.game.ply(), color, self.now);
        }
    }

    fn take(&mut self, mv: Move, answer: Answer) -> Result<(), PlayerError> {
        let ply = self.game.ply();
        self.make(mv).map_err(|illegal| Foul::illegal(mv, &answer.bytes, &illegal))?;
        let comment = answer.info.as_ref().map(|info| info.text.clone()).unwrap_or_default();
        self.notes.resize_with(ply, MoveNote::default);
        self.notes.push(MoveNote { seconds: Some(answer.spent.as_secs_f64()), comment, ..MoveNote::default() });
        self.thoughts.extend(answer.info.map(|info| (ply, info)));
        Ok(())
    }

    fn make(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.game.play(mv).map(|_| ())
    }

    /// Tells the players how the game ended and collects the report.
    fn report(mut self, end: GameEnd) -> GameReport {
        let (result, reason) = (end.result(), end.reason());
        let foul = end.foul();
        // Must be read first: a player that committed a foul is ended below.
        let identity = Sides::of(|color| self.players[color].identity());
        if let Some((loser, foul)) = foul {
            self.players[loser].refuse(foul, &self.game);
        }
        for color in Color::ALL.into_iter().filter(|&color| self.are_informed[color]) {
            let had_foul = foul.is_some_and(|(loser, _)| loser == color);
            self.players[color].over(&self.game, result, &reason, had_foul);
        }
        let logs = Sides::of(|color| self.players[color].take_log());
        let RefereedGame { game, notes, thoughts, spent, .. } = self;
        GameReport { game, end, notes, thoughts, spent, identity, logs }
    }
}
