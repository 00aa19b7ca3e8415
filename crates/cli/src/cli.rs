//! The command line as clap sees it. The arguments of each command are in its module.

use std::{
    ffi::OsString,
    fmt::{self, Write as _},
    ops::{Bound, RangeBounds},
    str::FromStr,
};

use clap::{
    CommandFactory, FromArgMatches, Parser, Subcommand,
    builder::{PossibleValuesParser, TypedValueParser},
};

use outflank_engine::CpuLevel;

use crate::{
    command::{
        analyse, archive, bench, book, bot, check, completions, convert, eval, gtp, guide, hint, man, matches, moves,
        nboard, perft, play, render, rules, serve, show, site, solve, tournament, variants,
    },
    renamed::replace_old_names,
};

/// Reversi in one program: play in the browser and in the terminal, analyse games, run bots and
/// tournaments.
///
/// Positions and games come from arguments, files or a pipe; the format is detected. Data goes to
/// standard output, messages to standard error. Exit codes: 0 done, 1 failed or refused, 2 wrong
/// usage, 130 interrupted.
#[derive(Debug, Parser)]
#[command(name = "outflank", version, max_term_width = 100)]
#[command(after_help = "Without a command, outflank serves the page. `outflank guide` has an example of each command.")]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Serve(serve::Args),
    Site(site::Args),
    Play(play::Args),
    Show(show::Args),
    Moves(moves::Args),
    Check(check::Args),
    Convert(convert::Args),
    Archive(archive::Args),
    Solve(solve::Args),
    Hint(hint::Args),
    #[command(alias = "analyze")]
    Analyse(analyse::Args),
    Render(render::Args),
    Eval(eval::Args),
    Bench(bench::Args),
    Book(book::Args),
    Bot(bot::Args),
    #[command(name = "match")]
    Match(matches::Args),
    Tournament(tournament::Args),
    Perft(perft::Args),
    Variants(variants::Args),
    Gtp(gtp::Args),
    Nboard(nboard::Args),
    Guide(guide::Args),
    Rules(rules::Args),
    Completions(completions::Args),
    Man(man::Args),
}

/// The commands by purpose, as `outflank --help` lists them.
const GROUPS: [(&str, &[&str]); 6] = [
    ("Play", &["play", "rules", "variants", "guide"]),
    ("Study", &["hint", "analyse", "solve", "eval", "moves", "check", "book"]),
    ("Bots", &["bot", "match", "tournament"]),
    ("Server", &["serve", "site"]),
    ("Games and files", &["show", "render", "convert", "archive"]),
    ("Engine and tools", &["gtp", "nboard", "bench", "perft", "completions", "man", "help"]),
];

impl Cli {
    /// Parses the arguments of the process. Ends the process with a message if they are wrong.
    pub(crate) fn of_process() -> Cli {
        // Shells of Windows leave wildcards to the program.
        let arguments: Vec<OsString> = wild::args_os().map(without_leading_dash).collect();
        let command = with_negative_numbers(command()).long_version(long_version());
        let matches = command.get_matches_from(replace_old_names(arguments));
        Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
    }
}

/// The version with the commit of the build and the CPU level in use.
fn long_version() -> String {
    let level = CpuLevel::in_use().expect("checked at the start");
    let commit = option_env!("OUTFLANK_COMMIT").map(|commit| format!("commit {commit}, ")).unwrap_or_default();
    format!("{} ({commit}CPU level {level})", env!("CARGO_PKG_VERSION"))
}

/// Lets `--time -1` report a wrong time instead of an unknown option `-1`.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    command.mut_subcommands(with_negative_numbers).mut_args(|argument| {
        let takes_value = argument.get_action().takes_values() && !argument.is_positional();
        argument.allow_negative_numbers(takes_value)
    })
}

