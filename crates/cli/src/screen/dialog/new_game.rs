//! The dialog for a new game.

use outflank_arena::{Seat, Sides, TimeControl};
use outflank_rules::{Color, FirstMover, Goal, Variant};

use super::{Choice, Row};
use crate::screen::{Plan, Start};

/// The time controls to choose from.
const TIMES: [&str; 10] = ["1m", "3m", "5m", "10m", "30m", "3m+2s", "5m+3s", "5s/move", "10s/move", "30s/move"];

/// People, computers or both; the same choices as in the console menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    HumanComputer,
    HumanHuman,
    ComputerComputer,
}

impl Mode {
    const ALL: [Mode; 3] = [Mode::HumanComputer, Mode::HumanHuman, Mode::ComputerComputer];

    fn of(seats: &Sides<Seat>) -> Mode {
        match (seats.black.is_human(), seats.white.is_human()) {
            (true, true) => Mode::HumanHuman,
            (false, false) => Mode::ComputerComputer,
            _ => Mode::HumanComputer,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Mode::HumanComputer => "human vs. computer",
            Mode::HumanHuman => "human vs. human",
            Mode::ComputerComputer => "computer vs. computer",
        }
    }
}

/// The dialog for a new game.
#[derive(Clone, Debug)]
pub(crate) struct NewGame {
    pub(crate) selected: usize,
    /// A description of the unfinished game, if any.
    pub(crate) left: Option<String>,
    /// No game was played before, so closing the dialog ends the program.
    pub(crate) is_first: bool,
    plan: Plan,
    /// Whether to start from the game in the plan instead of the rules below.
    is_given: bool,
    size: Choice<u8>,
    /// The rules for the chosen size, each with its default first mover.
    rules: Choice<Variant>,
    seats: Sides<Choice<Seat>>,
    first: Choice<Option<FirstMover>>,
    time: Choice<Option<TimeControl>>,
}

impl NewGame {
    /// Creates the dialog with the choices of a plan.
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
            size: Choice::with(vec![4, 6, 8], base.spec().size()),
            rules: Choice::with(rules(base.spec().size()), base),
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

    /// The visible lines. A given position fixes the board and the rules.
    pub(crate) fn rows(&self) -> Vec<Row> {
        let mut rows = vec![];
        if self.left.is_some() {
            rows.push(Row::Resume);
        }
        rows.extend([Row::Mode, Row::Black, Row::White]);
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

    /// Moves the selected line to its next or previous option.
    pub(crate) fn change(&mut self, forward: bool) {
        match self.row() {
            Row::Resume | Row::Start => {}
            Row::Mode => self.change_mode(forward),
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

    fn seats(&self) -> Sides<Seat> {
        Sides::of(|color| self.seats[color].chosen().clone())
    }

    /// Moves to the next or previous mode and keeps a chosen computer.
    fn change_mode(&mut self, forward: bool) {
        let now = self.seats();
        let mut modes = Choice::with(Mode::ALL.to_vec(), Mode::of(&now));
        modes.step(forward);
        let known = [&now.white, &now.black, &self.plan.seats.white, &self.plan.seats.black];
        let computer = known.into_iter().find(|seat| !seat.is_human()).cloned();
        let computer = computer.unwrap_or_else(Seat::usual_opponent);
        let (black, white) = match modes.chosen() {
            Mode::HumanComputer => (Seat::Human, computer),
            Mode::HumanHuman => (Seat::Human, Seat::Human),
            Mode::ComputerComputer => (computer.clone(), computer),
        };
        self.seats = Sides { black: Choice::seat(&black), white: Choice::seat(&white) };
    }

    /// The name and the chosen option of a line.
    pub(crate) fn text(&self, row: Row) -> (&'static str, String) {
        match row {
            Row::Resume => ("Resume", self.left.clone().unwrap_or_default()),
            Row::Mode => ("Mode", Mode::of(&self.seats()).name().to_owned()),
            Row::Size => ("Board", format!("{0}x{0}", self.size.chosen())),
            Row::Rules => ("Rules", rules_name(self.rules.chosen())),
            Row::Black => ("Black", self.seats.black.chosen().title()),
            Row::White => ("White", self.seats.white.chosen().title()),
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

    /// The chosen plan. The first dialog keeps the number of games and the seed of the command
    /// line. Later ones plan one game with the next seed.
    pub(crate) fn plan(&self) -> Plan {
        let start = match &self.plan.start {
            Start::Game(game) if self.is_given => Start::Game(game.clone()),
            Start::Game(_) | Start::Variant(_) => {
                let variant = *self.rules.chosen();
                Start::Variant(self.first.chosen().map_or(variant, |first| variant.with_first(first)))
            }
        };
        let seats = self.seats();
        let (games, seed) =
            if self.is_first { (self.plan.games, self.plan.seed) } else { (1, self.plan.seed.wrapping_add(1)) };
        Plan { start, seats, time: *self.time.chosen(), games, seed, settings: self.plan.settings.clone() }
    }
}

/// The rules for a size, the default first.
fn rules(size: u8) -> Vec<Variant> {
    if size < 8 {
        let usual = Variant::of_size(size);
        return vec![usual, usual.with_goal(Goal::Fewest)];
    }
    let named = Variant::NAMED.iter().map(|&(_, _, variant)| variant);
    named.filter(|variant| variant.spec().size() == 8 && variant.first() != FirstMover::Drawn).collect()
}

/// Splits a variant into its rules with the default first mover, and the first mover if it differs.
fn split_first(variant: Variant) -> (Variant, Option<FirstMover>) {
    let rules = rules(variant.spec().size());
    let base = rules.into_iter().find(|rules| rules.with_first(variant.first()) == variant).unwrap_or(variant);
    (base, (base.first() != variant.first()).then_some(variant.first()))
}

fn rules_name(variant: &Variant) -> String {
    let is_usual = *variant == Variant::of_size(variant.spec().size());
    match variant.name() {
        _ if is_usual => "usual".to_owned(),
        Some(name) => name.to_owned(),
        None if variant.spec().goal() == Goal::Fewest && variant.spec().size() < 8 => "anti".to_owned(),
        None => "as given".to_owned(),
    }
}

fn first_word(first: FirstMover) -> String {
    match first {
        FirstMover::Fixed(color) => color.to_string(),
        FirstMover::Drawn => "random".to_owned(),
    }
}
