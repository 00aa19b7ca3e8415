//! How boards are drawn: `--layout`, `--symbols` and `--marks`.

use outflank_rules::notation::{BoardStyle, Layout, Symbols};

use crate::choice::choice;

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct StyleArgs {
    /// What surrounds the cells of a drawn board
    ///
    /// `standard` has letters above and numbers at the side, `ruled` a grid of bars, `indexed` rows and columns from
    /// 0, `row-letter` letters at the side and numbers above, `rows` the cells alone, `line` all of them on one line
    /// with the side to move.
    #[arg(long, value_parser = choice(&Layout::ALL), default_value_t)]
    layout: Layout,

    /// The signs for black, white and empty squares
    ///
    /// `xo` is X O -, `star` is * O -, `bw` is B W ., `12` is 1 2 . and `signed` is -1 1 0.
    #[arg(long, value_parser = choice(&Symbols::ALL), default_value_t)]
    symbols: Symbols,

    /// Mark the squares where the side to move may place a disc
    #[arg(long)]
    marks: bool,
}

impl StyleArgs {
    /// A board on one line is for a program, which wants nothing around it.
    pub(crate) fn is_for_programs(&self) -> bool {
        self.layout == Layout::Line
    }

    pub(crate) fn style(&self) -> BoardStyle {
        BoardStyle { layout: self.layout, symbols: self.symbols, marks: self.marks }
    }
}
