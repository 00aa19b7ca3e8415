//! The engine behind GTP and NBoard, and its search limits.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use outflank_engine::{
    Book, BookMove, ChosenMove, Clock, Level, Limits, MoveValue, Player, Progress, Searcher, Selectivity, Settings,
    StopHandle,
};
use outflank_rules::{DiscDiff, Game, Move, Position, Status};

use crate::bot::Budget;

/// Book moves within this many discs of the best may be played for variety, as in [`Player`].
const BOOK_MARGIN: i32 = 1;

const GIVEN_BACK: &str = "a player gives the searcher back";

/// A chosen move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The move.
    pub mv: Move,
    /// The evaluation in discs for the side to move, if known.
    pub value: Option<DiscDiff>,
    /// Nodes searched.
    pub nodes: u64,
    /// The time used.
    pub time: Duration,
}

/// The evaluation of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The principal variation, starting with the move.
    pub line: Vec<Move>,
    /// The evaluation in discs for the side to move.
    pub value: DiscDiff,
    /// Search depth in plies.
    pub depth: u32,
    /// Selectivity of the search.
    pub selectivity: Selectivity,
    /// True if the score is exact.
    pub is_exact: bool,
}

impl Hint {
    /// The depth as text: `100%` for an exact score, `12@73%` with selectivity, else `12`.
    pub fn depth_text(&self) -> String {
        match (self.is_exact, self.selectivity) {
            (true, _) => "100%".to_owned(),
            (false, Selectivity::Full) => self.depth.to_string(),
            (false, selectivity) => format!("{}@{}%", self.depth, selectivity.percent()),
        }
    }
}

impl From<&MoveValue> for Hint {
    fn from(valued: &MoveValue) -> Hint {
        Hint {
            line: valued.line.clone(),
            value: valued.value,
            depth: valued.depth,
            selectivity: valued.selectivity,
            is_exact: valued.is_exact(),
        }
    }
}

impl From<&Progress> for Hint {
    fn from(step: &Progress) -> Hint {
        Hint {
            line: step.line.clone(),
            value: step.value,
            depth: step.depth,
            selectivity: step.selectivity,
            is_exact: step.is_exact(),
        }
    }
}

/// An engine that answers requests of a protocol.
pub struct Engine {
    /// The search limits.
    pub limits: EngineLimits,
    seed: u64,
    book: Option<Arc<Book>>,
    /// `None` only while a player searches with it.
    searcher: Option<Searcher>,
    stop: StopHandle,
}

impl Engine {
    /// Creates an engine. The seed determines book moves and the mistakes of weak levels.
    pub fn new(limits: EngineLimits, seed: u64, settings: &Settings) -> Engine {
        let searcher = Searcher::new(settings);
        let stop = searcher.stop_handle().clone();
        Engine { limits, seed, book: Some(Book::embedded()), searcher: Some(searcher), stop }
    }

    /// Removes the book: every move is searched.
    #[must_use]
    pub fn without_book(self) -> Engine {
        Engine { book: None, ..self }
    }

    /// Makes a handle that stops the searches from now on. Handles made earlier no longer have an
    /// effect.
    pub fn new_stop_handle(&mut self) -> StopHandle {
        self.stop = self.searcher().new_stop_handle();
        self.stop.clone()
    }

    /// The handle made last.
    pub fn stop_handle(&self) -> &StopHandle {
        &self.stop
    }

    /// Starts a new game with a new seed.
    pub fn begin_game(&mut self) {
        self.seed = self.seed.wrapping_add(1);
        if matches!(self.limits, EngineLimits::Fixed(_)) {
            // With fixed limits, the moves must depend on this game alone.
            self.searcher().clear();
        }
    }

    /// The book moves of a position.
    pub fn known(&self, position: &Position) -> Vec<BookMove> {
        self.book.as_ref().map_or_else(Vec::new, |book| book.probe(position))
    }

