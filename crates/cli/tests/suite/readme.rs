//! Checks that the examples in the README and the docs print what these pages show.

use std::{
    env, fs,
    path::Path,
    process::{Command, Stdio},
};

/// `docs/reference/json.md` has its own test.
const PAGES: [&str; 6] = [
    include_str!("../../../../README.md"),
    include_str!("../../../../docs/tutorial/first-game.md"),
    include_str!("../../../../docs/how-to/analysis.md"),
    include_str!("../../../../docs/how-to/terminal.md"),
    include_str!("../../../../docs/reference/formats.md"),
    include_str!("../../../../docs/reference/variants.md"),
];

/// Code blocks of all pages that start with `opening`, without it.
fn blocks(opening: &'static str) -> impl Iterator<Item = &'static str> {
    let rest = PAGES.into_iter().flat_map(move |page| page.split(opening).skip(1));
    rest.filter_map(|rest| rest.split("```").next())
}

/// Each command in a `console` block, and the output below it.
fn examples() -> impl Iterator<Item = (&'static str, &'static str)> {
    blocks("```console\n$ ").filter_map(|block| block.split_once('\n'))
}

/// Runs a line in a shell that finds our binary first. Returns stdout and stderr as a terminal
/// shows them.
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

/// Each command in a `text` block, whose output contains times, and the heading of its table.
fn tables() -> impl Iterator<Item = (&'static str, &'static str)> {
    let blocks = blocks("```text\n$ ").filter_map(|block| block.split_once('\n'));
    blocks.filter_map(|(line, rest)| Some((line, rest.lines().next()?)))
}

#[test]
fn tables_have_the_headings_that_the_pages_show() {
    let mut count = 0;
    for (line, heading) in tables() {
        let printed = in_shell(line);
        let words = |heading: &str| heading.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        // Columns are as wide as the times below them.
        assert_eq!(printed.lines().next().map(words), Some(words(heading)), "{line}");
        count += 1;
    }
    assert!(count >= 3, "only {count} tables were found");
}

#[test]
fn the_examples_print_what_the_pages_show() {
    let mut count = 0;
    for (line, expected) in examples() {
        assert_eq!(in_shell(line), expected, "{line}");
        count += 1;
    }
    assert!(count >= 10, "only {count} examples were found");
}

/// Headings of a page as GitHub turns them into anchors.
fn anchors(page: &str) -> Vec<String> {
    let headings = page.lines().filter(|line| line.starts_with('#'));
    let anchor = |heading: &str| {
        let text = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = text.chars().filter(|it| it.is_alphanumeric() || matches!(it, ' ' | '-' | '_'));
        kept.map(|it| if it == ' ' { '-' } else { it }).collect()
    };
    headings.map(anchor).collect()
}

#[test]
fn links_between_pages_lead_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut pages =
        ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "training/README.md"].map(|it| root.join(it)).to_vec();
    for folder in ["docs", "docs/tutorial", "docs/how-to", "docs/reference", "docs/explanation", "crates/cli/docs"] {
        let files = fs::read_dir(root.join(folder)).expect("a folder of documents");
        pages.extend(
            files.map(|file| file.expect("a file").path()).filter(|it| it.extension().is_some_and(|it| it == "md")),
        );
    }
    for page in pages {
        let text = fs::read_to_string(&page).expect("a page");
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            if link.contains("://") || file.contains(char::is_whitespace) {
                continue;
            }
            let target = if file.is_empty() { page.clone() } else { page.with_file_name(file) };
            assert!(target.exists(), "{} has a link to {link}", page.display());
            if !anchor.is_empty() {
                let text = fs::read_to_string(&target).expect("a page");
                assert!(anchors(&text).iter().any(|it| it == anchor), "{} has a link to {link}", page.display());
            }
        }
    }
}
