//! Old spellings of options and values. They still work, print a warning, and go away in 0.3.
//!
//! Second spellings that stay are clap aliases: `analyze` and `--time-per-move`.

use std::ffi::OsString;

use outflank_rules::record::Format;

use crate::{json, print_message};

/// An option of a command that has a new name.
struct RenamedOption {
    /// `None` for every command.
    command: Option<&'static str>,
    old: &'static str,
    new: &'static str,
}

const fn renamed(command: &'static str, old: &'static str, new: &'static str) -> RenamedOption {
    RenamedOption { command: Some(command), old, new }
}

const OPTIONS: &[RenamedOption] = &[
    renamed("match", "--fresh", "--restart"),
    renamed("match", "--out", "--output"),
    renamed("tournament", "--keep", "--reuse"),
    renamed("tournament", "--memory", "--memory-limit"),
    renamed("tournament", "--out", "--output"),
    renamed("serve", "--memory", "--in-memory"),
    renamed("serve", "--metrics", "--public-metrics"),
    renamed("serve", "--open-import", "--allow-remote-import"),
    renamed("serve", "--class-pickle", "--course-pickle"),
    renamed("serve", "--class-json", "--course-json"),
    renamed("serve", "--class-password", "--course-password"),
    renamed("serve", "--class-time", "--course-time"),
    renamed("serve", "--class-tries", "--course-retries"),
    renamed("serve", "--class-games", "--course-games"),
    renamed("serve", "--class-names", "--course-names"),
    renamed("serve", "--class-opponent", "--course-opponent"),
    renamed("serve", "--class-tournament", "--course-tournament"),
    renamed("convert", "--skip-bad", "--skip-errors"),
    renamed("show", "--marks", "--legal"),
    renamed("man", "--output-dir", "--output"),
    RenamedOption { command: None, old: "--from", new: "--input-format" },
    RenamedOption { command: None, old: "--turn", new: "--to-move" },
];

/// Values of options: option, old value, new value.
const VALUES: &[(&str, &str, &str)] =
    &[("--format", "knock-out", "knockout"), ("--course-tournament", "knock-out", "knockout")];

/// Replaces old spellings in the arguments of the process and warns of each.
pub(crate) fn replace_old_names(arguments: Vec<OsString>) -> Vec<OsString> {
    replaced(arguments, &mut |warning| print_message(format_args!("outflank: {warning}")))
}

fn replaced(arguments: Vec<OsString>, warn: &mut dyn FnMut(String)) -> Vec<OsString> {
    let mut arguments = without_play_from(arguments, warn);
    let command = arguments.get(1).and_then(|command| command.to_str()).unwrap_or_default().to_owned();
    let end = arguments.iter().position(|argument| argument == "--").unwrap_or(arguments.len());
    for index in 2..end {
        let Some(argument) = arguments[index].to_str() else { continue };
        if let Some(option @ ("--json" | "--json-lines")) = argument.strip_suffix("=snake") {
            warn(format!("{argument} prints the old keys; it goes away in 0.3"));
            json::use_snake_case();
            arguments[index] = option.into();
            continue;
        }
        let (name, value) = argument.split_once('=').map_or((argument, None), |(name, value)| (name, Some(value)));
        let option = OPTIONS
            .iter()
            .find(|option| option.old == name && option.command.is_none_or(|of| of == command))
            .map_or(name, |option| option.new);
        if option != name {
            warn(format!("{name} is now called {option}; the old name goes away in 0.3"));
        }
        // The value of this option, or of the one before.
        let (of, old) = match (value, arguments[index - 1].to_str()) {
            (Some(value), _) => (option, value),
            (None, Some(before)) => (before, argument),
            (None, None) => continue,
        };
        let new =
            VALUES.iter().find(|(known, from, _)| *known == of && from.eq_ignore_ascii_case(old)).map(|(_, _, to)| *to);
        if let Some(new) = new {
            warn(format!("{old} is now called {new}; the old name goes away in 0.3"));
        }
        let text = match (value, new) {
            (Some(value), new) => format!("{option}={}", new.unwrap_or(value)),
            (None, Some(new)) => new.to_owned(),
            (None, None) => option.to_owned(),
        };
        arguments[index] = text.into();
    }
    arguments
}

