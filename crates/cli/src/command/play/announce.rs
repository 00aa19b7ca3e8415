//! Describes games that do not begin on the standard board.

use outflank_rules::{Bitboard, BoardSpec, Color, FirstMover, Goal, Position, Variant, notation::Notation};

/// `The game is six-parallel: 6x6, black on c3 d3`; `None` for the standard board and start. The
/// first mover and the goal are printed elsewhere.
pub(super) fn game(start: &Position, notation: Notation) -> Option<String> {
    let variant = plain(Variant::from_position(start));
    if variant == Variant::STANDARD {
        return None;
    }
    let name = Variant::NAMED.iter().find(|(_, _, named)| plain(*named) == variant).map(|(name, _, _)| *name);
    let mut text = format!("The game is {}: {}", name.unwrap_or("a custom position"), board(variant.spec()));
    if !variant.spec().free().is_empty() {
        text += ", players take turns to place the first discs on the center";
    } else if name.is_some() && variant != plain(Variant::crossed(variant.spec())) {
        text += &format!(", black on {}", notation.write_squares(variant.discs(Color::Black)));
    }
    Some(text)
}

/// The same board and start, with the standard first mover and goal.
fn plain(variant: Variant) -> Variant {
    variant.with_goal(Goal::Most).with_first(FirstMover::Fixed(Color::Black))
}

fn board(spec: BoardSpec) -> String {
    let size = spec.size();
    let holes: Bitboard = spec.frame() & !spec.area();
    match holes.len() {
        0 => format!("{size}x{size}"),
        1 => format!("{size}x{size} without one of its squares"),
        count => format!("{size}x{size} without {count} of its squares"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(code: &str) -> Option<String> {
        game(&code.parse::<Variant>().unwrap().start_from_seed(1), Notation::Standard)
    }

    #[test]
    fn every_game_but_the_usual_one_is_told() {
        for usual in ["standard", "anti", "random-first", "standard+white-first"] {
            assert_eq!(told(usual), None);
        }
        for (code, text) in [
            ("six+anti", "six: 6x6"),
            ("tiny+white-first", "tiny: 4x4"),
            ("mirrored", "mirrored: 8x8, black on d4 e5"),
            ("six-parallel", "six-parallel: 6x6, black on c3 d3"),
            ("octagon", "octagon: 8x8 without 12 of its squares"),
            ("free-centre", "free-centre: 8x8, players take turns to place the first discs on the center"),
            ("handicap-1", "handicap-1: 8x8, black on a1 e4 d5"),
            ("=#-----/------/--OX--/--XO--/------/------", "a custom position: 6x6 without one of its squares"),
        ] {
            assert_eq!(told(code), Some(format!("The game is {text}")));
        }
    }
}
