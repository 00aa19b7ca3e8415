//! Which groups of squares the evaluation looks at. A change here makes older weight files
//! unreadable, on purpose.

use outflank_rules::Goal;

/// The groups of one board: each stands for all its turned and mirrored images.
pub(super) struct Shapes {
    /// Squares a row.
    pub(super) size: u8,
    /// The goal: the anti game has other weights for the same groups of squares.
    pub(super) goal: Goal,
    /// Into how many parts the game is cut, each of two moves, the last part running to the end.
    pub(super) phases: usize,
    /// Name and squares of each group that reads moves: none, or those of [`MOVE_LANES`] images.
    ///
    /// [`MOVE_LANES`]: super::features::MOVE_LANES
    pub(super) with_moves: &'static [(&'static str, &'static str)],
    /// Name and squares of each group of discs. Those with four or eight images come first: the
    /// evaluation reads four at a time.
    pub(super) patterns: &'static [(&'static str, &'static str)],
}

/// The board of 8x8 squares: 82 groups.
pub(super) const STANDARD: Shapes = Shapes {
    size: 8,
    goal: Goal::Most,
    phases: 30,
    with_moves: &[
        ("edge 6 with moves", "a1 b1 c1 d1 e1 f1"),
        ("corner 2x2 with moves", "a1 b1 a2 b2"),
        ("middle of the edge with moves", "c1 d1 e1 f1"),
        ("middle of row 2 with moves", "c2 d2 e2 f2"),
        ("half of row 2 with moves", "a2 b2 c2 d2"),
        ("center 2x2 with moves", "c3 d3 c4 d4"),
    ],
    patterns: &[
        ("edge and X-squares", "a1 b1 c1 d1 e1 f1 g1 h1 b2 g2"),
        ("edge block", "a1 c1 d1 e1 f1 h1 c2 d2 e2 f2"),
        ("corner 2x5", "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2"),
        ("corner triangle", "a1 b1 c1 d1 a2 b2 c2 a3 b3 a4"),
        ("corner 3x3", "a1 b1 c1 a2 b2 c2 a3 b3 c3"),
        ("row 2", "a2 b2 c2 d2 e2 f2 g2 h2"),
        ("row 3", "a3 b3 c3 d3 e3 f3 g3 h3"),
        ("row 4", "a4 b4 c4 d4 e4 f4 g4 h4"),
        ("diagonal 7", "b1 c2 d3 e4 f5 g6 h7"),
        ("diagonal 6", "c1 d2 e3 f4 g5 h6"),
        ("diagonal 5", "d1 e2 f3 g4 h5"),
        ("diagonal 8", "a1 b2 c3 d4 e5 f6 g7 h8"),
    ],
};

/// The start of the weights of each four groups of [`STANDARD`] in the table of a phase. These are
/// constants, so that reading the weights needs neither checks nor registers. A test compares them
/// with the layout.
pub(super) const STANDARD_STARTS: [usize; 21] = {
    // Squares of each pattern, digits of a square, and its groups of four.
    let patterns = [
        [6, 6, 2],
        [4, 6, 1],
        [4, 6, 1],
        [4, 6, 1],
        [4, 6, 2],
        [4, 6, 1],
        [10, 3, 1],
        [10, 3, 1],
        [10, 3, 2],
        [10, 3, 1],
        [9, 3, 1],
        [8, 3, 1],
        [8, 3, 1],
        [8, 3, 1],
        [7, 3, 1],
        [6, 3, 1],
        [5, 3, 1],
        [8, 3, 1],
    ];
    let mut starts = [0; 21];
    let (mut start, mut at, mut pattern) = (0, 0, 0);
    while pattern < patterns.len() {
        let [squares, digits, groups] = patterns[pattern];
        let mut group = 0;
        while group < groups {
            starts[at] = start;
            at += 1;
            group += 1;
        }
        start += (digits as usize).pow(squares);
        pattern += 1;
    }
    starts
};

/// The board of 8x8 squares on which fewest discs win: 62 groups.
pub(super) const STANDARD_ANTI: Shapes = Shapes {
    size: 8,
    goal: Goal::Fewest,
    phases: 30,
    with_moves: &[],
    patterns: &[
        ("edge and X-squares", "a1 b1 c1 d1 e1 f1 g1 h1 b2 g2"),
        ("edge block", "a1 c1 d1 e1 f1 h1 c2 d2 e2 f2"),
        ("corner 2x5", "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2"),
        ("corner triangle", "a1 b1 c1 d1 a2 b2 c2 a3 b3 a4"),
        ("narrow triangle", "a1 b1 c1 d1 e1 a2 b2 a3 a4 a5"),
        ("diagonal band", "a1 b2 c3 d4 b1 c2 d3 a2 b3 c4"),
        ("corner 3x3", "a1 b1 c1 a2 b2 c2 a3 b3 c3"),
        ("row 2", "a2 b2 c2 d2 e2 f2 g2 h2"),
        ("row 3", "a3 b3 c3 d3 e3 f3 g3 h3"),
        ("row 4", "a4 b4 c4 d4 e4 f4 g4 h4"),
        ("diagonal 7", "b1 c2 d3 e4 f5 g6 h7"),
        ("diagonal 6", "c1 d2 e3 f4 g5 h6"),
        ("diagonal 5", "d1 e2 f3 g4 h5"),
        ("diagonal 4", "e1 f2 g3 h4"),
        ("diagonal 8", "a1 b2 c3 d4 e5 f6 g7 h8"),
    ],
};

/// The board of 6x6 squares: 42 groups.
pub(super) const SIX: Shapes = Shapes {
    size: 6,
    goal: Goal::Most,
    phases: 16,
    with_moves: &[],
    patterns: &[
        ("edge and X-squares", "a1 b1 c1 d1 e1 f1 b2 e2"),
        ("corner 2x4", "a1 b1 c1 d1 a2 b2 c2 d2"),
        ("corner triangle", "a1 b1 c1 d1 a2 b2 c2 a3 b3 a4"),
        ("diagonal band", "a1 b2 c3 d4 b1 c2 d3 a2 b3 c4"),
        ("corner 3x3", "a1 b1 c1 a2 b2 c2 a3 b3 c3"),
        ("row 2", "a2 b2 c2 d2 e2 f2"),
        ("row 3", "a3 b3 c3 d3 e3 f3"),
        ("diagonal 5", "b1 c2 d3 e4 f5"),
        ("diagonal 4", "c1 d2 e3 f4"),
        ("diagonal 6", "a1 b2 c3 d4 e5 f6"),
    ],
};

/// The board of 6x6 squares on which fewest discs win.
pub(super) const SIX_ANTI: Shapes = Shapes { goal: Goal::Fewest, ..SIX };
