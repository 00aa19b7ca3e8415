use outflank_arena::Sides;
use outflank_rules::opening;

use super::*;
use crate::{
    game::event::BotGameTerms,
    log::{Logged, secret::Secret},
};

/// A game with a player in each human seat.
struct TestGame {
    game: LiveGame,
    log: Vec<Logged>,
    keys: Sides<SecretHash>,
}

const SECOND: u64 = 1000;

/// A game with free seats.
fn created(black: &str, white: &str, variant: &str, time: Option<&str>) -> Created {
    Created {
        variant: variant.parse().unwrap(),
        line: Vec::new(),
        seats: Sides { black: black.parse().unwrap(), white: white.parse().unwrap() },
        secrets: Sides::default(),
        time: time.map(|text| text.parse().unwrap()),
        clock_waits: false,
        seed: 1,
        listed: true,
        previous: None,
        terms: BotGameTerms::default(),
    }
}

impl TestGame {
    fn new(black: &str, white: &str, variant: &str, time: Option<&str>) -> TestGame {
        let keys = Sides::of(|_| Secret::random().hash());
        let created = created(black, white, variant, time);
        let seats = created.seats.clone();
        let secrets = Sides::of(|color: Color| seats[color].is_human().then_some(keys[color]));
        let created = Created { secrets, ..created };
        let id = GameId::random();
        let log = vec![Logged { version: 1, at: 0, event: Event::Created(Box::new(created.clone())).to_json() }];
        let mut test = TestGame { game: LiveGame::new(id, created, 0).unwrap(), log, keys };
        for color in Color::ALL.into_iter().filter(|&color| seats[color].is_human()) {
            let holder = test.keys[color];
            test.happen(0, vec![Event::Seated { color, name: None, holder, spent: false }]);
        }
        test
    }

    /// Applies events and their follow-ups, and returns all of them.
    fn happen(&mut self, at: u64, events: Vec<Event>) -> Vec<Event> {
        let (mut events, mut happened) = (events.into_iter(), Vec::new());
        while let Some(event) = events.next().or_else(|| self.game.follow_up()) {
            self.game.apply(&event, at).unwrap();
            self.log.push(Logged { version: self.game.version(), at, event: event.to_json() });
            happened.push(event);
        }
        happened
    }

    fn held(&self, color: Color) -> HeldSeats {
        self.game.held_by(&[self.keys[color]])
    }

    fn want(&self, color: Color, command: Command, at: u64) -> Result<Decided, Refusal> {
        self.game.decide(self.held(color), command, DecisionContext { at, gone: Sides::of(|_| false) })
    }

    /// Runs a command that causes events, and applies them.
    fn does(&mut self, color: Color, command: Command, at: u64) -> Vec<Event> {
        let Ok(Decided::Events(events)) = self.want(color, command, at) else { panic!("{command:?} makes events") };
        self.happen(at, events)
    }

    fn place(&mut self, square: &str, at: u64) -> Vec<Event> {
        let (color, ply) = (self.game.turn().unwrap(), self.game.game().ply());
        self.does(color, Command::Place { ply, square: square.parse().unwrap() }, at)
    }

    fn line(&mut self, moves: &str) {
        for (count, square) in (1..).zip(moves.split_whitespace()) {
            self.place(square, count * SECOND);
        }
    }
}

fn place(ply: usize, square: &str) -> Command {
    Command::Place { ply, square: square.parse().unwrap() }
}

#[test]
fn illegal_early_stale_and_foreign_moves_are_refused() {
    let mut test = TestGame::new("human", "human", "standard", None);
    assert_eq!(test.want(Color::White, place(0, "d3"), 1), Err(Refusal::NotYourTurn(Color::Black)));
    assert!(matches!(test.want(Color::Black, place(0, "a1"), 1), Err(Refusal::Illegal(_))));
    let stranger = test.game.held_by(&[Secret::random().hash()]);
    let around = DecisionContext { at: 1, gone: Sides::of(|_| false) };
    assert_eq!(test.game.decide(stranger, place(0, "d3"), around), Err(Refusal::NotSeated));
    test.place("d3", 1);
    assert_eq!(test.want(Color::Black, place(0, "f5"), 2), Err(Refusal::Stale { ply: 0, now: 1 }));
}

