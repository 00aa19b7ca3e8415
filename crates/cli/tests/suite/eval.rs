//! `outflank eval`.

use crate::harness::outflank;

#[test]
fn the_features_add_up_to_the_total() {
    for args in [&["eval", "f5d6c3d3c4"][..], &["eval", "--size", "6"]] {
        let json = outflank(&[args, &["--json"]].concat()).json();
        let features = json["features"].as_array().unwrap();
        let sum: f64 = features.iter().map(|feature| feature["discs"].as_f64().unwrap()).sum();
        assert!((sum - json["total"].as_f64().unwrap()).abs() < 1e-9, "{json}");
        for name in ["own mobility", "opposing mobility", "parity", "phase"] {
            assert!(features.iter().any(|feature| feature["name"] == name), "{name} is missing");
        }
    }
}

#[test]
fn cells_are_drawn_in_the_colors_of_the_board() {
    let json = outflank(&["eval", "f5d6c3", "--json"]).json();
    let features = json["features"].as_array().unwrap();
    let row = features.iter().find(|feature| feature["squares"][0] == "a5" && feature["name"] == "row 4").unwrap();
    let squares: Vec<&str> = row["squares"].as_array().unwrap().iter().map(|square| square.as_str().unwrap()).collect();
    assert_eq!(squares.join(""), "a5b5c5d5e5f5g5h5");
    assert_eq!(row["cells"], "---OXX--");
}

#[test]
fn mirror_images_have_equal_values_and_brief_prints_only_sums() {
    let total = |game: &str| outflank(&["eval", game, "--json"]).json()["total"].clone();
    assert_eq!(total("f5d6c3"), total("e6f4c3"));
    let brief = outflank(&["eval", "f5d6c3", "--brief"]).ok();
    assert!(brief.lines().all(|line| !line.starts_with(' ')), "{brief}");
    assert!(brief.lines().last().unwrap().starts_with("total "), "{brief}");
    assert!(outflank(&["eval", "f5d6c3"]).ok().lines().count() > brief.lines().count());
}

#[test]
fn the_value_after_a_move_is_the_other_sides_in_every_game() {
    for (variant, first) in [("standard", "d3"), ("anti", "d3"), ("six", "c2"), ("six+anti", "c2")] {
        let after = outflank(&["eval", "--variant", variant, first, "--json"]).json()["total"].as_f64().unwrap();
        let searched = outflank(&["analyse", "--variant", variant, "--all-moves", "--depth", "1", "--json"]).json();
        let valued = searched["moves"].as_array().unwrap().iter().find(|valued| valued["move"] == first).unwrap();
        let value = valued["value"].as_f64().unwrap();
        assert!((value + after).abs() <= 0.5 + 1e-9, "{variant}: {value} for black, {after} for white");
    }
}

#[test]
fn only_squares_of_the_board_are_shown() {
    let json = outflank(&["eval", "--variant", "octagon", "--json"]).json();
    for feature in json["features"].as_array().unwrap() {
        let squares = feature["squares"].as_array().unwrap();
        assert!(!squares.contains(&"a1".into()) && !squares.contains(&"h7".into()), "{feature}");
        let cells = feature.get("cells").map_or(0, |cells| cells.as_str().unwrap().len());
        assert!(cells == 0 || cells == squares.len(), "{feature}");
    }
    assert!(outflank(&["eval", "--variant", "octagon"]).stderr.contains("use the weights of the whole board"));
    assert_eq!(outflank(&["eval"]).stderr, "");
}

#[test]
fn a_finished_game_has_its_score_and_4x4_has_no_evaluation() {
    assert!(outflank(&["eval", "--size", "4"]).failed(1).contains("there is no evaluation for 4x4"));
    assert_eq!(
        outflank(&["eval", "e6f4e3f6g5d6e7f5c5"]).ok(),
        "game over: black wins 13-0 (64-0 with empty squares to the winner)\n"
    );
    let json = outflank(&["eval", "e6f4e3f6g5d6e7f5c5", "--json"]).json();
    assert_eq!((json["total"].as_f64(), json["features"].as_array().map(Vec::len)), (Some(-64.0), Some(0)));
}
