//! Draws one of everything into a folder: `cargo run -p outflank-diagram --example gallery -- FOLDER`.

use std::{env, error::Error, fs, path::PathBuf};

use outflank_diagram::{
    Align, Canvas, Card, Chart, Diagram, Film, Hand, Ink, Judged, Mark, Panel, Point, Replay, Theme, Tone,
};
use outflank_rules::{Game, Square, Variant};

/// A whole game, played by us.
const GAME: &str = "f5 d6 c3 d3 c4 f4 f6 f3 e6 e7 d7 c6 b4 g6 b6 c5 g5 d8 d2 e3";

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(env::args_os().nth(1).unwrap_or_else(|| "gallery".into()));
    fs::create_dir_all(&folder)?;
    let mut game = Game::new(Variant::STANDARD.start());
    for mv in GAME.split(' ') {
        if game.play(mv.parse()?).is_err() {
            break;
        }
    }
    for theme in Theme::ALL {
        let board = Diagram::of_game(&game).with_theme(theme).with_legal().with_caption("Ann 10 – 14 Bob");
        fs::write(folder.join(format!("board-{theme}.png")), board.canvas().to_png(480))?;
        fs::write(folder.join(format!("board-{theme}.svg")), board.canvas().to_svg())?;
        let values = values(&game).with_theme(theme);
        fs::write(folder.join(format!("values-{theme}.png")), values.canvas().to_png(480))?;
    }
    fs::write(folder.join("transcript.png"), Diagram::transcript(&game).with_theme(Theme::Print).canvas().to_png(480))?;
    fs::write(folder.join("game.gif"), Film::new(&game).to_gif(320))?;
    fs::write(folder.join("chart.png"), chart().canvas().to_png(960))?;
    fs::write(folder.join("card.png"), card(&game).canvas().to_png(1200))?;
    fs::write(folder.join("letters.png"), letters().to_png(1000))?;
    let review = (0..game.ply()).map(|ply| Some(judged(ply))).collect();
    fs::write(folder.join("replay.html"), Replay::new("Ann against Bob", &game).with_review(review).to_html())?;
    Ok(())
}

fn values(game: &Game) -> Diagram {
    let legal = game.position().legal();
    legal.into_iter().enumerate().fold(Diagram::of_game(game), |diagram, (place, square)| {
        let text = format!("{:+}", 4 - 3 * place as i32).replace('-', "−");
        diagram.with_mark(square, Mark::Value { text, is_exact: place % 2 == 0, is_best: place == 0 })
    })
}

fn chart() -> Chart {
    let tones = [Tone::Plain, Tone::Plain, Tone::Slight, Tone::Plain, Tone::Serious, Tone::Plain, Tone::Grave];
    let points = (1..=60_u16).map(|ply| {
        let x = f32::from(ply);
        Point { x, y: (x / 7.0).sin() * x / 2.0, tone: tones[usize::from(ply) % tones.len()] }
    });
    Chart::new("Ann against Bob", points.collect())
        .with_shade(38.0..=60.0)
        .with_sides("Black is ahead", "White is ahead")
}

fn card(game: &Game) -> Card {
    let panel = |heading: &str, is_better| Panel {
        heading: heading.to_owned(),
        diagram: Diagram::of_game(game).with_mark(Square::new(0, 0).expect("a1"), Mark::Ring),
        notes: vec!["White −6, proven".to_owned(), "White can play on 11 squares, Black on 3".to_owned()],
        is_better,
    };
    Card {
        title: "Move 21: b2 gave away 12 discs".to_owned(),
        subtitle: "Ann against Bob, 2026-11-16".to_owned(),
        panels: [panel("Played: b2", false), panel("Best: c2", true)],
        theme: Theme::Classic,
    }
}

fn judged(ply: usize) -> Judged {
    let is_bad = ply % 5 == 4;
    Judged {
        value: ply as f32 / 2.0 - 5.0,
        is_exact: ply > 12,
        loss: if is_bad { 6.0 } else { 0.0 },
        best: is_bad.then(|| Square::new(2, 2)).flatten(),
        class: if is_bad { "mistake".to_owned() } else { String::new() },
        tone: if is_bad { Tone::Serious } else { Tone::Plain },
    }
}

fn letters() -> Canvas {
    let mut canvas = Canvas::new(1000.0, 300.0, Ink::of(0xffffff));
    let hand = Hand::new(24.0, Ink::of(0)).aligned(Align::Left);
    let lines = [
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        "abcdefghijklmnopqrstuvwxyz",
        "0123456789 +−±×→—·… !\"#$%&'()*,-./",
        ":;<=>?@[\\]^_`{|}~ Grzegorz Łukasz 日本",
    ];
    for (line, text) in (1..).zip(lines) {
        canvas.write(text, (20.0, 50.0 * line as f32), hand);
    }
    canvas.write("Black to move: the quick brown fox jumps over the lazy dog", (20.0, 250.0), hand.bold());
    canvas.write(
        "Black to move: the quick brown fox jumps over the lazy dog",
        (20.0, 280.0),
        Hand { size: 11.0, ..hand },
    );
    canvas
}
