//! Boards as text.

use outflank_rules::{
    Position, Setup,
    notation::{BoardStyle, Layout, Symbols, parse_board_as},
};

/// A text is refused with a message, or read as a setup. A drawing of a valid setup reads back.
pub fn board(text: &str) {
    for symbols in Symbols::ALL {
        let _ = parse_board_as(text, symbols);
    }
    match text.parse::<Setup>().map(|setup| setup.validate()) {
        Ok(Ok(position)) => reads_back(&position, style(text.len())),
        Ok(Err(invalid)) => assert!(!invalid.to_string().is_empty()),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// One of the styles: all of them for every input would make the search slow.
fn style(number: usize) -> BoardStyle {
    BoardStyle {
        layout: Layout::ALL[number % Layout::ALL.len()],
        symbols: Symbols::ALL[number % Symbols::ALL.len()],
        marks: number.is_multiple_of(7),
    }
}

fn reads_back(position: &Position, style: BoardStyle) {
    let side = if style.layout == Layout::Line { String::new() } else { format!("{} to move\n", position.turn()) };
    let drawn = style.draw(position) + &side;
    assert_eq!(parse_board_as(&drawn, style.symbols), Ok(Setup::from(*position)), "{style}\n{drawn}");
}
