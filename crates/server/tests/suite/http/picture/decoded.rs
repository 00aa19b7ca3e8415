//! Pictures as those see them who get them.

use gif::{ColorOutput, DecodeOptions};

/// Pixels from the upper left one on.
#[derive(Clone)]
pub(super) struct Picture {
    pub(super) width: usize,
    pub(super) height: usize,
    rgb: Vec<[u8; 3]>,
}

impl Picture {
    /// Of a PNG.
    pub(super) fn of(bytes: &[u8]) -> Picture {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().expect("a PNG");
        let mut buffer = vec![0; reader.output_buffer_size().expect("it fits into memory")];
        let info = reader.next_frame(&mut buffer).expect("a whole one");
        assert_eq!(info.color_type, png::ColorType::Rgb);
        let (width, height) = (info.width as usize, info.height as usize);
        Picture { width, height, rgb: buffer[..info.buffer_size()].as_chunks().0.to_vec() }
    }

    /// The cells of a board that fills it without letters around: a disc is dark or light, the felt
    /// is neither.
    pub(super) fn board(&self, size: usize) -> String {
        let unit = self.width as f32 / (size as f32 * 40.0 + 16.0);
        let at = |step: usize| ((8.0 + step as f32 * 40.0 + 30.0) * unit) as usize;
        let cells = (0..size * size).map(|cell| self.cell(at(cell % size), at(cell / size)));
        cells.collect()
    }

    fn cell(&self, x: usize, y: usize) -> char {
        match self.rgb[y * self.width + x] {
            [red, green, blue] if red < 60 && green < 60 && blue < 60 => 'X',
            [red, green, blue] if red > 190 && green > 190 && blue > 170 => 'O',
            _ => '-',
        }
    }
}

/// Every picture of a GIF as it is seen, one over the other.
pub(super) fn film(bytes: &[u8]) -> Vec<Picture> {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes).expect("a GIF");
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let mut screen = Picture { width, height, rgb: vec![[0; 3]; width * height] };
    let mut pictures = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("whole frames") {
        for (place, &[red, green, blue, alpha]) in frame.buffer.as_chunks::<4>().0.iter().enumerate() {
            let row = usize::from(frame.top) + place / usize::from(frame.width);
            let column = usize::from(frame.left) + place % usize::from(frame.width);
            if alpha != 0 {
                screen.rgb[row * width + column] = [red, green, blue];
            }
        }
        pictures.push(screen.clone());
    }
    pictures
}

/// The names of the elements of a document whose every element ends.
#[track_caller]
pub(super) fn markup(text: &str) -> Vec<String> {
    let (mut names, mut open) = (Vec::new(), Vec::new());
    let mut rest = text;
    while let Some((words, tag)) = rest.split_once('<') {
        assert!(!words.contains('>'), "{words:?}");
        let (tag, after) = tag.split_once('>').expect("a tag ends");
        rest = after;
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        let name = |tag: &str| tag.split([' ', '/']).next().unwrap_or_default().to_owned();
        match tag.strip_prefix('/') {
            Some(end) => assert_eq!(open.pop().as_deref(), Some(end)),
            None => {
                names.push(name(tag));
                if !tag.ends_with('/') {
                    open.push(name(tag));
                }
            }
        }
    }
    assert!(open.is_empty() && rest.trim().is_empty(), "{open:?} {rest:?}");
    names
}
