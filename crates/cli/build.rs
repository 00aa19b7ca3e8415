//! Sets `OUTFLANK_COMMIT` for `outflank --version`, in release builds only: other builds would be
//! compiled again after every commit.

use std::{env, fs, path::Path, process::Command};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if env::var("PROFILE").as_deref() != Ok("release") {
        return;
    }
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]).filter(|log| Path::new(log).exists()) {
        println!("cargo::rerun-if-changed={log}");
    }
    if let Some(commit) = packaged_commit().or_else(archived_commit).or_else(checked_out_commit) {
        println!("cargo::rustc-env=OUTFLANK_COMMIT={}", &commit[..commit.len().min(10)]);
    }
}

/// The commit that `cargo package` wrote into the package.
fn packaged_commit() -> Option<String> {
    let info = fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let (_, rest) = info.split_once(r#""sha1": ""#)?;
    Some(rest.split_once('"')?.0.to_owned())
}

/// The commit that `git archive` wrote into the source archive. A checkout has a placeholder there.
fn archived_commit() -> Option<String> {
    fs::read_to_string("COMMIT").ok().filter(|commit| !commit.starts_with('$'))
}

fn checked_out_commit() -> Option<String> {
    Path::new("../../.git").exists().then(|| git(&["rev-parse", "HEAD"]))?
}

fn git(args: &[&str]) -> Option<String> {
    let output = Command::new("git").args(args).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}
