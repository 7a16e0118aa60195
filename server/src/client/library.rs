//! The files of a client that does not change while the server runs: the one built in, or a bundle
//! in a folder.

use super::file::File;
use super::manifest::{MANIFEST, Manifest, SOURCES};
use super::page::Page;
use super::{folder, hexadecimal};
use bytes::Bytes;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::{fs, io};

#[cfg(embedded)]
mod embedded {
    include!(concat!(env!("OUT_DIR"), "/client.rs"));

    /// The files that the build script found.
    pub(super) fn files() -> std::io::Result<Vec<(String, super::Bytes)>> {
        let owned = |(path, bytes): &(&str, &'static [u8])| {
            ((*path).to_owned(), super::Bytes::from_static(bytes))
        };
        Ok(FILES.iter().map(owned).collect())
    }
}

/// A development build reads the files that a release would contain.
#[cfg(not(embedded))]
mod embedded {
    pub(super) fn files() -> std::io::Result<Vec<(String, super::Bytes)>> {
        let client = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../static"));
        let (folder, paths) = crate::client::sources::served(client)?;
        super::read(&folder, paths)
    }
}

/// The service worker, which is sent the list of the other files.
pub(crate) const WORKER: &str = "sw.js";

/// The folder in a bundle of the files whose names contain their hashes.
const HASHED: &str = "f/";

/// All files, by their paths, and all pages.
#[derive(Debug)]
pub(super) struct Library {
    version: &'static str,
    /// The prefix of files without hashes in their names that may be cached for good; a bundle has none.
    prefix: Option<String>,
    files: BTreeMap<String, Arc<File>>,
    pages: BTreeMap<String, Page>,
}

impl Library {
    /// The client built in.
    pub(super) fn built_in() -> io::Result<Self> {
        Self::new(embedded::files()?)
    }

    /// The bundle in a folder.
    pub(super) fn bundle(path: &Path) -> io::Result<Self> {
        Self::new(read(path, folder::files(path, &[])?)?)
    }

    fn new(mut files: Vec<(String, Bytes)>) -> io::Result<Self> {
        // In the order of their paths, so that the version depends on nothing else.
        files.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        let mut digest = Sha256::new();
        for (path, bytes) in &files {
            digest.update(path);
            digest.update(Sha256::digest(bytes));
        }
        // Sockets and answers name it as long as the program runs.
        let version: &'static str = hexadecimal(&digest.finalize()).leak();
        let mut files: BTreeMap<String, Bytes> = files.into_iter().collect();
        let bundled = files.remove(MANIFEST);
        let prefix = bundled.is_none().then(|| format!("v/{version}/"));
        let mut manifest: Manifest = match bundled.or_else(|| files.remove(SOURCES)) {
            Some(text) => serde_json::from_slice(&text)?,
            None => Manifest::default(),
        };
        let texts: Vec<(String, String)> = files
            .extract_if(.., |path, _| path.ends_with(".html"))
            .map(|(path, bytes)| (path, String::from_utf8_lossy(&bytes).into_owned()))
            .collect();
        if let Some(prefix) = &prefix {
            let kept: Vec<&str> = kept(&files).collect();
            let used = kept.iter().filter(|path| manifest.is_used(path));
            let address = |path: &&str| format!("/{prefix}{path}");
            manifest.used = used.map(address).collect();
            manifest.kept = kept.iter().map(address).collect();
        }
        let preface = preface(version, &manifest);
        if let Some(worker) = files.get_mut(WORKER) {
            *worker = [preface.as_bytes(), worker].concat().into();
        }
        let pages = texts
            .iter()
            .map(|(path, text)| {
                let needs = manifest.pages.remove(path).unwrap_or_default();
                let page = Page::new(text, version, &needs, |written| match &prefix {
                    Some(prefix) => versioned(&written, prefix, &files),
                    None => written,
                });
                (path.clone(), page)
            })
            .collect();
        let compressed: BTreeMap<String, Bytes> =
            files.extract_if(.., |path, _| path.ends_with(".br")).collect();
        let files = files
            .into_iter()
            .map(|(path, bytes)| {
                let brotli = compressed.get(&format!("{path}.br")).cloned();
                let file = Arc::new(File::new(&path, bytes, brotli));
                (path, file)
            })
            .collect();
        Ok(Self { version, prefix, files, pages })
    }