#[test]
fn a_move_sent_twice_is_made_once() {
    let mut test = TestGame::new("human", "human", "standard", None);
    test.place("d3", 1);
    assert_eq!(test.want(Color::Black, place(0, "d3"), 2), Ok(Decided::Already));
    assert_eq!(test.want(Color::White, place(0, "d3"), 2), Err(Refusal::Stale { ply: 0, now: 1 }), "not hers");
    assert_eq!(test.game.game().ply(), 1);
}

#[test]
fn no_move_is_possible_before_both_players_joined() {
    let mut test = TestGame::new("human", "human", "standard", Some("1m"));
    test.game.seats.white.holders.clear();
    assert_eq!(test.game.status(), GameStatus::Open);
    assert_eq!(test.want(Color::Black, place(0, "d3"), 1), Err(Refusal::Open));
}

#[test]
fn a_forced_pass_comes_with_the_move_before_it() {
    let mut test = TestGame::new("human", "human", "tiny", None);
    test.line("d3 b4 a2 d2 d4 d1 a3 b1 a1 c4");
    let events = test.place("a4", 20 * SECOND);
    assert!(matches!(events[..], [Event::Moved { .. }, Event::Passed { color: Color::White }]), "{events:?}");
    assert_eq!(test.game.turn(), Some(Color::Black));
}

#[test]
fn the_end_comes_with_the_last_move() {
    let mut test = TestGame::new("human", "human", "tiny", None);
    while let Some(turn) = test.game.turn() {
        let square = test.game.game().position().legal().first().unwrap();
        let ply = test.game.game().ply();
        test.does(turn, Command::Place { ply, square }, 1);
    }
    assert_eq!(test.game.status(), GameStatus::Over);
    assert!(matches!(test.game.result(), Some(GameResult::Played(_))));
}

#[test]
fn the_log_folds_to_the_same_game() {
    let mut test = TestGame::new("human", "human", "six", Some("5m+3s"));
    let first = test.game.game().position().legal().first().unwrap().to_string();
    test.place(&first, 4 * SECOND);
    test.does(Color::Black, Command::TakeBack, 5 * SECOND);
    test.does(Color::White, Command::AnswerTakeback(true), 6 * SECOND);
    test.happen(60 * SECOND, vec![Event::Resumed]);
    test.place(&first, 61 * SECOND);
    let again = LiveGame::of_log(test.game.id(), &test.log).unwrap();
    assert_eq!(format!("{again:?}"), format!("{:?}", test.game));
    assert_eq!(again.thought(0), Some(SECOND), "the thinking time before the pause does not count");
}

#[test]
fn an_impossible_log_is_refused_with_the_version() {
    let mut test = TestGame::new("human", "human", "standard", None);
    test.place("d3", 1);
    let mut log = test.log.clone();
    log.push(log.last().unwrap().clone());
    let error = LiveGame::of_log(test.game.id(), &log).unwrap_err().to_string();
    assert!(error.contains("event 5"), "{error}");
    assert!(LiveGame::of_log(test.game.id(), &[]).is_err());
    assert!(LiveGame::of_log(test.game.id(), &log[1..]).is_err());
}

#[test]
fn a_flag_falls_by_itself_and_ends_the_game() {
    let mut test = TestGame::new("human", "human", "standard", Some("10s"));
    assert_eq!(test.game.deadline(), Some(10 * SECOND));
    test.place("d3", 4 * SECOND);
    assert_eq!(test.game.deadline(), Some(14 * SECOND));
    assert_eq!(test.game.due(14 * SECOND - 1), None);
    let due = test.game.due(14 * SECOND).unwrap();
    assert_eq!(due, Event::Flagged { color: Color::White });
    test.happen(14 * SECOND, vec![due]);
    assert_eq!(test.log.last().unwrap().event, Event::Over.to_json());
    assert_eq!(test.game.result(), Some(GameResult::TimedOut(Color::White)));
    assert_eq!((test.game.deadline(), test.game.turn()), (None, None));
    assert_eq!(test.game.clock_left(Color::Black, 99 * SECOND), Some(Duration::from_secs(6)));
}

