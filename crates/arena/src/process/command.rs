//! From the text of a command line to a command that can be started.

#[cfg(unix)]
use std::{env, path::PathBuf};
use std::{
    io,
    path::Path,
    process::{Command, Stdio},
};

use super::supervisor;

/// Splits a command line into words. Quotes of either kind keep spaces together; nothing else is
/// special, so paths of every system stay intact. An open quote is an error.
pub(crate) fn words(line: &str) -> io::Result<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in line.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    if let Some(open) = quote {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, format!("a quote ({open}) is not closed")));
    }
    words.extend(word);
    Ok(words)
}

/// Quotes a text as one word for the user's shell: `cmd.exe` and PowerShell on Windows, else that of
/// Unix. For hints with a command to type.
pub fn shell_word(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-:".contains(c) || cfg!(windows) && c == '\\';
    if !text.is_empty() && text.chars().all(is_plain) {
        text.to_owned()
    } else if cfg!(windows) {
        windows_word(text)
    } else {
        unix_word(text)
    }
}

fn unix_word(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// In a command line of a bot, single quotes mean the same as double ones. File names have no double
/// quotes. A text with both kinds of quotes is written with `\"`. PowerShell does not understand it;
/// no form works in both shells. A backslash before the last quote would escape it.
fn windows_word(text: &str) -> String {
    let inner = text.replace('"', if text.contains('\'') { "\\\"" } else { "'" });
    let last = inner.len() - inner.trim_end_matches('\\').len();
    format!("\"{inner}{}\"", "\\".repeat(last))
}

/// Like [`words`] for a program that is started in another folder: makes a relative path to the
/// program absolute, because systems differ in what they resolve it against.
pub(crate) fn words_in(line: &str, folder: Option<&Path>) -> io::Result<Vec<String>> {
    let mut words = words(line)?;
    if let (Some(folder), Some(program)) = (folder, words.first_mut())
        && program.contains(std::path::is_separator)
        && let Some(path) = folder.join(&*program).to_str()
    {
        path.clone_into(program);
    }
    Ok(words)
}

/// A command with pipes on all three standard streams, run under a supervisor if there is one. Each
/// of its processes may allocate at most `memory` bytes.
pub(crate) fn piped(words: &[String], memory: Option<u64>) -> io::Result<Command> {
    let (program, arguments) = words.split_first().ok_or(io::ErrorKind::NotFound)?;
    let mut command = if starts(program) { supervisor::command(program, memory) } else { Command::new(program) };
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    Ok(command)
}

/// True if the system will start this program. Others are started without a supervisor, so that the
/// system's own error reaches the caller.
#[cfg(unix)]
fn starts(program: &str) -> bool {
    let folders = || env::var_os("PATH").unwrap_or_else(|| "/bin:/usr/bin".into());
    let found = if program.contains('/') {
        Some(PathBuf::from(program))
    } else {
        env::split_paths(&folders()).map(|folder| folder.join(program)).find(|path| is_program(path))
    };
    found.is_some_and(|path| is_program(&path) && is_known(&path))
}

#[cfg(not(unix))]
fn starts(_program: &str) -> bool {
    false
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

/// True for a binary, a script with an existing interpreter, or a program that may be run but not
/// read.
#[cfg(unix)]
fn is_known(path: &Path) -> bool {
    use std::{ffi::OsStr, io::Read, os::unix::ffi::OsStrExt};
    let mut start = Vec::new();
    if std::fs::File::open(path).and_then(|file| file.take(256).read_to_end(&mut start)).is_err() {
        return true;
    }
    let Some(line) = start.strip_prefix(b"#!") else { return start.starts_with(b"\x7fELF") };
    let mut words = line.trim_ascii_start().split(u8::is_ascii_whitespace);
    words.next().is_some_and(|interpreter| is_program(Path::new(OsStr::from_bytes(interpreter))))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{unix_word, windows_word, words};

    proptest! {
        #[test]
        fn quoted_words_round_trip(words_before in prop::collection::vec("[^\"]{0,6}", 0..5)) {
            let line: String = words_before.iter().map(|word| format!("\"{word}\" ")).collect();
            prop_assert_eq!(words(&line).unwrap(), words_before);
        }
    }

    #[test]
    fn hints_are_quoted_for_the_shell() {
        for (text, unix, windows) in [
            ("my class", "'my class'", r#""my class""#),
            ("Ann's", r"'Ann'\''s'", r#""Ann's""#),
            ("", "''", r#""""#),
            (r#"python "my bot.py""#, r#"'python "my bot.py"'"#, r#""python 'my bot.py'""#),
            (r#""Ann's bot""#, r#"'"Ann'\''s bot"'"#, r#""\"Ann's bot\"""#),
            (r"C:\my class\", r"'C:\my class\'", r#""C:\my class\\""#),
        ] {
            assert_eq!((unix_word(text).as_str(), windows_word(text).as_str()), (unix, windows));
        }
        assert_eq!(super::shell_word("class-7b"), "class-7b");
    }

    #[test]
    fn spaces_separate_words_and_quotes_keep_them() {
        assert_eq!(words(" engine  -gtp ").unwrap(), ["engine", "-gtp"]);
        assert_eq!(words("'my engine' -l \"level 5\"x ''").unwrap(), ["my engine", "-l", "level 5x", ""]);
        assert_eq!(words(r"C:\bin\e.exe 'open'").unwrap(), [r"C:\bin\e.exe", "open"]);
        assert!(words("  ").unwrap().is_empty());
        assert!(words("python3 'my bot.py").unwrap_err().to_string().contains("a quote (') is not closed"));
    }
}
