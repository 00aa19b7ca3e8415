//! The number of discs that the last disc of a game flips.

use outflank_rules::Direction;

use super::{cpu::Cpu, ray};

/// The lines through a square other than its row, each with a table of flips by the own discs on
/// the line.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Lines {
    column: u64,
    falling: u64,
    rising: u64,
    on_row: &'static [u8; 256],
    on_column: &'static [u8; 256],
    on_falling: &'static [u8; 256],
    on_rising: &'static [u8; 256],
}

/// Returns the number of discs that a disc of `own` on the square flips if every other square of
/// the 8x8 board holds a disc.
#[inline(always)]
pub(super) fn last_flips<C: Cpu>(cpu: C, square: u32, own: u64) -> u32 {
    let lines = if C::HAS_PEXT { &PACKED_LINES } else { &LINES };
    let lines = &lines[square as usize & 63];
    let row = lines.on_row[(own >> (square & 56)) as usize & 255];
    let column = lines.on_column[on_column(cpu, own, lines.column)];
    let falling = lines.on_falling[on_diagonal(cpu, own, lines.falling)];
    let rising = lines.on_rising[on_diagonal(cpu, own, lines.rising)];
    (u32::from(row) + u32::from(column)) + (u32::from(falling) + u32::from(rising))
}

/// The discs of a column as eight bits.
#[inline(always)]
fn on_column<C: Cpu>(cpu: C, discs: u64, column: u64) -> usize {
    if C::HAS_PEXT {
        on_diagonal(cpu, discs, column)
    } else {
        let at_column_a = (discs & column) >> column.trailing_zeros();
        (at_column_a.wrapping_mul(0x0102_0408_1020_4080) >> 56) as usize
    }
}

/// The discs of a diagonal as at most eight bits: packed together, or each at its column.
#[inline(always)]
fn on_diagonal<C: Cpu>(cpu: C, discs: u64, diagonal: u64) -> usize {
    if C::HAS_PEXT {
        cpu.pext(discs, diagonal) as usize & 255
    } else {
        ((discs & diagonal).wrapping_mul(0x0101_0101_0101_0101) >> 56) as usize
    }
}

/// Returns the index of a square on a diagonal, as [`on_diagonal`] packs it. Change both together.
const fn place(square: usize, before: u64, is_packed: bool) -> usize {
    if is_packed { before.count_ones() as usize } else { square % 8 }
}

static LINES: [Lines; 64] = lines(false);

/// For CPUs with `pext`, which packs the discs of a diagonal together.
static PACKED_LINES: [Lines; 64] = lines(true);

const fn lines(is_packed: bool) -> [Lines; 64] {
    let mut lines = [lines_through(0, is_packed); 64];
    let mut square = 1;
    while square < 64 {
        lines[square] = lines_through(square, is_packed);
        square += 1;
    }
    lines
}

const fn lines_through(square: usize, is_packed: bool) -> Lines {
    let (north_west, north_east) = (ray(square, Direction::NorthWest), ray(square, Direction::NorthEast));
    let at = 1 << square;
    Lines {
        column: ray(square, Direction::North) | at | ray(square, Direction::South),
        falling: north_west | at | ray(square, Direction::SouthEast),
        rising: north_east | at | ray(square, Direction::SouthWest),
        on_row: &FLIPPED[square % 8],
        on_column: &FLIPPED[square / 8],
        on_falling: &FLIPPED[place(square, north_west, is_packed)],
        on_rising: &FLIPPED[place(square, north_east, is_packed)],
    }
}

/// Number of flips on a line, by the index of the last disc and the own discs on the line. Squares
/// beyond the end of a shorter line count as opposing discs, which no own disc follows.
static FLIPPED: [[u8; 256]; 8] = flipped();

const fn flipped() -> [[u8; 256]; 8] {
    let mut table = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut own = 0u32;
        while own < 256 {
            let above = (own >> place) >> 1;
            let below = own & ((1 << place) - 1);
            let flipped_above = if above == 0 { 0 } else { above.trailing_zeros() };
            let flipped_below = if below == 0 { 0 } else { place as u32 - 1 - below.ilog2() };
            table[place][own as usize] = (flipped_above + flipped_below) as u8;
            own += 1;
        }
        place += 1;
    }
    table
}