#[test]
fn downtime_counts_for_no_clock() {
    let mut test = TestGame::new("human", "human", "standard", Some("10s"));
    test.happen(1000 * SECOND, vec![Event::Resumed]);
    assert_eq!(test.game.deadline(), Some(1010 * SECOND));
}

#[test]
fn takebacks_need_consent_of_people_only() {
    let mut people = TestGame::new("human", "human", "standard", None);
    assert_eq!(people.want(Color::Black, Command::TakeBack, 1), Err(Refusal::NothingToTakeBack));
    people.line("d3 c3");
    assert_eq!(people.does(Color::Black, Command::TakeBack, 9), [Event::TakebackAsked { color: Color::Black }]);
    assert_eq!(people.want(Color::Black, Command::AnswerTakeback(true), 9), Err(Refusal::NoOffer), "not one's own");
    assert_eq!(people.does(Color::White, Command::AnswerTakeback(true), 9), [Event::TakenBack { ply: 0 }]);
    assert_eq!(people.game.takeback(), None);

    let mut alone = TestGame::new("human", "level:1", "standard", None);
    alone.place("d3", 1);
    assert_eq!(alone.does(Color::Black, Command::TakeBack, 2), [Event::TakenBack { ply: 0 }]);
    assert_eq!(alone.game.turn(), Some(Color::Black));
}

#[test]
fn the_opening_name_follows_the_moves_played() {
    let mut test = TestGame::new("human", "human", "standard", None);
    assert_eq!(test.game.opening(), None);
    test.line("c4 e3 f6 e6 f5 c5 c3");
    assert_eq!(test.game.opening(), Some("Stephenson"));
    test.place("c6", 8 * SECOND);
    assert_eq!(test.game.opening(), opening::name(test.game.game()));
    test.happen(9 * SECOND, vec![Event::TakenBack { ply: 4 }]);
    assert_eq!(test.game.opening(), opening::name(test.game.game()));
    assert_ne!(test.game.opening(), Some("Stephenson"));
}

#[test]
fn a_move_withdraws_the_takeback_request() {
    let mut test = TestGame::new("human", "human", "standard", None);
    test.place("d3", 1);
    test.does(Color::Black, Command::TakeBack, 2);
    test.place("c3", 3);
    assert_eq!(test.want(Color::White, Command::AnswerTakeback(true), 4), Err(Refusal::NoOffer));
}

#[test]
fn moves_from_before_the_game_are_not_taken_back() {
    let mut test = TestGame::new("human", "level:1", "standard", None);
    let mut created = test.game.created().clone();
    created.line = vec!["d3".parse().unwrap(), "c3".parse().unwrap()];
    test.game = LiveGame::new(GameId::random(), created, 0).unwrap();
    assert_eq!(test.game.takeback_ply(test.held(Color::Black)), None);
}

#[test]
fn only_games_of_absent_players_can_be_claimed() {
    let mut test = TestGame::new("human", "human", "standard", None);
    let around = DecisionContext { at: 1, gone: Sides { black: false, white: true } };
    let claim = |test: &TestGame, color| test.game.decide(test.held(color), Command::Claim, around);
    assert_eq!(claim(&test, Color::Black), Err(Refusal::NotClaimable), "as long as it is one's own turn");
    test.place("d3", 1);
    assert_eq!(test.want(Color::Black, Command::Claim, 1), Err(Refusal::NotClaimable), "she is here");
    let claimed = claim(&test, Color::Black);
    assert_eq!(claimed, Ok(Decided::Events(vec![Event::Claimed { color: Color::Black }])));
    assert_eq!(claim(&test, Color::White), Err(Refusal::NotClaimable));
}

