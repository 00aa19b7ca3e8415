//! Starter programs: a complete bot in one short file, in several languages.
//!
//! Each speaks [`protocol::json`](crate::protocol::json), needs only the language, and plays the
//! first legal square, with a marked place for a better idea. Writing the files is the caller's
//! job.

use std::{fmt, str::FromStr};

/// A language with a starter program.
///
/// ```
/// use outflank_arena::starter::Language;
///
/// let language: Language = "Python".parse()?;
/// assert_eq!(language.to_string(), "python");
/// assert_eq!(language.files().map(|file| file.name), ["bot.py", "README.md"]);
/// assert_eq!(language.command(), "python3 bot.py");
/// # Ok::<(), outflank_arena::starter::ParseLanguageError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// Python 3.
    Python,
    /// JavaScript on Node.js.
    JavaScript,
    /// Java.
    Java,
    /// C.
    C,
    /// Rust.
    Rust,
    /// Go.
    Go,
}

/// The Python package `outflank_bot`. maturin adds the folder `package` to the wheel, so `purelib` is
/// a fixed name.
const PACKAGE: [(&str, &str); 6] = [
    ("outflank_bot/__init__.py", include_str!("starter/package/purelib/outflank_bot/__init__.py")),
    ("outflank_bot/bot.py", include_str!("starter/package/purelib/outflank_bot/bot.py")),
    ("outflank_bot/event_printer.py", include_str!("starter/package/purelib/outflank_bot/event_printer.py")),
    ("outflank_bot/state.py", include_str!("starter/package/purelib/outflank_bot/state.py")),
    ("outflank_bot/py.typed", ""),
    ("outflank_bot/README.md", include_str!("starter/package/purelib/outflank_bot/README.md")),
];

/// A file of a starter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its path in the bot's folder.
    pub name: &'static str,
    /// Its contents.
    pub text: String,
}

impl Language {
    /// All languages.
    pub const ALL: [Language; 6] =
        [Language::Python, Language::JavaScript, Language::Java, Language::C, Language::Rust, Language::Go];

    /// The program and a README.
    pub fn files(self) -> [File; 2] {
        let (name, text) = self.program();
        [File { name, text: text.to_owned() }, File { name: "README.md", text: self.readme() }]
    }

    /// The same with the package for the language, and a program that uses it; `None` if there is
    /// no package.
    pub fn files_with_package(self) -> Option<Vec<File>> {
        let program = include_str!("starter/python/package_bot.py");
        let file = |(name, text): (&'static str, &str)| File { name, text: text.to_owned() };
        let own = [file(("bot.py", program)), File { name: "README.md", text: self.readme() }];
        (self == Language::Python).then(|| own.into_iter().chain(PACKAGE.map(file)).collect())
    }

    /// The command that builds the bot in its folder, if needed.
    pub const fn build_command(self) -> Option<&'static str> {
        match self {
            Language::Python | Language::JavaScript => None,
            Language::Java => Some("javac Bot.java"),
            Language::C if cfg!(windows) => Some("gcc -O2 -o bot bot.c"),
            Language::C => Some("cc -O2 -o bot bot.c"),
            Language::Rust => Some("rustc -O bot.rs"),
            Language::Go => Some("go build bot.go"),
        }
    }

    /// The command that runs the bot in its folder.
    pub const fn command(self) -> &'static str {
        match self {
            Language::Python if cfg!(windows) => "python bot.py",
            Language::Python => "python3 bot.py",
            Language::JavaScript => "node bot.js",
            Language::Java => "java Bot",
            Language::C | Language::Rust | Language::Go if cfg!(windows) => r".\bot",
            Language::C | Language::Rust | Language::Go => "./bot",
        }
    }

    const fn program(self) -> (&'static str, &'static str) {
        match self {
            Language::Python => ("bot.py", include_str!("starter/python/bot.py")),
            Language::JavaScript => ("bot.js", include_str!("starter/javascript/bot.js")),
            Language::Java => ("Bot.java", include_str!("starter/java/Bot.java")),
            Language::C => ("bot.c", include_str!("starter/c/bot.c")),
            Language::Rust => ("bot.rs", include_str!("starter/rust/bot.rs")),
            Language::Go => ("bot.go", include_str!("starter/go/bot.go")),
        }
    }

    fn readme(self) -> String {
        let build = self.build_command().map_or_else(String::new, |command| format!("{command}\n"));
        include_str!("starter/README.md")
            .replace("{program}", self.program().0)
            .replace("{build}", &build)
            .replace("{command}", self.command())
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Language::Python => "python",
            Language::JavaScript => "javascript",
            Language::Java => "java",
            Language::C => "c",
            Language::Rust => "rust",
            Language::Go => "go",
        })
    }
}

/// A text that is not a language with a starter.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} has no starter: write one of {known}; any other language can follow `outflank bot protocol`", known = Language::ALL.map(|language| language.to_string()).join(", "))]
pub struct ParseLanguageError(String);

/// Parses a name or the usual file extension, in any case.
impl FromStr for Language {
    type Err = ParseLanguageError;

    fn from_str(text: &str) -> Result<Language, ParseLanguageError> {
        match text.trim().to_ascii_lowercase().as_str() {
            "python" | "python3" | "py" => Ok(Language::Python),
            "javascript" | "js" | "node" => Ok(Language::JavaScript),
            "java" => Ok(Language::Java),
            "c" => Ok(Language::C),
            "rust" | "rs" => Ok(Language::Rust),
            "go" | "golang" => Ok(Language::Go),
            _ => Err(ParseLanguageError(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_starter_is_short_and_has_its_place_for_an_idea() {
        for language in Language::ALL {
            let [program, readme] = language.files();
            assert!(program.text.lines().count() <= 50, "{language}");
            assert!(program.text.contains("Your idea goes here."), "{language}");
            assert!(readme.text.contains(program.name), "{language}");
            let first = readme.text.split("```").nth(1).unwrap();
            let play = format!("outflank play --white \"{}\"\n", language.command());
            assert!(first.ends_with(&play), "{language}: {first}");
            for place in ["{program}", "{build}", "{command}"] {
                assert!(!readme.text.contains(place), "{language}");
            }
            assert_eq!(language.to_string().parse(), Ok(language));
        }
    }

    #[test]
    fn a_language_without_a_starter_is_quoted() {
        let error = "cobol".parse::<Language>().unwrap_err().to_string();
        assert!(error.starts_with("\"cobol\" has no starter: write one of python, javascript"), "{error}");
    }
}
