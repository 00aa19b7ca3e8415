//! Where the evaluation looks: groups of squares as lanes of a vector, phases of the game, and how weights are laid out.

use outflank_rules::Square;

use super::features::{Features, LANES};
use super::shapes::{SIX, STANDARD, Shapes};
use super::{Pattern, UNIT};
use crate::Board;

/// Entries of a mobility table: numbers of moves from 0 to 63.
pub const MOBILITIES: usize = 64;

/// Which of the 16 states of parity differ when mirror images are one: by bits for the quadrants with an odd number of
/// empty squares, in the order top left, top right, bottom left, bottom right.
const PARITY_CLASSES: [u8; 16] = [0, 1, 1, 2, 1, 2, 3, 4, 1, 3, 2, 4, 2, 4, 4, 5];
/// One state of each class of parity.
const PARITY_SAMPLES: [u8; 6] = [0, 1, 3, 6, 7, 15];

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
/// The weights of a phase exist in two forms. The *table* has an entry for every state and is what the search reads. The
/// *parameters* have an entry for every class of states, and are what files hold and what training fits: the classes of
/// each pattern in order, then [`MOBILITIES`] for own moves, as many for opposing moves, six for parity, one for all
/// boards. [`Layout::active`] lists the parameters whose sum is the value of a board.
pub struct Layout {
    steps: [Lanes; 64],
    pub(super) limits: Lanes,
    /// Where each lane's weights begin in the table; unused lanes point at the blank at the end.
    pub(super) offsets: [u32; LANES],
    pub(super) own_mobility: u32,
    pub(super) opp_mobility: u32,
    pub(super) parity: u32,
    pub(super) bias: u32,
    quadrants: [u64; 4],
    area: u64,
    size: u8,
    phases: usize,
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

    fn new(shapes: &Shapes) -> Layout {
        let patterns: Vec<Pattern> =
            shapes.patterns.iter().map(|(name, squares)| Pattern::new(name, squares, shapes.size)).collect();
        let states: usize = patterns.iter().map(Pattern::states).sum();
        let own_mobility = states as u32;
        let opp_mobility = own_mobility + MOBILITIES as u32;
        let parity = opp_mobility + MOBILITIES as u32;
        let bias = parity + PARITY_CLASSES.len() as u32;
        let mut layout = Layout {
            steps: [Lanes([0; LANES]); 64],
            limits: Lanes([0; LANES]),
            offsets: [bias + 1; LANES],
            own_mobility,
            opp_mobility,
            parity,
            bias,
            quadrants: quadrants(shapes.size),
            area: quadrants(shapes.size).iter().sum(),
            size: shapes.size,
            phases: shapes.phases,
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
            for squares in shape.instances() {
                let lane = self.lanes.len();
                self.offsets[lane] = offset;
                self.limits.0[lane] = shape.limit();
                for (rank, square) in squares.iter().enumerate() {
                    self.steps[square.index()].0[lane] = 3u16.pow(rank as u32);
                }
                self.lanes.push(Lane { pattern, squares: squares.clone() });
            }
            offset += shape.states() as u32;
        }
    }

    /// What each lane's state gains when this square (0 to 63) rises by one digit.
    #[inline(always)]
    pub(super) fn step(&self, square: u32) -> &[u16; LANES] {
        &self.steps[square as usize & 63].0
    }