/// The command with its subcommands listed by purpose, for which clap has no setting.
fn command() -> clap::Command {
    let command = Cli::command();
    let mut list = String::new();
    for (heading, names) in GROUPS {
        let _ = writeln!(list, "\n{heading}:");
        for name in names {
            let about = command.find_subcommand(name).and_then(clap::Command::get_about);
            let about = about.map_or("Print help for a command".to_owned(), ToString::to_string);
            let _ = writeln!(list, "  {name:<12} {about}");
        }
    }
    command.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n{list}\nOptions:\n{{options}}{{after-help}}"
    ))
}

/// A board may begin with dashes. A space before them, which readers of boards skip, keeps clap
/// from taking the board for an option. This applies to boards with too few rows too, so that the
/// error can count their rows.
fn without_leading_dash(argument: OsString) -> OsString {
    let is_long = |text: &str| text.len() >= 16 || text.contains('\n') || text.matches('/').count() >= 2;
    let is_board = |text: &str| {
        text.starts_with('-') && is_long(text) && text.chars().all(|c| "-.xXoO*bBwW012 ?#/;\n".contains(c))
    };
    match argument.to_str() {
        Some(text) if is_board(text) => format!(" {text}").into(),
        _ => argument,
    }
}

/// Returns the parser of an option that takes a whole number of at least `range.start`, and of at
/// most its end if it has one.
pub(crate) fn whole_number<T>(
    range: impl RangeBounds<T> + Clone + Send + Sync + 'static,
) -> impl TypedValueParser<Value = T>
where
    T: fmt::Display + FromStr + PartialOrd + Clone + Send + Sync + 'static,
{
    move |text: &str| {
        let number = text.trim().parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| match (range.start_bound(), range.end_bound()) {
            (Bound::Included(least), Bound::Included(most)) => format!("write a whole number from {least} to {most}"),
            (Bound::Included(least), _) => format!("write a whole number, {least} or more"),
            _ => "write a whole number".to_owned(),
        })
    }
}

