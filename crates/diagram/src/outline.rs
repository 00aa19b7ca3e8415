//! Outlines of lines and curves.

/// A point: x to the right, y down.
pub(crate) type Point = (f32, f32);

/// One drawing command.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Step {
    Move(Point),
    Line(Point),
    Curve(Point, Point, Point),
    /// A whole ellipse: its center, and half its width and height.
    Oval(Point, Point),
    Close,
}

/// Any number of lines, closed or open.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outline {
    steps: Vec<Step>,
}

impl Outline {
    /// An empty outline.
    pub fn new() -> Outline {
        Outline::default()
    }

    /// A circle.
    pub fn circle(centre: (f32, f32), radius: f32) -> Outline {
        Outline::new().oval(centre, (radius, radius))
    }

    /// A rectangle, by its upper left corner.
    pub fn rect(x: f32, y: f32, width: f32, height: f32) -> Outline {
        Outline::new().from((x, y)).to((x + width, y)).to((x + width, y + height)).to((x, y + height)).closed()
    }

    /// A rectangle with round corners.
    pub fn rounded(x: f32, y: f32, width: f32, height: f32, radius: f32) -> Outline {
        let radius = radius.min(width / 2.0).min(height / 2.0);
        let (left, top, right, bottom) = (x + radius, y + radius, x + width - radius, y + height - radius);
        let corner = (radius, radius);
        Outline::new()
            .arc((left, top), corner, 180.0, 270.0)
            .arc((right, top), corner, 270.0, 360.0)
            .arc((right, bottom), corner, 0.0, 90.0)
            .arc((left, bottom), corner, 90.0, 180.0)
            .closed()
    }

    /// A line from point to point.
    pub fn polyline(points: impl IntoIterator<Item = (f32, f32)>) -> Outline {
        let mut points = points.into_iter();
        let start = points.next().map(|point| Outline::new().from(point)).unwrap_or_default();
        points.fold(start, Outline::to)
    }

    /// Starts a new line at this point.
    #[must_use]
    pub fn from(self, point: (f32, f32)) -> Outline {
        self.with(Step::Move(point))
    }

    /// Adds a straight line.
    #[must_use]
    pub fn to(self, point: (f32, f32)) -> Outline {
        self.with(Step::Line(point))
    }

    /// Adds a Bézier curve with two control points.
    #[must_use]
    pub fn curve(self, first: (f32, f32), second: (f32, f32), end: (f32, f32)) -> Outline {
        self.with(Step::Curve(first, second, end))
    }

    /// Adds an ellipse: its center, and half its width and height.
    #[must_use]
    pub fn oval(self, centre: (f32, f32), radii: (f32, f32)) -> Outline {
        self.with(Step::Oval(centre, radii))
    }

    /// Adds an arc of an ellipse, in degrees clockwise from the right. A line leads to its start if
    /// a line is open.
    #[must_use]
    pub fn arc(self, centre: (f32, f32), radii: (f32, f32), from: f32, to: f32) -> Outline {
        let pieces = ((to - from).abs() / 90.0).ceil().max(1.0);
        let sweep = ((to - from) / pieces).to_radians();
        // The distance of the control points from the ends of a piece: exact at both ends and in
        // the middle.
        let pull = 4.0 / 3.0 * (sweep / 4.0).tan();
        let at = |angle: f32| (centre.0 + radii.0 * angle.cos(), centre.1 + radii.1 * angle.sin());
        let pulled = |angle: f32, pull: f32| {
            let (x, y) = at(angle);
            (x - radii.0 * angle.sin() * pull, y + radii.1 * angle.cos() * pull)
        };
        let start = at(from.to_radians());
        let begun = if self.is_pen_down() { self.to(start) } else { self.from(start) };
        (0..pieces as u32).fold(begun, |outline, piece| {
            let first = from.to_radians() + sweep * piece as f32;
            let last = first + sweep;
            outline.curve(pulled(first, pull), pulled(last, -pull), at(last))
        })
    }

    /// Closes the line.
    #[must_use]
    pub fn closed(self) -> Outline {
        self.with(Step::Close)
    }

    /// Returns the outline scaled and moved.
    #[must_use]
    pub fn moved(&self, scale: f32, (right, down): (f32, f32)) -> Outline {
        let place = |(x, y): Point| (x * scale + right, y * scale + down);
        let steps = self.steps.iter().map(|step| match *step {
            Step::Move(point) => Step::Move(place(point)),
            Step::Line(point) => Step::Line(place(point)),
            Step::Curve(first, second, end) => Step::Curve(place(first), place(second), place(end)),
            Step::Oval(centre, (rx, ry)) => Step::Oval(place(centre), (rx * scale, ry * scale)),
            Step::Close => Step::Close,
        });
        Outline { steps: steps.collect() }
    }

    pub(crate) fn steps(&self) -> &[Step] {
        &self.steps
    }

    pub(crate) fn lifted(mut self, other: &Outline) -> Outline {
        self.steps.extend_from_slice(&other.steps);
        self
    }

    fn is_pen_down(&self) -> bool {
        matches!(self.steps.last(), Some(Step::Move(_) | Step::Line(_) | Step::Curve(..)))
    }

    fn with(mut self, step: Step) -> Outline {
        self.steps.push(step);
        self
    }
}
