//! A game, move by move: what was best, what was played, and what that lost.

use std::fmt;
use std::sync::atomic::Ordering;

use outflank_rules::{Color, DiscDiff, Game, Move, Position};

use super::mirrors::Mirrors;
use super::passes::Pass;
use super::valuer::{Valued, Valuer};
use super::{MoveClass, seen_after_a_move};
use crate::{Limits, Searcher, Selectivity};

/// Who wins if both play their best from here on, for one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outlook {
    /// The other side wins.
    Loss,
    /// Nobody does.
    Draw,
    /// This side wins.
    Win,
}

impl From<DiscDiff> for Outlook {
    fn from(value: DiscDiff) -> Outlook {
        match value.discs() {
            ..0 => Outlook::Loss,
            0 => Outlook::Draw,
            1.. => Outlook::Win,
        }
    }
}

impl fmt::Display for Outlook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Outlook::Loss => "loss",
            Outlook::Draw => "draw",
            Outlook::Win => "win",
        })
    }
}

/// One move of a game, judged. Values are in discs for the side that made it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewedMove {
    /// Which move of the game, counted from 1, passes included.
    pub ply: usize,
    /// Who made it.
    pub color: Color,
    /// The move.
    pub played: Move,
    /// The engine's choice, or the move played if that is as good.
    pub best: Move,
    /// The value of the position before the move: that of the best move.
    pub value: DiscDiff,
    /// The value of the move played.
    pub played_value: DiscDiff,
    /// Plies searched.
    pub depth: u32,
    /// At this risk.
    pub selectivity: Selectivity,
    /// Whether both values are proven.
    pub is_exact: bool,
    /// Whether there was no choice.
    pub is_forced: bool,
    /// Best play instead.
    pub line: Vec<Move>,
}

impl ReviewedMove {
    /// Discs lost by the move, never negative.
    pub fn loss(&self) -> i32 {
        self.value - self.played_value
    }

    /// How bad that was. A move that loses nothing is as much the best as the engine's choice.
    pub fn class(&self) -> MoveClass {
        MoveClass::of_loss(self.loss(), self.is_exact)
    }

    /// What the result would have been with best play before the move and after it, where the move provably changed it.
    pub fn result_change(&self) -> Option<(Outlook, Outlook)> {
        let (before, after) = (Outlook::from(self.value), Outlook::from(self.played_value));
        (self.is_exact && before != after).then_some((before, after))
    }

    /// The value after the move as Black sees it: what a graph of the game draws.
    pub fn value_for_black(&self) -> DiscDiff {
        if self.color == Color::Black { self.played_value } else { -self.played_value }
    }
}

/// The judgement on a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Review {
    /// The moves in the order of the game. If the review was stopped, the first ones are missing: it is made from the end.
    pub moves: Vec<ReviewedMove>,
}

impl Review {
    /// How many moves of a side are of a class.
    pub fn count(&self, color: Color, class: MoveClass) -> usize {
        self.of(color).filter(|reviewed| reviewed.class() == class).count()
    }

    /// How many moves of a side were the only ones there were.
    pub fn forced(&self, color: Color) -> usize {
        self.of(color).filter(|reviewed| reviewed.is_forced).count()
    }

    /// All discs a side lost by its bad moves; what is within the noise of the search is not added up.
    pub fn total_loss(&self, color: Color) -> i32 {
        self.of(color).filter(|reviewed| reviewed.class().is_marked()).map(ReviewedMove::loss).sum()
    }

    /// The moves that provably changed the result.
    pub fn turning_points(&self) -> impl Iterator<Item = &ReviewedMove> {
        self.moves.iter().filter(|reviewed| reviewed.result_change().is_some())
    }

    fn of(&self, color: Color) -> impl Iterator<Item = &ReviewedMove> {
        self.moves.iter().filter(move |reviewed| reviewed.color == color)
    }
}

