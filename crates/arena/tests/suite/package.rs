//! The Python package: its own tests, and a bot written with it against our rules.

use std::{fs, path::PathBuf};

use outflank_rules::{Color, Variant};

use crate::program::{Program, in_folder, is_installed};

/// A bot that fails where the package's rules differ from the runner's.
const CAREFUL: &str = r#"
import sys
sys.path.insert(0, sys.argv[1])
from outflank_bot import Bot, State

class Careful(Bot):
    name = "Careful"

    def choose(self, state: State) -> str:
        assert state.passed().passed().legal == state.legal, state
        assert all(state.flips(square) or state.count("?") for square in state.legal), state
        return min(state.legal, key=lambda square: len(state.after(square).legal))

Careful().run()
"#;

/// The folder with the package.
const PURELIB: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/starter/package/purelib");

fn folder_of_tests() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "..", "..", "python"].iter().collect()
}

fn is_python_here() -> bool {
    let is_here = is_installed("python3");
    if !is_here {
        eprintln!("LEFT OUT: the Python package, as python3 cannot be run here");
    }
    is_here
}

#[test]
fn its_own_tests_pass() {
    if is_python_here() {
        let run = in_folder("python3 -B -m unittest discover -s tests -t .", &folder_of_tests()).output().unwrap();
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    }
}

#[test]
fn its_rules_match_ours_on_every_board() {
    if !is_python_here() {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("careful.py"), CAREFUL).unwrap();
    let mut program = Program::start(&format!("python3 -B careful.py {PURELIB}"), dir.path());
    assert_eq!(program.greet(), "Careful");
    let variants = [Variant::TINY, Variant::SIX, Variant::OCTAGON, Variant::FREE_CENTRE, Variant::ANTI];
    for (seed, variant) in (1..).zip(variants) {
        program.play(variant, if seed % 2 == 0 { Color::White } else { Color::Black }, seed);
    }
    assert!(program.end().success());
}
