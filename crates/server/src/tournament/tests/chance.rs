//! Random commands and events in random order.

use proptest::prelude::*;

use super::*;

/// The next step of a random run. Numbers choose among what exists.
#[derive(Clone, Copy, Debug)]
enum Step {
    Join(u8, u8),
    Lose(u8),
    Leave(u8),
    Add(u8),
    Kick(u8),
    Start,
    Pause,
    Resume,
    Deal(u8),
    End(u8),
    Stop,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        6 => (0..9_u8, 0..9_u8).prop_map(|(name, token)| Step::Join(name, token)),
        1 => any::<u8>().prop_map(Step::Lose),
        1 => any::<u8>().prop_map(Step::Leave),
        2 => any::<u8>().prop_map(Step::Add),
        1 => any::<u8>().prop_map(Step::Kick),
        2 => Just(Step::Start),
        1 => Just(Step::Pause),
        3 => Just(Step::Resume),
        8 => (1..4_u8).prop_map(Step::Deal),
        12 => any::<u8>().prop_map(Step::End),
    ]
}

fn steps() -> impl Strategy<Value = (Vec<Step>, bool)> {
    (prop::collection::vec(step(), 0..120), any::<bool>())
}

fn take(test: &mut TestTournament, step: Step) {
    let picked = |test: &TestTournament, number: u8| {
        let names = test.names();
        names
            .get(usize::from(number) % names.len().max(1))
            .map_or_else(|| "nobody".to_owned(), |name| (*name).to_owned())
    };
    let done = match step {
        Step::Join(name, token) => test.join(&format!("Bot {name}"), token.into()),
        Step::Lose(number) => {
            let lost = test.here.iter().nth(usize::from(number) % test.here.len().max(1)).copied();
            lost.map(|token| test.here.remove(&token));
            Ok(())
        }
        Step::Leave(number) => test.does(Command::Leave { token: hash(usize::from(number % 9)) }),
        Step::Add(number) => {
            let seat = ["random", "greedy", "level:3", "human"][usize::from(number % 4)].parse().unwrap();
            test.does(Command::Add { seat, name: (number > 200).then(|| "bot 3".to_owned()) })
        }
        Step::Kick(number) => test.does(Command::Kick { name: picked(test, number) }),
        Step::Start => test.does(Command::Start),
        Step::Pause => test.does(Command::Pause),
        Step::Resume => test.does(Command::Resume),
        Step::Stop => test.does(Command::Stop),
        Step::Deal(capacity) => {
            let due = test.contest.deals(|_| capacity.into());
            let dealt = due.iter().map(|due| Event::Dealt { number: due.number, game: GameId::random() });
            test.happen(dealt.collect());
            Ok(())
        }
        Step::End(number) => {
            let running = test.running();
            if let Some(number) = running.get(usize::from(number) % running.len().max(1)) {
                test.end(*number);
            }
            Ok(())
        }
    };
    if let Err(refusal) = done {
        assert!(!refusal.to_string().is_empty() && !refusal.code().is_empty());
    }
}

fn distinct(test: &TestTournament) -> bool {
    let names: BTreeSet<String> = test.names().iter().map(|name| name.to_lowercase()).collect();
    let tokens: Vec<SecretHash> = test.contest.entries().iter().filter_map(Entry::token).collect();
    names.len() == test.names().len() && tokens.iter().collect::<BTreeSet<_>>().len() == tokens.len()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn every_prefix_of_a_log_folds_to_an_earlier_state(form in 0..4_usize, (steps, stop) in steps()) {
        let mut test = TestTournament::new(&format!(r#"{{"format":"{}","concurrency":3,"games":1}}"#, forms()[form]));
        let mut states = vec![(test.contest.version(), test.shown())];
        for step in steps.into_iter().chain(stop.then_some(Step::Stop)) {
            take(&mut test, step);
            prop_assert!(distinct(&test));
            states.push((test.contest.version(), test.shown()));
        }
        for (version, shown) in states {
            let log = &test.log[..version as usize];
            let contest = LiveTournament::of_log(test.contest.id(), log).unwrap();
            prop_assert_eq!(super::shown(&contest), shown);
        }
        for cut in 1..test.log.len() {
            prop_assert!(LiveTournament::of_log(test.contest.id(), &test.log[..cut]).is_ok());
        }
    }

    #[test]
    fn the_order_in_which_games_end_changes_nothing(form in 0..4_usize, entrants in 2..9_usize, picks in prop::collection::vec(any::<u8>(), 1..60)) {
        let request = format!(r#"{{"format":"{}","concurrency":5,"games":2,"seed":11}}"#, forms()[form]);
        let [mut first, mut other] = [TestTournament::new(&request), TestTournament::new(&request)];
        for number in 0..entrants {
            first.join(&format!("bot {number}"), number).unwrap();
            other.join(&format!("bot {number}"), number).unwrap();
        }
        first.does(Command::Start).unwrap();
        other.does(Command::Start).unwrap();
        first.play_out();
        let mut picks = picks.into_iter().cycle();
        loop {
            let capacity = usize::from(picks.next().unwrap_or(1) % 4).max(1);
            let due = other.contest.deals(|_| capacity);
            let dealt = due.iter().map(|due| Event::Dealt { number: due.number, game: GameId::random() }).collect();
            other.happen(dealt);
            let running = other.running();
            let Some(number) = running.get(usize::from(picks.next().unwrap_or(0)) % running.len().max(1)) else { break };
            other.end(*number);
        }
        prop_assert_eq!(first.contest.stage(), Stage::Over);
        prop_assert_eq!(other.contest.stage(), Stage::Over);
        let lines = |test: &TestTournament| test.contest.tournament().unwrap().games().map(ToString::to_string).collect::<Vec<_>>();
        prop_assert_eq!(lines(&first), lines(&other));
        let table = |test: &TestTournament| {
            let export = Export::new(&test.contest).unwrap();
            ["standings.csv", "crosstable.csv", "ratings.csv"].map(|name| export.file(name).unwrap())
        };
        prop_assert_eq!(table(&first), table(&other));
    }

    #[test]
    fn no_event_breaks_a_tournament(texts in prop::collection::vec(0..12_usize, 0..60)) {
        let mut test = TestTournament::new(r#"{"players":["greedy","random"]}"#);
        let (name, token) = ("Ann".to_owned(), hash(1));
        for kind in texts {
            let event = match kind {
                0 => Event::Joined { name: name.clone(), token },
                1 => Event::Rejoined { name: name.clone(), token: hash(2) },
                2 => Event::Added { name: name.clone(), seat: "human".parse().unwrap() },
                3 => Event::Left { name: name.clone(), kicked: true },
                4 => Event::Started,
                5 | 6 => Event::Dealt { number: (kind - 5) as u32, game: GameId::random() },
                7 => Event::Paused,
                8 => Event::Resumed,
                9 if test.contest.tournament().is_some() => Event::Ended { line: Box::new(test.line(0)) },
                10 => Event::Over,
                11 => Event::Stopped,
                _ => Event::Left { name: "nobody".to_owned(), kicked: false },
            };
            let before = (test.contest.version(), test.shown());
            if test.contest.apply(&event, 0).is_err() {
                prop_assert_eq!((test.contest.version(), test.shown()), before, "an impossible event changes nothing");
            }
        }
    }
}
