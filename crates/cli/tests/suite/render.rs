//! `outflank render`, and the page of `outflank analyse`. The crate `outflank-diagram` tests the
//! pictures.

use std::{fs, path::Path};

use tempfile::tempdir;

use crate::harness::{outflank, outflank_with_input};

const GAME: &str = "f5d6c3d3c4";

fn rendered(args: &[&str], name: &str) -> Vec<u8> {
    let folder = tempdir().expect("a folder");
    let path = folder.path().join(name);
    let path = path.to_str().expect("a plain name");
    outflank(&[&["render"], args, &["-o", path]].concat()).ok();
    fs::read(path).expect("the picture was written")
}

/// The width and height in the header of a PNG.
fn png_size(bytes: &[u8]) -> (u32, u32) {
    let number = |from: usize| u32::from_be_bytes(bytes[from..from + 4].try_into().expect("four bytes"));
    (number(16), number(20))
}

#[test]
fn the_file_extension_sets_the_kind_of_picture() {
    let svg = String::from_utf8(rendered(&[GAME], "board.svg")).expect("text");
    assert!(svg.contains("6 black and 3 white discs, white to move, last move c4"), "{svg}");
    assert_eq!(png_size(&rendered(&[GAME, "--width", "300"], "board.PNG")), (300, 300));
    let gif = rendered(&[GAME, "--width", "100"], "game.gif");
    assert!(gif.starts_with(b"GIF89a") && gif.ends_with(&[0x3b]));
    let page = String::from_utf8(rendered(&[GAME], "game.htm")).expect("text");
    assert!(page.contains("<title>Black against White</title>") && page.contains("\"move\":\"c4\""), "{page}");
}

#[test]
fn without_a_file_the_picture_goes_on_through_a_pipe() {
    assert!(outflank(&["render", GAME]).ok().starts_with("<svg "));
    assert!(outflank_with_input(&["render", "--as", "html", "-o", "-"], GAME).ok().starts_with("<!doctype html>"));
}

#[test]
fn marks_values_themes_and_captions_change_the_picture() {
    let plain = outflank(&["render", GAME]).ok();
    let options: [&[&str]; 7] = [
        &["--legal"],
        &["--values", "--depth", "2"],
        &["--mark", "a1"],
        &["--mark", "a1=A"],
        &["--theme", "print"],
        &["--caption", "A problem"],
        &["--transcript"],
    ];
    let pictures = options.map(|options| outflank(&[&["render", GAME], options].concat()).ok());
    for (place, picture) in pictures.iter().enumerate() {
        assert_ne!(*picture, plain, "{:?}", options[place]);
        assert!(!pictures[..place].contains(picture), "{:?}", options[place]);
    }
}

#[test]
fn a_game_becomes_a_graph() {
    let args = ["render", "b1a1a2c1", "--size", "4", "--chart"];
    let svg = outflank(&args).ok();
    assert!(svg.contains("<title>Black against White</title>"), "{svg}");
    assert_ne!(svg, outflank(&args[..4]).ok());
    let png = rendered(&["b1a1a2c1", "--size", "4", "--chart", "--width", "320"], "graph.png");
    assert_eq!(png_size(&png), (320, 130));
    assert!(outflank(&["render", "f5", "--chart"]).failed(2).contains("fewer than two moves"));
    assert!(outflank(&["render", GAME, "--chart", "--as", "gif"]).failed(2).contains("--chart is for svg and png"));
}

#[test]
fn bad_arguments_are_quoted_with_advice() {
    let folder = tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a plain name").to_owned();
    let message = outflank(&["render", GAME, "-o", &path("board.bmp")]).failed(2);
    assert!(message.contains("board.bmp has no known extension: end it in .svg, .png, .gif or .html"), "{message}");
    let message = outflank(&["render", GAME, "--mark", "z9=A"]).failed(2);
    assert!(message.contains("\"z9=A\" is not a mark: write a square, such as c2"), "{message}");
    assert!(outflank(&["render", GAME, "--mark", "c2=abcde"]).failed(2).contains("one to four letters"));
    let message = outflank(&["render", GAME, "--caption", "日本 Ærø"]).failed(2);
    assert!(message.contains("pictures cannot show \"日本\""), "{message}");
    assert!(outflank(&["render", GAME, "--width", "5000"]).failed(2).contains("5000"));
    for (options, message) in [
        (&["--mark", "a1", "--as", "gif"][..], "--mark is for svg and png, and this makes gif"),
        (&["--values", "--as", "html"], "--values is for svg and png, and this makes html"),
        (&["--width", "300", "--as", "svg"], "--width is for png and gif, and this makes svg"),
        (&["--pause", "1s", "--as", "png"], "--pause is for gif, and this makes png"),
    ] {
        let output = outflank(&[&["render", GAME, "-o", &path("idle")], options].concat()).failed(2);
        assert!(output.contains(message) && !folder.path().join("idle").exists(), "{output}");
    }
    fs::write(path("there.svg"), "mine").expect("a file");
    assert!(outflank(&["render", GAME, "-o", &path("there.svg")]).failed(1).contains("give --force to replace it"));
    assert_eq!(fs::read_to_string(path("there.svg")).expect("still there"), "mine");
    outflank(&["render", GAME, "-o", &path("there.svg"), "--force"]).ok();
    assert!(fs::read_to_string(path("there.svg")).expect("a picture").starts_with("<svg "));
}

#[test]
fn a_review_becomes_a_page_with_its_values() {
    let folder = tempdir().expect("a folder");
    let path = folder.path().join("review.html");
    let name = path.to_str().expect("a plain name");
    let args = ["analyse", "b1a1a2c1", "--size", "4", "--html", name];
    let table = outflank(&args).ok();
    assert!(table.contains("class"), "{table}");
    let page = read(&path);
    assert!(page.contains("How the game stood") && page.contains("\"reviewed\":{\"value\":\"−10\""), "{page}");
    assert!(
        page.contains("<p>black lost ") && page.contains("a blunder 6; where that is not proven (~), 2 more.</p>"),
        "{page}"
    );
    assert!(outflank(&args).failed(1).contains("--force"));
    outflank(&[&args[..], &["--force"]].concat()).ok();
    let message = outflank(&["analyse", "--size", "4", "--html", &format!("{name}2")]).failed(2);
    assert!(message.contains("this has no moves"), "{message}");
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("the page was written")
}
