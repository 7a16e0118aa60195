//! The OpenAPI document is that of the server, and agrees with `docs/protocol.md`.
//! That the server keeps to it is what schemathesis looks at, in `./check`.

use crate::on_both;
use e2e::{Database, Request, Server};
use serde_json::Value;
use std::collections::BTreeSet;

on_both!(the_document_has_every_address_and_every_code);

const PROTOCOL: &str = include_str!("../../docs/protocol.md");

/// The codes of the table under "Errors", by their status.
fn documented_codes() -> BTreeSet<(String, String)> {
    let (_, errors) = PROTOCOL.split_once("## Errors").expect("there is such a section");
    let (table, _) = errors.split_once("## HTTP").expect("there is a next section");
    let rows = table.lines().filter_map(|line| {
        let mut cells = line.split('|').skip(1);
        let status = cells.next()?.trim().to_owned();
        status.parse::<u16>().is_ok().then(|| (status, cells.collect::<String>()))
    });
    let codes = |(status, cells): (String, String)| -> Vec<(String, String)> {
        let words = cells.split('`').skip(1).step_by(2).map(str::to_owned);
        words.map(|code| (status.clone(), code)).collect()
    };
    rows.flat_map(codes).collect()
}

/// The codes of every problem in the document, by their status.
fn served_codes(document: &Value) -> BTreeSet<(String, String)> {
    let mut found = BTreeSet::new();
    for operations in document["paths"].as_object().expect("paths").values() {
        for operation in operations.as_object().expect("operations").values() {
            for (status, response) in operation["responses"].as_object().expect("responses") {
                let schema = &response["content"]["application/problem+json"]["schema"];
                let Some(parts) = schema["allOf"].as_array() else { continue };
                for code in
                    parts.iter().filter_map(|part| part["properties"]["code"]["enum"].as_array())
                {
                    for code in code {
                        found.insert((status.clone(), code.as_str().expect("a code").to_owned()));
                    }
                }
            }
        }
    }
    found
}

async fn the_document_has_every_address_and_every_code(database: &Database) {
    let server = Server::start(database).await;
    let answer = server.send(Request::get("/api/openapi.json")).await;
    assert_eq!(answer.header("content-type"), Some("application/json"));
    let document = answer.ok();
    assert!(document["openapi"].as_str().expect("a version").starts_with("3."));
    let paths: Vec<&String> = document["paths"].as_object().expect("paths").keys().collect();
    for path in [
        "/api/games",
        "/api/guests",
        "/api/me",
        "/api/matches",
        "/api/matches/{id}",
        "/api/matches/{id}/join",
        "/api/matches/{id}/events",
        "/api/archive",
        "/api/archive/{id}",
        "/api/archive/export",
        "/api/position.svg",
        "/api/position.png",
        "/api/tablebase/{game}",
        "/healthz",
        "/readyz",
    ] {
        assert!(paths.iter().any(|found| *found == path), "{path} is not among {paths:?}");
    }
    // A method that an address does not take is no operation, and has no place in the document.
    let mut expected = documented_codes();
    assert!(expected.remove(&("405".to_owned(), "method_not_allowed".to_owned())));
    assert_eq!(served_codes(&document), expected);
    let references = document.to_string();
    for part in references.split("#/components/schemas/").skip(1) {
        let name = part.split('"').next().expect("split gives one at least");
        assert!(document["components"]["schemas"][name].is_object(), "{name} is not described");
    }
}