impl Searcher {
    /// Judges every move of a game, from the last to the first, and tells of each: what is known of the end helps before it.
    /// The limits of a position are chosen by its empty squares, as [`Level::limits`](crate::Level::limits) does; time and
    /// nodes are those of one search, of which a move takes one or two.
    ///
    /// ```
    /// use outflank_engine::{Level, MoveClass, Searcher, Settings};
    /// use outflank_rules::{Color, DiscDiff, Game, Variant};
    ///
    /// let moves = "b1 a1 a2 c1".split(' ').map(|mv| mv.parse().unwrap());
    /// let game = Game::replay(Variant::TINY.start(), moves)?;
    /// let level = Level::numbered(12).unwrap();
    /// let mut searcher = Searcher::new(&Settings::default());
    /// let review = searcher.review(&game, &|empties| level.limits(empties), &mut |_| ());
    /// assert!(review.moves.iter().all(|reviewed| reviewed.is_exact));
    /// assert_eq!(review.count(Color::Black, MoveClass::Best), 2);
    /// assert_eq!((review.total_loss(Color::Black), review.total_loss(Color::White)), (0, 0));
    /// # Ok::<(), outflank_rules::ReplayError>(())
    /// ```
    pub fn review(
        &mut self,
        game: &Game,
        limits: &dyn Fn(u32) -> Limits,
        report: &mut dyn FnMut(&ReviewedMove),
    ) -> Review {
        let turns: Vec<(Position, Move)> = game.turns().collect();
        let mut moves = Vec::with_capacity(turns.len());
        for (index, (position, played)) in turns.iter().enumerate().rev() {
            let limits = limits(position.empties().len());
            let Some(reviewed) = self.review_move(index + 1, position, *played, &limits) else { break };
            report(&reviewed);
            moves.push(reviewed);
        }
        moves.reverse();
        Review { moves }
    }

    /// Judges one move, or gives up when stopped.
    fn review_move(&mut self, ply: usize, position: &Position, played: Move, limits: &Limits) -> Option<ReviewedMove> {
        let depth = limits.depth.clamp(1, position.empties().len().max(1));
        let before = self.judge(position, &Limits { depth, ..limits.clone() })?;
        let mirror = mirror_of_best(position, played, &before);
        let mut reviewed = ReviewedMove {
            ply,
            color: position.turn(),
            played,
            best: before.line.first().copied().unwrap_or(played),
            value: before.value,
            played_value: before.value,
            depth: before.depth,
            selectivity: before.selectivity,
            is_exact: before.is_exact(),
            is_forced: position.moves().len() == 1,
            line: before.line,
        };
        if let Some(after) = mirror {
            reviewed.compare(&after);
        } else if reviewed.best != played {
            let depth = before.depth.saturating_sub(u32::from(played != Move::Pass));
            let limits = Limits { depth, selectivity: before.selectivity, ..seen_after_a_move(limits) };
            reviewed.compare(&self.judge(&position.play_unchecked(played), &limits)?);
        }
        Some(reviewed)
    }

    /// What a position is worth to the side to move, as far as the limits let it be found; nothing when stopped.
    fn judge(&mut self, position: &Position, limits: &Limits) -> Option<Valued> {
        if position.free_squares().is_empty() && limits.depth > 0 {
            let outcome = self.search(position, limits);
            let is_stopped = self.stop_flag().load(Ordering::Relaxed);
            return (!is_stopped).then(|| Valued::new(position, outcome));
        }
        let pass = Pass { depth: limits.depth, selectivity: limits.selectivity };
        let mut valuer = Valuer::new(self, limits.clone());
        valuer.is_bound_by_limits = false;
        valuer.value(position, pass)
    }
}

/// What is known after the move played because it mirrors the best one.
fn mirror_of_best(position: &Position, played: Move, before: &Valued) -> Option<Valued> {
    let (best, line) = before.line.split_first()?;
    let after = Valued { value: -before.value, line: line.to_vec(), ..before.clone() };
    let mut mirrors = Mirrors::default();
    mirrors.enter(&position.play_unchecked(*best), &after);
    mirrors.value(&position.play_unchecked(played))
}

impl ReviewedMove {
    /// Takes over what was found after the move played. If that is as much as was found before it, the move is the best.
    fn compare(&mut self, after: &Valued) {
        self.is_exact &= after.is_exact();
        self.played_value = -after.value;
        if self.played_value >= self.value {
            self.value = self.played_value;
            self.best = self.played;
            self.line = std::iter::once(self.played).chain(after.line.iter().copied()).collect();
        }
    }
}
