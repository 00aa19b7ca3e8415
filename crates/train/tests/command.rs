//! A small round of training on 6x6 with the real program.

use std::{path::Path, process::Command};

use outflank_engine::eval::Model;
use serde_json::Value;

/// The result of a run.
#[derive(Debug)]
struct Run {
    code: i32,
    stdout: String,
    stderr: String,
}

impl Run {
    #[track_caller]
    fn ok(self) -> String {
        assert_eq!(self.code, 0, "{self:?}");
        self.stdout
    }

    #[track_caller]
    fn json(self) -> Value {
        serde_json::from_str(&self.ok()).expect("JSON on standard output")
    }

    #[track_caller]
    fn failed(self, code: i32) -> String {
        assert_eq!(self.code, code, "{self:?}");
        self.stderr
    }
}

/// Runs `outflank-train`. Words that begin with a slash are files in `dir`.
fn train(dir: &Path, line: &str) -> Run {
    let word = |word: &str| match word.strip_prefix('/') {
        Some(name) => dir.join(name).display().to_string(),
        None => word.to_owned(),
    };
    let output = Command::new(env!("CARGO_BIN_EXE_outflank-train")).args(line.split(' ').map(word)).output().unwrap();
    Run {
        code: output.status.code().expect("no signal"),
        stdout: String::from_utf8(output.stdout).expect("UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

fn play(dir: &Path, games: u32, out: &str) -> Value {
    let settings = "--size 6 --depth 2 --exact-from 8 --random-plies 4..12 --threads 2 --json";
    train(dir, &format!("play --games {games} {settings} --out {out}")).json()
}

#[test]
fn a_round_from_games_to_a_match() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    assert_eq!(play(dir, 150, "/games")["games"], 150);
    assert_eq!(play(dir, 50, "/games")["games"], 50);
    let sets = train(dir, "expand /games --out /data --validation 0.1 --json").json();
    assert_eq!(sets["games"], 200);
    assert!(sets["validation"].as_u64() > Some(50) && sets["train"].as_u64() > Some(3000), "{sets}");
    let fitted = train(dir, "fit /data --out /weights --iterations 20 --json").json();
    assert_eq!(fitted["clipped"], 0);
    let packed = train(dir, "pack /weights --out /six.bin --name test --json").json();
    assert!(packed["nonzero"].as_u64() > Some(1000), "{packed}");
    let losses = train(dir, "validate /games --model /six.bin --all --json").json();
    assert_eq!((&losses["model"], &losses["games"]), (&"test".into(), &200.into()));
    // A ridge that allows no weights: whatever weights are built in, a fit must beat knowing
    // nothing.
    train(dir, "fit /data --out /nothing --iterations 1 --ridge 1e9 --json").json();
    train(dir, "pack /nothing --out /nothing.bin --name nothing --json").json();
    let [fitted, nothing] = ["/six.bin", "/nothing.bin"].map(|model| {
        let losses = train(dir, &format!("validate /games --model {model} --all --json")).json();
        losses["all"]["exact"]["rmse"].as_f64().unwrap()
    });
    assert!(fitted < nothing / 2.0, "fitted {fitted}, nothing {nothing}");
    let score = train(dir, "match --a /six.bin --size 6 --depth 1 --games 10 --random-plies 4..8 --json").json();
    assert_eq!(score["games"], 10);
    let (low, high) = (score["share"]["low"].as_f64(), score["share"]["high"].as_f64());
    assert!(low <= score["share"]["value"].as_f64() && score["share"]["value"].as_f64() <= high, "{score}");
}

#[test]
fn a_new_name_changes_no_weight() {
    let dir = tempfile::tempdir().unwrap();
    let before = Model::six();
    std::fs::write(dir.path().join("old"), before.to_bytes()).unwrap();
    let named = train(dir.path(), "rename /old --name Ada --out /new --json").json();
    assert_eq!((&named["before"], &named["name"]), (&before.name().into(), &"Ada".into()));
    let after = Model::from_bytes(&std::fs::read(dir.path().join("new")).unwrap()).unwrap();
    assert_eq!(after.name(), "Ada");
    for phase in 0..before.layout().phases() {
        assert!(after.parameters(phase) == before.parameters(phase), "phase {phase}");
    }
}

#[test]
fn file_errors_name_the_file() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    std::fs::write(dir.join("text"), "no games in here, but enough of them to be a header").unwrap();
    let message = train(dir, "expand /text --out /data").failed(1);
    assert!(message.contains("text: not a file of training games"), "{message}");
    assert!(train(dir, "fit /nowhere --out /w").failed(1).contains("nowhere"));
    assert!(train(dir, "pack /nowhere --out /w").failed(1).contains("nowhere.json"));
    assert!(train(dir, "rename /text --name a --out /w").failed(1).contains("not a weight file"));
    assert!(train(dir, "match --a /text").failed(1).contains("not a weight file"));
    assert!(train(dir, "deviations --fit /text").failed(1).contains("text: "));
    assert!(train(dir, "deviations /games").failed(2).contains("--out"));
    assert!(train(dir, "play --out /games").failed(2).contains("--games"));
    play(dir, 1, "/games");
    let message = train(dir, "play --games 1 --out /games").failed(1);
    assert!(message.contains("games: its games have other settings"), "{message}");
    let message = train(dir, "play --games 1 --random-plies 9..4 --out /g").failed(2);
    assert!(message.contains("the smaller first"), "{message}");
}

#[test]
fn deviations_are_measured_fitted_and_judged() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    play(dir, 400, "/games");
    let options = "--positions 300 --empties 8..22 --depth 5 --exact-to 10 --threads 2 --json";
    let measured = train(dir, &format!("deviations /games {options} --out /measured")).json();
    assert_eq!(measured["positions"], 300);
    let fitted = train(dir, "deviations --fit /measured --json").json();
    for part in ["midgame", "end"] {
        let within = fitted[part]["within"].as_array().unwrap();
        assert!(within.last().unwrap()[1].as_f64() > Some(0.97), "{fitted}");
    }
    let text = train(dir, "deviations --fit /measured").ok();
    assert!(text.contains("const MIDGAME: Curve") && text.contains("const END: Curve"), "{text}");
    let levels =
        train(dir, "selectivity /games --positions 12 --empties 16..24 --depth 6 --levels 73,100 --json").json();
    let [bold, full] = [0, 1].map(|i| &levels["levels"][i]);
    assert!(bold["nodes"].as_u64() < full["nodes"].as_u64(), "{levels}");
    assert_eq!((&full["agreement"]["same_value"], &full["percent"]), (&1.0.into(), &100.into()));
}
