//! Review of a game: the best move, the played move and its loss at each turn.

use std::fmt;

use outflank_rules::notation::Notation;
use outflank_rules::record::LOST;
use outflank_rules::{Color, DiscDiff, Game, Move, Position};

use crate::analysis::seen_after_a_move;
use crate::analysis::valuer::{Mirrors, Pass, Valued, Valuer};
use crate::{Limits, Searcher, Selectivity};

/// The winner with best play from here on, for one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Outlook {
    /// The other side wins.
    Loss,
    /// The game is a draw.
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

/// A reviewed move. Evaluations are in discs for the side that made it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ReviewedMove {
    /// The number of the move, counted from 1, passes included.
    pub ply: usize,
    /// The side that made it.
    pub color: Color,
    /// The played move.
    pub played: Move,
    /// The best move, or the played one if it is as good.
    pub best: Move,
    /// The evaluation before the move: that of the best move.
    pub value: DiscDiff,
    /// The evaluation of the played move.
    pub played_value: DiscDiff,
    /// Plies searched.
    pub depth: u32,
    /// The selectivity of the search.
    pub selectivity: Selectivity,
    /// Whether both evaluations are exact scores.
    pub is_exact: bool,
    /// Whether it was the only legal move.
    pub is_forced: bool,
    /// The principal variation with the best move.
    pub line: Vec<Move>,
}

impl ReviewedMove {
    /// Returns the name of the move, or the marker of a lost turn: a pass that was not forced.
    pub fn played_name(&self, notation: Notation) -> String {
        if self.is_lost_turn() { LOST.to_owned() } else { notation.write(self.played) }
    }

    fn is_lost_turn(&self) -> bool {
        self.played == Move::Pass && !self.is_forced
    }

    /// Returns the discs lost by the move, never negative.
    pub fn loss(&self) -> i32 {
        self.value - self.played_value
    }

    /// Returns the class of the move. A move that loses nothing counts as best.
    pub fn class(&self) -> MoveClass {
        MoveClass::of_loss(self.loss(), self.is_exact)
    }

    /// Returns the outlook before and after the move if the move provably changed it.
    pub fn result_change(&self) -> Option<(Outlook, Outlook)> {
        let (before, after) = (Outlook::from(self.value), Outlook::from(self.played_value));
        (self.is_exact && before != after).then_some((before, after))
    }

    /// Returns the evaluation after the move for Black, as graphs show it.
    pub fn value_for_black(&self) -> DiscDiff {
        if self.color == Color::Black { self.played_value } else { -self.played_value }
    }
}

/// A review of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Review {
    /// The moves in the order of the game. A stopped review lacks the first ones, because it starts
    /// at the end.
    pub moves: Vec<ReviewedMove>,
}

impl Review {
    /// Counts the moves of a side of this class.
    pub fn count(&self, color: Color, class: MoveClass) -> usize {
        self.of(color).filter(|reviewed| reviewed.class() == class).count()
    }

    /// Counts the forced moves of a side.
    pub fn forced(&self, color: Color) -> usize {
        self.of(color).filter(|reviewed| reviewed.is_forced).count()
    }

