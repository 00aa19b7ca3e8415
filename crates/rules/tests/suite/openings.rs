//! Opening names: the table is sound, and names are found however a position came about.

use std::collections::{HashMap, HashSet};

use outflank_rules::{Color, Game, Goal, Position, Setup, Symmetry, Variant, opening};

use crate::{corpora, lines};

fn games() -> impl Iterator<Item = (&'static opening::Opening, Game)> {
    opening::all().iter().map(|opening| (opening, lines::standard(opening.line())))
}

#[test]
fn every_line_is_legal_and_finds_its_own_name() {
    for (opening, game) in games() {
        assert_eq!(opening::of_game(&game), Some((opening, game.ply())));
        assert_eq!(opening::of_position(&game.position()), Some(opening));
        assert!(opening.moves().eq(game.moves()));
    }
}

#[test]
fn no_position_and_no_name_is_in_the_table_twice() {
    let positions: HashSet<Position> = games().map(|(_, game)| game.position().canonical().0).collect();
    assert_eq!(positions.len(), opening::all().len());
    let names = || opening::all().iter().flat_map(|opening| opening.aliases().iter().copied().chain([opening.name()]));
    let distinct: HashSet<&str> = names().collect();
    assert_eq!(distinct.len(), names().count());
    assert!(names().all(|name| name.trim() == name && !name.starts_with(|c: char| c.is_lowercase())));
}

#[test]
fn names_are_found_under_every_symmetry() {
    for (opening, game) in games() {
        for symmetry in Symmetry::ALL {
            let image = game.position().transformed(symmetry);
            assert_eq!(opening::of_position(&image), Some(opening), "{opening}");
            let start = game.start().transformed(symmetry);
            let turned = Game::replay(start, game.moves().map(|mv| symmetry.mv(mv, 8))).unwrap();
            assert_eq!(opening::of_game(&turned), Some((opening, game.ply())), "{opening}");
        }
    }
}

#[test]
fn names_are_found_under_transposition() {
    for order in ["f5 d6 c3 d3 c4", "f5 d6 c4 d3 c3", "d3 c5 f6 f5 e6"] {
        let game = lines::standard(order);
        assert_eq!(opening::of_game(&game).map(|(opening, ply)| (opening.name(), ply)), Some(("Tiger", 5)), "{order}");
    }
}

#[test]
fn the_last_named_position_of_a_game_counts() {
    let named = |line: &str| opening::of_game(&lines::standard(line)).map(|(opening, ply)| (opening.name(), ply));
    assert_eq!(named(""), None);
    assert_eq!(named("f5"), None);
    assert_eq!(named("f5 d6"), Some(("Perpendicular", 2)));
    assert_eq!(named("f5 d6 c3 d3 c4 f4"), Some(("Tiger", 5)));
    assert_eq!(named("f5 d6 c3 d3 c4 f4 f6"), Some(("Stephenson", 7)));
    let mut game = lines::standard("f5 d6 c3 d3 c4");
    game.undo();
    assert_eq!(opening::name(&game), Some("Perpendicular"), "undone moves do not count");
}

#[test]
fn colors_are_not_exchanged() {
    let tiger = lines::standard("f5 d6 c3 d3 c4").position();
    let swapped = Setup {
        black: tiger.discs(Color::White),
        white: tiger.discs(Color::Black),
        turn: !tiger.turn(),
        spec: tiger.spec(),
    };
    assert_eq!(opening::of_position(&swapped.validate().unwrap()), None);
    assert_eq!(opening::of_position(&tiger.with_turn(Color::Black)), None);
}

#[test]
fn other_boards_have_no_names() {
    let tiger = Setup::from(lines::standard("f5 d6 c3 d3 c4").position());
    let on_octagon = Setup { spec: Variant::OCTAGON.spec(), ..tiger };
    assert_eq!(opening::of_position(&on_octagon.validate().unwrap()), None);
    for (size, moves) in [(4, "b1 a1 a2 c1"), (6, "c2 b4 c5 d2")] {
        let game = Game::replay(Variant::of_size(size).start(), lines::moves(moves)).unwrap();
        assert_eq!(opening::of_game(&game), None);
    }
    let anti = Setup { spec: tiger.spec.with_goal(Goal::Fewest), ..tiger };
    assert_eq!(opening::of_position(&anti.validate().unwrap()).map(opening::Opening::name), Some("Tiger"));
}

/// A name without case, and without what the table leaves off.
fn plain(name: &str) -> String {
    let name = name.trim().to_lowercase().replace('.', "");
    if name.contains("-move") || name.contains("-square") { name } else { name.replace(" opening", "") }
}

#[test]
fn the_table_holds_all_english_names_of_the_collections() {
    let Some(text) = corpora::text("openings/named_openings.tsv") else { return };
    let table: HashMap<String, &str> = opening::all()
        .iter()
        .flat_map(|opening| {
            opening.aliases().iter().copied().chain([opening.name()]).map(|name| (plain(name), opening.line()))
        })
        .collect();
    let rows = text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect::<Vec<_>>());
    for row in rows.filter(|row| row[2] == "en") {
        for name in row[1].split(',') {
            assert_eq!(table.get(&plain(name)), Some(&row[0]), "{name}");
        }
    }
}

#[test]
fn named_positions_of_the_collections_are_found() {
    let Some(text) = corpora::text("openings/egaroucid_english_positions.txt") else { return };
    for line in text.lines().filter(|line| !line.is_empty()) {
        let (cells, name) = line.split_at(64);
        let position = cells.parse::<Position>().unwrap();
        let opening = opening::of_position(&position).unwrap_or_else(|| panic!("{name} is not found"));
        let names = [opening.name()].into_iter().chain(opening.aliases().iter().copied());
        assert!(names.map(plain).any(|known| known == plain(name)), "{name} is called {opening}");
    }
}
