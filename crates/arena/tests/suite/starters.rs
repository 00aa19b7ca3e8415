//! Every starter is built and plays whole games, if its language is installed.

use std::fs;

use outflank_arena::{
    protocol::json::{Code, Fault, ToBot},
    starter::{File, Language},
};
use outflank_rules::{Color, Move, Variant};

use crate::program::{Program, in_folder, is_installed};

fn starter_plays(language: Language) {
    plays(language, &language.files());
}

fn plays(language: Language, files: &[File]) {
    let needed = language.build_command().unwrap_or(language.command());
    if !is_installed(needed) {
        eprintln!("LEFT OUT: the {language} starter, as {needed:?} cannot be run here");
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    for file in files {
        let path = dir.path().join(file.name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, &file.text).unwrap();
    }
    if let Some(build) = language.build_command() {
        let built = in_folder(build, dir.path()).output().unwrap();
        let errors = String::from_utf8_lossy(&built.stderr).into_owned();
        assert!(built.status.success() && errors.is_empty(), "{language}: {errors}");
    }
    let mut program = Program::start(language.command(), dir.path());
    assert!(program.greet().starts_with("My "), "{language}");
    plays_games(&mut program);
    assert!(program.end().success(), "{language}");

    let mut program = Program::start(language.command(), dir.path());
    program.greet();
    assert!(program.hang_up().success(), "{language}");
    #[cfg(unix)]
    crate::doctor::examine(language.command(), dir.path());
}

/// Both colors, boards of all sizes, games with passes, a wrong word in between.
fn plays_games(program: &mut Program) {
    let variants =
        [Variant::STANDARD, Variant::TINY, Variant::SIX, Variant::ANTI, Variant::FREE_CENTRE, Variant::OCTAGON];
    for (seed, variant) in (1..).zip(variants) {
        for color in Color::ALL {
            let game = program.play(variant, color, seed);
            for (position, mv) in game.turns().filter(|(position, mv)| position.turn() == color && *mv != Move::Pass) {
                assert_eq!(Some(&mv), position.moves().first(), "the first legal square");
            }
        }
        let fault = Fault::new(Code::IllegalMove, "a1", "a1 flips nothing for black").with_expected(["d3"]);
        program.say(&ToBot::Error(fault).to_string());
    }
}

#[test]
fn python() {
    starter_plays(Language::Python);
}

#[test]
fn python_with_its_package() {
    plays(Language::Python, &Language::Python.files_with_package().unwrap());
}

#[test]
fn javascript() {
    starter_plays(Language::JavaScript);
}

#[test]
fn java() {
    starter_plays(Language::Java);
}

#[test]
fn c() {
    starter_plays(Language::C);
}

#[test]
fn rust() {
    starter_plays(Language::Rust);
}

#[test]
fn go() {
    starter_plays(Language::Go);
}