    /// Chooses a move; `None` if the game is over.
    pub fn choose(&mut self, position: &Position, clock: Clock) -> Option<Thought> {
        let begun = Instant::now();
        let clock = self.limits.clock(clock, position.empties().len());
        let mut thought = match self.limits.level(clock) {
            Some(level) => {
                let player = Player::with_searcher(level, self.seed, self.searcher.take().expect(GIVEN_BACK));
                let mut player = player.with_book(self.book.clone());
                let choice = player.choose(position, clock);
                self.searcher = Some(player.into_searcher());
                Thought::from(choice?)
            }
            None => self.search(position, clock)?,
        };
        thought.time = begun.elapsed();
        Some(thought)
    }

    /// Searches to a fixed depth, as far as the clock allows.
    fn search(&mut self, position: &Position, clock: Clock) -> Option<Thought> {
        let moves = position.moves();
        let first = *moves.first()?;
        if moves.len() == 1 {
            return Some(Thought::unsearched(first, None));
        }
        let limits = match self.limits {
            EngineLimits::Fixed(budget) => budget.limits(position, clock),
            limits => {
                if let Some(known) = self.book.as_ref().and_then(|book| book.choose(position, BOOK_MARGIN, self.seed)) {
                    return Some(Thought::unsearched(known.mv, Some(known.value)));
                }
                let empties = position.empties().len();
                let limits = limits.at(empties);
                clock.allot(empties).map_or_else(|| limits.clone(), |time| limits.clone().with_time(time))
            }
        };
        let outcome = self.searcher().search(position, &limits);
        let value = (outcome.depth > 0).then_some(outcome.value);
        let mv = outcome.mv.unwrap_or(first);
        Some(Thought { nodes: outcome.nodes, ..Thought::unsearched(mv, value) })
    }

    /// Returns the best moves with their evaluations. Calls `report` after each depth with the node
    /// count.
    pub fn hints(
        &mut self,
        position: &Position,
        count: usize,
        limits: &Limits,
        report: &mut dyn FnMut(&[Hint], u64),
    ) -> Vec<Hint> {
        let searcher = self.searcher();
        let mut last = Vec::new();
        if count == 1 && position.free_squares().is_empty() && !position.is_over() {
            searcher.search_with(position, limits, &mut |step| {
                if !step.line.is_empty() {
                    last = vec![Hint::from(step)];
                    report(&last, step.nodes);
                }
            });
            return last;
        }
        searcher.analyse_with(position, limits, &mut |step| {
            if step.is_complete() {
                last = step.analysis.moves.iter().take(count).map(Hint::from).collect();
                report(&last, step.analysis.nodes);
            }
        });
        last
    }

    /// Evaluates each position of a game for the side to move, from the end to the start, so that
    /// known endings improve the earlier evaluations.
    pub fn look_back(&mut self, game: &Game, report: &mut dyn FnMut(usize, DiscDiff)) {
        let mut after: Option<DiscDiff> = None;
        for ply in (0..=game.ply()).rev() {
            if self.stop.is_stopped() {
                return;
            }
            let Some(position) = game.position_at(ply) else { continue };
            let Some(value) = self.value(&position, after) else { return };
            report(ply, value);
            after = Some(value);
        }
    }

    /// The evaluation of a position, at least that of the move played; `None` if stopped.
    fn value(&mut self, position: &Position, after: Option<DiscDiff>) -> Option<DiscDiff> {
        let played = after.map(|after| -after);
        match position.status() {
            Status::Over(score) => return Some(score.official_utility(position.turn())),
            Status::MustPass if played.is_some() => return played,
            _ => {}
        }
        let limits = self.limits.at(position.empties().len());
        let found = self.hints(position, 1, &limits, &mut |_, _| ()).first().map(|best| best.value)?;
        (!self.stop.is_stopped()).then(|| played.map_or(found, |played| found.max(played)))
    }

    fn searcher(&mut self) -> &mut Searcher {
        self.searcher.as_mut().expect(GIVEN_BACK)
    }
}

