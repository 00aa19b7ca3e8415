//! `outflank play --quiet`.

use crate::harness::outflank;

fn without_times(args: &[&str]) -> serde_json::Value {
    let mut json = outflank(&[&["play", "--quiet", "--json"], args].concat()).json();
    for field in ["seconds", "gamesPerSecond", "threads"] {
        assert!(json[field].as_f64().unwrap() > 0.0, "{json:#}");
        json[field] = 0.into();
    }
    json
}

#[test]
fn the_seed_decides_all_games_and_the_number_of_threads_none() {
    let args = ["--black", "greedy", "--white", "random", "--games", "300", "--seed", "5", "--threads"];
    let one = without_times(&[&args[..], &["1"]].concat());
    assert_eq!(one, without_times(&[&args[..], &["3"]].concat()));
    let [greedy, random] = [&one["players"][0], &one["players"][1]];
    assert_eq!(
        (&one["games"], &greedy["player"], &random["player"]),
        (&300.into(), &"greedy".into(), &"random".into())
    );
    assert_eq!(
        (&greedy["wins"], &greedy["draws"], &greedy["losses"]),
        (&random["losses"], &random["draws"], &random["wins"])
    );
    assert_eq!(greedy["asBlack"]["games"], 150);
    assert!(greedy["averageMargin"].as_f64().unwrap() > 0.0);
}

#[test]
fn a_random_seed_is_printed_and_repeats_the_games() {
    let args = ["play", "--black", "random", "--white", "random", "--games", "20", "--quiet"];
    let first = outflank(&args);
    let seed = first.stderr.trim().strip_prefix("random seed: --seed ").expect("the seed").to_owned();
    let table = |text: &str| text.lines().take(7).map(str::to_owned).collect::<Vec<_>>();
    let again = outflank(&[&args[..], &["--seed", &seed]].concat());
    assert_eq!(table(&first.ok()), table(&again.ok()));
}

#[test]
fn all_variants_and_first_movers_are_played() {
    let args = ["--black", "random", "--white", "1", "--games", "4", "--seed", "1"];
    for more in
        [&["--size", "4", "--first", "white"][..], &["--variant", "octagon+anti"], &["--first", "random"], &["f5d6c3"]]
    {
        assert_eq!(without_times(&[&args[..], more].concat())["games"], 4, "{more:?}");
    }
}

#[test]
fn contradicting_options_are_wrong_usage() {
    assert!(outflank(&["play", "--quiet"]).failed(2).contains("neither of them human"));
    assert!(outflank(&["play", "--quiet", "--black", "random"]).failed(2).contains("neither of them human"));
    assert!(outflank(&["play", "--json", "--black", "random"]).failed(2).contains("--quiet"));
    assert!(outflank(&["play", "--games", "0"]).failed(2).contains("--games"));
    let clock = outflank(&["play", "--quiet", "--black", "random", "--white", "random", "--time", "1m"]);
    assert!(clock.failed(2).contains("--time has no effect"));
}
