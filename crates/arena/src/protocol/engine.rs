//! The engine as both protocols ask it: for a move, for the values of moves, for those of a whole game.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::time::{Duration, Instant};

use outflank_engine::{
    Book, BookMove, Choice, Clock, Limits, MoveValue, Player, Progress, Searcher, Selectivity, Settings,
};
use outflank_rules::{DiscDiff, Game, Move, Position, Status};

use super::Effort;

/// How many discs a move of the book may be behind the best to be played for variety; as [`Player`] has it.
const BOOK_MARGIN: i32 = 1;

const GIVEN_BACK: &str = "a player gives the searcher back";

/// A move that was decided on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The move.
    pub mv: Move,
    /// Its value in discs for the side to move, where one was found.
    pub value: Option<DiscDiff>,
    /// Positions searched.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

/// What a move is worth, as far as a search has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// Best play, beginning with the move.
    pub line: Vec<Move>,
    /// The value in discs for the side to move.
    pub value: DiscDiff,
    /// Plies searched.
    pub depth: u32,
    /// At this risk.
    pub selectivity: Selectivity,
    /// Whether the value is proven.
    pub is_exact: bool,
}

impl Hint {
    /// How far was searched: `100%` to the exact end, `12@73%` at a risk, else `12`.
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

/// An engine that others ask for moves.
pub struct Engine {
    /// How much it thinks.
    pub effort: Effort,
    seed: u64,
    book: Arc<Book>,
    /// `None` only while a player thinks with it.
    searcher: Option<Searcher>,
    stop: Arc<AtomicBool>,
}

impl Engine {
    /// An engine with so much memory and so many threads. What chance decides, moves of the book and mistakes of weak levels, follows
    /// from the seed.
    pub fn new(effort: Effort, seed: u64, settings: &Settings) -> Engine {
        let searcher = Searcher::new(settings);
        let stop = searcher.stop_flag();
        Engine { effort, seed, book: Book::embedded(), searcher: Some(searcher), stop }
    }

    /// Setting this flag ends what is being thought about; clear it before the next question.
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// A new game begins, in which chance decides anew.
    pub fn begin_game(&mut self) {
        self.seed = self.seed.wrapping_add(1);
        if matches!(self.effort, Effort::Fixed(_)) {
            // The moves of a game follow from that game alone.
            self.searcher().clear();
        }
    }

    /// What the book knows of a position.
    pub fn known(&self, position: &Position) -> Vec<BookMove> {
        self.book.probe(position)
    }

    /// Decides on a move; `None` if the game is over.
    pub fn choose(&mut self, position: &Position, clock: Clock) -> Option<Thought> {
        let begun = Instant::now();
        let clock = self.effort.clock(clock, position.empties().len());
        let mut thought = match self.effort.level(clock) {
            Some(level) => {
                let mut player = Player::with_searcher(level, self.seed, self.searcher.take().expect(GIVEN_BACK));
                let choice = player.choose(position, clock);
                self.searcher = Some(player.into_searcher());
                Thought::from(choice?)
            }
            None => self.search(position, clock)?,
        };
        thought.time = begun.elapsed();
        Some(thought)
    }

    /// To a depth, as far as the clock allows.
    fn search(&mut self, position: &Position, clock: Clock) -> Option<Thought> {
        let moves = position.moves();
        let first = *moves.first()?;
        if moves.len() == 1 {
            return Some(Thought::unsearched(first, None));
        }
        let limits = match self.effort {
            Effort::Fixed(budget) => budget.limits(position, clock),
            effort => {
                if let Some(known) = self.book.choose(position, BOOK_MARGIN, self.seed) {
                    return Some(Thought::unsearched(known.mv, Some(known.value)));
                }
                let empties = position.empties().len();
                let limits = effort.limits(empties);
                clock.allot(empties).map_or_else(|| limits.clone(), |time| limits.clone().with_time(time))
            }
        };
        let outcome = self.searcher().search(position, &limits);
        let value = (outcome.depth > 0).then_some(outcome.value);
        let mv = outcome.best.unwrap_or(first);
        Some(Thought { nodes: outcome.nodes, ..Thought::unsearched(mv, value) })
    }

    /// The best moves with their values, told depth by depth with the number of positions searched, and returned in the end.
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

    /// The value of each position of a game for the side to move there, from its end to its start: what is known of the end counts for
    /// the moves that led to it.
    pub fn look_back(&mut self, game: &Game, report: &mut dyn FnMut(usize, DiscDiff)) {
        let mut after: Option<DiscDiff> = None;
        for ply in (0..=game.ply()).rev() {
            if self.stop.load(SeqCst) {
                return;
            }
            let Some(position) = game.position_at(ply) else { continue };
            let Some(value) = self.value(&position, after) else { return };
            report(ply, value);
            after = Some(value);
        }
    }

    /// The value of a position, at least what the move that was played has led to; `None` if it was stopped.
    fn value(&mut self, position: &Position, after: Option<DiscDiff>) -> Option<DiscDiff> {
        let played = after.map(|after| -after);
        match position.status() {
            Status::Over(score) => return Some(score.official_utility(position.turn())),
            Status::MustPass if played.is_some() => return played,
            _ => {}
        }
        let limits = self.effort.limits(position.empties().len());
        let found = self.hints(position, 1, &limits, &mut |_, _| ()).first().map(|best| best.value)?;
        (!self.stop.load(SeqCst)).then(|| played.map_or(found, |played| found.max(played)))
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

impl From<Choice> for Thought {
    fn from(choice: Choice) -> Thought {
        Thought { mv: choice.mv, value: choice.value, nodes: choice.nodes, time: choice.time }
    }
}

#[cfg(test)]
mod tests {
    use outflank_rules::Variant;

    use super::*;
    use crate::bot::{Bot, Budget, SearchBot};

    /// Who asks by GTP gets the moves that the bot plays in a match, in the first game and in the second.
    #[test]
    fn a_fixed_effort_plays_as_the_bot_of_that_name() {
        for (variant, budget) in [
            (Variant::STANDARD, Budget::Depth(3)),
            (Variant::STANDARD, Budget::Nodes(3000)),
            (Variant::SIX, Budget::Depth(2)),
            (Variant::TINY, Budget::Depth(1)),
        ] {
            let mut engine = Engine::new(Effort::Fixed(budget), 1, &Settings { hash_bytes: 16 << 20, threads: 1 });
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