impl Thought {
    fn unsearched(mv: Move, value: Option<DiscDiff>) -> Thought {
        Thought { mv, value, nodes: 0, time: Duration::ZERO }
    }
}

impl From<ChosenMove> for Thought {
    fn from(choice: ChosenMove) -> Thought {
        Thought { mv: choice.mv, value: choice.value, nodes: choice.nodes, time: choice.time }
    }
}

/// The default level without a clock.
const USUAL_LEVEL: u8 = 14;

/// How much the engine thinks about a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EngineLimits {
    /// Level 14 without a clock; the strongest level with one.
    #[default]
    Usual,
    /// A fixed level.
    Level(Level),
    /// A fixed depth; the endgame is solved like at the first level with this depth.
    Depth {
        /// Depth in plies.
        depth: u32,
        /// Selectivity; `None` for the default.
        selectivity: Option<Selectivity>,
    },
    /// A fixed time per move.
    Time(Duration),
    /// Fixed limits without the book, as in the built-in bots `depth:4` and `nodes:100000`.
    Fixed(Budget),
}

impl EngineLimits {
    /// This many plies with the default selectivity.
    pub const fn depth(depth: u32) -> EngineLimits {
        EngineLimits::Depth { depth, selectivity: None }
    }

    /// The level that chooses moves with this clock; `None` for fixed depths.
    pub(super) fn level(self, clock: Clock) -> Option<Level> {
        match self {
            EngineLimits::Usual if clock == Clock::Unlimited => Level::numbered(USUAL_LEVEL),
            EngineLimits::Usual | EngineLimits::Time(_) => Some(Level::STRONGEST),
            EngineLimits::Level(level) => Some(level),
            EngineLimits::Depth { .. } | EngineLimits::Fixed(_) => None,
        }
    }

    /// The same with another depth. Limits without the book stay without it.
    pub(super) fn with_depth(self, depth: u32) -> EngineLimits {
        match self {
            EngineLimits::Fixed(_) => EngineLimits::Fixed(Budget::Depth(depth)),
            _ => EngineLimits::depth(depth),
        }
    }

    /// The clock for choosing a move: our own time limit if it is shorter.
    pub(super) fn clock(self, clock: Clock, empties: u32) -> Clock {
        match self {
            EngineLimits::Time(time) if clock.allot(empties).is_none_or(|allotted| allotted > time) => {
                Clock::PerMove(time)
            }
            _ => clock,
        }
    }

    /// The search limits with this many empty squares and no clock.
    ///
    /// ```
    /// use outflank_arena::protocol::EngineLimits;
    /// use outflank_engine::Selectivity;
    ///
    /// let limits = EngineLimits::depth(8);
    /// assert_eq!(limits.at(40).depth, 8);
    /// assert_eq!(limits.at(14).selectivity, Selectivity::Full, "the end is solved");
    /// ```
    pub fn at(self, empties: u32) -> Limits {
        match self {
            EngineLimits::Usual => Level::numbered(USUAL_LEVEL).unwrap_or(Level::STRONGEST).limits(empties),
            EngineLimits::Level(level) => level.limits(empties),
            EngineLimits::Depth { depth, selectivity } => to_depth(depth, selectivity, empties),
            EngineLimits::Time(time) => Level::STRONGEST.limits_within(empties, time),
            EngineLimits::Fixed(budget) => budget.at(empties),
        }
    }
}

fn to_depth(depth: u32, selectivity: Option<Selectivity>, empties: u32) -> Limits {
    let end = level_of(depth).limits(empties);
    let limits = if depth >= empties {
        Limits::exact()
    } else if end.depth >= empties {
        end
    } else {
        Limits::depth(depth)
    };
    match selectivity {
        Some(selectivity) => limits.with_selectivity(selectivity),
        None => limits,
    }
}

