//! The page, which is inside the binary.
//!
//! Each file has a tag made of its contents, so that browsers keep what they have and ask only whether it is still right. Scripts and
//! styles need not even be asked about: the page names them by its edition, a tag made of all of them, and imports among them are
//! relative, so that an address never means another content and an old script never meets a new one. Text is sent compressed to those
//! who read that: the page then takes a third of the bytes.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
};

use axum::body::Bytes;
use miniz_oxide::deflate::compress_to_vec_zlib;
use sha2::{Digest, Sha256};

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// A name, and what is in it.
type File = (&'static str, &'static [u8]);

/// What stands before the edition in an address.
const EDITION: &str = "edition/";

/// Browsers ask each time whether what they have is still right.
const ASK: &str = "no-cache";

/// Browsers never ask: the content of this address does not change.
const KEEP: &str = "public, max-age=31536000, immutable";

/// Where the files of the page come from.
#[derive(Debug)]
pub(crate) enum Assets {
    /// Out of the binary.
    Embedded(Edition),
    /// From a folder, read anew each time: for work on the page.
    Folder(PathBuf),
}

/// All files of a page, and a tag that changes with any of them.
#[derive(Debug)]
pub(crate) struct Edition {
    tag: String,
    files: HashMap<&'static str, Asset>,
}

/// A file as it is sent.
#[derive(Clone, Debug)]
pub(crate) struct Asset {
    pub(crate) content: Bytes,
    /// The same in the form that HTTP calls `deflate`, where that is worth it.
    pub(crate) packed: Option<Bytes>,
    pub(crate) kind: &'static str,
    /// An entity tag, quotes included.
    pub(crate) tag: String,
    /// How long browsers may keep it, as HTTP says it.
    pub(crate) caching: &'static str,
}

impl Assets {
    /// The files in the binary, or those in a folder.
    pub(crate) fn new(folder: Option<PathBuf>) -> Assets {
        match folder {
            Some(folder) => Assets::Folder(folder),
            None => Assets::Embedded(Edition::new(EMBEDDED)),
        }
    }

    /// The file of this name, as in `js/board.js`.
    pub(crate) async fn find(&self, name: &str) -> Option<Asset> {
        match self {
            Assets::Embedded(edition) => edition.find(name),
            Assets::Folder(folder) => read(folder, name).await,
        }
    }
}

impl Edition {
    fn new(files: &[File]) -> Edition {
        let tag = tag(files.iter().flat_map(|&(name, content)| [name.as_bytes(), content]));
        let asset = |&(name, content): &File| (name, Asset::new(name, with_edition(name, content, &tag)));
        Edition { files: files.iter().map(asset).collect(), tag }
    }

    /// A file by its plain name, or by the edition and its name. Of other editions there is nothing:
    /// an old script must not meet a new one.
    fn find(&self, name: &str) -> Option<Asset> {
        match name.strip_prefix(EDITION).and_then(|rest| rest.split_once('/')) {
            Some((tag, name)) if tag == self.tag => Some(Asset { caching: KEEP, ..self.files.get(name)?.clone() }),
            Some(_) => None,
            None => self.files.get(name).cloned(),
        }
    }
}

/// A file whose links to scripts and styles name the edition.
fn with_edition(name: &str, content: &'static [u8], edition: &str) -> Bytes {
    match str::from_utf8(content) {
        Ok(text) if name.ends_with(".html") => ["js", "css"]
            .iter()
            .fold(text.to_owned(), |text, folder| {
                text.replace(&format!("\"/{folder}/"), &format!("\"/{EDITION}{edition}/{folder}/"))
            })
            .into(),
        _ => Bytes::from_static(content),
    }
}

