//! Whether states can be reached: no answer may be wrong.

use outflank_rules::{
    Bitboard, Color, Game, Setup, Variant,
    reach::{self, Budget, Reachability},
};

/// Small, so that thousands of states are judged in a run.
const BUDGET: Budget = Budget { forward: 300, backward: 10 };

/// Later positions take long to judge with any budget.
const PLIES: usize = 24;

/// The first byte picks a variant. After an even second byte, sixteen bytes are the bits of a
/// state; a game found for it must reach it. After an odd one, the rest picks the moves of a game,
/// whose end must not be called impossible.
pub fn reach(bytes: &[u8]) {
    let [first, kind, rest @ ..] = bytes else { return };
    let (_, _, variant) = Variant::NAMED[usize::from(*first) % Variant::NAMED.len()];
    if kind % 2 == 0 {
        let turn = if kind & 2 == 0 { Color::Black } else { Color::White };
        let (black, white) = (squares(rest), squares(rest.get(8..).unwrap_or_default()));
        judge(&Setup { black, white, turn, spec: variant.spec() }, &variant);
    } else {
        let end = Setup::from(played(&variant, rest).position());
        assert!(
            !matches!(judge(&end, &variant), Reachability::Impossible(_)),
            "reached, yet called impossible: {end:?}"
        );
    }
}

fn squares(bytes: &[u8]) -> Bitboard {
    Bitboard(bytes.iter().take(8).enumerate().fold(0, |set, (row, &byte)| set | u64::from(byte) << (8 * row)))
}

fn played(variant: &Variant, picks: &[u8]) -> Game {
    let mut game = Game::new(variant.start());
    for &pick in picks.iter().take(PLIES) {
        let moves = game.position().moves();
        if moves.is_empty() {
            break;
        }
        game.play(moves[usize::from(pick) % moves.len()]).expect("a listed move is legal");
    }
    game
}

fn judge(setup: &Setup, variant: &Variant) -> Reachability {
    let verdict = reach::judge(setup, variant, BUDGET);
    match &verdict {
        Reachability::Possible(game) => leads_there(game, setup),
        Reachability::Impossible(reasons) => assert!(reasons.iter().all(|reason| !reason.to_string().is_empty())),
        Reachability::Undecided { .. } => {}
    }
    verdict
}

/// In a finished game it does not matter whose turn the setup says it is.
fn leads_there(game: &Game, setup: &Setup) {
    let end = game.position();
    assert_eq!((end.discs(Color::Black), end.discs(Color::White)), (setup.black, setup.white));
    assert!(end.turn() == setup.turn || end.is_over());
    Game::replay(game.start(), game.moves()).expect("a witness is a game");
}
