//! Names for tables.

use std::path::Path;

use crate::{is_unseen, process::command::words};

/// Maximum length of a name in characters.
pub(crate) const MAX_CHARS: usize = 40;

/// File names that say nothing: the folder says more.
const PLAIN: [&str; 20] = [
    "__main__", "agent", "app", "bin", "bot", "build", "debug", "dist", "index", "main", "my-bot", "my_bot", "out",
    "player", "program", "release", "run", "src", "start", "target",
];

/// The name of a program without one: its file, its folder, or the host of its address.
pub(crate) fn label(command: &str) -> String {
    cut(&host(command).or_else(|| file_name(command)).unwrap_or_else(|| command.to_owned()))
}

/// The name as tables can hold it.
pub(super) fn cut(name: &str) -> String {
    clean(name).unwrap_or_else(|| "unnamed".to_owned())
}

/// The text on one line, without invisible characters or direction marks, cut to the maximum
/// length; `None` if nothing is left.
pub(super) fn clean(text: &str) -> Option<String> {
    tidy(text, MAX_CHARS)
}

/// Like [`clean`] with this maximum length in characters.
pub(crate) fn tidy(text: &str, longest: usize) -> Option<String> {
    let seen: String = text.chars().map(|c| if is_unseen(c) { ' ' } else { c }).collect();
    let words: Vec<&str> = seen.split_whitespace().collect();
    let name: String = words.join(" ").chars().take(longest).collect();
    let name = name.trim();
    (!name.is_empty()).then(|| name.to_owned())
}

/// A name for files: ASCII letters and digits, as all file systems and links accept, at most 24
/// characters.
///
/// ```
/// assert_eq!(outflank_arena::roster::plain("Ann's bot"), "ann_s_bot");
/// ```
pub fn plain(name: &str) -> String {
    const MAX_CHARS: usize = 24;
    let kept = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' };
    let name: String = name.chars().take(MAX_CHARS).map(kept).collect();
    let name = name.trim_matches('_');
    if name.is_empty() { "bot".to_owned() } else { name.to_owned() }
}

/// The host of an address.
fn host(command: &str) -> Option<String> {
    let (scheme, rest) = command.split_once("://")?;
    let is_address = ["tcp", "ws"].contains(&scheme);
    is_address.then(|| rest.split('/').next().unwrap_or(rest).to_owned())
}

/// The file that a command line runs, without its extension: the last word that looks like a file,
/// because the interpreter comes first.
fn file_name(command: &str) -> Option<String> {
    let words = words(command).ok()?;
    let is_file = |word: &&String| !word.starts_with('-') && word.contains(['/', '\\', '.']);
    let file = words.iter().rfind(is_file).or(words.first())?.replace('\\', "/");
    let path = Path::new(&file);
    let name = |path: &Path| path.file_stem().and_then(|stem| stem.to_str()).map(str::to_owned);
    let stem = name(path)?;
    let is_plain = PLAIN.contains(&stem.to_lowercase().as_str());
    let mut folders = path.ancestors().skip(1).filter_map(name).filter(|folder| folder != "..");
    let folder = if is_plain { folders.find(|folder| !PLAIN.contains(&folder.to_lowercase().as_str())) } else { None };
    Some(folder.unwrap_or(stem))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn programs_are_named_by_what_distinguishes_them() {
        let named = |entrant: &str| entrant.parse::<crate::PlayerSpec>().unwrap().title();
        for (entrant, name) in [
            ("minimax:3", "Minimax 3"),
            ("python3 bots/ann.py", "ann"),
            ("python3 students/ann/bot.py --fast", "ann"),
            ("java -jar 'students/Bob B/target/release/main.jar'", "Bob B"),
            ("gtp:edax -gtp", "edax"),
            ("tcp://192.168.0.7:7000", "192.168.0.7:7000"),
            ("ws://ann.local:80/bot", "ann.local:80"),
            ("./bot", "bot"),
            (r"C:\bots\carl.exe", "carl"),
            ("nboard:sh -c '/x/y'", "y"),
        ] {
            assert_eq!(named(entrant), name, "{entrant}");
        }
    }

    #[test]
    fn names_are_one_line_of_visible_characters() {
        assert_eq!(clean("  a\n\u{1b}[31mb\u{202e}c ").as_deref(), Some("a [31mb c"));
        assert_eq!(clean("\u{200b}\t\u{ad}\u{fff9}\u{e0100}"), None);
        assert_eq!(clean(&"x".repeat(99)).unwrap().len(), MAX_CHARS);
    }

    #[test]
    fn no_name_escapes_its_folder() {
        assert_eq!(plain("../../etc/passwd"), "etc_passwd");
        assert_eq!(plain("Ann's \"bot\""), "ann_s__bot");
        assert_eq!(plain("日本"), "bot");
        assert_eq!(plain(&"x".repeat(99)).len(), 24);
    }

    proptest! {
        #[test]
        fn every_command_has_a_name(command in "\\PC{1,30}") {
            let name = label(&command);
            prop_assert!(!name.is_empty() && !name.chars().any(is_unseen));
            prop_assert_eq!(clean(&name), Some(name));
        }
    }
}
