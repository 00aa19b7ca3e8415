mod apply;
mod chance;
mod class;
mod results;

use std::collections::BTreeSet;

use outflank_arena::tournament::TournamentFormat;
use outflank_rules::Color;

use super::{view::Viewer, *};
use crate::{
    game::LiveGame,
    log::{Logged, secret::Secret},
};

/// A tournament with its log.
struct TestTournament {
    contest: LiveTournament,
    log: Vec<Logged>,
    host: SecretHash,
    /// The tokens of connected bots.
    here: BTreeSet<SecretHash>,
}

fn hash(number: usize) -> SecretHash {
    format!("{number:064x}").parse::<Secret>().unwrap().hash()
}

fn code() -> Code {
    "KITE-42".parse().unwrap()
}

impl TestTournament {
    fn new(request: &str) -> TestTournament {
        let host = hash(1_000_000);
        let request: NewTournament = serde_json::from_str(request).unwrap();
        let mut events = request.resolve(host, code(), 7).unwrap();
        let Event::Created(created) = events.remove(0) else { panic!("it is created first") };
        let log = vec![Logged { version: 1, at: 1000, event: Event::Created(created.clone()).to_json() }];
        let id = "abcdefghjkmn".parse().unwrap();
        let mut test =
            TestTournament { contest: LiveTournament::new(id, *created, 1000), log, host, here: BTreeSet::new() };
        test.happen(events);
        test
    }

    fn happen(&mut self, events: Vec<Event>) {
        for event in events {
            let at = 1000 * (self.contest.version() + 1);
            self.contest.apply(&event, at).unwrap();
            self.log.push(Logged { version: self.contest.version(), at, event: event.to_json() });
        }
    }

    fn want(&self, command: Command) -> Result<Decided, Refusal> {
        self.contest.decide(&[self.host], command, |token| self.here.contains(&token))
    }

    /// Runs a command and appends all events that follow.
    fn does(&mut self, command: Command) -> Result<(), Refusal> {
        if let Decided::Events(events) = self.want(command)? {
            self.happen(events);
        }
        self.settle();
        Ok(())
    }

    fn settle(&mut self) {
        loop {
            let events = self.contest.follows();
            if events.is_empty() {
                return;
            }
            self.happen(events);
        }
    }

    fn join(&mut self, name: &str, number: usize) -> Result<(), Refusal> {
        self.does(Command::Join { code: code(), name: name.to_owned(), token: hash(number) })?;
        self.here.insert(hash(number));
        Ok(())
    }

    fn names(&self) -> Vec<&str> {
        self.contest.entries().iter().map(|entry| entry.name.as_str()).collect()
    }

    /// Deals all games that can start.
    fn deal(&mut self) -> usize {
        let due = self.contest.deals(|_| 1);
        let dealt = due.iter().map(|due| Event::Dealt { number: due.number, game: GameId::random() }).collect();
        self.happen(dealt);
        due.len()
    }

    /// Ends a running game: the entrant who joined earlier wins.
    fn end(&mut self, number: u32) {
        let line = self.line(number);
        self.happen(vec![Event::Ended { line: Box::new(line) }]);
        self.settle();
    }

    fn line(&self, number: u32) -> outflank_arena::journal::GameLine {
        let pairing = self.contest.tournament().unwrap().pairing(number).unwrap();
        let loser = if pairing.black > pairing.white { Color::Black } else { Color::White };
        let fixture = outflank_arena::runner::Fixture {
            number,
            name: format!("g{number}"),
            players: pairing,
            start: outflank_rules::Game::new(self.contest.created().variant.start()),
            seed: 1,
        };
        let created = resigned(&fixture, loser);
        game_line(fixture, &created).unwrap()
    }

    fn running(&self) -> Vec<u32> {
        self.contest.running().map(|(number, _)| number).collect()
    }

    fn play_out(&mut self) {
        loop {
            self.deal();
            match self.running().first() {
                Some(number) => self.end(*number),
                None => return,
            }
        }
    }

    fn shown(&self) -> String {
        shown(&self.contest)
    }
}

/// All views of a tournament, without the parts that differ between logs.
fn shown(contest: &LiveTournament) -> String {
    let viewer = Viewer { is_host: false, is_here: &|_| true, now: 0 };
    let rounds = contest.tournament().map_or(0, |tournament| tournament.rounds().len());
    let rounds: Vec<_> = (1..=rounds).filter_map(|round| view::round(contest, round as u32)).collect();
    [view::snapshot(contest, &viewer), view::summary(contest), rounds.concat()].join("\n")
}

/// A game in which one side resigned after a few moves.
fn resigned(fixture: &outflank_arena::runner::Fixture, loser: Color) -> LiveGame {
    let mut game = live_game(fixture, Some("5s/move"));
    let moves = ["d3", "c3", "c4"];
    for (count, square) in (1..).zip(moves) {
        let (color, square) = (game.turn().unwrap(), square.parse().unwrap());
        let event = crate::game::event::Event::Moved { color, square, ms: 100 * count, late: 0, info: None };
        game.apply(&event, 1000 * count).unwrap();
    }
    game.apply(&crate::game::event::Event::Resigned { color: loser }, 9000).unwrap();
    game.apply(&crate::game::event::Event::Over, 9000).unwrap();
    game
}

pub(super) fn live_game(fixture: &outflank_arena::runner::Fixture, time: Option<&str>) -> LiveGame {
    let created = crate::game::event::Created {
        variant: outflank_rules::Variant::from_position(&fixture.start.start()),
        line: fixture.start.moves().collect(),
        seats: outflank_arena::Sides { black: "greedy".parse().unwrap(), white: "random".parse().unwrap() },
        secrets: outflank_arena::Sides::of(|_| None),
        time: time.map(|text| text.parse().unwrap()),
        clock_waits: false,
        seed: 1,
        listed: true,
        previous: None,
        terms: crate::game::event::BotGameTerms::default(),
    };
    LiveGame::new(GameId::random(), created, 0).unwrap()
}

fn forms() -> [TournamentFormat; 4] {
    TournamentFormat::ALL
}
