//! The page as files for a static host: what works without a server.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use super::{assets::Edition, guard::PAGE_POLICY};

/// The pages that need no server.
const PAGES: [&str; 4] = ["index.html", "game.html", "analyse.html", "edit.html"];

/// Files that browsers look for in the folder itself, and not by the edition.
const AT_THE_TOP: [&str; 7] = [
    "sw.js",
    "manifest.webmanifest",
    "icon.svg",
    "favicon.ico",
    "icons/192.png",
    "icons/512.png",
    "icons/maskable-512.png",
];

/// The module for other pages, whose name stays when the edition changes.
const BOARD: &str = "board.js";

/// Marks a folder as a site.
const WORKER: &str = "sw.js";

/// The files that were written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Their number.
    pub files: usize,
    /// Their bytes in all.
    pub bytes: u64,
}

/// Writes the page into a folder: a new or empty one, or that of an earlier site, whose files for
/// open pages stay. `server` is the address of a server that the page links to.
pub fn write(folder: &Path, server: Option<&str>) -> Result<Written, SiteError> {
    refuse_other(folder)?;
    let server = server.unwrap_or_default();
    let is_wanted = |name: &str| !name.ends_with(".html") || PAGES.contains(&name);
    let edition = Edition::of_embedded(is_wanted, |html| page(html, server), &format!("site {server}"));
    let mut files: Vec<(String, &[u8])> = edition
        .files()
        .filter(|(name, _)| *name != WORKER)
        .map(|(name, content)| (format!("edition/{}/{name}", edition.tag()), &content[..]))
        .collect();
    // The pages and the worker last: they name the others.
    files.sort();
    let board = format!("import \"./edition/{}/js/blog.js\";\n", edition.tag());
    files.push((BOARD.to_owned(), board.as_bytes()));
    let top = edition.files().filter(|(name, _)| PAGES.contains(name) || is_at_the_top(name));
    let mut top: Vec<_> = top.map(|(name, content)| (name.to_owned(), &content[..])).collect();
    top.sort_by_key(|(name, _)| name == WORKER);
    let mut written = Written::default();
    for (name, content) in files.iter().chain(&top) {
        let path = folder.join(name);
        let failed = |cause| SiteError { path: path.clone(), doing: "write", cause };
        fs::create_dir_all(path.parent().expect("it is in the folder")).map_err(failed)?;
        fs::write(&path, content).map_err(failed)?;
        written.files += 1;
        written.bytes += content.len() as u64;
    }
    Ok(written)
}

fn is_at_the_top(name: &str) -> bool {
    AT_THE_TOP.contains(&name) || name.starts_with("icons/")
}

/// A folder with other files is probably a mistake.
fn refuse_other(folder: &Path) -> Result<(), SiteError> {
    let failed = |cause| SiteError { path: folder.to_owned(), doing: "write to", cause };
    let is_empty = match fs::read_dir(folder) {
        Ok(mut entries) => entries.next().is_none(),
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => true,
        Err(cause) => return Err(failed(cause)),
    };
    // Other pages have a file of this name too.
    let is_ours = || fs::read(folder.join(WORKER)).is_ok_and(|worker| worker.starts_with(b"const EDITION"));
    if is_empty || is_ours() {
        return Ok(());
    }
    Err(failed(io::Error::other("it contains other files; give a new or empty folder")))
}

/// A page whose links lead inside the folder, with the policy that a server would send.
fn page(html: &str, server: &str) -> String {
    let html = html.replace("href=\"/\"", "href=\"index.html\"").replace("=\"/", "=\"");
    let server = server.replace('&', "&amp;").replace('"', "&quot;");
    let html = html.replacen("<html ", &format!("<html data-site=\"{server}\" "), 1);
    let policy = format!("<head>\n    <meta http-equiv=\"Content-Security-Policy\" content=\"{PAGE_POLICY}\">");
    html.replacen("<head>", &policy, 1)
}

/// A folder that cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot {doing} {}: {cause}", path.display())]
pub struct SiteError {
    path: PathBuf,
    doing: &'static str,
    cause: io::Error,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_link_of_a_site_leads_to_one_of_its_files() {
        let folder = tempfile::tempdir().expect("a folder");
        let written = write(folder.path(), Some("https://games.example/?a=\"b\"")).expect("it is written");
        for name in PAGES {
            let Ok(html) = fs::read_to_string(folder.path().join(name)) else {
                assert_eq!(written.files, 2, "this build has no page");
                continue;
            };
            assert!(html.contains("data-site=\"https://games.example/?a=&quot;b&quot;\""), "{name}");
            let links = html.split(['"', '\n']).filter(|part| part.starts_with("edition/") || part.ends_with(".html"));
            for link in links {
                assert!(folder.path().join(link).is_file(), "{name}: {link}");
            }
            assert!(!html.contains("=\"/"), "{name}: a link to the root of the host");
        }
        let board = fs::read_to_string(folder.path().join(BOARD)).expect("the module for other pages");
        let module = board.split('"').nth(1).expect("an import");
        assert_eq!(folder.path().join(module).is_file(), written.files > 2, "{board}");
    }

    #[test]
    fn a_site_is_written_again_into_its_folder_and_into_no_other() {
        let folder = tempfile::tempdir().expect("a folder");
        let site = folder.path().join("site");
        write(&site, None).expect("a new folder");
        write(&site, None).expect("the folder of a site");
        fs::write(folder.path().join(WORKER), "addEventListener()").expect("another page's worker");
        let error = write(folder.path(), None).expect_err("other files").to_string();
        assert!(error.ends_with("it contains other files; give a new or empty folder"), "{error}");
        assert!(!folder.path().join("index.html").exists());
    }
}
