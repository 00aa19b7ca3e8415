use outflank_rules::Variant;

use super::*;

fn card(title: &str) -> Card {
    let panel = |is_better| Panel {
        heading: "Played: b2".to_owned(),
        diagram: Diagram::new(&Variant::STANDARD.start()),
        notes: vec!["White −6".to_owned()],
        is_better,
    };
    let theme = Theme::Classic;
    Card { title: title.to_owned(), subtitle: "Ann against Ben".to_owned(), panels: [panel(false), panel(true)], theme }
}

#[test]
fn cards_have_the_shape_that_is_shown_whole_and_two_boards() {
    let pixels = card("Move 21").canvas().to_pixels(600);
    assert_eq!((pixels.width(), pixels.height()), (600, 315));
    let felt = Theme::Classic.colors().felt.rgb;
    let row = (BOARD_TOP + BOARD * 0.3) as u32 / 2;
    let of_half = |from: u32| (from..from + 300).filter(|&x| pixels.at(x, row) == Some(felt)).count();
    assert!(of_half(0) > 100 && of_half(300) > 100, "{} {}", of_half(0), of_half(300));
}

#[test]
fn titles_are_alternative_text_and_stay_within_the_card() {
    let long = "a title that goes on and on ".repeat(20);
    let canvas = card(&long).canvas();
    assert!(canvas.title().contains("Played: b2: White −6"));
    let pixels = canvas.to_pixels(600);
    let page = Theme::Classic.colors().page.rgb;
    assert!((0..100).all(|y| pixels.at(598, y) == Some(page)), "the title ends before the edge");
}
