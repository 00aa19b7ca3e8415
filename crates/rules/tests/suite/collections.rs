//! Extreme games and solved positions of the collections agree with the rules.

use outflank_rules::{Color, DiscDiff, FinalScore, Game, Move, Position, Status, Variant};

use crate::{corpora, lines};

fn position(text: &str) -> Position {
    text.parse::<Position>().unwrap()
}

/// The lines of a table without its comments, as fields.
fn table(text: &str, separator: char) -> impl Iterator<Item = Vec<&str>> {
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.map(move |line| line.split(separator).collect())
}

#[test]
fn extreme_games_have_their_published_properties() {
    let Some(text) = corpora::text("extremes/extreme_games.tsv") else { return };
    let mut checked = 0;
    for fields in table(&text, '\t') {
        let game = Game::replay_with_passes_implied(Variant::STANDARD.start(), lines::moves(fields[1])).unwrap();
        let (end, name) = (game.position(), fields[0]);
        let expected = position(fields[2]);
        assert_eq!(end.legal().len().to_string(), fields[3], "{name}");
        assert_eq!(end.discs(Color::Black).len().to_string(), fields[4], "{name}");
        assert_eq!(end.discs(Color::White).len().to_string(), fields[5], "{name}");
        assert_eq!(game.moves().filter(|&mv| mv == Move::Pass).count().to_string(), fields[6], "{name}");
        assert_eq!(end.is_over(), fields[7] == "1", "{name}");
        assert_eq!(end, expected, "{name}");
        checked += 1;
    }
    assert_eq!(checked, 5);
}

#[test]
fn positions_with_34_moves_have_34_moves() {
    let Some(text) = corpora::text("extremes/mobility34_unreachable_positions.txt") else { return };
    let positions: Vec<Position> = text.lines().filter(|line| !line.is_empty()).map(position).collect();
    assert_eq!(positions.len(), 200);
    assert!(positions.iter().all(|position| position.legal().len() == 34));
}

/// The start that a row of the table of solved games names.
fn solved_start(fields: &[&str]) -> Variant {
    let size = fields[0][..1].parse().unwrap();
    let crossed = Variant::of_size(size);
    let variant =
        if fields[1].starts_with("parallel (black b2,c2") { "=----/-XX-/-OO-/----".parse().unwrap() } else { crossed };
    if fields[2].starts_with("reversed") { variant.with_goal(outflank_rules::Goal::Fewest) } else { variant }
}

/// The value for Black of a score as the row counts it.
fn value(score: FinalScore, scoring: &str) -> DiscDiff {
    if scoring == "empties to winner" { score.official_margin() } else { score.utility(Color::Black) }
}

#[test]
fn perfect_lines_end_with_the_stated_score() {
    let Some(text) = corpora::text("solved/solved_values.tsv") else { return };
    let (mut finished, mut replayed) = (0, 0);
    for fields in table(&text, '\t').filter(|fields| !fields[6].is_empty()) {
        let start = solved_start(&fields).start();
        let game = Game::replay_with_passes_implied(start, lines::moves(fields[6])).unwrap();
        replayed += 1;
        if fields[4].is_empty() {
            continue;
        }
        let Status::Over(score) = game.position().status() else { panic!("unfinished: {fields:?}") };
        assert_eq!(value(score, fields[5]).discs().to_string(), fields[3].trim_start_matches('+'), "{fields:?}");
        finished += 1;
    }
    assert_eq!((finished, replayed), (8, 13));
}

/// The value of a small board for Black with best play of both, by looking at every line.
fn solve(position: &Position, scoring: &str) -> i8 {
    let values = position.moves().into_iter().map(|mv| solve(&position.play(mv).unwrap(), scoring));
    match position.status() {
        Status::Over(score) => value(score, scoring).discs(),
        _ if position.turn() == Color::Black => values.max().expect("not over"),
        _ => values.min().expect("not over"),
    }
}

#[test]
fn the_4x4_boards_have_their_known_values() {
    let parallel: Variant = "=----/-XX-/-OO-/----".parse().unwrap();
    for (variant, plain, official) in [(Variant::TINY, -8, -10), (parallel, -3, -4)] {
        assert_eq!(solve(&variant.start(), "plain disc difference"), plain);
        assert_eq!(solve(&variant.start(), "empties to winner"), official);
    }
}

#[test]
fn the_positions_of_the_8x8_proof_have_50_empty_squares_and_a_move() {
    let Some(text) = corpora::text("solved/othello8x8_proof_50empties_2587.csv") else { return };
    let positions: Vec<Position> = table(&text, ',').skip(1).map(|fields| position(fields[0])).collect();
    assert_eq!(positions.len(), 2587);
    for position in positions {
        assert_eq!(position.empties().len(), 50);
        assert!(!position.is_over(), "{position}");
    }
}

#[test]
fn the_openings_of_the_8x8_proof_are_legal() {
    let Some(text) = corpora::text("solved/othello8x8_proven_bounds_ply1-6.csv") else { return };
    for fields in table(&text, ',').skip(1) {
        let game = lines::standard(fields[1]);
        assert_eq!(game.ply().to_string(), fields[0]);
    }
}
