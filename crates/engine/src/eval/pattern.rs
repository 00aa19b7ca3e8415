//! A group of squares in all its positions, and the classes of its mirrored states.

use outflank_rules::{Square, Symmetry};

/// A group of squares with all its turned and mirrored images on the board, which share their
/// weights.
///
/// The state of a group of n squares is a number of n digits to the base of three, the first square
/// being the lowest: 0 for an opposing disc, 1 for an empty square, 2 for an own disc. The state
/// seen by the other side is therefore [`limit`](Pattern::limit) minus the state.
///
/// States that a symmetry of the group turns into each other form a class and share a weight, for
/// example the two readings of an edge. Files and training use only classes.
pub struct Pattern {
    name: &'static str,
    instances: Vec<Vec<Square>>,
    classes: Vec<u16>,
    samples: Vec<u16>,
}

impl Pattern {
    /// The pattern of these squares on a board of this size.
    pub(super) fn new(name: &'static str, squares: &str, size: u8) -> Pattern {
        let base: Vec<Square> = squares.split(' ').map(|name| name.parse().expect("squares by name")).collect();
        let images = Symmetry::ALL.map(|symmetry| image(&base, symmetry, size));
        let (classes, samples) = classes(&base, &images);
        Pattern { name, instances: distinct(&images), classes, samples }
    }

    /// The name of the pattern.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The positions of the pattern on the board. Squares with the same index correspond.
    pub fn instances(&self) -> &[Vec<Square>] {
        &self.instances
    }

    /// The number of states: a power of three.
    pub fn states(&self) -> usize {
        self.classes.len()
    }

    /// The highest state: all discs are own ones.
    pub fn limit(&self) -> u16 {
        (self.states() - 1) as u16
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
fn classes(base: &[Square], images: &[Vec<Square>]) -> (Vec<u16>, Vec<u16>) {
    let mirrors: Vec<Vec<u16>> =
        images.iter().filter(|image| same_squares(base, image)).map(|image| mirrored_states(base, image)).collect();
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
fn mirrored_states(base: &[Square], image: &[Square]) -> Vec<u16> {
    let mut states = vec![0];
    for square in base {
        let rank = image.iter().position(|other| other == square).expect("the same squares");
        let step = 3u16.pow(rank as u32);
        states = [0, step, 2 * step].iter().flat_map(|add| states.iter().map(move |state| state + add)).collect();
    }
    states
}
