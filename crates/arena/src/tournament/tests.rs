use outflank_rules::Color;

use super::*;
use crate::{Verdict, journal::FoulLine, schedule::TieBreak};

/// A game as it would be stored. The stronger player wins, by more the larger the difference;
/// equals draw.
pub(crate) fn imagined(pending: &PendingGame, strength: impl Fn(usize) -> i64) -> GameLine {
    let margin = strength(pending.pairing.black) - strength(pending.pairing.white);
    let winner = match margin {
        0 => None,
        1.. => Some(Color::Black),
        _ => Some(Color::White),
    };
    let black = u32::try_from((32 + margin).clamp(0, 64)).unwrap();
    GameLine {
        number: pending.number,
        name: format!("r{:02}-{:04}", pending.round, pending.number + 1),
        black: pending.pairing.black,
        white: pending.pairing.white,
        variant: outflank_rules::Variant::STANDARD,
        opening: String::new(),
        moves: "d3c5".to_owned(),
        winner,
        discs: Sides { black, white: 64 - black },
        reason: "played".to_owned(),
        foul: None,
        spent_us: Sides { black: 300_000, white: 60_000 },
        slowest_us: Sides { black: 40_000, white: 5_000 },
        asked: Sides { black: 30, white: 30 },
        times_ms: Vec::new(),
        thoughts: Vec::new(),
        seed: 1,
    }
}

/// Plays to the end; `pick` chooses which of the due games comes next.
fn played(plan: Plan, mut pick: impl FnMut(usize) -> usize) -> Tournament {
    let mut tournament = Tournament::new(plan);
    loop {
        let pending = tournament.pending();
        if pending.is_empty() {
            return tournament;
        }
        let line = imagined(&pending[pick(pending.len()) % pending.len()], |entrant| -(entrant as i64));
        tournament.enter(line).unwrap();
    }
}

fn order(tournament: &Tournament) -> Vec<usize> {
    tournament.table(&TieBreak::usual()).iter().map(StandingsRow::entrant).collect()
}

#[test]
fn every_format_ranks_the_strongest_first_and_plays_the_announced_games() {
    for format in TournamentFormat::ALL {
        for entrants in [2, 3, 7, 16, 20] {
            let tournament = played(Plan::new(format, entrants, 5), |_| 0);
            assert!(tournament.is_over(), "{format} of {entrants}");
            assert_eq!(tournament.games().len(), tournament.total() as usize, "{format} of {entrants}");
            assert_eq!(order(&tournament)[0], 0, "{format} of {entrants}");
        }
    }
    assert_eq!(order(&played(Plan::new(TournamentFormat::RoundRobin, 9, 5), |_| 0)), (0..9).collect::<Vec<_>>());
}

#[test]
fn the_order_in_which_games_end_changes_nothing() {
    for format in TournamentFormat::ALL {
        let plan = Plan { games: 3, ..Plan::new(format, 11, 9) };
        let (first, last) = (played(plan.clone(), |_| 0), played(plan, |count| count - 1));
        assert!(first.games().eq(last.games()), "{format}");
        assert_eq!(order(&first), order(&last));
    }
}

#[test]
fn a_tournament_resumes_after_any_of_its_games() {
    for format in TournamentFormat::ALL {
        let plan = Plan::new(format, 6, 2);
        let whole = played(plan.clone(), |_| 0);
        let half: Vec<GameLine> = whole.games().take(whole.games().len() / 2).cloned().collect();
        let mut resumed = Tournament::resumed(plan, half).unwrap();
        while let Some(pending) = resumed.pending().first() {
            resumed.enter(imagined(pending, |entrant| -(entrant as i64))).unwrap();
        }
        assert!(resumed.games().eq(whole.games()), "{format}");
    }
}

#[test]
fn a_game_of_another_tournament_is_refused() {
    let mut tournament = Tournament::new(Plan::new(TournamentFormat::Swiss, 4, 1));
    let line = imagined(&tournament.pending()[0], |_| 0);
    let exchanged = GameLine { black: line.white, white: line.black, ..line.clone() };
    assert_eq!(tournament.enter(exchanged), Err(RunMismatch { number: 0 }));
    let later = GameLine { number: 9, ..line };
    assert!(tournament.enter(later).unwrap_err().to_string().contains("game 10 does not fit"));
}

#[test]
fn pairings_swap_colors_and_share_openings_per_pair_of_games() {
    let plan = Plan { games: 4, ..Plan::new(TournamentFormat::RoundRobin, 4, 3) };
    let setting = FixtureFactory::new(&plan, OpeningSource::Balanced.starts(&outflank_rules::Variant::STANDARD));
    let pending = Tournament::new(plan).pending();
    let fixtures: Vec<_> = pending.iter().map(|pending| setting.fixture(pending)).collect();
    for pairing in fixtures.chunks(4) {
        assert_eq!(pairing[0].players, pairing[1].players.swapped());
        assert_eq!((&pairing[0].start, &pairing[2].start), (&pairing[1].start, &pairing[3].start));
        assert_ne!(pairing[0].start, pairing[2].start);
        assert_ne!(pairing[0].seed, pairing[1].seed);
    }
    let rounds: Vec<_> = fixtures.chunks(8).collect();
    assert_eq!(rounds[0][0].start, rounds[0][4].start, "meetings of a round play the same openings");
    assert_ne!(rounds[0][0].start, rounds[1][0].start);
}

