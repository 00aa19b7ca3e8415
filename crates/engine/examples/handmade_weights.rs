//! Writes weights without training: mobility, corners and the squares next to them, and discs near
//! the end. In the anti game corners and discs count against their owner; mobility counts the same.
//!
//! Training starts from these weights. They also replace trained weights after a change of the
//! patterns: `cargo run --release -p outflank-engine --example handmade_weights -- FOLDER` writes
//! `standard.bin`, `six.bin`, `standard_anti.bin` and `six_anti.bin` there.

use std::error::Error;
use std::{env, fs};

use outflank_engine::eval::{Layout, MOBILITIES, Model, Pattern, UNIT};
use outflank_rules::{Goal, Square};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = env::args().nth(1).ok_or("which FOLDER should the weights go to?")?;
    fs::create_dir_all(&folder)?;
    let layouts = [
        (Layout::standard(), "standard.bin"),
        (Layout::six(), "six.bin"),
        (Layout::standard_anti(), "standard_anti.bin"),
        (Layout::six_anti(), "six_anti.bin"),
    ];
    for (layout, file) in layouts {
        let phases: Vec<Vec<i16>> = (0..layout.phases()).map(|phase| parameters(&layout, phase)).collect();
        let bytes = Model::new(layout, "made by hand", &phases)?.to_bytes();
        println!("{file}: {} bytes", bytes.len());
        fs::write(format!("{folder}/{file}"), bytes)?;
    }
    Ok(())
}

/// The weights of one phase; `late` goes from 0 at the start to 1 at the end, in few steps to keep
/// the files small.
fn parameters(layout: &Layout, phase: usize) -> Vec<i16> {
    let late = (5 * phase / (layout.phases() - 1)) as f64 / 5.0;
    let sign = if layout.goal() == Goal::Fewest { -1.0 } else { 1.0 };
    let mut parameters = Vec::new();
    for pattern in layout.patterns() {
        let discs = |&state: &u16| sign * pattern_discs(pattern, &digits(pattern, state), late);
        parameters.extend(pattern.samples().iter().map(discs).map(rounded));
    }
    for sign in [1.0, -1.0] {
        parameters.extend((0..MOBILITIES).map(|moves| rounded(sign * mobility_discs(moves, late))));
    }
    parameters.extend([0; 6 + 1]);
    parameters
}

fn rounded(discs: f64) -> i16 {
    (discs * f64::from(UNIT)).round() as i16
}

/// The first moves count most.
fn mobility_discs(moves: usize, late: f64) -> f64 {
    (1.0 - late) * 6.0 * (moves as f64 + 1.0).ln()
}

/// 1 for an own disc, 0 for none, -1 for an opposing one, in the order of the pattern's squares.
fn digits(pattern: &Pattern, state: u16) -> Vec<f64> {
    let squares = 0..pattern.instances()[0].len() as u32;
    squares.map(|rank| f64::from(state / 3u16.pow(rank) % 3) - 1.0).collect()
}

fn pattern_discs(pattern: &Pattern, digits: &[f64], late: f64) -> f64 {
    match pattern.name() {
        "corner 3x3" => (1.0 - late * late) * corner_discs(pattern, digits),
        "edge and X-squares" => late * late * edge_row(pattern, digits) / 2.0,
        name if name.starts_with("row") => late * late * digits.iter().sum::<f64>() / 2.0,
        _ => 0.0,
    }
}

/// A corner is worth much; the squares around an empty one give it away.
fn corner_discs(pattern: &Pattern, digits: &[f64]) -> f64 {
    let on = |name: &str| digits[rank(pattern, name)];
    let corner = on("a1");
    if corner == 0.0 { -3.0 * on("b2") - 1.5 * (on("b1") + on("a2")) } else { 10.0 * corner }
}

/// The discs of the edge without the X-squares. With all rows and columns every square is counted
/// twice.
fn edge_row(pattern: &Pattern, digits: &[f64]) -> f64 {
    let squares = &pattern.instances()[0];
    squares.iter().zip(digits).filter(|(square, _)| square.row() == 0).map(|(_, digit)| digit).sum()
}

fn rank(pattern: &Pattern, name: &str) -> usize {
    let square: Square = name.parse().expect("a square's name");
    pattern.instances()[0].iter().position(|&other| other == square).expect("a square of the pattern")
}
