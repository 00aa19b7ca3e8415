//! The library as its users see it: from C and from Python's ctypes.
#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs, io};

const REFERENCE: &str = include_str!("../../../docs/reference/c.md");

/// Libraries that the static library needs.
const SYSTEM_LIBRARIES: [&str; 3] = ["-lpthread", "-ldl", "-lm"];

/// The folder of the libraries that cargo built for this test.
fn libraries() -> PathBuf {
    let test = env::current_exe().expect("the path of the test");
    test.parent().expect("a folder").to_owned()
}

fn shared_library() -> PathBuf {
    libraries().join(format!("{}outflank{}", env::consts::DLL_PREFIX, env::consts::DLL_SUFFIX))
}

fn path(below: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(below)
}

/// Runs a program that must succeed. Returns `None`, and says so, if it is not installed.
fn run(command: &mut Command) -> Option<Output> {
    match command.output() {
        Ok(output) => {
            let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
            assert!(output.status.success(), "{command:?}: {}\n{stdout}{stderr}", output.status);
            Some(output)
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            eprintln!("SKIPPED: {:?} is not installed", command.get_program());
            None
        }
        Err(error) => panic!("{command:?}: {error}"),
    }
}

/// Compiles a source against these libraries, runs the program and returns its output.
fn compile_and_run(source: &Path, link: &[&Path]) -> Option<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("program");
    let mut compiler = Command::new("cc");
    compiler.args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-pthread", "-I"]).arg(path("include"));
    run(compiler.arg(source).args(link).args(SYSTEM_LIBRARIES).arg("-o").arg(&program))?;
    // The loader finds the shared library by its name.
    let output = run(Command::new(program).env("LD_LIBRARY_PATH", libraries()).env("DYLD_LIBRARY_PATH", libraries()))?;
    Some(String::from_utf8(output.stdout).expect("UTF-8"))
}

#[test]
fn a_c_program_with_threads_uses_the_static_library() {
    if let Some(output) = compile_and_run(&path("tests/test.c"), &[&libraries().join("liboutflank.a")]) {
        assert_eq!(output, "");
    }
}

#[test]
fn the_example_of_the_reference_runs_with_the_shared_library() {
    let block = |mark: &str| REFERENCE.split(mark).nth(1).and_then(|rest| rest.split("```").next()).expect("a block");
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("example.c");
    fs::write(&source, block("```c\n")).expect("the example is written");
    if let Some(output) = compile_and_run(&source, &[&shared_library()]) {
        assert_eq!(output, block("```text\n"));
    }
}

#[test]
fn python_uses_the_shared_library() {
    run(Command::new("python3").arg(path("tests/test.py")).arg(shared_library()).arg(path("include/outflank.h")));
}

/// The names in the lines that begin with one of these marks, each up to its parenthesis.
fn names<'a>(text: &'a str, marks: &[&str]) -> Vec<&'a str> {
    let after_mark = |line: &'a str| marks.iter().find_map(|mark| line.strip_prefix(mark));
    let mut names: Vec<_> = text.lines().filter_map(after_mark).filter_map(|rest| rest.split('(').next()).collect();
    names.sort_unstable();
    names
}

#[test]
fn the_header_declares_every_function_and_no_other() {
    let sources =
        [include_str!("../src/lib.rs"), include_str!("../src/game.rs"), include_str!("../src/searcher.rs")].concat();
    let exported = names(&sources, &["extern \"C\" fn "]);
    assert_eq!(exported, names(include_str!("../include/outflank.h"), &["int ", "void ", "const char *"]));
    assert!(exported.iter().all(|name| REFERENCE.contains(&format!("| `{name}` |"))));
    assert_eq!(exported.len(), sources.matches("#[unsafe(no_mangle)]\nextern").count());
}
