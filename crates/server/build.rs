//! Embeds the page in the binary: every file of `web/` that browsers need becomes a row of a table.

use std::{
    env, fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

/// Types of files that are served. All others (tests, settings of tools) are left out.
const EXTENSIONS: [&str; 12] =
    ["html", "css", "js", "json", "svg", "png", "ico", "webmanifest", "txt", "woff2", "wasm", "bin"];

/// Folders and files of the page's tools.
const NOT_SERVED: [&str; 5] = ["node_modules", "tests", "package.json", "package-lock.json", "tsconfig.json"];

/// Files at the top of the folder, which is not watched as a whole.
const PAGES: [&str; 13] = [
    "blog.html",
    "index.html",
    "game.html",
    "watch.html",
    "analyse.html",
    "edit.html",
    "archive.html",
    "arena.html",
    "tournament.html",
    "projector.html",
    "bot.html",
    "manifest.webmanifest",
    "sw.js",
];

fn main() -> io::Result<()> {
    let web = PathBuf::from(variable("CARGO_MANIFEST_DIR")).join("web");
    let mut files = Vec::new();
    collect(&web, "", &mut files)?;
    println!("cargo::rerun-if-changed=build.rs");
    for page in PAGES {
        println!("cargo::rerun-if-changed={}", web.join(page).display());
    }
    files.sort();
    let mut table = fs::File::create(Path::new(&variable("OUT_DIR")).join("embedded.rs"))?;
    writeln!(table, "pub(super) static EMBEDDED: &[(&str, &[u8])] = &[")?;
    for (name, path) in &files {
        writeln!(table, "    ({name:?}, include_bytes!({:?})),", path.display().to_string())?;
    }
    writeln!(table, "];")
}

fn variable(name: &str) -> String {
    env::var(name).unwrap_or_else(|_| panic!("cargo sets {name}"))
}

fn collect(dir: &Path, prefix: &str, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        if name.starts_with('.') || NOT_SERVED.contains(&name) {
            continue;
        }
        // Folders are watched as a whole, so that new files are noticed. The top one is not,
        // because tools install files there.
        println!("cargo::rerun-if-changed={}", path.display());
        if path.is_dir() {
            collect(&path, &format!("{prefix}{name}/"), files)?;
        } else if path.extension().and_then(|it| it.to_str()).is_some_and(|it| EXTENSIONS.contains(&it)) {
            files.push((format!("{prefix}{name}"), path));
        }
    }
    Ok(())
}
