//! Bots that play, break rules and disconnect.

use outflank_arena::Verdict;

use super::*;
use crate::game::event::BotGameTerms;

/// A game of two bots, with its events.
struct Bots {
    test: TestGame,
    tokens: Sides<SecretHash>,
}

impl Bots {
    fn new(time: Option<&str>, terms: &BotGameTerms) -> Bots {
        let tokens = Sides::of(|_| Secret::random().hash());
        let bots = Sides::of(|color| Some(tokens[color]));
        let created = Created {
            terms: BotGameTerms { bots, ..terms.clone() },
            ..created("bot:Ann", "bot:Bob", "standard", time)
        };
        let event = Event::Created(Box::new(created.clone())).to_json();
        let log = vec![Logged { version: 1, at: 0, event }];
        let game = LiveGame::new(GameId::random(), created, 0).unwrap();
        Bots { test: TestGame { game, log, keys: tokens }, tokens }
    }

    fn game(&self) -> &LiveGame {
        &self.test.game
    }

    fn wants(&self, color: Color, command: BotCommand, at: u64) -> Result<Decided, Refusal> {
        self.game().bot_decides(self.tokens[color], color, command, at)
    }

    fn does(&mut self, color: Color, command: BotCommand, at: u64) {
        let Ok(Decided::Events(events)) = self.wants(color, command, at) else { panic!("{color} may do that") };
        self.test.happen(at, events);
    }

    fn place(&mut self, square: &str, at: u64) {
        let (color, ply) = (self.game().turn().unwrap(), self.game().game().ply());
        self.does(color, BotCommand::Place { ply, square: square.parse().unwrap(), info: None }, at);
    }

    fn fall_due(&mut self, at: u64) {
        let due = self.game().due(at);
        self.test.happen(at, due.into_iter().collect());
    }
}

fn place(ply: usize, square: &str) -> BotCommand {
    BotCommand::Place { ply, square: square.parse().unwrap(), info: None }
}

const GRACE: BotGameTerms = BotGameTerms {
    bots: Sides { black: None, white: None },
    held: false,
    grace_ms: 30 * SECOND,
    missed: Sides { black: false, white: false },
    forfeits: false,
    tournament: None,
    pace_ms: 0,
};

#[test]
fn a_bot_moves_only_with_its_token_in_its_turn() {
    let bots = Bots::new(None, &GRACE);
    assert_eq!(bots.game().bot_to_move(), Some((Color::Black, bots.tokens.black)));
    assert_eq!(bots.wants(Color::White, place(0, "d3"), 1), Err(Refusal::NotYourTurn(Color::Black)));
    let stolen = bots.game().bot_decides(bots.tokens.white, Color::Black, place(0, "d3"), 1);
    assert_eq!(stolen, Err(Refusal::NotSeated));
    assert!(matches!(bots.wants(Color::Black, place(0, "a1"), 1), Err(Refusal::Illegal(_))));
    assert!(matches!(bots.wants(Color::Black, place(0, "d3"), 1), Ok(Decided::Events(_))));
}

#[test]
fn no_move_and_no_clock_before_a_waiting_game_starts() {
    let mut bots = Bots::new(Some("5s/move"), &BotGameTerms { held: true, ..GRACE });
    assert!(bots.game().is_held() && bots.game().bot_to_move().is_none());
    assert_eq!(bots.wants(Color::Black, place(0, "d3"), 1), Err(Refusal::Held));
    bots.fall_due(1000 * SECOND);
    assert_eq!(bots.game().deadline(), None);
    let nobody = HeldSeats::default();
    let around = DecisionContext { at: 1000 * SECOND, gone: Sides::of(|_| false) };
    let Ok(Decided::Events(events)) = bots.game().decide(nobody, Command::Start, around) else { panic!("it begins") };
    bots.test.happen(1000 * SECOND, events);
    assert_eq!(bots.game().deadline(), Some(1005 * SECOND));
    assert_eq!(bots.game().decide(nobody, Command::Start, around), Ok(Decided::Already), "a second click");
    bots.place("d3", 1001 * SECOND);
}

#[test]
fn a_foul_loses_the_game_and_is_stored() {
    let mut bots = Bots::new(None, &GRACE);
    bots.place("d3", 1);
    let foul = BotCommand::Foul { verdict: Verdict::Garbage, got: "\\xff".to_owned(), text: "no move".to_owned() };
    bots.does(Color::White, foul, 2);
    assert_eq!(bots.game().result(), Some(GameResult::Left(Color::White)));
    let foul = bots.game().foul().unwrap();
    assert_eq!((foul.color, foul.verdict, foul.got.as_str()), (Color::White, Verdict::Garbage, "\\xff"));
    assert_eq!(bots.wants(Color::Black, place(1, "c3"), 3), Err(Refusal::Over));
}

#[test]
fn an_absent_bot_uses_its_grace_and_not_its_clock() {
    let mut bots = Bots::new(Some("5s/move"), &GRACE);
    bots.does(Color::Black, BotCommand::Lost, 2 * SECOND);
    assert_eq!(bots.game().deadline(), Some(32 * SECOND), "not the flag, but the grace");
    assert_eq!(bots.wants(Color::Black, BotCommand::Lost, 3 * SECOND), Ok(Decided::Already));
    bots.does(Color::Black, BotCommand::Found, 22 * SECOND);
    assert_eq!(bots.game().deadline(), Some(25 * SECOND), "three seconds were left");
}

