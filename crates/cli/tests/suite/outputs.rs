//! The output files of `outflank convert`: complete or absent, and existing files are not lost.

use std::{
    fs,
    io::Write,
    path::Path,
    process::{Command, Stdio},
};

use serde_json::json;

use crate::harness::{command, listing, outflank, outflank_with_input, path, wait_until};

#[cfg(unix)]
#[test]
fn an_interrupt_while_waiting_for_input_leaves_nothing() {
    for signal in ["-INT", "-TERM"] {
        let dir = tempfile::tempdir().unwrap();
        let output = path(dir.path(), "out.txt");
        let mut child = command(&["convert", "--input-format", "transcript", "--to", "transcript", "-o", &output])
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        input.write_all("f5d6c3d3c4\n".repeat(2_000).as_bytes()).unwrap();
        wait_until(|| !listing(dir.path()).is_empty());
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        wait_until(|| child.try_wait().unwrap().is_some());
        drop(input);
        assert_eq!(child.wait().unwrap().code(), Some(130));
        assert_eq!(listing(dir.path()), [""; 0], "{signal}");
    }
}

#[test]
fn a_directory_is_never_replaced_nor_left_with_half_a_file() {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir_all(dir.path().join("out/text.json")).unwrap();
    let out = path(dir.path(), "out");
    for force in [&["--force"][..], &[]] {
        let message = outflank(&[&["convert", "f5", "--to", "json", "-o", &out], force].concat()).failed(2);
        assert!(message.contains("text.json is a directory"), "{message}");
    }
    assert_eq!(listing(&dir.path().join("out")), ["text.json"]);
}

#[test]
fn a_stopped_conversion_leaves_no_files_and_no_new_directory() {
    let dir = tempfile::tempdir().unwrap();
    let (good, bad) = (path(dir.path(), "good.txt"), path(dir.path(), "bad.txt"));
    fs::write(&good, "f5\n").unwrap();
    fs::write(&bad, "f5a1\n").unwrap();
    let out = path(dir.path(), "out/");
    for format in ["wthor", "json"] {
        outflank(&["convert", &good, &bad, "--to", format, "-o", &out]).failed(1);
        assert_eq!(listing(Path::new(&out)), [""; 0], "{format}");
    }
    let other = path(dir.path(), "other/");
    outflank(&["convert", "nonsense.ggf", "--to", "json", "-o", &other]).failed(1);
    outflank(&["convert", &good, &good, "--to", "json", "-o", &other]).failed(2);
    assert!(!Path::new(&other).exists());
}

#[cfg(unix)]
#[test]
fn a_replaced_file_keeps_its_permissions_and_a_link_stays_a_link() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let dir = tempfile::tempdir().unwrap();
    let (real, link) = (dir.path().join("real.txt"), path(dir.path(), "link.txt"));
    fs::write(&real, "old").unwrap();
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&real, &link).unwrap();
    outflank(&["convert", "f5", "--to", "transcript", "-o", &link, "--force"]).ok();
    assert_eq!(fs::read_to_string(&real).unwrap(), "f5\n");
    assert_eq!(fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o640);
    assert!(Path::new(&link).is_symlink());
}

#[cfg(target_os = "linux")]
#[test]
fn a_path_that_is_not_utf_8_is_printed() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt};
    let dir = tempfile::tempdir().unwrap();
    let output = dir.path().join(OsStr::from_bytes(b"d\xe9but.txt"));
    let run = command(&["convert", "f5", "--to", "transcript", "--json", "-o"]).arg(&output).output().unwrap();
    assert!(run.status.success(), "{run:?}");
    let summary: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
    assert_eq!(summary["outputs"], json!([output.display().to_string()]));
}

#[test]
fn a_json_summary_needs_an_output_file() {
    let message = outflank(&["convert", "f5", "--to", "json", "-o", "-", "--json"]).failed(2);
    assert!(message.contains("write the records to a file"), "{message}");
}

#[test]
fn nothing_written_at_all_is_a_failure() {
    outflank(&["convert", "f5a1", "--to", "transcript", "--skip-errors"]).failed(1);
    outflank_with_input(&["convert", "--to", "transcript", "--skip-errors"], "f5a1\nf5\n").ok();
}

#[test]
fn messages_about_outputs_say_what_to_do() {
    let dir = tempfile::tempdir().unwrap();
    let message = outflank(&["convert", "f5", "--to", "ggf", "-o", &path(dir.path(), "nodir/x.ggf")]).failed(1);
    assert!(message.contains("make the directory") && message.contains("nodir first"), "{message}");
    for name in ["a", "b"] {
        fs::create_dir(dir.path().join(name)).unwrap();
        fs::write(dir.path().join(name).join("x.txt"), "f5\n").unwrap();
    }
    let [a, b] = ["a/x.txt", "b/x.txt"].map(|name| path(dir.path(), name));
    let message = outflank(&["convert", &a, &b, "--to", "ggf", "-o", &path(dir.path(), "out/")]).failed(2);
    assert!(
        message.contains(&a) && message.contains(&b) && message.contains("different output directories"),
        "{message}"
    );
}

#[test]
fn moves_one_by_one_are_one_game() {
    assert_eq!(outflank(&["convert", "f5", "d6", "c3", "--to", "transcript"]).ok(), "f5d6c3\n");
    assert_eq!(outflank(&["convert", "f5d6", "c4", "--to", "transcript"]).ok(), "f5d6\nc4\n");
}

#[test]
fn transcripts_are_read_in_the_given_notation() {
    let convert = ["convert", "--notation", "row-letter", "--to", "transcript"];
    assert_eq!(outflank_with_input(&convert, "E6F4\nE6\n").ok(), "f5d6\nf5\n");
    let many = "E6F4\n".repeat(300_000);
    assert_eq!(outflank_with_input(&convert, many).ok().lines().count(), 300_000, "no end after a mebibyte");
}

#[test]
fn the_random_seed_is_drawn_once_for_all_inputs() {
    let run = outflank(&["convert", "f5d6", "f5d6", "--variant", "random-first", "--to", "json", "--skip-errors"]);
    assert_eq!(run.stderr.matches("--seed").count(), 1, "{run:?}");
}

#[test]
fn manual_pages_replace_the_old_ones_and_leave_nothing_else() {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("outflank-perft.1")).unwrap();
    outflank(&["man", "--output", dir.path().to_str().unwrap()]).failed(1);
    assert!(listing(dir.path()).iter().all(|name| !name.ends_with(".tmp")), "{:?}", listing(dir.path()));
}
