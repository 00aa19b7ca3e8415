//! The files of the page, which are part of the binary.
//!
//! Each file has an entity tag made of its contents, so browsers revalidate their copy. Scripts and
//! styles are cached for good: pages link them by the edition, a hash of all files, and their
//! imports are relative. An address therefore never changes its content, and an old script never
//! imports a new one. Text is sent compressed, which takes a third of the bytes.
//!
//! The service worker `sw.js` stores an edition in the browser; the list of its files is put before
//! its text. `options.json` is what a page without a server offers. `serve --web DIR` has neither.
//!
//! Each page also names the modules that its script imports, directly or not (`modulepreload`), so
//! that browsers fetch them all at once. The list is made here from the imports. `serve --web DIR`
//! leaves it out: such a page loads level by level.

use std::{
    collections::{BTreeMap, HashMap},
    path::{Path, PathBuf},
    sync::{Arc, LazyLock, OnceLock},
};

use axum::body::Bytes;
use miniz_oxide::deflate::compress_to_vec_zlib;
use outflank_engine::eval::Model;
use sha2::{Digest, Sha256};

use super::options::Options;

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// A file name and its contents.
type File = (&'static str, &'static [u8]);

/// The weights of boards for which the page has none of its own are those of the engine.
static WEIGHTS: LazyLock<[File; 3]> = LazyLock::new(|| {
    let file = |(board, file): (&str, &'static [u8])| (&*format!("engine/{board}.weights.bin").leak(), file);
    let [_, others @ ..] = Model::built_in_files();
    others.map(file)
});

/// Precedes the edition in an address.
const EDITION: &str = "edition/";

/// The service worker, which browsers find only at the root.
const WORKER: &str = "sw.js";

/// What a page without a server offers.
const OPTIONS: &str = "options.json";

/// Digits of a file's hash in the list of the service worker. They only compare a file with the
/// same file of the edition before.
const SHORT_TAG: usize = 12;

/// Browsers revalidate their copy each time.
const ASK: &str = "no-cache";

/// Browsers never ask again: the content of this address does not change.
const CACHE_FOREVER: &str = "public, max-age=31536000, immutable";

/// The source of the page's files.
#[derive(Debug)]
pub(crate) enum Assets {
    /// The binary.
    Embedded(Edition),
    /// A folder, read at each request: for work on the page.
    Folder(PathBuf),
}

/// All files of a page, and their hash.
#[derive(Debug)]
pub(crate) struct Edition {
    tag: String,
    files: HashMap<&'static str, Asset>,
}

/// A file as it is sent.
#[derive(Clone, Debug)]
pub(crate) struct Asset {
    pub(crate) content: Bytes,
    /// The file compressed as HTTP's `deflate`, at the first request for it.
    packed: Arc<OnceLock<Option<Bytes>>>,
    pub(crate) kind: &'static str,
    /// The entity tag, with quotes.
    pub(crate) tag: String,
    /// The `Cache-Control` header.
    pub(crate) caching: &'static str,
    /// The worker that runs the engine, which compiles WebAssembly.
    pub(crate) is_engine: bool,
}

impl Assets {
    /// The files in the binary, or those in a folder.
    pub(crate) fn new(folder: Option<PathBuf>) -> Assets {
        match folder {
            Some(folder) => Assets::Folder(folder),
            None => Assets::Embedded(Edition::embedded()),
        }
    }

    /// The file with this name, as in `js/board.js`.
    pub(crate) async fn find(&self, name: &str) -> Option<Asset> {
        match self {
            Assets::Embedded(edition) => edition.find(name),
            Assets::Folder(folder) => match WEIGHTS.iter().find(|(weights, _)| *weights == name) {
                Some(&(name, content)) => Some(Asset::new(name, Bytes::from_static(content))),
                None => read(folder, name).await,
            },
        }
    }
}

impl Edition {
    /// The page in the binary, for a server.
    pub(crate) fn embedded() -> Edition {
        Edition::of_embedded(|_| true, str::to_owned, "")
    }

    /// The files with this name, each page changed by `change`. Editions of different `kind` differ.
    pub(crate) fn of_embedded(
        is_wanted: impl Fn(&str) -> bool,
        change: impl Fn(&str) -> String,
        kind: &str,
    ) -> Edition {
        let files: Vec<File> = EMBEDDED.iter().chain(&*WEIGHTS).copied().filter(|(name, _)| is_wanted(name)).collect();
        Edition::new(&files, change, kind)
    }

    fn new(files: &[File], change: impl Fn(&str) -> String, kind: &str) -> Edition {
        let options = serde_json::to_vec(&Options::without_server()).expect("options are JSON");
        let named = files.iter().copied().chain([(OPTIONS, &options[..]), ("", kind.as_bytes())]);
        let tag = tag(named.flat_map(|(name, content)| [name.as_bytes(), content]));
        let asset = |&(name, content): &File| {
            let content = match str::from_utf8(content) {
                Ok(html) if name.ends_with(".html") => change(&with_edition(&with_preloads(html, files), &tag)).into(),
                _ => Bytes::from_static(content),
            };
            (name, Asset::new(name, content))
        };
        let mut edition = Edition { files: files.iter().map(asset).collect(), tag };
        edition.files.insert(OPTIONS, Asset::new(OPTIONS, options.into()));
        if let Some(worker) = edition.files.remove(WORKER) {
            edition.files.insert(WORKER, Asset::new(WORKER, edition.worker(&worker.content)));
        }
        edition
    }

    /// The service worker behind the edition that it stores.
    fn worker(&self, text: &[u8]) -> Bytes {
        let files: BTreeMap<&str, &str> =
            self.files.iter().map(|(name, asset)| (*name, &asset.tag[1..=SHORT_TAG])).collect();
        let edition = serde_json::json!({ "tag": self.tag, "files": files });
        [format!("const EDITION = {edition};\n").as_bytes(), text].concat().into()
    }

    /// The hash of all files.
    pub(crate) fn tag(&self) -> &str {
        &self.tag
    }

    /// The names and contents of all files.
    pub(crate) fn files(&self) -> impl Iterator<Item = (&'static str, &Bytes)> {
        self.files.iter().map(|(name, asset)| (*name, &asset.content))
    }

    /// A file by its plain name, or by the edition and its name. Other editions are not found,
    /// because an old script must not import a new one.
    fn find(&self, name: &str) -> Option<Asset> {
        match name.strip_prefix(EDITION).and_then(|rest| rest.split_once('/')) {
            Some((tag, name)) if tag == self.tag => {
                Some(Asset { caching: CACHE_FOREVER, ..self.files.get(name)?.clone() })
            }
            Some(_) => None,
            None => self.files.get(name).cloned(),
        }
    }
}

/// Links the scripts and styles of a page by the edition.
fn with_edition(html: &str, edition: &str) -> String {
    ["js", "css"].iter().fold(html.to_owned(), |html, folder| {
        html.replace(&format!("\"/{folder}/"), &format!("\"/{EDITION}{edition}/{folder}/"))
    })
}

/// Adds a `modulepreload` link for each module that the module script of a page imports, directly
/// or not.
fn with_preloads(html: &str, files: &[File]) -> String {
    const SCRIPT: &str = "<script type=\"module\" src=\"/";
    let Some((before, rest)) = html.split_once(SCRIPT) else { return html.to_owned() };
    let Some((entry, rest)) = rest.split_once('"') else { return html.to_owned() };
    let mut modules = vec![entry.to_owned()];
    let mut read = 0;
    while let Some(module) = modules.get(read) {
        for other in imports(module, files) {
            if !modules.contains(&other) {
                modules.push(other);
            }
        }
        read += 1;
    }
    let links: String =
        modules[1..].iter().map(|module| format!("<link rel=\"modulepreload\" href=\"/{module}\">")).collect();
    format!("{before}{links}{SCRIPT}{entry}\"{rest}")
}

/// The modules that a module imports. Each import statement ends on a line that begins with
/// `import`, `export` or `}`; `import()` and the imports of types in comments are not among them.
fn imports(module: &str, files: &[File]) -> Vec<String> {
    let source = files.iter().find(|(name, _)| *name == module).and_then(|(_, text)| str::from_utf8(text).ok());
    let folder = module.rsplit_once('/').map_or("", |(folder, _)| folder);
    let address = |line: &str| {
        let statement = line.strip_suffix("\";")?;
        let (head, address) = statement.rsplit_once('"')?;
        let is_import = head == "import "
            || (head.ends_with(" from ") && ["import ", "export ", "} "].iter().any(|it| head.starts_with(it)));
        is_import.then(|| joined(folder, address))
    };
    source.unwrap_or_default().lines().filter_map(address).collect()
}

/// Resolves a relative address, as in `../dom.js`, against a folder.
fn joined(folder: &str, address: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').collect();
    for part in address.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            name => parts.push(name),
        }
    }
    parts.join("/")
}

