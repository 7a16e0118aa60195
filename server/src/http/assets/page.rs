//! The pages.

use super::library::Library;
use super::{ASK_ALONE, answer, figures, graph, read, tag};
use crate::http::extract::Name;
use crate::http::{ApiError, AppState};
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::LazyLock;

const HTML: HeaderValue = HeaderValue::from_static("text/html; charset=utf-8");

/// The handlers of the pages that are the same for everybody.
pub(in crate::http) struct Pages;

impl Pages {
    pub(in crate::http) async fn index(
        State(app): State<AppState>,
        headers: HeaderMap,
    ) -> Result<Response, ApiError> {
        page(&app, &headers, "index.html", "").await
    }

    pub(in crate::http) async fn replay(
        State(app): State<AppState>,
        headers: HeaderMap,
    ) -> Result<Response, ApiError> {
        page(&app, &headers, "replay.html", "").await
    }

    pub(in crate::http) async fn rules(
        State(app): State<AppState>,
        headers: HeaderMap,
    ) -> Result<Response, ApiError> {
        page(&app, &headers, "rules.html", "").await
    }

    /// The rules of a game, or the file of its figures, which lies beside them.
    pub(in crate::http) async fn rules_of_game(
        State(app): State<AppState>,
        Name(game): Name,
        headers: HeaderMap,
    ) -> Result<Response, ApiError> {
        if game.ends_with(".json") {
            return figures(&app, &format!("rules/{game}"), &headers).await;
        }
        engine::find_game(&game).map_err(|_| ApiError::NotFound)?;
        page(&app, &headers, "rules.html", "").await
    }
}

/// A page, with `head`, which is HTML, at the end of its head.
pub(in crate::http) async fn page(
    app: &AppState,
    headers: &HeaderMap,
    name: &'static str,
    head: &str,
) -> Result<Response, ApiError> {
    let text = match &app.config().static_dir {
        Some(directory) => {
            let bytes = read(directory, name).await.ok_or(ApiError::NotFound)?;
            String::from_utf8(bytes).map_err(|_| ApiError::NotFound)?
        }
        None => BUILT_IN.get(name).ok_or(ApiError::NotFound)?.clone(),
    };
    let text = with_head(text, head);
    let tag = tag(&Sha256::digest(&text));
    Ok(answer(headers, &tag, &ASK_ALONE, &HTML, Body::from(text)))
}

fn with_head(mut text: String, head: &str) -> String {
    if let Some(end) = text.find("</head>") {
        text.insert_str(end, head);
    }
    text
}

/// The pages, referring to files where they are kept for good.
static BUILT_IN: LazyLock<BTreeMap<&str, String>> = LazyLock::new(|| {
    let library = Library::built_in();
    library.pages().map(|(name, text)| (name, write(library, text))).collect()
});

/// Writes a page anew: addresses of files become those where they are kept for good, and what
/// its modules need is named in its head: what they need later within a template, from where
/// the page takes it when it has shown what is to be seen first.
fn write(library: &Library, text: &str) -> String {
    let mut page = String::with_capacity(2 * text.len());
    let mut entries = Vec::new();
    let mut rest = text;
    let prefix = library.prefix();
    while let Some((at, before)) = next_address(rest) {
        let (head, tail) = rest.split_at(at);
        page.push_str(head);
        rest = tail;
        let address = tail.split('"').next().unwrap_or_default();
        let path = address.trim_start_matches('/');
        if library.file(path).is_some() {
            page.push_str(prefix.trim_end_matches('/'));
            if before == "src=\"" && graph::is_module(path) {
                entries.push(path.to_owned());
            }
        }
        page.push_str(address);
        rest = &rest[address.len()..];
    }
    page.push_str(rest);
    let mut head = String::new();
    for graph::Needed { at_once, later } in
        entries.iter().map(|entry| graph::needed_by(library, entry))
    {
        head.push_str(&links(&prefix, &at_once));
        if !later.is_empty() {
            let later = links(&prefix, &later);
            // Writing to a String cannot fail.
            let _ = writeln!(head, "<template id=\"later\">\n{later}</template>");
        }
    }
    with_head(page, &head)
}

fn links(prefix: &str, paths: &[String]) -> String {
    let link = |path: &String| {
        if graph::is_module(path) {
            format!("<link rel=\"modulepreload\" href=\"{prefix}{path}\">\n")
        } else {
            format!("<link rel=\"preload\" as=\"fetch\" crossorigin href=\"{prefix}{path}\">\n")
        }
    };
    paths.iter().map(link).collect()
}

/// Where the next address from the root begins, and the attribute it is the value of.
fn next_address(text: &str) -> Option<(usize, &'static str)> {
    ["href=\"", "src=\""]
        .into_iter()
        .filter_map(|attribute| {
            let needle = format!("{attribute}/");
            Some((text.find(&needle)? + attribute.len(), attribute))
        })
        .min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_where_they_are_kept_and_pages_stay() {
        let library = Library::built_in();
        let text = r#"<head><link rel="stylesheet" href="/css/base.css"></head><a href="/rules">"#;
        let prefix = library.prefix();
        let expected = format!(
            r#"<head><link rel="stylesheet" href="{prefix}css/base.css"></head><a href="/rules">"#
        );
        assert_eq!(write(library, text), expected);
    }

    #[test]
    fn modules_are_named_ahead() {
        let library = Library::built_in();
        let page = &BUILT_IN["match.html"];
        let prefix = library.prefix();
        assert!(page.contains(&format!(r#"<script type="module" src="{prefix}js/play.js">"#)));
        let head = page.split("</head>").next().expect("split gives one at least");
        let (at_once, later) = head.split_once("<template").expect("what can wait is apart");
        let needed = graph::needed_by(library, "js/play.js");
        for (part, modules) in [(at_once, needed.at_once), (later, needed.later)] {
            let count = part.matches(r#"rel="modulepreload""#).count();
            assert_eq!(count, modules.iter().filter(|path| graph::is_module(path)).count());
            assert!(count > 10);
        }
        assert!(later.contains("as=\"fetch\""), "the engine");
    }
}
