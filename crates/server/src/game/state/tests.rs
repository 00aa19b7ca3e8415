use outflank_arena::Sides;
use outflank_rules::opening;

use super::*;
use crate::{
    game::event::BotGameTerms,
    log::{Logged, secret::Secret},
};

/// A game with a player in each human seat.
struct Sitting {
    table: LiveGame,
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

impl Sitting {
    fn new(black: &str, white: &str, variant: &str, time: Option<&str>) -> Sitting {
        let keys = Sides::of(|_| Secret::random().hash());
        let created = created(black, white, variant, time);
        let seats = created.seats.clone();
        let secrets = Sides::of(|color: Color| seats[color].is_human().then_some(keys[color]));
        let created = Created { secrets, ..created };
        let id = GameId::random();
        let log = vec![Logged { version: 1, at: 0, event: Event::Created(Box::new(created.clone())).to_json() }];
        let mut sitting = Sitting { table: LiveGame::new(id, created, 0).unwrap(), log, keys };
        for color in Color::ALL.into_iter().filter(|&color| seats[color].is_human()) {
            let holder = sitting.keys[color];
            sitting.happen(0, vec![Event::Seated { color, name: None, holder, spent: false }]);
        }
        sitting
    }

    /// Applies events and their follow-ups, and returns all of them.
    fn happen(&mut self, at: u64, events: Vec<Event>) -> Vec<Event> {
        let (mut events, mut happened) = (events.into_iter(), Vec::new());
        while let Some(event) = events.next().or_else(|| self.table.follow_up()) {
            self.table.apply(&event, at).unwrap();
            self.log.push(Logged { version: self.table.version(), at, event: event.to_json() });
            happened.push(event);
        }
        happened
    }

    fn held(&self, color: Color) -> HeldSeats {
        self.table.held_by(&[self.keys[color]])
    }

    fn want(&self, color: Color, command: Command, at: u64) -> Result<Decided, Refusal> {
        self.table.decide(self.held(color), command, DecisionContext { at, gone: Sides::of(|_| false) })
    }

    /// Runs a command that causes events, and applies them.
    fn does(&mut self, color: Color, command: Command, at: u64) -> Vec<Event> {
        let Ok(Decided::Events(events)) = self.want(color, command, at) else { panic!("{command:?} makes events") };
        self.happen(at, events)
    }

