//! A command line cut into words.

use std::{io, path::Path};

/// The words of a command line. Quotes of either kind keep blanks together; nothing else has a meaning, so that paths of every
/// system stay as they are. An open quote is an error.
pub(crate) fn words(line: &str) -> io::Result<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for sign in line.chars() {
        match quote {
            Some(open) if sign == open => quote = None,
            None if sign == '"' || sign == '\'' => {
                quote = Some(sign);
                word.get_or_insert_default();
            }
            None if sign.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(sign),
        }
    }
    if let Some(open) = quote {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, format!("a quote ({open}) is not closed")));
    }
    words.extend(word);
    Ok(words)
}

/// The same for one that is started in another folder: what says how to get from there to the program is made to say it from anywhere, as systems
/// differ in what they take it for.
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::words;

    proptest! {
        #[test]
        fn what_is_quoted_comes_back(words_before in prop::collection::vec("[^\"]{0,6}", 0..5)) {
            let line: String = words_before.iter().map(|word| format!("\"{word}\" ")).collect();
            prop_assert_eq!(words(&line).unwrap(), words_before);
        }
    }

    #[test]
    fn blanks_separate_and_quotes_keep() {
        assert_eq!(words(" engine  -gtp ").unwrap(), ["engine", "-gtp"]);
        assert_eq!(words("'my engine' -l \"level 5\"x ''").unwrap(), ["my engine", "-l", "level 5x", ""]);
        assert_eq!(words(r"C:\bin\e.exe 'open'").unwrap(), [r"C:\bin\e.exe", "open"]);
        assert!(words("  ").unwrap().is_empty());
        assert!(words("python3 'my bot.py").unwrap_err().to_string().contains("a quote (') is not closed"));
    }
}