#[test]
fn all_absences_share_one_grace() {
    let mut bots = Bots::new(Some("60s/move"), &GRACE);
    bots.does(Color::Black, BotCommand::Lost, 2 * SECOND);
    bots.does(Color::Black, BotCommand::Found, 22 * SECOND);
    bots.place("d3", 23 * SECOND);
    bots.place("c3", 24 * SECOND);
    bots.does(Color::Black, BotCommand::Lost, 24 * SECOND);
    assert_eq!(bots.game().deadline(), Some(34 * SECOND), "twenty seconds of thirty are gone");
    bots.fall_due(34 * SECOND);
    assert_eq!(bots.game().foul().map(|foul| (foul.color, foul.verdict)), Some((Color::Black, Verdict::Absent)));
    assert_eq!(bots.game().result(), Some(GameResult::Left(Color::Black)));
}

#[test]
fn a_second_disconnect_stops_no_clock() {
    let mut bots = Bots::new(Some("5s/move"), &GRACE);
    bots.does(Color::Black, BotCommand::Lost, SECOND);
    bots.does(Color::Black, BotCommand::Found, 7 * SECOND);
    bots.place("d3", 8 * SECOND);
    bots.place("c3", 9 * SECOND);
    bots.does(Color::Black, BotCommand::Lost, 10 * SECOND);
    assert_eq!(bots.game().deadline(), Some(14 * SECOND), "the flag");
    bots.does(Color::Black, BotCommand::Found, 12 * SECOND);
    assert_eq!(bots.game().clock_left(Color::Black, 12 * SECOND), Some(Duration::from_secs(2)));
    bots.place("c4", 13 * SECOND);
    bots.does(Color::Black, BotCommand::Lost, 14 * SECOND);
    bots.place("c5", 15 * SECOND);
    assert_eq!(bots.game().deadline(), Some(20 * SECOND), "also if it was away before its turn");
    bots.fall_due(20 * SECOND);
    assert_eq!(bots.game().result(), Some(GameResult::TimedOut(Color::Black)));
}

#[test]
fn absence_while_the_server_restarts_does_not_count() {
    let mut bots = Bots::new(Some("5s/move"), &GRACE);
    for second in [10, 20, 30] {
        bots.test.happen(second * SECOND, vec![Event::Resumed]);
        bots.does(Color::Black, BotCommand::Lost, second * SECOND);
        bots.does(Color::Black, BotCommand::Found, (second + 3) * SECOND);
    }
    assert_eq!(bots.game().deadline(), Some(38 * SECOND), "nothing was taken off the clock");
}

#[test]
fn a_bot_that_missed_its_last_game_has_a_brief_grace() {
    let missed = Sides { black: true, white: false };
    let mut bots = Bots::new(Some("5s/move"), &BotGameTerms { missed, ..GRACE });
    bots.does(Color::Black, BotCommand::Lost, 0);
    assert_eq!(bots.game().deadline(), Some(5 * SECOND));
    bots.does(Color::Black, BotCommand::Found, 2 * SECOND);
    bots.place("d3", 3 * SECOND);
    bots.does(Color::White, BotCommand::Lost, 4 * SECOND);
    assert_eq!(bots.game().deadline(), Some(34 * SECOND), "the opponent has the whole grace");
    let (again, _) = bots.game().rematch_game(2);
    assert_eq!(again.terms.missed, Sides::default());
}

#[test]
fn absence_in_the_opponents_turn_does_not_count() {
    let mut bots = Bots::new(Some("60s/move"), &GRACE);
    bots.does(Color::White, BotCommand::Lost, SECOND);
    assert_eq!(bots.game().deadline(), Some(60 * SECOND), "Black's flag");
    bots.place("d3", 50 * SECOND);
    assert_eq!(bots.game().deadline(), Some(80 * SECOND), "the grace begins with the turn");
    bots.does(Color::White, BotCommand::Found, 55 * SECOND);
    assert_eq!(bots.game().deadline(), Some(115 * SECOND));
}

#[test]
fn turns_are_forfeited_only_in_games_that_allow_it() {
    let forfeit = |ply| BotCommand::Forfeit { ply, text: "late".to_owned() };
    let bots = Bots::new(None, &GRACE);
    assert_eq!(bots.wants(Color::Black, forfeit(0), 1), Err(Refusal::NoForfeits));
    let mut bots = Bots::new(Some("5s/move"), &BotGameTerms { forfeits: true, ..GRACE });
    assert_eq!(bots.wants(Color::White, forfeit(0), 1), Err(Refusal::NotYourTurn(Color::Black)));
    bots.does(Color::Black, forfeit(0), SECOND);
    assert_eq!(bots.game().turn(), Some(Color::White));
    assert_eq!(bots.game().game().ply(), 1);
    assert_eq!(bots.game().deadline(), Some(6 * SECOND));
    let again = LiveGame::of_log(bots.game().id(), &bots.test.log).unwrap();
    assert_eq!(again.game().position(), bots.game().game().position());
}

#[test]
fn analysis_is_stored_and_taken_back_with_its_move() {
    let mut bots = Bots::new(None, &GRACE);
    let info = Info { text: "a start".to_owned(), ..Info::default() };
    let square = "d3".parse().unwrap();
    bots.does(Color::Black, BotCommand::Place { ply: 0, square, info: Some(Box::new(info.clone())) }, 1);
    assert_eq!(bots.game().thoughts().collect::<Vec<_>>(), [(0, Color::Black, &info)]);
    bots.test.happen(2, vec![Event::TakenBack { ply: 0 }]);
    assert_eq!(bots.game().thoughts().count(), 0);
}

#[test]
fn in_a_rematch_bots_change_sides() {
    let bots = Bots::new(None, &BotGameTerms { held: true, ..GRACE });
    let (again, _) = bots.game().rematch_game(2);
    assert_eq!(again.terms.bots.black, Some(bots.tokens.white));
    assert_eq!(again.seats.black.bot(), Some("Bob"));
    assert!(!again.terms.held);
}
