//! One game between two players that may do anything: the board and the clocks are kept here, and every wrong has its name.

use std::{
    fmt,
    sync::atomic::{AtomicBool, Ordering::SeqCst},
    time::Duration,
};

use outflank_rules::{Color, FinalScore, Game, IllegalMove, Move, Status, record::MoveNote};

use crate::{
    Answer, Briefing, Choice, Clocks, Exchange, Foul, GameResult, Player, Question, Shortage, Sides, TimeControl,
    Trouble, Verdict, protocol::json::Info, seed,
};

/// How games are led.
///
/// ```
/// use outflank_arena::{Entrant, Limits, Referee, Sides};
/// use outflank_rules::{Game, Variant};
///
/// let player = |name: &str| name.parse::<Entrant>().map(|entrant| entrant.player(Limits::default()));
/// let (mut black, mut white) = (player("greedy")?, player("random")?);
/// let players = Sides { black: &mut *black, white: &mut *white };
/// let start = Game::new(Variant::STANDARD.start());
/// let report = Referee { seed: 7, ..Referee::default() }.play("g1", start, players, &Default::default()).unwrap();
/// assert!(report.game.is_over());
/// # Ok::<(), outflank_arena::UnknownEntrant>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Referee<'a> {
    /// What each is told of the other; without this, the name that the other goes by.
    pub names: Option<Sides<&'a str>>,
    /// The time of each side; without it nobody counts.
    pub time: Option<TimeControl>,
    /// What chance decides follows from this.
    pub seed: u64,
}

/// Why a game has no end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unplayed {
    /// Nobody wants it any more.
    Stopped,
    /// This machine lacks something.
    Shortage(Shortage),
}

/// How a game came to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// It was played to its end.
    Played(FinalScore),
    /// This side gave up.
    Resigned(Color),
    /// This side did something that nobody may do, and lost by it.
    Foul(Color, Foul),
}

impl Conclusion {
    /// The result, as near as a record can say it: there, who loses by a foul has left, or ran out of time.
    pub fn result(&self) -> GameResult {
        match self {
            Conclusion::Played(score) => GameResult::Played(*score),
            Conclusion::Resigned(loser) => GameResult::Resigned(*loser),
            Conclusion::Foul(loser, foul) if foul.verdict.is_about_time() => GameResult::TimedOut(*loser),
            Conclusion::Foul(loser, _) => GameResult::Left(*loser),
        }
    }

    /// Who won, or `None` for a draw.
    pub fn winner(&self) -> Option<Color> {
        self.result().winner()
    }

    /// The foul that ended it, and whose it was.
    pub fn foul(&self) -> Option<(Color, &Foul)> {
        match self {
            Conclusion::Foul(loser, foul) => Some((*loser, foul)),
            Conclusion::Played(_) | Conclusion::Resigned(_) => None,
        }
    }

    /// `played`, `resigned`, or the name of a verdict.
    pub fn reason(&self) -> String {
        match self {
            Conclusion::Played(_) => "played".to_owned(),
            Conclusion::Resigned(_) => "resigned".to_owned(),
            Conclusion::Foul(_, foul) => foul.verdict.to_string(),
        }
    }
}

impl fmt::Display for Conclusion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Conclusion::Foul(loser, foul) => write!(f, "{} wins: {loser} {foul}", !*loser),
            other => other.result().fmt(f),
        }
    }
}

/// A game that was led to its end.
#[derive(Clone, Debug)]
pub struct Report {
    /// The moves.
    pub game: Game,
    /// How it ended.
    pub conclusion: Conclusion,
    /// How long each move took; one note a ply as far as the list goes.
    pub notes: Vec<MoveNote>,
    /// What players thought about their moves, with the plies before the move.
    pub thoughts: Vec<(usize, Info)>,
    /// What each side used of its time in all.
    pub spent: Sides<Duration>,
    /// What each side told of itself.
    pub told: Sides<Option<String>>,
    /// What was said to and by each side, byte for byte.
    pub logs: Sides<Vec<Exchange>>,
}

impl Referee<'_> {
    /// Leads a game from where it stands to its end, unless `stop` is set before that. What a player does wrong ends the game, and never this
    /// program.
    pub fn play(
        &self,
        name: &str,
        game: Game,
        players: Sides<&mut (dyn Player + '_)>,
        stop: &AtomicBool,
    ) -> Result<Report, Unplayed> {
        let clocks = self.time.map(Clocks::new);
        let mut sitting = Sitting {
            game,
            clocks,
            now: Duration::ZERO,
            notes: Vec::new(),
            thoughts: Vec::new(),
            spent: Sides::default(),
            players,
            are_told: Sides::default(),
            stop,
        };
        let conclusion = match self.begin(name, &mut sitting) {
            Ok(None) => sitting.conclude(),
            Ok(Some(early)) => Ok(early),
            Err(unplayed) => Err(unplayed),
        }?;
        Ok(sitting.report(conclusion))
    }

    /// Lets both get ready; that may be the end of the game already.
    fn begin(&self, name: &str, sitting: &mut Sitting<'_, '_>) -> Result<Option<Conclusion>, Unplayed> {
        for color in Color::ALL {
            let opponent = self.names.map_or_else(|| sitting.players[!color].name(), |names| names[!color].to_owned());
            let briefing = Briefing {
                game: &sitting.game,
                name,
                color,
                opponent: &opponent,
                time: self.time,
                seed: seed::told(seed::derived(self.seed, color as u64)),
            };
            sitting.are_told[color] = true;
            match sitting.players[color].begin(&briefing, sitting.stop) {
                Ok(()) => {}
                Err(trouble) => return trouble.judged(color).map(Some),
            }
        }
        Ok(None)
    }
}

