//! How boards are drawn: `--layout`, `--symbols` and `--legal`.

use outflank_rules::notation::{BoardStyle, Layout, Symbols};

use crate::choice::choice;

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct StyleArgs {
    /// Draw the board in this layout
    ///
    /// `standard` has letters above and numbers at the side, `ruled` a grid of bars, `indexed` rows and columns from
    /// 0, `row-letter` letters at the side and numbers above, `rows` the cells alone, `line` the cells and the side to
    /// move on one line.
    #[arg(long, value_parser = choice(&Layout::ALL), default_value_t)]
    layout: Layout,

    /// Use these characters for black, white and empty squares
    ///
    /// `xo` is X O -, `star` is * O -, `bw` is B W ., `12` is 1 2 . and `signed` is -1 1 0.
    #[arg(long, value_parser = choice(&Symbols::ALL), default_value_t)]
    symbols: Symbols,

    /// Mark the legal squares
    #[arg(long)]
    legal: bool,
}

impl StyleArgs {
    /// Whether to print only the board: a board on one line is for programs.
    pub(crate) fn is_for_programs(&self) -> bool {
        self.layout == Layout::Line
    }

    pub(crate) fn style(&self) -> BoardStyle {
        BoardStyle { layout: self.layout, symbols: self.symbols, marks: self.legal }
    }
}