/// Returns the parser of an option that takes one of a few names. `--help` and completions list
/// them.
pub(crate) fn choice<T>(all: &'static [T]) -> impl TypedValueParser<Value = T>
where
    T: fmt::Display + FromStr<Err: fmt::Debug> + Clone + Send + Sync + 'static,
{
    let names = PossibleValuesParser::new(all.iter().map(ToString::to_string));
    names.map(|name| name.parse().expect("a type parses what it prints"))
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use clap::{Arg, ArgAction};

    use super::*;

    #[test]
    fn every_command_is_in_one_group() {
        let mut grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        grouped.retain(|name| *name != "help");
        grouped.sort_unstable();
        let command = Cli::command();
        let mut all: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
        all.sort_unstable();
        assert_eq!(grouped, all);
    }

    /// A flattened group of options gives its heading to the options after it.
    #[test]
    fn every_json_option_is_listed_under_output() {
        fn check(command: &clap::Command) {
            let json = command.get_arguments().find(|argument| argument.get_long() == Some("json"));
            assert!(json.is_none_or(|json| json.get_help_heading() == Some("Output")), "{}", command.get_name());
            command.get_subcommands().for_each(check);
        }
        check(&Cli::command());
    }

    /// Checks that `docs/reference/commands.md` matches the help texts. To rewrite it, run
    /// `OUTFLANK_BLESS=1 cargo test -p outflank --lib commands`.
    #[test]
    fn the_reference_of_the_commands_is_up_to_date() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/commands.md");
        let expected = reference();
        if std::env::var_os("OUTFLANK_BLESS").is_some() {
            fs::write(&path, &expected).unwrap();
        }
        let found = fs::read_to_string(&path).unwrap_or_default();
        assert!(found == expected, "OUTFLANK_BLESS=1 cargo test -p outflank --lib commands writes {}", path.display());
    }

    fn reference() -> String {
        let mut root = Cli::command().disable_help_subcommand(true);
        root.build();
        let mut text = String::from(
            "# Commands\n\nReference: all commands and options, as `outflank COMMAND --help` prints them. A test writes this \
             page\nfrom the help texts.\n",
        );
        for (heading, names) in GROUPS {
            let _ = write!(text, "\n## {heading}\n");
            for name in names.iter().filter_map(|name| root.find_subcommand(name)) {
                describe(name, &mut text);
            }
        }
        text
    }

    fn describe(command: &clap::Command, text: &mut String) {
        let name = command.get_bin_name().unwrap_or(command.get_name());
        let _ = write!(text, "\n### {name}\n\n");
        // The boards of `outflank rules` are no paragraphs.
        let is_plain = command.get_name() != "rules";
        let about = command.get_long_about().filter(|_| is_plain).or(command.get_about());
        let about = about.map(ToString::to_string).unwrap_or_default();
        for paragraph in about.split("\n\n") {
            let _ = write!(text, "{}\n\n", wrapped(paragraph, ""));
        }
        let usage = command.clone().render_usage().to_string();
        let _ = write!(text, "```text\n{}\n```\n", usage.trim_start_matches("Usage: ").trim());
        let mut heading = None;
        for argument in command.get_arguments().filter(|argument| !argument.is_hide_set()) {
            if matches!(
                argument.get_action(),
                ArgAction::Help | ArgAction::HelpShort | ArgAction::HelpLong | ArgAction::Version
            ) {
                continue;
            }
            let own =
                argument.get_help_heading().unwrap_or(if argument.is_positional() { "Arguments" } else { "Options" });
            if heading != Some(own) {
                let _ = write!(text, "\n{own}:\n\n");
                heading = Some(own);
            }
            let _ = writeln!(text, "{}", wrapped(&entry(argument), "  "));
        }
        for below in command.get_subcommands() {
            describe(below, text);
        }
    }

    /// `- `-d`, `--depth PLIES`: Search PLIES deep [default: 9]`.
    fn entry(argument: &Arg) -> String {
        let names: Vec<&str> =
            argument.get_value_names().unwrap_or_default().iter().map(clap::builder::Str::as_str).collect();
        let takes_value = argument.get_action().takes_values();
        let value = if takes_value { names.join(" ") } else { String::new() };
        let short = argument.get_short().map(|short| format!("`-{short}`, ")).unwrap_or_default();
        let name = match argument.get_long() {
            Some(long) if value.is_empty() => format!("{short}`--{long}`"),
            Some(long) if argument.is_require_equals_set() => format!("{short}`--{long}[={value}]`"),
            Some(long) => format!("{short}`--{long} {value}`"),
            None => format!("`{value}`"),
        };
        let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
        let values: Vec<String> = argument
            .get_possible_values()
            .iter()
            .filter(|value| !value.is_hide_set() && takes_value)
            .map(|value| format!("`{}`", value.get_name()))
            .collect();
        let values = if values.is_empty() { String::new() } else { format!(" ({})", values.join(", ")) };
        let defaults: Vec<String> =
            argument.get_default_values().iter().map(|value| value.to_string_lossy().into_owned()).collect();
        let default = if defaults.is_empty() || !takes_value {
            String::new()
        } else {
            format!(" [default: {}]", defaults.join(" "))
        };
        format!("- {name}: {help}{values}{default}")
    }

    /// Wraps a paragraph at 100 columns, and keeps Markdown from reading angle brackets as tags.
    fn wrapped(paragraph: &str, indent: &str) -> String {
        let mut lines = vec![String::new()];
        for word in paragraph.split_whitespace() {
            let line = lines.last_mut().expect("one line at least");
            if !line.trim().is_empty() && line.chars().count() + 1 + word.chars().count() > 100 {
                lines.push(format!("{indent}{word}"));
            } else {
                if !line.is_empty() {
                    line.push(' ');
                }
                line.push_str(word);
            }
        }
        lines.join("\n")
    }
}
