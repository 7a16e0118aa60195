//! The manifest of the pages, as far as the server needs it: `static/pages.json` beside plain modules, and in a bundle
//! `manifest.json`, which `static/build.sh` makes of it.

use crate::texts::Language;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The manifest of a bundle.
pub(super) const MANIFEST: &str = "manifest.json";

/// The manifest of plain modules.
pub(super) const SOURCES: &str = "pages.json";

/// The files that pages need, and those that the service worker caches.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Manifest {
    /// By the file of a page, the files it needs.
    pub(super) pages: BTreeMap<String, Needs>,
    /// By the path of a module that others import at run time, how it is loaded. A bundle has none.
    parts: BTreeMap<String, Part>,
    /// The addresses that the service worker caches.
    pub(super) kept: Vec<String>,
    /// Those that it caches once they were used: addresses in a bundle, the beginnings of paths otherwise.
    pub(super) used: Vec<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Part {
    offline: Option<Offline>,
}

/// When the service worker caches a part, unless it does so from the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Offline {
    /// Once it was used.
    Used,
    /// Never: it does nothing without a server.
    Never,
}

/// The files that a page needs.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Needs {
    /// The addresses at which the service worker caches the page.
    pub(super) offline: Vec<String>,
    /// The path of its module. A page of a bundle names its own, and its style sheets.
    pub(super) module: Option<String>,
    /// The paths of its style sheets, in their order.
    pub(super) styles: Vec<String>,
    /// The tables of words that it shows first.
    texts: Vec<String>,
    /// In a bundle, the addresses of its words.
    words: BTreeMap<Language, Words>,
}

/// The addresses of a page's words in a language.
#[derive(Debug, Default, Clone, Deserialize)]
#[serde(default)]
pub(super) struct Words {
    /// Those it shows first.
    pub(super) now: Vec<String>,
    /// Those that come after the first board.
    pub(super) later: Vec<String>,
}

impl Manifest {
    /// Whether the service worker caches a plain module or file once it was used.
    pub(super) fn is_used(&self, path: &str) -> bool {
        let part = self.parts.get(path).and_then(|part| part.offline);
        part == Some(Offline::Used) || self.used.iter().any(|start| path.starts_with(start))
    }
}

impl Needs {
    /// The words of a page in a language.
    pub(super) fn words(&self, language: Language) -> Words {
        if self.module.is_none() {
            return self.words.get(&language).cloned().unwrap_or_default();
        }
        let tables = std::iter::once("interface").chain(self.texts.iter().map(String::as_str));
        let address = |table| format!("/js/i18n/{}/{table}.js", language.code());
        Words { now: tables.map(address).collect(), later: Vec::new() }
    }
}
