mod chance;
mod class;
mod results;

use std::collections::BTreeSet;

use outflank_arena::tournament::Form;
use outflank_rules::Color;

use super::{view::Viewer, *};
use crate::{
    secret::Secret,
    store::Logged,
    table::{self, Table},
};

/// A tournament with the log it comes from.
struct Hall {
    contest: Contest,
    log: Vec<Logged>,
    host: SecretHash,
    /// The tokens of the bots that are connected.
    here: BTreeSet<SecretHash>,
}

fn hash(number: usize) -> SecretHash {
    format!("{number:064x}").parse::<Secret>().unwrap().hash()
}

fn code() -> Code {
    "KITE-42".parse().unwrap()
}

impl Hall {
    fn new(wish: &str) -> Hall {
        let host = hash(1_000_000);
        let wish: NewTournament = serde_json::from_str(wish).unwrap();
        let mut events = wish.resolve(host, code(), 7).unwrap();
        let Event::Created(created) = events.remove(0) else { panic!("it is created first") };
        let log = vec![Logged { version: 1, at: 1000, event: Event::Created(created.clone()).to_json() }];
        let id = "abcdefghjkmn".parse().unwrap();
        let mut hall = Hall { contest: Contest::new(id, *created, 1000), log, host, here: BTreeSet::new() };
        hall.happen(events);
        hall
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

    /// Wants something, and lets it happen with all that follows.
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

    /// All games that can begin, dealt.
    fn deal(&mut self) -> usize {
        let due = self.contest.deals(|_| 1);
        let dealt = due.iter().map(|due| Event::Dealt { number: due.number, game: GameId::random() }).collect();
        self.happen(dealt);
        due.len()
    }

    /// The end of a game that is played: the one who came earlier wins.
    fn end(&mut self, number: u32) {
        let line = self.line(number);
        self.happen(vec![Event::Ended { line: Box::new(line) }]);
        self.settle();
    }

    fn line(&self, number: u32) -> outflank_arena::journal::GameLine {
        let pairing = self.contest.tournament().unwrap().pairing(number).unwrap();
        let loser = if pairing.black > pairing.white { Color::Black } else { Color::White };
        let fixture = outflank_arena::hall::Fixture {
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

/// All that is shown of a tournament, without what tells logs apart.
fn shown(contest: &Contest) -> String {
    let viewer = Viewer { is_host: false, is_here: &|_| true, now: 0 };
    let rounds = contest.tournament().map_or(0, |tournament| tournament.rounds().len());
    let rounds: Vec<_> = (1..=rounds).filter_map(|round| view::round(contest, round as u32)).collect();
    [view::snapshot(contest, &viewer), view::summary(contest), rounds.concat()].join("\n")
}

/// A table at which a few moves were made before somebody gave up.
fn resigned(fixture: &outflank_arena::hall::Fixture, loser: Color) -> Table {
    let mut table = table_of(fixture, Some("5s/move"));
    let moves = ["d3", "c3", "c4"];
    for (count, square) in (1..).zip(moves) {
        let (color, square) = (table.turn().unwrap(), square.parse().unwrap());
        let event = crate::event::Event::Moved { color, square, ms: 100 * count, info: None };
        table.apply(&event, 1000 * count).unwrap();
    }
    table.apply(&crate::event::Event::Resigned { color: loser }, 9000).unwrap();
    table.apply(&crate::event::Event::Over, 9000).unwrap();
    table
}

fn table_of(fixture: &outflank_arena::hall::Fixture, time: Option<&str>) -> Table {
    let created = crate::event::Created {
        variant: outflank_rules::Variant::from_position(&fixture.start.start()),
        line: fixture.start.moves().collect(),
        seats: outflank_play::Sides { black: "greedy".parse().unwrap(), white: "random".parse().unwrap() },
        secrets: outflank_play::Sides::of(|_| None),
        time: time.map(|text| text.parse().unwrap()),
        seed: 1,
        listed: true,
        previous: None,
        terms: crate::event::Terms::default(),
    };
    table::Table::new(GameId::random(), created, 0).unwrap()
}

fn forms() -> [Form; 4] {
    Form::ALL
}
