//! The archive as a person would use a pile of game sheets: every game is replayed, on the board
//! turned in every way.

use std::collections::{BTreeMap, BTreeSet};

use outflank_rules::{Color, Game, Move, Position, Symmetry};
use outflank_server::archive::{ArchivedGame, Decision, GameFilter, Tally};

/// All that tells positions apart.
fn looks(position: &Position) -> impl PartialEq {
    let spec = position.spec();
    let discs = [Color::Black, Color::White].map(|color| position.discs(color));
    (discs, position.turn(), spec.area(), spec.goal(), spec.size(), position.free_squares())
}

fn is_same(one: &Position, other: &Position) -> bool {
    looks(one) == looks(other)
}

/// The ways to turn one position so that it lies as the other.
fn turns(from: &Position, to: &Position) -> Vec<Symmetry> {
    Symmetry::ALL.into_iter().filter(|&symmetry| is_same(&from.transformed(symmetry), to)).collect()
}

/// After how many turns a game came to a position, first.
pub(super) fn ply_of(game: &Game, position: &Position) -> Option<usize> {
    (0..=game.ply()).find(|&ply| !turns(&game.position_at(ply).expect("a ply"), position).is_empty())
}

/// Moves that are the same in a position, by name.
pub(super) type Alike = BTreeSet<String>;

/// What was played in a position, and in how many games nothing was.
pub(super) fn explored<'a>(
    games: impl Iterator<Item = &'a ArchivedGame>,
    position: &Position,
) -> (BTreeMap<Alike, Tally>, u64) {
    let size = position.spec().size();
    let (mut moves, mut ended) = (BTreeMap::new(), 0);
    for past in games {
        let Some(ply) = ply_of(&past.game, position) else { continue };
        let here = past.game.position_at(ply).expect("a ply");
        let Some(mv) = past.game.moves().nth(ply) else {
            ended += 1;
            continue;
        };
        let alike: Alike = turns(&here, position).into_iter().map(|turn| turn.mv(mv, size).to_string()).collect();
        count(moves.entry(alike).or_default(), past.decision());
    }
    (moves, ended)
}

fn count(tally: &mut Tally, decision: Decision) {
    tally.games += 1;
    match decision {
        Decision::Open => {}
        Decision::Black => tally.black += 1,
        Decision::Draw => tally.draws += 1,
        Decision::White => tally.white += 1,
    }
}

/// The start and the moves of a game.
pub(super) fn sheet(past: &ArchivedGame) -> (Position, Vec<Move>) {
    (past.game.start(), past.game.moves().collect())
}

/// Does the search find this game? Names are compared without diacritics.
pub(super) fn is_found(past: &ArchivedGame, search: &GameFilter, called: impl Fn(&str, &str) -> bool) -> bool {
    let sides = [(Color::Black, &past.black, &past.white), (Color::White, &past.white, &past.black)];
    let is_side = |(color, own, other): (Color, &String, &String)| {
        search.color.is_none_or(|wanted| wanted == color)
            && search.player.as_ref().is_none_or(|name| called(own, name))
            && search.opponent.as_ref().is_none_or(|name| called(other, name))
    };
    let day = past.day.to_string();
    sides.into_iter().any(is_side)
        && search.result.is_none_or(|result| past.decision() == result)
        && search.min_plies.is_none_or(|fewest| past.game.ply() >= fewest as usize)
        && search.max_plies.is_none_or(|most| past.game.ply() <= most as usize)
        && search.source.as_ref().is_none_or(|source| *source == past.source)
        && search.variant.is_none_or(|variant| variant.start() == past.game.start())
        && search.position.is_none_or(|position| ply_of(&past.game, &position).is_some())
        && search.from.is_none_or(|from| !day.is_empty() && last_of(&day) >= first_of(&from.to_string()))
        && search.to.is_none_or(|to| !day.is_empty() && first_of(&day) <= last_of(&to.to_string()))
}

/// The first day that a text such as 1999-05 may mean, and the last.
fn first_of(day: &str) -> String {
    day.to_owned() + &"-00-00"[day.len() - 4..]
}

fn last_of(day: &str) -> String {
    match day.len() {
        4 => format!("{day}-12-31"),
        7 => format!("{day}-31"),
        _ => day.to_owned(),
    }
}
