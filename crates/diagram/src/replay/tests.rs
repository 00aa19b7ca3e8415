use outflank_rules::Variant;
use serde_json::Value;

use super::*;
use crate::chart::PointStyle;

fn game(variant: Variant) -> Game {
    let mut game = Game::new(variant.start());
    while let Some(&mv) = game.position().moves().first() {
        game.play(mv).expect("it is one of the legal moves");
    }
    game
}

fn data(page: &str) -> Value {
    let (_, rest) = page.split_once("id=\"data\">").expect("the page has data");
    let (text, _) = rest.split_once("</script>").expect("they have an end");
    serde_json::from_str(text).expect("they are JSON")
}

#[test]
fn every_board_of_the_game_is_in_the_page() {
    for variant in [Variant::STANDARD, Variant::of_size(4)] {
        let game = game(variant);
        let data = data(&Replay::new("x", &game).to_html());
        let scenes = data["scenes"].as_array().expect("a list");
        assert_eq!(scenes.len(), game.ply() + 1);
        for (ply, scene) in scenes.iter().enumerate() {
            let position = game.position_at(ply).expect("the game is that long");
            let board = scene["board"].as_str().expect("a text");
            assert_eq!(board.matches('X').count() as u64, u64::from(position.discs(Color::Black).len()));
            assert_eq!(scene["white"], position.discs(Color::White).len());
            assert_eq!(scene["turn"].is_null(), position.is_over());
        }
        assert_eq!(scenes[1]["move"], game.moves().next().expect("a move").to_string());
    }
}

#[test]
fn foreign_text_is_escaped() {
    let game = game(Variant::of_size(4));
    let title = "</script><script>alert(1)</script>{data}";
    let reviewed = MoveReview {
        value: 2.0,
        is_exact: true,
        loss: 0.0,
        best: None,
        class: "</script><b>".to_owned(),
        tone: PointStyle::Plain,
    };
    let page =
        Replay::new(title, &game).with_details(vec![title.to_owned()]).with_review(vec![Some(reviewed)]).to_html();
    assert_eq!(page.matches("</script>").count(), 2);
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;{data}"));
    assert_eq!(data(&page)["scenes"][1]["reviewed"]["class"], "</script><b>");
}

#[test]
fn nothing_is_fetched_from_anywhere() {
    let page = Replay::new("x", &game(Variant::of_size(4))).to_html();
    let outside = ["src=", "href=", "url(", "@import", "fetch(", "import("];
    assert!(outside.iter().all(|word| !page.contains(word)), "the page needs something else");
}

#[test]
fn a_review_shades_the_proven_part_of_its_graph() {
    let game = game(Variant::of_size(4));
    let reviewed = |ply: usize| MoveReview {
        value: -2.5,
        is_exact: ply > 4 || ply == 1,
        loss: 1.5,
        best: Square::new(0, 0),
        class: "mistake".to_owned(),
        tone: PointStyle::Serious,
    };
    let review = (0..game.ply()).map(|ply| Some(reviewed(ply))).collect();
    let notes = vec!["move 5 <turned> a win into a loss".to_owned()];
    let page = Replay::new("x", &game).with_review(review).with_notes(notes).to_html();
    assert!(page.contains("<title>How the game stood</title>"));
    assert!(page.contains("<p>move 5 &lt;turned&gt; a win into a loss</p>"));
    let scene = &data(&page)["scenes"][1];
    assert_eq!(scene["reviewed"]["value"], "~−2.5");
    assert_eq!(data(&page)["scenes"][game.ply()]["reviewed"]["value"], "−2.5", "that is proven");
    assert_eq!(scene["reviewed"]["best"], "a1");
}

#[test]
fn a_page_opens_at_the_given_ply_and_links_to_the_full_page_in_a_frame() {
    let game = game(Variant::of_size(4));
    assert_eq!(data(&Replay::new("x", &game).to_html())["at"], game.ply());
    assert_eq!(data(&Replay::new("x", &game).at(2).to_html())["at"], 2);
    assert_eq!(data(&Replay::new("x", &game).at(999).to_html())["at"], game.ply());
    let framed = Replay::new("x", &game).for_frames("/watch/abc?a=1&b=\"2").to_html();
    assert!(
        framed.contains("class=\"framed\"")
            && framed.contains("href=\"/watch/abc?a=1&amp;b=&quot;2\" target=\"_blank\"")
    );
    assert!(!Replay::new("x", &game).to_html().contains("href="));
}