#[test]
fn a_rematch_swaps_colors_and_keeps_seats() {
    let mut test = TestGame::new("human", "human", "standard", None);
    assert_eq!(test.want(Color::Black, Command::Rematch, 1), Err(Refusal::NotOver));
    test.does(Color::White, Command::Resign, 1);
    test.does(Color::Black, Command::Rematch, 2);
    assert_eq!(test.want(Color::Black, Command::Rematch, 2), Ok(Decided::Already));
    assert_eq!(test.want(Color::White, Command::Rematch, 2), Ok(Decided::NewGame));
    let (created, seated) = test.game.rematch_game(2);
    let mut again = LiveGame::new(GameId::random(), created, 3).unwrap();
    for event in &seated {
        again.apply(event, 3).unwrap();
    }
    assert!(again.held_by(&[test.keys.black]).has(Color::White));
    assert_eq!((again.status(), again.created().previous), (GameStatus::Playing, Some(test.game.id())));
}

#[test]
fn a_limited_number_of_clients_share_a_seat_by_its_secret() {
    let test = TestGame::new("human", "level:1", "standard", None);
    let secret = test.keys.black;
    assert_eq!(test.game.sit(Secret::random().hash(), secret, None), Err(Refusal::WrongSecret));
    assert_eq!(test.game.sit(secret, secret, None), Ok((Color::Black, Decided::Already)));
    let mut game = test.game.clone();
    for _ in 1..MAX_HOLDERS {
        let Ok((_, Decided::Events(events))) = game.sit(secret, Secret::random().hash(), None) else { panic!() };
        game.apply(&events[0], 1).unwrap();
    }
    assert_eq!(game.sit(secret, Secret::random().hash(), None), Err(Refusal::SeatFull));
}

/// A game whose white seat is free. The creator holds the secret of the black seat.
fn waiting() -> TestGame {
    let mut test = TestGame::new("human", "human", "standard", None);
    let (created, black) = (test.game.created().clone(), test.keys.black);
    let created_event = Event::Created(Box::new(created.clone())).to_json();
    test.game = LiveGame::new(test.game.id(), created, 0).unwrap();
    test.log = vec![Logged { version: 1, at: 0, event: created_event }];
    let made = Event::Seated { color: Color::Black, name: None, holder: black, spent: false };
    test.happen(0, vec![made]);
    test
}

#[test]
fn a_link_seats_only_the_first_client() {
    let mut test = waiting();
    let (link, [bob, eve]) = (test.keys.white, [(); 2].map(|()| Secret::random().hash()));
    assert_eq!(test.game.held_by(&[link]), HeldSeats::default(), "the link alone holds no seat");
    assert_eq!(test.game.why_no_seat(PresentedSecret::Some(link), &[link]), Some(NoSeat::Free));
    assert_eq!(test.game.sit(link, test.keys.black, None), Err(Refusal::OwnLink));
    assert_eq!(test.game.sit(link, link, None), Err(Refusal::SharedSecret));
    let Ok((Color::White, Decided::Events(events))) = test.game.sit(link, bob, None) else { panic!() };
    test.happen(1, events);
    let again = LiveGame::of_log(test.game.id(), &test.log).unwrap();
    for game in [&test.game, &again] {
        assert_eq!(game.sit(link, bob, None), Ok((Color::White, Decided::Already)), "the same browser opens it again");
        assert_eq!(game.sit(link, eve, None), Err(Refusal::SeatTaken));
        assert_eq!(game.held_by(&[link, eve]), HeldSeats::default(), "knowing it is not enough either");
        assert_eq!(game.why_no_seat(PresentedSecret::Some(link), &[link, eve]), Some(NoSeat::Taken));
        assert_eq!(game.why_no_seat(PresentedSecret::Some(link), &[link, bob]), None);
        assert_eq!(game.why_no_seat(PresentedSecret::Some(eve), &[eve]), Some(NoSeat::Unknown));
        assert_eq!(game.why_no_seat(PresentedSecret::Garbled, &[]), Some(NoSeat::Unknown));
        assert_eq!(game.why_no_seat(PresentedSecret::None, &[eve]), None, "a spectator");
        assert!(game.held_by(&[test.keys.black]).has(Color::Black), "the creator keeps the secret");
    }
}