#[test]
fn games_on_other_boards_start_with_random_moves() {
    let plan = Plan { rounds: 3, ..Plan::new(TournamentFormat::RoundRobin, 2, 3) };
    let six = outflank_rules::Variant::SIX;
    let setting = FixtureFactory::new(&plan, OpeningSource::usual(&six).starts(&six));
    let starts: Vec<_> = Tournament::new(plan).pending().iter().map(|pending| setting.fixture(pending).start).collect();
    assert!(starts.iter().all(|start| start.ply() == 6) && starts[0] == starts[1] && starts[1] != starts[2]);
}

#[test]
fn the_old_spelling_of_knockout_is_read() {
    let stored: TournamentFormat = serde_json::from_str(r#""knock-out""#).unwrap();
    assert_eq!((stored, "knock-out".parse()), (TournamentFormat::KnockOut, Ok(TournamentFormat::KnockOut)));
    for format in TournamentFormat::ALL {
        assert_eq!(serde_json::to_string(&format).unwrap(), format!("{:?}", format.name()));
    }
}

#[test]
fn a_knockout_is_ranked_by_the_round_reached() {
    let mut tournament = Tournament::new(Plan::new(TournamentFormat::KnockOut, 5, 1));
    // The fifth of the list wins everything.
    while let Some(pending) = tournament.pending().first() {
        tournament.enter(imagined(pending, |entrant| if entrant == 4 { 9 } else { -(entrant as i64) })).unwrap();
    }
    let table = tournament.table(&TieBreak::usual());
    let places: Vec<(u32, usize)> = table.iter().map(|place| (place.standing.place, place.entrant())).collect();
    assert_eq!(&places[..2], [(1, 4), (2, 1)], "{places:?}");
    assert_eq!(tournament.total(), 10, "five lose four meetings, and one is for third place");
}

#[test]
fn fouls_time_and_colors_are_counted() {
    let mut tournament = Tournament::new(Plan::new(TournamentFormat::RoundRobin, 2, 1));
    for pending in tournament.pending() {
        let foul = (pending.pairing.black == 1).then(|| FoulLine {
            color: Color::Black,
            verdict: Verdict::IllegalMove,
            detail: "a1 flips nothing".to_owned(),
            bytes: "a1\\n".to_owned(),
        });
        let reason = if foul.is_some() { "illegal-move" } else { "played" }.to_owned();
        tournament.enter(GameLine { foul, reason, ..imagined(&pending, |entrant| -(entrant as i64)) }).unwrap();
    }
    let [good, bad] = &tournament.stats()[..] else { panic!("two take part") };
    assert_eq!((good.wins, good.losses, good.all_fouls()), (2, 0, 0));
    assert_eq!((bad.wins, bad.losses, bad.all_fouls()), (0, 2, 1));
    assert_eq!(bad.fouls[&Verdict::IllegalMove].count, 1);
    assert_eq!(bad.colors, Sides { black: 1, white: 1 });
    assert_eq!((bad.time.moves, bad.time.mean().as_millis(), bad.time.slowest.as_millis()), (60, 6, 40));
}

#[test]
fn pairs_of_games_are_rated_together() {
    let tournament = played(Plan { games: 8, ..Plan::new(TournamentFormat::RoundRobin, 3, 1) }, |_| 0);
    let ratings = tournament.ratings();
    let [group] = ratings.groups() else { panic!("everybody met") };
    assert_eq!(group.ratings.iter().map(|rating| rating.player).collect::<Vec<_>>(), [0, 1, 2]);
    let cell = tournament.cross_table().cell(0, 1);
    assert_eq!((cell.points, cell.games), (Points::of_wins(8), 8));
    assert_eq!(cell.share().map(|share| share.0), Some(1.0));
}

#[test]
fn unplayable_plans_are_refused_with_a_reason() {
    let plan = Plan::new(TournamentFormat::Gauntlet, 5, 0);
    assert_eq!(plan.check(), Ok(()));
    assert!(Plan::new(TournamentFormat::Swiss, 1, 0).check().unwrap_err().to_string().contains("two entrants"));
    assert_eq!(Plan { games: 0, ..plan.clone() }.check(), Err(PlanError::NoGames { rounds: 1, games: 0 }));
    assert!(Plan { challengers: 5, ..plan.clone() }.check().is_err());
    let many = Plan { rounds: u32::MAX, ..plan.clone() }.check().unwrap_err().to_string();
    assert!(many.starts_with("17179869180 pairings of 2 games"), "{many}");
    for format in TournamentFormat::ALL {
        assert!(
            Plan { format, entrants: usize::MAX, rounds: u32::MAX, challengers: 9, ..plan.clone() }.check().is_err()
        );
    }
}
