//! The pages, in the language of who asks.

use super::language::Language;
use super::library::Words;
use super::{ASK_ALONE, Files, answer, read, serve, squeeze, tag};
use crate::http::kept::Kept;
use crate::http::{ApiError, AppState};
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use sha2::{Digest, Sha256};
use std::sync::LazyLock;

const HTML: HeaderValue = HeaderValue::from_static("text/html; charset=utf-8");

/// What a page depends on besides its address.
const VARY: HeaderValue = HeaderValue::from_static("accept-encoding, accept-language, cookie");

/// The handlers of the pages that are the same for everybody.
pub(in crate::http) struct Pages;

impl Pages {
    pub(in crate::http) async fn replay(
        State(app): State<AppState>,
        headers: HeaderMap,
    ) -> Result<Response, ApiError> {
        page(&app, &headers, "replay.html", "").await
    }

    /// What the service worker shows where a page needs a server that cannot be reached.
    pub(in crate::http) async fn offline(
        State(app): State<AppState>,
        headers: HeaderMap,
    ) -> Result<Response, ApiError> {
        page(&app, &headers, "offline.html", "").await
    }
}

/// What the app is called and looks like where a browser installs it, in the language of who asks.
pub(in crate::http) async fn description(
    State(app): State<AppState>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let mut answer = serve(&app, Language::of(&headers).description(), &headers).await?;
    answer.headers_mut().insert(header::VARY, VARY);
    answer.headers_mut().insert(header::CACHE_CONTROL, ASK_ALONE);
    Ok(answer)
}

/// A page, with `head`, which is HTML, at the end of its head.
pub(in crate::http) async fn page(
    app: &AppState,
    headers: &HeaderMap,
    name: &'static str,
    head: &str,
) -> Result<Response, ApiError> {
    let language = Language::of(headers);
    let mut text = match &app.client().0 {
        Files::Kept(library) => {
            library.page(name).ok_or(ApiError::NotFound)?.text(language).to_owned()
        }
        Files::Folder(folder) => {
            let bytes = read(folder, name).await.ok_or(ApiError::NotFound)?;
            let text = String::from_utf8(bytes).map_err(|_| ApiError::NotFound)?;
            written(&text, app.client().version(), language, &Words::default())
        }
    };
    insert_before(&mut text, "</head>", head);
    let tag = tag(&Sha256::digest(&text));
    let encoding = squeeze::accepted(headers);
    let body = match encoding {
        Some(encoding) => Body::from(squeezed(&tag, &text, encoding)),
        None => Body::from(text),
    };
    let mut answer = answer(headers, &tag, &ASK_ALONE, &HTML, body);
    let headers = answer.headers_mut();
    headers.insert(header::VARY, VARY);
    if let Some(encoding) = encoding.filter(|_| headers.contains_key(header::CONTENT_TYPE)) {
        headers.insert(header::CONTENT_ENCODING, encoding.name());
    }
    Ok(answer)
}

/// How many compressed pages are kept: those that are the same for everybody, in every language,
/// and those of matches that many people open.
const PAGES_KEPT: usize = 256;

/// A page, compressed when it is asked for the first time.
fn squeezed(tag: &HeaderValue, text: &str, encoding: squeeze::Encoding) -> Bytes {
    static KEPT: LazyLock<Kept<(HeaderValue, squeeze::Encoding)>> =
        LazyLock::new(|| Kept::new(PAGES_KEPT));
    let key = (tag.clone(), encoding);
    KEPT.get(&key).unwrap_or_else(|| {
        let page = Bytes::from(squeeze::quickly(text.as_bytes(), encoding));
        KEPT.keep(key, page.clone());
        page
    })
}

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

/// The addresses at which the service worker keeps a page.
pub(super) fn offline(text: &str) -> impl Iterator<Item = &str> {
    let list = text.split_once("data-offline=\"").and_then(|(_, rest)| rest.split('"').next());
    list.unwrap_or_default().split_whitespace()
}

/// A page that says its version and its language, and names the words of that ahead.
fn written(text: &str, version: &str, language: Language, words: &Words) -> String {
    let mut page = text.replacen("lang=\"en\"", &format!("lang=\"{}\"", language.tag()), 1);
    insert_before(&mut page, "</template>", &links(&words.later));
    let version = format!("<meta name=\"yiguan-version\" content=\"{version}\">\n");
    insert_before(&mut page, "</head>", &(version + &links(&words.now)));
    page
}

fn insert_before(text: &mut String, place: &str, what: &str) {
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
