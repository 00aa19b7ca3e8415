//! The layout of the evaluation: groups of squares as lanes of a vector, quadrants, and phases of
//! the game.

use outflank_rules::{Goal, Square};

use super::features::{Features, LANES, MOVE_LANES};
use super::shapes::{SIX, SIX_ANTI, STANDARD, STANDARD_ANTI, Shapes};
use super::{MOBILITIES, Pattern, UNIT};
use crate::Board;
use crate::kernel::{Digits, Portable};

/// How many lanes are read at a time; they share their weights.
pub(super) const GROUP: usize = 4;

/// Room for the groups of a board without patterns that read moves.
pub(super) const OTHER_GROUPS: usize = 16;

/// A vector of all lanes on its own cache lines.
#[repr(C, align(64))]
#[derive(Clone, Copy)]
pub(super) struct Lanes(pub(super) [u16; LANES]);

/// One place of a pattern on the board: the lane's state is the state of these squares.
pub struct Lane {
    /// Which of [`Layout::patterns`].
    pub pattern: usize,
    /// The squares, the lowest digit first.
    pub squares: Vec<Square>,
}

/// The groups of squares of one board and the order of their weights.
///
/// The weights of a phase exist in two forms. The *table* has an entry for every state and is what
/// the search reads. The *parameters* have an entry for every class of states, and are what files
/// hold and what training fits: the classes of each pattern in order, then [`MOBILITIES`] for own
/// moves, as many for opposing moves, six for parity, one for all boards. [`Layout::active`] lists
/// the parameters whose sum is the value of a board.
pub struct Layout {
    steps: [Lanes; 64],
    /// The squares of the lanes that read moves.
    pub(super) digits: Digits,
    /// The state of own discs alone in each lane. Unused lanes of the last group always have the blank state
    /// of their pattern, which is half of the limit. All other unused lanes stay 0.
    pub(super) limits: Lanes,
    /// The offset in the table of the weights of each four lanes.
    /// The 8x8 board has constants instead, and more groups.
    pub(super) groups: [u32; OTHER_GROUPS],
    /// The offset of the blank entry. The entries that belong to no pattern follow it.
    pub(super) blank: u32,
    quadrants: [u64; 4],
    area: u64,
    size: u8,
    goal: Goal,
    phases: usize,
    /// Empty squares at the usual start.
    first: u32,
    patterns: Vec<Pattern>,
    lanes: Vec<Lane>,
    digest: u64,
}

impl Layout {
    /// The layout of the 8x8 board.
    pub fn standard() -> Layout {
        Layout::new(&STANDARD)
    }

    /// The layout of the 6x6 board.
    pub fn six() -> Layout {
        Layout::new(&SIX)
    }

    /// The layout of the 8x8 board on which fewest discs win.
    pub fn standard_anti() -> Layout {
        Layout::new(&STANDARD_ANTI)
    }

    /// The layout of the 6x6 board on which fewest discs win.
    pub fn six_anti() -> Layout {
        Layout::new(&SIX_ANTI)
    }

    /// The layout that weights with this digest are for.
    pub(super) fn with_digest(wanted: u64) -> Option<Layout> {
        [&STANDARD, &SIX, &STANDARD_ANTI, &SIX_ANTI]
            .into_iter()
            .find(|shapes| digest(shapes) == wanted)
            .map(Layout::new)
    }

    fn new(shapes: &Shapes) -> Layout {
        let with_moves = shapes.with_moves.iter().map(|shape| (shape, true));
        let shapes_in_order = with_moves.chain(shapes.patterns.iter().map(|shape| (shape, false)));
        let patterns: Vec<Pattern> = shapes_in_order
            .map(|(&(name, squares), reads_moves)| Pattern::new(name, squares, reads_moves, shapes.size))
            .collect();
        let blank = patterns.iter().map(Pattern::states).sum::<usize>() as u32;
        let mut layout = Layout {
            steps: [Lanes([0; LANES]); 64],
            digits: Digits::NONE,
            limits: Lanes([0; LANES]),
            groups: [blank; OTHER_GROUPS],
            blank,
            quadrants: quadrants(shapes.size),
            area: quadrants(shapes.size).iter().sum(),
            size: shapes.size,
            goal: shapes.goal,
            phases: shapes.phases,
            first: u32::from(shapes.size * shapes.size - 4),
            patterns,
            lanes: Vec::new(),
            digest: digest(shapes),
        };
        layout.lay_lanes();
        layout
    }