    /// A hash of all files.
    pub(super) const fn version(&self) -> &'static str {
        self.version
    }

    /// The page in the file of that name.
    pub(super) fn page(&self, name: &str) -> Option<&Page> {
        self.pages.get(name)
    }

    /// The file at an address, without its slash, and whether it never changes there.
    pub(super) fn file(&self, address: &str) -> Option<(&Arc<File>, bool)> {
        let versioned = self.prefix.as_deref().and_then(|prefix| address.strip_prefix(prefix));
        let file = self.files.get(versioned.unwrap_or(address))?;
        Some((file, versioned.is_some() || self.prefix.is_none() && address.starts_with(HASHED)))
    }
}

fn read(folder: &Path, paths: Vec<String>) -> io::Result<Vec<(String, Bytes)>> {
    paths
        .into_iter()
        .map(|path| {
            let bytes = fs::read(folder.join(&path))?;
            Ok((path, Bytes::from(bytes)))
        })
        .collect()
}

/// A page of plain modules that names files where they are kept for good.
fn versioned(text: &str, prefix: &str, files: &BTreeMap<String, Bytes>) -> String {
    let mut page = String::with_capacity(text.len() + text.len() / 4);
    let mut parts = text.split("=\"/");
    page.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let path = part.split('"').next().unwrap_or_default();
        page.push_str("=\"/");
        if files.contains_key(path) {
            page.push_str(prefix);
        }
        page.push_str(part);
    }
    page
}

/// The paths of plain modules that the worker caches: everything that pages request, but not notes
/// for those who work on the client.
fn kept(files: &BTreeMap<String, Bytes>) -> impl Iterator<Item = &str> {
    let kinds = ["css", "js", "json", "wasm", "svg", "png", "woff2"];
    files.keys().map(String::as_str).filter(move |path| {
        *path != WORKER && path.rsplit_once('.').is_some_and(|(_, ending)| kinds.contains(&ending))
    })
}