/// What is different for different contents.
fn tag<'a>(parts: impl Iterator<Item = &'a [u8]>) -> String {
    let digest =
        parts.fold(Sha256::new(), |digest, part| digest.chain_update(part.len().to_le_bytes()).chain_update(part));
    digest.finalize()[..12].iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Asset {
    pub(crate) fn new(name: &str, content: Bytes) -> Asset {
        let kind = kind(name);
        let tag = format!("\"{}\"", tag([&content[..]].into_iter()));
        Asset { kind, tag, packed: packed(kind, &content), content, caching: ASK }
    }
}

/// Pictures and fonts are compressed already, and a short text is shorter than what packing adds.
fn packed(kind: &str, content: &[u8]) -> Option<Bytes> {
    const WORTH_IT: usize = 256;
    const LEVEL: u8 = 8;
    let is_text = kind.starts_with("text/") || matches!(kind, "application/json" | "image/svg+xml");
    (is_text && content.len() >= WORTH_IT).then(|| compress_to_vec_zlib(content, LEVEL).into())
}

async fn read(folder: &Path, name: &str) -> Option<Asset> {
    if !is_plain(name) {
        return None;
    }
    let path = folder.join(name);
    let content = tokio::task::spawn_blocking(move || std::fs::read(path)).await.ok()?.ok()?;
    Some(Asset::new(name, content.into()))
}

/// Does the name stay inside its folder, whatever the system makes of it?
fn is_plain(name: &str) -> bool {
    let is_plain_part = |part: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
    };
    name.split('/').all(is_plain_part)
}

fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "webmanifest" => "application/manifest+json",
        "txt" => "text/plain; charset=utf-8",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_lead_out_of_the_folder_are_not_plain() {
        for name in ["", "/", "../secret", "js/../../secret", "js//x.js", "/etc/passwd", "c:\\x", ".git/config", "a\0b"]
        {
            assert!(!is_plain(name), "{name:?}");
        }
        assert!(is_plain("js/words/en.js"));
    }

    #[test]
    fn text_is_packed_and_comes_out_as_it_was() {
        let text = Bytes::from("const board = document.querySelector('reversi-board');\n".repeat(20));
        let packed = Asset::new("a.js", text.clone()).packed.expect("text is packed");
        assert!(packed.len() < text.len() / 4);
        let unpacked = miniz_oxide::inflate::decompress_to_vec_zlib(&packed).expect("zlib");
        assert_eq!(unpacked, text);
        assert_eq!(Asset::new("a.png", text).packed, None);
        assert_eq!(Asset::new("a.js", Bytes::from_static(b"1")).packed, None);
    }

    const FILES: [File; 2] = [("game.html", b"<script src=\"/js/a.js\"></script>"), ("js/a.js", b"import \"./b.js\";")];

    #[test]
    fn pages_name_their_scripts_by_the_edition_and_browsers_keep_those() {
        let edition = Edition::new(&FILES);
        let page = edition.find("game.html").expect("the page");
        assert_eq!(page.caching, ASK);
        let text = std::str::from_utf8(&page.content).expect("text");
        let script = text.split('"').nth(1).expect("a link").trim_start_matches('/');
        assert_eq!(script, format!("edition/{}/js/a.js", edition.tag));
        assert_eq!(edition.find(script).expect("the script").caching, KEEP);
        assert_eq!(edition.find("js/a.js").expect("the script").caching, ASK);
    }

    #[test]
    fn of_another_edition_there_is_nothing() {
        let edition = Edition::new(&FILES);
        for name in ["edition/0123456789abcdef01234567/js/a.js", "edition//js/a.js", "edition/js/a.js", "edition/"] {
            assert!(edition.find(name).is_none(), "{name}");
        }
    }

    #[test]
    fn an_edition_changes_with_any_of_its_files() {
        let [page, _] = FILES;
        let other = Edition::new(&[page, ("js/a.js", b"import \"./c.js\";")]);
        assert_ne!(Edition::new(&FILES).tag, other.tag);
    }

    #[test]
    fn a_tag_changes_with_the_contents() {
        let [one, other] = ["a", "b"].map(|content| Asset::new("x.css", Bytes::from_static(content.as_bytes())).tag);
        assert_ne!(one, other);
    }
}
