//! Snapshots of the screen in files: the characters, and below them the styles.
//!
//! `OUTFLANK_BLESS=1 cargo test -p outflank` rewrites them. Check the difference before you commit
//! it.

use std::{env, fs, path::PathBuf};

use ratatui::{buffer::Buffer, style::Style};

/// The characters alone.
pub(crate) fn text(buffer: &Buffer) -> String {
    rows(buffer, |buffer, x, y| buffer[(x, y)].symbol().to_owned())
}

#[track_caller]
pub(crate) fn compare(name: &str, buffer: &Buffer) {
    let found = format!("{}\n{}", text(buffer), styles(buffer));
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots").join(name).with_extension("txt");
    if env::var_os("OUTFLANK_BLESS").is_some() {
        fs::write(&path, &found).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    let first = found.lines().zip(expected.lines()).position(|(found, expected)| found != expected);
    assert!(found == expected, "{} differs from line {:?} on:\n{found}", path.display(), first.map(|line| line + 1));
}

/// A letter for the style of each cell, and a legend.
fn styles(buffer: &Buffer) -> String {
    let mut known = vec![Style::reset().add_modifier(ratatui::style::Modifier::empty())];
    let mut letters = Vec::new();
    for cell in &buffer.content {
        let style = cell.style();
        let is_plain = cell.fg == ratatui::style::Color::Reset
            && cell.bg == ratatui::style::Color::Reset
            && cell.modifier.is_empty();
        let index = if is_plain {
            0
        } else {
            known.iter().position(|it| *it == style).unwrap_or_else(|| {
                known.push(style);
                known.len() - 1
            })
        };
        letters.push(if index == 0 { ' ' } else { char::from(b'a' + index as u8 - 1) });
    }
    let width = usize::from(buffer.area.width);
    let picture = rows(buffer, |_, x, y| letters[usize::from(y) * width + usize::from(x)].to_string());
    if picture.trim().is_empty() {
        return "without colors and attributes\n".to_owned();
    }
    let legend = known.iter().skip(1).enumerate().map(|(index, style)| {
        let name = char::from(b'a' + index as u8);
        format!(
            "{name}: {:?} on {:?}, {:?}\n",
            style.fg.unwrap_or_default(),
            style.bg.unwrap_or_default(),
            style.add_modifier
        )
    });
    legend.fold(picture + "\n", |text, line| text + &line)
}

/// Rows without trailing spaces.
fn rows(buffer: &Buffer, cell: impl Fn(&Buffer, u16, u16) -> String) -> String {
    let row = |y| (0..buffer.area.width).map(|x| cell(buffer, x, y)).collect::<String>();
    (0..buffer.area.height).map(|y| row(y).trim_end().to_owned() + "\n").collect()
}
