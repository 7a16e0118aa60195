//! The HTML pages, prepared once for every language of the client.
//!
//! A page as it lies in `static/` is English. Here it gets its language tag, the version of the
//! client, and preload links for the modules with its words, so that the browser fetches the right
//! language at once.

use super::library::Words;
use crate::texts::Language;

/// A page in each language.
#[derive(Debug)]
pub(super) struct Page(Vec<(Language, String)>);

impl Page {
    pub(super) fn new(text: &str, version: &str, mut words: impl FnMut(Language) -> Words) -> Self {
        let write = |language| (language, written(text, version, language, &words(language)));
        Self(Language::ALL.map(write).into())
    }

    pub(super) fn text(&self, wanted: Language) -> &str {
        let found = self.0.iter().find(|(language, _)| *language == wanted);
        found.map_or("", |(_, text)| text)
    }
}

/// The addresses under which the service worker keeps a page, from its `data-offline` attribute.
pub(super) fn offline(text: &str) -> impl Iterator<Item = &str> {
    let list = text.split_once("data-offline=\"").and_then(|(_, rest)| rest.split('"').next());
    list.unwrap_or_default().split_whitespace()
}

/// A page with its version and language, and with preload links for the words of that language.
pub(super) fn written(text: &str, version: &str, language: Language, words: &Words) -> String {
    let mut page = text.replacen("lang=\"en\"", &format!("lang=\"{}\"", language.tag()), 1);
    insert_before(&mut page, "</template>", &links(&words.later));
    let version = format!("<meta name=\"yiguan-version\" content=\"{version}\">\n");
    insert_before(&mut page, "</head>", &(version + &links(&words.now)));
    page
}

/// Inserts a text before the first `place`, if there is one.
pub(crate) fn insert_before(text: &mut String, place: &str, what: &str) {
    if let Some(at) = text.find(place) {
        text.insert_str(at, what);
    }
}

fn links(addresses: &[String]) -> String {
    let link = |address| format!("<link rel=\"modulepreload\" href=\"{address}\">\n");
    addresses.iter().map(link).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_say_where_they_are_kept() {
        let kept = |text: &'static str| offline(text).collect::<Vec<_>>();
        assert_eq!(kept("<html lang=\"en\" data-offline=\"/a /b\">"), ["/a", "/b"]);
        assert!(kept("<html lang=\"en\">").is_empty());
    }
}
