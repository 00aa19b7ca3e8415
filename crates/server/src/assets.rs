//! The page, which is inside the binary.
//!
//! Each file has a tag made of its contents, so that browsers keep what they have and ask only whether it is still right. Text is sent
//! compressed to those who read that: the page then takes a third of the bytes.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
};

use axum::body::Bytes;
use miniz_oxide::deflate::compress_to_vec_zlib;
use sha2::{Digest, Sha256};

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// Where the files of the page come from.
#[derive(Debug)]
pub(crate) enum Assets {
    /// Out of the binary.
    Embedded(HashMap<&'static str, Asset>),
    /// From a folder, read anew each time: for work on the page.
    Folder(PathBuf),
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
}

impl Assets {
    /// The files in the binary, or those in a folder.
    pub(crate) fn new(folder: Option<PathBuf>) -> Assets {
        match folder {
            Some(folder) => Assets::Folder(folder),
            None => Assets::Embedded(
                EMBEDDED.iter().map(|&(name, content)| (name, Asset::new(name, Bytes::from_static(content)))).collect(),
            ),
        }
    }

    /// The file of this name, as in `js/board.js`.
    pub(crate) async fn find(&self, name: &str) -> Option<Asset> {
        match self {
            Assets::Embedded(files) => files.get(name).cloned(),
            Assets::Folder(folder) => read(folder, name).await,
        }
    }
}

impl Asset {
    pub(crate) fn new(name: &str, content: Bytes) -> Asset {
        let digest = Sha256::digest(&content);
        let tag: String = digest[..12].iter().map(|byte| format!("{byte:02x}")).collect();
        let kind = kind(name);
        Asset { kind, tag: format!("\"{tag}\""), packed: packed(kind, &content), content }
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

    #[test]
    fn a_tag_changes_with_the_contents() {
        let [one, other] = ["a", "b"].map(|content| Asset::new("x.css", Bytes::from_static(content.as_bytes())).tag);
        assert_ne!(one, other);
    }
}