    /// Squares a row.
    pub fn size(&self) -> u8 {
        self.size
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

    /// The phase of a board with so many empty squares: two moves a phase, the first being that of the usual start.
    #[inline(always)]
    pub fn phase(&self, empties: u32) -> usize {
        let played = (self.area.count_ones() - 4).saturating_sub(empties);
        (played as usize / 2).min(self.phases - 1)
    }

    /// Tells layouts apart: a number made from all that gives weights their meaning.
    pub fn digest(&self) -> u64 {
        self.digest
    }

    /// How many parameters a phase has.
    pub fn parameters(&self) -> usize {
        self.extras_at() + 2 * MOBILITIES + PARITY_SAMPLES.len() + 1
    }

    /// The number of the first parameter that belongs to no pattern.
    fn extras_at(&self) -> usize {
        self.patterns.iter().map(|pattern| pattern.samples().len()).sum()
    }

    /// How many entries a phase's table has; the last is blank.
    pub(super) fn entries(&self) -> usize {
        self.bias as usize + 2
    }

    /// The states of all groups on a board: what [`Features`] hold.
    pub fn indices(&self, board: Board) -> [u16; LANES] {
        *Features::of(self, board).states()
    }

    /// The parameters whose sum is the value of the board, a parameter coming twice if it counts twice. There are always as many:
    /// one a lane, own mobility, opposing mobility, parity, one for all boards.
    pub fn active(&self, board: Board) -> Vec<u32> {
        let states = self.indices(board);
        let mut starts = Vec::with_capacity(self.patterns.len());
        let mut at = 0;
        for pattern in &self.patterns {
            starts.push(at);
            at += pattern.samples().len() as u32;
        }
        let class = |(lane, state): (&Lane, &u16)| {
            starts[lane.pattern] + u32::from(self.patterns[lane.pattern].classes()[usize::from(*state)])
        };
        let mut active: Vec<u32> = self.lanes.iter().zip(&states).map(class).collect();
        let parities = at + 2 * MOBILITIES as u32;
        active.push(at + self.moves(board));
        active.push(at + MOBILITIES as u32 + self.moves(board.passed()));
        active.push(parities + u32::from(PARITY_CLASSES[self.parity_state(board)]));
        active.push(parities + PARITY_SAMPLES.len() as u32);
        active
    }

    /// How many moves the side to move has.
    #[inline(always)]
    pub(super) fn moves(&self, board: Board) -> u32 {
        (board.legal() & self.area).count_ones()
    }

    /// Which quadrants hold an odd number of empty squares, as bits.
    #[inline(always)]
    pub(super) fn parity_state(&self, board: Board) -> usize {
        let empty = !(board.own | board.opp);
        let odd = |quadrant: usize| (empty & self.quadrants[quadrant]).count_ones() as usize & 1;
        odd(0) | odd(1) << 1 | odd(2) << 2 | odd(3) << 3
    }

    /// Fills a phase's table from its parameters.
    pub(super) fn expand(&self, parameters: &[i16], table: &mut [i16]) {
        let (mut from, mut to) = (parameters, table);
        for pattern in &self.patterns {
            let (weights, rest) = from.split_at(pattern.samples().len());
            let (entries, free) = to.split_at_mut(pattern.states());
            for (entry, &class) in entries.iter_mut().zip(pattern.classes()) {
                *entry = weights[usize::from(class)];
            }
            (from, to) = (rest, free);
        }
        to[..2 * MOBILITIES].copy_from_slice(&from[..2 * MOBILITIES]);
        let (from, to) = (&from[2 * MOBILITIES..], &mut to[2 * MOBILITIES..]);
        for (entry, &class) in to.iter_mut().zip(&PARITY_CLASSES) {
            *entry = from[usize::from(class)];
        }
        to[PARITY_CLASSES.len()] = from[PARITY_SAMPLES.len()];
    }

    /// The parameters that a phase's table was filled from.
    pub(super) fn contract(&self, table: &[i16]) -> Vec<i16> {
        let mut parameters = Vec::with_capacity(self.parameters());
        let mut rest = table;
        for pattern in &self.patterns {
            parameters.extend(pattern.samples().iter().map(|&state| rest[usize::from(state)]));
            rest = &rest[pattern.states()..];
        }
        parameters.extend(&rest[..2 * MOBILITIES]);
        let rest = &rest[2 * MOBILITIES..];
        parameters.extend(PARITY_SAMPLES.iter().map(|&state| rest[usize::from(state)]));
        parameters.push(rest[PARITY_CLASSES.len()]);
        parameters
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
    for (_, squares) in shapes.patterns {
        text.push('\n');
        text.push_str(squares);
    }
    super::file::checksum(text.as_bytes())
}
