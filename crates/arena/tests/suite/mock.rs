//! Programs of other protocols as shell scripts. Each answers from a list of moves, one per
//! request.

use std::{fs, path::Path};

use outflank_rules::{Color, Game, Move};

/// The function `next`, which sets `$answer` to the next move.
const NEXT: &str = r#"
dir=$(dirname "$0"); count=0
next() { count=$((count + 1)); answer=$(sed -n "${count}p" "$dir/moves"); }
"#;

/// The console of Edax.
pub(crate) const EDAX: &str = r#"
while read -r command rest; do
    case "$command" in
        go) next; printf '\n\nEdax plays %s\n\n>' "$answer" ;;
        quit) exit ;;
        *) printf '  A B C D E F G H\n>' ;;
    esac
done
"#;

/// Writes a script that knows the moves of Black in a game, as its protocol writes them. Returns
/// its player specification.
pub(crate) fn mock(dir: &Path, protocol: &str, script: &str, known: &Game, written: fn(Move) -> String) -> String {
    let own = known.turns().filter(|(before, mv)| before.turn() == Color::Black && *mv != Move::Pass);
    let moves: String = own.map(|(_, mv)| written(mv) + "\n").collect();
    fs::write(dir.join("moves"), moves).unwrap();
    let path = dir.join("mock.sh");
    fs::write(&path, format!("{NEXT}{script}")).unwrap();
    format!("{protocol}:sh '{}'", path.display())
}

/// A move as the index of its square.
pub(crate) fn index(mv: Move) -> String {
    mv.square().unwrap().index().to_string()
}