/// The line that gives the service worker the pages and files it may cache.
pub(super) fn preface(version: &str, manifest: &Manifest) -> String {
    #[derive(Serialize)]
    struct Preface<'a> {
        version: &'a str,
        pages: Vec<&'a str>,
        files: &'a [String],
        used: &'a [String],
    }
    let (files, used) = (&manifest.kept, &manifest.used);
    let pages =
        manifest.pages.values().flat_map(|page| &page.offline).map(String::as_str).collect();
    let preface = serde_json::to_string(&Preface { version, pages, files, used });
    format!("self.ASSETS={};\n", preface.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::Language;

    const PAGE: &str = "<html lang=\"en\">\n<head></head><a href=\"/rules\">";
    const PAGES: &str = r#"{"pages":{"index.html":{"module":"js/a.js","texts":["room"],
        "styles":["css/a.css"],"offline":["/"]}},"used":["worker/"]}"#;

    fn library(files: &[(&str, &str)]) -> Library {
        let owned =
            |(path, text): &(&str, &str)| ((*path).to_owned(), Bytes::from((*text).to_owned()));
        Library::new(files.iter().map(owned).collect()).expect("it can be read")
    }

    fn text<'a>(library: &'a Library, path: &str) -> &'a str {
        let (file, _) = library.file(path).expect("it is there");
        std::str::from_utf8(file.plain()).expect("text")
    }

    #[test]
    fn plain_modules_are_kept_for_good_below_their_version() {
        let library = library(&[
            ("index.html", PAGE),
            ("pages.json", PAGES),
            ("css/a.css", "a{}"),
            ("js/a.js", ""),
            ("js/i18n/en/room.js", ""),
            ("sw.js", "b"),
            ("worker/a.js", ""),
            ("fonts/OFL.txt", "c"),
        ]);
        let versioned = format!("v/{}/css/a.css", library.version());
        let page = library.page("index.html").expect("a page").text(Language::En);
        assert!(page.contains(&format!("<link rel=\"stylesheet\" href=\"/{versioned}\">")));
        for address in ["js/a.js", "js/i18n/en/room.js"] {
            assert!(page.contains(&format!("=\"/v/{}/{address}\">", library.version())), "{page}");
        }
        assert!(page.contains("<a href=\"/rules\">"), "pages stay: {page}");
        let for_good = |path: &str| library.file(path).map(|(_, for_good)| for_good);
        assert_eq!(for_good(&versioned), Some(true));
        assert_eq!(for_good("css/a.css"), Some(false));
        assert_eq!(for_good("v/0123456789abcdef/css/a.css"), None, "of another version");
        assert_eq!(for_good("index.html"), None, "a page has its own address");
        let told = text(&library, "sw.js");
        assert!(told.contains(&format!(r#""pages":["/"],"files":["/{versioned}","#)), "{told}");
        let used = format!(r#","used":["/v/{}/worker/a.js"]}};"#, library.version());
        assert!(told.contains(&used) && told.ends_with("\nb"), "{told}");
    }

    #[test]
    fn files_of_a_bundle_are_kept_for_good_where_they_are() {
        let manifest = r#"{"kept":["/f/a-1.css"],"pages":{"index.html":
            {"styles":["/f/a-1.css"],"words":{"ja":{"now":["/f/w-1.js"],"later":["/f/v-1.js"]}}}}}"#;
        let library = library(&[
            ("index.html", "<html lang=\"en\"><head><template id=\"later\"></template></head>"),
            ("manifest.json", manifest),
            ("f/a-1.css", "a{}"),
            ("f/a-1.css.br", "br"),
            ("sw.js", ""),
        ]);
        assert!(library.file("f/a-1.css").is_some_and(|(_, for_good)| for_good));
        for none in ["f/a-2.css", "f/a-1.css.br", "manifest.json", "css/a.css"] {
            assert!(library.file(none).is_none(), "{none}");
        }
        assert!(text(&library, "sw.js").contains(r#""files":["/f/a-1.css"]"#));
        let page = library.page("index.html").expect("a page");
        let link = |path: &str| format!("<link rel=\"modulepreload\" href=\"/f/{path}\">\n");
        let (now, later) = (link("w-1.js"), link("v-1.js"));
        let japanese = page.text(Language::Ja);
        assert!(japanese.contains("<html lang=\"ja\">"), "{japanese}");
        assert!(japanese.contains(&format!("{later}</template>")), "{japanese}");
        assert!(japanese.contains(&format!("{now}</head>")), "{japanese}");
        let english = page.text(Language::En);
        assert!(!english.contains("modulepreload") && !english.contains("stylesheet"), "{english}");
    }

    #[test]
    fn another_file_is_another_version() {
        let version = |text| library(&[("index.html", PAGE), ("a.js", text)]).version().to_owned();
        assert_eq!(version("a"), version("a"));
        assert_ne!(version("a"), version("b"));
    }

    /// Whether it is bundled or not.
    #[test]
    fn the_client_built_in_has_its_pages_and_its_worker() {
        let library = Library::built_in().expect("it can be read");
        for page in ["index.html", "match.html", "rules.html", "missing.html"] {
            let text = library.page(page).expect("a page").text(Language::Zh);
            assert!(text.contains("<html lang=\"zh-Hans\""), "{page}");
            let version =
                format!("<meta name=\"yiguan-version\" content=\"{}\">", library.version());
            assert!(text.contains(&version), "{page}");
        }
        let worker = text(&library, WORKER);
        assert!(worker.contains(r#""pages":["/""#), "{}", &worker[..200]);
        assert!(worker.contains(".wasm"));
    }
}
