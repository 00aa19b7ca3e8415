//! A group of squares in all its positions, and the classes of its mirrored states.

use outflank_rules::{Square, Symmetry};

/// A group of squares with all its turned and mirrored images on the board, which share their
/// weights.
///
/// The state of a group of n squares is a number of n digits, the first square being the lowest: 0
/// for an opposing disc, 1 for an empty square, 2 for an own disc. A pattern that
/// [reads moves](Pattern::reads_moves) also tells empty squares apart: 3 where only the side to move
/// may place a disc, 4 where only the opponent may, 5 where both may. The base of the number is the
/// count of digits: three or six. As long as no moves are added, the state seen by the other side is
/// [`limit`](Pattern::limit) minus the state.
///
/// States that a symmetry of the group turns into each other form a class and share a weight, for
/// example the two readings of an edge. Files and training use only classes.
pub struct Pattern {
    name: &'static str,
    reads_moves: bool,
    instances: Vec<Vec<Square>>,
    classes: Vec<u16>,
    samples: Vec<u16>,
}

impl Pattern {
    /// The pattern of these squares on a board of this size.
    pub(super) fn new(name: &'static str, squares: &str, reads_moves: bool, size: u8) -> Pattern {
        let first: Vec<Square> = squares.split(' ').map(|name| name.parse().expect("squares by name")).collect();
        let images = Symmetry::ALL.map(|symmetry| image(&first, symmetry, size));
        let (classes, samples) = classes(&first, &images, base(reads_moves));
        Pattern { name, reads_moves, instances: distinct(&images), classes, samples }
    }

    /// The name of the pattern.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Whether the states tell who may place a disc on the empty squares.
    pub fn reads_moves(&self) -> bool {
        self.reads_moves
    }

    /// The increase of the state if the digit of the square at this place rises by one.
    pub fn step(&self, place: usize) -> u16 {
        base(self.reads_moves).pow(place as u32)
    }

    /// The positions of the pattern on the board. Squares with the same index correspond.
    pub fn instances(&self) -> &[Vec<Square>] {
        &self.instances
    }

    /// The number of states: a power of three or six.
    pub fn states(&self) -> usize {
        self.classes.len()
    }

    /// The state of own discs alone.
    pub fn limit(&self) -> u16 {
        (0..self.instances[0].len()).map(|place| 2 * self.step(place)).sum()
    }

    /// The class of every state.
    pub fn classes(&self) -> &[u16] {
        &self.classes
    }

    /// The lowest state of every class.
    pub fn samples(&self) -> &[u16] {
        &self.samples
    }

    /// The lowest state that is a mirror image of this one; the state itself if it is out of range.
    pub fn canonical(&self, state: u16) -> u16 {
        self.classes.get(usize::from(state)).map_or(state, |&class| self.samples[usize::from(class)])
    }
}

/// The number of digits.
fn base(reads_moves: bool) -> u16 {
    if reads_moves { 6 } else { 3 }
}

fn image(squares: &[Square], symmetry: Symmetry, size: u8) -> Vec<Square> {
    squares.iter().map(|&square| symmetry.square(square, size)).collect()
}

/// One of the images for each set of squares.
fn distinct(images: &[Vec<Square>]) -> Vec<Vec<Square>> {
    let mut found: Vec<Vec<Square>> = Vec::new();
    for image in images {
        if !found.iter().any(|other| same_squares(other, image)) {
            found.push(image.clone());
        }
    }
    found
}

fn same_squares(one: &[Square], other: &[Square]) -> bool {
    one.iter().all(|square| other.contains(square))
}

/// The class of every state, numbered in the order of their lowest states, and those lowest states.
fn classes(first: &[Square], images: &[Vec<Square>], base: u16) -> (Vec<u16>, Vec<u16>) {
    let mirrors = images.iter().filter(|image| same_squares(first, image));
    let mirrors: Vec<Vec<u16>> = mirrors.map(|image| mirrored_states(first, image, base)).collect();
    let mut classes = Vec::with_capacity(mirrors[0].len());
    let mut samples = Vec::new();
    for state in 0..mirrors[0].len() {
        let lowest = mirrors.iter().map(|mirror| mirror[state]).min().expect("the identity at least");
        if usize::from(lowest) == state {
            classes.push(samples.len() as u16);
            samples.push(lowest);
        } else {
            classes.push(classes[usize::from(lowest)]);
        }
    }
    (classes, samples)
}

/// For every state the one that is read when the squares are taken in the order of the image.
fn mirrored_states(first: &[Square], image: &[Square], base: u16) -> Vec<u16> {
    let mut states = vec![0];
    for square in first {
        let rank = image.iter().position(|other| other == square).expect("the same squares");
        let step = base.pow(rank as u32);
        states = (0..base).flat_map(|digit| states.iter().map(move |state| state + digit * step)).collect();
    }
    states
}