impl Trouble {
    /// What it means for a game in which this side had it.
    fn judged(self, color: Color) -> Result<Conclusion, Unplayed> {
        match self {
            Trouble::Foul(foul) => Ok(Conclusion::Foul(color, foul)),
            Trouble::Shortage(shortage) => Err(Unplayed::Shortage(shortage)),
            Trouble::Stopped => Err(Unplayed::Stopped),
        }
    }
}

/// A game that is being led.
struct Sitting<'a, 'p> {
    game: Game,
    clocks: Option<Clocks>,
    /// The time that was counted so far: only time that players think passes.
    now: Duration,
    notes: Vec<MoveNote>,
    thoughts: Vec<(usize, Info)>,
    spent: Sides<Duration>,
    players: Sides<&'a mut (dyn Player + 'p)>,
    /// Who has heard that there is a game.
    are_told: Sides<bool>,
    stop: &'a AtomicBool,
}

impl Sitting<'_, '_> {
    /// Plays to the end.
    fn conclude(&mut self) -> Result<Conclusion, Unplayed> {
        loop {
            let position = self.game.position();
            match position.status() {
                Status::Over(score) => return Ok(self.last_words().unwrap_or(Conclusion::Played(score))),
                Status::MustPass => self.make(Move::Pass).expect("the rules force it"),
                Status::ToPlace(_) => match self.turn(position.turn()) {
                    Ok(None) => {}
                    Ok(Some(conclusion)) => return Ok(conclusion),
                    Err(trouble) => return trouble.judged(position.turn()),
                },
            }
            if self.stop.load(SeqCst) {
                return Err(Unplayed::Stopped);
            }
        }
    }

    /// What was said at the end without being asked for belongs to this game, and not to the next.
    fn last_words(&mut self) -> Option<Conclusion> {
        Color::ALL
            .into_iter()
            .find_map(|color| self.players[color].last_word().err().map(|foul| Conclusion::Foul(color, foul)))
    }

    /// Asks for a move and makes it.
    fn turn(&mut self, color: Color) -> Result<Option<Conclusion>, Trouble> {
        if let Some(clocks) = &mut self.clocks {
            clocks.run(color, self.now);
        }
        let now = self.now;
        let time = self.clocks.as_ref().map(|clocks| (clocks.control(), Sides::of(|side| clocks.left(side, now))));
        let question = Question { game: &self.game, time, stop: self.stop };
        let left = question.left();
        let answer = self.players[color].choose(&question).inspect_err(|trouble| {
            if let Trouble::Foul(foul) = trouble {
                // Whose time is up has used it.
                let left = left.filter(|_| foul.verdict.is_about_time());
                self.spent[color] += foul.spent.or(left).unwrap_or_default();
            }
        })?;
        if left.is_some_and(|left| answer.spent > left) {
            self.spent[color] += answer.spent;
            return Err(Foul::new(Verdict::Late, &answer.bytes, "").into());
        }
        self.count(color, &answer);
        match answer.choice {
            Choice::Resign => Ok(Some(Conclusion::Resigned(color))),
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

    fn take(&mut self, mv: Move, answer: Answer) -> Result<(), Trouble> {
        let ply = self.game.ply();
        self.make(mv).map_err(|illegal| {
            let verdict = if mv == Move::Pass { Verdict::IllegalPass } else { Verdict::IllegalMove };
            Foul::new(verdict, &answer.bytes, illegal.to_string())
        })?;
        let comment = answer.info.as_ref().map(|info| info.text.clone()).unwrap_or_default();
        self.notes.resize_with(ply, MoveNote::default);
        self.notes.push(MoveNote { seconds: Some(answer.spent.as_secs_f64()), comment, ..MoveNote::default() });
        self.thoughts.extend(answer.info.map(|info| (ply, info)));
        Ok(())
    }

    fn make(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.game.play(mv).map(|_| ())
    }

    /// Tells all that it began for how it ended.
    fn report(mut self, conclusion: Conclusion) -> Report {
        let (result, reason) = (conclusion.result(), conclusion.reason());
        let foul = conclusion.foul();
        // Whoever did something wrong is ended below.
        let told = Sides::of(|color| self.players[color].told());
        if let Some((loser, foul)) = foul {
            self.players[loser].refuse(foul, &self.game);
        }
        for color in Color::ALL.into_iter().filter(|&color| self.are_told[color]) {
            let had_foul = foul.is_some_and(|(loser, _)| loser == color);
            self.players[color].over(&self.game, result, &reason, had_foul);
        }
        let logs = Sides::of(|color| self.players[color].take_log());
        let Sitting { game, notes, thoughts, spent, .. } = self;
        Report { game, conclusion, notes, thoughts, spent, told, logs }
    }
}