    fn lay_lanes(&mut self) {
        let mut offset = 0;
        for (pattern, shape) in self.patterns.iter().enumerate() {
            assert!(self.lanes.len().is_multiple_of(GROUP), "only the last pattern may leave a group unfilled");
            for squares in shape.instances() {
                let lane = self.lanes.len();
                if let Some(start) = self.groups.get_mut(lane / GROUP) {
                    *start = offset;
                }
                self.limits.0[lane] = shape.limit();
                for (place, square) in squares.iter().enumerate() {
                    self.steps[square.index()].0[lane] = shape.step(place);
                    if shape.reads_moves() {
                        self.digits.set(lane, place, square.index(), shape.step(place));
                    }
                }
                self.lanes.push(Lane { pattern, squares: squares.clone() });
            }
            offset += shape.states() as u32;
        }
        let last = self.patterns.last().map_or(0, Pattern::states);
        for lane in self.lanes.len()..self.lanes.len().next_multiple_of(GROUP) {
            self.limits.0[lane] = 2 * last as u16;
        }
    }

    /// The increase of each lane's state if this square (0 to 63) rises by one digit.
    #[inline(always)]
    pub(super) fn step(&self, square: u32) -> &[u16; LANES] {
        &self.steps[square as usize & 63].0
    }

    /// The first entry of a pattern in the table of a phase.
    pub(super) fn start(&self, pattern: usize) -> usize {
        self.patterns[..pattern].iter().map(Pattern::states).sum()
    }

    /// Squares a row.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// The goal.
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// The squares of the board.
    pub fn area(&self) -> u64 {
        self.area
    }

    /// The patterns in the order of their weights.
    pub fn patterns(&self) -> &[Pattern] {
        &self.patterns
    }

    /// The lanes in use.
    pub fn lanes(&self) -> &[Lane] {
        &self.lanes
    }

    /// How many phases the game has.
    pub fn phases(&self) -> usize {
        self.phases
    }

    /// The phase of a board with this many empty squares. A phase has two moves; phase 0 starts at
    /// the standard start.
    #[inline(always)]
    pub fn phase(&self, empties: u32) -> usize {
        (self.first.saturating_sub(empties) as usize / 2).min(self.phases - 1)
    }

    /// Tells layouts apart: a number made from all that gives weights their meaning.
    pub fn digest(&self) -> u64 {
        self.digest
    }

    /// Whether some patterns read moves.
    #[inline(always)]
    pub(super) fn reads_moves(&self) -> bool {
        self.patterns[0].reads_moves()
    }

    /// The states of all groups on a board, with moves.
    pub fn states(&self, board: Board) -> [u16; LANES] {
        let features = Features::of(self, board);
        let mut states = features.0;
        if self.reads_moves() {
            let first = features.with_moves(self, Portable, self.moves(board), self.moves(board.passed()));
            states[..MOVE_LANES].copy_from_slice(&first);
        }
        states
    }

    /// The squares where the side to move may place a disc.
    #[inline(always)]
    pub(super) fn moves(&self, board: Board) -> u64 {
        board.legal() & self.area
    }

    /// Which quadrants hold an odd number of empty squares, as bits.
    #[inline(always)]
    pub(super) fn parity_state(&self, board: Board) -> usize {
        let empty = !(board.own | board.opp);
        let odd = |quadrant: usize| (empty & self.quadrants[quadrant]).count_ones() as usize & 1;
        odd(0) | odd(1) << 1 | odd(2) << 2 | odd(3) << 3
    }
}

/// The quarters of a board: top left, top right, bottom left, bottom right.
fn quadrants(size: u8) -> [u64; 4] {
    let half = u32::from(size / 2);
    let row = (1u64 << half) - 1;
    let corner: u64 = (0..half).map(|y| row << (8 * y)).sum();
    [corner, corner << half, corner << (8 * half), corner << (9 * half)]
}

fn digest(shapes: &Shapes) -> u64 {
    let mut text = format!("{} {} {UNIT} {MOBILITIES}", shapes.size, shapes.phases);
    if shapes.goal == Goal::Fewest {
        text.push_str(" fewest");
    }
    for (_, squares) in shapes.patterns {
        text.push('\n');
        text.push_str(squares);
    }
    for (_, squares) in shapes.with_moves {
        text.push_str("\nmoves ");
        text.push_str(squares);
    }
    super::file::checksum(text.as_bytes())
}
