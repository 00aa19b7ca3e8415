//! What the last disc of a game flips.

use outflank_rules::Direction;

use super::ray::ray;

/// The lines through a square other than its row, and where it lies on the diagonals.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Lines {
    column: u64,
    falling: u64,
    rising: u64,
    falling_place: u8,
    rising_place: u8,
}

/// How many discs a disc of `own` on the square flips when every other square of the 8x8 board holds a disc.
#[inline(always)]
pub(crate) fn last_flips(square: u32, own: u64) -> u32 {
    let square = square as usize & 63;
    let lines = &LINES[square];
    let (x, y) = (square % 8, square / 8);
    let row = FLIPPED[x][(own >> (8 * y)) as usize & 255];
    let column = FLIPPED[y][on_column(own, lines.column, x)];
    let falling = FLIPPED[lines.falling_place as usize & 7][on_diagonal(own, lines.falling)];
    let rising = FLIPPED[lines.rising_place as usize & 7][on_diagonal(own, lines.rising)];
    u32::from(row) + u32::from(column) + u32::from(falling) + u32::from(rising)
}

/// The discs of a column as eight bits.
#[inline(always)]
fn on_column(discs: u64, column: u64, x: usize) -> usize {
    if cfg!(target_feature = "bmi2") {
        on_diagonal(discs, column)
    } else {
        (((discs & column) >> x).wrapping_mul(0x0102_0408_1020_4080) >> 56) as usize
    }
}

/// The discs of a diagonal as eight bits: packed together, or each at its column.
#[inline(always)]
fn on_diagonal(discs: u64, diagonal: u64) -> usize {
    #[cfg(target_feature = "bmi2")]
    // SAFETY: the CPU that this is built for has BMI2.
    let bits = unsafe { std::arch::x86_64::_pext_u64(discs, diagonal) };
    #[cfg(not(target_feature = "bmi2"))]
    let bits = (discs & diagonal).wrapping_mul(0x0101_0101_0101_0101) >> 56;
    bits as usize & 255
}

/// Where on a diagonal a square lies, in the terms of [`on_diagonal`]. Changes together with it.
const fn place(square: usize, before: u64) -> u8 {
    if cfg!(target_feature = "bmi2") { before.count_ones() as u8 } else { square as u8 % 8 }
}

static LINES: [Lines; 64] = lines();

const fn lines() -> [Lines; 64] {
    let none = Lines { column: 0, falling: 0, rising: 0, falling_place: 0, rising_place: 0 };
    let mut lines = [none; 64];
    let mut square = 0;
    while square < 64 {
        let north_west = ray(square, Direction::NorthWest);
        let north_east = ray(square, Direction::NorthEast);
        let at = 1 << square;
        lines[square] = Lines {
            column: ray(square, Direction::North) | at | ray(square, Direction::South),
            falling: north_west | at | ray(square, Direction::SouthEast),
            rising: north_east | at | ray(square, Direction::SouthWest),
            falling_place: place(square, north_west),
            rising_place: place(square, north_east),
        };
        square += 1;
    }
    lines
}

/// By the place of the last disc on a line and the own discs on it: how many it flips there.
/// Squares beyond the end of a shorter line count as opposing discs, which no own disc follows.
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