#[test]
fn a_spent_link_opens_no_seat_in_the_rematch() {
    let mut test = waiting();
    let (link, bob) = (test.keys.white, Secret::random().hash());
    let Ok((_, Decided::Events(events))) = test.game.sit(link, bob, Some("Bob".to_owned())) else { panic!() };
    test.happen(1, events);
    let (created, seated) = test.game.rematch_game(2);
    let mut again = LiveGame::new(GameId::random(), created, 3).unwrap();
    seated.iter().for_each(|event| again.apply(event, 3).unwrap());
    assert_eq!(again.held_by(&[link]), HeldSeats::default());
    assert!(again.held_by(&[bob]).has(Color::Black) && again.held_by(&[test.keys.black]).has(Color::White));
}

#[test]
fn a_seated_player_can_set_a_name_later() {
    let mut test = waiting();
    let (link, bob) = (test.keys.white, Secret::random().hash());
    let Ok((_, Decided::Events(events))) = test.game.sit(link, bob, None) else { panic!() };
    test.happen(SECOND, events);
    test.place("d3", 2 * SECOND);
    let name = || Some("Bob".to_owned());
    let Ok((_, Decided::Events(events))) = test.game.sit(link, bob, name()) else { panic!() };
    test.happen(5 * SECOND, events);
    assert_eq!(test.game.name(Color::White), Some("Bob"));
    assert_eq!(test.game.sit(link, bob, name()), Ok((Color::White, Decided::Already)));
    assert_eq!(test.game.turn_began(), 2 * SECOND, "the turn continues");
    assert_eq!(test.game.all_holders().len(), 2);
}

#[test]
fn the_pause_before_a_computer_moves_is_not_on_its_clock() {
    let mut test = TestGame::new("human", "level:1", "standard", Some("1m"));
    test.game.created.terms.pace_ms = 5 * SECOND;
    test.place("d3", SECOND);
    assert_eq!(test.game.pause_ends(SECOND), Some(6 * SECOND));
    assert_eq!(test.game.pause_ends(6 * SECOND), None);
    assert_eq!(test.game.pause_ends(0), None, "the system clock was set back");
    assert_eq!(test.game.clock_left(Color::White, 8 * SECOND), Some(Duration::from_secs(58)));
    let event = test.game.computer_moves(Move::Place("c3".parse().unwrap()), 8 * SECOND).unwrap();
    assert!(matches!(event, Event::Moved { ms: 2000, .. }), "{event:?}");
    test.happen(8 * SECOND, vec![event]);
    assert_eq!(test.game.turn_began(), 8 * SECOND, "people need no pause");
}

