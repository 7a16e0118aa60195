//! The HTML pages, prepared once for every language of the client.
//!
//! A page in `static/` is English and names neither module nor style sheets. Here it gets those of the manifest, its
//! language tag, the version of the client, and preload links for the modules with its words, so that the browser
//! fetches the right language at once. A page of a bundle has its module and style sheets already.

use super::manifest::Needs;
use crate::texts::Language;

/// A page in each language.
#[derive(Debug)]
pub(super) struct Page(Vec<(Language, String)>);

impl Page {
    /// `finish` gets each text as it is written.
    pub(super) fn new(
        text: &str,
        version: &str,
        needs: &Needs,
        finish: impl Fn(String) -> String,
    ) -> Self {
        let write = |language| (language, finish(written(text, version, language, needs)));
        Self(Language::ALL.map(write).into())
    }

    pub(super) fn text(&self, wanted: Language) -> &str {
        let found = self.0.iter().find(|(language, _)| *language == wanted);
        found.map_or("", |(_, text)| text)
    }
}

/// A page with its version and language, its style sheets and module, and preload links for the words of that language.
pub(super) fn written(text: &str, version: &str, language: Language, needs: &Needs) -> String {
    let mut page = text.replacen("lang=\"en\"", &format!("lang=\"{}\"", language.tag()), 1);
    let words = needs.words(language);
    insert_before(&mut page, "</template>", &links(&words.later));
    let mut head = format!("<meta name=\"yiguan-version\" content=\"{version}\">\n");
    // A page of a bundle has them already.
    if let Some(module) = &needs.module {
        for path in &needs.styles {
            head.push_str(&format!("<link rel=\"stylesheet\" href=\"/{path}\">\n"));
        }
        head.push_str(&format!("<script type=\"module\" src=\"/{module}\"></script>\n"));
    }
    insert_before(&mut page, "</head>", &(head + &links(&words.now)));
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