    fn place(&mut self, square: &str, at: u64) -> Vec<Event> {
        let (color, ply) = (self.table.turn().unwrap(), self.table.game().ply());
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
fn a_move_is_refused_out_of_turn_out_of_reach_out_of_time_and_from_outside() {
    let mut sitting = Sitting::new("human", "human", "standard", None);
    assert_eq!(sitting.want(Color::White, place(0, "d3"), 1), Err(Refusal::NotYourTurn(Color::Black)));
    assert!(matches!(sitting.want(Color::Black, place(0, "a1"), 1), Err(Refusal::Illegal(_))));
    let stranger = sitting.table.held_by(&[Secret::random().hash()]);
    let around = DecisionContext { at: 1, gone: Sides::of(|_| false) };
    assert_eq!(sitting.table.decide(stranger, place(0, "d3"), around), Err(Refusal::NotSeated));
    sitting.place("d3", 1);
    assert_eq!(sitting.want(Color::Black, place(0, "f5"), 2), Err(Refusal::Stale { ply: 0, now: 1 }));
}

#[test]
fn a_move_sent_twice_is_made_once() {
    let mut sitting = Sitting::new("human", "human", "standard", None);
    sitting.place("d3", 1);
    assert_eq!(sitting.want(Color::Black, place(0, "d3"), 2), Ok(Decided::Already));
    assert_eq!(sitting.want(Color::White, place(0, "d3"), 2), Err(Refusal::Stale { ply: 0, now: 1 }), "not hers");
    assert_eq!(sitting.table.game().ply(), 1);
}

#[test]
fn nobody_moves_before_both_are_there() {
    let mut sitting = Sitting::new("human", "human", "standard", Some("1m"));
    sitting.table.seats.white.holders.clear();
    assert_eq!(sitting.table.status(), GameStatus::Open);
    assert_eq!(sitting.want(Color::Black, place(0, "d3"), 1), Err(Refusal::Open));
}

#[test]
fn a_forced_pass_comes_with_the_move_before_it() {
    let mut sitting = Sitting::new("human", "human", "tiny", None);
    sitting.line("d3 b4 a2 d2 d4 d1 a3 b1 a1 c4");
    let events = sitting.place("a4", 20 * SECOND);
    assert!(matches!(events[..], [Event::Moved { .. }, Event::Passed { color: Color::White }]), "{events:?}");
    assert_eq!(sitting.table.turn(), Some(Color::Black));
}

#[test]
fn the_end_comes_with_the_last_move() {
    let mut sitting = Sitting::new("human", "human", "tiny", None);
    while let Some(turn) = sitting.table.turn() {
        let square = sitting.table.game().position().legal().first().unwrap();
        let ply = sitting.table.game().ply();
        sitting.does(turn, Command::Place { ply, square }, 1);
    }
    assert_eq!(sitting.table.status(), GameStatus::Over);
    assert!(matches!(sitting.table.result(), Some(GameResult::Played(_))));
}

#[test]
fn the_log_gives_the_same_table_again() {
    let mut sitting = Sitting::new("human", "human", "six", Some("5m+3s"));
    let first = sitting.table.game().position().legal().first().unwrap().to_string();
    sitting.place(&first, 4 * SECOND);
    sitting.does(Color::Black, Command::TakeBack, 5 * SECOND);
    sitting.does(Color::White, Command::AnswerTakeback(true), 6 * SECOND);
    sitting.happen(60 * SECOND, vec![Event::Resumed]);
    sitting.place(&first, 61 * SECOND);
    let again = LiveGame::of_log(sitting.table.id(), &sitting.log).unwrap();
    assert_eq!(format!("{again:?}"), format!("{:?}", sitting.table));
    assert_eq!(again.thought(0), Some(SECOND), "the thinking time before the pause does not count");
}

#[test]
fn a_log_that_cannot_be_is_refused_with_its_place() {
    let mut sitting = Sitting::new("human", "human", "standard", None);
    sitting.place("d3", 1);
    let mut log = sitting.log.clone();
    log.push(log.last().unwrap().clone());
    let error = LiveGame::of_log(sitting.table.id(), &log).unwrap_err().to_string();
    assert!(error.contains("event 5"), "{error}");
    assert!(LiveGame::of_log(sitting.table.id(), &[]).is_err());
    assert!(LiveGame::of_log(sitting.table.id(), &log[1..]).is_err());
}

#[test]
fn a_flag_falls_by_itself_and_ends_the_game() {
    let mut sitting = Sitting::new("human", "human", "standard", Some("10s"));
    assert_eq!(sitting.table.deadline(), Some(10 * SECOND));
    sitting.place("d3", 4 * SECOND);
    assert_eq!(sitting.table.deadline(), Some(14 * SECOND));
    assert_eq!(sitting.table.due(14 * SECOND - 1), None);
    let due = sitting.table.due(14 * SECOND).unwrap();
    assert_eq!(due, Event::Flagged { color: Color::White });
    sitting.happen(14 * SECOND, vec![due]);
    assert_eq!(sitting.log.last().unwrap().event, Event::Over.to_json());
    assert_eq!(sitting.table.result(), Some(GameResult::TimedOut(Color::White)));
    assert_eq!((sitting.table.deadline(), sitting.table.turn()), (None, None));
    assert_eq!(sitting.table.clock_left(Color::Black, 99 * SECOND), Some(Duration::from_secs(6)));
}

#[test]
fn time_while_the_server_was_away_is_nobodys() {
    let mut sitting = Sitting::new("human", "human", "standard", Some("10s"));
    sitting.happen(1000 * SECOND, vec![Event::Resumed]);
    assert_eq!(sitting.table.deadline(), Some(1010 * SECOND));
}

#[test]
fn people_ask_for_a_takeback_and_computers_are_not_asked() {
    let mut people = Sitting::new("human", "human", "standard", None);
    assert_eq!(people.want(Color::Black, Command::TakeBack, 1), Err(Refusal::NothingToTakeBack));
    people.line("d3 c3");
    assert_eq!(people.does(Color::Black, Command::TakeBack, 9), [Event::TakebackAsked { color: Color::Black }]);
    assert_eq!(people.want(Color::Black, Command::AnswerTakeback(true), 9), Err(Refusal::NoOffer), "not one's own");
    assert_eq!(people.does(Color::White, Command::AnswerTakeback(true), 9), [Event::TakenBack { ply: 0 }]);
    assert_eq!(people.table.takeback(), None);

    let mut alone = Sitting::new("human", "level:1", "standard", None);
    alone.place("d3", 1);
    assert_eq!(alone.does(Color::Black, Command::TakeBack, 2), [Event::TakenBack { ply: 0 }]);
    assert_eq!(alone.table.turn(), Some(Color::Black));
}

#[test]
fn the_opening_is_named_as_far_as_it_is_known_and_not_further_than_it_is_played() {
    let mut sitting = Sitting::new("human", "human", "standard", None);
    assert_eq!(sitting.table.opening(), None);
    sitting.line("c4 e3 f6 e6 f5 c5 c3");
    assert_eq!(sitting.table.opening(), Some("Stephenson"));
    sitting.place("c6", 8 * SECOND);
    assert_eq!(sitting.table.opening(), opening::name(sitting.table.game()));
    sitting.happen(9 * SECOND, vec![Event::TakenBack { ply: 4 }]);
    assert_eq!(sitting.table.opening(), opening::name(sitting.table.game()));
    assert_ne!(sitting.table.opening(), Some("Stephenson"));
}

#[test]
fn a_move_withdraws_the_question() {
    let mut sitting = Sitting::new("human", "human", "standard", None);
    sitting.place("d3", 1);
    sitting.does(Color::Black, Command::TakeBack, 2);
    sitting.place("c3", 3);
    assert_eq!(sitting.want(Color::White, Command::AnswerTakeback(true), 4), Err(Refusal::NoOffer));
}

#[test]
fn moves_from_before_the_game_are_not_taken_back() {
    let mut sitting = Sitting::new("human", "level:1", "standard", None);
    let mut created = sitting.table.created().clone();
    created.line = vec!["d3".parse().unwrap(), "c3".parse().unwrap()];
    sitting.table = LiveGame::new(GameId::random(), created, 0).unwrap();
    assert_eq!(sitting.table.takeback_ply(sitting.held(Color::Black)), None);
}

#[test]
fn only_the_game_of_somebody_who_is_gone_can_be_claimed() {
    let mut sitting = Sitting::new("human", "human", "standard", None);
    let around = DecisionContext { at: 1, gone: Sides { black: false, white: true } };
    let claim = |sitting: &Sitting, color| sitting.table.decide(sitting.held(color), Command::Claim, around);
    assert_eq!(claim(&sitting, Color::Black), Err(Refusal::NotClaimable), "as long as it is one's own turn");
    sitting.place("d3", 1);
    assert_eq!(sitting.want(Color::Black, Command::Claim, 1), Err(Refusal::NotClaimable), "she is here");
    let claimed = claim(&sitting, Color::Black);
    assert_eq!(claimed, Ok(Decided::Events(vec![Event::Claimed { color: Color::Black }])));
    assert_eq!(claim(&sitting, Color::White), Err(Refusal::NotClaimable));
}

#[test]
fn a_rematch_swaps_colors_and_keeps_seats() {
    let mut sitting = Sitting::new("human", "human", "standard", None);
    assert_eq!(sitting.want(Color::Black, Command::Rematch, 1), Err(Refusal::NotOver));
    sitting.does(Color::White, Command::Resign, 1);
    sitting.does(Color::Black, Command::Rematch, 2);
    assert_eq!(sitting.want(Color::Black, Command::Rematch, 2), Ok(Decided::Already));
    assert_eq!(sitting.want(Color::White, Command::Rematch, 2), Ok(Decided::NewGame));
    let (created, seated) = sitting.table.rematch_game(2);
    let mut again = LiveGame::new(GameId::random(), created, 3).unwrap();
    for event in &seated {
        again.apply(event, 3).unwrap();
    }
    assert!(again.held_by(&[sitting.keys.black]).has(Color::White));
    assert_eq!((again.status(), again.created().previous), (GameStatus::Playing, Some(sitting.table.id())));
}

#[test]
fn ones_own_seat_is_taken_by_its_secret_alone_and_by_few() {
    let sitting = Sitting::new("human", "level:1", "standard", None);
    let secret = sitting.keys.black;
    assert_eq!(sitting.table.sit(Secret::random().hash(), secret, None), Err(Refusal::WrongSecret));
    assert_eq!(sitting.table.sit(secret, secret, None), Ok((Color::Black, Decided::Already)));
    let mut table = sitting.table.clone();
    for _ in 1..MAX_HOLDERS {
        let Ok((_, Decided::Events(events))) = table.sit(secret, Secret::random().hash(), None) else { panic!() };
        table.apply(&events[0], 1).unwrap();
    }
    assert_eq!(table.sit(secret, Secret::random().hash(), None), Err(Refusal::SeatFull));
}

/// A game whose white seat is free. The creator holds the secret of the black seat.
fn waiting() -> Sitting {
    let mut sitting = Sitting::new("human", "human", "standard", None);
    let (created, black) = (sitting.table.created().clone(), sitting.keys.black);
    let created_event = Event::Created(Box::new(created.clone())).to_json();
    sitting.table = LiveGame::new(sitting.table.id(), created, 0).unwrap();
    sitting.log = vec![Logged { version: 1, at: 0, event: created_event }];
    let made = Event::Seated { color: Color::Black, name: None, holder: black, spent: false };
    sitting.happen(0, vec![made]);
    sitting
}

#[test]
fn a_link_seats_the_first_who_opens_it_and_nobody_else() {
    let mut sitting = waiting();
    let (link, [bob, eve]) = (sitting.keys.white, [(); 2].map(|()| Secret::random().hash()));
    assert_eq!(sitting.table.held_by(&[link]), HeldSeats::default(), "the link alone holds no seat");
    assert_eq!(sitting.table.why_no_seat(PresentedSecret::Some(link), &[link]), Some(NoSeat::Free));
    assert_eq!(sitting.table.sit(link, sitting.keys.black, None), Err(Refusal::OwnLink));
    assert_eq!(sitting.table.sit(link, link, None), Err(Refusal::SharedSecret));
    let Ok((Color::White, Decided::Events(events))) = sitting.table.sit(link, bob, None) else { panic!() };
    sitting.happen(1, events);
    let again = LiveGame::of_log(sitting.table.id(), &sitting.log).unwrap();
    for table in [&sitting.table, &again] {
        assert_eq!(table.sit(link, bob, None), Ok((Color::White, Decided::Already)), "the same browser opens it again");
        assert_eq!(table.sit(link, eve, None), Err(Refusal::SeatTaken));
        assert_eq!(table.held_by(&[link, eve]), HeldSeats::default(), "knowing it is not enough either");
        assert_eq!(table.why_no_seat(PresentedSecret::Some(link), &[link, eve]), Some(NoSeat::Taken));
        assert_eq!(table.why_no_seat(PresentedSecret::Some(link), &[link, bob]), None);
        assert_eq!(table.why_no_seat(PresentedSecret::Some(eve), &[eve]), Some(NoSeat::Unknown));
        assert_eq!(table.why_no_seat(PresentedSecret::Garbled, &[]), Some(NoSeat::Unknown));
        assert_eq!(table.why_no_seat(PresentedSecret::None, &[eve]), None, "a spectator");
        assert!(table.held_by(&[sitting.keys.black]).has(Color::Black), "the creator keeps the secret");
    }
}

#[test]
fn a_spent_link_opens_no_seat_in_the_rematch() {
    let mut sitting = waiting();
    let (link, bob) = (sitting.keys.white, Secret::random().hash());
    let Ok((_, Decided::Events(events))) = sitting.table.sit(link, bob, Some("Bob".to_owned())) else { panic!() };
    sitting.happen(1, events);
    let (created, seated) = sitting.table.rematch_game(2);
    let mut again = LiveGame::new(GameId::random(), created, 3).unwrap();
    seated.iter().for_each(|event| again.apply(event, 3).unwrap());
    assert_eq!(again.held_by(&[link]), HeldSeats::default());
    assert!(again.held_by(&[bob]).has(Color::Black) && again.held_by(&[sitting.keys.black]).has(Color::White));
}

#[test]
fn who_sits_may_say_later_how_he_is_called() {
    let mut sitting = waiting();
    let (link, bob) = (sitting.keys.white, Secret::random().hash());
    let Ok((_, Decided::Events(events))) = sitting.table.sit(link, bob, None) else { panic!() };
    sitting.happen(SECOND, events);
    sitting.place("d3", 2 * SECOND);
    let name = || Some("Bob".to_owned());
    let Ok((_, Decided::Events(events))) = sitting.table.sit(link, bob, name()) else { panic!() };
    sitting.happen(5 * SECOND, events);
    assert_eq!(sitting.table.name(Color::White), Some("Bob"));
    assert_eq!(sitting.table.sit(link, bob, name()), Ok((Color::White, Decided::Already)));
    assert_eq!(sitting.table.turn_began(), 2 * SECOND, "the turn continues");
    assert_eq!(sitting.table.all_holders().len(), 2);
}

#[test]
fn the_pause_before_a_computer_moves_is_not_on_its_clock() {
    let mut sitting = Sitting::new("human", "level:1", "standard", Some("1m"));
    sitting.table.created.terms.pace_ms = 5 * SECOND;
    sitting.place("d3", SECOND);
    assert_eq!(sitting.table.pause_ends(SECOND), Some(6 * SECOND));
    assert_eq!(sitting.table.pause_ends(6 * SECOND), None);
    assert_eq!(sitting.table.pause_ends(0), None, "the system clock was set back");
    assert_eq!(sitting.table.clock_left(Color::White, 8 * SECOND), Some(Duration::from_secs(58)));
    let event = sitting.table.computer_moves(Move::Place("c3".parse().unwrap()), 8 * SECOND).unwrap();
    assert!(matches!(event, Event::Moved { ms: 2000, .. }), "{event:?}");
    sitting.happen(8 * SECOND, vec![event]);
    assert_eq!(sitting.table.turn_began(), 8 * SECOND, "people need no pause");
}

#[test]
fn a_seat_that_is_opened_again_stops_the_clocks_until_somebody_comes() {
    let mut sitting = waiting();
    sitting.table.clocks = Some(Clocks::new("1m".parse().unwrap()));
    let (link, [bob, ann, new]) = (sitting.keys.white, [(); 3].map(|()| Secret::random().hash()));
    let Ok((_, Decided::Events(events))) = sitting.table.sit(link, bob, None) else { panic!() };
    sitting.happen(0, events);
    let ask = |sitting: &Sitting, held, gone| {
        sitting.table.invite_again(held, new, DecisionContext { at: 1, gone: Sides { black: false, white: gone } })
    };
    let black = sitting.held(Color::Black);
    assert_eq!(ask(&sitting, HeldSeats::default(), false), Err(Refusal::NotSeated));
    let white = sitting.table.held_by(&[bob]);
    assert_eq!(ask(&sitting, white, false), Err(Refusal::NotInvitable), "the creator keeps the seat");
    sitting.place("d3", 10 * SECOND);
    assert!(ask(&sitting, black, false).is_ok(), "the opponent has not moved yet");
    let at = 20 * SECOND;
    let moved = Event::Moved { color: Color::White, square: "c3".parse().unwrap(), ms: 0, late: 0, info: None };
    sitting.happen(at, vec![moved]);
    assert_eq!(ask(&sitting, black, false), Err(Refusal::NotInvitable));
    let Ok((Color::White, events)) = ask(&sitting, black, true) else { panic!() };
    sitting.happen(30 * SECOND, vec![events]);
    assert_eq!((sitting.table.status(), sitting.table.deadline()), (GameStatus::Open, None));
    assert_eq!(sitting.table.held_by(&[bob, link, new]), HeldSeats::default());
    assert_eq!(sitting.table.sit(link, ann, None), Err(Refusal::WrongSecret));
    let Ok((_, Decided::Events(events))) = sitting.table.sit(new, ann, None) else { panic!() };
    sitting.happen(500 * SECOND, events);
    assert_eq!(sitting.table.clock_left(Color::Black, 500 * SECOND), Some(Duration::from_secs(40)), "60 - 10 - 10");
    assert_eq!(sitting.table.deadline(), Some(540 * SECOND));
    let again = LiveGame::of_log(sitting.table.id(), &sitting.log).unwrap();
    assert_eq!(again.held_by(&[ann]), sitting.table.held_by(&[ann]));
}

#[test]
fn one_who_holds_both_seats_resigns_for_the_side_to_move() {
    let mut sitting = Sitting::new("human", "human", "standard", None);
    sitting.place("d3", 1);
    let both = sitting.table.held_by(&[sitting.keys.black, sitting.keys.white]);
    let around = DecisionContext { at: 2, gone: Sides::of(|_| false) };
    let resigned = sitting.table.decide(both, Command::Resign, around);
    assert_eq!(resigned, Ok(Decided::Events(vec![Event::Resigned { color: Color::White }])));
}

#[test]
fn the_computer_moves_through_the_same_door() {
    let mut sitting = Sitting::new("human", "greedy", "standard", None);
    assert_eq!(sitting.table.computer_to_move(), None);
    sitting.place("d3", 1);
    assert_eq!(sitting.table.computer_to_move().map(|(color, _)| color), Some(Color::White));
    assert_eq!(sitting.table.computer_moves("a1".parse().unwrap(), 2), None, "not an illegal one");
    let event = sitting.table.computer_moves("c3".parse().unwrap(), 9).unwrap();
    assert_eq!(event, Event::Moved { color: Color::White, square: "c3".parse().unwrap(), ms: 8, late: 0, info: None });
}

#[test]
fn a_record_tells_who_played_and_how_it_ended() {
    let mut sitting = Sitting::new("human", "level:4", "standard", Some("5m"));
    sitting.place("d3", 3 * SECOND);
    sitting.does(Color::Black, Command::Resign, 4 * SECOND);
    let record = sitting.table.record();
    let fields = (record.black.name.as_str(), record.white.name.as_str(), record.date.as_str(), record.clock.as_str());
    assert_eq!(fields, ("Guest", "Level 4", "1970-01-01", "5m"));
    assert_eq!((record.outcome.awarded, record.notes[0].seconds), (Some(Color::White), Some(3.0)));
}

#[test]
fn no_game_grows_without_end() {
    let mut sitting = Sitting::new("human", "greedy", "standard", None);
    let place = Command::Place { ply: 0, square: "d3".parse().unwrap() };
    while sitting.table.version() < MAX_EVENTS {
        sitting.does(Color::Black, place, 0);
        sitting.does(Color::Black, Command::TakeBack, 0);
    }
    sitting.does(Color::Black, place, 0);
    assert_eq!(sitting.want(Color::Black, Command::TakeBack, 0), Err(Refusal::TakebackLimit));
    assert!(sitting.want(Color::Black, Command::Resign, 0).is_ok(), "it can be played on and ended");
}

mod apply;
mod bots;
