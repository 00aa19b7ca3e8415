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

fn take(hall: &mut Hall, step: Step) {
    let picked = |hall: &Hall, number: u8| {
        let names = hall.names();
        names
            .get(usize::from(number) % names.len().max(1))
            .map_or_else(|| "nobody".to_owned(), |name| (*name).to_owned())
    };
    let done = match step {
        Step::Join(name, token) => hall.join(&format!("Bot {name}"), token.into()),
        Step::Lose(number) => {
            let lost = hall.here.iter().nth(usize::from(number) % hall.here.len().max(1)).copied();
            lost.map(|token| hall.here.remove(&token));
            Ok(())
        }
        Step::Leave(number) => hall.does(Command::Leave { token: hash(usize::from(number % 9)) }),
        Step::Add(number) => {
            let seat = ["random", "greedy", "level:3", "human"][usize::from(number % 4)].parse().unwrap();
            hall.does(Command::Add { seat, name: (number > 200).then(|| "bot 3".to_owned()) })
        }
        Step::Kick(number) => hall.does(Command::Kick { name: picked(hall, number) }),
        Step::Start => hall.does(Command::Start),
        Step::Pause => hall.does(Command::Pause),
        Step::Resume => hall.does(Command::Resume),
        Step::Stop => hall.does(Command::Stop),
        Step::Deal(capacity) => {
            let due = hall.contest.deals(|_| capacity.into());
            let dealt = due.iter().map(|due| Event::Dealt { number: due.number, game: GameId::random() });
            hall.happen(dealt.collect());
            Ok(())
        }
        Step::End(number) => {
            let running = hall.running();
            if let Some(number) = running.get(usize::from(number) % running.len().max(1)) {
                hall.end(*number);
            }
            Ok(())
        }
    };
    if let Err(refusal) = done {
        assert!(!refusal.to_string().is_empty() && !refusal.code().is_empty());
    }
}

fn distinct(hall: &Hall) -> bool {
    let names: BTreeSet<String> = hall.names().iter().map(|name| name.to_lowercase()).collect();
    let tokens: Vec<SecretHash> = hall.contest.entries().iter().filter_map(Entry::token).collect();
    names.len() == hall.names().len() && tokens.iter().collect::<BTreeSet<_>>().len() == tokens.len()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn a_log_that_is_cut_anywhere_is_the_tournament_as_it_was_then(form in 0..4_usize, (steps, stop) in steps()) {
        let mut hall = Hall::new(&format!(r#"{{"format":"{}","concurrency":3,"games":1}}"#, forms()[form]));
        let mut states = vec![(hall.contest.version(), hall.shown())];
        for step in steps.into_iter().chain(stop.then_some(Step::Stop)) {
            take(&mut hall, step);
            prop_assert!(distinct(&hall));
            states.push((hall.contest.version(), hall.shown()));
        }
        for (version, shown) in states {
            let log = &hall.log[..version as usize];
            let contest = LiveTournament::of_log(hall.contest.id(), log).unwrap();
            prop_assert_eq!(super::shown(&contest), shown);
        }
        for cut in 1..hall.log.len() {
            prop_assert!(LiveTournament::of_log(hall.contest.id(), &hall.log[..cut]).is_ok());
        }
    }

    #[test]
    fn the_order_in_which_games_end_changes_nothing(form in 0..4_usize, entrants in 2..9_usize, picks in prop::collection::vec(any::<u8>(), 1..60)) {
        let wish = format!(r#"{{"format":"{}","concurrency":5,"games":2,"seed":11}}"#, forms()[form]);
        let [mut first, mut other] = [Hall::new(&wish), Hall::new(&wish)];
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
        let lines = |hall: &Hall| hall.contest.tournament().unwrap().games().map(ToString::to_string).collect::<Vec<_>>();
        prop_assert_eq!(lines(&first), lines(&other));
        let table = |hall: &Hall| {
            let export = Export::new(&hall.contest).unwrap();
            ["standings.csv", "crosstable.csv", "ratings.csv"].map(|name| export.file(name).unwrap())
        };
        prop_assert_eq!(table(&first), table(&other));
    }

    #[test]
    fn no_event_breaks_a_tournament(texts in prop::collection::vec(0..12_usize, 0..60)) {
        let mut hall = Hall::new(r#"{"players":["greedy","random"]}"#);
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
                9 if hall.contest.tournament().is_some() => Event::Ended { line: Box::new(hall.line(0)) },
                10 => Event::Over,
                11 => Event::Stopped,
                _ => Event::Left { name: "nobody".to_owned(), kicked: false },
            };
            let before = (hall.contest.version(), hall.shown());
            if hall.contest.apply(&event, 0).is_err() {
                prop_assert_eq!((hall.contest.version(), hall.shown()), before, "an impossible event changes nothing");
            }
        }
    }
}
