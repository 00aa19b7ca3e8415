//! The choice of a new game: board, rules, players, who begins, time.

use outflank_play::{Seat, Sides, TimeControl};
use outflank_rules::{Color, FirstMover, Goal, Variant};

use super::{
    Row,
    choice::{Choice, seat_name},
};
use crate::{Plan, Start};

/// Time controls on offer.
const TIMES: [&str; 10] = ["1m", "3m", "5m", "10m", "30m", "3m+2s", "5m+3s", "5s/move", "10s/move", "30s/move"];

/// The dialog.
#[derive(Clone, Debug)]
pub(crate) struct NewGame {
    pub(crate) selected: usize,
    /// The game that was left, in words.
    pub(crate) left: Option<String>,
    /// Nothing was played before: who leaves the dialog leaves the program.
    pub(crate) is_first: bool,
    plan: Plan,
    /// The game of the plan is gone on with, where it has one.
    is_given: bool,
    size: Choice<u8>,
    /// Rules with their own first mover; each belongs to a size.
    rules: Choice<Variant>,
    seats: Sides<Choice<Seat>>,
    first: Choice<Option<FirstMover>>,
    time: Choice<Option<TimeControl>>,
}

impl NewGame {
    /// The choice, beginning with what a plan says.
    pub(crate) fn new(plan: &Plan, left: Option<String>, is_first: bool) -> NewGame {
        let variant = match &plan.start {
            Start::Variant(variant) => *variant,
            Start::Game(game) => Variant::from_position(&game.start()),
        };
        let (base, first) = split_first(variant);
        let times = std::iter::once(None).chain(TIMES.iter().map(|time| time.parse().ok())).collect();
        let firsts = vec![
            None,
            Some(FirstMover::Fixed(Color::Black)),
            Some(FirstMover::Fixed(Color::White)),
            Some(FirstMover::Drawn),
        ];
        let mut dialog = NewGame {
            selected: 0,
            left,
            is_first,
            plan: plan.clone(),
            is_given: matches!(plan.start, Start::Game(_)),
            size: Choice::with(vec![4, 6, 8], base.ground().size()),
            rules: Choice::with(rules(base.ground().size()), base),
            seats: Sides::of(|color| Choice::seat(&plan.seats[color])),
            first: Choice::with(firsts, first),
            time: Choice::with(times, plan.time),
        };
        dialog.selected = dialog.rows().iter().position(|&row| row == Row::Start).unwrap_or(0);
        if dialog.left.is_some() {
            dialog.selected = 0;
        }
        dialog
    }

    /// The lines that there are. A game that goes on from a given position has its board and rules.
    pub(crate) fn rows(&self) -> Vec<Row> {
        let mut rows = vec![];
        if self.left.is_some() {
            rows.push(Row::GoOn);
        }
        rows.extend([Row::Black, Row::White]);
        if matches!(self.plan.start, Start::Game(_)) {
            rows.push(Row::From);
        }
        if !self.is_given {
            rows.extend([Row::Size, Row::Rules, Row::First]);
        }
        rows.extend([Row::Time, Row::Start]);
        rows
    }

    pub(crate) fn row(&self) -> Row {
        self.rows()[self.selected]
    }

    pub(crate) fn select(&mut self, forward: bool) {
        let count = self.rows().len();
        self.selected = (self.selected + if forward { 1 } else { count - 1 }) % count;
    }

    /// The next choice of the selected line, or the one before.
    pub(crate) fn change(&mut self, forward: bool) {
        match self.row() {
            Row::GoOn | Row::Start => {}
            Row::Size => {
                self.size.step(forward);
                let size = *self.size.chosen();
                self.rules = Choice::first(rules(size));
            }
            Row::Rules => self.rules.step(forward),
            Row::Black => self.seats.black.step(forward),
            Row::White => self.seats.white.step(forward),
            Row::From => self.is_given = !self.is_given,
            Row::First => self.first.step(forward),
            Row::Time => self.time.step(forward),
        }
    }

    /// The name of a line and what is chosen there.
    pub(crate) fn text(&self, row: Row) -> (&'static str, String) {
        match row {
            Row::GoOn => ("Go on with", self.left.clone().unwrap_or_default()),
            Row::Size => ("Board", format!("{0}x{0}", self.size.chosen())),
            Row::Rules => ("Rules", rules_name(self.rules.chosen())),
            Row::Black => ("Black", seat_name(self.seats.black.chosen())),
            Row::White => ("White", seat_name(self.seats.white.chosen())),
            Row::From if self.is_given => ("From", "the given position".to_owned()),
            Row::From => ("From", "the beginning".to_owned()),
            Row::First => ("Begins", self.first_name()),
            Row::Time => ("Time", self.time.chosen().map_or_else(|| "unlimited".to_owned(), |time| time.to_string())),
            Row::Start => ("", "Start".to_owned()),
        }
    }

    fn first_name(&self) -> String {
        match self.first.chosen() {
            None => format!("as usual ({})", first_word(self.rules.chosen().first())),
            Some(first) => first_word(*first),
        }
    }

    /// What was chosen. The first choice keeps the number of games and the seed that were asked for; later ones are of one game, and
    /// with other chances.
    pub(crate) fn plan(&self) -> Plan {
        let start = match &self.plan.start {
            Start::Game(game) if self.is_given => Start::Game(game.clone()),
            Start::Game(_) | Start::Variant(_) => {
                let variant = *self.rules.chosen();
                Start::Variant(self.first.chosen().map_or(variant, |first| variant.with_first(first)))
            }
        };
        let seats = Sides::of(|color| self.seats[color].chosen().clone());
        let (games, seed) =
            if self.is_first { (self.plan.games, self.plan.seed) } else { (1, self.plan.seed.wrapping_add(1)) };
        Plan { start, seats, time: *self.time.chosen(), games, seed, settings: self.plan.settings.clone() }
    }
}

/// The rules for a size, the usual ones first.
fn rules(size: u8) -> Vec<Variant> {
    if size < 8 {
        let usual = Variant::of_size(size);
        return vec![usual, usual.with_goal(Goal::Fewest)];
    }
    let named = Variant::NAMED.iter().map(|&(_, _, variant)| variant);
    named.filter(|variant| variant.ground().size() == 8 && variant.first() != FirstMover::Drawn).collect()
}

/// A variant with its usual first mover, and the other one that it has, if so.
fn split_first(variant: Variant) -> (Variant, Option<FirstMover>) {
    let rules = rules(variant.ground().size());
    let base = rules.into_iter().find(|rules| rules.with_first(variant.first()) == variant).unwrap_or(variant);
    (base, (base.first() != variant.first()).then_some(variant.first()))
}

fn rules_name(variant: &Variant) -> String {
    let is_usual = *variant == Variant::of_size(variant.ground().size());
    match variant.name() {
        _ if is_usual => "usual".to_owned(),
        Some(name) => name.to_owned(),
        None if variant.ground().goal() == Goal::Fewest && variant.ground().size() < 8 => "anti".to_owned(),
        None => "as given".to_owned(),
    }
}

fn first_word(first: FirstMover) -> String {
    match first {
        FirstMover::Fixed(color) => color.to_string(),
        FirstMover::Drawn => "drawn by lot".to_owned(),
    }
}
