//! Chooses the positions to measure.

use std::io::Read;

use outflank_rules::{Position, rng::SplitMix64};

use crate::{
    BoardKind, Game,
    dataset::{ReadError, Reader},
};

/// The settings of the choice.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The number of positions.
    pub positions: usize,
    /// The minimum and maximum of empty squares; all numbers are about equally frequent.
    pub empties: (u8, u8),
    /// The seed of the random generator.
    pub seed: u64,
}

/// Chooses positions of games; fewer than requested if there are not enough games. Takes at most
/// one per game, so that they are not similar.
pub fn choose<R: Read>(readers: Vec<Reader<R>>, choice: &Choice) -> Result<Vec<Position>, ReadError> {
    let rows = usize::from(choice.empties.1.saturating_sub(choice.empties.0)) + 1;
    let each = choice.positions.div_ceil(rows);
    let mut found: Vec<Vec<Position>> = vec![Vec::new(); rows];
    for reader in readers {
        let header = *reader.header();
        for game in reader {
            let game = match game {
                Ok(game) => game,
                Err(ReadError::Io(cause)) => return Err(ReadError::Io(cause)),
                Err(ReadError::Damage(_)) => continue,
            };
            let row = SplitMix64::of_part(choice.seed ^ header.seed, u64::from(game.number)).below(rows);
            if found[row].len() < each {
                found[row].extend(position(&game, header.kind, u32::from(choice.empties.0) + row as u32));
            } else if found.iter().all(|row| row.len() == each) {
                break;
            }
        }
    }
    Ok(mixed(&found, choice.positions))
}

/// The position of a game with `empties` empty squares, if the side to move has a choice there.
fn position(game: &Game, kind: BoardKind, empties: u32) -> Option<Position> {
    let steps = game.replay(kind).ok()?.steps;
    let mut positions = steps.iter().map(|step| step.position);
    positions.find(|position| position.empties().len() == empties && !position.legal().is_empty())
}

/// Interleaves the numbers of empty squares, so that a stopped run has some of each.
fn mixed(found: &[Vec<Position>], count: usize) -> Vec<Position> {
    let longest = found.iter().map(Vec::len).max().unwrap_or(0);
    (0..longest).flat_map(|number| found.iter().filter_map(move |row| row.get(number))).take(count).copied().collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::deviations::tests::games;

    fn chosen(positions: usize, seed: u64) -> Vec<Position> {
        choose(vec![games(300)], &Choice { positions, empties: (6, 20), seed }).unwrap()
    }

    #[test]
    fn every_number_of_empty_squares_comes_equally_often() {
        let positions = chosen(60, 1);
        assert_eq!(positions.len(), 60);
        for empties in 6..=20 {
            assert_eq!(positions.iter().filter(|position| position.empties().len() == empties).count(), 4);
        }
        assert!(positions.iter().all(|position| !position.legal().is_empty()));
    }

    #[test]
    fn a_seed_decides_and_few_games_give_few_positions() {
        let boards = |seed| -> HashSet<(u64, u64)> {
            chosen(60, seed).iter().map(|position| (position.own().0, position.opp().0)).collect()
        };
        assert_eq!(boards(1), boards(1));
        assert_ne!(boards(1), boards(2));
        assert!((200..=300).contains(&chosen(100_000, 1).len()));
    }
}