/// The first level with at least this depth.
fn level_of(depth: u32) -> Level {
    let looks_as_far = |level: &Level| level.plan().is_some_and(|plan| plan.depth >= depth);
    Level::all().find(looks_as_far).unwrap_or(Level::STRONGEST)
}

#[cfg(test)]
mod engine_tests {
    use std::sync::atomic::AtomicBool;

    use outflank_rules::Variant;

    use super::*;
    use crate::bot::{Bot, Budget, SearchBot};

    #[test]
    fn without_a_book_the_first_moves_are_searched() {
        let start = Variant::STANDARD.start();
        let limits = [
            EngineLimits::Level(Level::numbered(8).unwrap()),
            EngineLimits::Time(Duration::from_millis(20)),
            EngineLimits::depth(4),
        ];
        for limits in limits {
            let engine = || Engine::new(limits, 1, &Settings { hash_bytes: 1 << 20, threads: 1 });
            assert_eq!(engine().choose(&start, Clock::Unlimited).unwrap().nodes, 0, "{limits:?}");
            assert!(engine().without_book().choose(&start, Clock::Unlimited).unwrap().nodes > 0, "{limits:?}");
        }
    }

    /// Over GTP, the engine plays the same moves as the bot does in a match, in the first game and
    /// in the second.
    #[test]
    fn fixed_limits_play_as_the_bot_with_that_name() {
        for (variant, budget) in [
            (Variant::STANDARD, Budget::Depth(3)),
            (Variant::STANDARD, Budget::Nodes(3000)),
            (Variant::SIX, Budget::Depth(2)),
            (Variant::TINY, Budget::Depth(1)),
        ] {
            let mut engine =
                Engine::new(EngineLimits::Fixed(budget), 1, &Settings { hash_bytes: 16 << 20, threads: 1 });
            for _ in 0..2 {
                engine.begin_game();
                let (mut game, mut bot) = (Game::new(variant.start()), SearchBot::new(budget));
                while !game.is_over() {
                    let position = game.position();
                    let chosen = engine.choose(&position, Clock::Unlimited).map_or(Move::Pass, |thought| thought.mv);
                    let expected = match position.moves()[..] {
                        [] => Move::Pass,
                        _ => bot.choose(&game, Clock::Unlimited, &AtomicBool::default()),
                    };
                    assert_eq!(chosen, expected, "{budget:?} at ply {}", game.ply());
                    game.play(chosen).unwrap();
                }
            }
        }
    }
}

#[cfg(test)]
mod effort_tests {
    use super::*;

    #[test]
    fn the_shorter_of_both_limits_applies() {
        let own = EngineLimits::Time(Duration::from_secs(2));
        let [short, long] = [1, 60].map(|seconds| Clock::PerMove(Duration::from_secs(seconds)));
        assert_eq!(own.clock(short, 40), short);
        assert_eq!(own.clock(long, 40), Clock::PerMove(Duration::from_secs(2)));
        assert_eq!(own.clock(Clock::Unlimited, 40), Clock::PerMove(Duration::from_secs(2)));
        assert_eq!(EngineLimits::Usual.clock(long, 40), long);
    }

    #[test]
    fn a_clock_selects_full_strength_unless_a_level_is_set() {
        let clock = Clock::PerMove(Duration::from_secs(1));
        assert_eq!(EngineLimits::Usual.level(clock), Some(Level::STRONGEST));
        assert_eq!(EngineLimits::Usual.level(Clock::Unlimited), Level::numbered(14));
        assert_eq!(EngineLimits::Level(Level::WEAKEST).level(clock), Some(Level::WEAKEST));
    }

    #[test]
    fn a_depth_beyond_the_end_solves_the_position() {
        assert_eq!(EngineLimits::depth(60).at(50).selectivity, Selectivity::Full);
        let risky = EngineLimits::Depth { depth: 60, selectivity: Some(Selectivity::P87) };
        assert_eq!(risky.at(50).selectivity, Selectivity::P87);
    }
}
