use super::*;
use crate::outline::Step;

#[test]
fn every_ascii_character_is_drawn_within_its_frame() {
    for c in (' '..='~').chain("−±×→—·…".chars()) {
        assert!(glyph::all().any(|(known, ..)| known == c), "{c:?} is missing");
    }
    for (c, width, strokes) in glyph::all() {
        for step in glyph::draw(strokes).steps() {
            let (x, y) = match *step {
                Step::Move(point) | Step::Line(point) | Step::Curve(_, _, point) | Step::Oval(point, _) => point,
                Step::Close => continue,
            };
            assert!((-1.0..=width + 6.0).contains(&x), "{c:?}: {x} of {width}");
            assert!((-10.0..=132.0).contains(&y), "{c:?}: {y}");
        }
    }
}

#[test]
fn glyph_strokes_parse() {
    for (c, _, strokes) in glyph::all() {
        for word in strokes.split_ascii_whitespace() {
            assert!(["M", "L", "C", "O", "A"].contains(&word) || word.parse::<f32>().is_ok(), "{c:?}: {word}");
        }
    }
}

#[test]
fn accents_are_left_out_and_other_scripts_are_boxes() {
    assert_eq!(glyph::of('é'), glyph::of('e'));
    assert_eq!(glyph::of('日'), glyph::of('本'));
    assert_ne!(glyph::of('日'), glyph::of('e'));
}

#[test]
fn long_texts_are_cut_where_they_no_longer_fit() {
    let hand = TextStyle::new(10.0, Rgba::of(0));
    assert_eq!(fitting("Imre Leader", hand, 1000.0), "Imre Leader");
    let cut = fitting("Imre Leader", hand, 40.0);
    assert!(cut.ends_with('…') && text_width(&cut, hand) <= 40.0, "{cut}");
    assert_eq!(fitting("Imre", hand, 0.0), "");
}