/// Turns `play --from INPUT` into `play INPUT`. With the name of a format, `--from` is
/// `--input-format`.
fn without_play_from(mut arguments: Vec<OsString>, warn: &mut dyn FnMut(String)) -> Vec<OsString> {
    if arguments.get(1).is_none_or(|command| command != "play") {
        return arguments;
    }
    let is_format = |value: &str| Format::ALL.iter().any(|format| format.to_string() == value);
    let place = arguments
        .iter()
        .position(|argument| argument == "--from" || argument.to_str().is_some_and(|text| text.starts_with("--from=")));
    let Some(place) = place else { return arguments };
    let joined = arguments[place].to_str().and_then(|text| text.strip_prefix("--from=")).map(OsString::from);
    let Some(input) = joined.clone().or_else(|| arguments.get(place + 1).cloned()) else { return arguments };
    if input.to_str().is_some_and(is_format) {
        return arguments;
    }
    warn("play --from INPUT is deprecated: write outflank play INPUT".to_owned());
    arguments.splice(place..=place + usize::from(joined.is_none()), [input]);
    arguments
}

#[cfg(test)]
mod tests {
    use clap::{Command, CommandFactory};

    use super::*;
    use crate::cli::Cli;

    fn replace(words: &[&str]) -> (Vec<String>, Vec<String>) {
        let mut warnings = Vec::new();
        let words = words.iter().map(OsString::from).collect();
        let words = replaced(words, &mut |warning| warnings.push(warning));
        (words.into_iter().map(|word| word.into_string().unwrap()).collect(), warnings)
    }

    /// Does a command or one below it have this option?
    fn has(command: &Command, option: &str) -> bool {
        command.get_arguments().any(|argument| argument.get_long() == option.strip_prefix("--"))
            || command.get_subcommands().any(|below| has(below, option))
    }

    #[test]
    fn every_old_option_becomes_its_new_name_with_a_warning() {
        let cli = Cli::command();
        for RenamedOption { command, old, new } in OPTIONS {
            let name = command.unwrap_or("show");
            let of = cli.find_subcommand(name).unwrap_or_else(|| panic!("no command {name}"));
            assert!(has(of, new) && !has(of, old), "{name} {old}");
            let warning = format!("{old} is now called {new}; the old name goes away in 0.3");
            let (words, warnings) = replace(&["outflank", name, old, "x"]);
            assert_eq!((words[2].as_str(), &warnings), (*new, &vec![warning.clone()]));
            let (words, warnings) = replace(&["outflank", name, &format!("{old}=x")]);
            assert_eq!((words[2].as_str(), &warnings), (format!("{new}=x").as_str(), &vec![warning]));
            let (words, warnings) = replace(&["outflank", name, "--", old]);
            assert_eq!((words[3].as_str(), warnings.len()), (*old, 0), "an argument is no option");
            if command.is_some() {
                let (words, _) = replace(&["outflank", "perft", old]);
                assert_eq!(words[2], *old, "other commands keep it");
            }
        }
    }

    #[test]
    fn every_old_value_becomes_its_new_name_with_a_warning() {
        for (option, old, new) in VALUES {
            for words in [vec![(*option).to_owned(), (*old).to_owned()], vec![format!("{option}={old}")]] {
                let all: Vec<&str> =
                    ["outflank", "tournament"].into_iter().chain(words.iter().map(String::as_str)).collect();
                let (replaced, warnings) = replace(&all);
                assert!(replaced.last().unwrap().ends_with(new), "{replaced:?}");
                assert_eq!(warnings, [format!("{old} is now called {new}; the old name goes away in 0.3")]);
            }
        }
        assert_eq!(replace(&["outflank", "tournament", "--title", "knock-out"]).1, Vec::<String>::new());
    }
}