/// A hash of the contents.
fn tag<'a>(parts: impl Iterator<Item = &'a [u8]>) -> String {
    let digest =
        parts.fold(Sha256::new(), |digest, part| digest.chain_update(part.len().to_le_bytes()).chain_update(part));
    digest.finalize()[..12].iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Asset {
    pub(crate) fn new(name: &str, content: Bytes) -> Asset {
        let kind = kind(name);
        let tag = format!("\"{}\"", tag([&content[..]].into_iter()));
        let is_engine = name.starts_with("js/engine/") && name.contains("worker");
        Asset { kind, tag, packed: Arc::default(), content, caching: ASK, is_engine }
    }

    /// The file compressed as HTTP's `deflate`, if that saves bytes.
    pub(crate) fn packed(&self) -> Option<Bytes> {
        self.packed.get_or_init(|| packed(self.kind, &self.content)).clone()
    }
}

/// Pictures and fonts are compressed already, and a short text would grow.
fn packed(kind: &str, content: &[u8]) -> Option<Bytes> {
    const WORTH_IT: usize = 256;
    const LEVEL: u8 = 8;
    let is_loose = kind.starts_with("text/")
        || matches!(kind, "application/json" | "application/manifest+json" | "application/wasm" | "image/svg+xml");
    (is_loose && content.len() >= WORTH_IT).then(|| compress_to_vec_zlib(content, LEVEL).into())
}

async fn read(folder: &Path, name: &str) -> Option<Asset> {
    if !is_plain(name) {
        return None;
    }
    let path = folder.join(name);
    let content = tokio::task::spawn_blocking(move || std::fs::read(path)).await.ok()?.ok()?;
    Some(Asset::new(name, content.into()))
}

/// Does the path stay inside its folder on every system?
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
        "wasm" => "application/wasm",
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
        assert!(is_plain("js/i18n/en.js"));
    }

    #[test]
    fn text_is_packed_and_comes_out_as_it_was() {
        let text = Bytes::from("const board = document.querySelector('reversi-board');\n".repeat(20));
        let packed = Asset::new("a.js", text.clone()).packed().expect("text is packed");
        assert!(packed.len() < text.len() / 4);
        let unpacked = miniz_oxide::inflate::decompress_to_vec_zlib(&packed).expect("zlib");
        assert_eq!(unpacked, text);
        assert_eq!(Asset::new("a.png", text).packed(), None);
        assert_eq!(Asset::new("a.js", Bytes::from_static(b"1")).packed(), None);
    }

    const FILES: [File; 2] = [("game.html", b"<script src=\"/js/a.js\"></script>"), ("js/a.js", b"import \"./b.js\";")];

    fn edition(files: &[File]) -> Edition {
        Edition::new(files, str::to_owned, "")
    }

    #[test]
    fn pages_name_their_scripts_by_the_edition_and_browsers_keep_those() {
        let edition = edition(&FILES);
        let page = edition.find("game.html").expect("the page");
        assert_eq!(page.caching, ASK);
        let text = std::str::from_utf8(&page.content).expect("text");
        let script = text.split('"').nth(1).expect("a link").trim_start_matches('/');
        assert_eq!(script, format!("edition/{}/js/a.js", edition.tag));
        assert_eq!(edition.find(script).expect("the script").caching, CACHE_FOREVER);
        assert_eq!(edition.find("js/a.js").expect("the script").caching, ASK);
    }

    #[test]
    fn a_page_names_the_modules_that_its_script_imports() {
        let files: [File; 4] = [
            ("js/pages/a.js", b"import {\n  b,\n} from \"../b.js\";\nconst late = import(\"../late.js\");"),
            ("js/b.js", b"/** @import { T } from \"./types.js\" */\nimport \"./c/d.js\";\nimport \"./pages/a.js\";"),
            ("js/c/d.js", b""),
            ("js/late.js", b""),
        ];
        let html = with_preloads("<head><script type=\"module\" src=\"/js/pages/a.js\"></script></head>", &files);
        let named: Vec<&str> = html.split("<link rel=\"modulepreload\" href=\"").skip(1).collect();
        assert_eq!(named.len(), 2, "{html}");
        assert!(named[0].starts_with("/js/b.js\">") && named[1].starts_with("/js/c/d.js\">"), "{html}");
        assert!(html.ends_with("<script type=\"module\" src=\"/js/pages/a.js\"></script></head>"), "{html}");
        assert_eq!(with_preloads("<head></head>", &files), "<head></head>");
    }

    #[test]
    fn files_of_another_edition_are_not_found() {
        let edition = edition(&FILES);
        for name in ["edition/0123456789abcdef01234567/js/a.js", "edition//js/a.js", "edition/js/a.js", "edition/"] {
            assert!(edition.find(name).is_none(), "{name}");
        }
    }

    #[test]
    fn an_edition_changes_with_any_of_its_files() {
        let [page, _] = FILES;
        let other = edition(&[page, ("js/a.js", b"import \"./c.js\";")]);
        assert_ne!(edition(&FILES).tag, other.tag);
    }

    #[test]
    fn the_worker_knows_every_file_of_its_edition_with_a_hash() {
        let files = [FILES[0], FILES[1], (WORKER, b"install();".as_slice())];
        let edition = edition(&files);
        let worker = edition.find(WORKER).expect("the worker");
        assert_eq!(worker.caching, ASK);
        let text = str::from_utf8(&worker.content).expect("text");
        let (list, rest) = text.split_once(";\n").expect("the edition first");
        assert_eq!(rest, "install();");
        let list: serde_json::Value =
            serde_json::from_str(list.strip_prefix("const EDITION = ").expect("a constant")).expect("JSON");
        assert_eq!(list["tag"], edition.tag());
        let named: Vec<&str> = list["files"].as_object().expect("files").keys().map(String::as_str).collect();
        assert_eq!(named, ["game.html", "js/a.js", OPTIONS]);
        for name in named {
            let asset = edition.find(&format!("edition/{}/{name}", edition.tag())).expect(name);
            assert_eq!(list["files"][name], asset.tag[1..=SHORT_TAG], "{name}");
        }
    }

    #[test]
    fn only_the_worker_of_the_engine_may_compile() {
        let is_engine = |name| Asset::new(name, Bytes::from_static(b"1")).is_engine;
        assert!(is_engine("js/engine/worker.js"));
        assert!(!is_engine("js/engine/engine.js") && !is_engine("sw.js") && !is_engine("game.html"));
    }

    #[test]
    fn a_tag_changes_with_the_contents() {
        let [one, other] = ["a", "b"].map(|content| Asset::new("x.css", Bytes::from_static(content.as_bytes())).tag);
        assert_ne!(one, other);
    }
}