#[test]
fn a_reopened_seat_stops_the_clocks_until_a_player_joins() {
    let mut test = waiting();
    test.game.clocks = Some(Clocks::new("1m".parse().unwrap()));
    let (link, [bob, ann, new]) = (test.keys.white, [(); 3].map(|()| Secret::random().hash()));
    let Ok((_, Decided::Events(events))) = test.game.sit(link, bob, None) else { panic!() };
    test.happen(0, events);
    let ask = |test: &TestGame, held, gone| {
        test.game.invite_again(held, new, DecisionContext { at: 1, gone: Sides { black: false, white: gone } })
    };
    let black = test.held(Color::Black);
    assert_eq!(ask(&test, HeldSeats::default(), false), Err(Refusal::NotSeated));
    let white = test.game.held_by(&[bob]);
    assert_eq!(ask(&test, white, false), Err(Refusal::NotInvitable), "the creator keeps the seat");
    test.place("d3", 10 * SECOND);
    assert!(ask(&test, black, false).is_ok(), "the opponent has not moved yet");
    let at = 20 * SECOND;
    let moved = Event::Moved { color: Color::White, square: "c3".parse().unwrap(), ms: 0, late: 0, info: None };
    test.happen(at, vec![moved]);
    assert_eq!(ask(&test, black, false), Err(Refusal::NotInvitable));
    let Ok((Color::White, events)) = ask(&test, black, true) else { panic!() };
    test.happen(30 * SECOND, vec![events]);
    assert_eq!((test.game.status(), test.game.deadline()), (GameStatus::Open, None));
    assert_eq!(test.game.held_by(&[bob, link, new]), HeldSeats::default());
    assert_eq!(test.game.sit(link, ann, None), Err(Refusal::WrongSecret));
    let Ok((_, Decided::Events(events))) = test.game.sit(new, ann, None) else { panic!() };
    test.happen(500 * SECOND, events);
    assert_eq!(test.game.clock_left(Color::Black, 500 * SECOND), Some(Duration::from_secs(40)), "60 - 10 - 10");
    assert_eq!(test.game.deadline(), Some(540 * SECOND));
    let again = LiveGame::of_log(test.game.id(), &test.log).unwrap();
    assert_eq!(again.held_by(&[ann]), test.game.held_by(&[ann]));
}

#[test]
fn a_holder_of_both_seats_resigns_for_the_side_to_move() {
    let mut test = TestGame::new("human", "human", "standard", None);
    test.place("d3", 1);
    let both = test.game.held_by(&[test.keys.black, test.keys.white]);
    let around = DecisionContext { at: 2, gone: Sides::of(|_| false) };
    let resigned = test.game.decide(both, Command::Resign, around);
    assert_eq!(resigned, Ok(Decided::Events(vec![Event::Resigned { color: Color::White }])));
}

#[test]
fn moves_of_computers_are_checked_too() {
    let mut test = TestGame::new("human", "greedy", "standard", None);
    assert_eq!(test.game.computer_to_move(), None);
    test.place("d3", 1);
    assert_eq!(test.game.computer_to_move().map(|(color, _)| color), Some(Color::White));
    assert_eq!(test.game.computer_moves("a1".parse().unwrap(), 2), None, "not an illegal one");
    let event = test.game.computer_moves("c3".parse().unwrap(), 9).unwrap();
    assert_eq!(event, Event::Moved { color: Color::White, square: "c3".parse().unwrap(), ms: 8, late: 0, info: None });
}

#[test]
fn a_record_has_the_players_and_the_ending() {
    let mut test = TestGame::new("human", "level:4", "standard", Some("5m"));
    test.place("d3", 3 * SECOND);
    test.does(Color::Black, Command::Resign, 4 * SECOND);
    let record = test.game.record();
    let fields = (record.black.name.as_str(), record.white.name.as_str(), record.date.as_str(), record.clock.as_str());
    assert_eq!(fields, ("Guest", "Level 4", "1970-01-01", "5m"));
    assert_eq!((record.outcome.awarded, record.notes[0].seconds), (Some(Color::White), Some(3.0)));
}

#[test]
fn the_log_of_a_game_is_bounded() {
    let mut test = TestGame::new("human", "greedy", "standard", None);
    let place = Command::Place { ply: 0, square: "d3".parse().unwrap() };
    while test.game.version() < MAX_EVENTS {
        test.does(Color::Black, place, 0);
        test.does(Color::Black, Command::TakeBack, 0);
    }
    test.does(Color::Black, place, 0);
    assert_eq!(test.want(Color::Black, Command::TakeBack, 0), Err(Refusal::TakebackLimit));
    assert!(test.want(Color::Black, Command::Resign, 0).is_ok(), "it can be played on and ended");
}

mod apply;
mod bots;
