use std::{collections::BTreeMap, ops::ControlFlow, sync::atomic::AtomicBool};

use outflank_rules::Color;

use super::*;
use crate::{
    journal::GameLine,
    runner::GameRunner,
    stat::{Elo, SprtState},
};

fn settings(first: &str, second: &str, pairs: u32) -> MatchSettings {
    MatchSettings { pairs, seed: 5, ..MatchSettings::new(first.parse().unwrap(), second.parse().unwrap()) }
}

/// Plays the rest of a match, at most `most` games.
fn play(settings: &MatchSettings, score: &mut MatchScore, concurrency: usize, most: usize) -> Vec<GameLine> {
    let runner = GameRunner { concurrency, ..settings.runner() };
    let mut lines = Vec::new();
    let fixtures = settings.fixtures(score);
    let _ = runner.play(fixtures, &AtomicBool::default(), |finished| {
        let mut line = GameLine::new(&finished);
        (line.spent_us, line.slowest_us) = Default::default();
        line.times_ms.clear();
        lines.push(line.clone());
        score.count(line);
        if score.is_over() || lines.len() >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    lines
}

fn by_number(lines: Vec<GameLine>) -> BTreeMap<u32, GameLine> {
    lines.into_iter().map(|line| (line.number, line)).collect()
}

#[test]
fn the_same_seed_gives_the_same_games_at_any_concurrency() {
    let settings = settings("random", "greedy", 20);
    let mut score = settings.score();
    let alone = by_number(play(&settings, &mut score, 1, usize::MAX));
    assert_eq!((alone.len(), score.games(), score.uncounted()), (40, 40, 0));
    for concurrency in [2, 7] {
        let mut others = settings.score();
        assert_eq!(by_number(play(&settings, &mut others, concurrency, usize::MAX)), alone);
        assert_eq!((others.evidence(), others.sides()), (score.evidence(), score.sides()));
    }
    let other_seed = MatchSettings { seed: 6, ..settings };
    assert_ne!(by_number(play(&other_seed, &mut other_seed.score(), 2, usize::MAX)), alone);
}

#[test]
fn a_pair_has_one_opening_and_both_colors_and_each_opening_comes_once() {
    let settings = settings("random", "greedy", 300);
    let fixtures: Vec<_> = settings.fixtures(&settings.score()).collect();
    let mut openings = Vec::new();
    for pair in fixtures.chunks(2) {
        assert_eq!(pair[0].start, pair[1].start);
        assert_eq!((pair[0].players, pair[1].players), (pair[1].players.swapped(), pair[0].players.swapped()));
        assert_eq!(pair[0].players.black, 0);
        openings.push(pair[0].start.position());
    }
    let distinct: std::collections::HashSet<_> = openings.iter().collect();
    assert_eq!((openings.len(), distinct.len()), (300, 300));
}

#[test]
fn an_interrupted_match_resumes_with_the_same_games() {
    let settings = settings("random", "mcts:5", 12);
    let mut whole = settings.score();
    let expected = by_number(play(&settings, &mut whole, 1, usize::MAX));
    for cut in [1, 2, 7, 23] {
        let mut score = settings.score();
        let mut lines = play(&settings, &mut score, 3, cut);
        let mut resumed = settings.score();
        lines.iter().for_each(|line| resumed.count(line.clone()));
        lines.extend(play(&settings, &mut resumed, 2, usize::MAX));
        assert_eq!(by_number(lines), expected, "cut after {cut}");
        assert_eq!((resumed.evidence(), resumed.sides()), (whole.evidence(), whole.sides()));
    }
}

#[test]
fn a_test_ends_with_the_same_pair_at_any_concurrency() {
    let sprt = Sprt::new(Elo(0.0), Elo(100.0), 0.05, 0.05).unwrap();
    let settings = MatchSettings { sprt: Some(sprt), ..settings("greedy", "random", 5000) };
    let mut alone = settings.score();
    play(&settings, &mut alone, 1, usize::MAX);
    assert_eq!(alone.verdict(), Some(SprtState::AcceptH1));
    assert!(alone.evidence().pairs() < 500, "{:?}", alone.evidence());
    let mut others = settings.score();
    play(&settings, &mut others, 5, usize::MAX);
    assert_eq!((others.evidence(), others.sides()), (alone.evidence(), alone.sides()));
}

#[test]
fn games_count_in_order_and_only_in_whole_pairs() {
    let settings = settings("random", "greedy", 3);
    let lines = by_number(play(&settings, &mut settings.score(), 1, usize::MAX));
    let mut score = settings.score();
    for (number, pairs, uncounted) in [(5, 0, 1), (4, 0, 2), (0, 0, 3), (1, 1, 2), (3, 1, 3), (2, 3, 0)] {
        score.count(lines[&number].clone());
        assert_eq!((score.games() / 2, score.uncounted()), (pairs, uncounted), "after game {number}");
    }
    assert!(score.is_over());
    let [first, second] = score.sides();
    assert_eq!(first.counts().wins, second.counts().losses);
    assert_eq!(first.by_color.black.wins + first.by_color.black.draws + first.by_color.black.losses, 3);
    let margins = lines.values().map(|line| {
        let color = if line.black == 0 { Color::Black } else { Color::White };
        f64::from(line.discs[color]) - f64::from(line.discs[!color])
    });
    assert!((score.mean_margin().unwrap() - margins.sum::<f64>() / 6.0).abs() < 1e-9);
}

#[test]
fn other_boards_start_with_the_same_random_moves_for_both() {
    for variant in ["tiny", "six", "anti", "octagon", "free-centre", "random-first"] {
        let variant: Variant = variant.parse().unwrap();
        let openings = OpeningSource::usual(&variant);
        let settings = MatchSettings { variant, openings, ..settings("random", "greedy", 20) };
        let fixtures: Vec<_> = settings.fixtures(&settings.score()).collect();
        assert!(fixtures.chunks(2).all(|pair| pair[0].start == pair[1].start && !pair[0].start.is_over()));
        assert!(fixtures[0].start.ply() >= 2 && fixtures[0].start != fixtures[2].start, "{variant}");
    }
}

#[test]
fn settings_round_trip() {
    let lines = ["f5d6c3", "tiny; b1a1"].map(str::to_owned).to_vec();
    let given = OpeningSource::Lines { source: "lines.txt".to_owned(), lines };
    for openings in [OpeningSource::Balanced, OpeningSource::Start, OpeningSource::Random(6), given] {
        let sprt = Some(Sprt::new(Elo(0.0), Elo(10.0), 0.05, 0.1).unwrap());
        let time = Some("1m+2s".parse().unwrap());
        let given_names = [Some("Ann".to_owned()), None];
        let settings = MatchSettings { openings, sprt, time, given_names, ..settings("level:3", "gtp:edax -gtp", 9) };
        assert_eq!(settings.names(), ["Ann", "edax"]);
        let written = serde_json::to_string(&settings).unwrap();
        assert_eq!(serde_json::from_str::<MatchSettings>(&written).unwrap(), settings, "{written}");
    }
}

#[test]
fn an_entrant_can_be_both_players() {
    let settings = settings("greedy", "greedy", 4);
    assert_eq!(settings.names(), ["Greedy", "Greedy 2"]);
    let mut score = settings.score();
    play(&settings, &mut score, 2, usize::MAX);
    assert_eq!(score.evidence().counts, [0, 0, 4, 0, 0], "both games of a pair are the same game");
}

/// Two deterministic players have one pair to play from one opening, however often they play it.
#[test]
fn repeated_games_prove_nothing() {
    let once = MatchSettings { openings: OpeningSource::Start, ..settings("greedy", "minimax:2", 1) };
    let often = MatchSettings { pairs: 30, ..once.clone() };
    let [short, long] = [once, often].map(|settings| {
        let mut score = settings.score();
        play(&settings, &mut score, 2, usize::MAX);
        score
    });
    assert_eq!(
        (long.games(), long.repeats(), long.sides()[0].counts().wins),
        (60, 58, 30 * short.sides()[0].counts().wins)
    );
    assert_eq!((short.repeats(), long.evidence()), (0, short.evidence()));
    // With random players, the same opening gives other games.
    let random = MatchSettings { openings: OpeningSource::Start, ..settings("random", "greedy", 30) };
    let mut score = random.score();
    play(&random, &mut score, 2, usize::MAX);
    assert_eq!(score.repeats(), 0);
}

#[test]
fn a_test_of_repeated_games_ends_undecided() {
    let sprt = Sprt::new(Elo(-5.0), Elo(0.0), 0.05, 0.05).unwrap();
    let settings =
        MatchSettings { sprt: Some(sprt), openings: OpeningSource::Start, ..settings("greedy", "minimax:2", 50_000) };
    let mut score = settings.score();
    play(&settings, &mut score, 2, usize::MAX);
    assert_eq!((score.verdict(), score.evidence().pairs()), (Some(SprtState::Continue), 1));
    assert!(score.is_over() && score.games() < 1000, "{}", score.games());
}

#[test]
fn a_game_of_another_match_is_rejected() {
    let settings = MatchSettings { pairs: 3, ..settings("random", "greedy", 3) };
    let lines = by_number(play(&settings, &mut settings.score(), 1, usize::MAX));
    let fits = settings.fitting();
    assert!(lines.values().all(|line| fits(line).is_ok()));
    let line = lines[&3].clone();
    assert!(lines.values().all(|line| line.seed < 1 << 53), "every spreadsheet holds them");
    assert_eq!(fits(&GameLine { seed: line.seed | 1 << 60, ..line.clone() }), Ok(()), "as older versions wrote it");
    for wrong in [
        GameLine { number: 2, ..line.clone() },
        GameLine { number: 6, ..line.clone() },
        GameLine { black: 7, white: 9, ..line.clone() },
        GameLine { seed: line.seed + 1, ..line.clone() },
        GameLine { opening: "f5d6".to_owned(), ..line.clone() },
        GameLine { opening: String::new(), moves: format!("{}{}", line.opening, line.moves), ..line },
    ] {
        assert_eq!(fits(&wrong), Err(RunMismatch { number: wrong.number }), "{wrong}");
    }
    let shorter = MatchSettings { pairs: 1, ..settings.clone() };
    assert!(shorter.fitting()(&lines[&2]).unwrap_err().to_string().contains("game 3 does not fit"));
}

/// A line waits while the pair before it is incomplete, and its analysis may be most of it.
#[test]
fn analysis_is_not_kept_in_memory() {
    let settings = settings("random", "greedy", 3);
    let mut line = play(&settings, &mut settings.score(), 1, 2).pop().unwrap();
    line.thoughts = vec![crate::journal::Thought { ply: 9, info: serde_json::from_str("{\"text\":\"hm\"}").unwrap() }];
    let mut score = settings.score();
    score.count(GameLine { number: 5, ..line });
    assert!(!format!("{score:?}").contains("hm"));
}
