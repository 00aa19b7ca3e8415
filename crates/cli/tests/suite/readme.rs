//! The readme shows what the command really prints.

use std::{
    env,
    path::Path,
    process::{Command, Stdio},
};

const README: &str = include_str!("../../../../README.md");

/// The blocks of the readme that begin with a `$`: the command and what should follow.
fn examples() -> impl Iterator<Item = (&'static str, &'static str)> {
    let blocks = README.split("```console\n").skip(1).filter_map(|rest| rest.split("```").next());
    blocks.filter_map(|block| block.strip_prefix("$ ")?.split_once('\n'))
}

/// Runs a line in a shell that finds our binary first; messages come with the output, as a terminal shows them.
fn in_shell(line: &str) -> String {
    let binary = Path::new(env!("CARGO_BIN_EXE_outflank"));
    let folder = binary.parent().expect("a binary lies in a folder").to_path_buf();
    let paths = env::split_paths(&env::var_os("PATH").unwrap_or_default()).collect::<Vec<_>>();
    let path = env::join_paths(std::iter::once(folder).chain(paths)).expect("a path without separators");
    let shell = Command::new("sh")
        .args(["-c", &format!("({line}) 2>&1")])
        .env("PATH", path)
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .output();
    String::from_utf8(shell.expect("a shell").stdout).expect("UTF-8")
}

/// Tables with times in them: the command and its heading.
fn tables() -> impl Iterator<Item = (&'static str, &'static str)> {
    let blocks = README.split("```text\n$ ").skip(1).filter_map(|rest| rest.split("```").next());
    blocks.filter_map(|block| block.split_once('\n')).filter_map(|(line, rest)| Some((line, rest.lines().next()?)))
}

#[test]
fn tables_have_the_headings_that_the_readme_shows() {
    let mut count = 0;
    for (line, heading) in tables() {
        assert_eq!(in_shell(line).lines().next(), Some(heading), "{line}");
        count += 1;
    }
    assert!(count >= 2, "only {count} tables were found");
}

#[test]
fn the_examples_print_what_the_readme_shows() {
    let mut count = 0;
    for (line, expected) in examples() {
        assert_eq!(in_shell(line), expected, "{line}");
        count += 1;
    }
    assert!(count >= 5, "only {count} examples were found");
}