    /// Returns the discs that a side lost by all its moves.
    pub fn total_loss(&self, color: Color) -> i32 {
        self.of(color).map(ReviewedMove::loss).sum()
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
    /// Reviews every move of a game from the last to the first, and reports each: knowledge of the
    /// end helps earlier. `limits` returns the limits by the number of empty squares, as
    /// [`Level::limits`](crate::Level::limits) does. Time and nodes apply to one search; a move
    /// takes one or two.
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

    /// Reviews one move. Returns `None` when stopped.
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
            // A lost turn was no choice of the side, but not an only move either.
            is_forced: position.moves() == [played],
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

    /// Evaluates a position for the side to move, within the limits. Returns `None` when stopped.
    fn judge(&mut self, position: &Position, limits: &Limits) -> Option<Valued> {
        if position.free_squares().is_empty() && limits.depth > 0 {
            let outcome = self.search(position, limits);
            return (!self.stop_handle().is_stopped()).then(|| Valued::new(position, outcome));
        }
        let pass = Pass { depth: limits.depth, selectivity: limits.selectivity };
        let mut valuer = Valuer::new(self, limits.clone());
        valuer.is_bound_by_limits = false;
        valuer.value(position, pass)
    }
}

/// Returns the value after the played move if it mirrors the best one.
fn mirror_of_best(position: &Position, played: Move, before: &Valued) -> Option<Valued> {
    let (best, line) = before.line.split_first()?;
    let after = Valued { value: -before.value, line: line.to_vec(), ..before.clone() };
    let mut mirrors = Mirrors::default();
    mirrors.enter(&position.play_unchecked(*best), &after);
    mirrors.value(&position.play_unchecked(played))
}

impl ReviewedMove {
    /// Takes the value found after the played move. If it is at least the value before, the played
    /// move is the best. A lost turn never is: no player can choose to pass.
    fn compare(&mut self, after: &Valued) {
        self.is_exact &= after.is_exact();
        self.played_value = -after.value;
        if self.is_lost_turn() {
            self.played_value = self.played_value.min(self.value);
        } else if self.played_value >= self.value {
            self.value = self.played_value;
            self.best = self.played;
            self.line = std::iter::once(self.played).chain(after.line.iter().copied()).collect();
        }
    }
}

/// The class of a move, by the discs it lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum MoveClass {
    /// The choice of the engine, or a move as good.
    Best,
    /// Another move whose loss is too small to matter while it is not proven.
    Good,
    /// A small loss, `?!`.
    Inaccuracy,
    /// A loss, `?`.
    Mistake,
    /// A heavy loss, `??`.
    Blunder,
}

impl MoveClass {
    /// All classes, the best first.
    pub const ALL: [MoveClass; 5] =
        [MoveClass::Best, MoveClass::Good, MoveClass::Inaccuracy, MoveClass::Mistake, MoveClass::Blunder];

    /// The smallest loss in discs for each class, if both evaluations are exact.
    pub const THRESHOLDS: [(MoveClass, i32); 3] =
        [(MoveClass::Inaccuracy, 1), (MoveClass::Mistake, 3), (MoveClass::Blunder, 6)];

    /// Evaluations that are not exact differ by this much from one depth to the next, so smaller
    /// losses do not count.
    pub const NOISE: i32 = 2;

    /// Classifies a move by the discs it lost and by whether that is proven.
    ///
    /// ```
    /// use outflank_engine::MoveClass;
    ///
    /// let proven = [0, 1, 2, 3, 5, 6, 40].map(|discs| MoveClass::of_loss(discs, true));
    /// assert_eq!(proven.map(MoveClass::mark), ["", "?!", "?!", "?", "?", "??", "??"]);
    /// let searched = [0, 1, 2, 3, 5, 6, 40].map(|discs| MoveClass::of_loss(discs, false));
    /// assert_eq!(searched.map(MoveClass::mark), ["", "", "", "?!", "?", "?", "??"]);
    /// ```
    pub fn of_loss(discs: i32, is_proven: bool) -> MoveClass {
        let counted = if is_proven { discs } else { discs - MoveClass::NOISE };
        let reached = MoveClass::THRESHOLDS.into_iter().rev().find(|(_, from)| counted >= *from);
        let unmarked = if discs <= 0 { MoveClass::Best } else { MoveClass::Good };
        reached.map_or(unmarked, |(class, _)| class)
    }

    /// Whether moves of this class are marked as bad ones.
    pub fn is_marked(self) -> bool {
        !self.mark().is_empty()
    }

    /// The mark written behind a move.
    pub const fn mark(self) -> &'static str {
        match self {
            MoveClass::Best | MoveClass::Good => "",
            MoveClass::Inaccuracy => "?!",
            MoveClass::Mistake => "?",
            MoveClass::Blunder => "??",
        }
    }
}

impl fmt::Display for MoveClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            MoveClass::Best => "best",
            MoveClass::Good => "good",
            MoveClass::Inaccuracy => "inaccuracy",
            MoveClass::Mistake => "mistake",
            MoveClass::Blunder => "blunder",
        })
    }
}
